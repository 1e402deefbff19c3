// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an audit found, as plain data: one entry of its JSON each.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace weir::tools {

struct Finding {
  std::string kind;   // "must", "source-sink", "inconsistent", "endless"
  std::string error;  // "null-deref"; empty: it runs forever
  std::string function;
  std::string place;                 // "a.c:12:5"
  std::vector<std::string> related;  // every other place of the explanation
  std::string condition;
  std::string explanation;
  bool confirmed = false;
  std::string confirmation;  // of an execution: what it did, or why there is none
  std::string belief;        // what somebody checked, where others could: "node.next"
  long shown_by = 0;         // so many functions of the program check it
  bool operator==(const Finding&) const = default;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Finding, kind, error, function, place, related, condition, explanation, confirmed,
                                   confirmation, belief, shown_by)

/// Of one source, or of all.
struct AuditResult {
  std::vector<Finding> findings;
  long sources = 0;
  long functions = 0;
  long understood = 0;                         // functions of which nothing was left out
  std::map<std::string, long> not_understood;  // constructs, with the number of functions that have them
  std::map<std::string, long> beliefs;         // with the number of functions that show them
  std::vector<std::string> failures;           // sources that could not be read, or where weir failed
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AuditResult, findings, sources, functions, understood, not_understood, beliefs,
                                   failures)

}  // namespace weir::tools
