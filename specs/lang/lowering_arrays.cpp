// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of arrays of arrays. The program has the elements of `int m[3][4]` in one row, so that
//
//   x.m[i][j]      is the element i * 4 + j, and nothing where j is not one of 0 … 3
#include "specs/lang/lowering.h"

namespace weir::specs {

namespace {

/// The field whose elements an expression is: `m` of `x.m`. Null where there is none, or more than one.
const program::Field* fieldReadBy(logic::Expr expr, const program::Vocabulary& vocabulary) {
  switch (expr->kind) {
    case logic::ExprKind::Relation: {
      const program::Vocabulary::Meaning* meaning = vocabulary.meaningOf(expr->relation);
      return meaning == nullptr ? nullptr : meaning->field;
    }
    case logic::ExprKind::Join:
    case logic::ExprKind::DomainRestrict: return fieldReadBy(expr->operands[1], vocabulary);
    default: return nullptr;
  }
}

}  // namespace

/// `x.m[i][j]` where it is an element of an array of arrays: one index for each of them. Nothing for any other box.
std::optional<Value> Lowering::nestedElement(const Expr& expr) {
  std::vector<const Expr*> indices;
  const Expr* head = &expr;
  const auto isApplied = [&](const Expr& box) {
    return functionOf(box) != nullptr ||
           (box.children[0]->kind == ExprKind::Name && isBuiltinFunction(box.children[0]->name) &&
            !isVariableApplied(*box.children[0]));
  };
  while (head->kind == ExprKind::Box && !isApplied(*head)) {
    for (std::size_t i = head->children.size(); i > 1; --i)
      indices.insert(indices.begin(), head->children[i - 1].get());
    head = head->children[0].get();
  }
  if (indices.size() < 2) return std::nullopt;
  const Value array = set(*head);
  if (array.isError()) return error();
  const program::Field* field = fieldReadBy(array.expr, shared_.vocabulary);
  if (field == nullptr || field->inner_extents.size() + 1 != indices.size()) return std::nullopt;

  // i * 4 + j, over one value of each index; of single numbers it is a single number.
  bool single = true;
  std::vector<logic::Decl> decls;
  logic::Expr position = context().integer(0);
  std::vector<logic::Formula> inside;
  std::vector<Value> given;
  for (const Expr* index : indices) {
    given.push_back(set(*index));
    if (given.back().isError() || !requireBounded(given.back(), *index)) return error();
    if (!given.back().type.isNumber()) return std::nullopt;
    single = single && isSingleNumber(given.back());
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    logic::Expr value = given[i].expr;
    if (single) {
      inside.push_back(context().some(value));
    } else {
      const logic::Variable one = context().addVariable("i", true);
      decls.push_back({one, value});
      value = context().variable(one);
    }
    if (i == 0) {
      position = value;
      continue;
    }
    const logic::Expr extent = context().integer(field->inner_extents[i - 1]);
    inside.push_back(context().subset(value, context().range(context().integer(0), extent)));
    position = context().plus(context().times(position, extent), value);
  }
  if (single) {
    const logic::Expr nowhere = context().none(1, 1);
    return joinValues({context().ifElse(context().conjoin(inside), position, nowhere), Type::integer()}, array, expr);
  }
  const logic::Variable which = context().addVariable("position", true);
  inside.push_back(context().equal(context().variable(which), position));
  const logic::Expr all = context().range(context().integer(0), context().integer(field->type->extent.value_or(0)));
  const logic::Expr positions =
      context().comprehension({{which, all}}, context().exists(std::move(decls), context().conjoin(inside)));
  return joinValues({positions, Type::integer(), true}, array, expr);
}

}  // namespace weir::specs
