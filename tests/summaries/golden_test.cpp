// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `weir summarize` prints for tests/golden/summarize/*.cpp, and that it is a specification of the same program.
// WEIR_UPDATE_GOLDEN=1 writes the files anew.
#include <filesystem>
#include <fstream>

#include "abstraction/ensures.h"
#include "abstraction/summarizer.h"
#include "specs/lang/load.h"
#include "tests/summaries/read_source.h"

namespace weir::tests {
namespace {

const std::string kFolder = "tests/golden/summarize/";

std::string summariesOf(const program::Program& program, const std::string& source) {
  logic::Context context;
  program::Vocabulary vocabulary(program, context);
  abstraction::Summarizer summarizer(vocabulary);
  std::string text = "source \"" + source + "\" with \"-std=c++17\"\n";
  for (const program::Procedure* procedure : program.procedures()) {
    if (procedure->is_external || procedure->is_implicit || procedure->whole_call != nullptr) continue;
    text += "\n" + specificationOf(summarizer.of(*procedure), vocabulary);
  }
  return text;
}

class SummaryGolden : public ::testing::TestWithParam<std::string> {};

TEST_P(SummaryGolden, IsAsBefore) {
  const auto& program = repositorySource(kFolder + GetParam() + ".cpp");
  ASSERT_TRUE(program);
  const std::string text = summariesOf(*program, GetParam() + ".cpp");
  const std::string golden = kFolder + GetParam() + ".weir";
  if (std::getenv("WEIR_UPDATE_GOLDEN") != nullptr) std::ofstream(golden) << text;
  std::ifstream file(golden);
  const std::string expected((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_EQ(text, expected);
}

TEST_P(SummaryGolden, ParsesBackAndTypeChecks) {
  const auto& program = repositorySource(kFolder + GetParam() + ".cpp");
  ASSERT_TRUE(program);
  logic::Context context;
  program::Vocabulary vocabulary(*program, context);
  Diagnostics diagnostics;
  const specs::Bundle bundle = specs::loadSpec(kFolder + GetParam() + ".weir", diagnostics);
  specs::lower(bundle, vocabulary, diagnostics);
  std::ostringstream messages;
  diagnostics.print(messages, false);
  EXPECT_FALSE(diagnostics.hasErrors()) << messages.str();
}

/// The links of the local's queue are the call's own; the tasks are the caller's.
TEST(SummaryOfALocal, SaysWhereResultsCameFromAndNothingOfTheLocal) {
  const auto& program = repositorySource(kFolder + "worklist.cpp");
  ASSERT_TRUE(program);
  logic::Context context;
  program::Vocabulary vocabulary(*program, context);
  abstraction::Summarizer summarizer(vocabulary);
  const abstraction::Summary& summary = summarizer.of(*program->findProcedures("sorted").at(0));
  EXPECT_FALSE(summary.keeps_locals);
  EXPECT_EQ(specificationOf(summary, vocabulary), R"(method sorted(Link *) {
  // Link' in Link + NewSet$Link#5 + NewSet$Link#4 + NewSet$Link#6
  ensures Link_2: all x: Link' | x in Link or fresh[x]
  // return in NewSet$Link#6
  modifies task, next
}
)");
}

INSTANTIATE_TEST_SUITE_P(Sources, SummaryGolden, ::testing::Values("figures", "linked_list"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace weir::tests
