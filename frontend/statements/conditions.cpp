// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions, short circuits and the conditional operator. The right side of && and || runs only where C++ runs it.
#include "frontend/body_lowering.h"

namespace weir::frontend {

using program::ExprKind;

ExprRef BodyLowering::condition(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr);
      operation != nullptr && operation->isLogicalOp())
    return shortCircuit(operation);
  if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expr);
      operation != nullptr && operation->getOpcode() == clang::UO_LNot)
    return negate(condition(operation->getSubExpr()));
  if (const auto* casted = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
      casted != nullptr && casted->getCastKind() == clang::CK_IntegralToBoolean)
    return condition(casted->getSubExpr());
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(expr))
    return fullExpression(expr, [&] { return condition(full->getSubExpr()); });
  return truth(rvalue(expr));
}

bool BodyLowering::neverFails(ExprRef expr) const {
  switch (expr->kind) {
    case ExprKind::Constant:
    case ExprKind::Null:
    case ExprKind::FunctionRef:
    case ExprKind::Globals: return true;
    case ExprKind::LocalRef: return initialised_.count(expr->local) != 0;
    case ExprKind::Cast:
    case ExprKind::PointerCast: return neverFails(expr->operands[0]);
    case ExprKind::Unary: return expr->op != Op::Negate && neverFails(expr->operands[0]);
    case ExprKind::Binary:
      switch (expr->op) {
        case Op::Add:
        case Op::Subtract:
        case Op::Multiply:
        case Op::Divide:
        case Op::Remainder:
        case Op::ShiftLeft:
        case Op::ShiftRight: return false;
        default: return neverFails(expr->operands[0]) && neverFails(expr->operands[1]);
      }
    default: return false;
  }
}

ExprRef BodyLowering::shortCircuit(const clang::BinaryOperator* expr) {
  const bool is_and = expr->getOpcode() == clang::BO_LAnd;
  const ExprRef left = condition(expr->getLHS());
  Body right_body;
  ExprRef right = nullptr;
  inside(right_body, [&] { right = condition(expr->getRHS()); });
  if (right_body.empty() && neverFails(right))
    return binary(is_and ? Op::LogicalAnd : Op::LogicalOr, program_.boolType(), left, right);

  const Local* result = temporary(program_.boolType(), "%c");
  assign(result, left);
  auto& branch = emit<program::IfStmt>();
  branch.condition = is_and ? ref(result) : negate(ref(result));
  branch.then_body = std::move(right_body);
  inside(branch.then_body, [&] { assign(result, right); });
  return ref(result);
}

std::optional<const clang::Expr*> BodyLowering::failedAssertion(const clang::Stmt* stmt) const {
  // The branch of an assert macro that reports: a call of one of these, and nothing else.
  static const std::set<llvm::StringRef> kReporters = {"__assert_fail", "__assert_perror_fail", "__assert_rtn",
                                                       "__assert",      "__assert13",           "_assert"};
  if (stmt == nullptr) return std::nullopt;
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(stmt)) {
    expr = expr->IgnoreParenCasts();
    if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(expr)) expr = full->getSubExpr()->IgnoreParenCasts();
    const auto* called = llvm::dyn_cast<clang::CallExpr>(expr);
    const clang::FunctionDecl* callee = called != nullptr ? called->getDirectCallee() : nullptr;
    if (callee != nullptr && callee->getIdentifier() != nullptr && kReporters.count(callee->getName()) != 0)
      return expr;
    return std::nullopt;
  }
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt); block != nullptr && block->size() == 1)
    return failedAssertion(block->body_front());
  return std::nullopt;
}

ExprRef BodyLowering::conditional(const clang::AbstractConditionalOperator* expr) {
  const clang::Expr* if_true = expr->getTrueExpr();
  const clang::Expr* if_false = expr->getFalseExpr();
  ExprRef decided = nullptr;
  if (const auto* elvis = llvm::dyn_cast<clang::BinaryConditionalOperator>(expr)) {
    // a ?: b evaluates a once.
    const clang::OpaqueValueExpr* common = elvis->getOpaqueValue();
    if (common->isGLValue()) {
      opaque_places_[common] = lvalue(elvis->getCommon());
    } else {
      opaque_scalars_[common] = saved(rvalue(elvis->getCommon()));
    }
    decided = condition(elvis->getCond());
  } else {
    decided = condition(expr->getCond());
  }

  const bool is_void = expr->getType()->isVoidType();
  if (is_void && failedAssertion(if_false)) {
    auto& stmt = emit<program::AssertStmt>();
    stmt.condition = decided;
    effect(if_true);
    return nullptr;
  }
  if (is_void || (expr->isPRValue() && expr->getType()->isRecordType())) {
    const ExprRef unused = nullptr;
    auto& branch = emit<program::IfStmt>();
    branch.condition = decided;
    inside(branch.then_body, [&] { effect(if_true); });
    inside(branch.else_body, [&] { effect(if_false); });
    return unused;
  }
  const bool is_place = expr->isGLValue();
  TypeRef type = unit_.type(expr->getType());
  if (is_place)
    type = program_.pointerTo(expr->getType()->isArrayType() ? unit_.type(unit_.flatElement(expr->getType())) : type);
  if (!type->isScalar()) {
    unsupported(type->reason);
    return placeholder(type);
  }
  const Local* result = temporary(type);
  const auto choose = [&](const clang::Expr* chosen) {
    if (llvm::isa<clang::CXXThrowExpr>(chosen->IgnoreParens())) return effect(chosen);
    assign(result, is_place ? address(lvalue(chosen)) : rvalue(chosen));
  };
  auto& branch = emit<program::IfStmt>();
  branch.condition = decided;
  inside(branch.then_body, [&] { choose(if_true); });
  inside(branch.else_body, [&] { choose(if_false); });
  return ref(result);
}

}  // namespace weir::frontend
