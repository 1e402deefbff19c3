// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random programs and properties: the verifier's verdict against executing every state of the scope.
//
// WEIR_ORACLE_PROGRAMS sets how many programs (a nightly run takes more), WEIR_ORACLE_FIRST where the seeds begin. A
// difference prints the seed, the source and the property.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "frontend/frontend.h"
#include "refine/method_check.h"
#include "specs/lang/load.h"
#include "support/invariant.h"
#include "tests/support/brute_force.h"
#include "tests/support/random_source.h"

namespace weir::tests {
namespace {

using refine::Mode;
using results::Verdict;

constexpr int kObjects = 2;
constexpr int kUnroll = 2;

int fromEnvironment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

std::string wordFor(Verdict verdict) {
  switch (verdict) {
    case Verdict::Holds:
    case Verdict::Proved: return "holds";
    case Verdict::Violated: return "violated";
    case Verdict::Vacuous: return "vacuous";
    case Verdict::Unknown: return "unknown";
  }
  return "?";
}

/// Wild programs end in errors early; short and careful ones reach their end and their properties.
RandomSourceOptions optionsFor(std::uint64_t seed) {
  if (seed % 8 >= 4)
    return {.statements = 5 + static_cast<int>(seed % 4),
            .frees = seed % 8 == 4,
            .careful = true,
            .aliases = true,
            .throws = seed % 3 == 0,
            .recurses = seed % 5 == 0};
  switch (seed % 4) {
    case 0: return {};
    case 1: return {.statements = 5, .careful = true};
    case 2: return {.statements = 8, .frees = false, .careful = true};
    default: return {.statements = 6, .allocates = false, .frees = false, .careful = true};
  }
}

/// A random program, read as a user's would be.
class Subject {
 public:
  Subject(std::uint64_t seed, const std::filesystem::path& folder) : made(randomSource(seed, optionsFor(seed))) {
    const std::string name = "seed" + std::to_string(seed);
    const std::filesystem::path source = folder / (name + ".cpp");
    const std::filesystem::path spec = folder / (name + ".weir");
    std::ofstream(source) << made.source;
    std::ofstream(spec) << made.specification(source.filename().string());
    const specs::Bundle bundle = specs::loadSpec(spec.string(), diagnostics_);
    program_ = frontend::readProgram({.file = source.string(), .flags = {"-std=c++17", "-w"}}, diagnostics_);
    if (!program_) return;
    vocabulary.emplace(*program_, context_);
    specification = specs::lower(bundle, *vocabulary, diagnostics_);
    for (const specs::MethodSpec& method : specification.methods)
      if (!method.properties.empty()) spec_of_entry = &method;
  }

  bool isReady() const { return spec_of_entry != nullptr && !diagnostics_.hasErrors(); }

  std::string text() const {
    std::ostringstream out;
    out << made.source << made.specification("…");
    diagnostics_.print(out, false);
    return out.str();
  }

  RandomSource made;
  std::optional<program::Vocabulary> vocabulary;
  specs::Specification specification;
  const specs::MethodSpec* spec_of_entry = nullptr;

 private:
  Diagnostics diagnostics_;
  std::optional<program::Program> program_;
  logic::Context context_;
};

/// Two objects of a class; fewer where more would be too many states to run through.
std::map<const program::ClassDecl*, int> limitsFor(const program::Program& program) {
  std::vector<const program::ClassDecl*> own;
  bool inherits = false;
  for (const program::ClassDecl* class_decl : program.classes()) {
    if (class_decl->is_array || class_decl->is_box || class_decl->is_globals) continue;
    own.push_back(class_decl);
    inherits = inherits || !class_decl->bases.empty();
  }
  std::map<const program::ClassDecl*, int> limits;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (inherits || i > 0) limits[own[i]] = 1;
  return limits;
}

std::vector<BruteForceResult> oracle(Subject& subject, const std::vector<refine::Property>& properties,
                                     BruteForceCounts& counts) {
  std::vector<logic::Formula> requirements;
  for (const specs::Requirement& requirement : subject.spec_of_entry->requirements)
    requirements.push_back(requirement.formula());
  std::vector<BruteForceQuery> queries;
  for (const refine::Property& property : properties) {
    if (property.specified() != nullptr)
      queries.push_back({.formula = property.specified()->formula()});
    else
      queries.push_back({.error = property.error()});
  }
  const BruteForceScope scope{.objects = kObjects,
                              .objects_of = limitsFor(subject.vocabulary->program()),
                              .unroll = kUnroll,
                              .max_states = 60'000};
  return bruteForce(*subject.vocabulary, *subject.spec_of_entry->procedure, requirements, queries, scope, &counts);
}

class VerdictOracle : public testing::TestWithParam<Mode> {};

TEST_P(VerdictOracle, VerdictsAreThoseOfExecutingEveryState) {
  const int first = fromEnvironment("WEIR_ORACLE_FIRST", 0);
  const int count = fromEnvironment("WEIR_ORACLE_PROGRAMS", 40);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() /
      ("weir_oracle_" + std::string(toString(GetParam())) + "_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::map<std::string, int> seen;
  for (int seed = first; seed < first + count; ++seed) {
    Subject subject(seed, folder);
    ASSERT_TRUE(subject.isReady()) << "seed " << seed << "\n" << subject.text();
    refine::CheckOptions options;
    options.mode = GetParam();
    options.scope.objects = kObjects;
    options.scope.per_class = limitsFor(subject.vocabulary->program());
    options.scope.unroll = kUnroll;
    refine::MethodCheck check(*subject.vocabulary, subject.specification, *subject.spec_of_entry,
                              {"null-deref", "use-after-free", "double-free", "uninitialized"}, options);
    const std::vector<refine::Property> properties = check.properties();
    BruteForceCounts counts;
    const std::vector<BruteForceResult> expected = oracle(subject, properties, counts);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      if (expected[i].verdict == BruteForceResult::Verdict::Unknown) {
        ++seen["skipped: " + expected[i].reason];
        continue;
      }
      refine::PropertyOutcome outcome;
      try {
        outcome = check.run(properties[i]);
      } catch (const InternalError& error) {
        outcome.reason = error.what();
        ADD_FAILURE() << "seed " << seed << ", property " << properties[i].label() << ": " << error.what();
      }
      ++seen[wordFor(outcome.verdict)];
      EXPECT_EQ(wordFor(outcome.verdict), toString(expected[i].verdict))
          << "seed " << seed << ", property " << properties[i].label() << ": " << outcome.reason.text << "\n"
          << counts.states << " states, " << counts.required << " required, " << counts.returned << " returned, "
          << counts.out_of_scope << " out of scope\n"
          << subject.text();
    }
  }
  for (const auto& [verdict, times] : seen) std::cout << times << " " << verdict << "\n";
  std::filesystem::remove_all(folder);
  // An oracle that never saw one of the answers has not tested it.
  EXPECT_GT(seen["holds"], 0);
  EXPECT_GT(seen["violated"], 0);
}

INSTANTIATE_TEST_SUITE_P(Modes, VerdictOracle, testing::Values(Mode::Inline, Mode::Refine, Mode::Frames),
                         [](const auto& mode) { return std::string(toString(mode.param)); });

}  // namespace
}  // namespace weir::tests
