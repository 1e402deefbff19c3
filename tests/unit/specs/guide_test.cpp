// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The examples of docs/SPECIFICATIONS.md mean what they should: each specification lowers without mistakes over the
// classes above it, and is laid out as weir fmt would.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "program_text.h"
#include "sample_programs.h"
#include "specs/lang/formatter.h"

namespace weir::specs {
namespace {

struct Example {
  std::string classes;
  std::string specification;
};

std::vector<Example> examples() {
  std::vector<Example> found;
  std::ifstream guide("docs/SPECIFICATIONS.md");
  std::string line, classes, block, kind;
  while (std::getline(guide, line)) {
    if (line.starts_with("```")) {
      if (kind == "cpp") classes = block;
      if (kind == "weir") found.push_back({classes, block});
      kind = line.substr(3);  // empty where a block ends, and for a block of no language, which nobody asks for
      block.clear();
    } else {
      block += line + "\n";
    }
  }
  return found;
}

TEST(GuideTest, TheExamplesHaveNoMistakes) {
  const std::vector<Example> all = examples();
  ASSERT_EQ(all.size(), 5U);
  const std::string path = testing::TempDir() + "guide_example.weir";
  for (const Example& example : all) {
    std::ofstream(path) << example.specification;
    Diagnostics diagnostics;
    const Bundle bundle = loadSpec(path, diagnostics);
    const program::Program program = programOf(example.classes);
    logic::Context context;
    program::Vocabulary vocabulary(program, context);
    const Specification specification = lower(bundle, vocabulary, diagnostics);
    std::string messages;
    for (const Diagnostic& diagnostic : diagnostics.all())
      messages += toString(diagnostic.range) + ": " + diagnostic.message + "\n";
    EXPECT_EQ(messages, "") << example.specification;
    EXPECT_FALSE(specification.methods.empty());
    EXPECT_EQ(format(std::make_shared<SourceText>(path, example.specification), diagnostics), example.specification);
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace weir::specs
