// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A summary as `weir summarize` prints it, put into a .weir file as a `trusted method` and read back, means what it
// meant: it allows what the summary allows and, unless something of it could only be said as a comment, nothing else.
// Asked about post-states of executions and about post-states with one value changed, which the frame has to forbid.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "abstraction/ensures.h"
#include "abstraction/summarizer.h"
#include "ir/logic/occurrences.h"
#include "specs/lang/load.h"
#include "tests/summaries/read_source.h"
#include "tests/support/random_source.h"
#include "tests/support/summary_soundness.h"

namespace weir::tests {
namespace {

struct RoundTripTotals {
  long summaries = 0, equal = 0, not_expressible = 0, states = 0, forbidden = 0, skipped = 0;
};

/// What a call of the trusted method may change, as the verifier reads it.
test_support::OtherWords wordsOf(const specs::MethodSpec& spec, program::Vocabulary& vocabulary) {
  test_support::OtherWords words;
  logic::Occurrences mentioned;
  for (const specs::Property& property : spec.properties) {
    if (property.kind == specs::Property::Kind::Modifies) continue;
    words.formulas.push_back(property.formula());
    mentioned.add(property.formula());
  }
  using Kind = program::Vocabulary::Meaning::Kind;
  for (const logic::Relation relation : mentioned.relations()) {
    const auto* meaning = vocabulary.meaningOf(relation);
    if (meaning == nullptr || meaning->state != program::State::Post) continue;
    if (meaning->kind == Kind::Field) words.changed.insert(vocabulary.field(meaning->field, program::State::Pre));
    if (meaning->kind == Kind::Live) words.changed.insert(vocabulary.live(meaning->class_decl, program::State::Pre));
  }
  for (const specs::ModifiedLocation& location : spec.frame.value_or(std::vector<specs::ModifiedLocation>{})) {
    words.changed.insert(vocabulary.field(location.field, program::State::Pre));
  }
  return words;
}

/// Arrays, variables whose address is taken and the like have no name in the language: their summaries are comments.
bool isExpressible(const abstraction::Summary& summary, const program::Vocabulary& vocabulary) {
  if (!summary.may_return || !summary.opaque.empty() || summary.keeps_locals) return false;
  for (const abstraction::RelationBounds& bounds : summary.relations) {
    const auto* meaning = vocabulary.meaningOf(bounds.pre);
    const program::ClassDecl* owner = meaning->field != nullptr ? meaning->field->owner : meaning->class_decl;
    const bool is_flag = meaning->field != nullptr && meaning->field->name.find('.') != std::string::npos;
    if (owner->is_array || owner->is_box || is_flag || bounds.pre->arity() > 2) return false;
  }
  return true;
}

/// What the compiler's headers define has names that nobody writes into a specification.
bool usesHeadersOfTheCompiler(const program::Program& program) {
  const auto& procedures = program.procedures();
  return std::any_of(procedures.begin(), procedures.end(), [](const program::Procedure* procedure) {
    return std::filesystem::path(procedure->range.file).is_absolute();
  });
}

void compareAll(const program::Program& program, int runs, std::uint64_t seed, const std::string& path,
                RoundTripTotals& totals) {
  logic::Context context;
  program::Vocabulary vocabulary(program, context);
  abstraction::Summarizer summarizer(vocabulary);
  std::vector<const abstraction::Summary*> said;
  std::ofstream file(path);
  for (const program::Procedure* procedure : program.procedures()) {
    if (procedure->is_external || procedure->is_implicit || procedure->whole_call != nullptr ||
        procedure->name.starts_with("operator"))
      continue;
    const abstraction::Summary& summary = summarizer.of(*procedure);
    if (!isExpressible(summary, vocabulary)) {
      ++totals.not_expressible;
      continue;
    }
    file << "trusted " << specificationOf(summary, vocabulary);
    said.push_back(&summary);
  }
  file.close();
  Diagnostics diagnostics;
  const specs::Bundle bundle = specs::loadSpec(path, diagnostics);
  const specs::Specification specification = specs::lower(bundle, vocabulary, diagnostics);
  std::ostringstream messages;
  diagnostics.print(messages, false);
  ASSERT_FALSE(diagnostics.hasErrors()) << messages.str();
  for (const abstraction::Summary* summary : said) {
    const specs::MethodSpec* spec = specification.find(summary->procedure);
    ASSERT_NE(spec, nullptr) << summary->procedure->signature;
    test_support::OtherWords words = wordsOf(*spec, vocabulary);
    for (const abstraction::EnsuresLine& line : ensuresOf(*summary, vocabulary)) {
      words.is_equal = words.is_equal && line.is_expressible && !line.is_weaker;
    }
    const auto result = test_support::compareMeaning(vocabulary, *summary, words, runs, seed);
    ASSERT_EQ(result.failure, "") << specificationOf(*summary, vocabulary);
    totals.summaries += 1;
    totals.equal += words.is_equal ? 1 : 0;
    totals.states += result.executions;
    totals.forbidden += result.returned;
    totals.skipped += result.skipped;
  }
}

struct SummaryRoundTrip : ::testing::Test {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("weir_round_trip_" + std::to_string(::getpid()));
  RoundTripTotals totals;
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override {
    std::filesystem::remove_all(folder);
    std::cout << totals.summaries << " summaries written and read again (" << totals.equal << " in full), "
              << totals.not_expressible << " not expressible; " << totals.states << " states, " << totals.forbidden
              << " of them forbidden, " << totals.skipped << " not decided\n";
  }
};

TEST_F(SummaryRoundTrip, MeansTheSameForTheRepositorysPrograms) {
  std::vector<std::string> sources;
  for (const char* root : {"tests/golden", "tests/verify", "docs/examples"}) {
    if (!std::filesystem::exists(root)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.path().extension() == ".cpp") sources.push_back(entry.path().string());
    }
  }
  std::sort(sources.begin(), sources.end());
  ASSERT_FALSE(sources.empty());
  for (const std::string& source : sources) {
    const auto& program = repositorySource(source);
    if (program && !usesHeadersOfTheCompiler(*program)) compareAll(*program, 5, 1, folder / "said.weir", totals);
    if (HasFatalFailure()) FAIL() << source;
  }
  EXPECT_GT(totals.equal, totals.summaries / 2);
  EXPECT_GT(totals.forbidden, totals.states / 4);
}

TEST_F(SummaryRoundTrip, MeansTheSameForRandomPrograms) {
  const std::string path = folder / "random.cpp";
  const char* runs = std::getenv("WEIR_SOUNDNESS_RUNS");  // the nightly test asks for 100,000
  const long wanted = runs == nullptr ? 1000 : std::stol(runs) / 20;
  for (std::uint64_t seed = 1; totals.states < wanted; ++seed) {
    const RandomSource source =
        randomSource(seed, {.statements = 6 + static_cast<int>(seed % 10), .careful = seed % 3 != 0});
    std::ofstream(path) << source.source;
    const auto program = readSource(path);
    if (program) compareAll(*program, 20, seed * 1000, folder / "said.weir", totals);
    if (HasFatalFailure()) FAIL() << "program " << seed << "\n" << source.source;
  }
  EXPECT_GT(totals.forbidden, totals.states / 4);
}

}  // namespace
}  // namespace weir::tests
