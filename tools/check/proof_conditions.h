// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is done with the questions that a proof rests on: another engine answers them, or they are written down.
#pragma once

#include <string>
#include <vector>

#include "prove/smt_text.h"
#include "results/result.h"

namespace weir::tools {

/// `name`: METHOD.PROPERTY, `text`: the property as it was written.
void writeProofConditions(const std::vector<prove::VerificationCondition>& conditions, const std::string& folder,
                          const std::string& name, const std::string& text);

/// Z3, within a number of steps for each question, and `seconds` where that is not 0. Sets what the proof says of it.
/// The name of a question that it refutes; empty: there is none.
std::string recheck(const std::vector<prove::VerificationCondition>& conditions, double seconds, results::Proof& proof);

}  // namespace weir::tools
