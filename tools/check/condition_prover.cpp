// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/condition_prover.h"

#include <algorithm>
#include <map>
#include <optional>

#include "conditions/precondition.h"
#include "conditions/words.h"
#include "ir/program/walk.h"
#include "specs/lang/requirement.h"
#include "tools/check/reachable.h"

namespace weir::tools {

namespace {

using conditions::Atom;
using conditions::Term;
using conditions::Terms;
using logic::ExprKind;
using logic::FormulaKind;
using Kind = conditions::EntryFunction::Kind;

conditions::Limits limits() {
  conditions::Limits made;
  made.steps = 20'000;
  made.nodes = 400'000;
  made.resources = 20'000'000;
  return made;
}

bool isSayable(conditions::Formula formula) {
  if (formula->isLiteral()) return conditions::hasWords(formula);
  return std::ranges::all_of(formula->operands, isSayable);
}

/// `extent[a]` of conditions counts from where the pointer points to.
std::string inLanguage(const std::string& words) {
  const std::string extent = "extent[";
  std::string all;
  std::size_t at = 0;
  for (std::size_t found = 0; (found = words.find(extent, at)) != std::string::npos;) {
    std::size_t end = found + extent.size();
    for (int depth = 1; end < words.size() && depth > 0; ++end)
      depth += words[end] == '[' ? 1 : words[end] == ']' ? -1 : 0;
    const std::string term = words.substr(found, end - found);
    all += words.substr(at, found - at) + "(" + term + " - position" + term.substr(extent.size() - 1) + ")";
    at = end;
  }
  return all + words.substr(at);
}

/// Requirements as conditions, over the atoms that a condition has. An atom stands for what its words mean in the
/// specification language, where the field of null is 0 as a number: of atoms nothing else is used than that they are
/// numbers of their range, and the same where their arguments are.
class Requirements {
 public:
  Requirements(Terms& terms, conditions::EntryState& entry, const program::Procedure& procedure,
               program::Vocabulary& vocabulary, conditions::Formula condition)
      : terms_(terms), entry_(entry) {
    for (const Atom atom : conditions::atomsOf(condition)) add(atom, procedure, vocabulary);
  }

  /// Of null there are no elements.
  const std::vector<conditions::Formula>& facts() const { return facts_; }
  /// Something that the requirement implies.
  conditions::Formula implied(logic::Formula requirement) {
    if (requirement->kind == FormulaKind::And) {
      std::vector<conditions::Formula> parts;
      for (const logic::Formula operand : requirement->operands) parts.push_back(implied(operand));
      return terms_.conjoin(std::move(parts));
    }
    const auto exact = translated(requirement);
    return exact ? *exact : terms_.yes();
  }

 private:
  /// What the specification language says for `atom = 0`.
  void add(Atom atom, const program::Procedure& procedure, program::Vocabulary& vocabulary) {
    if (const auto* about = functionOf(atom); about != nullptr && about->kind == Kind::Extent) {
      // The language counts the whole array, a condition from where the pointer points to.
      const std::string name = conditions::inWords(terms_.equal(atom->arguments[0], terms_.constant(0))).substr(3);
      const Term position = terms_.apply(entry_.position(), {atom->arguments[0]});
      relate("position[" + name + "] = 0", position, procedure, vocabulary);
      relate("extent[" + name + "] = 0", terms_.add(terms_.of(atom), position), procedure, vocabulary);
      const conditions::Formula is_null = terms_.equal(atom->arguments[0], terms_.constant(0));
      facts_.push_back(terms_.implies(is_null, terms_.equal(terms_.of(atom), terms_.constant(0))));
      return;
    }
    for (const Term argument : atom->arguments)
      for (const Atom inner : conditions::atomsOf(argument))
        if (const auto* about = functionOf(inner); about != nullptr && about->kind == Kind::Extent) return;
    const conditions::Formula zero = terms_.equal(terms_.of(atom), terms_.constant(0));
    if (!zero->isLiteral() || !conditions::hasWords(zero)) return;
    relate(conditions::inWords(zero), terms_.of(atom), procedure, vocabulary);
  }

  /// What the text says to be 0 or nothing is the term.
  void relate(const std::string& text, Term term, const program::Procedure& procedure,
              program::Vocabulary& vocabulary) {
    const auto lowered = specs::lowerRequirement(text, procedure, vocabulary);
    if (!lowered) return;
    const logic::Formula said = lowered->formula();
    if (said->kind == FormulaKind::No || (said->kind == FormulaKind::Equal && isConstant(said->exprs[1], 0)))
      terms_of_[said->exprs[0]] = term;
  }

  static const conditions::EntryFunction* functionOf(Atom atom) {
    return atom->kind == conditions::AtomKind::Apply ? conditions::EntryState::about(atom->function) : nullptr;
  }

  static bool isConstant(logic::Expr expr, logic::Integer value) {
    return expr->kind == ExprKind::Constant && expr->integer == value;
  }

  std::optional<Term> number(logic::Expr expr) {
    if (const auto found = terms_of_.find(expr); found != terms_of_.end()) return found->second;
    if (!expr->isInteger()) return std::nullopt;
    if (expr->kind == ExprKind::Constant) return terms_.constant(expr->integer);
    if (expr->operands.size() != 2) return std::nullopt;
    const auto a = number(expr->operands[0]), b = number(expr->operands[1]);
    if (!a || !b) return std::nullopt;
    if (expr->kind == ExprKind::Plus) return terms_.add(*a, *b);
    if (expr->kind == ExprKind::Minus) return terms_.subtract(*a, *b);
    if (expr->kind != ExprKind::Times) return std::nullopt;
    if ((*a)->isConstant()) return terms_.scale(*b, (*a)->constant);
    return (*b)->isConstant() ? std::optional(terms_.scale(*a, (*b)->constant)) : std::nullopt;
  }

  std::optional<conditions::Formula> compared(const logic::FormulaNode& node) {
    if (!node.exprs[0]->isInteger() || !node.exprs[1]->isInteger()) return std::nullopt;
    const auto a = number(node.exprs[0]), b = number(node.exprs[1]);
    if (!a || !b) return std::nullopt;
    return node.kind == FormulaKind::Less        ? terms_.less(*a, *b)
           : node.kind == FormulaKind::LessEqual ? terms_.lessEqual(*a, *b)
                                                 : terms_.equal(*a, *b);
  }

  /// With the same meaning, or nothing.
  std::optional<conditions::Formula> translated(logic::Formula formula) {
    std::vector<conditions::Formula> parts;
    for (const logic::Formula operand : formula->operands) {
      const auto part = translated(operand);
      if (!part) return std::nullopt;
      parts.push_back(*part);
    }
    switch (formula->kind) {
      case FormulaKind::True: return terms_.yes();
      case FormulaKind::False: return terms_.no();
      case FormulaKind::Not: return terms_.negate(parts[0]);
      case FormulaKind::And: return terms_.conjoin(std::move(parts));
      case FormulaKind::Or: return terms_.disjoin(std::move(parts));
      case FormulaKind::Implies: return terms_.implies(parts[0], parts[1]);
      case FormulaKind::Less:
      case FormulaKind::LessEqual:
      case FormulaKind::Equal: return compared(*formula);
      case FormulaKind::Some:
      case FormulaKind::No: {
        const auto found = terms_of_.find(formula->exprs[0]);
        if (found == terms_of_.end() || formula->exprs[0]->isInteger()) return std::nullopt;
        const conditions::Formula none = terms_.equal(found->second, terms_.constant(0));
        return formula->kind == FormulaKind::No ? none : terms_.negate(none);
      }
      default: return std::nullopt;
    }
  }

  Terms& terms_;
  conditions::EntryState& entry_;
  std::map<logic::Expr, Term> terms_of_;
  std::vector<conditions::Formula> facts_;
};

}  // namespace

/// Where a pointer is followed without an index, that none of the parameters is one past the end.
conditions::Formula ConditionProver::withoutEnds(conditions::Analysis& analysis) {
  using program::StmtKind;
  bool follows = false;
  const auto look = [&](program::ExprRef pointer) { follows |= pointer->kind != program::ExprKind::PointerAdd; };
  for (const program::Procedure* reached : reachableFrom(vocabulary_.program(), *spec_.procedure))
    program::forEachStmt(reached->body, [&](const program::Stmt& stmt) {
      if (stmt.kind == StmtKind::LoadSlot) look(program::as<program::LoadSlotStmt>(stmt).pointer);
      if (stmt.kind == StmtKind::StoreSlot) look(program::as<program::StoreSlotStmt>(stmt).pointer);
    });
  Terms& terms = analysis.terms();
  std::vector<conditions::Formula> parts;
  for (const program::Local* parameter : spec_.procedure->parameters) {
    if (!follows || !parameter->type->isSlotPointer()) continue;
    const Term pointer = analysis.entry().parameter(parameter);
    const Term extent = terms.apply(analysis.entry().extent(), {pointer});
    parts.push_back(terms.disjoin(terms.equal(pointer, terms.constant(0)), terms.lessEqual(terms.constant(1), extent)));
  }
  return terms.conjoin(std::move(parts));
}

ConditionProver::Answer ConditionProver::answer() {
  conditions::Analysis analysis(vocabulary_.program(), limits());
  const conditions::Summary& summary = analysis.of(*spec_.procedure);
  Terms& terms = analysis.terms();
  const conditions::Formula never = terms.conjoin(
      conditions::weakestPrecondition(analysis, summary, [](const auto&) { return true; }), withoutEnds(analysis));
  prove::Proof proof{.method = prove::Proof::kConditions, .invariants = {}};
  if (never == terms.yes()) return proof;
  if (never == terms.no()) return "every input may fail, as far as is known";
  if (!isSayable(never)) return "the inputs that fail cannot be said";
  Requirements requirements(terms, analysis.entry(), *spec_.procedure, vocabulary_, never);
  std::vector<conditions::Formula> required = requirements.facts();
  for (const specs::Requirement& one : spec_.requirements) required.push_back(requirements.implied(one.formula()));
  const std::string words = inLanguage(conditions::inWords(never));
  analysis.decider().allow(limits().resources);
  if (!analysis.decider().implies(terms.conjoin(std::move(required)), never)) return "it is not required that " + words;
  proof.invariants.push_back({spec_.procedure->range, words});
  return proof;
}

std::variant<prove::Proof, std::string> ConditionProver::withoutErrors() {
  if (!answer_) answer_ = answer();
  return *answer_;
}

}  // namespace weir::tools
