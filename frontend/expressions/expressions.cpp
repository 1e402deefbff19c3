// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars: the value of an expression, as an expression over locals; what has to happen first is emitted.
#include "frontend/body_lowering.h"
#include "ir/program/variadic_argument.h"
#include "support/invariant.h"

namespace weir::frontend {

namespace {

program::Integer integerOf(const llvm::APSInt& value) {
  if (value.isUnsigned() && value.getActiveBits() <= 64) return value.getZExtValue();
  if (value.getSignificantBits() <= 64) return value.getSExtValue();
  const llvm::APInt wide = value.isSigned() ? value.sext(128) : value.zextOrTrunc(128);
  return static_cast<program::Integer>((static_cast<unsigned __int128>(wide.getRawData()[1]) << 64) |
                                       wide.getRawData()[0]);
}

}  // namespace

const clang::Expr* BodyLowering::standsFor(const clang::Expr* expr) {
  if (const auto* full = llvm::dyn_cast<clang::ConstantExpr>(expr)) return full->getSubExpr();
  if (const auto* used = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expr)) return used->getExpr();
  if (const auto* replaced = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expr))
    return replaced->getReplacement();
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(expr)) return choice->getChosenSubExpr();
  if (const auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(expr)) return choice->getResultExpr();
  return nullptr;
}

/// What a place holds. Where the value is known without a load none is made.
ExprRef BodyLowering::valueOfPlace(const clang::Expr* expr, TypeRef type) {
  // Reading back what was just assigned is the value that was assigned.
  if (const auto* assigned = llvm::dyn_cast<clang::BinaryOperator>(expr);
      assigned != nullptr && assigned->isAssignmentOp())
    return binaryOperator(assigned);
  if (const auto* stepped = llvm::dyn_cast<clang::UnaryOperator>(expr);
      stepped != nullptr && stepped->isIncrementDecrementOp())
    return increment(stepped, nullptr);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expr); choice != nullptr && type->isScalar()) {
    // Only the value of the chosen place is wanted, so neither needs an address.
    const ExprRef decided = condition(choice->getCond());
    const Local* result = temporary(type);
    auto& branch = emit<program::IfStmt>();
    branch.condition = decided;
    inside(branch.then_body, [&] { assignFresh(result, rvalue(choice->getTrueExpr())); });
    inside(branch.else_body, [&] { assignFresh(result, rvalue(choice->getFalseExpr())); });
    return ref(result);
  }
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
    const bool is_constant = variable != nullptr && type->isInteger() && variable->hasGlobalStorage() &&
                             variable->getType().isConstQualified() && !variable->getType().isVolatileQualified();
    clang::Expr::EvalResult result;
    if (is_constant && expr->EvaluateAsRValue(result, context_) && result.Val.isInt())
      return constant(type, integerOf(result.Val.getInt()));
  }
  return load(lvalue(expr));
}

/// The value of a literal, an enumerator or a size; null: the expression is something else.
ExprRef BodyLowering::literal(const clang::Expr* expr, TypeRef type) {
  if (type->is_float)
    if (const auto known = floatConstant(expr)) return *known;
  if (const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(expr))
    return constant(type, integerOf(llvm::APSInt(number->getValue(), !type->is_signed)));
  if (const auto* character = llvm::dyn_cast<clang::CharacterLiteral>(expr))
    return constant(type, character->getValue());
  if (const auto* truth = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(expr)) return boolean(truth->getValue());
  if (llvm::isa<clang::CXXNullPtrLiteralExpr>(expr)) return null(type);
  if (llvm::isa<clang::GNUNullExpr>(expr) || llvm::isa<clang::ImplicitValueInitExpr>(expr) ||
      llvm::isa<clang::CXXScalarValueInitExpr>(expr))
    return zero(type);
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    if (const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(named->getDecl()))
      return constant(type, integerOf(enumerator->getInitVal()));
  }
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expr) || llvm::isa<clang::OffsetOfExpr>(expr) ||
      llvm::isa<clang::TypeTraitExpr>(expr) || llvm::isa<clang::CXXNoexceptExpr>(expr) ||
      llvm::isa<clang::SizeOfPackExpr>(expr) || llvm::isa<clang::ConceptSpecializationExpr>(expr) ||
      llvm::isa<clang::RequiresExpr>(expr)) {
    clang::Expr::EvalResult result;
    if (expr->EvaluateAsInt(result, context_)) return constant(type, integerOf(result.Val.getInt()));
    return anyValue(type, "a size that is not constant");
  }
  return nullptr;
}

ExprRef BodyLowering::thisPointer(TypeRef type) {
  if (default_init_object_ != nullptr) return convert(default_init_object_, type);
  if (captured_this_ != nullptr) {
    const Place captured = member(ref(this_), captured_this_);
    return captured.kind == Place::Kind::Object ? captured.pointer : load(captured);  // [*this] or [this]
  }
  INVARIANT(this_ != nullptr, "'this' should only be used in a member function");
  return convert(ref(this_), type);
}

/// ({ a; b; c }): the value is that of the last statement, read before the block's variables die.
ExprRef BodyLowering::statementExpression(const clang::StmtExpr* block, TypeRef type) {
  const clang::CompoundStmt* body = block->getSubStmt();
  const auto* last = body->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(body->body_back());
  if (last == nullptr || block->getType()->isVoidType()) {
    compound(body);
    return placeholder(type);
  }
  openScope();
  std::vector<const clang::Stmt*> before(body->body_begin(), body->body_end() - 1);
  sequence(before);
  const ExprRef value = saved(rvalue(last));
  closeScope();
  return value;
}

ExprRef BodyLowering::rvalue(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  const TypeRef type = unit_.type(expr->getType());
  if (expr->isGLValue()) return valueOfPlace(expr, type);
  if (type->kind == program::TypeKind::Unsupported) {
    unsupported(type->reason);
    return placeholder(type);
  }
  if (const ExprRef value = literal(expr, type)) return value;
  if (const clang::Expr* inner = standsFor(expr)) return rvalue(inner);
  if (const auto* casted = llvm::dyn_cast<clang::CastExpr>(expr)) return cast(casted);
  if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expr)) return unaryOperator(operation);
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr)) return binaryOperator(operation);
  if (const auto* operation = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(expr))
    return rvalue(operation->getSemanticForm());
  if (const auto* operation = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr)) return conditional(operation);
  if (const auto* called = llvm::dyn_cast<clang::CallExpr>(expr)) {
    const ExprRef value = call(called);
    return value != nullptr ? value : placeholder(type);
  }
  if (const auto* operation = llvm::dyn_cast<clang::AtomicExpr>(expr)) return atomicOperation(operation);
  if (llvm::isa<clang::CXXThisExpr>(expr)) return thisPointer(type);
  if (const auto* created = llvm::dyn_cast<clang::CXXNewExpr>(expr)) return newExpression(created);
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(expr))
    return fullExpression(expr, [&] { return rvalue(full->getSubExpr()); });
  if (const auto* used = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expr))
    return inDefaultInit([&] { return rvalue(used->getExpr()); });
  if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(expr)) {
    const auto known = opaque_scalars_.find(opaque);
    if (known != opaque_scalars_.end()) return known->second;
    if (opaque->getSourceExpr() != nullptr) return rvalue(opaque->getSourceExpr());
  }
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expr))
    return list->getNumInits() == 1 ? rvalue(list->getInit(0)) : zero(type);
  if (llvm::isa<clang::ArrayInitIndexExpr>(expr)) return convert(array_loop_index_, type);
  if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expr)) return statementExpression(block, type);
  if (const auto* thrown = llvm::dyn_cast<clang::CXXThrowExpr>(expr)) {
    throwExpression(thrown);
    return placeholder(type);
  }
  if (const auto* deleted = llvm::dyn_cast<clang::CXXDeleteExpr>(expr)) {
    deleteExpression(deleted);
    return placeholder(type);
  }
  // What the caller passed: anything that a parameter of the type could be.
  if (llvm::isa<clang::VAArgExpr>(expr) && type->isScalar()) return anyValue(type, program::kVariadicArgument);
  if (type->isClass()) return objectOf(expr);
  // In C a member of what a call returns is a value, not a place.
  if (llvm::isa<clang::MemberExpr>(expr)) return saved(load(lvalue(expr)));
  clang::Expr::EvalResult result;
  if (type->isInteger() && expr->EvaluateAsInt(result, context_)) return constant(type, integerOf(result.Val.getInt()));
  unsupported(std::string("an expression of the kind ") + expr->getStmtClassName());
  return placeholder(type);
}

void BodyLowering::effect(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(expr)) {
    fullExpression(expr, [&] {
      effect(full->getSubExpr());
      return nullptr;
    });
    return;
  }
  if (const auto* casted = llvm::dyn_cast<clang::CastExpr>(expr); casted != nullptr && expr->getType()->isVoidType())
    return effect(casted->getSubExpr());
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (operation->getOpcode() == clang::BO_Comma) {
      effect(operation->getLHS());
      return effect(operation->getRHS());
    }
    if (auto* compound_assign = llvm::dyn_cast<clang::CompoundAssignOperator>(expr)) {
      compoundAssignment(compound_assign, nullptr);
      return;
    }
    if (operation->getOpcode() == clang::BO_Assign) {
      assignment(operation, nullptr);
      return;
    }
  }
  if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expr);
      operation != nullptr && operation->isIncrementDecrementOp()) {
    increment(operation, nullptr, false);
    return;
  }
  if (const auto* operation = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr)) {
    conditional(operation);
    return;
  }
  if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expr); block != nullptr && expr->getType()->isVoidType())
    return compound(block->getSubStmt());
  if (const auto* called = llvm::dyn_cast<clang::CallExpr>(expr)) {
    // An object that nobody wants is returned all the same.
    if (!expr->isGLValue() && expr->getType()->isRecordType())
      temporaryObject(expr->getType(), [&](ExprRef target) { into(expr, target); });
    else {
      discarded_ = called;
      call(called);
    }
    return;
  }
  // A name alone reads nothing.
  if (llvm::isa<clang::DeclRefExpr>(expr) || llvm::isa<clang::StringLiteral>(expr)) return;
  if (expr->isGLValue()) {
    lvalue(expr);
  } else if (expr->getType()->isRecordType()) {
    objectOf(expr);
  } else {
    rvalue(expr);
  }
}

std::pair<ExprRef, ExprRef> BodyLowering::operands(const clang::Expr* left, const clang::Expr* right) {
  ExprRef first = rvalue(left);
  // What was read before the right side runs must not see what the right side writes.
  if (first->kind != program::ExprKind::Constant && mayWriteLocals(right)) first = saved(first);
  const ExprRef second = rvalue(right);
  return {first, second};
}

bool BodyLowering::mayWriteLocals(const clang::Stmt* stmt) const {
  if (stmt == nullptr) return false;
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(stmt);
      operation != nullptr && operation->isAssignmentOp())
    return true;
  if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(stmt);
      operation != nullptr && operation->isIncrementDecrementOp())
    return true;
  if (llvm::isa<clang::StmtExpr>(stmt)) return true;
  if (llvm::isa<clang::LambdaExpr>(stmt)) return false;
  for (const clang::Stmt* child : stmt->children())
    if (mayWriteLocals(child)) return true;
  return false;
}

}  // namespace weir::frontend
