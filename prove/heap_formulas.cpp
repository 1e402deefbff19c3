// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_formulas.h"

#include <algorithm>
#include <cctype>

namespace weir::prove {

using logic::Expr;
using logic::ExprKind;
using logic::Formula;
using logic::FormulaKind;
using program::ClassDecl;
using program::Vocabulary;
using Meaning = Vocabulary::Meaning;

bool isPlainPointer(const Field& field) {
  return field.type->isObjectPointer() && !field.is_shadowed && field.union_state == nullptr;
}

Expr withoutTranspose(Expr relation, bool& backwards) {
  while (relation->kind == ExprKind::Transpose) {
    backwards = !backwards;
    relation = relation->operands[0];
  }
  return relation;
}

const Field* linkOf(Expr relation, const Vocabulary& vocabulary) {
  if (relation->kind != ExprKind::Relation) return nullptr;
  const Meaning* meaning = vocabulary.meaningOf(relation->relation);
  if (meaning == nullptr || meaning->kind != Meaning::Kind::Field) return nullptr;
  const Field* field = meaning->field;
  const bool is_link = isPlainPointer(*field) && field->type->pointee->class_decl == field->owner;
  return is_link ? field : nullptr;
}

bool isFollowedNumber(const Field& field) {
  return field.type->kind == program::TypeKind::Int && !field.type->is_float && !field.is_bit_field &&
         !field.is_volatile && !field.is_shadowed && field.union_state == nullptr && !field.owner->is_box &&
         !field.owner->is_globals;
}

namespace {

template <typename Visit>
void forEachExpr(Expr expr, const Visit& visit);

template <typename Visit>
void forEachExpr(Formula formula, const Visit& visit) {
  for (const Expr expr : formula->exprs) forEachExpr(expr, visit);
  for (const logic::Decl& decl : formula->decls) forEachExpr(decl.domain, visit);
  for (const Formula operand : formula->operands) forEachExpr(operand, visit);
}

template <typename Visit>
void forEachExpr(Expr expr, const Visit& visit) {
  visit(expr);
  for (const Expr operand : expr->operands) forEachExpr(operand, visit);
  for (const logic::Decl& decl : expr->decls) forEachExpr(decl.domain, visit);
  if (expr->formula != nullptr) forEachExpr(expr->formula, visit);
}

}  // namespace

void addClosures(Formula formula, const program::Vocabulary& vocabulary, std::set<const Field*>& closures) {
  forEachExpr(formula, [&](Expr expr) {
    if (expr->kind == ExprKind::Relation) {
      const Meaning* meaning = vocabulary.meaningOf(expr->relation);
      if (meaning != nullptr && meaning->kind == Meaning::Kind::Field && isFollowedNumber(*meaning->field))
        closures.insert(meaning->field);
      return;
    }
    if (expr->kind != ExprKind::Closure && expr->kind != ExprKind::ReflexiveClosure) return;
    bool backwards = false;
    if (const Field* field = linkOf(withoutTranspose(expr->operands[0], backwards), vocabulary)) closures.insert(field);
  });
}

bool counts(Formula formula) {
  bool found = false;
  forEachExpr(formula, [&](Expr expr) { found |= expr->kind == ExprKind::Count; });
  return found;
}

std::string asWritten(const std::string& text) {
  std::string written;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '#' && i > 0 && std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0)
      while (i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0) ++i;
    else
      written += text[i];
  }
  return written;
}

std::vector<Formula> goalsOf(Formula formula, logic::Context& context) {
  std::vector<Formula> goals;
  const auto add = [&](Formula part, const auto& around) {
    for (const Formula goal : goalsOf(part, context)) goals.push_back(around(goal));
  };
  const auto itself = [](Formula goal) { return goal; };
  switch (formula->kind) {
    case FormulaKind::And:
      for (const Formula operand : formula->operands) add(operand, itself);
      return goals;
    case FormulaKind::ForAll:
      add(formula->operands[0], [&](Formula goal) { return context.forAll(formula->decls, goal); });
      return goals;
    case FormulaKind::Implies:
      add(formula->operands[1], [&](Formula goal) { return context.implies(formula->operands[0], goal); });
      return goals;
    case FormulaKind::Iff:
      for (const std::size_t i : {0, 1})
        add(formula->operands[1 - i], [&](Formula goal) { return context.implies(formula->operands[i], goal); });
      return goals;
    case FormulaKind::Equal:
      // Sets of which it is known that each is at most one object are compared as they are.
      if (formula->exprs[0]->arity == 1 && !formula->exprs[0]->isInteger() && !formula->exprs[1]->isInteger() &&
          !(formula->exprs[0]->functional && formula->exprs[1]->functional))
        return {context.subset(formula->exprs[0], formula->exprs[1]),
                context.subset(formula->exprs[1], formula->exprs[0])};
      return {formula};
    default: return {formula};
  }
}

namespace {

const ClassDecl* classOfSort(logic::Sort sort, Vocabulary& vocabulary) {
  for (const ClassDecl* one : vocabulary.program().classes())
    if (one->bases.empty() && vocabulary.program().dynamicClasses(one).size() == 1 && vocabulary.sortOf(one) == sort)
      return one;
  return nullptr;
}

}  // namespace

const ClassDecl* classOf(Expr set, Vocabulary& vocabulary, const ClassOfVariable& classOfVariable) {
  const auto of = [&](Expr one) { return classOf(one, vocabulary, classOfVariable); };
  switch (set->kind) {
    case ExprKind::Relation: return classOfSort(set->relation->columns.back(), vocabulary);
    case ExprKind::Variable: return classOfVariable(set->variable);
    case ExprKind::Atoms: return classOfSort(set->sort, vocabulary);
    case ExprKind::Union: {
      const ClassDecl* found = nullptr;
      for (const Expr operand : set->operands) {
        if (operand->kind == ExprKind::None) continue;
        const ClassDecl* one = of(operand);
        if (one == nullptr || (found != nullptr && found != one)) return nullptr;
        found = one;
      }
      return found;
    }
    case ExprKind::Intersection:
    case ExprKind::Difference:
    case ExprKind::Closure:
    case ExprKind::ReflexiveClosure:
    case ExprKind::RangeRestrict: return of(set->operands[0]);
    case ExprKind::DomainRestrict:
    case ExprKind::Product: return of(set->operands.back());
    case ExprKind::Comprehension: return set->decls.size() == 1 ? of(set->decls[0].domain) : nullptr;
    case ExprKind::Join: {
      bool backwards = false;
      const Expr last = withoutTranspose(set->operands[1], backwards);
      if (set->operands[1]->arity == 2) {
        if (!backwards) return of(last);
        return last->kind == ExprKind::Relation ? classOfSort(last->relation->columns.front(), vocabulary) : nullptr;
      }
      const Expr first = withoutTranspose(set->operands[0], backwards);
      if (backwards) return of(first);
      return first->kind == ExprKind::Relation ? classOfSort(first->relation->columns.front(), vocabulary) : nullptr;
    }
    default: return nullptr;
  }
}

bool isSameNow(Expr a, Expr b, const Vocabulary& vocabulary, const std::function<bool(const Field*)>& is_touched) {
  if (a == b) return true;
  if (a->kind != b->kind || a->operands.size() != b->operands.size() || a->formula != b->formula ||
      a->decls != b->decls || a->variable != b->variable || a->integer != b->integer || a->sort != b->sort ||
      a->atom != b->atom || a->width != b->width || a->is_signed != b->is_signed)
    return false;
  if (a->kind == ExprKind::Relation) {
    const Meaning *one = vocabulary.meaningOf(a->relation), *two = vocabulary.meaningOf(b->relation);
    if (one == nullptr || two == nullptr || one->kind != two->kind) return false;
    return one->kind == Meaning::Kind::Field && one->field == two->field && !is_touched(one->field);
  }
  for (std::size_t i = 0; i < a->operands.size(); ++i)
    if (!isSameNow(a->operands[i], b->operands[i], vocabulary, is_touched)) return false;
  return true;
}

}  // namespace weir::prove
