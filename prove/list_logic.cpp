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
      // All cells that were made are cells of lists that end; of `Cell` alone that is not known.
      if (isLive(set->operands[0], State::Post) && isLive(set->operands[1], State::Pre))
        return make({.kind = Kind::Made, .a = term});
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

bool Translator::isLive(logic::Expr set, State state) const {
  if (set->kind != ExprKind::Relation) return false;
  const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(set->relation);
  return meaning != nullptr && meaning->kind == Vocabulary::Meaning::Kind::Live &&
         meaning->class_decl == program_.cell && meaning->state == state;
}

/// Only if it is in the set: of a union, what cannot be said is left out.
Formula Translator::surelyMember(Term term, logic::Expr set) {
  if (set->kind != ExprKind::Union) return member(term, set);
  std::vector<Formula> parts;
  std::optional<Refused> refused;
  for (const logic::Expr operand : set->operands) try {
      parts.push_back(surelyMember(term, operand));
    } catch (const Refused& one) {
      refused = one;
    }
  if (parts.empty()) throw *refused;
  return disjunction(std::move(parts));
}

/// Where every path says whether it returns 0 or 1.
std::optional<Formula> Translator::resultIs(logic::Expr a, logic::Expr b) const {
  if (a->kind == ExprKind::Constant) std::swap(a, b);
  if (a->kind != ExprKind::Relation || b->kind != ExprKind::Constant) return std::nullopt;
  const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(a->relation);
  if (meaning == nullptr || meaning->kind != Vocabulary::Meaning::Kind::Result ||
      meaning->procedure != program_.procedure)
    return std::nullopt;
  for (const Path& path : program_.paths)
    if (path.to == Path::kExit && !path.truth) return std::nullopt;
  const Formula is_one = make({.kind = Kind::Result});
  return b->integer == 1 ? is_one : b->integer == 0 ? negation(is_one) : truth(false);
}

Formula Translator::contains(logic::Expr all, logic::Expr part, Side side) {
  const auto isMember = [&](Term term) { return side == Side::Under ? surelyMember(term, all) : member(term, all); };
  if (const auto one = singleton(part)) return disjunction({null(*one), isMember(*one)});
  const Term u = fresh();
  return forAll(u, implication(member(u, part), isMember(u)));
}

/// The field whose numbers are compared.
const program::Field* Translator::keyOf(const std::vector<logic::Expr>& numbers) const {
  const program::Field* key = nullptr;
  for (const logic::Expr number : numbers) {
    if (number->kind != ExprKind::Join || number->operands[1]->kind != ExprKind::Relation) refuse(number);
    const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(number->operands[1]->relation);
    const bool is_key = meaning != nullptr && meaning->kind == Vocabulary::Meaning::Kind::Field &&
                        meaning->field->owner == program_.cell && meaning->field->type->isInteger();
    if (!is_key || (key != nullptr && key != meaning->field)) refuse(number);
    key = meaning->field;
    if (!number->operands[0]->functional) refuse(number);
  }
  if (std::ranges::find(program_.keys, key) == program_.keys.end()) refuse(numbers.front());
  return key;
}

/// Of two cells that are there.
Formula Translator::comparedCells(FormulaKind kind, const std::vector<logic::Expr>& numbers, Term a, Term b) const {
  const program::Field* key = keyOf(numbers);
  const auto atMost = [&](Term x, Term y) { return make({.kind = Kind::AtMost, .a = x, .b = y, .key = key}); };
  if (kind == FormulaKind::LessEqual) return atMost(a, b);
  if (kind == FormulaKind::Less) return negation(atMost(b, a));
  return conjunction({atMost(a, b), atMost(b, a)});
}

/// A number of at most one cell on each side.
Formula Translator::compared(const logic::FormulaNode& node, Side side) {
  keyOf(node.exprs);
  const logic::Expr cells[] = {node.exprs[0]->operands[0], node.exprs[1]->operands[0]};
  const auto one = singleton(cells[0]), two = singleton(cells[1]);
  const Term u = one ? *one : fresh(), v = two ? *two : fresh();
  const Formula holds = comparedCells(node.kind, node.exprs, u, v);
  Formula wherever = disjunction({negation(member(u, cells[0])), negation(member(v, cells[1])), holds});
  if (!two) wherever = forAll(v, wherever);
  if (!one) wherever = forAll(u, wherever);
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

/// Is this `r.*n`, or made of such sets? With a cell it has all that come after. The state of the link.
std::optional<bool> Translator::closedSet(logic::Expr set) const {
  if (set->kind == ExprKind::Union || set->kind == ExprKind::Intersection) {
    const auto first = closedSet(set->operands.front());
    for (const logic::Expr operand : set->operands)
      if (!first || closedSet(operand) != first) return std::nullopt;
    return first;
  }
  if (set->kind != ExprKind::Join || set->operands[0]->arity != 1 ||
      set->operands[1]->kind != ExprKind::ReflexiveClosure)
    return std::nullopt;
  return linkAtEntry(set->operands[1]->operands[0]);
}

/// `all c: r.*n | some c.n => c.key <= c.n.key` says the same of all that come after c, since numbers are compared in
/// an order: nothing is said of a next cell, which would need another quantifier.
std::optional<Formula> Translator::ordered(const logic::FormulaNode& node) {
  if (node.kind != FormulaKind::ForAll || node.decls.size() != 1 || node.decls[0].variable->is_integer)
    return std::nullopt;
  const auto at_entry = closedSet(node.decls[0].domain);
  const logic::Formula body = node.operands.front();
  if (!at_entry || body->kind != FormulaKind::Implies) return std::nullopt;
  const auto isCell = [&](logic::Expr expr) {
    return expr->kind == ExprKind::Variable && expr->variable == node.decls[0].variable;
  };
  const auto isNext = [&](logic::Expr expr) {
    return expr->kind == ExprKind::Join && isCell(expr->operands[0]) && linkAtEntry(expr->operands[1]) == at_entry;
  };
  const logic::Formula there = body->operands[0], order = body->operands[1];
  if ((there->kind != FormulaKind::Some && there->kind != FormulaKind::One) || !isNext(there->exprs[0]))
    return std::nullopt;
  if ((order->kind != FormulaKind::Less && order->kind != FormulaKind::LessEqual &&
       order->kind != FormulaKind::Equal) ||
      !order->exprs[0]->isInteger())
    return std::nullopt;
  const auto isNumberOf = [](logic::Expr number, const auto& isOne) {
    return number->kind == ExprKind::Join && isOne(number->operands[0]);
  };
  const logic::Expr left = order->exprs[0], right = order->exprs[1];
  const bool is_upwards = isNumberOf(left, isCell) && isNumberOf(right, isNext);
  if (!is_upwards && (!isNumberOf(left, isNext) || !isNumberOf(right, isCell))) return std::nullopt;
  const Term cell = fresh(), later = fresh();
  const Formula domain = member(cell, node.decls[0].domain);
  const Formula compared_cells =
      comparedCells(order->kind, order->exprs, is_upwards ? cell : later, is_upwards ? later : cell);
  return forAll(
      cell,
      forAll(later, disjunction({negation(domain), negation(reachOther(cell, later, *at_entry)), compared_cells})));
}

Formula Translator::of(logic::Formula formula, Side side) {
  if (auto order = ordered(*formula)) return *order;
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
      if (const auto result = resultIs(formula->exprs[0], formula->exprs[1])) return *result;
      if (formula->exprs[0]->isInteger()) return compared(*formula, side);
      if (formula->exprs[0]->arity != 1) refuse(formula->exprs[0]);
      return conjunction(
          {contains(formula->exprs[0], formula->exprs[1], side), contains(formula->exprs[1], formula->exprs[0], side)});
    case FormulaKind::Subset:
      if (formula->exprs[0]->arity != 1 || formula->exprs[0]->isInteger()) refuse(formula->exprs[0]);
      return contains(formula->exprs[1], formula->exprs[0], side);
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
