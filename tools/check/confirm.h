// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Has the compiled program do what a counterexample shows.
//
// A replay that cannot be built says why and leaves the verdict unconfirmed. One that runs and does something else is
// a mistake of weir's, unless a specification stood in for code that the compiled program runs.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "refine/method_check.h"
#include "results/result.h"
#include "tools/replay/case.h"

namespace weir::tools {

struct Found {
  const program::Procedure* procedure = nullptr;
  const refine::Violation* violation = nullptr;
  std::string name;  // "Stack::pop.leak": of its folder, where it is kept
  refine::Property property;
};

struct Confirmation {
  results::Replay replay;
  bool disagrees = false;
};

/// The call that broke the property, as a replay or a test has it.
replay::Case caseOf(const Found& found, program::Vocabulary& vocabulary);

/// One for each found violation. `keep_directory` empty: nothing is kept.
std::vector<Confirmation> confirm(program::Vocabulary& vocabulary, const specs::Specification& specification,
                                  const std::vector<Found>& found, program::CheckedErrors checked,
                                  const std::string& keep_directory, const std::set<std::string>& without_effect = {});

}  // namespace weir::tools
