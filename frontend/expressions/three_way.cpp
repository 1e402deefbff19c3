// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a <=> b of numbers and pointers: an object of the library's ordering class, whose one member holds the order.
#include <clang/AST/ComparisonCategories.h>

#include "frontend/body_lowering.h"

namespace weir::frontend {

void BodyLowering::threeWay(const clang::BinaryOperator* expr, ExprRef object) {
  using Result = clang::ComparisonCategoryResult;
  const clang::ComparisonCategoryInfo* category = context_.CompCategories.lookupInfoForType(expr->getType());
  const clang::RecordDecl* record = expr->getType()->getAsRecordDecl();
  const clang::FieldDecl* decl = record->field_empty() ? nullptr : *record->field_begin();
  const Field* field = decl == nullptr ? nullptr : unit_.fieldOf(decl);
  const auto [left, right] = operands(expr->getLHS(), expr->getRHS());
  const bool comparable = left->type->isScalar() && right->type->isScalar() &&
                          unit_.type(expr->getLHS()->getType())->isScalar() &&
                          unit_.type(expr->getRHS()->getType())->isScalar();
  if (category == nullptr || field == nullptr || !field->type->isInteger() || !comparable ||
      left->type->is_float)  // a number may be neither less, equal nor greater
    return unsupported("a three-way comparison of this type");
  const ExprRef a = saved(left);
  const ExprRef b = saved(right);
  const auto give = [&](Result result) {
    storeField(object, field, constant(field->type, category->getValueInfo(result)->getIntValue().getExtValue()));
  };
  const TypeRef truth = program_.boolType();
  auto& same = emit<program::IfStmt>();
  same.condition = binary(Op::Equal, truth, a, convert(b, a->type));
  inside(same.then_body, [&] { give(category->isStrong() ? Result::Equal : Result::Equivalent); });
  inside(same.else_body, [&] {
    auto& less = emit<program::IfStmt>();
    less.condition = a->type->isPointer()
                         ? program_.add({.kind = program::ExprKind::PointerLess, .type = truth, .operands = {a, b}})
                         : binary(Op::Less, truth, a, b);
    inside(less.then_body, [&] { give(Result::Less); });
    inside(less.else_body, [&] { give(Result::Greater); });
  });
}

}  // namespace weir::frontend
