// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the resolver and the type checker say to mistakes: tests/golden/specs/NAME.weir and NAME.expected.
// UPDATE_GOLDEN=1 rewrites the expectations.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sample_programs.h"

namespace weir::specs {
namespace {

const std::filesystem::path kFolder = "tests/golden/specs";

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::stringstream content;
  content << stream.rdbuf();
  return content.str();
}

class GoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, MistakesAreReportedAsExpected) {
  const std::filesystem::path path = kFolder / (GetParam() + ".weir");
  Diagnostics diagnostics;
  const Bundle bundle = loadSpec(path.string(), diagnostics);
  const program::Program program = sampleProgram();
  logic::Context context;
  program::Vocabulary vocabulary(program, context);
  lower(bundle, vocabulary, diagnostics);
  std::stringstream reported;
  diagnostics.print(reported, false);
  const std::filesystem::path expected = kFolder / (GetParam() + ".expected");
  if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(expected) << reported.str();
  EXPECT_EQ(reported.str(), contentOf(expected));
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(WEIR_SOURCE_DIR) / kFolder))
    if (entry.path().extension() == ".weir") found.push_back(entry.path().stem().string());
  std::sort(found.begin(), found.end());
  return found;
}

INSTANTIATE_TEST_SUITE_P(Specs, GoldenTest, testing::ValuesIn(names()),
                         [](const auto& parameter) { return parameter.param; });

}  // namespace
}  // namespace weir::specs
