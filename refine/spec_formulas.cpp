// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/spec_formulas.h"

#include <functional>
#include <map>
#include <unordered_set>

#include "ir/logic/substitute.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::ExprKind;
using logic::Formula;

namespace {

/// Visits every expression below a formula once, with whether it is the right side of a join.
class Walk {
 public:
  explicit Walk(std::function<void(Expr, bool)> visit) : visit_(std::move(visit)) {}

  void formula(Formula formula_node) {
    if (!seen_formulas_.insert(formula_node).second) return;
    for (const Expr operand : formula_node->exprs) expr(operand, false);
    for (const Formula operand : formula_node->operands) formula(operand);
    for (const logic::Decl& decl : formula_node->decls) expr(decl.domain, false);
  }

  void expr(Expr node, bool right_of_join) {
    visit_(node, right_of_join);
    if (!seen_exprs_.insert(node).second) return;
    for (std::size_t i = 0; i < node->operands.size(); ++i) {
      // A pointer's row is asked for: what points somewhere points to something live.
      const bool is_row = node->kind == ExprKind::Join && i == 1 && node->operands[0]->arity == 1 &&
                          node->operands[0]->kind != ExprKind::Univ && node->operands[0]->kind != ExprKind::Atoms;
      expr(node->operands[i], is_row);
    }
    for (const logic::Decl& decl : node->decls) expr(decl.domain, false);
    if (node->formula != nullptr) formula(node->formula);
  }

 private:
  std::function<void(Expr, bool)> visit_;
  std::unordered_set<Formula> seen_formulas_;
  std::unordered_set<Expr> seen_exprs_;
};

}  // namespace

/// Is an object of this class one of the other, or has it such parts? Whether the code mentions them does not matter.
static bool holds(const ClassDecl* allocated, const ClassDecl* class_decl) {
  if (allocated->derivesFrom(class_decl)) return true;
  for (const Field* field : allFields(allocated))
    if (field->holdsParts() && holds(field->elementType()->class_decl, class_decl)) return true;
  return false;
}

bool UnchangedState::isUnchanged(const Field* field) const {
  if (code_.frees || code_.written.contains(field)) return false;
  // A field that only the specification mentions may still be what a pointer points to.
  if (code_.mayPoint(code_.stored_types, field->elementType())) return false;
  for (const ClassDecl* allocated : code_.allocated)
    if (holds(allocated, field->owner)) return false;
  return true;
}

bool UnchangedState::isUnchanged(const ClassDecl* class_decl) const {
  if (code_.frees) return false;
  for (const ClassDecl* allocated : code_.allocated)
    if (holds(allocated, class_decl)) return false;
  return true;
}

Formula UnchangedState::apply(Formula formula) const {
  logic::Substitution substitution(vocabulary_.context());
  using Kind = Vocabulary::Meaning::Kind;
  for (const logic::Relation relation : relationsIn(formula)) {
    const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(relation);
    if (meaning == nullptr || meaning->state != State::Post) continue;
    if (meaning->kind == Kind::Field && isUnchanged(meaning->field))
      substitution.replace(relation, vocabulary_.context().relation(vocabulary_.field(meaning->field, State::Pre)));
    if (meaning->kind == Kind::Live && isUnchanged(meaning->class_decl))
      substitution.replace(relation, vocabulary_.context().relation(vocabulary_.live(meaning->class_decl, State::Pre)));
    if (meaning->kind == Kind::Extent && isUnchanged(meaning->class_decl))
      substitution.replace(relation,
                           vocabulary_.context().relation(vocabulary_.extent(meaning->class_decl, State::Pre)));
  }
  return substitution.apply(formula);
}

namespace {

/// Whether every object in the value of an expression was live at entry, so that its row before the call exists.
class EntryObjects {
 public:
  EntryObjects(std::span<const Formula> formulas, const Vocabulary& vocabulary) : vocabulary_(vocabulary) {
    Walk walk([&](Expr expr, bool) {
      for (const logic::Decl& decl : expr->decls) domains_[decl.variable] = decl.domain;
    });
    for (const Formula formula : formulas) {
      walk.formula(formula);
      collect(formula);
    }
  }

  bool contain(Expr expr) {
    const auto [known, is_new] = known_.try_emplace(expr, false);
    if (!is_new) return known->second;
    const bool answer = decide(expr);
    known_[expr] = answer;
    return answer;
  }

 private:
  void collect(Formula formula) {
    if (!seen_.insert(formula).second) return;
    for (const logic::Decl& decl : formula->decls) domains_[decl.variable] = decl.domain;
    for (const Formula operand : formula->operands) collect(operand);
  }

  bool decide(Expr expr) {
    switch (expr->kind) {
      case ExprKind::Relation: {
        const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(expr->relation);
        using Kind = Vocabulary::Meaning::Kind;
        return meaning != nullptr && meaning->state == State::Pre && meaning->kind != Kind::Result &&
               meaning->kind != Kind::Thrown && meaning->kind != Kind::Automatic;
      }
      case ExprKind::Variable: {
        const auto domain = domains_.find(expr->variable);
        return domain != domains_.end() && contain(domain->second);
      }
      case ExprKind::Univ:
      case ExprKind::Iden:
      case ExprKind::Atoms:
      case ExprKind::Atom:
      case ExprKind::Comprehension: return false;
      case ExprKind::Intersection: return contain(expr->operands[0]) || contain(expr->operands[1]);
      case ExprKind::Difference: return contain(expr->operands[0]);
      default:
        for (const Expr operand : expr->operands)
          if (!contain(operand)) return false;
        return true;
    }
  }

  const Vocabulary& vocabulary_;
  std::map<logic::Variable, Expr> domains_;
  std::unordered_set<Formula> seen_;
  std::map<Expr, bool> known_;
};

}  // namespace

std::set<const Field*> fieldsUsedWhole(std::span<const Formula> formulas, const Vocabulary& vocabulary) {
  std::set<const Field*> fields;
  EntryObjects at_entry(formulas, vocabulary);
  const auto integerField = [&](Expr expr) -> const Vocabulary::Meaning* {
    if (expr->kind != ExprKind::Relation) return nullptr;
    const Vocabulary::Meaning* meaning = vocabulary.meaningOf(expr->relation);
    const bool is_one = meaning != nullptr && meaning->kind == Vocabulary::Meaning::Kind::Field &&
                        meaning->field->elementType()->isInteger();
    return is_one ? meaning : nullptr;
  };
  Walk walk([&](Expr expr, bool right_of_join) {
    if (const auto* meaning = integerField(expr); meaning != nullptr && !right_of_join) fields.insert(meaning->field);
    // `return.value` reads the row before the call of an object that need not have been there.
    if (expr->kind != ExprKind::Join || at_entry.contain(expr->operands[0])) return;
    if (const auto* meaning = integerField(expr->operands[1]); meaning != nullptr && meaning->state == State::Pre)
      fields.insert(meaning->field);
  });
  for (const Formula formula : formulas) walk.formula(formula);
  return fields;
}

std::set<logic::Relation, ById> relationsIn(Formula formula) {
  std::set<logic::Relation, ById> relations;
  Walk walk([&](Expr expr, bool) {
    if (expr->kind == ExprKind::Relation) relations.insert(expr->relation);
  });
  walk.formula(formula);
  return relations;
}

/// The field of which this formula says that it has the same value after the call.
static const Field* fieldKeptBy(Formula formula, const Vocabulary& vocabulary) {
  const Field* kept = nullptr;
  for (const logic::Relation relation : relationsIn(formula)) {
    const Vocabulary::Meaning* meaning = vocabulary.meaningOf(relation);
    if (meaning == nullptr || meaning->kind != Vocabulary::Meaning::Kind::Field || meaning->state != State::Post)
      continue;
    INVARIANT(kept == nullptr, "a part of a frame should be about one field");
    kept = meaning->field;
  }
  return kept;
}

std::vector<FieldFrame> framesOf(const specs::Property& property, Vocabulary& vocabulary) {
  std::vector<FieldFrame> frames;
  if (property.kind != specs::Property::Kind::Modifies) return frames;
  logic::Context& context = vocabulary.context();
  for (const specs::Part& part : property.part.parts) {
    const Field* field = fieldKeptBy(part.formula, vocabulary);
    INVARIANT(field != nullptr && part.decls.size() == 1, "a part of a frame should be about the objects of one field");
    const Expr object = context.variable(part.decls.front().variable);
    const Formula lives = context.subset(object, vocabulary.liveObjects(field->owner, State::Post));
    frames.push_back({field, part.formula, context.forAll(part.decls, lives)});
  }
  return frames;
}

Formula formulaWithin(const specs::Property& property, Vocabulary& vocabulary, const Footprint& footprint) {
  const std::vector<FieldFrame> frames = framesOf(property, vocabulary);
  if (frames.empty()) return property.formula();
  std::vector<Formula> kept;
  for (const FieldFrame& frame : frames)
    if (const Formula formula = frameWithin(frame, footprint, vocabulary.program())) kept.push_back(formula);
  return vocabulary.context().conjoin(kept);
}

}  // namespace weir::refine
