// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/assumptions.h"

#include <algorithm>

#include "frontend/body_lowering.h"

namespace weir::frontend {

bool matchesPattern(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() == '*') {
    for (std::size_t skipped = 0; skipped <= name.size(); ++skipped)
      if (matchesPattern(pattern.substr(1), name.substr(skipped))) return true;
    return false;
  }
  return !name.empty() && pattern.front() == name.front() && matchesPattern(pattern.substr(1), name.substr(1));
}

bool endsProgramByName(std::string_view name) {
  static const std::set<std::string_view> kNames = {"g_assertion_message",
                                                    "g_assertion_message_expr",
                                                    "g_assertion_message_cmpnum",
                                                    "g_assertion_message_cmpint",
                                                    "g_assertion_message_cmpstr",
                                                    "g_assertion_message_error",
                                                    "g_abort",
                                                    "__assert_fail",
                                                    "__assert_rtn",
                                                    "__stack_chk_fail",
                                                    "pthread_exit",
                                                    "thrd_exit",
                                                    "Py_FatalError",
                                                    "rb_bug"};
  return kNames.contains(name);
}

namespace {

bool matchesAny(const std::vector<std::string>& patterns, const std::string& name) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) { return matchesPattern(pattern, name); });
}

}  // namespace

bool Translation::neverReturns(const clang::FunctionDecl* function) {
  if (function->isNoReturn()) return true;
  const std::string name = function->getQualifiedNameAsString();
  if (!endsProgramByName(name) && !matchesAny(assumptions_.noreturn, name)) return false;
  assumed_ends_.insert(procedureName(function));
  return true;
}

void Translation::noteAssumedEnd(const Procedure* callee, const Procedure* caller) {
  if (assumed_ends_.contains(callee->name)) assumed_[caller].never_returning.insert(callee->name);
}

bool Translation::isAssumedPure(const clang::FunctionDecl* function, const Procedure* caller) {
  if (assumptions_.pure.empty()) return false;
  const std::string name = function->getQualifiedNameAsString();
  if (!matchesAny(assumptions_.pure, name)) return false;
  assumed_[caller].without_effect.insert(name);
  return true;
}

/// A call of such a function for its own sake; where its result is wanted the function is called as any other.
bool BodyLowering::leavesOutPureCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee) {
  const bool is_unused = expr->getType()->isVoidType() || expr == discarded_;
  if (!is_unused || !unit_.isAssumedPure(callee, procedure_)) return false;
  if (const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr))
    effect(member_call->getImplicitObjectArgument());
  for (const clang::Expr* passed : expr->arguments())
    if (!isMereValue(passed)) effect(passed);
  return true;
}

}  // namespace weir::frontend
