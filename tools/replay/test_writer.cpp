// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/test_writer.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "ir/program/model_class.h"
#include "tools/replay/case_writer.h"
#include "tools/replay/embedded.h"
#include "tools/replay/program_writer.h"
#include "tools/replay/spelling.h"

namespace weir::replay {
namespace {

namespace fs = std::filesystem;
using program::ObjectId;

bool startsWithAny(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return text.starts_with(word); });
}

/// What a replay reports, or plans for functions without a body, is no part of a test.
struct Body {
  std::vector<std::string> lines;
  std::string problem;  // why there can be no test
};

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

Body bodyOf(const program::Program& program, const Case& shown) {
  std::ostringstream text;
  CaseWriter(program, shown, text).write("body");
  Body body;
  std::istringstream in(text.str());
  for (std::string line; std::getline(in, line);) {
    const std::string word = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with("WEIR_CASE ") || line == "}" || line.empty()) continue;
    if (word.starts_with("weir_cannot(")) body.problem = word.substr(13, word.rfind('"') - 13);
    if (word.starts_with("weir_plan(")) body.problem = "it depends on what a function without a body does";
    if (word.find("weir_implements_") != std::string::npos)
      body.problem = "it depends on what a class of another source does";
    if (word.find("weir_pass<") != std::string::npos)
      body.problem = "an object that is passed by value cannot be built";
    if (startsWithAny(word, {"weir_object(", "weir_variable(", "weir_function(", "weir_calling(", "weir_returned",
                             "weir_destroying(", "weir_protect(", "weir_watch_", "weir_expect(", "weir_never_was(",
                             "weir_threw_current("}))
      continue;
    if (startsWithAny(word, {"try {", "} catch (...) {"}) || line == "  }") {
      body.lines.push_back(line);
      continue;
    }
    replaceAll(line, "weir_", "heap_");
    body.lines.push_back(line);
  }
  return body;
}

/// What the call left: a condition for each changed field that can be written down, and for a result that is a number.
std::vector<std::string> wrongState(const program::Program& program, const Case& shown) {
  std::vector<std::string> parts;
  const auto& result = shown.expected.result;
  if (result && result->kind == program::Value::Kind::Integer && !shown.procedure->result->is_float &&
      !shown.procedure->result_is_reference)
    parts.push_back("heap_result == (unsigned long long)" + spellInteger(result->integer));
  if (result && result->kind == program::Value::Kind::Null) parts.push_back("heap_result == 0");
  for (ObjectId id = 0; id < shown.before.size(); ++id) {
    const program::Object& before = shown.before.at(id);
    const program::Object& after = shown.after.at(id);
    const program::ClassDecl& class_decl = *before.class_decl;
    if (!before.live || !after.live || before.owner != program::kNoObject || class_decl.is_globals ||
        class_decl.is_box || class_decl.is_array || program::isModelClass(class_decl) || before.is_static)
      continue;
    for (const program::Field* field : program::allFields(&class_decl)) {
      if (field->holdsParts() || field->type->isArray() || field->owner != &class_decl || field->is_reference) continue;
      const program::Value& was = before.fields.at(field).front();
      const program::Value& is = after.fields.at(field).front();
      if (was == is) continue;
      std::string value;
      if (is.kind == program::Value::Kind::Integer && !field->elementType()->is_float) value = spellInteger(is.integer);
      if (is.kind == program::Value::Kind::Null) value = program.is_c ? "0" : "nullptr";
      const bool is_old = is.kind == program::Value::Kind::Object && is.object < shown.before.size() &&
                          shown.before.at(is.object).owner == program::kNoObject;
      if (is_old) value = identifierFor(shown.before.at(is.object).name);
      if (is_old && !program.is_c)
        value = "(decltype(" + identifierFor(before.name) + "->" + field->name + "))" + value;
      if (value.empty()) continue;
      const std::string cast =
          !program.is_c && is.kind == program::Value::Kind::Integer ? "(long long)" : std::string();
      parts.push_back(cast + identifierFor(before.name) + "->" + field->name + " == " + value);
    }
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

std::string opening(const std::string& name, TestFramework framework) {
  switch (framework) {
    case TestFramework::Gtest: return "TEST(weir, " + name + ") {\n";
    case TestFramework::Catch2: return "TEST_CASE(\"" + name + "\", \"[weir]\") {\n";
    case TestFramework::Plain: break;
  }
  return "static void " + name + "(void) {\n";
}

std::string expectation(const std::string& condition, TestFramework framework) {
  const std::string wrong = "  /* what the counterexample left, which is wrong */\n";
  switch (framework) {
    case TestFramework::Gtest: return wrong + "  EXPECT_FALSE(" + condition + ");\n";
    case TestFramework::Catch2: return wrong + "  const bool is_wrong = " + condition + ";\n  CHECK_FALSE(is_wrong);\n";
    case TestFramework::Plain: break;
  }
  return wrong + "  heap_check(!(" + condition + "));\n";
}

/// The headers of the system that the user's files include: they come first, so that they are read as they are.
std::string systemHeaders(const program::Program& program) {
  std::set<std::string> files = {program.main_file};
  for (const program::ClassDecl* each : program.classes()) files.insert(each->range.file);
  std::set<std::string> headers;
  for (const std::string& file : files) {
    if (file.empty() || file.starts_with("/usr/")) continue;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      const std::size_t hash = line.find_first_not_of(" \t");
      if (hash == std::string::npos || line[hash] != '#') continue;
      const std::size_t open = line.find('<'), close = line.find('>');
      if (line.find("include") != std::string::npos && open != std::string::npos && close != std::string::npos)
        headers.insert(line.substr(open, close - open + 1));
    }
  }
  std::string text;
  for (const std::string& header : headers) text += "#include " + header + "\n";
  return text;
}

/// Does an argument lead to the object of that name?
bool isPassed(const Case& shown, const std::string& name) {
  return std::any_of(shown.arguments.begin(), shown.arguments.end(), [&](const program::Value& argument) {
    return argument.object != program::kNoObject && argument.object < shown.before.size() &&
           identifierFor(shown.before.at(outermost(shown.before, argument.object)).name) == name;
  });
}

/// What makes members accessible. A class that begins with members, which are private, is made a struct, unless that
/// word stands for a type parameter too.
std::vector<std::string> openWords(const program::Program& program) {
  std::vector<std::string> words = {"private", "protected"};
  bool has_parameter = false, has_members_first = false;
  std::ifstream in(program.main_file);
  std::string last;
  for (std::string word; in >> word; last = word) {
    has_parameter = has_parameter || word.find("<class") != std::string::npos ||
                    (word == "class" && (last.ends_with("<") || last.ends_with(",")));
    has_members_first = has_members_first || (last == "{" && !word.starts_with("public"));
  }
  if (has_members_first && !has_parameter) words.push_back("class");
  return words;
}

bool usesContainers(const std::vector<std::string>& tests) {
  return std::any_of(tests.begin(), tests.end(), [](const std::string& test) {
    return test.find("heap_build(") != std::string::npos || test.find("heap_write(") != std::string::npos ||
           test.find("heap_own(") != std::string::npos || test.find("heap_share(") != std::string::npos;
  });
}

}  // namespace

std::string testName(const std::string& property) {
  std::string name;
  for (const char c : property) {
    const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_letter || (!name.empty() && name.back() != '_')) name += is_letter ? c : '_';
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

std::string writeTest(const program::Program& program, const TestCase& test, TestFramework framework) {
  const Body body = bodyOf(program, *test.shown);
  std::string text = "/* " + test.name + ": " + test.reason + " */\n";
  replaceAll(text, "*/ */", "*/");
  std::vector<std::string> wrong;
  if (!test.is_error) wrong = wrongState(program, *test.shown);
  std::string problem = body.problem;
  const bool returns = test.shown->expected.outcome == program::Outcome::Returned;
  if (problem.empty() && !test.is_error && (wrong.empty() || !returns))
    problem = "what the call leaves cannot be looked at from outside";
  if (!problem.empty()) return text + "/* There is no test of this: " + problem + ". */\n";
  const bool uses_result =
      std::any_of(wrong.begin(), wrong.end(), [](const std::string& part) { return part.starts_with("heap_result"); });
  text += opening(testName(test.name), framework);
  if (uses_result) text += "  unsigned long long heap_result = 0;\n";
  for (std::string line : body.lines) {
    // The result is looked at behind the block that catches what is thrown.
    const std::string assignment = "heap_result = ";
    if (const std::size_t at = line.find(assignment); at != std::string::npos)
      line =
          (uses_result ? "    heap_result = (unsigned long long)" : "    (void)") + line.substr(at + assignment.size());
    text += line + "\n";
    const std::size_t made = line.find(" = heap_make");
    if (made == std::string::npos) continue;
    const std::size_t star = line.rfind("* ", made);
    const std::string name = line.substr(star + 2, made - star - 2);
    if (!test.is_leak || isPassed(*test.shown, name)) text += "  heap_keep(" + name + ");\n";
  }
  if (!wrong.empty()) text += expectation(joined(wrong, " && "), framework);
  return text + "}\n";
}

std::string wholeTestFile(const program::Program& program, const std::vector<std::string>& tests,
                          const std::vector<std::string>& names, TestFramework framework, const std::string& file) {
  std::ostringstream out;
  const fs::path source = fs::absolute(program.main_file).lexically_normal();
  const fs::path beside = source.lexically_relative(fs::absolute(file).lexically_normal().parent_path());
  out << "/* Regression tests, written by weir from counterexamples. Each builds the objects before the call and "
         "calls\n"
         " * the function. Build with -g -fsanitize=address,undefined: invalid accesses are then reported where they "
         "are.\n */\n";
  if (!program.is_c) out << systemHeaders(program);
  if (onlyDeletes(program)) out << "#define HEAP_USES_NEW\n";
  out << embedded::testHeap();
  if (!program.is_c && usesContainers(tests)) out << embedded::testContainers();
  if (framework == TestFramework::Gtest) out << "\n#include <gtest/gtest.h>\n";
  if (framework == TestFramework::Catch2)
    out << "\n#if __has_include(<catch2/catch_test_macros.hpp>)\n#include <catch2/catch_test_macros.hpp>\n#else\n"
           "#include <catch2/catch.hpp>\n#endif\n";
  if (framework == TestFramework::Plain)
    out << "\n#include <stdio.h>\nstatic int heap_failures = 0;\n"
           "#define heap_check(condition) \\\n"
           "  ((condition) ? (void)0 : (void)(++heap_failures, printf(\"%s: failed: %s\\n\", __func__, #condition)))\n";
  out << "\n/* The code under test, with its private members. */\n";
  const std::vector<std::string> open = program.is_c ? std::vector<std::string>() : openWords(program);
  for (const std::string& word : open) out << "#define " << word << (word == "class" ? " struct\n" : " public\n");
  out << "#define main main_of_the_source\n#include \"" << beside.generic_string() << "\"\n#undef main\n";
  for (const std::string& word : open) out << "#undef " << word << "\n";
  for (const std::string& test : tests) out << "\n" << test;
  if (framework == TestFramework::Plain) {
    out << "\nint main(void) {\n";
    for (std::size_t i = 0; i < tests.size(); ++i)
      if (tests[i].find("static void " + names[i] + "(void)") != std::string::npos) out << "  " << names[i] << "();\n";
    out << "  printf(\"%s\\n\", heap_failures == 0 ? \"passed\" : \"failed\");\n  return heap_failures != 0;\n}\n";
  }
  return out.str();
}

}  // namespace weir::replay
