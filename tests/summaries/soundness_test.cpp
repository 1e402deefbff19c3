// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every summary against executions: the programs of the repository and random ones, on random heaps. The post-state has
// to lie within the bounds. WEIR_SOUNDNESS_RUNS sets how many executions; the nightly test asks for 100,000.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "abstraction/summarizer.h"
#include "tests/summaries/read_source.h"
#include "tests/support/random_source.h"
#include "tests/support/summary_soundness.h"

namespace weir::tests {
namespace {

struct Totals {
  long executions = 0, returned = 0, skipped = 0, procedures = 0, exact = 0;

  void print(const std::string& what) const {
    std::cout << what << ": " << procedures << " procedures (" << exact << " exact), " << executions << " executions, "
              << returned << " returned, " << skipped << " not decided\n";
  }
};

long wantedRuns(long by_default) {
  const char* wanted = std::getenv("WEIR_SOUNDNESS_RUNS");
  return wanted == nullptr ? by_default : std::stol(wanted);
}

void checkAll(const program::Program& program, const abstraction::Parameters& parameters, int runs, std::uint64_t seed,
              Totals& totals) {
  logic::Context context;
  program::Vocabulary vocabulary(program, context);
  abstraction::Summarizer summarizer(vocabulary, parameters);
  for (const program::Procedure* procedure : program.procedures()) {
    if (procedure->is_external) continue;
    const abstraction::Summary& summary = summarizer.of(*procedure);
    const test_support::SoundnessRuns result = test_support::checkSoundness(vocabulary, summary, runs, seed);
    ASSERT_EQ(result.failure, "");
    totals.executions += result.executions;
    totals.returned += result.returned;
    totals.skipped += result.skipped;
    totals.procedures += 1;
    totals.exact += summary.isExact() ? 1 : 0;
  }
}

void checkRepository(const abstraction::Parameters& parameters, long wanted) {
  std::vector<std::string> sources;
  for (const char* folder : {"tests/golden", "tests/verify", "tests/differential/corpus", "tests/replay",
                             "docs/examples", "benchmarks/refinement"}) {
    if (!std::filesystem::exists(folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".cpp") sources.push_back(entry.path().string());
    }
  }
  std::sort(sources.begin(), sources.end());
  ASSERT_FALSE(sources.empty());
  Totals totals;
  const int runs = static_cast<int>(wanted / 500);  // some hundred procedures
  for (const std::string& source : sources) {
    const auto& program = repositorySource(source);
    if (program) checkAll(*program, parameters, runs, 1, totals);
    if (testing::Test::HasFatalFailure()) FAIL() << source;
  }
  totals.print("repository");
  EXPECT_GT(totals.returned, totals.executions / 4);
}

void checkRandomPrograms(const abstraction::Parameters& parameters, long wanted) {
  const auto folder = std::filesystem::temp_directory_path() / ("weir_soundness_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "random.cpp").string();
  Totals totals;
  for (std::uint64_t seed = 1; totals.executions < wanted; ++seed) {
    const RandomSource source =
        randomSource(seed, {.statements = 6 + static_cast<int>(seed % 10), .careful = seed % 3 != 0});
    std::ofstream(path) << source.source;
    const auto program = readSource(path);
    if (program) checkAll(*program, parameters, 60, seed * 1000, totals);
    if (testing::Test::HasFatalFailure()) FAIL() << "program " << seed << "\n" << source.source;
  }
  std::filesystem::remove_all(folder);
  totals.print("random programs");
  EXPECT_GT(totals.returned, totals.executions / 4);
}

/// Nearly every bound is too long then.
constexpr abstraction::Parameters kShort{.max_operators = 6};

TEST(SummarySoundness, HoldsForTheRepositorysPrograms) { checkRepository({}, wantedRuns(5000)); }
TEST(SummarySoundness, HoldsForRandomPrograms) { checkRandomPrograms({}, wantedRuns(5000)); }
TEST(SummarySoundness, HoldsForTheRepositorysProgramsWithLooseBounds) { checkRepository(kShort, wantedRuns(5000) / 2); }
TEST(SummarySoundness, HoldsForRandomProgramsWithLooseBounds) { checkRandomPrograms(kShort, wantedRuns(5000) / 2); }

}  // namespace
}  // namespace weir::tests
