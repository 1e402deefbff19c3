// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sources of the repository's tests, read by the frontend.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "frontend/frontend.h"

namespace weir::tests {

inline std::optional<program::Program> readSource(const std::string& path) {
  Diagnostics diagnostics;
  std::ostringstream messages;
  auto program = frontend::readProgram({.file = path, .flags = {"-std=c++20"}, .clang_output = &messages}, diagnostics);
  EXPECT_TRUE(program.has_value()) << path << "\n" << messages.str();
  return program;
}

/// A file of the repository: several tests read all of them, and reading is most of what these tests cost.
inline const std::optional<program::Program>& repositorySource(const std::string& path) {
  static std::map<std::string, std::optional<program::Program>> read;
  const auto known = read.find(path);
  return known != read.end() ? known->second : read.emplace(path, readSource(path)).first->second;
}

}  // namespace weir::tests
