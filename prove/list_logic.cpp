// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/list_logic.h"

#include <algorithm>

namespace weir::prove {

using Kind = FormulaNode::Kind;
using logic::ExprKind;
using logic::FormulaKind;
using program::State;
using program::Vocabulary;

namespace {

Formula make(FormulaNode node) { return std::make_shared<const FormulaNode>(std::move(node)); }
Formula truth(bool value) { return make({.kind = value ? Kind::True : Kind::False}); }

Formula combined(Kind kind, std::vector<Formula> parts) {
  const Kind neutral = kind == Kind::And ? Kind::True : Kind::False;
  const Kind decisive = kind == Kind::And ? Kind::False : Kind::True;
  std::vector<Formula> kept;
  for (const Formula& part : parts) {
    if (part->kind == decisive) return part;
    if (part->kind == kind)
      kept.insert(kept.end(), part->parts.begin(), part->parts.end());
    else if (part->kind != neutral)
      kept.push_back(part);
  }
  if (kept.empty()) return make({.kind = neutral});
  return kept.size() == 1 ? kept.front() : make({.kind = kind, .parts = std::move(kept)});
}

Formula disjunction(std::vector<Formula> parts) { return combined(Kind::Or, std::move(parts)); }
Formula implication(const Formula& a, const Formula& b) { return disjunction({negation(a), b}); }

Formula null(Term a) { return a.variable >= 0 ? truth(false) : make({.kind = Kind::Null, .a = a}); }
Formula same(Term a, Term b) { return a == b ? truth(true) : make({.kind = Kind::Same, .a = a, .b = b}); }
Formula reach(Term a, Term b, bool at_entry) {
  return make({.kind = Kind::Reach, .a = a, .b = b, .at_entry = at_entry});
}
/// In one step or more: on a list that ends that is another cell.
Formula reachOther(Term a, Term b, bool at_entry) { return conjunction({reach(a, b, at_entry), negation(same(a, b))}); }

Formula quantify(Kind kind, Term variable, const Formula& body) {
  if (body->kind == Kind::True || body->kind == Kind::False) {
    // Of no cell at all everything is true and nothing exists.
    if ((kind == Kind::ForAll) == (body->kind == Kind::True)) return body;
  }
  return make({.kind = kind, .variable = variable.variable, .parts = {body}});
}
Formula forAll(Term variable, const Formula& body) { return quantify(Kind::ForAll, variable, body); }
Formula exists(Term variable, const Formula& body) { return quantify(Kind::Exists, variable, body); }

bool hasExists(const Formula& formula) {
  return formula->kind == Kind::Exists || std::ranges::any_of(formula->parts, hasExists);
}

Side other(Side side) { return side == Side::Under ? Side::Over : Side::Under; }

}  // namespace

Formula negation(const Formula& formula) {
  std::vector<Formula> parts;
  for (const Formula& part : formula->parts) parts.push_back(negation(part));
  switch (formula->kind) {
    case Kind::True: return truth(false);
    case Kind::False: return truth(true);
    case Kind::Not: return formula->parts.front();
    case Kind::And: return disjunction(std::move(parts));
    case Kind::Or: return conjunction(std::move(parts));
    case Kind::ForAll: return make({.kind = Kind::Exists, .variable = formula->variable, .parts = std::move(parts)});
    case Kind::Exists: return make({.kind = Kind::ForAll, .variable = formula->variable, .parts = std::move(parts)});
    default: return make({.kind = Kind::Not, .parts = {formula}});
  }
}

Formula conjunction(std::vector<Formula> parts) { return combined(Kind::And, std::move(parts)); }

bool isDecidable(const Formula& formula) {
  if (formula->kind == Kind::ForAll) return !hasExists(formula);
  return std::ranges::all_of(formula->parts, isDecidable);
}

int existentials(const Formula& formula) {
  int all = formula->kind == Kind::Exists ? 1 : 0;
  for (const Formula& part : formula->parts) all += existentials(part);
  return all;
}

void Translator::refuse(logic::Expr expr) const { throw Refused{"the property speaks of '" + toString(expr) + "'"}; }

std::optional<bool> Translator::linkAtEntry(logic::Expr expr) const {
  if (expr->kind != ExprKind::Relation) return std::nullopt;
  const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(expr->relation);
  if (meaning == nullptr || meaning->kind != Vocabulary::Meaning::Kind::Field || meaning->field != program_.link)
    return std::nullopt;
  return meaning->state == State::Pre;
}

std::optional<Term> Translator::singleton(logic::Expr set) const {
  if (set->kind == ExprKind::Variable) {
    for (auto at = bound_.rbegin(); at != bound_.rend(); ++at)
      if (at->first == set->variable) return at->second;
    return std::nullopt;
  }
  if (set->kind != ExprKind::Relation) return std::nullopt;
  const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(set->relation);
  if (meaning == nullptr) return std::nullopt;
  if (meaning->kind == Vocabulary::Meaning::Kind::Parameter) {
    const auto at = std::ranges::find(program_.roots, meaning->local);
    if (at != program_.roots.end()) return Term{.variable = -1, .name = static_cast<int>(at - program_.roots.begin())};
  }
  const program::TypeRef result = program_.procedure->result;
  if (meaning->kind == Vocabulary::Meaning::Kind::Result && meaning->procedure == program_.procedure &&
      result->isObjectPointer() && result->pointee->class_decl == program_.cell)
    return Term{.variable = -1, .name = static_cast<int>(program_.roots.size())};
  return std::nullopt;
}

/// Is (a, b) in this relation between cells?
Formula Translator::related(Term a, Term b, logic::Expr relation) {
  if (relation->kind == ExprKind::Transpose) return related(b, a, relation->operands.front());
  if (relation->kind == ExprKind::Closure || relation->kind == ExprKind::ReflexiveClosure) {
    logic::Expr link = relation->operands.front();
    const bool is_backwards = link->kind == ExprKind::Transpose;
    if (is_backwards) link = link->operands.front();
    if (const auto at_entry = linkAtEntry(link)) {
      if (is_backwards) std::swap(a, b);
      return relation->kind == ExprKind::Closure ? reachOther(a, b, *at_entry) : reach(a, b, *at_entry);
    }
  }
  if (const auto at_entry = linkAtEntry(relation)) {
    const Term w = fresh();
    return conjunction(
        {reachOther(a, b, *at_entry), forAll(w, implication(reachOther(a, w, *at_entry), reach(b, w, *at_entry)))});
  }
  refuse(relation);
}

/// Is the cell that a term stands for in the set? Requires that it is one, or a name that may be null: then it is not.
Formula Translator::member(Term term, logic::Expr set) {
  if (const auto one = singleton(set)) return conjunction({negation(null(term)), same(term, *one)});
  std::vector<Formula> parts;
  switch (set->kind) {
    case ExprKind::None: return truth(false);
    case ExprKind::Union:
    case ExprKind::Intersection:
      for (const logic::Expr operand : set->operands) parts.push_back(member(term, operand));
      return set->kind == ExprKind::Union ? disjunction(std::move(parts)) : conjunction(std::move(parts));
    case ExprKind::Difference:
      return conjunction({member(term, set->operands[0]), negation(member(term, set->operands[1]))});
    case ExprKind::Join: {
      const bool is_forwards = set->operands[0]->arity == 1;
      const logic::Expr from = set->operands[is_forwards ? 0 : 1], relation = set->operands[is_forwards ? 1 : 0];
      if (from->arity != 1 || relation->arity != 2 || from->isInteger()) refuse(set);
      const auto step = [&](Term at) {
        return is_forwards ? related(at, term, relation) : related(term, at, relation);
      };
      if (const auto one = singleton(from)) return step(*one);
      const Term w = fresh();
      return exists(w, conjunction({member(w, from), step(w)}));
    }
    default: refuse(set);
  }
}

Formula Translator::some(logic::Expr set) {
  if (const auto one = singleton(set)) return negation(null(*one));
  const Term u = fresh();
  // A cell has a next one exactly if it reaches another.
  if (set->kind == ExprKind::Join && set->operands[0]->arity == 1)
    if (const auto at_entry = linkAtEntry(set->operands[1]))
      if (const auto one = singleton(set->operands[0])) return exists(u, reachOther(*one, u, *at_entry));
  return exists(u, member(u, set));
}

Formula Translator::contains(logic::Expr all, logic::Expr part) {
  if (const auto one = singleton(part)) return disjunction({null(*one), member(*one, all)});
  const Term u = fresh();
  return forAll(u, implication(member(u, part), member(u, all)));
}

/// A number of at most one cell on each side.
Formula Translator::compared(const logic::FormulaNode& node, Side side) {
  logic::Expr cells[2];
  const program::Field* key = nullptr;
  for (const int i : {0, 1}) {
    const logic::Expr number = node.exprs[static_cast<std::size_t>(i)];
    if (number->kind != ExprKind::Join || number->operands[1]->kind != ExprKind::Relation) refuse(number);
    const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(number->operands[1]->relation);
    const bool is_key = meaning != nullptr && meaning->kind == Vocabulary::Meaning::Kind::Field &&
                        meaning->field->owner == program_.cell && meaning->field->type->isInteger();
    if (!is_key || (key != nullptr && key != meaning->field)) refuse(number);
    key = meaning->field;
    cells[i] = number->operands[0];
    if (!cells[i]->functional) refuse(number);
  }
  if (std::ranges::find(program_.keys, key) == program_.keys.end()) refuse(node.exprs[0]);
  const Term u = fresh(), v = fresh();
  const auto atMost = [&](Term a, Term b) { return make({.kind = Kind::AtMost, .a = a, .b = b, .key = key}); };
  const Formula holds = node.kind == FormulaKind::LessEqual ? atMost(u, v)
                        : node.kind == FormulaKind::Less    ? negation(atMost(v, u))
                                                            : conjunction({atMost(u, v), atMost(v, u)});
  const Formula wherever =
      forAll(u, forAll(v, disjunction({negation(member(u, cells[0])), negation(member(v, cells[1])), holds})));
  const Formula there = conjunction({some(cells[0]), some(cells[1])});
  return side == Side::Under ? conjunction({there, wherever}) : disjunction({negation(there), wherever});
}

Formula Translator::quantified(const logic::FormulaNode& node, std::size_t decl, Side side) {
  if (decl == node.decls.size()) return of(node.operands.front(), side);
  const logic::Decl& one = node.decls[decl];
  if (one.variable->is_integer) refuse(one.domain);
  const Term variable = fresh();
  const Formula domain = member(variable, one.domain);
  bound_.emplace_back(one.variable, variable);
  const Formula body = quantified(node, decl + 1, side);
  bound_.pop_back();
  return node.kind == FormulaKind::ForAll ? forAll(variable, implication(domain, body))
                                          : exists(variable, conjunction({domain, body}));
}

Formula Translator::of(logic::Formula formula, Side side) {
  std::vector<Formula> parts;
  switch (formula->kind) {
    case FormulaKind::True: return truth(true);
    case FormulaKind::False: return truth(false);
    case FormulaKind::Not: return negation(of(formula->operands[0], other(side)));
    case FormulaKind::And:
    case FormulaKind::Or:
      for (const logic::Formula operand : formula->operands) parts.push_back(of(operand, side));
      return formula->kind == FormulaKind::And ? conjunction(std::move(parts)) : disjunction(std::move(parts));
    case FormulaKind::Implies:
      return disjunction({negation(of(formula->operands[0], other(side))), of(formula->operands[1], side)});
    case FormulaKind::Iff:
      for (const int i : {0, 1})
        parts.push_back(disjunction({negation(of(formula->operands[static_cast<std::size_t>(i)], other(side))),
                                     of(formula->operands[static_cast<std::size_t>(1 - i)], side)}));
      return conjunction(std::move(parts));
    case FormulaKind::ForAll:
    case FormulaKind::Exists: return quantified(*formula, 0, side);
    case FormulaKind::Some: return some(formula->exprs[0]);
    case FormulaKind::No: return negation(some(formula->exprs[0]));
    case FormulaKind::Less:
    case FormulaKind::LessEqual: return compared(*formula, side);
    case FormulaKind::Equal:
      if (formula->exprs[0]->isInteger()) return compared(*formula, side);
      if (formula->exprs[0]->arity != 1) refuse(formula->exprs[0]);
      return conjunction(
          {contains(formula->exprs[0], formula->exprs[1]), contains(formula->exprs[1], formula->exprs[0])});
    case FormulaKind::Subset:
      if (formula->exprs[0]->arity != 1 || formula->exprs[0]->isInteger()) refuse(formula->exprs[0]);
      return contains(formula->exprs[1], formula->exprs[0]);
    case FormulaKind::One:
    case FormulaKind::Lone:
      if (const auto one = singleton(formula->exprs[0]))
        return formula->kind == FormulaKind::One ? negation(null(*one)) : truth(true);
      refuse(formula->exprs[0]);
  }
  throw Refused{"a formula of another kind"};
}

std::optional<Formula> Translator::translated(logic::Formula formula, Side side) {
  bound_.clear();
  try {
    return of(formula, side);
  } catch (const Refused& refused) {
    reason_ = refused.reason;
    return std::nullopt;
  }
}

/// `no c: x.*n | c in c.^n`, and conjunctions with it. The domain may be a union.
std::vector<const program::Local*> Translator::ending(logic::Formula formula) const {
  std::vector<const program::Local*> all;
  if (formula->kind == FormulaKind::And)
    for (const logic::Formula part : formula->operands)
      for (const program::Local* local : ending(part)) all.push_back(local);
  const bool is_not = formula->kind == FormulaKind::Not;
  const logic::Formula inner = is_not ? formula->operands[0] : formula;
  if (inner->kind != (is_not ? FormulaKind::Exists : FormulaKind::ForAll) || inner->decls.size() != 1) return all;
  logic::Formula body = inner->operands[0];
  if (!is_not) {
    if (body->kind != FormulaKind::Not) return all;
    body = body->operands[0];
  }
  const auto isBound = [&](logic::Expr expr) {
    return expr->kind == ExprKind::Variable && expr->variable == inner->decls[0].variable;
  };
  if (body->kind != FormulaKind::Subset || !isBound(body->exprs[0])) return all;
  const logic::Expr after = body->exprs[1];
  const bool is_cycle = after->kind == ExprKind::Join && isBound(after->operands[0]) &&
                        after->operands[1]->kind == ExprKind::Closure &&
                        linkAtEntry(after->operands[1]->operands[0]) == true;
  if (!is_cycle) return all;
  const auto add = [&](logic::Expr domain) {
    if (domain->kind != ExprKind::Join || domain->operands[1]->kind != ExprKind::ReflexiveClosure ||
        linkAtEntry(domain->operands[1]->operands[0]) != true)
      return;
    if (const auto root = singleton(domain->operands[0]);
        root && root->name >= 0 && root->name < static_cast<int>(program_.roots.size()))
      all.push_back(program_.roots[static_cast<std::size_t>(root->name)]);
  };
  const logic::Expr domain = inner->decls[0].domain;
  if (domain->kind == ExprKind::Union)
    for (const logic::Expr part : domain->operands) add(part);
  else
    add(domain);
  return all;
}

}  // namespace weir::prove
