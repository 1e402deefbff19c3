// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every specification under tests/verify lowers without mistakes over the program that the frontend makes of its
// source.
#include <gtest/gtest.h>

#include <filesystem>

#include "frontend/frontend.h"
#include "specs/lang/load.h"

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
    const Bundle bundle = loadSpec(path.string(), diagnostics);
    const auto program = frontend::readProgram({.file = bundle.source.path, .flags = bundle.source.flags}, diagnostics);
    ASSERT_TRUE(program.has_value()) << path;
    logic::Context context;
    program::Vocabulary vocabulary(*program, context);
    const Specification specification = lower(bundle, vocabulary, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all())
      ADD_FAILURE() << toString(diagnostic.range) << ": " << diagnostic.message;
    EXPECT_FALSE(specification.methods.empty()) << path;
  }
}

}  // namespace
}  // namespace weir::specs
