// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a C or C++ source with Clang and gives the program as the rest of weir sees it.
//
//   Diagnostics diagnostics;
//   const auto program = frontend::readProgram({.file = "stack.cpp", .flags = {"-std=c++17"}}, diagnostics);
//
// The program has every class and every function that the source and its own headers define, and whatever of the
// system headers those reach. Evaluation order, conversions, temporaries and destructors are explicit in it. What
// has no exact counterpart is an `unsupported` statement at the place where it would execute, never left out.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "frontend/assumptions.h"
#include "ir/program/program.h"
#include "ir/program/source_names.h"
#include "support/diagnostics.h"

namespace weir::frontend {

struct FrontendOptions {
  std::string file;
  std::optional<std::string> text;  // what is read in its place: of an editor, or with a change to try
  std::vector<std::string> flags;   // of the compiler; where given, no compilation database is asked
  std::string build_dir;            // folder of compile_commands.json; empty: looked for above the file
  std::string directory;            // what relative paths in `flags` start from; empty: the working directory
  std::string models;  // a header that is read first; the classes it marks as models replace those of the library
  bool models_where_used = false;       // the same, only where the source includes what they replace, and they suffice
  bool instantiates_templates = false;  // those that the source leaves open, where that compiles (open_templates.h)
  /// Other sources of the same program, of C: functions that they define and this one calls are read too.
  std::vector<program::OtherSource> others = {};
  Assumptions assumptions;
  std::ostream* clang_output = nullptr;  // where Clang's own errors go; null: standard error
};

/// The program, finished and well-formed; nothing where the source is missing or does not compile, and then
/// `diagnostics` has an error and Clang's own messages have been written. `names`, where given, gets what the source
/// calls things besides.
std::optional<program::Program> readProgram(const FrontendOptions& options, Diagnostics& diagnostics,
                                            program::SourceNames* names = nullptr);

}  // namespace weir::frontend
