// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the files a user asked for: whole, or not at all.
//
//   weir check list.weir --json r.json --sarif r.sarif --junit r.xml --html out
//
// A file is written beside its place and renamed into it, so that a full disk or a killed run leaves the old one.
#pragma once

#include <string>
#include <vector>

#include "results/result.h"

namespace weir::report {

/// Where to write each form; empty: not asked for. "-" is standard output.
struct OutputPaths {
  std::string json = {};
  std::string sarif = {};
  std::string junit = {};
  std::string html = {};  // a folder, which gets index.html
};

/// Creates missing folders. False where it failed, and `error` names the file and says why.
bool writeFile(const std::string& path, const std::string& text, std::string& error);

/// All that were asked for; the errors of those that could not be written.
std::vector<std::string> writeOutputs(const results::RunResult& run, const OutputPaths& paths);

}  // namespace weir::report
