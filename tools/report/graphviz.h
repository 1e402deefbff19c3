// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs Graphviz's dot on several graphs at once and gives back where it put things, as its JSON form.
//
// Only positions are asked for: the drawing is ours, so that one layout serves every step of an execution and text from
// the user's source never passes through another program's markup.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace weir::report {

/// One document a graph, in order. Where dot is not installed, fails or takes longer than `seconds`: none, and
/// `problem` says what happened.
std::vector<nlohmann::json> runDot(const std::string& graphs, int seconds, std::string& problem);

}  // namespace weir::report
