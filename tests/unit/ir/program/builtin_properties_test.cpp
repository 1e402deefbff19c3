// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/builtin_properties.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace weir::program {
namespace {

TEST(BuiltinProperties, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const BuiltinProperty& property : builtinProperties()) EXPECT_TRUE(names.insert(property.name).second);
  for (const char* group : {"memory", "all"}) EXPECT_TRUE(names.insert(group).second) << group;
}

TEST(BuiltinProperties, AreFoundByTheirError) {
  for (const BuiltinProperty& property : builtinProperties()) {
    if (!property.error()) continue;
    EXPECT_EQ(spelling(*property.error()), property.name);
  }
}

TEST(BuiltinProperties, AGroupStandsForItsMembers) {
  EXPECT_EQ(expandCheck("memory"), (std::vector<std::string>{"null-deref", "use-after-free", "double-free", "bounds"}));
  EXPECT_EQ(expandCheck("all")->size(), builtinProperties().size());
  EXPECT_EQ(expandCheck("leak"), std::vector<std::string>{"leak"});
  EXPECT_FALSE(expandCheck("leaks"));
}

TEST(BuiltinProperties, OnlyWhatIsMetWhereAskedChangesTheMeaningOfOthers) {
  EXPECT_TRUE(CheckedErrors({"leak", "overflow"}).contains(ErrorKind::Overflow));
  EXPECT_FALSE(CheckedErrors({"leak", "bounds", "sorted"}).contains(ErrorKind::Overflow));
  EXPECT_FALSE(CheckedErrors({"bounds"}).contains(ErrorKind::Bounds));
}

/// The table of the page, as it follows from that of the code. WEIR_REFRESH_DOCS writes it.
TEST(BuiltinProperties, AreDocumented) {
  const std::string path = std::string(WEIR_SOURCE_DIR) + "/docs/reference/built-in-properties.md";
  std::stringstream page;
  page << std::ifstream(path).rdbuf();
  const std::string text = page.str();
  std::string table;
  for (const BuiltinProperty& property : builtinProperties())
    table += "| `" + property.name + "` | " + property.broken_by + " |\n";
  const std::string head = "|---|---|\n";
  const std::size_t begin = text.find(head) + head.size();
  const std::size_t end = text.find("\n\n", begin) + 1;
  ASSERT_LT(begin, end);
  if (std::getenv("WEIR_REFRESH_DOCS") != nullptr)
    std::ofstream(path) << text.substr(0, begin) + table + text.substr(end);
  else
    EXPECT_EQ(text.substr(begin, end - begin), table);
}

}  // namespace
}  // namespace weir::program
