// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/assumed.h"

#include <map>

#include "tools/check/reachable.h"

namespace weir::tools {
namespace {

using program::Procedure;

std::vector<std::string> assumedFor(const Input& input, const Procedure* method) {
  std::set<std::string> sentences;
  for (const Procedure* procedure : reachableFrom(*input.program, *method)) {
    const auto found = input.assumed.find(procedure);
    if (found == input.assumed.end()) continue;
    for (const std::string& name : found->second.without_effect) sentences.insert(name + " has no effect");
    for (const std::string& name : found->second.never_returning) sentences.insert(name + " does not return");
  }
  return {sentences.begin(), sentences.end()};
}

}  // namespace

void stateAssumptions(const Input& input, const Task& task, std::vector<results::CheckResult>& results) {
  if (input.assumed.empty()) return;
  const std::vector<std::string> assumed = assumedFor(input, task.spec->procedure);
  for (results::CheckResult& result : results) result.assumed = assumed;
}

std::set<std::string> functionsWithoutEffect(const Input& input) {
  std::set<std::string> names;
  for (const auto& [caller, assumed] : input.assumed)
    names.insert(assumed.without_effect.begin(), assumed.without_effect.end());
  return names;
}

}  // namespace weir::tools
