// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is there an execution? The bounded engine is asked for an input that meets the condition of a report and fails at its
// place, and the compiled program runs it.
#pragma once

#include <string>
#include <vector>

#include "audit/reports.h"
#include "ir/program/program.h"

namespace weir::tools {

struct Shown {
  enum class Kind {
    Confirmed,  // the compiled program failed there
    Refuted,    // no input of the scope fails there
    Open,
  };
  Kind kind = Kind::Open;
  std::string explanation;
};

Shown confirmFinding(const program::OtherSource& source, const std::vector<program::OtherSource>& others,
                     const audit::Report& report, bool is_c);

}  // namespace weir::tools
