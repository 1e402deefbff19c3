// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Questions with quantifiers, as scripts of SMT-LIB 2: declarations and assertions. Z3 answers them.
//
//   solveScript("(declare-fun p () Bool) (assert p) (assert (not p))", {})       // Unsatisfiable
#pragma once

#include <cstdint>
#include <string>

#include "solver/sat/limits.h"

namespace weir::solver {

struct ScriptLimits {
  std::uint32_t steps = 0;  // 0: no limit. They count work, not time.
  double seconds = 0;       // 0: no limit
};

struct ScriptAnswer {
  Answer answer = Answer::Unknown;
  std::string reason = {};  // of an answer that is not known: a limit, or what is wrong with the script
};

/// Commands other than declarations, definitions and assertions are passed over.
ScriptAnswer solveScript(const std::string& script, const ScriptLimits& limits);

}  // namespace weir::solver
