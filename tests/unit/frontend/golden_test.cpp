// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `weir ir` prints for the sources in tests/golden/ir. WEIR_UPDATE_GOLDEN=1 writes the files anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/frontend.h"

namespace weir::frontend {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> sources() {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator("tests/golden/ir"))
    if (entry.path().extension() != ".ir") result.push_back(entry.path().string());
  std::sort(result.begin(), result.end());
  return result;
}

std::string contents(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, IrIsAsWritten) {
  const fs::path source = GetParam();
  fs::path expected = source;
  expected += ".ir";
  Diagnostics diagnostics;
  const auto program = readProgram({.file = source.string()}, diagnostics);
  ASSERT_TRUE(program) << "it should compile";
  const std::string printed = program::toString(*program);
  if (std::getenv("WEIR_UPDATE_GOLDEN") != nullptr) std::ofstream(expected) << printed;
  EXPECT_EQ(printed, contents(expected));
}

TEST_P(Golden, IrIsTheSameEveryTime) {
  Diagnostics diagnostics;
  const auto once = readProgram({.file = GetParam()}, diagnostics);
  const auto again = readProgram({.file = GetParam()}, diagnostics);
  ASSERT_TRUE(once && again);
  EXPECT_EQ(program::toString(*once), program::toString(*again));
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
  std::string name = fs::path(info.param).filename().string();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Ir, Golden, testing::ValuesIn(sources()), testName);

}  // namespace
}  // namespace weir::frontend
