// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions whose call is the end of every execution, such as those that report a broken assertion.
#pragma once

#include "ir/program/unseen_exceptions.h"

namespace weir::refine {

/// Then nobody sees what it has changed. Where it may throw somebody does.
inline bool onlyEnds(const program::Procedure& procedure, const program::Program& program) {
  return procedure.is_external && procedure.never_returns &&
         !(program::mayThrowUnseen(procedure) && program::hasExceptions(program));
}

}  // namespace weir::refine
