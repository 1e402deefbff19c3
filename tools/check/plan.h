// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is checked, and how far: the `check` commands of the file, or everything; then the command line overrides it.
//
//   check Stack::pop.popped for 4        with --scope 5 --only Stack::pop
//
// is one task: method Stack::pop, label popped, 5 objects of each class, 5 iterations.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "refine/method_check.h"
#include "tools/check/input.h"
#include "tools/check/request.h"

namespace weir::tools {

/// Properties of one method that share a scope, and so an encoding.
struct Task {
  const specs::MethodSpec* spec = nullptr;
  std::string method;                 // as reported: the signature where there are several of that name
  std::vector<std::string> builtins;  // in the order of program::builtinProperties
  std::vector<std::string> labels;    // what to check, in order
  refine::ScopeLimits scope;
};

struct Plan {
  std::vector<Task> tasks;
  /// Nothing said what to check: every function is, for invalid accesses to memory.
  bool by_default = false;
  /// For methods that nobody specified but the command line asks built-in properties of.
  std::vector<std::unique_ptr<specs::MethodSpec>> bare;
};

/// Nothing to check, an unknown method, label or class: an error in `diagnostics`.
Plan makePlan(const Input& input, const CheckRequest& request, Diagnostics& diagnostics);

}  // namespace weir::tools
