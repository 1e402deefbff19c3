// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/annotations.h"

#include <gtest/gtest.h>

#include "program_text.h"
#include "sample_programs.h"

namespace weir::specs {
namespace {

struct Annotated {
  program::Program program = programOf("struct List { List* next; int size; }; bool List::pop();");
  logic::Context context;
  program::Vocabulary vocabulary{program, context};
  Diagnostics diagnostics;

  void above(const std::string& text, int line, int column) {
    auto* pop = const_cast<program::Procedure*>(program.procedures().front());
    pop->annotations.push_back(text);
    pop->annotation_ranges.push_back({"list.h", {line, column}, {}});
  }
  void aboveClass(const std::string& text, int line, int column) {
    auto* list = const_cast<program::ClassDecl*>(program.classes().front());
    list->annotations.push_back(text);
    list->annotation_ranges.push_back({"list.h", {line, column}, {}});
  }
  Specification lowered() { return lower(emptyBundle(), vocabulary, diagnostics); }
};

TEST(AnnotationsTest, ClausesAboveAFunctionAreItsSpecification) {
  Annotated annotated;
  annotated.above(" requires this.size > 0", 3, 6);
  annotated.above(" ensures popped: return =>", 4, 6);
  annotated.above("   this.size' = this.size - 1", 5, 6);
  const Specification specification = annotated.lowered();
  EXPECT_FALSE(annotated.diagnostics.hasErrors());
  ASSERT_EQ(specification.methods.size(), 1U);
  const MethodSpec& pop = specification.methods[0];
  EXPECT_EQ(pop.procedure->name, "List::pop");
  EXPECT_EQ(pop.requirements.size(), 1U);
  ASSERT_EQ(pop.properties.size(), 1U);
  EXPECT_EQ(pop.properties[0].label, "popped");
  EXPECT_EQ(pop.properties[0].text, "return => this.size' = this.size - 1");
  EXPECT_EQ(toString(pop.properties[0].range), "list.h:4:7");
}

TEST(AnnotationsTest, CommentsOfOtherToolsAreIgnoredWithOneWarning) {
  Annotated annotated;
  annotated.aboveClass("{", 1, 4);
  annotated.above("todo mend this", 3, 6);
  annotated.above(" requires \\valid(this); ensures \\result == 0;", 4, 6);
  annotated.above("throws std::bad_alloc if there is none", 5, 6);
  annotated.above("", 6, 6);
  const Specification specification = annotated.lowered();
  EXPECT_TRUE(specification.methods.empty());
  ASSERT_EQ(annotated.diagnostics.all().size(), 1U);
  EXPECT_EQ(annotated.diagnostics.all()[0].severity, Severity::Warning);
  EXPECT_EQ(toString(annotated.diagnostics.all()[0].range), "list.h:1:4");
}

TEST(AnnotationsTest, ASpecificationBehindACommentOfAnotherToolCounts) {
  Annotated annotated;
  annotated.above("todo mend this", 3, 6);
  annotated.above(" ensures popped: return", 4, 6);
  const Specification specification = annotated.lowered();
  EXPECT_FALSE(annotated.diagnostics.hasErrors());
  ASSERT_EQ(specification.methods.size(), 1U);
  EXPECT_EQ(specification.methods[0].properties.size(), 1U);
}

TEST(AnnotationsTest, AMisspeltClauseIsAMistake) {
  Annotated annotated;
  annotated.above(" ensure popped: return", 4, 6);
  annotated.lowered();
  EXPECT_TRUE(annotated.diagnostics.hasErrors());
}

TEST(AnnotationsTest, BlockCommentsAndInvariantsAboveClassesCount) {
  Annotated annotated;
  annotated.aboveClass(" invariant counted: this.size >= 0\n   @ invariant no n: List | n in n.^next\n   @", 1, 4);
  annotated.above("ensures true", 9, 1);
  const Specification specification = annotated.lowered();
  EXPECT_FALSE(annotated.diagnostics.hasErrors());
  ASSERT_EQ(specification.methods.size(), 1U);
  const MethodSpec& pop = specification.methods[0];
  EXPECT_EQ(pop.requirements.size(), 2U);
  ASSERT_EQ(pop.properties.size(), 3U);
  EXPECT_EQ(pop.properties[1].label, "counted");
  EXPECT_EQ(pop.properties[2].label, "invariant1");
}

TEST(AnnotationsTest, MistakesAreReportedAtTheirPlaceInTheSource) {
  Annotated annotated;
  annotated.above(" ensures some this.nxt", 7, 6);
  annotated.lowered();
  ASSERT_EQ(annotated.diagnostics.all().size(), 1U);
  EXPECT_EQ(toString(annotated.diagnostics.all()[0].range), "list.h:7:25");
  EXPECT_EQ(annotated.diagnostics.all()[0].message, "no field 'nxt' in class 'List'; did you mean 'next'?");
}

TEST(AnnotationsTest, MarkersAreBlankedNotCut) {
  EXPECT_EQ(withoutMarkers("//@ some x"), "    some x");
  EXPECT_EQ(withoutMarkers("/*@ some x\n  @ no y\n  */"), "    some x\n    no y\n    ");
  EXPECT_EQ(withoutMarkers(" some x\n *next in y"), " some x\n *next in y");
}

}  // namespace
}  // namespace weir::specs
