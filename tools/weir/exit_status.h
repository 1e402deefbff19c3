// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What weir's exit status means to a script. The worst thing that happened wins: a violation is
// reported even where another property stayed unknown.
#pragma once

namespace weir::tools {

enum class ExitStatus {
  Holds = 0,           // all hold or are proved; or the command did what it was asked
  Violated = 1,        // something is violated
  WrongInput = 2,      // usage, parse or type error: the user can fix it
  Unknown = 3,         // something is unknown or vacuous and nothing is violated
  InternalError = 70,  // weir itself failed
};

}  // namespace weir::tools
