// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lines of `weir check` on standard output, each as soon as it and those before it are final. What is printed is
// the same whenever it comes. A check that nothing was specified for has a line for each function.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "results/result.h"
#include "tools/check/plan.h"
#include "tools/report/text.h"

namespace weir::tools {

class VerdictStream {
 public:
  VerdictStream(std::ostream& out, report::TextStyle style) : out_(out), style_(style) {}

  void planned(const Plan& plan);
  void add(const std::vector<results::CheckResult>& results);
  /// What stands below the lines.
  void finish(const results::RunResult& run);

 private:
  void endMethod();

  std::ostream& out_;
  report::TextStyle style_;
  bool by_method_ = false;
  std::size_t name_width_ = 0;
  std::vector<results::CheckResult> of_method_;  // the last one, as far as it is there
};

}  // namespace weir::tools
