// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: which procedure, on which receiver, with which arguments in which order. A class argument is built in a
// temporary that the caller owns; a class result is built where the caller says, through the last argument.
#include "frontend/body_lowering.h"
#include "ir/program/model_class.h"
#include "support/invariant.h"

namespace weir::frontend {

namespace {

bool evaluatesRightFirst(clang::OverloadedOperatorKind kind) {
  switch (kind) {
    case clang::OO_Equal:
    case clang::OO_PlusEqual:
    case clang::OO_MinusEqual:
    case clang::OO_StarEqual:
    case clang::OO_SlashEqual:
    case clang::OO_PercentEqual:
    case clang::OO_CaretEqual:
    case clang::OO_AmpEqual:
    case clang::OO_PipeEqual:
    case clang::OO_LessLessEqual:
    case clang::OO_GreaterGreaterEqual: return true;
    default: return false;
  }
}

/// Only one function can be meant: the class, the function or its class is final, or the name is qualified.
bool isDevirtualized(const clang::CXXMethodDecl* method, const clang::MemberExpr* access) {
  if (!method->isVirtual()) return true;
  if (access != nullptr && access->hasQualifier()) return true;
  return method->hasAttr<clang::FinalAttr>() || method->getParent()->hasAttr<clang::FinalAttr>();
}

/// A number, or the address of a variable of the program or a literal.
bool isKnownToAll(ExprRef value) {
  if (value->type->isInteger()) return true;
  while (value->kind == program::ExprKind::PointerCast || value->kind == program::ExprKind::SlotAddress ||
         value->kind == program::ExprKind::PartAddress)
    value = value->operands.front();
  return value->kind == program::ExprKind::Globals || value->kind == program::ExprKind::Null;
}

/// The class of the operand that the operator may change; null: it changes none.
const clang::CXXRecordDecl* changedBy(const clang::CXXOperatorCallExpr& call, const clang::CXXMethodDecl& method) {
  const clang::CXXRecordDecl* operand = call.getArg(0)->IgnoreParenImpCasts()->getType()->getAsCXXRecordDecl();
  const bool finds = call.getOperator() == clang::OO_Subscript && operand != nullptr &&
                     (operand->getName() == "vector" || operand->getName() == "deque");
  return method.isConst() || finds ? nullptr : operand;
}

}  // namespace

ExprRef BodyLowering::emitCall(const Procedure* callee, std::vector<ExprRef> arguments, bool dispatch) {
  // A model says that it knows no more.
  if (callee->note && callee->note->kind == program::LibraryNote::Kind::UnknownOrder) {
    unsupported(program::kUnknownOrder);
    return nullptr;
  }
  if (callee->note && callee->note->kind == program::LibraryNote::Kind::Unsupported) {
    unsupported(callee->note->reason);
    return nullptr;
  }
  // What it would return cannot be anything that is there.
  if (callee->is_external && program::isModelCode(*callee) &&
      (callee->result->isSlotPointer() || callee->has_result_parameter || callee->is_constructor)) {
    unsupported("'" + callee->name + "', which has no model");
    return placeholder(callee->result);
  }
  for (std::size_t i = 0; i < arguments.size() && i < callee->parameters.size(); ++i)
    if (callee->parameters[i]->type->isScalar()) arguments[i] = convert(arguments[i], callee->parameters[i]->type);
  if (callee->is_external && callee->method_of == nullptr && !callee->has_result_parameter &&
      arguments.size() > callee->parameters.size()) {
    std::vector<TypeRef> further;
    for (std::size_t i = callee->parameters.size(); i < arguments.size(); ++i) further.push_back(arguments[i]->type);
    if (std::ranges::all_of(further, [](TypeRef type) { return type->isScalar(); }))
      callee = unit_.calledWith(callee, further);
  }
  // Its code takes any values for these. A pointer among them may lead to what nobody else is told of.
  if (!callee->is_external && !callee->has_result_parameter && arguments.size() > callee->parameters.size() &&
      std::all_of(arguments.begin() + static_cast<long>(callee->parameters.size()), arguments.end(), isKnownToAll))
    arguments.resize(callee->parameters.size());
  if (arguments.size() != callee->parameters.size()) {
    unsupported("a variadic call of '" + callee->name + "'");
    return placeholder(callee->result);
  }
  for (const Local* parameter : callee->parameters)
    if (!parameter->type->isScalar()) {
      unsupported(parameter->type->reason);
      return placeholder(callee->result);
    }
  if (callee->result->kind == program::TypeKind::Unsupported) {
    unsupported(callee->result->reason);
    return placeholder(callee->result);
  }
  const Local* target = callee->result->kind == program::TypeKind::Void ? nullptr : temporary(callee->result);
  auto& stmt = emit<program::CallStmt>();
  stmt.callee = callee;
  stmt.dispatch = dispatch;
  stmt.arguments = std::move(arguments);
  stmt.target = target;
  if (callee->is_external && callee->never_returns) {
    unit_.noteAssumedEnd(callee, procedure_);
    emit<program::AssertStmt>().what = program::AssertKind::Exit;
  }
  return target == nullptr ? nullptr : ref(target);
}

/// Arithmetic on literals and variables of a type that is not read, such as 2 * x of a double: it touches no memory
/// that could be wrong, and is nothing that a function which is passed it could change.
bool BodyLowering::isMereValue(const clang::Expr* expr) {
  if (unit_.type(expr->getType())->kind != program::TypeKind::Unsupported || expr->getType()->isReferenceType())
    return false;
  expr = expr->IgnoreParenImpCasts();
  if (llvm::isa<clang::FloatingLiteral, clang::IntegerLiteral>(expr)) return true;
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr))
    return llvm::isa<clang::VarDecl>(named->getDecl()) && !named->getDecl()->getType()->isReferenceType();
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return (binary->isAdditiveOp() || binary->isMultiplicativeOp()) && isMereValue(binary->getLHS()) &&
           isMereValue(binary->getRHS());
  return false;
}

ExprRef BodyLowering::argument(const clang::Expr* expr, clang::QualType parameter) {
  // A reference is to something that is there, not to the end of it.
  if (parameter->isReferenceType()) return followed(address(lvalue(expr)));
  const TypeRef type = unit_.type(parameter);
  if (type->isClass()) return temporaryObject(parameter, [&](ExprRef target) { into(expr, target); });
  const ExprRef value = rvalue(expr);
  return type->isScalar() && value->type->isScalar() ? convert(value, type) : value;
}

void BodyLowering::pushArguments(std::vector<ExprRef>& arguments, llvm::ArrayRef<const clang::Expr*> expressions,
                                 const clang::FunctionProtoType* prototype) {
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    bool later_writes = false;
    for (std::size_t later = i + 1; later < expressions.size(); ++later)
      later_writes = later_writes || mayWriteLocals(expressions[later]);
    const bool declared = prototype != nullptr && i < prototype->getNumParams();
    const clang::QualType type =
        declared ? prototype->getParamType(static_cast<unsigned>(i))
                 : (expressions[i]->isGLValue() ? context_.getLValueReferenceType(expressions[i]->getType())
                                                : expressions[i]->getType());
    if (!declared && isMereValue(expressions[i])) continue;
    ExprRef value = argument(expressions[i], type);
    if (later_writes && value->kind != program::ExprKind::Constant) value = saved(value);
    arguments.push_back(value);
  }
}

ExprRef BodyLowering::receiver(const clang::Expr* object, bool is_arrow) {
  return followed(is_arrow ? rvalue(object) : objectOf(object));
}

ExprRef BodyLowering::indirectCall(const clang::CallExpr* expr, ExprRef result) {
  const clang::Expr* callee = expr->getCallee();
  if (const auto* destroyed = llvm::dyn_cast<clang::CXXPseudoDestructorExpr>(callee->IgnoreParens())) {
    effect(destroyed->getBase());
    return nullptr;
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(callee->IgnoreParens());
      operation != nullptr && operation->isPtrMemOp())
    return callPointedMember(expr, operation, result);
  const TypeRef wanted = unit_.type(expr->getType());
  if (!callee->getType()->isFunctionPointerType()) {
    unsupported("a call through " + unit_.typeName(callee->getType()));
    return placeholder(wanted);
  }
  ExprRef function = rvalue(callee);
  const auto* prototype = callee->getType()->getPointeeType()->getAs<clang::FunctionProtoType>();
  bool writes = false;
  for (const clang::Expr* passed : expr->arguments()) writes = writes || mayWriteLocals(passed);
  if (writes) function = saved(function);
  std::vector<ExprRef> arguments;
  pushArguments(arguments, llvm::ArrayRef(expr->getArgs(), expr->getNumArgs()), prototype);
  if (result != nullptr) arguments.push_back(result);
  if (!function->type->isFunctionPointer() || function->type->pointee->parameters.size() != arguments.size()) {
    unsupported("a variadic call through a pointer");
    return placeholder(wanted);
  }
  const TypeRef type = function->type->pointee;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!type->parameters[i]->isScalar()) {
      unsupported(type->parameters[i]->reason);
      return placeholder(wanted);
    }
    arguments[i] = convert(arguments[i], type->parameters[i]);
  }
  if (type->result->kind == program::TypeKind::Unsupported) {
    unsupported(type->result->reason);
    return placeholder(wanted);
  }
  const Local* target = type->result->kind == program::TypeKind::Void ? nullptr : temporary(type->result);
  auto& stmt = emit<program::CallStmt>();
  stmt.function = function;
  stmt.arguments = std::move(arguments);
  stmt.target = target;
  return target == nullptr ? nullptr : ref(target);
}

ExprRef BodyLowering::call(const clang::CallExpr* expr, ExprRef result) {
  const clang::FunctionDecl* callee = expr->getDirectCallee();
  if (callee == nullptr) return indirectCall(expr, result);
  if (swapCharacters(expr, callee)) return nullptr;
  if (leavesOutPureCall(expr, callee)) return placeholder(unit_.type(expr->getType()));
  if (const auto stream = streamCall(expr, callee)) return *stream;
  if (const auto known = builtinCall(expr, callee)) return *known;

  const auto* prototype = callee->getType()->getAs<clang::FunctionProtoType>();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  std::vector<ExprRef> arguments;
  bool dispatch = false;
  llvm::ArrayRef<const clang::Expr*> passed(expr->getArgs(), expr->getNumArgs());
  if (const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr)) {
    const auto* access = llvm::dyn_cast<clang::MemberExpr>(expr->getCallee()->IgnoreParens());
    if (access == nullptr) return indirectCall(expr, result);
    if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(callee)) {
      const ExprRef object = receiver(access->getBase(), access->isArrow());
      destroy(object, context_.getRecordType(destructor->getParent()), !isDevirtualized(method, access));
      return nullptr;
    }
    if (mayAllocate(member_call)) unsupported(kOwnAllocator);
    ExprRef object = receiver(member_call->getImplicitObjectArgument(),
                              member_call->getImplicitObjectArgument()->getType()->isPointerType());
    bool writes = false;
    for (const clang::Expr* argument_expr : passed) writes = writes || mayWriteLocals(argument_expr);
    if (writes) object = saved(object);
    dispatch = !isDevirtualized(method, access);
    // While an object is under construction or destruction, it is of the class whose code runs.
    const bool on_this = llvm::isa<clang::CXXThisExpr>(access->getBase()->IgnoreParenImpCasts());
    if (dispatch && on_this && (procedure_->is_constructor || procedure_->is_destructor)) {
      const auto* current = llvm::cast<clang::CXXMethodDecl>(function_)->getParent();
      if (const auto* overrider = method->getCorrespondingMethodInClass(current)) {
        callee = overrider;
        dispatch = false;
      }
    }
    arguments.push_back(object);
  } else if (const auto* operator_call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr);
             operator_call != nullptr && method != nullptr && method->isInstance()) {
    const bool right_first = evaluatesRightFirst(operator_call->getOperator()) && passed.size() == 2;
    if (method->getParent()->getDefinition() != nullptr && method->isTrivial() &&
        (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())) {
      const ExprRef source = objectOf(passed[1]);
      const ExprRef target = objectOf(passed[0]);
      copyObject(target, source, unit_.classOf(method->getParent()));
      return target;
    }
    // Of a variable that nobody else sees; any other assignment changes what a property may mention.
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(passed[0]->IgnoreParenImpCasts());
    const auto* assigned = named != nullptr ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
    if (operator_call->getOperator() == clang::OO_Equal && unit_.isText(method->getParent()) && assigned != nullptr &&
        assigned->hasLocalStorage() && !assigned->getType()->isReferenceType()) {
      effectsOfText(passed[1]);
      return objectOf(passed[0]);
    }
    dispatch = !isDevirtualized(method, nullptr);
    if (unit_.hasOwnAllocator(changedBy(*operator_call, *method))) unsupported(kOwnAllocator);
    ExprRef right = nullptr;
    if (right_first) right = argument(passed[1], prototype->getParamType(0));
    if (right_first && right->kind != program::ExprKind::Constant && mayWriteLocals(passed[0])) right = saved(right);
    arguments.push_back(followed(objectOf(passed[0])));
    if (right_first) {
      arguments.push_back(right);
      passed = {};
    } else {
      passed = passed.drop_front();
    }
  }
  pushArguments(arguments, passed, prototype);
  if (result != nullptr) arguments.push_back(result);
  const clang::FunctionDecl* definition = callee;
  const ExprRef value = emitCall(unit_.procedureOf(definition), std::move(arguments), dispatch);
  if (value == nullptr) return nullptr;
  const TypeRef wanted = unit_.type(expr->getType());
  if (expr->isGLValue() || !wanted->isScalar() || !value->type->isScalar()) return value;
  return convert(value, wanted);
}

/// A container allocates by code of the program's own: what it changes is not in the model.
bool BodyLowering::mayAllocate(const clang::CXXMemberCallExpr* expr) {
  static const std::set<llvm::StringRef> kLooks = {"begin", "end",  "rbegin", "rend", "at",          "front",
                                                   "back",  "data", "find",   "top",  "lower_bound", "upper_bound"};
  const clang::CXXMethodDecl* method = expr->getMethodDecl();
  if (method == nullptr || method->isConst()) return false;
  const clang::QualType type = expr->getImplicitObjectArgument()->IgnoreParenImpCasts()->getType();
  const clang::QualType object = type->isPointerType() ? type->getPointeeType() : type;
  if (!unit_.hasOwnAllocator(object->getAsCXXRecordDecl())) return false;
  return method->getIdentifier() == nullptr || !kLooks.contains(method->getName());
}

void BodyLowering::callConstructor(const clang::CXXConstructorDecl* constructor, ExprRef object,
                                   llvm::ArrayRef<const clang::Expr*> passed, clang::CXXConstructionKind kind) {
  std::vector<ExprRef> arguments = {object};
  pushArguments(arguments, passed, constructor->getType()->getAs<clang::FunctionProtoType>());
  emitCall(constructorOf(constructor, kind), std::move(arguments), false);
}

void BodyLowering::construct(const clang::CXXConstructExpr* expr, ExprRef object) {
  const clang::CXXConstructorDecl* constructor = expr->getConstructor();
  if (expr->getType()->isArrayType()) {
    const long extent = unit_.flatExtent(expr->getType());
    if (constructor->isTrivial() && !expr->requiresZeroInitialization()) return;
    if (extent > 0) constructArray(expr, object, constant(indexType(), extent));
    return;
  }
  const std::string reason = unit_.unsupportedClass(constructor->getParent());
  if (!reason.empty()) return unsupported(reason);
  if (unit_.hasOwnAllocator(constructor->getParent())) return unsupported(kOwnAllocator);
  if (isLibraryException(constructor->getParent()) || unit_.isText(constructor->getParent())) {
    for (const clang::Expr* passed : expr->arguments()) effectsOfText(passed);
    return;
  }
  if (constructor->isTrivial() && constructor->isCopyOrMoveConstructor() && expr->getNumArgs() == 1) {
    if (!constructor->getParent()->isEmpty())
      copyObject(object, objectOf(expr->getArg(0)), unit_.classOf(constructor->getParent()));
    else
      effect(expr->getArg(0));
    return;
  }
  if (expr->requiresZeroInitialization()) zeroObject(object, unit_.classOf(constructor->getParent()));
  if (constructor->isTrivial() && constructor->isDefaultConstructor()) return;
  callConstructor(constructor, object, llvm::ArrayRef(expr->getArgs(), expr->getNumArgs()),
                  expr->getConstructionKind());
}

}  // namespace weir::frontend
