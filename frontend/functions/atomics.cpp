// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations, as one thread sees them that runs alone: a read, a write, or a read and a write.
#include <clang/Basic/Builtins.h>

#include <map>

#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

/// fetch_nand is ~(old & operand).
struct Update {
  Op op;
  bool inverted = false;
};

std::optional<Update> updateOf(llvm::StringRef word) {
  static const std::map<llvm::StringRef, Update> kUpdates = {{"add", {Op::Add}},    {"sub", {Op::Subtract}},
                                                             {"and", {Op::BitAnd}}, {"or", {Op::BitOr}},
                                                             {"xor", {Op::BitXor}}, {"nand", {Op::BitAnd, true}}};
  const auto found = kUpdates.find(word);
  return found == kUpdates.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

/// *pointer = *pointer op operand; the value before or after.
ExprRef BodyLowering::atomicUpdate(ExprRef pointer, clang::QualType pointee, Op op, bool inverted, ExprRef operand,
                                   bool wants_new) {
  const Place place = deref(pointer, pointee);
  const ExprRef before = saved(load(place));
  ExprRef after = binary(op, before->type, before, convert(operand, before->type));
  // Atomic arithmetic wraps around, whatever the sign.
  if (before->type->is_signed) {
    const TypeRef wraps = program_.intType(before->type->width, false, "unsigned");
    after = convert(binary(op, wraps, convert(before, wraps), convert(operand, wraps)), before->type);
  }
  if (inverted) after = unary(Op::BitNot, before->type, after);
  after = saved(after);
  store(place, after);
  return wants_new ? after : before;
}

/// Was *pointer == expected, and is now desired?
ExprRef BodyLowering::exchangedIfEqual(ExprRef pointer, clang::QualType pointee, ExprRef expected, ExprRef desired,
                                       ExprRef* before) {
  const Place place = deref(pointer, pointee);
  *before = saved(load(place));
  const ExprRef wanted = convert(expected, (*before)->type);
  const bool is_float = wanted->type->is_float;  // compared bit by bit
  const ExprRef equal = saved(
      binary(Op::Equal, program_.boolType(), is_float ? bitsOf(*before) : *before, is_float ? bitsOf(wanted) : wanted));
  auto& branch = emit<program::IfStmt>();
  branch.condition = equal;
  inside(branch.then_body, [&] { store(place, desired); });
  return equal;
}

ExprRef BodyLowering::exchanged(ExprRef pointer, clang::QualType pointee, ExprRef desired) {
  const Place place = deref(pointer, pointee);
  const ExprRef before = saved(load(place));
  store(place, desired);
  return before;
}

ExprRef BodyLowering::atomicOperation(const clang::AtomicExpr* expr) {
  const TypeRef type = unit_.type(expr->getType());
  const std::string name = expr->getOpAsString().str();
  const auto giveUp = [&] {
    unsupported("the atomic operation " + name);
    return placeholder(type);
  };
  const clang::QualType pointee = expr->getPtr()->getType()->getPointeeType();
  const TypeRef value = unit_.type(pointee);
  if (!value->isScalar()) return giveUp();
  llvm::StringRef word = name;
  word.consume_front("__c11_atomic_") || word.consume_front("__atomic_");
  const bool is_c11 = llvm::StringRef(name).starts_with("__c11");
  const ExprRef pointer = saved(rvalue(expr->getPtr()));
  if (!pointer->type->isPointer()) return placeholder(type);
  const auto operand = [&](const clang::Expr* passed) { return saved(rvalue(passed)); };
  if (word == "load_n" || (word == "load" && is_c11)) return convert(saved(load(deref(pointer, pointee))), type);
  if (word == "store_n" || (word == "store" && is_c11) || word == "init") {
    store(deref(pointer, pointee), operand(expr->getVal1()));
    return placeholder(type);
  }
  if (word == "exchange_n" || (word == "exchange" && is_c11))
    return convert(exchanged(pointer, pointee, operand(expr->getVal1())), type);
  // The generic forms hand every value over by its address.
  if (word == "load" || word == "store" || word == "exchange") {
    const clang::Expr* other = expr->getVal1();
    const ExprRef first = operand(other);
    const clang::QualType first_type = other->getType()->getPointeeType();
    if (!unit_.type(first_type)->isScalar()) return giveUp();
    if (word == "store") {
      store(deref(pointer, pointee), saved(load(deref(first, first_type))));
      return placeholder(type);
    }
    if (word == "load") {
      store(deref(first, first_type), saved(load(deref(pointer, pointee))));
      return placeholder(type);
    }
    const clang::Expr* result = expr->getVal2();
    const ExprRef second = operand(result);
    const ExprRef desired = saved(load(deref(first, first_type)));
    store(deref(second, result->getType()->getPointeeType()), exchanged(pointer, pointee, desired));
    return placeholder(type);
  }
  if (expr->isCmpXChg()) {
    const bool by_value = is_c11 || word.ends_with("_n");
    const clang::QualType kept = expr->getVal1()->getType()->getPointeeType();
    const ExprRef expected = operand(expr->getVal1());
    ExprRef desired = operand(expr->getVal2());
    if (!by_value) desired = saved(load(deref(desired, expr->getVal2()->getType()->getPointeeType())));
    const Place expectation = deref(expected, kept);
    ExprRef before = nullptr;
    // The weak form is taken for the strong one: what it is compiled to here does not fail for no reason.
    const ExprRef equal = exchangedIfEqual(pointer, pointee, saved(load(expectation)), desired, &before);
    auto& branch = emit<program::IfStmt>();
    branch.condition = equal;
    inside(branch.else_body, [&] { store(expectation, before); });
    return convert(equal, type);
  }
  const bool wants_new = word.consume_back("_fetch");
  if (!wants_new) word.consume_front("fetch_");
  const auto update = updateOf(word);
  if (!update || !value->isInteger() || value->kind == program::TypeKind::Bool || value->is_float) return giveUp();
  return convert(atomicUpdate(pointer, pointee, update->op, update->inverted, operand(expr->getVal1()), wants_new),
                 type);
}

/// A flag is a byte, which is handed over as `volatile void*`.
std::optional<ExprRef> BodyLowering::flagOperation(const clang::CallExpr* expr, bool clears) {
  const clang::Expr* flag = expr->getArg(0)->IgnoreParenImpCasts();
  const clang::QualType pointee = flag->getType()->getPointeeType();
  if (pointee.isNull() || !unit_.type(pointee)->isInteger()) return std::nullopt;
  const TypeRef type = unit_.type(expr->getType());
  const ExprRef pointer = saved(rvalue(flag));
  const Place place = deref(pointer, pointee);
  if (clears) {
    store(place, zero(place.type));
    return placeholder(type);
  }
  return convert(truth(exchanged(pointer, pointee, constant(place.type, 1))), type);
}

/// The older functions, __sync_fetch_and_add and its like, and fences.
std::optional<ExprRef> BodyLowering::atomicCall(const clang::CallExpr* expr, llvm::StringRef name) {
  const TypeRef type = unit_.type(expr->getType());
  if (name == "__atomic_thread_fence" || name == "__atomic_signal_fence" || name == "__c11_atomic_thread_fence" ||
      name == "__c11_atomic_signal_fence" || name == "__sync_synchronize") {
    for (const clang::Expr* passed : expr->arguments()) effect(passed);
    return placeholder(type);
  }
  if (name == "__atomic_test_and_set" || name == "__atomic_clear") return flagOperation(expr, name == "__atomic_clear");
  if (!name.consume_front("__sync_")) return std::nullopt;
  // The compiler has made a function for one size of it.
  name = name.substr(0, name.find_last_not_of("0123456789") + 1);
  name.consume_back("_");
  const clang::QualType pointee = expr->getArg(0)->IgnoreParenImpCasts()->getType()->isPointerType()
                                      ? expr->getArg(0)->IgnoreParenImpCasts()->getType()->getPointeeType()
                                      : expr->getArg(0)->getType()->getPointeeType();
  if (!unit_.type(pointee)->isScalar()) return std::nullopt;
  const ExprRef pointer = saved(rvalue(
      expr->getArg(0)->IgnoreParenImpCasts()->isPRValue() ? expr->getArg(0)->IgnoreParenImpCasts() : expr->getArg(0)));
  const auto operand = [&](unsigned i) { return saved(rvalue(expr->getArg(i))); };
  if (name == "val_compare_and_swap" || name == "bool_compare_and_swap") {
    ExprRef before = nullptr;
    const ExprRef expected = operand(1);
    const ExprRef desired = operand(2);
    const ExprRef equal = exchangedIfEqual(pointer, pointee, expected, desired, &before);
    return convert(name.starts_with("bool") ? equal : before, type);
  }
  if (name == "lock_test_and_set" || name == "swap") return convert(exchanged(pointer, pointee, operand(1)), type);
  if (name == "lock_release") {
    const Place place = deref(pointer, pointee);
    store(place, zero(place.type));
    return placeholder(type);
  }
  const bool wants_new = name.consume_back("_and_fetch");
  if (!wants_new) name.consume_front("fetch_and_");
  const auto update = updateOf(name);
  if (!update || !unit_.type(pointee)->isInteger()) return std::nullopt;
  return convert(atomicUpdate(pointer, pointee, update->op, update->inverted, operand(1), wants_new), type);
}

}  // namespace weir::frontend
