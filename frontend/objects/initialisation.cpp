// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of class and array type, built where they are to live: no copy is made that C++ would not make.
#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

void BodyLowering::into(const clang::Expr* expr, ExprRef object) {
  expr = expr->IgnoreParens();
  if (expr->getType()->isArrayType()) return initialiseArray(object, expr->getType(), expr, 0);
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(expr)) {
    fullExpression(expr, [&] {
      into(full->getSubExpr(), object);
      return nullptr;
    });
    return;
  }
  if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expr)) return into(bound->getSubExpr(), object);
  if (buildsText(expr)) return effectsOfText(expr);
  if (const clang::Expr* inner = standsFor(expr)) return into(inner, object);
  if (const auto* used = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expr))
    return inDefaultInit([&] { return into(used->getExpr(), object); });
  if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(expr)) {
    const clang::Expr* source = elidedSource(construction);
    return source != nullptr ? into(source, object) : construct(construction, object);
  }
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expr)) return initialiseList(list, object);
  if (const auto* called = llvm::dyn_cast<clang::CallExpr>(expr); called != nullptr && expr->isPRValue()) {
    call(called, object);
    return;
  }
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(expr)) return captureInto(lambda, object);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expr); choice != nullptr && expr->isPRValue()) {
    const ExprRef decided = condition(choice->getCond());
    auto& branch = emit<program::IfStmt>();
    branch.condition = decided;
    inside(branch.then_body, [&] { into(choice->getTrueExpr(), object); });
    inside(branch.else_body, [&] { into(choice->getFalseExpr(), object); });
    return;
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (operation->getOpcode() == clang::BO_Comma && expr->isPRValue()) {
      effect(operation->getLHS());
      return into(operation->getRHS(), object);
    }
    if (operation->getOpcode() == clang::BO_Cmp) return threeWay(operation, object);
    if (operation->isAssignmentOp()) {
      const ExprRef source = assignment(operation, nullptr);
      if (source != nullptr) copyObject(object, source, unit_.classOf(expr->getType()->getAsRecordDecl()));
      return;
    }
  }
  if (const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(expr)) return initializerList(list, object);
  if (llvm::isa<clang::ImplicitValueInitExpr>(expr) || llvm::isa<clang::CXXScalarValueInitExpr>(expr))
    return zeroObject(object, unit_.classOf(expr->getType()->getAsRecordDecl()));
  if (llvm::isa<clang::CXXThrowExpr>(expr)) return effect(expr);
  if (const auto* operation = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(expr))
    return into(operation->getSemanticForm(), object);
  if (const auto* casted = llvm::dyn_cast<clang::CastExpr>(expr)) return castInto(casted, object);
  if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expr)) {
    const clang::CompoundStmt* body = block->getSubStmt();
    openScope();
    std::vector<const clang::Stmt*> before(body->body_begin(), body->body_end() - 1);
    sequence(before);
    if (const auto* last = llvm::dyn_cast<clang::Expr>(body->body_back())) into(last, object);
    closeScope();
    return;
  }
  if (expr->isGLValue()) return copyObject(object, objectOf(expr), unit_.classOf(expr->getType()->getAsRecordDecl()));
  if (const auto* inherited = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(expr);
      inherited != nullptr && context_.hasSameUnqualifiedType(
                                  context_.getRecordType(inherited->getConstructor()->getParent()), expr->getType()))
    return inheritedConstructor(inherited, object);
  unsupported(std::string("an object from an expression of the kind ") + expr->getStmtClassName());
}

/// The expression that builds the object itself, where C++ lets a copy of it be left out; null: none.
const clang::Expr* BodyLowering::elidedSource(const clang::CXXConstructExpr* construction) const {
  if (!construction->isElidable() || construction->getNumArgs() < 1) return nullptr;
  const clang::Expr* source = construction->getArg(0)->IgnoreParens();
  if (const auto* temporary_source = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(source))
    source = temporary_source->getSubExpr();
  return source->isPRValue() && context_.hasSameUnqualifiedType(source->getType(), construction->getType()) ? source
                                                                                                            : nullptr;
}

void BodyLowering::castInto(const clang::CastExpr* casted, ExprRef object) {
  switch (casted->getCastKind()) {
    case clang::CK_LValueToRValue:
      return copyObject(object, objectOf(casted->getSubExpr()), unit_.classOf(casted->getType()->getAsRecordDecl()));
    case clang::CK_NoOp:
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion: return into(casted->getSubExpr(), object);
    default: return unsupported(std::string("a cast of the kind ") + casted->getCastKindName());
  }
}

/// using Base::Base: what the constructor was given goes on to that of the base.
void BodyLowering::inheritedConstructor(const clang::CXXInheritedCtorInitExpr* inherited, ExprRef object) {
  const clang::CXXRecordDecl* parent = inherited->getConstructor()->getParent();
  if (isLibraryException(parent) || unit_.isText(parent)) return;
  std::vector<ExprRef> arguments{object};
  for (std::size_t i = 1; i < procedure_->parameters.size(); ++i) arguments.push_back(ref(procedure_->parameters[i]));
  emitCall(constructorOf(inherited->getConstructor(), clang::CXXConstructionKind::NonVirtualBase), std::move(arguments),
           false);
}

void BodyLowering::initialiseList(const clang::InitListExpr* list, ExprRef object) {
  if (!list->isSemanticForm() && list->getSemanticForm() != nullptr) list = list->getSemanticForm();
  if (list->isTransparent()) return into(list->getInit(0), object);
  const clang::RecordDecl* record = list->getType()->getAsRecordDecl();
  INVARIANT(record != nullptr, "a list for an object should be of class type");
  const std::string reason = unit_.unsupportedClass(record);
  if (!reason.empty()) return unsupported(reason);
  initialiseRecord(list, record->getDefinition(), object);
}

void BodyLowering::initialiseRecord(const clang::InitListExpr* list, const clang::RecordDecl* record, ExprRef object) {
  const ExprRef outer_object = aggregate_;
  aggregate_ = object;
  if (record->isUnion()) {
    if (const clang::FieldDecl* field = list->getInitializedFieldInUnion(); field != nullptr && list->getNumInits() > 0)
      initialiseField(object, field, list->getInit(0));
    aggregate_ = outer_object;
    return;
  }
  unsigned next = 0;
  openScope();
  if (const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier& base : cxx->bases()) {
      if (next >= list->getNumInits()) break;
      const ExprRef part = convert(object, program_.pointerTo(unit_.type(base.getType())));
      into(list->getInit(next++), part);
      undoIfThrown(part, base.getType());
    }
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField() || next >= list->getNumInits()) continue;
    initialiseField(object, field, list->getInit(next++));
    if (needsDestruction(field->getType()) && !field->isAnonymousStructOrUnion())
      undoIfThrown(address(member(object, field)), field->getType());
  }
  closeScope();
  aggregate_ = outer_object;
}

void BodyLowering::initialiseField(ExprRef object, const clang::FieldDecl* field, const clang::Expr* value) {
  if (field->isAnonymousStructOrUnion()) {
    const clang::RecordDecl* record = field->getType()->getAsRecordDecl()->getDefinition();
    const clang::Expr* inner = value->IgnoreParens();
    if (const auto* used = llvm::dyn_cast<clang::CXXDefaultInitExpr>(inner)) inner = used->getExpr()->IgnoreParens();
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(inner)) return initialiseRecord(list, record, object);
    if (llvm::isa<clang::ImplicitValueInitExpr>(inner)) {
      for (const clang::FieldDecl* hoisted : record->fields()) {
        if (hoisted->isUnnamedBitField()) continue;
        const Field* lowered = unit_.fieldOf(hoisted);
        if (lowered != nullptr) zeroField(object, lowered);
      }
      return;
    }
    if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
        construction != nullptr && construction->getConstructor()->isDefaultConstructor())
      return;
    return unsupported("this way to initialise an anonymous struct or union");
  }
  // An array member of unknown length has no elements to initialise.
  if (field->getType()->isReferenceType()) {
    const Field* lowered = unit_.fieldOf(field);
    const ExprRef target = address(lvalue(value));
    return storeField(convert(object, program_.pointerTo(program_.classType(lowered->owner))), lowered, target);
  }
  if (unit_.type(field->getType())->kind == program::TypeKind::Unsupported) {
    if (!value->HasSideEffects(context_)) return;  // a value in a field that nobody can read
    return unsupported(unit_.type(field->getType())->reason);
  }
  initialisePlace(member(object, field), field->getType(), value);
}

void BodyLowering::initialisePlace(const Place& place, clang::QualType type, const clang::Expr* value) {
  if (place.kind == Place::Kind::Unsupported) return;
  if (place.kind == Place::Kind::Object && place.in_union) writeLeaves(*place.in_union);
  if (type->isArrayType()) return initialiseArray(place.pointer, type, value, 0);
  if (place.kind == Place::Kind::Object) return into(value, place.pointer);
  const ExprRef scalar = rvalue(value);
  if (scalar->type->isScalar() && unit_.type(type)->isScalar()) store(place, scalar);
}

/// An std::initializer_list refers to an array that lives as a temporary does.
void BodyLowering::initializerList(const clang::CXXStdInitializerListExpr* expr, ExprRef object) {
  const clang::Expr* elements = expr->getSubExpr();
  const auto* array = context_.getAsConstantArrayType(elements->getType());
  const clang::RecordDecl* record = expr->getType()->getAsRecordDecl();
  if (array == nullptr || std::distance(record->field_begin(), record->field_end()) != 2)
    return unsupported("an initializer_list of another form");
  const clang::FieldDecl* start = *record->field_begin();
  const clang::FieldDecl* size = *std::next(record->field_begin());
  const long extent = static_cast<long>(array->getSize().getZExtValue());
  const ExprRef first = saved(address(lvalue(elements)));
  store(member(object, start), first);
  const TypeRef size_type = unit_.type(size->getType());
  if (size_type->isInteger()) return store(member(object, size), constant(size_type, extent));
  store(member(object, size), pointerAdd(first, constant(indexType(), extent)));
}

Place BodyLowering::elementAt(ExprRef pointer, clang::QualType element, long index) {
  return deref(pointerAdd(pointer, constant(indexType(), index)), element);
}

/// Zeroes the elements from `begin` up to `end` of the array whose element 0 is at `pointer`; none is an array.
void BodyLowering::zeroElements(ExprRef pointer, clang::QualType element, long begin, long end) {
  const TypeRef type = unit_.type(element);
  const auto zeroAt = [&](ExprRef index) {
    const ExprRef shifted = binary(Op::Add, indexType(), index, constant(indexType(), begin));
    const ExprRef at =
        index->kind == program::ExprKind::Constant ? constant(indexType(), index->integer + begin) : shifted;
    const ExprRef place = pointerAdd(pointer, at);
    if (type->isClass()) return zeroObject(place, type->class_decl);
    store(deref(place, element), zero(type));
  };
  if (begin < end) forEachIndex(end - begin, zeroAt);
}

/// `{a, b, c}`, and for the elements that are not given the list's filler or zero.
void BodyLowering::initialiseElements(ExprRef pointer, const clang::ConstantArrayType* array,
                                      const clang::InitListExpr* list, long first) {
  const clang::QualType element = array->getElementType();
  const long extent = static_cast<long>(array->getSize().getZExtValue());
  const long stride = unit_.flatExtent(element);
  const long given = list->getNumInits();
  const clang::Expr* filler = list->getArrayFiller();
  const bool zeroes = filler == nullptr || llvm::isa<clang::ImplicitValueInitExpr>(filler);
  openScope();
  for (long i = 0; i < (zeroes ? given : extent); ++i) {
    const clang::Expr* init = i < given ? list->getInit(static_cast<unsigned>(i)) : filler;
    if (element->isArrayType()) {
      initialiseArray(pointer, element, init, first + i * stride);
    } else {
      initialisePlace(elementAt(pointer, element, first + i), element, init);
    }
    if (needsDestruction(element))
      undoIfThrown(pointerAdd(pointer, constant(indexType(), first + i * stride)), element);
  }
  closeScope();
  if (given < extent && zeroes)
    zeroElements(pointer, unit_.flatElement(element), first + given * stride, first + extent * stride);
}

/// The copy of an array member: the source is found once, then element by element.
void BodyLowering::copyElements(ExprRef pointer, const clang::ConstantArrayType* array,
                                const clang::ArrayInitLoopExpr* loop, long first) {
  const clang::QualType element = array->getElementType();
  const long extent = static_cast<long>(array->getSize().getZExtValue());
  opaque_places_[loop->getCommonExpr()] = lvalue(loop->getCommonExpr()->getSourceExpr());
  const ExprRef outer_index = array_loop_index_;
  const auto build = [&](ExprRef index) {
    array_loop_index_ = index;
    const ExprRef at = pointerAdd(pointer, scaled(index, element));
    if (element->isArrayType()) return initialiseArray(at, element, loop->getSubExpr(), first);
    initialisePlace(deref(at, element), element, loop->getSubExpr());
  };
  if (needsDestruction(element) && !element->isArrayType()) {
    buildElements(pointer, element, constant(indexType(), extent), build);
  } else {
    forEachIndex(extent, build);
  }
  array_loop_index_ = outer_index;
}

void BodyLowering::initialiseArray(ExprRef pointer, clang::QualType type, const clang::Expr* value, long first) {
  value = value->IgnoreParens();
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(value)) value = full->getSubExpr()->IgnoreParens();
  if (const auto* full = llvm::dyn_cast<clang::ConstantExpr>(value)) value = full->getSubExpr()->IgnoreParens();
  if (const auto* used = llvm::dyn_cast<clang::CXXDefaultInitExpr>(value))
    return inDefaultInit([&] { return initialiseArray(pointer, type, used->getExpr(), first); });
  if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(value))
    value = bound->getSubExpr()->IgnoreParens();
  const auto* array = context_.getAsConstantArrayType(type);
  if (array == nullptr) return unsupported("an array of unknown length");
  const clang::QualType element = array->getElementType();
  const long extent = static_cast<long>(array->getSize().getZExtValue());
  const long stride = unit_.flatExtent(element);
  const clang::QualType flat = unit_.flatElement(type);
  const TypeRef flat_type = unit_.type(flat);
  if (!flat_type->isScalar() && !flat_type->isClass()) return unsupported(flat_type->reason);

  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(value)) {
    if (!list->isSemanticForm() && list->getSemanticForm() != nullptr) list = list->getSemanticForm();
    if (list->isStringLiteralInit() || list->isTransparent())
      return initialiseArray(pointer, type, list->getInit(0), first);
    return initialiseElements(pointer, array, list, first);
  }
  if (const auto* string = llvm::dyn_cast<clang::StringLiteral>(value)) {
    const long length = std::min<long>(string->getLength(), extent);
    for (long i = 0; i < length; ++i)
      store(elementAt(pointer, element, first + i), constant(flat_type, string->getCodeUnit(static_cast<unsigned>(i))));
    return zeroElements(pointer, flat, first + length, first + extent);
  }
  if (llvm::isa<clang::ImplicitValueInitExpr>(value) || llvm::isa<clang::CXXScalarValueInitExpr>(value))
    return zeroElements(pointer, flat, first, first + extent * stride);
  if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(value))
    return construct(construction, pointerAdd(pointer, constant(indexType(), first)));
  if (const auto* loop = llvm::dyn_cast<clang::ArrayInitLoopExpr>(value))
    return copyElements(pointer, array, loop, first);
  if (value->isGLValue() || llvm::isa<clang::CastExpr>(value)) {
    const clang::Expr* source = value->IgnoreParenImpCasts();
    if (source->isGLValue()) return copyArray(pointer, address(lvalue(source)), flat_type, extent * stride);
  }
  unsupported(std::string("an array from an expression of the kind ") + value->getStmtClassName());
}

}  // namespace weir::frontend
