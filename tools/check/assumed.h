// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What verdicts rest on of functions that were not looked at (frontend/assumptions.h).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "results/result.h"
#include "tools/check/input.h"
#include "tools/check/plan.h"

namespace weir::tools {

/// Of each result: what is assumed of functions that its method may get to.
void stateAssumptions(const Input& input, const Task& task, std::vector<results::CheckResult>& results);

/// Functions that are assumed to have no effect: the replay has to do without them.
std::set<std::string> functionsWithoutEffect(const Input& input);

}  // namespace weir::tools
