// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mutexes of the standard library. An execution has one thread, so that nobody else holds a lock:
//
//   std::lock_guard<std::mutex> lock(mutex_);     mutex_.lock() does nothing that the program can tell
//
// The mutexes of the platform report no error here, so that `lock` does not throw. A second `lock` by the same thread
// is not looked at: the program would stop there.
#pragma once

namespace clang {
class FunctionDecl;
class RecordDecl;
}  // namespace clang

namespace weir::frontend {

/// A class of the library's whose objects are only locked and unlocked.
bool isMutex(const clang::RecordDecl& record);

/// A member of such a class that makes one, locks or unlocks it or is its end.
bool onlyLocks(const clang::FunctionDecl& function);

}  // namespace weir::frontend
