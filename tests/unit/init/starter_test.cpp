// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/init/starter.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "ir/logic/context.h"
#include "specs/lang/load.h"

namespace weir::init {
namespace {

using program::ClassDecl;
using program::Program;

/// A class with fields "next: Cell*", each pointing to a class that has been added before, or to itself.
struct Builder {
  Program program;

  ClassDecl* add(const std::string& name) {
    ClassDecl* c = program.addClass(name);
    c->range.file = "list.cpp";
    return c;
  }
  void pointer(ClassDecl* owner, const std::string& name, const ClassDecl* to) {
    program.addField(owner, name, program.pointerTo(program.classType(to)));
  }
  void number(ClassDecl* owner, const std::string& name) {
    program.addField(owner, name, program.intType(32, true, "int"));
  }
};

std::vector<std::string> formulas(const Program& program) {
  std::vector<std::string> out;
  for (const Suggestion& s : suggestInvariants(program)) out.push_back(s.label + ": " + s.formula);
  return out;
}

/// The errors of the file with every suggested invariant taken at its word.
std::string errorsWhenUncommented(Program& program) {
  std::string text = starterFile(program, "list.cpp", {"-std=c++17"});
  for (size_t at; (at = text.find("// invariant")) != std::string::npos;) text.erase(at, 3);
  const std::string path = testing::TempDir() + "starter.weir";
  std::ofstream(path) << text;
  Diagnostics diagnostics;
  const specs::Bundle bundle = specs::loadSpec(path, diagnostics);
  logic::Context context;
  program::Vocabulary vocabulary(program, context);
  specs::lower(bundle, vocabulary, diagnostics);
  std::ostringstream out;
  diagnostics.print(out, false);
  return out.str();
}

Builder doublyLinked() {
  Builder b;
  ClassDecl* cell = b.add("Cell");
  b.number(cell, "value");
  b.pointer(cell, "next", cell);
  b.pointer(cell, "m_prev", cell);
  ClassDecl* list = b.add("List");
  b.pointer(list, "head", cell);
  b.pointer(list, "tail_", cell);
  b.number(list, "size");
  b.program.finish();
  return b;
}

TEST(Starter, AListIsAcyclicHasEndsACountAndInverseLinks) {
  Builder b = doublyLinked();
  EXPECT_EQ(formulas(b.program), (std::vector<std::string>{
                                     "acyclic: no x: this.head.*next | x in x.^next",
                                     "ends: this.tail_ = {x: this.head.*next | no x.next}",
                                     "counted: this.size = #(this.head.*next)",
                                     "inverse: all a, b: this.head.*next | a.next = b <=> b.m_prev = a",
                                 }));
  EXPECT_EQ(errorsWhenUncommented(b.program), "");
}

TEST(Starter, ATreeIsFollowedBothWays) {
  Builder b;
  ClassDecl* node = b.add("Node");
  b.pointer(node, "left", node);
  b.pointer(node, "right", node);
  b.pointer(node, "parent", node);
  ClassDecl* tree = b.add("Tree");
  b.pointer(tree, "root", node);
  b.program.finish();
  EXPECT_EQ(formulas(b.program),
            (std::vector<std::string>{
                "acyclic: no x: this.root.*(left + right) | x in x.^(left + right)",
                "inverse: all a, b: this.root.*(left + right) | b in a.(left + right) <=> b.parent = a",
            }));
  EXPECT_EQ(errorsWhenUncommented(b.program), "");
}

TEST(Starter, ALinkBackIsTheWayForwardWhereItIsTheOnlyOne) {
  Builder b;
  ClassDecl* frame = b.add("Frame");
  b.pointer(frame, "prev", frame);
  ClassDecl* stack = b.add("Stack");
  b.pointer(stack, "top", frame);
  b.program.finish();
  EXPECT_EQ(formulas(b.program), std::vector<std::string>{"acyclic: no x: this.top.*prev | x in x.^prev"});
}

TEST(Starter, AFieldOfTwoClassesIsQualified) {
  Builder b;
  ClassDecl* a = b.add("A");
  b.pointer(a, "next", a);
  ClassDecl* c = b.add("C");
  b.pointer(c, "next", c);
  ClassDecl* list = b.add("List");
  b.pointer(list, "head", a);
  b.program.finish();
  EXPECT_EQ(formulas(b.program), std::vector<std::string>{"acyclic: no x: this.head.*A::next | x in x.^A::next"});
  EXPECT_EQ(errorsWhenUncommented(b.program), "");
}

TEST(Starter, TheFileListsClassesAndCommentsSuggestionsOut) {
  Builder b = doublyLinked();
  const std::string text = starterFile(b.program, "list.cpp", {"-std=c++17", "-DX=\"y\""});
  EXPECT_NE(text.find("source \"list.cpp\" with \"-std=c++17\" \"-DX=\\\"y\\\"\"\n"), std::string::npos) << text;
  EXPECT_NE(text.find("//   Cell\n//     value: int\n//     next: Cell*\n"), std::string::npos) << text;
  // Nothing is a method of these classes: an invariant would be idle.
  EXPECT_NE(text.find("\n// pred valid_List[it: List] {\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n//   it.size = #(it.head.*next)\n"), std::string::npos) << text;
}

TEST(Starter, ClassesOfTheSystemAreLeftOut) {
  Builder b;
  ClassDecl* c = b.add("__node");
  b.pointer(c, "next", c);
  c->range.file = "/usr/include/c++/12/forward_list";
  b.program.finish();
  EXPECT_EQ(starterFile(b.program, "x.cpp", {}).find("__node"), std::string::npos);
}

}  // namespace
}  // namespace weir::init
