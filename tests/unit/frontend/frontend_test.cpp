// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/frontend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/frontend/read_source.h"

namespace weir::frontend {
namespace {

using testing::HasSubstr;

TEST(Frontend, MissingFileIsAnError) {
  Diagnostics diagnostics;
  EXPECT_FALSE(readProgram({.file = "no/such/file.cpp"}, diagnostics));
  EXPECT_TRUE(diagnostics.hasErrors());
}

TEST(Frontend, SourceThatDoesNotCompileShowsClangsOwnMessage) {
  const SourceFile file("broken.cpp", "int f() { return x; }\n");
  Diagnostics diagnostics;
  std::ostringstream messages;
  EXPECT_FALSE(readProgram({.file = file.path(), .clang_output = &messages}, diagnostics));
  EXPECT_TRUE(diagnostics.hasErrors());
  EXPECT_THAT(messages.str(), HasSubstr("use of undeclared identifier 'x'"));
}

TEST(Frontend, WarningsAreNoErrors) {
  const SourceFile file("warns.cpp", "int f(int x) { if (x = 1) return 2; return 3; }\n");
  Diagnostics diagnostics;
  std::ostringstream messages;
  EXPECT_TRUE(
      readProgram({.file = file.path(), .flags = {"-Wall", "-Werror"}, .clang_output = &messages}, diagnostics));
  EXPECT_EQ(messages.str(), "");
}

TEST(Frontend, LanguageFollowsTheSuffixOrTheFlag) {
  const std::string text = "struct S { int x; }; int f(struct S* s) { return s->x; }\n";
  EXPECT_TRUE(readText(text, "a.c").is_c);
  EXPECT_FALSE(readText(text, "a.cpp").is_c);
  EXPECT_TRUE(readText(text, "a.cpp", {"-x", "c"}).is_c);
}

TEST(Frontend, FlagsReachTheCompiler) {
  const std::string text = "int f() { return N; }\n";
  EXPECT_EQ(bodyOf(readText(text, "a.cpp", {"-DN=41"}), "f"), "  return 41\n");
}

TEST(Frontend, CompilationDatabaseIsFoundAboveTheFile) {
  const SourceFile file("a.cpp", "int f() { return N; }\n");
  std::ofstream(file.directory() / "compile_commands.json")
      << "[{\"directory\": \"" << file.directory().string() << "\", \"file\": \"a.cpp\", \"arguments\": [\"c++\", "
      << "\"-DN=7\", \"-c\", \"a.cpp\", \"-o\", \"a.o\"]}]";
  Diagnostics diagnostics;
  const auto program = readProgram({.file = file.path()}, diagnostics);
  ASSERT_TRUE(program);
  EXPECT_EQ(bodyOf(*program, "f"), "  return 7\n");
  EXPECT_EQ(program->compile_flags, std::vector<std::string>{"-DN=7"});
}

TEST(Frontend, BuildFolderWithoutDatabaseIsAnError) {
  const SourceFile file("a.cpp", "int f() { return 1; }\n");
  Diagnostics diagnostics;
  EXPECT_FALSE(readProgram({.file = file.path(), .build_dir = "/nowhere"}, diagnostics));
  EXPECT_TRUE(diagnostics.hasErrors());
}

TEST(Frontend, UnusedSystemHeadersCostNothing) {
  const auto program =
      readText("#include <algorithm>\n#include <map>\n#include <string>\n#include <vector>\nint f() { return 1; }\n");
  EXPECT_EQ(program.procedures().size(), 1U);
  EXPECT_TRUE(program.classes().empty());
}

TEST(Frontend, MethodsOfModelledClassesAreCalls) {
  const auto program = readText("#include <vector>\nvoid f(std::vector<int>& v) { v.push_back(3); }\n");
  EXPECT_THAT(bodyOf(program, "f"), HasSubstr("call std::vector<int>::push_back("));
  ASSERT_NE(program.findClass("std::vector<int>"), nullptr);
  EXPECT_TRUE(program.findClass("std::vector<int>")->fields.empty());
}

TEST(Frontend, EnumeratorsAreKeptForSpecifications) {
  const auto program = readText("enum Plain { A, B = 5 };\nnamespace n { enum class Color : char { Red = -1 }; }\n");
  EXPECT_EQ(program.enumerators.at("B"), 5);
  EXPECT_EQ(program.enumerators.at("n::Color::Red"), -1);
}

}  // namespace
}  // namespace weir::frontend
