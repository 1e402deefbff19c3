// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The guide's examples, lowered and evaluated on states made by hand.
#include <gtest/gtest.h>

#include "program_text.h"
#include "sample_programs.h"
#include "specs/lang/explain.h"

namespace weir::specs {
namespace {

const char* const kGraphProgram =
    "struct Node { List* inNodesList; List* outNodesList; int inDeg; int outDeg; int visitedInsNum; };"
    "struct ListEntry { Node* node; ListEntry* next; ListEntry* prev; };"
    "struct List { ListEntry* head; };"
    "struct Graph { List* nodes; };"
    "bool Graph::topologicalSort();";

const char* const kGraphSpec = R"(
fun entries[l: List]: set ListEntry = l.head.*next
fun contents[l: List]: set Node     = entries[l].node

pred repInv[g: Graph] {
  all n: contents[g.nodes] | all disj a, b: entries[n.outNodesList] | a.node != b.node
  all n: Node | n.inDeg = #contents[n.inNodesList] and n.outDeg = #contents[n.outNodesList]
  all m, n: Node | m in contents[n.inNodesList] <=> n in contents[m.outNodesList]
  all a, b: ListEntry | a.next = b <=> b.prev = a
}

method Graph::topologicalSort {
  requires repInv[this]
  ensures permutation: return => contents[this.nodes]' = contents[this.nodes]
  ensures indegree:    return => (all e: entries[this.nodes]' | e.node'.inDeg' < #(e.*prev)')
}

check Graph::topologicalSort for 3 but 1 Graph unroll 3
)";

/// A graph of two nodes n0 -> n1, listed in the order given before and after.
HandState twoNodes(Lowered& lowered, bool source_first_before, bool source_first_after) {
  HandState state(lowered.vocabulary);
  const program::Procedure& sort = *lowered.method("Graph::topologicalSort").procedure;
  state.object("g", "Graph");
  for (const char* name : {"all", "in0", "out0", "in1", "out1"}) state.object(name, "List");
  for (const char* name : {"e0", "e1", "i", "o"}) state.object(name, "ListEntry");
  for (const char* name : {"n0", "n1"}) state.object(name, "Node");
  state.field("g", "nodes", "all");
  state.field("all", "head", "e0");
  state.field("e0", "next", "e1");
  state.field("e1", "prev", "e0");
  state.field("e0", "node", source_first_before ? "n0" : "n1");
  state.field("e1", "node", source_first_before ? "n1" : "n0");
  state.fieldAfter("e0", "node", source_first_after ? "n0" : "n1");
  state.fieldAfter("e1", "node", source_first_after ? "n1" : "n0");
  for (const char* digit : {"0", "1"}) {
    const std::string n = digit;
    state.field("n" + n, "inNodesList", "in" + n);
    state.field("n" + n, "outNodesList", "out" + n);
    state.field("n" + n, "inDeg", n);
    state.field("n" + n, "outDeg", n == "0" ? "1" : "0");
    state.field("n" + n, "visitedInsNum", "0");
  }
  state.field("in1", "head", "i");
  state.field("i", "node", "n0");
  state.field("out0", "head", "o");
  state.field("o", "node", "n1");
  state.parameter(sort, "this", "g");
  state.result(sort, "1");
  return state;
}

TEST(AcceptanceTest, TopologicalSortLowersWithoutMistakes) {
  const Lowered lowered(programOf(kGraphProgram), kGraphSpec);
  EXPECT_EQ(lowered.messages(), "");
  ASSERT_EQ(lowered.specification.methods.size(), 1U);
  EXPECT_EQ(lowered.specification.methods[0].requirements.size(), 1U);
  EXPECT_EQ(lowered.specification.methods[0].properties.size(), 2U);
  ASSERT_EQ(lowered.specification.commands.size(), 1U);
  EXPECT_EQ(lowered.specification.commands[0].scope.objects, 3);
  EXPECT_EQ(lowered.specification.commands[0].scope.limits.at("Graph"), 1);
  EXPECT_EQ(lowered.specification.commands[0].scope.unroll, 3);
}

TEST(AcceptanceTest, SortedGraphsSatisfyBothPropertiesAndTheInvariant) {
  Lowered lowered(programOf(kGraphProgram), kGraphSpec);
  const HandState state = twoNodes(lowered, false, true);
  const logic::Instance instance = state.instance();
  logic::Evaluator evaluator(instance);
  EXPECT_TRUE(evaluator.evaluate(lowered.method("Graph::topologicalSort").requirements[0].formula()));
  EXPECT_TRUE(evaluator.evaluate(lowered.property("Graph::topologicalSort", "permutation").formula()));
  EXPECT_TRUE(evaluator.evaluate(lowered.property("Graph::topologicalSort", "indegree").formula()));
}

TEST(AcceptanceTest, AnUnsortedResultIsExplainedByTheEntryThatIsWrong) {
  Lowered lowered(programOf(kGraphProgram), kGraphSpec);
  const HandState state = twoNodes(lowered, true, false);
  const logic::Instance instance = state.instance();
  logic::Evaluator evaluator(instance);
  EXPECT_TRUE(evaluator.evaluate(lowered.property("Graph::topologicalSort", "permutation").formula()));
  const Property& indegree = lowered.property("Graph::topologicalSort", "indegree");
  ASSERT_FALSE(evaluator.evaluate(indegree.formula()));
  const Explanation explanation = explain(indegree.part, instance);
  EXPECT_EQ(explanation.text, "e.node'.inDeg' < #(e.*prev)'");
  ASSERT_EQ(explanation.witness.size(), 1U);
  EXPECT_EQ(explanation.witness[0].name, "e");
  EXPECT_EQ(instance.universe().at(explanation.witness[0].value.atom).name, "e0");
  ASSERT_EQ(explanation.values.size(), 2U);
  EXPECT_EQ(explanation.values[0].name, "e.node'.inDeg'");
  EXPECT_EQ(toString(explanation.values[0].value, instance.universe()), "{1}");
  EXPECT_EQ(explanation.values[1].name, "#(e.*prev)'");
  EXPECT_EQ(toString(explanation.values[1].value, instance.universe()), "{1}");
}

TEST(AcceptanceTest, ALostNodeBreaksThePermutation) {
  Lowered lowered(programOf(kGraphProgram), kGraphSpec);
  HandState state = twoNodes(lowered, true, true);
  state.fieldAfter("e1", "node", "n0");
  const logic::Instance instance = state.instance();
  logic::Evaluator evaluator(instance);
  EXPECT_FALSE(evaluator.evaluate(lowered.property("Graph::topologicalSort", "permutation").formula()));
}

const char* const kStackProgram =
    "struct Frame { int depth; Frame* below; }; struct Stack { Frame* top_; };"
    "Frame* Stack::push(int extra); bool Stack::pop(); bool Stack::popLeaky();";

const char* const kStackSpec = R"(
fun frames[s: Stack]: set Frame = s.top_.*below

invariant acyclic: Stack { no f: frames[this] | f in f.^below }
invariant depths:  Stack { all f: frames[this] | some f.below => f.depth > f.below.depth }

method Stack::push {
  requires extra >= 0 and (all f: Frame | f.depth < 1000) and extra < 1000
  ensures pushed: fresh[return] and this.top_' = return and frames[this]' = frames[this] + return
  modifies this.top_
}
method Stack::pop {
  ensures popped: return => frames[this]' = frames[this] - this.top_
  ensures empty:  not return <=> no this.top_
  checks null-deref, use-after-free, leak
}
method Stack::popLeaky {
  checks use-after-free
}
)";

TEST(AcceptanceTest, StackLowersWithInvariantsBeforeAndAfter) {
  const Lowered lowered(programOf(kStackProgram), kStackSpec);
  EXPECT_EQ(lowered.messages(), "");
  std::vector<std::string> labels;
  for (const Property& property : lowered.method("Stack::push").properties) labels.push_back(property.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"pushed", "modifies", "acyclic", "depths"}));
  EXPECT_EQ(lowered.method("Stack::push").requirements.size(), 3U);
  EXPECT_EQ(lowered.method("Stack::pop").checks,
            (std::vector<std::string>{"assert", "null-deref", "use-after-free", "leak"}));
}

/// Stack s with frame f0 pushed onto by fresh frame f1.
HandState pushed(Lowered& lowered) {
  HandState state(lowered.vocabulary);
  const program::Procedure& push = *lowered.method("Stack::push").procedure;
  state.object("s", "Stack");
  state.object("f0", "Frame");
  state.object("f1", "Frame", false, true);
  state.field("s", "top_", "f0");
  state.fieldAfter("s", "top_", "f1");
  state.field("f0", "depth", "0");
  state.field("f1", "depth", "5");
  state.field("f1", "below", "f0");
  state.parameter(push, "this", "s");
  state.parameter(push, "extra", "4");
  state.result(push, "f1");
  return state;
}

TEST(AcceptanceTest, PushSatisfiesItsProperties) {
  Lowered lowered(programOf(kStackProgram), kStackSpec);
  const HandState state = pushed(lowered);
  const logic::Instance instance = state.instance();
  logic::Evaluator evaluator(instance);
  for (const Requirement& requirement : lowered.method("Stack::push").requirements)
    EXPECT_TRUE(evaluator.evaluate(requirement.formula()));
  for (const Property& property : lowered.method("Stack::push").properties)
    EXPECT_TRUE(evaluator.evaluate(property.formula())) << property.label;
}

TEST(AcceptanceTest, AWriteElsewhereBreaksModifiesAndIsNamed) {
  Lowered lowered(programOf(kStackProgram), kStackSpec);
  HandState state = pushed(lowered);
  state.fieldAfter("f0", "depth", "7");
  const logic::Instance instance = state.instance();
  const Property& modifies = lowered.property("Stack::push", "modifies");
  ASSERT_FALSE(logic::Evaluator(instance).evaluate(modifies.formula()));
  const Explanation explanation = explain(modifies.part, instance);
  EXPECT_EQ(explanation.text, "modifies this.top_: x.Frame::depth' = x.Frame::depth");
  EXPECT_EQ(toString(explanation.values[1].value, instance.universe()), "{7}");
}

TEST(AcceptanceTest, AnOldFrameIsNotFresh) {
  Lowered lowered(programOf(kStackProgram), kStackSpec);
  HandState state = pushed(lowered);
  state.object("f2", "Frame");
  state.fieldAfter("s", "top_", "f2");
  const logic::Instance instance = state.instance();
  const Property& property = lowered.property("Stack::push", "pushed");
  ASSERT_FALSE(logic::Evaluator(instance).evaluate(property.formula()));
  EXPECT_EQ(explain(property.part, instance).text, "this.top_' = return");
}

}  // namespace
}  // namespace weir::specs
