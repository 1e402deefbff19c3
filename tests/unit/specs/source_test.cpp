// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every specification under tests/verify lowers without mistakes over the program that is made of its source.
#include <gtest/gtest.h>

#include <filesystem>

#include "tools/check/input.h"

namespace weir::specs {
namespace {

std::vector<std::filesystem::path> specifications() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("tests/verify"))
    if (entry.path().extension() == ".weir") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

TEST(SourceTest, SpecificationsFitTheirSources) {
  ASSERT_GE(specifications().size(), 6U);
  for (const std::filesystem::path& path : specifications()) {
    Diagnostics diagnostics;
    const auto input = tools::readInput({.file = path.string()}, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all())
      if (diagnostic.severity != Severity::Note)
        ADD_FAILURE() << toString(diagnostic.range) << ": " << diagnostic.message;
    ASSERT_NE(input, nullptr) << path;
    EXPECT_FALSE(input->specification.methods.empty()) << path;
  }
}

}  // namespace
}  // namespace weir::specs
