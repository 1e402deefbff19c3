// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// new and delete; whole objects zeroed and copied.
#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

ExprRef BodyLowering::allocateHeap(clang::QualType type, ExprRef count, bool zeroed, program::Allocator allocator) {
  const TypeRef element = unit_.type(type);
  const TypeRef pointer = program_.pointerTo(element);
  if (!element->isClass() && !element->isScalar()) {
    unsupported("an allocation of " + program::toString(element));
    return placeholder(pointer);
  }
  if (element->isClass()) {
    std::string reason = unit_.unsupportedClass(type->getAsRecordDecl());
    if (reason.empty() && element->class_decl->is_abstract) reason = "an object of an abstract class";
    if (!reason.empty()) {
      unsupported(reason);
      return placeholder(pointer);
    }
  }
  const bool is_box = count == nullptr && element->isScalar();
  const ClassDecl* class_decl = count != nullptr ? program_.arrayClass(element)
                                : is_box         ? program_.boxClass(element)
                                                 : element->class_decl;
  const Local* target = temporary(is_box ? program_.pointerTo(program_.classType(class_decl)) : pointer, "%new");
  auto& stmt = emit<program::AllocateStmt>();
  stmt.target = target;
  stmt.class_decl = class_decl;
  stmt.extent = count;
  stmt.zeroed = zeroed;
  stmt.may_fail = allocator == program::Allocator::Malloc;
  stmt.allocator = allocator;
  return is_box ? slotAddress(ref(target), class_decl->fields[0]) : ref(target);
}

namespace {

/// operator new(size) or operator delete(pointer) of a class, with a body to read.
const clang::CXXMethodDecl* ownOperator(const clang::FunctionDecl* function) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  const clang::FunctionDecl* definition = nullptr;
  if (method == nullptr || method->getNumParams() != 1 || !method->isDefined(definition)) return nullptr;
  const auto* prototype = method->getType()->getAs<clang::FunctionProtoType>();
  // One that may give null instead of throwing makes the whole expression null.
  const bool may_be_null = method->getOverloadedOperator() == clang::OO_New && prototype->isNothrow();
  return may_be_null ? nullptr : method;
}

/// May a pointer of this type lead to room for such an object?
bool isRoomFor(clang::QualType pointer, clang::QualType object, const clang::ASTContext& context) {
  return pointer->isPointerType() &&
         (context.hasSameUnqualifiedType(pointer->getPointeeType(), object) ||
          (pointer->isVoidPointerType() && object->isRecordType()));  // it is looked at when it is written to
}

}  // namespace

ExprRef BodyLowering::storageAddress(const clang::Expr* expr) {
  const auto mention = storageMention(expr, context_);
  if (!mention || !unit_.storageUses().isStorage(mention->decl)) return nullptr;
  const ExprRef first = address(lvalue(mention->whole));
  return mention->index == nullptr ? first : pointerAdd(first, rvalue(mention->index));
}

ExprRef BodyLowering::newExpression(const clang::CXXNewExpr* expr) {
  const clang::QualType type = expr->getAllocatedType();
  const TypeRef result = unit_.type(expr->getType());
  const clang::FunctionDecl* operator_new = expr->getOperatorNew();
  const bool placement = operator_new != nullptr && operator_new->isReservedGlobalPlacementOperator();
  const clang::CXXMethodDecl* own = ownOperator(operator_new);
  if (operator_new != nullptr && !placement && !operator_new->isReplaceableGlobalAllocationFunction() &&
      (own == nullptr || expr->isArray())) {
    unsupported("an operator new of another form");
    return placeholder(result);
  }
  const clang::Expr* initializer = expr->getInitializer();
  if (initializer != nullptr) initializer = initializer->IgnoreParens();
  if (placement) {
    const auto build = [&](ExprRef object) {
      if (initializer != nullptr) initialisePlace(deref(object, type), type, initializer);
      return object;
    };
    if (const ExprRef storage = storageAddress(expr->getPlacementArg(0))) return build(saved(convert(storage, result)));
    const clang::Expr* where = expr->getPlacementArg(0)->IgnoreParenCasts();
    if (expr->isArray() || !isRoomFor(where->getType(), type, context_)) {
      unsupported("placement new into storage of another type");
      return placeholder(result);
    }
    return build(saved(convert(rvalue(where), result)));
  }
  ExprRef count = nullptr;
  if (expr->isArray()) {
    if (!expr->getArraySize()) {
      unsupported("new of an array of deduced size");
      return placeholder(result);
    }
    count = scaled(saved(rvalue(*expr->getArraySize())), type);
  }
  const clang::QualType element = unit_.flatElement(type);
  const auto* construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initializer);
  const bool zeroed = llvm::isa_and_nonnull<clang::ImplicitValueInitExpr>(initializer) ||
                      llvm::isa_and_nonnull<clang::CXXScalarValueInitExpr>(initializer) ||
                      (construction != nullptr && construction->requiresZeroInitialization()) ||
                      (expr->isArray() && llvm::isa_and_nonnull<clang::InitListExpr>(initializer));
  ExprRef pointer = nullptr;
  if (own != nullptr) {
    const TypeRef size = unit_.type(own->getParamDecl(0)->getType());
    const ExprRef bytes = constant(size, context_.getTypeSizeInChars(element).getQuantity());
    pointer = saved(convert(emitCall(unit_.allocatorOf(own, element), {bytes}, false), unit_.type(expr->getType())));
    if (zeroed) zeroObject(pointer, pointer->type->pointee->class_decl);
  } else {
    pointer =
        allocateHeap(element, count, zeroed, expr->isArray() ? program::Allocator::NewArray : program::Allocator::New);
  }
  if (initializer == nullptr || pointer->kind == program::ExprKind::Null) return convert(pointer, result);

  openScope();
  Cleanup release;
  release.only_when_thrown = true;
  if (own == nullptr) {
    release.storage = pointer;
    release.storage_kind = expr->isArray() ? program::FreeKind::DeleteArray : program::FreeKind::Delete;
  } else if (const clang::CXXMethodDecl* undo = ownOperator(expr->getOperatorDelete())) {
    release.object = pointer;
    release.called = undo;
  }
  addCleanup(release);
  if (!expr->isArray()) {
    if (!(zeroed && construction == nullptr)) initialisePlace(deref(pointer, element), element, initializer);
  } else if (construction != nullptr) {
    if (!construction->getConstructor()->isTrivial()) constructArray(construction, pointer, count);
  } else if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(initializer)) {
    for (unsigned i = 0; i < list->getNumInits(); ++i) {
      initialisePlace(elementAt(pointer, element, i), element, list->getInit(i));
      if (needsDestruction(element)) undoIfThrown(pointerAdd(pointer, constant(indexType(), i)), element);
    }
    if (const clang::Expr* filler = list->getArrayFiller();
        filler != nullptr && element->isRecordType() && !llvm::isa<clang::ImplicitValueInitExpr>(filler))
      unsupported("new of an array with fewer values than elements");
  }
  closeScope();
  return convert(pointer, result);
}

void BodyLowering::constructArray(const clang::CXXConstructExpr* construction, ExprRef pointer, ExprRef count) {
  buildElements(pointer, context_.getBaseElementType(construction->getType()), count, [&](ExprRef index) {
    callConstructor(construction->getConstructor(), pointerAdd(pointer, index),
                    llvm::ArrayRef(construction->getArgs(), construction->getNumArgs()));
  });
}

void BodyLowering::buildElements(ExprRef pointer, clang::QualType element, ExprRef count,
                                 const std::function<void(ExprRef)>& lower) {
  const bool undone = needsDestruction(element) && context_.getLangOpts().CXXExceptions;
  // Few enough to write them in a row, which needs no unrolling.
  if (count->kind == program::ExprKind::Constant && count->integer <= kUnrolled) {
    openScope();
    for (long i = 0; i < static_cast<long>(count->integer); ++i) {
      lower(constant(indexType(), i));
      if (undone) undoIfThrown(pointerAdd(pointer, constant(indexType(), i)), element);
    }
    return closeScope();
  }
  const Local* built = undone ? temporary(indexType(), "%built") : nullptr;
  if (undone) assign(built, constant(indexType(), 0));
  auto* guard = undone ? &emit<program::TryStmt>() : nullptr;
  const auto construct_all = [&] {
    countingLoop(count, [&](ExprRef index) {
      lower(index);
      if (undone) assign(built, binary(Op::Add, indexType(), index, constant(indexType(), 1)));
    });
  };
  if (!undone) return construct_all();
  inside(guard->body, construct_all);
  program::Handler& handler = guard->handlers.emplace_back();
  inside(handler.body, [&] {
    orTerminate(destructorMayThrow(element), [&] {
      countingLoop(ref(built), [&](ExprRef index) { destroy(pointerAdd(pointer, index), element); }, true);
    });
    emit<program::ThrowStmt>();
  });
}

void BodyLowering::deleteExpression(const clang::CXXDeleteExpr* expr) {
  ExprRef pointer = rvalue(expr->getArgument());
  const clang::QualType type = expr->getDestroyedType();
  const clang::CXXMethodDecl* own = ownOperator(expr->getOperatorDelete());
  if (expr->getOperatorDelete() != nullptr && llvm::isa<clang::CXXMethodDecl>(expr->getOperatorDelete()) &&
      (own == nullptr || expr->isArrayForm()))
    return unsupported("an operator delete of another form");
  if (own != nullptr) return deleteByOwnOperator(pointer, type, own);
  const auto how = expr->isArrayForm() ? program::FreeKind::DeleteArray : program::FreeKind::Delete;
  // Without a virtual destructor, an object has to be of the very type that it is deleted as.
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const bool only_of_type = record != nullptr && record->hasDefinition() && !expr->isArrayForm() &&
                            (record->getDestructor() == nullptr || !record->getDestructor()->isVirtual());
  if (!needsDestruction(type)) {
    freeStorage(pointer, how).only_of_type = only_of_type;
    return;
  }
  pointer = saved(pointer);
  auto& branch = emit<program::IfStmt>();
  branch.condition = notNull(pointer);
  inside(branch.then_body, [&] {
    // The memory is given back even where a destructor throws.
    const bool may_throw = destructorMayThrow(type);
    auto* guard = may_throw ? &emit<program::TryStmt>() : nullptr;
    inside(may_throw ? guard->body : *out_, [&] {
      if (expr->isArrayForm()) {
        const clang::QualType element = unit_.flatElement(type);
        const ExprRef extent = saved(extentOf(pointer, true));
        countingLoop(extent, [&](ExprRef index) { destroy(pointerAdd(pointer, index), element); }, true);
      } else {
        const auto* destructor = type->getAsCXXRecordDecl()->getDestructor();
        destroy(pointer, type, destructor != nullptr && destructor->isVirtual());
      }
    });
    if (may_throw) {
      guard->handlers.emplace_back();
      inside(guard->handlers.back().body, [&] {
        if (expr->isArrayForm()) return unsupported("an exception from the destructor of an array's element");
        freeStorage(pointer, how);
        emit<program::ThrowStmt>();
      });
    }
    freeStorage(pointer, how).only_of_type = only_of_type;
  });
}

/// The destructor, then the class's own operator delete.
void BodyLowering::deleteByOwnOperator(ExprRef pointer, clang::QualType type, const clang::CXXMethodDecl* own) {
  const clang::CXXDestructorDecl* destructor = type->getAsCXXRecordDecl()->getDestructor();
  // Which operator delete is the right one is then known to the object only.
  if (destructor != nullptr && destructor->isVirtual() && !destructor->getParent()->isEffectivelyFinal())
    return unsupported("an operator delete of the class itself, behind a virtual destructor");
  pointer = saved(pointer);
  auto& branch = emit<program::IfStmt>();
  branch.condition = notNull(pointer);
  inside(branch.then_body, [&] {
    destroy(pointer, type);
    emitCall(unit_.procedureOf(own), {pointer}, false);
  });
}

void BodyLowering::copyObject(ExprRef target, ExprRef source, const ClassDecl* class_decl) {
  emitCall(unit_.copyProcedure(class_decl), {target, source}, false);
}

void BodyLowering::copyArray(ExprRef target, ExprRef source, TypeRef element, long extent) {
  forEachIndex(extent, [&](ExprRef index) {
    const ExprRef to = pointerAdd(target, index);
    const ExprRef from = pointerAdd(source, index);
    if (element->isClass()) return copyObject(to, from, element->class_decl);
    store({.kind = Place::Kind::Slot, .type = element, .pointer = to},
          load({.kind = Place::Kind::Slot, .type = element, .pointer = from}));
  });
}

void BodyLowering::lowerMove(TypeRef element) {
  const ExprRef target = ref(procedure_->parameters[0]);
  const ExprRef source = ref(procedure_->parameters[1]);
  countingLoop(ref(procedure_->parameters[2]), [&](ExprRef index) {
    const ExprRef to = pointerAdd(target, index);
    const ExprRef from = pointerAdd(source, index);
    if (element->isClass()) return copyObject(to, from, element->class_decl);
    store({.kind = Place::Kind::Slot, .type = element, .pointer = to},
          load({.kind = Place::Kind::Slot, .type = element, .pointer = from}));
  });
}

void BodyLowering::lowerCopy(const ClassDecl* class_decl) {
  const ExprRef target = ref(procedure_->parameters[0]);
  const ExprRef source = ref(procedure_->parameters[1]);
  range_ = class_decl->range;
  if (class_decl->is_incomplete)
    return unsupported("a copy of '" + class_decl->name + "', which weir does not look into");
  for (const ClassDecl* base : class_decl->bases) {
    const TypeRef type = program_.pointerTo(program_.classType(base));
    copyObject(convert(target, type), convert(source, type), base);
  }
  for (const Field* field : class_decl->fields) {
    const TypeRef element = field->elementType();
    if (field->is_union_state) refuseUnread(source, field);
    if (!element->isScalar() && !element->isClass()) {
      // Reading such a member is unsupported; moving it is no use of it.
      if (element->reason == "an atomic type") unsupported(element->reason);
    } else if (field->type->isArray()) {
      forEachIndex(field->type->extent.value_or(0), [&](ExprRef index) {
        if (element->isClass())
          return copyObject(partAddress(target, field, index), partAddress(source, field, index), element->class_decl);
        storeField(target, field,
                   load({.kind = Place::Kind::Field,
                         .type = element,
                         .pointer = source,
                         .field = field,
                         .index = index,
                         .is_volatile = field->is_volatile}),
                   index);
      });
    } else if (element->isClass()) {
      copyObject(partAddress(target, field), partAddress(source, field), element->class_decl);
    } else {
      storeField(target, field,
                 load({.kind = Place::Kind::Field,
                       .type = element,
                       .pointer = source,
                       .field = field,
                       .is_volatile = field->is_volatile}));
    }
  }
}

void BodyLowering::zeroField(ExprRef object, const Field* field) {
  const TypeRef element = field->elementType();
  const auto zeroAt = [&](ExprRef index) {
    if (element->isClass()) return zeroObject(partAddress(object, field, index), element->class_decl);
    if (!element->isScalar()) return;  // every use of such a field is unsupported
    storeField(object, field, zero(element), index);
  };
  if (field->type->isArray()) return forEachIndex(field->type->extent.value_or(0), zeroAt);
  zeroAt(nullptr);
}

void BodyLowering::zeroObject(ExprRef object, const ClassDecl* class_decl) {
  for (const ClassDecl* base : class_decl->bases)
    zeroObject(convert(object, program_.pointerTo(program_.classType(base))), base);
  for (const Field* field : class_decl->fields) zeroField(object, field);
}

}  // namespace weir::frontend
