// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions whose meaning is known: those that end the execution and compiler hints.
#include <clang/Basic/Builtins.h>

#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

const std::set<llvm::StringRef> kAborts = {"abort",
                                           "terminate",
                                           "__builtin_trap",
                                           "__builtin_abort",
                                           "__builtin_verbose_trap",
                                           "__stack_chk_fail",
                                           "__glibcxx_assert_fail"};
const std::set<llvm::StringRef> kExits = {"exit", "_exit", "_Exit", "quick_exit"};
const std::set<llvm::StringRef> kAsserts = {"__assert_fail", "__assert_perror_fail", "__assert_rtn", "__assert",
                                            "_assert"};

}  // namespace

std::optional<ExprRef> BodyLowering::builtinCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee) {
  const clang::OverloadedOperatorKind overloaded = callee->getOverloadedOperator();
  if (overloaded == clang::OO_New || overloaded == clang::OO_Array_New || overloaded == clang::OO_Delete ||
      overloaded == clang::OO_Array_Delete)
    return memoryCall(expr, callee);
  if (callee->getIdentifier() == nullptr) return std::nullopt;
  const llvm::StringRef name = callee->getName();
  const bool is_plain =
      !llvm::isa<clang::CXXMethodDecl>(callee) &&
      (callee->getDeclContext()->getRedeclContext()->isTranslationUnit() || callee->isInStdNamespace());
  if (!is_plain) return std::nullopt;
  const TypeRef type = unit_.type(expr->getType());
  // A function of the user's own with one of these names means what its body says.
  const clang::FunctionDecl* definition = nullptr;
  if (callee->isDefined(definition) && (callee->getBuiltinID() == 0 || unit_.isUserCode(definition)))
    return std::nullopt;
  if (throwsForLibrary(expr, callee)) return placeholder(type);
  const auto evaluateArguments = [&] {
    for (const clang::Expr* passed : expr->arguments()) effect(passed);
  };

  if (kAborts.count(name) != 0 || kExits.count(name) != 0) {
    evaluateArguments();
    emit<program::AssertStmt>().what = kExits.count(name) != 0 ? program::AssertKind::Exit : program::AssertKind::Abort;
    return placeholder(type);
  }
  if (kAsserts.count(name) != 0) {
    emit<program::AssertStmt>().condition = boolean(false);
    return placeholder(type);
  }
  if (const auto known = outputCall(expr, name)) return *known;
  switch (callee->getBuiltinID()) {
    case clang::Builtin::BI__builtin_unreachable:
      emit<program::AssumeStmt>().condition = boolean(false);
      return placeholder(type);
    case clang::Builtin::BI__builtin_assume: {
      const ExprRef assumed = condition(expr->getArg(0));
      emit<program::AssumeStmt>().condition = assumed;
      return placeholder(type);
    }
    case clang::Builtin::BI__builtin_expect:
    case clang::Builtin::BI__builtin_expect_with_probability: return convert(rvalue(expr->getArg(0)), type);
    case clang::Builtin::BI__builtin_constant_p:
    case clang::Builtin::BI__builtin_is_constant_evaluated: return constant(type, 0);
    case clang::Builtin::BI__builtin_prefetch: evaluateArguments(); return placeholder(type);
    // Which argument comes next is not known, whatever is done to the list.
    case clang::Builtin::BI__builtin_va_start:
    case clang::Builtin::BI__builtin_va_end:
    case clang::Builtin::BI__builtin_va_copy: return placeholder(type);
    case clang::Builtin::BI__builtin_addressof:
    case clang::Builtin::BIaddressof:
    case clang::Builtin::BI__addressof: return convert(address(lvalue(expr->getArg(0))), type);
    case clang::Builtin::BI__builtin_launder: return convert(rvalue(expr->getArg(0)), type);
    case clang::Builtin::BImove:
    case clang::Builtin::BImove_if_noexcept:
    case clang::Builtin::BIforward:
    case clang::Builtin::BIas_const: return address(lvalue(expr->getArg(0)));
    default: break;
  }
  if (const auto known = atomicCall(expr, name)) return *known;
  if (const auto known = floatCall(expr, callee)) return *known;
  if (const auto known = bitCall(expr, name)) return *known;
  if (const auto known = overflowCall(expr, name)) return *known;
  if (const auto known = memoryCall(expr, callee)) return *known;
  if (const auto known = textCall(expr, name)) return *known;
  if (const auto known = characterCall(expr, name)) return *known;
  if (const auto known = libraryCall(expr, name)) return *known;
  if (callee->getBuiltinID() != 0 && name.starts_with("__builtin")) {
    unsupported("the compiler's function " + name.str());
    return placeholder(type);
  }
  return std::nullopt;
}

}  // namespace weir::frontend
