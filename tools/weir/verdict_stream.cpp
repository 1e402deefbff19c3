// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/verdict_stream.h"

#include <algorithm>
#include <ostream>

#include "tools/report/overview.h"

namespace weir::tools {

void VerdictStream::planned(const Plan& plan) {
  by_method_ = plan.by_default;
  for (const Task& task : plan.tasks)
    for (const std::string& label : task.labels)
      name_width_ = std::max(name_width_, task.method.size() + (by_method_ ? 0 : 1 + label.size()));
}

void VerdictStream::add(const std::vector<results::CheckResult>& results) {
  for (const results::CheckResult& result : results) {
    if (!by_method_) {
      report::writeLines(out_, result, style_, name_width_);
      continue;
    }
    if (!of_method_.empty() && of_method_.front().method != result.method) endMethod();
    of_method_.push_back(result);
  }
  out_.flush();
}

void VerdictStream::endMethod() {
  report::writeMethodLine(out_, of_method_, style_, name_width_);
  of_method_.clear();
}

void VerdictStream::finish(const results::RunResult& run) {
  if (by_method_) endMethod();
  report::writeViolations(out_, run, style_);
  if (by_method_) report::writeOverview(out_, run, style_);
  out_ << "\n" << report::verdictCounts(run) << "\n" << std::flush;
}

}  // namespace weir::tools
