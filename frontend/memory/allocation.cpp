// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// malloc and its relatives, where the type of what is allocated is evident: from the pointer type that the result is
// converted to, and from the number of bytes, which has to be a multiple of that type's size.
//
//   Node* n = malloc(sizeof(Node));           one Node
//   int* a = malloc(k * sizeof *a);           an array of k ints
//   Node* n = my_alloc(sizeof(Node));         my_alloc as it would be written for Node
#include <algorithm>
#include <climits>

#include "frontend/body_lowering.h"
#include "ir/program/library_question.h"

namespace weir::frontend {

namespace {

enum class Source { None, Malloc, New, NewArray, Calloc, Realloc };

/// The library's operator new or delete, called as a function.
bool isGlobalOperator(const clang::FunctionDecl* function, clang::OverloadedOperatorKind kind) {
  const llvm::StringRef name = function->getIdentifier() != nullptr ? function->getName() : "";
  if (kind == clang::OO_New && name == "__builtin_operator_new") return true;
  if (kind == clang::OO_Delete && name == "__builtin_operator_delete") return true;
  const clang::FunctionDecl* definition = nullptr;
  return function->getOverloadedOperator() == kind && function->isReplaceableGlobalAllocationFunction() &&
         !function->isDefined(definition);
}

/// The library's own, those with the compiler's allocation attributes, and common wrappers that are only declared.
Source sourceKind(const clang::FunctionDecl* function) {
  if (function == nullptr) return Source::None;
  if (isGlobalOperator(function, clang::OO_New)) return Source::New;
  if (isGlobalOperator(function, clang::OO_Array_New)) return Source::NewArray;
  if (function->getIdentifier() == nullptr) return Source::None;
  const llvm::StringRef name = function->getName();
  if (name == "malloc" || name == "__builtin_malloc") return Source::Malloc;
  if (name == "calloc" || name == "__builtin_calloc") return Source::Calloc;
  if (name == "realloc" || name == "__builtin_realloc") return Source::Realloc;
  const clang::FunctionDecl* definition = nullptr;
  if (function->isDefined(definition) || !function->getReturnType()->isVoidPointerType()) return Source::None;
  const bool marked = function->hasAttr<clang::AllocSizeAttr>() || function->hasAttr<clang::RestrictAttr>();
  // With more arguments, such as the old size, it is a function like any other.
  if (name.contains("realloc")) return function->getNumParams() == 2 ? Source::Realloc : Source::None;
  if (name.contains("calloc") && function->getNumParams() <= 2) return Source::Calloc;
  const bool takes_a_size =
      function->getNumParams() == 1 && function->getParamDecl(0)->getType()->isUnsignedIntegerType();
  return takes_a_size && (marked || name.contains("alloc")) ? Source::Malloc : Source::None;
}

bool isDeallocator(const clang::FunctionDecl* function) {
  if (isGlobalOperator(function, clang::OO_Delete) || isGlobalOperator(function, clang::OO_Array_Delete)) return true;
  if (function->getIdentifier() == nullptr) return false;
  const llvm::StringRef name = function->getName();
  if (name == "free" || name == "__builtin_free" || name == "cfree") return true;
  const clang::FunctionDecl* definition = nullptr;
  return !function->isDefined(definition) && name.contains("free") && function->getNumParams() == 1 &&
         function->getReturnType()->isVoidType() && function->getParamDecl(0)->getType()->isVoidPointerType();
}

program::Allocator allocatorOf(Source kind) {
  if (kind == Source::New) return program::Allocator::New;
  return kind == Source::NewArray ? program::Allocator::NewArray : program::Allocator::Malloc;
}

const clang::CallExpr* callIn(const clang::Expr* expr) {
  return llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParenImpCasts());
}

}  // namespace

std::optional<ExprRef> BodyLowering::elementCount(const clang::Expr* bytes, long size, Beyond beyond) {
  bytes = bytes->IgnoreParens();
  clang::Expr::EvalResult result;
  if (bytes->EvaluateAsInt(result, context_)) {
    const long constant_bytes = static_cast<long>(result.Val.getInt().getExtValue());
    if (constant_bytes % size != 0) return std::nullopt;
    return constant(indexType(), constant_bytes / size);
  }
  if (size == 1) return rvalue(bytes);
  std::vector<TypeRef> casts;
  for (;; bytes = llvm::cast<clang::CastExpr>(bytes)->getSubExpr()->IgnoreParens()) {
    const auto* casted = llvm::dyn_cast<clang::CastExpr>(bytes);
    if (casted == nullptr ||
        (casted->getCastKind() != clang::CK_IntegralCast && casted->getCastKind() != clang::CK_NoOp))
      break;
    casts.push_back(unit_.type(casted->getType()));
  }
  const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(bytes);
  if (operation == nullptr || operation->getOpcode() != clang::BO_Mul) return std::nullopt;
  for (const bool swapped : {false, true}) {
    const clang::Expr* factor = swapped ? operation->getLHS() : operation->getRHS();
    const clang::Expr* other = swapped ? operation->getRHS() : operation->getLHS();
    if (!factor->EvaluateAsInt(result, context_)) continue;
    const long value = static_cast<long>(result.Val.getInt().getExtValue());
    if (value <= 0 || value % size != 0) continue;
    const TypeRef type = unit_.type(operation->getType());
    const bool is_narrow = context_.getTypeSize(other->IgnoreParenImpCasts()->getType()) <= 32;
    const bool is_narrowed = std::any_of(casts.begin(), casts.end(), [](TypeRef cast) { return cast->width < 64; });
    if (is_narrow && type->width == 64 && value <= INT_MAX && !is_narrowed) {
      const ExprRef count = convert(rvalue(other), indexType());  // nothing wraps
      return value == size ? count : binary(Op::Multiply, indexType(), count, constant(indexType(), value / size));
    }
    const ExprRef times = saved(rvalue(other));
    ExprRef product = binary(Op::Multiply, type, times, constant(type, value));
    for (auto cast = casts.rbegin(); cast != casts.rend(); ++cast) product = convert(product, *cast);
    // A signed count below zero is a mistake of its own; an unsigned one that no memory has room for is not yet one.
    const bool is_signed = other->IgnoreParenImpCasts()->getType()->isSignedIntegerType();
    return elementsIn(product, times, value, size, is_signed ? Beyond::IsWrong : beyond);
  }
  return std::nullopt;
}

/// How many elements of this size there is room for in `bytes`, which are `times * each` unless that wrapped around:
/// then there are fewer than the program thinks. Where the bytes are more than any memory, negative if that is wrong,
/// otherwise more than any scope.
ExprRef BodyLowering::elementsIn(ExprRef bytes, ExprRef times, long each, long size, Beyond beyond) {
  const ExprRef wide = convert(bytes, indexType());
  if ((size & (size - 1)) == 0) {
    const int shift = __builtin_ctzl(size);
    const ExprRef count = binary(Op::ShiftRight, indexType(), wide, constant(indexType(), shift));
    if (beyond == Beyond::IsWrong) return count;
    return binary(Op::BitAnd, indexType(), count, constant(indexType(), LONG_MAX >> (shift - 1)));
  }
  // A quotient is a large circuit: where nothing wraps there is no need to look at it.
  const int bits = std::min(bytes->type->width, times->type->width) - 1;
  const long limit = static_cast<long>((1UL << bits) - 1) / each;
  const Local* count = temporary(indexType(), "%count");
  auto& wraps = emit<program::IfStmt>();
  wraps.condition =
      binary(Op::LogicalOr, program_.boolType(), binary(Op::Less, program_.boolType(), times, constant(times->type, 0)),
             binary(Op::Greater, program_.boolType(), times, constant(times->type, limit)));
  inside(wraps.then_body, [&] {
    assign(count, binary(Op::Divide, indexType(), wide, constant(indexType(), size)));
    auto& is_less = emit<program::IfStmt>();
    is_less.condition = binary(Op::Less, program_.boolType(), wide, constant(indexType(), 0));
    inside(is_less.then_body, [&] { assign(count, constant(indexType(), beyond == Beyond::IsWrong ? -1 : LONG_MAX)); });
  });
  inside(wraps.else_body, [&] {
    const ExprRef whole = convert(times, indexType());
    assign(count, each == size ? whole : binary(Op::Multiply, indexType(), whole, constant(indexType(), each / size)));
  });
  return ref(count);
}

std::optional<ExprRef> BodyLowering::typedAllocation(const clang::Expr* expr, clang::QualType pointee) {
  const clang::CallExpr* called = callIn(expr);
  const clang::FunctionDecl* callee = called == nullptr ? nullptr : called->getDirectCallee();
  if (callee == nullptr || !callee->getReturnType()->isVoidPointerType()) return std::nullopt;
  if (pointee->isVoidType() || pointee->isFunctionType() || pointee->isIncompleteType()) return std::nullopt;
  const TypeRef pointer = program_.pointerTo(unit_.type(pointee));

  const Source kind = sourceKind(callee);
  if (kind == Source::None) {
    // A wrapper of the user's own: lowered once for each type it is used with.
    const clang::FunctionDecl* definition = nullptr;
    bool has_size = false;
    for (const clang::ParmVarDecl* parameter : callee->parameters())
      has_size = has_size || parameter->getType()->isUnsignedIntegerType();
    if (!has_size || !callee->isDefined(definition) || llvm::isa<clang::CXXMethodDecl>(callee)) return std::nullopt;
    if (!allocates(definition->getBody())) return std::nullopt;
    std::vector<ExprRef> arguments;
    pushArguments(arguments, llvm::ArrayRef(called->getArgs(), called->getNumArgs()),
                  callee->getType()->getAs<clang::FunctionProtoType>());
    const ExprRef value = emitCall(unit_.allocatorOf(callee, pointee), std::move(arguments), false);
    return convert(value, pointer);
  }
  if (kind == Source::Realloc) return reallocation(called, pointee);
  const long size = static_cast<long>(context_.getTypeSizeInChars(pointee).getQuantity());
  if (size == 0) return std::nullopt;
  std::optional<ExprRef> count;
  if (kind == Source::Calloc && called->getNumArgs() == 2) {
    for (const bool swapped : {false, true}) {
      const clang::Expr* bytes = called->getArg(swapped ? 0 : 1);
      clang::Expr::EvalResult result;
      if (!bytes->EvaluateAsInt(result, context_) || result.Val.getInt().getExtValue() % size != 0) continue;
      const long times = static_cast<long>(result.Val.getInt().getExtValue() / size);
      const clang::Expr* counted = called->getArg(swapped ? 1 : 0);
      ExprRef number = rvalue(counted);
      if (times != 1 || counted->IgnoreParenImpCasts()->getType()->isSignedIntegerType())
        number = convert(number, indexType());
      if (times != 1) number = binary(Op::Multiply, indexType(), number, constant(indexType(), times));
      count = number;
      break;
    }
  } else {
    const clang::Expr* bytes =
        called->getArg(kind == Source::New || kind == Source::NewArray ? 0 : called->getNumArgs() - 1);
    count = elementCount(bytes, size, Beyond::IsLarge);
    // sizeof(T) + n: the object, with room behind it that its type does not describe.
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(bytes->IgnoreParenImpCasts());
    if (!count && pointee->isRecordType() && sum != nullptr && sum->getOpcode() == clang::BO_Add) {
      for (const clang::Expr* part : {sum->getLHS(), sum->getRHS()}) {
        clang::Expr::EvalResult result;
        if (part->EvaluateAsInt(result, context_) && result.Val.getInt().getExtValue() >= size && !count)
          count = constant(indexType(), 1);
      }
    }
    if (!count) return dynamicAllocation(rvalue(bytes), pointee, kind == Source::Calloc, allocatorOf(kind));
  }
  if (!count) {
    unsupported("an allocation whose size is no multiple of " + unit_.typeName(pointee));
    return placeholder(pointer);
  }
  const bool one_object =
      (*count)->kind == program::ExprKind::Constant && (*count)->integer == 1 && pointee->isRecordType();
  return allocateHeap(pointee, one_object ? nullptr : *count, kind == Source::Calloc, allocatorOf(kind));
}

/// The old block dies and a new one has its elements, as far as both have them; the others have no value. A size of 0
/// only frees, as the C library of Linux has it.
ExprRef BodyLowering::reallocation(const clang::CallExpr* called, clang::QualType type) {
  const TypeRef element = unit_.type(type);
  const TypeRef pointer = program_.pointerTo(element);
  const auto refuse = [&](const std::string& reason) {
    unsupported(reason);
    return placeholder(pointer);
  };
  if (called->getNumArgs() != 2 || !called->getArg(0)->getType()->isPointerType() ||
      !called->getArg(1)->getType()->isIntegerType())
    return refuse("a realloc of another form");
  if (!element->isClass() && !element->isScalar()) return refuse("a realloc of " + program::toString(element));
  ExprRef given = untyped(called->getArg(0));
  if (!given->type->isPointer() || !(given->type->isVoidPointer() || sameRepresentation(given->type, pointer)))
    return refuse("a realloc of " + program::toString(given->type) + " as " + program::toString(pointer));
  given = saved(convert(given, pointer));
  const long size = static_cast<long>(context_.getTypeSizeInChars(type).getQuantity());
  std::optional<ExprRef> elements = elementCount(called->getArg(1), size, Beyond::IsLarge);
  if (!elements)
    elements =
        dynamicCount(rvalue(called->getArg(1)), size, "a realloc whose size is no multiple of " + unit_.typeName(type));
  ExprRef count = convert(*elements, indexType());
  if (count->kind != program::ExprKind::Constant) count = saved(count);
  const Local* result = temporary(pointer, "%new");
  auto& is_new = emit<program::IfStmt>();
  // The C library asks, not the program: nothing shows that it may be null.
  is_new.condition = program_.add({.kind = program::ExprKind::Binary,
                                   .type = program_.boolType(),
                                   .op = Op::Equal,
                                   .integer = program::kAskedByLibrary,
                                   .operands = {given, null(pointer)}});
  inside(is_new.then_body, [&] { assign(result, allocateHeap(type, count, false)); });
  inside(is_new.else_body, [&] {
    const ExprRef extent = saved(extentOf(given, false));
    auto& only_frees = emit<program::IfStmt>();
    only_frees.condition = binary(Op::Equal, program_.boolType(), count, constant(indexType(), 0));
    inside(only_frees.then_body, [&] {
      freeStorage(given, program::FreeKind::Free);
      assign(result, null(pointer));
    });
    inside(only_frees.else_body, [&] {
      const ExprRef fresh = allocateHeap(type, count, false);
      const Local* kept = temporary(indexType());
      assign(kept, count);
      auto& shorter = emit<program::IfStmt>();
      shorter.condition = binary(Op::Less, program_.boolType(), extent, count);
      inside(shorter.then_body, [&] { assign(kept, extent); });
      if (count->kind == program::ExprKind::Constant && count->integer <= kFixedExtent)
        moveFixed(fresh, given, ref(kept), static_cast<long>(count->integer));
      else
        emitCall(unit_.moveProcedure(element), {fresh, given, ref(kept)}, false);
      freeStorage(given, program::FreeKind::Free);
      assign(result, fresh);
    });
  });
  return ref(result);
}

/// The first `count` elements, of at most `most`: no limit on loops leaves any of them out.
void BodyLowering::moveFixed(ExprRef to, ExprRef from, ExprRef count, long most) {
  forEachIndex(most, [&](ExprRef index) {
    auto& is_kept = emit<program::IfStmt>();
    is_kept.condition = binary(Op::Less, program_.boolType(), index, count);
    inside(is_kept.then_body, [&] {
      const ExprRef target = pointerAdd(to, index);
      const ExprRef source = pointerAdd(from, index);
      if (from->type->isObjectPointer())
        copyObject(target, source, from->type->pointee->class_decl);
      else
        copyRaw(target, source);
    });
  });
}

/// A number of bytes that is only known when the program runs, as a number of elements of this size. What is no
/// multiple of it is unsupported, for the reason given.
ExprRef BodyLowering::dynamicCount(ExprRef bytes, long size, const std::string& reason) {
  if (size == 1) return bytes;
  const ExprRef kept = saved(bytes);
  const bool is_power = (size & (size - 1)) == 0 && !bytes->type->is_signed;
  const ExprRef each = constant(bytes->type, size);
  const ExprRef rest = is_power ? binary(Op::BitAnd, bytes->type, kept, constant(bytes->type, size - 1))
                                : binary(Op::Remainder, bytes->type, kept, each);
  auto& fits = emit<program::IfStmt>();
  fits.condition = binary(Op::NotEqual, program_.boolType(), rest, constant(bytes->type, 0));
  inside(fits.then_body, [&] { unsupported(reason); });
  if (is_power)
    return saved(binary(Op::ShiftRight, bytes->type, kept,
                        constant(bytes->type, __builtin_ctzl(static_cast<unsigned long>(size)))));
  return saved(binary(Op::Divide, bytes->type, kept, each));
}

ExprRef BodyLowering::dynamicAllocation(ExprRef bytes, clang::QualType pointee, bool zeroed,
                                        program::Allocator allocator) {
  const TypeRef pointer = program_.pointerTo(unit_.type(pointee));
  const ExprRef count = dynamicCount(bytes, context_.getTypeSizeInChars(pointee).getQuantity(),
                                     "an allocation whose size is no multiple of " + unit_.typeName(pointee));
  const Local* result = temporary(pointer);
  auto& single = emit<program::IfStmt>();
  single.condition = pointee->isRecordType() ? binary(Op::Equal, program_.boolType(), count, constant(count->type, 1))
                                             : boolean(false);
  inside(single.then_body, [&] { assign(result, allocateHeap(pointee, nullptr, zeroed, allocator)); });
  inside(single.else_body, [&] { assign(result, allocateHeap(pointee, count, zeroed, allocator)); });
  return ref(result);
}

/// What nobody says the type of is bytes: it can be handed on, freed and used as characters.
std::optional<ExprRef> BodyLowering::untypedAllocation(const clang::CallExpr* expr, const clang::FunctionDecl* callee) {
  const Source kind = sourceKind(callee);
  if (kind == Source::Realloc) {
    if (expr->getNumArgs() != 2 || !expr->getArg(0)->IgnoreParenCasts()->getType()->isVoidPointerType())
      return std::nullopt;
    return reallocation(expr, context_.CharTy);
  }
  const unsigned count = expr->getNumArgs();
  if (kind == Source::Calloc && count == 2) {
    const ExprRef times = saved(rvalue(expr->getArg(0)));
    const ExprRef size = saved(rvalue(expr->getArg(1)));
    if (!times->type->isInteger() || size->type != times->type) return std::nullopt;
    const bool is_one = times->kind == program::ExprKind::Constant && times->integer == 1;
    const ExprRef bytes = is_one ? size : saved(binary(Op::Multiply, size->type, times, size));
    return allocateHeap(context_.CharTy, bytes, true);
  }
  if (count == 0) return std::nullopt;
  const ExprRef bytes = rvalue(expr->getArg(kind == Source::Malloc ? count - 1 : 0));
  if (!bytes->type->isInteger()) return std::nullopt;
  return allocateHeap(context_.CharTy, saved(bytes), kind == Source::Calloc, allocatorOf(kind));
}

bool BodyLowering::allocates(const clang::Stmt* stmt, int depth) const {
  if (stmt == nullptr || depth > 40) return false;
  if (const auto* called = llvm::dyn_cast<clang::CallExpr>(stmt)) {
    const clang::FunctionDecl* callee = called->getDirectCallee();
    if (sourceKind(callee) != Source::None) return true;
    const clang::FunctionDecl* definition = nullptr;
    if (callee != nullptr && callee != function_ && callee->getReturnType()->isVoidPointerType() &&
        callee->isDefined(definition) && allocates(definition->getBody(), depth + 10))
      return true;
  }
  for (const clang::Stmt* child : stmt->children())
    if (allocates(child, depth + 1)) return true;
  return false;
}

std::optional<clang::QualType> BodyLowering::typeBuiltAt(const clang::VarDecl* variable) const {
  if (!variable->getType()->isVoidPointerType() || function_ == nullptr || function_->getBody() == nullptr)
    return std::nullopt;
  std::optional<clang::QualType> found;
  bool is_one = true;
  const auto isIt = [&](const clang::Expr* expr) {
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenCasts());
    return named != nullptr && named->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl();
  };
  const auto note = [&](clang::QualType type) {
    type = type.getCanonicalType().getUnqualifiedType();
    if (type->isVoidType() || type->isCharType()) return;
    is_one = is_one && (!found || context_.hasSameType(*found, type));
    found = type;
  };
  const std::function<void(const clang::Stmt*)> visit = [&](const clang::Stmt* stmt) {
    if (stmt == nullptr) return;
    if (const auto* made = llvm::dyn_cast<clang::CXXNewExpr>(stmt);
        made != nullptr && made->getNumPlacementArgs() == 1 && isIt(made->getPlacementArg(0)))
      note(made->getAllocatedType());
    if (const auto* casted = llvm::dyn_cast<clang::CastExpr>(stmt);
        casted != nullptr && casted->getCastKind() == clang::CK_BitCast && isIt(casted->getSubExpr()))
      note(casted->getType()->getPointeeType());
    for (const clang::Stmt* child : stmt->children()) visit(child);
  };
  visit(function_->getBody());
  return is_one ? found : std::nullopt;
}

std::optional<ExprRef> BodyLowering::memoryCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee) {
  const llvm::StringRef name = callee->getIdentifier() != nullptr ? callee->getName() : "";
  const TypeRef type = unit_.type(expr->getType());
  if (sourceKind(callee) != Source::None) {
    if (!allocated_.isNull()) {
      if (const auto typed = typedAllocation(expr, allocated_)) return convert(*typed, type);
    }
    // void* larger = realloc(list->items, n): what it was is what it will be.
    if (sourceKind(callee) == Source::Realloc && expr->getNumArgs() > 0) {
      const clang::QualType old = expr->getArg(0)->IgnoreParenCasts()->getType();
      if (old->isPointerType() && !old->isVoidPointerType() && !old->getPointeeType()->isIncompleteType())
        return convert(reallocation(expr, old->getPointeeType().getCanonicalType().getUnqualifiedType()), type);
    }
    if (const auto bytes = untypedAllocation(expr, callee)) return convert(*bytes, type);
    unsupported("an allocation of no evident type");
    return placeholder(type);
  }
  if (isDeallocator(callee)) {
    auto& stmt = freeStorage(untyped(expr->getArg(0)), program::FreeKind::Free);
    if (isGlobalOperator(callee, clang::OO_Delete)) stmt.allocator = program::Allocator::New;
    if (isGlobalOperator(callee, clang::OO_Array_Delete)) stmt.allocator = program::Allocator::NewArray;
    return placeholder(type);
  }
  if (name == "memset" || name == "__builtin_memset" || name == "__builtin___memset_chk" || name == "bzero") {
    fillBytes(expr);
    return convert(untyped(expr->getArg(0)), type);
  }
  if (name == "memcpy" || name == "__builtin_memcpy" || name == "memmove" || name == "__builtin_memmove") {
    copyBytes(expr, name.contains("memmove"));
    return convert(untyped(expr->getArg(0)), type);
  }
  if (name == "memcmp" || name == "__builtin_memcmp") return compareBytes(expr);
  return std::nullopt;
}

}  // namespace weir::frontend
