// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of a run somebody should look at, and where: the alerts of SARIF, of GitHub's annotations and of editors.
//
//   List::pop.bounds is unknown: unsupported at list.cpp:30:5     said once, though eight properties have that reason
#pragma once

#include <string>
#include <vector>

#include "results/result.h"

namespace weir::report {

/// What does not hold, in order; of the unknown properties of a method that have one reason the first.
std::vector<const results::CheckResult*> alertsOf(const results::RunResult& run);

/// Where an alert should stand: at the fault, else at the method, else at the property.
results::Location alertPlace(const results::CheckResult& result);

/// "List::pop: bounds is violated: …"
std::string alertMessage(const results::CheckResult& result);

/// `::error file=list.cpp,line=14,title=…::…`, a line an alert: what a workflow of GitHub shows beside the code.
std::string toGithub(const results::RunResult& run);

}  // namespace weir::report
