// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sources of the repository's tests, read by the frontend.
#pragma once

#include <gtest/gtest.h>

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

}  // namespace weir::tests
