// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results as SARIF 2.1.0, for code scanning and editors: a violation is a result, its execution a code flow.
//
//   weir/ensures at queue.cpp:22  "Queue::promote breaks 'ends': no j.next' is false for j = Job1"
//
// What holds is left out; what is unknown or vacuous is a note or a warning. Rule ids are `weir/` and the kind of the
// property (or the built-in property, weir/leak); fingerprints depend on the method and the property, not on lines or
// heaps, so that an alert stays the same alert while the code around it moves.
#pragma once

#include <string>

#include "results/result.h"

namespace weir::report {

/// `base` is the folder that paths are made relative to (the root of the checkout); empty: the working directory.
std::string toSarif(const results::RunResult& run, const std::string& base = "");

}  // namespace weir::report
