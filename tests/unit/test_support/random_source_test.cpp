// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/random_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

namespace weir::tests {
namespace {

TEST(RandomSource, EqualSeedsGiveEqualPrograms) {
  std::set<std::string> sources;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const RandomSource once = randomSource(seed);
    EXPECT_EQ(once.source, randomSource(seed).source);
    EXPECT_EQ(once.specification("a.cpp"), randomSource(seed).specification("a.cpp"));
    sources.insert(once.source);
  }
  EXPECT_GT(sources.size(), 95u);
}

TEST(RandomSource, TogetherTheProgramsHaveEveryConstruct) {
  std::string all;
  std::string formulas;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    all += randomSource(seed).source;
    formulas += randomSource(seed).specification("a.cpp");
  }
  for (const char* wanted : {"while (", "for (", "if (", "} else {", "new ", "delete ", "break;", "return", "virtual ",
                             "override", "->next = ", "nullptr", " ? ", " && ", "f0("})
    EXPECT_THAT(all, testing::HasSubstr(wanted));
  for (const char* wanted :
       {"requires", "ensures p0: ", "all x0: ", "some x0: ", ".^", ".*", "return", "'", " in ", "#"})
    EXPECT_THAT(formulas, testing::HasSubstr(wanted));
}

TEST(RandomSource, OptionsLeaveConstructsOut) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::string source =
        randomSource(seed, {.allocates = false, .frees = false, .loops = false, .dispatches = false}).source;
    for (const char* unwanted : {"while (", "for (", "new ", "delete ", "virtual "})
      EXPECT_THAT(source, testing::Not(testing::HasSubstr(unwanted))) << "seed " << seed;
  }
}

// One translation unit with a namespace a program: the compiler starts once.
TEST(RandomSource, EveryProgramCompiles) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "weir_random_source_test.cpp";
  {
    std::ofstream out(file);
    for (std::uint64_t seed = 0; seed < 300; ++seed)
      out << "namespace seed" << seed << " {\n" << randomSource(seed).source << "}\n";
  }
  const std::string command = std::string(WEIR_CXX_COMPILER) + " -std=c++17 -w -fsyntax-only " + file.string();
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace weir::tests
