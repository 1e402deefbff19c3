// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a constructor does before its body (bases, then members in order of declaration, or another constructor) and
// a destructor after it (members, then bases, in reverse); what a lambda captures.
#include "frontend/body_lowering.h"

namespace weir::frontend {

void BodyLowering::lowerInitializer(const clang::CXXCtorInitializer* initializer) {
  // What all bases share is built once, by the constructor of the whole object.
  if (initializer->isBaseInitializer() && initializer->isBaseVirtual() && unit_.leavesVirtualBases(procedure_)) return;
  const SourceRange outer_range = range_;
  if (initializer->isWritten()) range_ = unit_.range(initializer->getSourceRange());
  const ExprRef object = ref(this_);
  Cleanup undo;
  undo.only_when_thrown = true;
  openScope(true);
  if (initializer->isBaseInitializer()) {
    const clang::QualType base(initializer->getBaseClass(), 0);
    undo.object = convert(object, program_.pointerTo(unit_.type(base)));
    undo.destroyed = base;
    undo.is_base = true;
    into(initializer->getInit(), undo.object);
  } else if (initializer->isDelegatingInitializer()) {
    undo.object = object;
    undo.destroyed = context_.getRecordType(llvm::cast<clang::CXXMethodDecl>(function_)->getParent());
    undo.is_base = unit_.leavesVirtualBases(procedure_);
    into(initializer->getInit(), object);
  } else {
    const clang::FieldDecl* field = initializer->getAnyMember();
    const clang::Expr* value = initializer->getInit();
    if (const auto* used = llvm::dyn_cast<clang::CXXDefaultInitExpr>(value)) value = used->getExpr();
    initialiseField(object, field, value);
    if (needsDestruction(field->getType())) {
      undo.object = address(member(object, field));
      undo.destroyed = field->getType();
    }
  }
  closeScope();
  if (!undo.destroyed.isNull() && needsDestruction(undo.destroyed)) addCleanup(undo);
  range_ = outer_range;
}

const Procedure* BodyLowering::constructorOf(const clang::CXXConstructorDecl* constructor,
                                             clang::CXXConstructionKind kind) {
  const bool is_base = kind == clang::CXXConstructionKind::NonVirtualBase ||
                       kind == clang::CXXConstructionKind::VirtualBase ||
                       (kind == clang::CXXConstructionKind::Delegating && unit_.leavesVirtualBases(procedure_));
  return is_base ? unit_.procedureOfBase(constructor) : unit_.procedureOf(constructor);
}

void BodyLowering::lowerConstructor(const clang::CXXConstructorDecl* constructor) {
  for (const clang::CXXCtorInitializer* initializer : constructor->inits()) lowerInitializer(initializer);
}

void BodyLowering::lowerDestructor(const clang::CXXDestructorDecl* destructor) {
  // Registered before the body, in order of construction: they run after it, in reverse, however it is left.
  const clang::CXXRecordDecl* record = destructor->getParent()->getDefinition();
  const ExprRef object = ref(this_);
  const auto addBase = [&](const clang::CXXBaseSpecifier& base) {
    if (!needsDestruction(base.getType())) return;
    Cleanup cleanup;
    cleanup.object = convert(object, program_.pointerTo(unit_.type(base.getType())));
    cleanup.destroyed = base.getType();
    cleanup.is_base = true;
    addCleanup(cleanup);
  };
  if (!unit_.leavesVirtualBases(procedure_))
    for (const clang::CXXBaseSpecifier& base : record->vbases()) addBase(base);
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (!base.isVirtual()) addBase(base);
  if (record->isUnion()) return;
  for (const clang::FieldDecl* field : record->fields()) {
    if (!needsDestruction(field->getType()) || field->isAnonymousStructOrUnion()) continue;
    Cleanup cleanup;
    cleanup.object = address(member(object, field));
    cleanup.destroyed = field->getType();
    addCleanup(cleanup);
  }
}

void BodyLowering::captureInto(const clang::LambdaExpr* expr, ExprRef object) {
  auto field = expr->getLambdaClass()->field_begin();
  openScope();
  for (const clang::Expr* value : expr->capture_inits()) {
    initialiseField(object, *field, value);
    if (needsDestruction(field->getType())) undoIfThrown(address(member(object, *field)), field->getType());
    ++field;
  }
  closeScope();
}

}  // namespace weir::frontend
