// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lvalues: which place an expression names, and how a place is read, written and pointed to.
#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

using program::ExprKind;

Place BodyLowering::deref(ExprRef pointer, clang::QualType pointee) {
  if (pointee->isArrayType())
    return {.kind = Place::Kind::Array, .type = unit_.type(unit_.flatElement(pointee)), .pointer = pointer};
  const TypeRef type = unit_.type(pointee);
  if (type->isClass()) return {.kind = Place::Kind::Object, .type = type, .pointer = pointer};
  if (type->kind == program::TypeKind::Function)
    return {.kind = Place::Kind::Function, .type = type, .pointer = pointer};
  if (!type->isScalar()) {
    unsupported(type->kind == program::TypeKind::Void ? "a dereferenced void*" : type->reason);
    return Place::unsupported(type);
  }
  if (pointer->type->isPointer() && pointer->type->pointee->isScalar() && pointer->kind == ExprKind::SlotAddress) {
    Place place{.kind = Place::Kind::Field, .type = type, .pointer = pointer->operands[0], .field = pointer->field};
    if (pointer->operands.size() == 2) place.index = pointer->operands[1];
    place.is_volatile = pointer->field->is_volatile && pointer->field == unit_.knownErrorNumber();
    return place;
  }
  return {.kind = Place::Kind::Slot, .type = type, .pointer = pointer};
}

Place BodyLowering::fieldPlace(ExprRef object, const Field* field, clang::QualType type) {
  if (type->isReferenceType()) {
    const Place slot{.kind = Place::Kind::Field, .type = field->type, .pointer = object, .field = field};
    return deref(load(slot), type->getPointeeType());
  }
  if (field->elementType()->kind == program::TypeKind::Unsupported) {
    unsupported(field->elementType()->reason);
    return Place::unsupported(unit_.type(type));
  }
  if (field->type->isArray()) {
    const ExprRef first = constant(indexType(), 0);
    const ExprRef pointer = field->holdsParts() ? partAddress(object, field, first) : slotAddress(object, field, first);
    return {.kind = Place::Kind::Array, .type = field->elementType(), .pointer = pointer};
  }
  if (field->holdsParts()) return Place::ofObject(partAddress(object, field));
  return {.kind = Place::Kind::Field, .type = unit_.type(type), .pointer = object, .field = field};
}

Place BodyLowering::member(ExprRef object, const clang::FieldDecl* decl, const std::optional<UnionAccess>& around) {
  std::optional<UnionAccess> access = around;
  if (access) access->path.push_back(decl->getCanonicalDecl());
  if (!access && unit_.unionUses().leavesOf(decl->getParent()) != nullptr)
    access = UnionAccess{.object = object, .record = decl->getParent(), .path = {decl->getCanonicalDecl()}};
  Place place = memberPlace(object, decl, access.has_value());
  place.in_union = std::move(access);
  return place;
}

Place BodyLowering::memberPlace(ExprRef object, const clang::FieldDecl* decl, bool is_known) {
  if (!is_known && !unit_.isUsedUnionMember(decl)) {
    unsupported("a second member of union '" + decl->getParent()->getNameAsString() + "'");
    return Place::unsupported(unit_.type(decl->getType()));
  }
  // Members of an anonymous struct belong to the object around it.
  if (decl->isAnonymousStructOrUnion()) return Place::ofObject(object);
  const Field* field = unit_.fieldOf(decl);
  if (field == nullptr) {
    unsupported("a member of '" + decl->getParent()->getNameAsString() + "', which weir does not look into");
    return Place::unsupported(unit_.type(decl->getType()));
  }
  // A conversion to the class that declares the field: a base is the object itself.
  const TypeRef owner = program_.pointerTo(program_.classType(field->owner));
  return fieldPlace(convert(object, owner), field, decl->getType());
}

Place BodyLowering::global(const clang::VarDecl* decl) {
  const Field* field = unit_.globalOf(decl);
  if (field == nullptr) {
    unsupported("a variable of type " + unit_.typeName(decl->getType()));
    return Place::unsupported(unit_.type(decl->getType().getNonReferenceType()));
  }
  return fieldPlace(globals(), field, decl->getType());
}

Place BodyLowering::variable(const clang::ValueDecl* decl, const clang::Expr* use) {
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    const ExprRef pointer = functionRef(unit_.procedureOf(function));
    return {.kind = Place::Kind::Function, .type = pointer->type->pointee, .pointer = pointer};
  }
  if (const auto* binding = llvm::dyn_cast<clang::BindingDecl>(decl)) {
    if (const clang::VarDecl* holding = binding->getHoldingVar()) return variable(holding, use);
    if (binding->getBinding() != nullptr) return lvalue(binding->getBinding());
  }
  const auto* var = llvm::dyn_cast<clang::VarDecl>(decl);
  if (var == nullptr) {
    unsupported("a use of '" + decl->getNameAsString() + "'");
    return Place::unsupported(unit_.type(use->getType()));
  }
  var = var->getCanonicalDecl();
  if (const auto kept = kept_members_.find(var); kept != kept_members_.end() && kept->second.local != nullptr) {
    const ExprRef around = containerOf(kept->second);
    const Local* object = temporary(around->type);
    assign(object, around);
    return Place::ofLocal(object);
  }
  const auto captured = captures_.find(var);
  if (captured != captures_.end()) return member(ref(this_), captured->second);
  const auto known = variables_.find(var);
  if (known == variables_.end()) {
    if (var->hasGlobalStorage()) return global(var);
    unsupported("the variable '" + var->getNameAsString() + "', which is not in reach");
    return Place::unsupported(unit_.type(use->getType()));
  }
  const Local* local = known->second;
  const clang::QualType type = var->getType();
  if (type->isReferenceType()) {
    Place place = deref(ref(local), type->getPointeeType());
    if (const auto kept = texts_.find(var); kept != texts_.end())
      std::tie(place.text, place.keep) = std::tie(kept->second.text, kept->second.keep);
    return place;
  }
  if (local->type->isObjectPointer() && local->type->pointee->class_decl->is_box)
    return fieldPlace(ref(local), local->type->pointee->class_decl->fields[0], type);
  if (unit_.type(type)->isClass()) return Place::ofObject(ref(local));
  if (!unit_.type(type)->isScalar()) {
    unsupported(unit_.type(type)->reason);
    return Place::unsupported(unit_.type(type));
  }
  return Place::ofLocal(local);
}

Place BodyLowering::element(const clang::ArraySubscriptExpr* expr) {
  const auto [base, index] = operands(expr->getBase(), expr->getIdx());
  if (!base->type->isPointer() || !index->type->isInteger()) return Place::unsupported(unit_.type(expr->getType()));
  checkNestedIndex(expr, index);
  return deref(pointerAdd(base, scaled(index, expr->getType())), expr->getType());
}

/// `grid[0][5]` of an int[3][3] stays inside the nine elements that it is here. As UBSan has it, the address one past
/// an array may be formed.
void BodyLowering::checkNestedIndex(const clang::ArraySubscriptExpr* expr, ExprRef index) {
  const clang::Expr* base = expr->getBase()->IgnoreParenImpCasts();
  const auto* array = unit_.context().getAsConstantArrayType(base->getType());
  const bool is_nested = expr->getType()->isArrayType() || llvm::isa<clang::ArraySubscriptExpr>(base);
  if (array == nullptr || !is_nested) return;
  const auto extent = static_cast<long>(array->getSize().getZExtValue());
  const bool may_be_one_past = addressed_ == expr;
  if (index->kind == program::ExprKind::Constant && index->integer >= 0 && index->integer < extent) return;
  const ExprRef number = convert(index, indexType());
  const auto compared = [&](Op op, long with) {
    return binary(op, program_.boolType(), number, constant(indexType(), with));
  };
  auto& stmt = emit<program::AssertStmt>();
  stmt.error = program::ErrorKind::Bounds;
  stmt.word = "index";
  stmt.condition = binary(Op::LogicalAnd, program_.boolType(), compared(Op::GreaterEqual, 0),
                          compared(may_be_one_past ? Op::LessEqual : Op::Less, extent));
  stmt.index = number;
  stmt.extent = extent;
}

/// `object.member` and `pointer->member`.
Place BodyLowering::accessedMember(const clang::MemberExpr* access) {
  if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(access->getMemberDecl())) {
    if (const KeptMember* kept = access->isArrow() ? keptMember(access->getBase()) : nullptr;
        kept != nullptr && kept->field->getCanonicalDecl() == field->getCanonicalDecl())
      return Place::ofObject(ref(kept->local));
    std::optional<UnionAccess> around;
    const ExprRef object = access->isArrow() ? rvalue(access->getBase()) : objectOf(access->getBase(), &around);
    if (!object->type->isObjectPointer()) return Place::unsupported(unit_.type(access->getType()));
    return member(object, field, around);
  }
  // A static member: the object is evaluated for its effects only.
  effect(access->getBase());
  return variable(access->getMemberDecl(), access);
}

/// The place that an operator gives; absent: it gives a value.
std::optional<Place> BodyLowering::placeOfOperation(const clang::Expr* expr) {
  Place place;
  if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    switch (operation->getOpcode()) {
      case clang::UO_Deref: return deref(rvalue(operation->getSubExpr()), expr->getType());
      case clang::UO_PreInc:
      case clang::UO_PreDec: increment(operation, &place); return place;
      case clang::UO_Extension: return lvalue(operation->getSubExpr());
      default: return std::nullopt;
    }
  }
  if (const auto* compound_assign = llvm::dyn_cast<clang::CompoundAssignOperator>(expr)) {
    compoundAssignment(compound_assign, &place);
    return place;
  }
  const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (operation == nullptr) return std::nullopt;
  if (operation->getOpcode() == clang::BO_Assign) {
    assignment(operation, &place);
    return place;
  }
  if (operation->isPtrMemOp()) return pointedMember(operation);
  if (operation->getOpcode() != clang::BO_Comma) return std::nullopt;
  effect(operation->getLHS());
  return lvalue(operation->getRHS());
}

Place BodyLowering::materialized(const clang::MaterializeTemporaryExpr* expr) {
  const clang::QualType type = expr->getType();
  const clang::ValueDecl* extended_by = expr->getExtendingDecl();
  if (!type->isRecordType() && !type->isArrayType()) return deref(boxed(rvalue(expr->getSubExpr()), extended_by), type);
  const ExprRef object = temporaryObject(type, [&](ExprRef target) { into(expr->getSubExpr(), target); }, extended_by);
  return deref(object, type);
}

Place BodyLowering::compoundLiteral(const clang::CompoundLiteralExpr* literal) {
  const clang::QualType type = literal->getType();
  // A temporary in C++; in C a variable without a name, of its block or of the program.
  const Lifetime lifetime = unit_.isCxx()            ? Lifetime::FullExpression
                            : literal->isFileScope() ? Lifetime::Program
                                                     : Lifetime::Block;
  if (!type->isRecordType() && !type->isArrayType())
    return deref(boxed(rvalue(literal->getInitializer()), nullptr, lifetime), type);
  const ExprRef object =
      temporaryObject(type, [&](ExprRef target) { into(literal->getInitializer(), target); }, nullptr, lifetime);
  return deref(object, type);
}

/// The place that a cast gives; absent: it gives a value.
std::optional<Place> BodyLowering::placeOfCast(const clang::CastExpr* casted) {
  const clang::Expr* operand = casted->getSubExpr();
  refuseConstantLocal(casted);
  switch (casted->getCastKind()) {
    case clang::CK_NoOp: {
      Place place = lvalue(operand);
      if (casted->getType().isConstQualified()) place.text = nullptr;
      return place;
    }
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_BaseToDerived:
      return Place::ofObject(convert(address(lvalue(operand)), program_.pointerTo(unit_.type(casted->getType()))));
    case clang::CK_UserDefinedConversion:
    case clang::CK_ConstructorConversion: return lvalue(operand);
    case clang::CK_Dynamic: return deref(dynamicCast(llvm::cast<clang::CXXDynamicCastExpr>(casted)), casted->getType());
    default: return std::nullopt;
  }
}

Place BodyLowering::lvalue(const clang::Expr* expr) {
  Place place = placeOf(expr);
  place.is_volatile = place.is_volatile || expr->getType().isVolatileQualified();
  return place;
}

Place BodyLowering::placeOf(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (const clang::Expr* inner = standsFor(expr)) return lvalue(inner);
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr)) return variable(named->getDecl(), named);
  if (const auto* access = llvm::dyn_cast<clang::MemberExpr>(expr)) return accessedMember(access);
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) return element(subscript);
  if (const std::optional<Place> place = placeOfOperation(expr)) return *place;
  if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expr)) return materialized(made);
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr))
    return deref(conditional(choice), expr->getType());
  if (const auto* string = llvm::dyn_cast<clang::StringLiteral>(expr))
    return fieldPlace(globals(), unit_.stringLiteral(string), expr->getType());
  if (const auto* name = llvm::dyn_cast<clang::PredefinedExpr>(expr)) return lvalue(name->getFunctionName());
  if (const auto* made = llvm::dyn_cast<clang::CompoundLiteralExpr>(expr)) return compoundLiteral(made);
  if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(expr)) {
    const auto known = opaque_places_.find(opaque);
    if (known != opaque_places_.end()) return known->second;
    if (opaque->getSourceExpr() != nullptr) return lvalue(opaque->getSourceExpr());
  }
  if (const auto* used = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expr))
    return inDefaultInit([&] { return lvalue(used->getExpr()); });
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(expr)) {
    const clang::QualType type = expr->getType();
    return deref(fullExpression(expr, [&] { return saved(address(lvalue(full->getSubExpr()))); }), type);
  }
  if (const auto* casted = llvm::dyn_cast<clang::CastExpr>(expr))
    if (const std::optional<Place> place = placeOfCast(casted)) return *place;
  if (expr->isPRValue() && unit_.type(expr->getType())->isClass())
    return Place::ofObject(temporaryObject(expr->getType(), [&](ExprRef target) { into(expr, target); }));
  if (const auto* called = llvm::dyn_cast<clang::CallExpr>(expr)) {
    if (isCharacter(called)) return character(called);
    if (const ExprRef pointer = call(called); pointer != nullptr && pointer->type->isPointer())
      return deref(pointer, expr->getType());
    return Place::unsupported(unit_.type(expr->getType()));
  }
  if (llvm::isa<clang::StmtExpr>(expr) || expr->isPRValue()) return deref(boxed(rvalue(expr)), expr->getType());
  unsupported(std::string("an lvalue of the kind ") + expr->getStmtClassName());
  return Place::unsupported(unit_.type(expr->getType()));
}

ExprRef BodyLowering::objectOf(const clang::Expr* expr, std::optional<UnionAccess>* around) {
  const Place place = lvalue(expr);
  if (around != nullptr) *around = place.in_union;
  if (place.kind == Place::Kind::Unsupported) return placeholder(program_.pointerTo(unit_.type(expr->getType())));
  return address(place);
}

/// Anybody may have written there in between. Only a variable whose address nobody has is what was written to it last.
ExprRef BodyLowering::loadVolatile(Place place) {
  place.is_volatile = false;
  const ExprRef written = load(place);
  return uncomputed({.what = "volatile"}, written->type, {written});
}

ExprRef BodyLowering::load(const Place& place) {
  if (place.is_volatile && (place.kind == Place::Kind::Field || place.kind == Place::Kind::Slot))
    return loadVolatile(place);
  switch (place.kind) {
    case Place::Kind::Local: return ref(place.local);
    case Place::Kind::Field: {
      if (place.in_union) readLeaf(*place.in_union);
      const Local* target = temporary(place.field->elementType());
      auto& stmt = emit<program::LoadStmt>();
      stmt.target = target;
      stmt.object = followed(place.pointer);
      stmt.field = place.field;
      stmt.index = place.index;
      return convert(ref(target), place.type);
    }
    case Place::Kind::Slot: {
      const Local* target = temporary(place.type);
      auto& stmt = emit<program::LoadSlotStmt>();
      stmt.target = target;
      stmt.pointer = followed(place.pointer);
      return ref(target);
    }
    case Place::Kind::Object:
    case Place::Kind::Array:
    case Place::Kind::Function: return place.pointer;
    case Place::Kind::Unsupported: return placeholder(place.type);
  }
  UNREACHABLE("every kind of place is read");
}

void BodyLowering::store(const Place& place, ExprRef value) {
  switch (place.kind) {
    case Place::Kind::Local: return assign(place.local, value);
    case Place::Kind::Field:
      storeField(place.pointer, place.field, value, place.index);
      if (place.in_union) writeLeaves(*place.in_union);
      return;
    case Place::Kind::Slot: {
      const ExprRef converted = convert(value, place.type);
      auto& stmt = emit<program::StoreSlotStmt>();
      stmt.pointer = followed(place.pointer);
      stmt.value = converted;
      if (place.text != nullptr) keepCharacter(place);
      return;
    }
    case Place::Kind::Object:
    case Place::Kind::Array:
    case Place::Kind::Function: return unsupported("an assignment to something that is not a scalar");
    case Place::Kind::Unsupported: return;  // reported when the place was found
  }
}

ExprRef BodyLowering::address(const Place& place) {
  // Who writes there would not tell the string.
  if (place.text != nullptr) unsupported("a pointer or reference to a character of a string, which may be written");
  switch (place.kind) {
    case Place::Kind::Field:
      if (place.field->is_bit_field) {
        unsupported("the address of a bit-field");
        return placeholder(program_.pointerTo(place.type));
      }
      return slotAddress(place.pointer, place.field, place.index);
    case Place::Kind::Slot:
    case Place::Kind::Object:
    case Place::Kind::Array:
    case Place::Kind::Function: return place.pointer;
    case Place::Kind::Local: UNREACHABLE("a local whose address is taken should have been boxed");
    case Place::Kind::Unsupported: return placeholder(program_.pointerTo(place.type));
  }
  UNREACHABLE("every kind of place has an address");
}

}  // namespace weir::frontend
