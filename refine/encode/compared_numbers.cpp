// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/compared_numbers.h"

#include <algorithm>

#include "ir/program/model_text.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::BoundCell;
using logic::Expr;
using logic::ExprKind;
using logic::Formula;
using logic::FormulaKind;
using logic::Integer;
using Meaning = Vocabulary::Meaning;

namespace {

Integer leastOf(int width, bool is_signed) { return is_signed ? -(Integer{1} << (width - 1)) : 0; }
Integer greatestOf(int width, bool is_signed) { return (Integer{1} << (is_signed ? width - 1 : width)) - 1; }

TypeRef numberType(const Meaning& meaning) {
  return meaning.kind == Meaning::Kind::Field ? meaning.field->elementType() : meaning.local->type;
}

}  // namespace

int ComparedNumbers::newGroup() {
  groups_.push_back({.parent = static_cast<int>(groups_.size())});
  return groups_.back().parent;
}

int ComparedNumbers::openGroup() {
  const int group = newGroup();
  groups_[group].is_open = true;
  return group;
}

int ComparedNumbers::rootOf(int group) {
  while (groups_[group].parent != group) group = groups_[group].parent = groups_[groups_[group].parent].parent;
  return group;
}

int ComparedNumbers::meet(int a, int b) {
  if (a == kAtoms || b == kAtoms) return std::max(a, b);
  a = rootOf(a);
  b = rootOf(b);
  if (a == b) return a;
  Group& into = groups_[a];
  const Group& other = groups_[b];
  into.is_open = into.is_open || other.is_open;
  into.least = std::min(into.least, other.least);
  into.greatest = std::max(into.greatest, other.greatest);
  if (other.is_converted) {
    into.least_kept = into.is_converted ? std::max(into.least_kept, other.least_kept) : other.least_kept;
    into.greatest_kept = into.is_converted ? std::min(into.greatest_kept, other.greatest_kept) : other.greatest_kept;
    into.is_converted = true;
  }
  into.numbers += other.numbers;
  groups_[b].parent = a;
  return a;
}

void ComparedNumbers::meet(const Columns& a, const Columns& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) meet(a[i], b[i]);
}

void ComparedNumbers::open(const Columns& columns) {
  for (const int group : columns)
    if (group != kAtoms) groups_[rootOf(group)].is_open = true;
}

int ComparedNumbers::ofVariable(logic::Variable variable) {
  if (!variable->is_integer) return kAtoms;
  const auto [at, is_new] = variables_.try_emplace(variable, kAtoms);
  if (is_new) at->second = newGroup();
  return at->second;
}

void ComparedNumbers::bind(const std::vector<logic::Decl>& decls) {
  for (const logic::Decl& decl : decls) meet({ofVariable(decl.variable)}, Columns(columnsOf(decl.domain)));
}

void ComparedNumbers::define(logic::Relation relation, Expr expr) {
  defined_.insert(relation);
  meet(Columns(columnsOf(model_.vocabulary().context().relation(relation))), Columns(columnsOf(expr)));
}

void ComparedNumbers::add(Formula formula) {
  if (!seen_.insert(formula).second) return;
  bind(formula->decls);
  for (const Formula operand : formula->operands) add(operand);
  for (const Expr expr : formula->exprs) columnsOf(expr);
  switch (formula->kind) {
    case FormulaKind::Less:
    case FormulaKind::LessEqual:
      // A set stands for the sum of its elements.
      for (const Expr expr : formula->exprs)
        if (!expr->functional) open(Columns(columnsOf(expr)));
      [[fallthrough]];
    case FormulaKind::Subset:
    case FormulaKind::Equal: meet(Columns(columnsOf(formula->exprs[0])), Columns(columnsOf(formula->exprs[1]))); return;
    default: return;
  }
}

const ComparedNumbers::Columns& ComparedNumbers::columnsOf(Expr expr) {
  // One constant may be met in many groups: it is none of their members.
  const bool is_shared = expr->kind != ExprKind::Constant && expr->kind != ExprKind::None;
  if (const auto known = columns_.find(expr); is_shared && known != columns_.end()) return known->second;
  Columns columns = compute(expr);
  INVARIANT(columns.size() == static_cast<std::size_t>(expr->arity), "every column should be looked at");
  return columns_[expr] = std::move(columns);
}

ComparedNumbers::Columns ComparedNumbers::compute(Expr expr) {
  bind(expr->decls);
  if (expr->formula != nullptr) add(expr->formula);
  std::vector<Columns> operands;
  for (const Expr operand : expr->operands) operands.push_back(columnsOf(operand));
  const auto from = [](const Columns& columns, std::size_t first) {
    return Columns(columns.begin() + static_cast<std::ptrdiff_t>(std::min(first, columns.size())), columns.end());
  };
  const auto joined = [](Columns a, const Columns& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  switch (expr->kind) {
    case ExprKind::Relation: return ofRelation(expr->relation);
    case ExprKind::Variable: return {ofVariable(expr->variable)};
    case ExprKind::Univ:
    case ExprKind::Iden:
    case ExprKind::Atoms:
    case ExprKind::Atom: return Columns(static_cast<std::size_t>(expr->arity), kAtoms);
    case ExprKind::None:
    case ExprKind::Integers: {
      Columns columns;
      for (int i = 0; i < expr->arity; ++i)
        columns.push_back(((expr->int_columns >> i) & 1U) != 0 ? newGroup() : kAtoms);
      return columns;
    }
    case ExprKind::Constant: {
      const int group = newGroup();
      groups_[group].least = std::min<Integer>(0, expr->integer);
      groups_[group].greatest = std::max<Integer>(0, expr->integer);
      return {group};
    }
    case ExprKind::Union:
    case ExprKind::Intersection:
    case ExprKind::Difference:
    case ExprKind::Override:
    case ExprKind::IfElse:
      for (std::size_t i = 1; i < operands.size(); ++i) {
        meet(operands[0], operands[i]);
        // Where one side has no number in a column, as an empty set may, the other's counts.
        for (std::size_t c = 0; c < operands[0].size(); ++c) operands[0][c] = std::max(operands[0][c], operands[i][c]);
      }
      return operands[0];
    case ExprKind::Product: return joined(operands[0], operands[1]);
    case ExprKind::Join: {
      meet(operands[0].back(), operands[1].front());
      return joined(Columns(operands[0].begin(), operands[0].end() - 1), from(operands[1], 1));
    }
    case ExprKind::Update: meet(operands[0], joined(operands[1], operands[2])); return operands[0];
    case ExprKind::DomainRestrict: meet(operands[0], operands[1]); return operands[1];
    case ExprKind::RangeRestrict:
      meet(from(operands[0], operands[0].size() - operands[1].size()), operands[1]);
      return operands[0];
    case ExprKind::Transpose: return {operands[0][1], operands[0][0]};
    case ExprKind::Closure:
    case ExprKind::ReflexiveClosure: open(operands[0]); return operands[0];
    case ExprKind::Comprehension: {
      Columns columns;
      for (const logic::Decl& decl : expr->decls) columns.push_back(ofVariable(decl.variable));
      return columns;
    }
    case ExprKind::Wrap: return {ofConversion(expr)};
    case ExprKind::Count: return {openGroup()};
    default:
      for (const Columns& columns : operands) open(columns);
      return {openGroup()};
  }
}

/// A conversion between types that keeps every value is a copy.
int ComparedNumbers::ofConversion(Expr expr) {
  const Columns operand = columnsOf(expr->operands[0]);
  const int group = newGroup();
  groups_[group].is_converted = true;
  groups_[group].least_kept = leastOf(expr->width, expr->is_signed);
  groups_[group].greatest_kept = greatestOf(expr->width, expr->is_signed);
  if (!expr->operands[0]->functional || expr->width > 64) open(operand);
  return meet(group, operand[0]);
}

ComparedNumbers::Columns ComparedNumbers::ofRelation(logic::Relation relation) {
  Columns columns;
  const logic::Sort integers = model_.vocabulary().context().intSort();
  for (const logic::Sort sort : relation->columns) columns.push_back(sort == integers ? newGroup() : kAtoms);
  // Numbers in other columns are indices.
  for (std::size_t i = 0; i + 1 < columns.size(); ++i)
    if (columns[i] != kAtoms) groups_[columns[i]].is_open = true;
  const int last = columns.back();
  if (last == kAtoms) return columns;
  const Meaning* meaning = model_.vocabulary().meaningOf(relation);
  const bool is_field = meaning != nullptr && meaning->kind == Meaning::Kind::Field && meaning->state == State::Pre;
  const bool is_parameter = meaning != nullptr && meaning->kind == Meaning::Kind::Parameter;
  if (const Field* field = model_.garbageField(relation)) {
    groups_[last].numbers = static_cast<int>(model_.anyGarbageOf(field).tuples.size());
    entry_.emplace_back(relation, last);
  } else if (is_parameter || (is_field && !model_.holdsConstants(meaning->field))) {
    groups_[last].numbers = is_parameter ? 1 : static_cast<int>(model_.anyValueOf(meaning->field).tuples.size());
    // The strings that counterexamples should have are within reach.
    if (is_field && isTextValue(*meaning->field)) groups_[last].greatest = plainText(kPlainTexts - 1);
    entry_.emplace_back(relation, last);
  } else if (!defined_.contains(relation)) {
    groups_[last].is_open = true;
  }
  return columns;
}

std::map<logic::Relation, BoundCell> ComparedNumbers::narrowed() {
  const auto typeOf = [&](logic::Relation relation) {
    const Field* garbage = model_.garbageField(relation);
    return garbage != nullptr ? garbage->elementType() : numberType(*model_.vocabulary().meaningOf(relation));
  };
  for (const auto& [relation, member] : entry_) {
    Group& group = groups_[rootOf(member)];
    const TypeRef type = typeOf(relation);
    const bool changes = group.is_converted && (leastOf(type->width, type->is_signed) < group.least_kept ||
                                                greatestOf(type->width, type->is_signed) > group.greatest_kept);
    if (changes) group.is_open = true;
  }
  std::map<logic::Relation, BoundCell> cells;
  for (const auto& [relation, member] : entry_) {
    const Group& group = groups_[rootOf(member)];
    const TypeRef type = typeOf(relation);
    const Meaning* meaning = model_.vocabulary().meaningOf(relation);
    const Field* field = meaning != nullptr ? meaning->field : model_.garbageField(relation);
    if (group.is_open || (field != nullptr && isModelLength(*field))) continue;
    int width = type->is_signed ? 2 : 1;
    while (width < type->width && ((type->is_signed && leastOf(width, true) > group.least - group.numbers) ||
                                   greatestOf(width, type->is_signed) < group.greatest + group.numbers))
      ++width;
    if (width < type->width) cells.emplace(relation, BoundCell::free(width, type->is_signed));
  }
  return cells;
}

}  // namespace weir::refine
