// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/library/locks.h"

#include <set>

#include "frontend/clang_ast.h"

namespace weir::frontend {

bool isMutex(const clang::RecordDecl& record) {
  static const std::set<llvm::StringRef> kMutexes = {"mutex",        "recursive_mutex",       "timed_mutex",
                                                     "shared_mutex", "recursive_timed_mutex", "shared_timed_mutex"};
  return record.getDeclContext()->isStdNamespace() && record.getIdentifier() != nullptr &&
         kMutexes.contains(record.getName());
}

bool onlyLocks(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method == nullptr || !isMutex(*method->getParent())) return false;
  if (llvm::isa<clang::CXXDestructorDecl>(method)) return true;
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method))
    return constructor->isDefaultConstructor();
  static const std::set<llvm::StringRef> kNames = {"lock", "unlock", "lock_shared", "unlock_shared"};
  return method->getIdentifier() != nullptr && kNames.contains(method->getName());
}

}  // namespace weir::frontend
