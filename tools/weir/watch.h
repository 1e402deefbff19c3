// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir check FILE --watch`: checks, waits until a file that was read changes, and checks what depends on the change.
//
//   stack.cpp changed: 1 of 4 properties to check
//   violated  Stack::pop.popped   12 ms  confirmed by replay
//   …
//   watching 2 files: 3 hold in scope, 1 is violated
//
// A property is checked again where its fingerprint (tools/check/list.h) is another one: a comment behind the code
// checks nothing, one above it moves the lines that a counterexample names. Each round is a process of its own, so that
// what the compiler leaves behind does not add up, and a crash costs one round.
#pragma once

#include <functional>

#include "support/diagnostics.h"
#include "tools/check/check.h"
#include "tools/check/request.h"
#include "tools/weir/command.h"

namespace weir::tools {

/// Prints what it finds as it comes.
using CheckAndPrint = std::function<CheckRun(const CheckRequest& request, Diagnostics& diagnostics)>;

/// Never returns: a signal ends it.
[[noreturn]] void watch(const CheckRequest& request, const CheckAndPrint& check, CommandContext& context);

}  // namespace weir::tools
