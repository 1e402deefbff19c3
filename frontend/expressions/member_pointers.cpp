// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to members. One is the number of the member, 0 where it is null; using it is a choice between the members
// whose addresses the program takes.
//
//   int P::*m = c ? &P::x : &P::y;      m = c ? 1 : 2
//   p->*m                               %member(p, m):  if (m == 1) return &p->x;  if (m == 2) return &p->y;
//
// What a caller brings may be any other member of any source: a use of that is unsupported.
#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

const clang::CXXRecordDecl* classAround(const clang::ValueDecl* member) {
  const clang::DeclContext* around = member->getDeclContext();
  while (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(around)) {
    if (!record->isAnonymousStructOrUnion()) return record;
    around = record->getDeclContext();
  }
  return nullptr;
}

bool areRelated(const clang::CXXRecordDecl* a, const clang::CXXRecordDecl* b) {
  if (a == nullptr || b == nullptr || !a->hasDefinition() || !b->hasDefinition()) return false;
  return a->getCanonicalDecl() == b->getCanonicalDecl() || a->isDerivedFrom(b) || b->isDerivedFrom(a);
}

bool isOfType(const clang::ValueDecl* member, const clang::MemberPointerType* type, clang::ASTContext& context) {
  if (!areRelated(classAround(member), type->getClass()->getAsCXXRecordDecl())) return false;
  if (type->isMemberFunctionPointer())
    return llvm::isa<clang::CXXMethodDecl>(member) &&
           context.hasSameFunctionTypeIgnoringExceptionSpec(member->getType(), type->getPointeeType());
  return llvm::isa<clang::FieldDecl>(member) &&
         context.hasSameUnqualifiedType(member->getType(), type->getPointeeType());
}

}  // namespace

program::Integer Translation::memberNumber(const clang::ValueDecl* member) {
  if (const auto* hoisted = llvm::dyn_cast<clang::IndirectFieldDecl>(member)) member = hoisted->getAnonField();
  member = llvm::cast<clang::ValueDecl>(member->getCanonicalDecl());
  const auto known = std::ranges::find(members_, member);
  if (known != members_.end()) return known - members_.begin() + 1;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member)) procedureOf(method);
  members_.push_back(member);
  return static_cast<program::Integer>(members_.size());
}

Procedure* Translation::memberUse(const clang::MemberPointerType* type, const SourceRange& range) {
  Procedure* procedure =
      syntheticProcedure("%member<" + typeName(clang::QualType(type, 0)) + ">." + std::to_string(member_uses_.size()));
  procedure->range = range;
  member_uses_.push_back({procedure, type});
  return procedure;
}

void Translation::lowerMemberUses() {
  for (const auto& [procedure, type] : member_uses_) BodyLowering(*this, procedure).lowerMemberUse(type, members_);
}

ExprRef BodyLowering::memberPointer(const clang::UnaryOperator* expr) {
  const TypeRef type = unit_.type(expr->getType());
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->getSubExpr()->IgnoreParens());
  if (named == nullptr) {
    unsupported("a pointer to member of this form");
    return placeholder(type);
  }
  return constant(type, unit_.memberNumber(named->getDecl()));
}

/// `object.*m`, `pointer->*m`: the object and the number.
std::pair<ExprRef, ExprRef> BodyLowering::memberOperands(const clang::BinaryOperator* expr) {
  ExprRef object = expr->getOpcode() == clang::BO_PtrMemI ? rvalue(expr->getLHS()) : objectOf(expr->getLHS());
  if (mayWriteLocals(expr->getRHS())) object = saved(object);
  return {object, rvalue(expr->getRHS())};
}

Place BodyLowering::pointedMember(const clang::BinaryOperator* expr) {
  const auto* type = expr->getRHS()->getType()->castAs<clang::MemberPointerType>();
  const auto [object, number] = memberOperands(expr);
  if (!object->type->isObjectPointer()) return Place::unsupported(unit_.type(expr->getType()));
  const TypeRef result = unit_.type(context_.getPointerType(type->getPointeeType()));
  Procedure* use = unit_.memberUse(type, range_);
  program_.addParameter(use, "object", object->type);
  program_.addParameter(use, "member", number->type);
  use->result = result;
  return deref(emitCall(use, {followed(object), number}, false), expr->getType());
}

ExprRef BodyLowering::callPointedMember(const clang::CallExpr* expr, const clang::BinaryOperator* callee,
                                        ExprRef result) {
  const auto* type = callee->getRHS()->getType()->castAs<clang::MemberPointerType>();
  const auto* prototype = type->getPointeeType()->castAs<clang::FunctionProtoType>();
  auto [object, number] = memberOperands(callee);
  if (!object->type->isObjectPointer()) return placeholder(unit_.type(expr->getType()));
  object = saved(followed(object));
  number = number->kind == program::ExprKind::Constant ? number : saved(number);
  std::vector<ExprRef> arguments = {object, number};
  pushArguments(arguments, llvm::ArrayRef(expr->getArgs(), expr->getNumArgs()), prototype);
  if (result != nullptr) arguments.push_back(result);
  Procedure* use = unit_.memberUse(type, range_);
  for (const ExprRef argument : arguments)
    program_.addParameter(use, "argument" + std::to_string(use->parameters.size()), argument->type);
  const TypeRef wanted = unit_.type(expr->getType());
  if (prototype->isVariadic()) {
    unsupported("a variadic call through a pointer to member");
    return placeholder(wanted);
  }
  const TypeRef returned = unit_.type(prototype->getReturnType());
  use->result = returned->isClass() ? program_.voidType() : returned;
  const ExprRef value = emitCall(use, std::move(arguments), false);
  if (value == nullptr || expr->isGLValue() || !wanted->isScalar() || !value->type->isScalar()) return value;
  return convert(value, wanted);
}

void BodyLowering::lowerMemberUse(const clang::MemberPointerType* type,
                                  const std::vector<const clang::ValueDecl*>& members) {
  range_ = procedure_->range;
  const std::vector<const Local*>& parameters = procedure_->parameters;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!isOfType(members[i], type, context_)) continue;
    const TypeRef number = parameters[1]->type;
    auto& branch = emit<program::IfStmt>();
    const TypeRef owner = program_.pointerTo(program_.classType(unit_.classOf(classAround(members[i]))));
    branch.condition = binary(Op::Equal, program_.boolType(), ref(parameters[1]), constant(number, i + 1));
    // Of a class that derives from the object's own, an object has the member only if it is of that class.
    if (!parameters[0]->type->pointee->class_decl->derivesFrom(owner->pointee->class_decl))
      branch.condition = binary(Op::LogicalAnd, program_.boolType(), branch.condition,
                                program_.add({.kind = program::ExprKind::IsInstance,
                                              .type = program_.boolType(),
                                              .class_decl = owner->pointee->class_decl,
                                              .operands = {ref(parameters[0])}}));
    inside(branch.then_body, [&] {
      const ExprRef object = convert(ref(parameters[0]), owner);
      ExprRef value = nullptr;
      if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(members[i])) {
        value = convert(address(member(object, field)), procedure_->result);
      } else {
        const auto* method = llvm::cast<clang::CXXMethodDecl>(members[i]);
        std::vector<ExprRef> arguments = {object};
        for (std::size_t j = 2; j < parameters.size(); ++j) arguments.push_back(ref(parameters[j]));
        value = emitCall(unit_.procedureOf(method), std::move(arguments), method->isVirtual());
        if (value != nullptr && value->type->isScalar()) value = convert(value, procedure_->result);
      }
      emit<program::ReturnStmt>().value = value;
    });
  }
  unsupported("a pointer to member that is null, or whose member the source does not name");
}

}  // namespace weir::frontend
