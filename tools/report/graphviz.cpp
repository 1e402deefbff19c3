// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/graphviz.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "tools/process/process.h"

namespace weir::report {

std::vector<nlohmann::json> runDot(const std::string& graphs, int seconds, std::string& problem) {
  const process::Finished dot =
      process::runToEnd({.arguments = {"dot", "-Tjson0"}, .input = graphs, .timeout_s = static_cast<double>(seconds)});
  if (!dot.started)
    problem = "Graphviz (dot) is not installed";
  else if (dot.timed_out)
    problem = "Graphviz (dot) took more than " + std::to_string(seconds) + " s";
  else if (!dot.ok())
    problem = "Graphviz (dot) failed";
  if (!dot.ok()) return {};
  std::vector<nlohmann::json> documents;
  std::istringstream in(dot.out);
  while (in >> std::ws && in.peek() != std::istringstream::traits_type::eof()) {
    nlohmann::json document;
    in >> document;
    documents.push_back(std::move(document));
  }
  return documents;
}

}  // namespace weir::report
