// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the interpreter's steps to those a person follows: one a source statement.
//
//   f = new Frame{nextDepth() + extra, top_};
//
// is five statements of the IR and a call; it is shown as the call, the callee's steps one deeper, and the rest with
// what it changed. Temporaries are left out, a box is its variable, what the compiler wrote (copies, default
// constructors) belongs to the statement that called it.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "refine/method_check.h"
#include "refine/trace/naming.h"
#include "refine/trace/shown.h"
#include "refine/trace/source_text.h"
#include "refine/trace/touched.h"

namespace weir::refine {

struct StepsInput {
  const program::Procedure& method;
  const Violation& violation;
  const Naming& naming;
  const Touched& touched;
  SourceText& source;
  const std::set<program::ObjectId>& dangling;  // locals that are shown after their end
};

std::vector<Step> stepsOf(const StepsInput& input);

/// Is it code of the library, of which a user sees the call alone? Where the checked method is itself of a header of
/// the system's, so is what it calls, and is shown.
bool isHiddenLibraryCode(const program::Procedure& procedure, const program::Procedure& method);

/// Why the execution ended with an error: "Frame0 has been freed at line 34".
std::string faultNote(const StepsInput& input);

}  // namespace weir::refine
