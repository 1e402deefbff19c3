// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results as JUnit XML, which every CI server reads: a method is a suite, a property a test case.
//
// Violated is a failure, with the execution as its text; unknown and vacuous are errors, so that "nothing was checked"
// never passes for a success.
#pragma once

#include <string>

#include "results/result.h"

namespace weir::report {

std::string toJunit(const results::RunResult& run);

/// `text` inside an XML or HTML element or attribute; bytes that XML 1.0 cannot hold become U+FFFD.
std::string escapeXml(const std::string& text);

}  // namespace weir::report
