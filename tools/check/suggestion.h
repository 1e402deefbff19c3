// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What could be required of a method so that a built-in property that is violated holds.
//
//   int get(node* l) { return l->v; }      null-deref is violated; it holds if `some l`
//
// The candidates are what is known of the inputs that fail (conditions/precondition.h). One is told only after the
// property was checked with it: it holds in the scope, and some execution that satisfies it returns.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "conditions/analysis.h"
#include "refine/method_check.h"
#include "results/result.h"
#include "tools/check/input.h"
#include "tools/check/plan.h"

namespace weir::tools {

class Suggester {
 public:
  /// Both are kept. `options` are those of the check; what a suggestion may cost follows from what its property did.
  Suggester(const Input& input, const Task& task) : input_(input), task_(task) {}

  /// Adds it to the result of a violated property, if there is one.
  void suggest(const refine::Property& property, refine::CheckOptions options, results::CheckResult& result);

 private:
  const Input& input_;
  const Task& task_;
  std::unique_ptr<conditions::Analysis> analysis_;
};

}  // namespace weir::tools
