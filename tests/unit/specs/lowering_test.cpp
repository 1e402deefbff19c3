// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "ir/logic/evaluator.h"
#include "sample_programs.h"
#include "specs/lang/explain.h"

namespace weir::specs {
namespace {

/// The formula of `ensures e: TEXT` on List::push, printed, or what is wrong with it.
std::string ensured(const std::string& text, const std::string& before = "") {
  const Lowered lowered(sampleProgram(), before + "\nmethod List::push { ensures e: " + text + " }");
  if (lowered.diagnostics.hasErrors()) return lowered.messages();
  return logic::toString(lowered.property("List::push", "e").formula());
}

/// True if both mean the same formula, node by node.
bool same(const std::string& a, const std::string& b, const std::string& before = "") {
  const Lowered lowered(sampleProgram(), before + "\nmethod List::push { ensures a: " + a + "\nensures b: " + b + " }");
  EXPECT_EQ(lowered.messages(), "");
  return lowered.property("List::push", "a").formula() == lowered.property("List::push", "b").formula();
}

TEST(LoweringTest, AFieldBehindADotIsThatOfTheClassAtHand) {
  EXPECT_EQ(ensured("some this.head.value"), "some this.head.value");
  EXPECT_EQ(ensured("all c: draw::Circle | some c.value"), "all c: draw::Circle | some c.value");
  EXPECT_TRUE(same("some this.head.value", "some this.head.Cell::value"));
}

/// As `same`, where a note says that a variable hides something.
bool sameWithNote(const std::string& a, const std::string& b, const std::string& before = "") {
  const Lowered lowered(sampleProgram(), before + "\nmethod List::push { ensures a: " + a + "\nensures b: " + b + " }");
  EXPECT_FALSE(lowered.diagnostics.hasErrors()) << lowered.messages();
  EXPECT_NE(lowered.messages().find("' is the "), std::string::npos) << a;
  return lowered.property("List::push", "a").formula() == lowered.property("List::push", "b").formula();
}

TEST(LoweringTest, BehindASetAVariableThatIsASetCannotBeMeant) {
  // `item` and `value` are parameters of push and fields of Cell.
  EXPECT_TRUE(same("this.head.item = item", "item = this.head.(Cell::item)"));
  EXPECT_TRUE(same("let next = this.head | some next.next", "some this.head.next"));
}

TEST(LoweringTest, AVariableWinsOverAFieldBehindADot) {
  EXPECT_TRUE(sameWithNote("let next = prev | some this.head.next", "some this.head.prev"));
  EXPECT_TRUE(sameWithNote("let next = this.head | lone prev.next", "lone prev.(this.head)"));
  EXPECT_TRUE(same("lone Cell::item.item", "let i = item | lone Cell::item.i"));
  EXPECT_TRUE(sameWithNote("shared[Cell::next, this.head]", "lone Cell::next.(this.head)",
                           "pred shared[r: univ -> univ, prev: univ] { lone r.prev }"));
  // In a product a set stands behind the dot.
  EXPECT_TRUE(
      sameWithNote("let next = this.head | some this.head.(next -> next)", "some this.head.(this.head -> this.head)"));
}

TEST(LoweringTest, AVariableWinsOverAFunctionAClassAndAGlobal) {
  EXPECT_TRUE(
      sameWithNote("let cells = this.head | some cells.next", "some this.head.next", "fun cells: set Cell = Cell"));
  EXPECT_TRUE(sameWithNote("let Cell = item | some Cell.key", "some item.key"));
  EXPECT_TRUE(sameWithNote("let count = item | some count.key", "some item.key"));
}

TEST(LoweringTest, AVariableThatHasNoElementsDoesNotHideAFunction) {
  EXPECT_TRUE(same("item[item]", "some item", "pred item[i: Item] { some i }"));
}

TEST(LoweringTest, AFunctionThatTakesArgumentsHidesNoName) {
  EXPECT_TRUE(same("some next", "some Cell::next", "pred next[c: Cell, d: Cell] { some c and some d }"));
  EXPECT_TRUE(same("some Item", "some Item - none", "pred Item[c: Cell, d: Cell] { some c and some d }"));
}

TEST(LoweringTest, AFieldDoesNotHideAClassOfItsName) {
  EXPECT_EQ(ensured("all t: tag | some t.outer"), "all t: tag | some t.outer");
  // Where only a relation can stand, it is the field.
  EXPECT_TRUE(same("let t = outer.univ | t in t.^tag", "let t = outer.univ | t in t.^(tag::tag)"));
  EXPECT_TRUE(same("no ^tag & iden", "no ^(tag::tag) & iden"));
  EXPECT_TRUE(same("tag = ~outer", "tag::tag = ~outer"));
  EXPECT_TRUE(same("~outer = tag", "~outer = tag::tag"));
  EXPECT_TRUE(same("acyclic[tag]", "acyclic[tag::tag]", "pred acyclic[r: univ -> univ] { no ^r & iden }"));
}

TEST(LoweringTest, AnArrowIsAProductOfSets) {
  EXPECT_EQ(ensured("this.head->next' != null").substr(0, 5), "2:41 ");
  EXPECT_NE(ensured("this ->head != null").find("needs spaces"), std::string::npos);
  EXPECT_NE(ensured("this-> head != null").find("needs spaces"), std::string::npos);
  EXPECT_NE(ensured("some this -> head").find("as in 'this.head'"), std::string::npos);
  EXPECT_NE(ensured("some this -> head'").find("as in 'this.head'"), std::string::npos);
  EXPECT_EQ(ensured("(this -> this.head) in head"), "this -> this.head in head");
}

TEST(LoweringTest, PrimesReadTheStateAfter) {
  EXPECT_TRUE(same("some (this.head.*next)'", "some this.head'.*next'"));
  EXPECT_TRUE(same("cells[this]' = Cell'", "this.head'.*next' = Cell'", "fun cells[l: List]: set Cell = l.head.*next"));
  EXPECT_EQ(ensured("(all c: Cell | some c.next)'"), "all c: Cell' | some c.next'");
  EXPECT_TRUE(same("value' = 3 and this' = this", "value = 3"));
}

TEST(LoweringTest, AFunctionAppliedToPrimedArgumentsReadsItsOwnFieldsBefore) {
  EXPECT_TRUE(same("cells[this.head'] = none", "this.head'.*next = none", "fun cells[c: Cell]: set Cell = c.*next"));
}

TEST(LoweringTest, NullIsAbsence) {
  EXPECT_TRUE(same("this.head = null", "no this.head"));
  EXPECT_TRUE(same("this.head != null", "some this.head"));
}

TEST(LoweringTest, AnOverrideByAnEmptyValueUnmaps) {
  Lowered lowered(sampleProgram(),
                  "method List::push { ensures e: next' = next ++ (this.head -> null)\n"
                  "ensures f: next' = next ++ (this.head -> this.head.prev) }");
  ASSERT_EQ(lowered.messages(), "");
  const program::Procedure& push = *lowered.method("List::push").procedure;
  for (const bool unmapped : {true, false}) {
    HandState state(lowered.vocabulary);
    state.object("l", "List");
    state.object("a", "Cell");
    state.object("b", "Cell");
    state.field("l", "head", "a");
    state.field("a", "next", "b");
    state.field("b", "next", "a");
    if (unmapped) state.fieldAfter("a", "next", "");
    state.parameter(push, "this", "l");
    const logic::Instance instance = state.instance();
    logic::Evaluator evaluator(instance);
    EXPECT_EQ(evaluator.evaluate(lowered.property("List::push", "e").formula()), unmapped);
    EXPECT_EQ(evaluator.evaluate(lowered.property("List::push", "f").formula()), unmapped);
  }
}

TEST(LoweringTest, PlusAddsNumbersAndUnitesSets) {
  EXPECT_EQ(ensured("this.size' = this.size + 1 + 1"), "this.size' = this.size + 2");
  // A set of numbers is united, not summed: {1, 2} + {2} has two elements.
  Lowered lowered(sampleProgram(), "method List::push { ensures e: #(this.head.*next.value + 2) = 2 }");
  ASSERT_EQ(lowered.messages(), "");
  HandState state(lowered.vocabulary);
  state.object("l", "List");
  state.object("a", "Cell");
  state.object("b", "Cell");
  state.field("l", "head", "a");
  state.field("a", "next", "b");
  state.field("a", "value", "1");
  state.field("b", "value", "2");
  state.parameter(*lowered.method("List::push").procedure, "this", "l");
  const logic::Instance instance = state.instance();
  EXPECT_TRUE(logic::Evaluator(instance).evaluate(lowered.property("List::push", "e").formula()));
}

TEST(LoweringTest, BooleansAreFormulasAndFormulasAreBooleans) {
  EXPECT_TRUE(same("return", "return = true"));
  EXPECT_TRUE(same("return = (some this.head)", "return = (if some this.head then true else false)"));
}

TEST(LoweringTest, DisjointVariablesDiffer) {
  EXPECT_EQ(ensured("all disj a, b: Cell | a.value != b.value"),
            ensured("all a, b: Cell | a != b => a.value != b.value"));
  EXPECT_EQ(ensured("some disj a, b: Cell | a.value = b.value"),
            ensured("some a, b: Cell | a != b and a.value = b.value"));
}

TEST(LoweringTest, GlobalsEnumeratorsAndArraysHaveValues) {
  EXPECT_EQ(ensured("count' = 1"), "globals.count' = 1");
  EXPECT_TRUE(same("this.size = Color::Green", "this.size = 1"));
  EXPECT_EQ(ensured("all r: Ring<int> | some r.slots[2]"), ensured("all r: Ring<int> | some 2.(r.slots)"));
  EXPECT_EQ(ensured("all r: Ring<int> | some r.sentinel.next"), "all r: Ring<int> | some r.sentinel.next");
}

TEST(LoweringTest, ReferencesAreReadThroughAndAPointerIsDereferenced) {
  const Lowered lowered(sampleProgram(),
                        "method swapInts { ensures e: a' = b and b' = a\n modifies a, b }\n"
                        "method fill { requires n >= 0\n ensures e: deref[data]' = 0\n"
                        "ensures f: all i: range[0, n] | data[i]' = 0\n modifies deref[data], data[1] }");
  EXPECT_EQ(lowered.messages(), "");
  EXPECT_TRUE(lowered.method("swapInts").frame.has_value());
}

TEST(LoweringTest, ElementsOfHeapArraysAreReadThroughPointers) {
  program::Program program = sampleProgram();
  const program::TypeRef integer = program.intType(32, true, "int");
  const program::ClassDecl* array = program.arrayClass(integer);
  Lowered lowered(std::move(program),
                  "method fill { requires n <= extent[data]\n requires position[data] = 1\n"
                  "ensures e: all i: range[0, n] | data[i]' = 7 }");
  ASSERT_EQ(lowered.messages(), "");
  program::Vocabulary& vocabulary = lowered.vocabulary;
  const program::Field* elements = array->fields.front();
  logic::Universe universe;
  const int object = universe.add("int[]0", vocabulary.sortOf(array));
  const int slot = universe.add("slot", vocabulary.slotSort());
  const auto atom = [](int index) { return logic::Cell::ofAtom(index); };
  const auto number = [](int value) { return logic::Cell::ofInteger(value); };
  for (const int last : {7, 8}) {
    logic::Instance instance(universe);
    instance.add(vocabulary.live(array, program::State::Pre), {atom(object)});
    instance.add(vocabulary.live(array, program::State::Post), {atom(object)});
    instance.add(vocabulary.extent(array, program::State::Pre), {atom(object), number(3)});
    instance.add(vocabulary.slotOwner(elements), {atom(slot), atom(object)});
    instance.add(vocabulary.slotIndex(elements), {atom(slot), number(1)});
    const logic::Relation after = vocabulary.field(elements, program::State::Post);
    instance.add(after, {atom(object), number(0), number(0)});
    instance.add(after, {atom(object), number(1), number(7)});
    instance.add(after, {atom(object), number(2), number(last)});
    const program::Procedure& fill = *lowered.method("fill").procedure;
    instance.add(vocabulary.parameter(fill.parameters[0]), {atom(slot)});
    instance.add(vocabulary.parameter(fill.parameters[1]), {number(2)});
    logic::Evaluator evaluator(instance);
    EXPECT_TRUE(evaluator.evaluate(lowered.method("fill").requirements[0].formula()));
    EXPECT_TRUE(evaluator.evaluate(lowered.method("fill").requirements[1].formula()));
    EXPECT_EQ(evaluator.evaluate(lowered.property("fill", "e").formula()), last == 7);
  }
}

TEST(LoweringTest, ACommandMayAskForABuiltInProperty) {
  const Lowered lowered(sampleProgram(), "check List::push.leak for 2");
  EXPECT_EQ(lowered.messages(), "");
  EXPECT_EQ(lowered.method("List::push").checks, (std::vector<std::string>{"assert", "leak"}));
}

TEST(LoweringTest, ClassesAndDerivedOnesAreSetsOfLiveObjects) {
  EXPECT_EQ(ensured("some draw::Shape"), "some draw::Circle + draw::Square");
  EXPECT_TRUE(same("some Circle' - Circle", "some draw::Circle' - draw::Circle"));
}

TEST(LoweringTest, UnlabelledPropertiesAreNumbered) {
  const Lowered lowered(sampleProgram(), "method List::push { ensures return ensures x: true ensures return }");
  EXPECT_EQ(lowered.messages(), "");
  std::vector<std::string> labels;
  for (const Property& property : lowered.method("List::push").properties) labels.push_back(property.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"ensures1", "x", "ensures2"}));
}

TEST(LoweringTest, OverloadsAreChosenBySignature) {
  const Lowered lowered(sampleProgram(), "method List::find(int) const { ensures no return }");
  EXPECT_EQ(lowered.messages(), "");
  EXPECT_EQ(lowered.specification.methods[0].procedure->signature, "List::find(int) const");
}

TEST(LoweringTest, InvariantsSkipWhatAConstructorMakesAndADestructorEnds) {
  const Lowered lowered(sampleProgram(),
                        "invariant counted: List { this.size >= 0 }\n"
                        "method List::List { } method List::~List { } method List::clear { }");
  EXPECT_EQ(lowered.messages(), "");
  EXPECT_EQ(lowered.method("List::List").properties.size(), 1U);
  EXPECT_NE(logic::toString(lowered.method("List::List").requirements[0].formula()).find("List - this"),
            std::string::npos);
  EXPECT_EQ(lowered.method("List::~List").properties.size(), 0U);
  EXPECT_EQ(lowered.method("List::~List").requirements.size(), 1U);
  EXPECT_EQ(lowered.method("List::clear").properties.size(), 1U);
}

TEST(LoweringTest, ModifiesNothingForbidsEveryChangeAndEveryFree) {
  Lowered lowered(sampleProgram(),
                  "method List::clear { modifies nothing }\nmethod List::push { modifies this.size, next }");
  ASSERT_EQ(lowered.messages(), "");
  const auto holds = [&](const std::string& method, const HandState& state) {
    const logic::Instance instance = state.instance();
    return logic::Evaluator(instance).evaluate(lowered.property(method, "modifies").formula());
  };
  const auto base = [&](bool cell_survives) {
    HandState state(lowered.vocabulary);
    state.object("l", "List");
    state.object("c", "Cell", true, cell_survives);
    state.field("l", "size", "1");
    state.field("l", "head", "c");
    for (const char* method : {"List::clear", "List::push"})
      state.parameter(*lowered.method(method).procedure, "this", "l");
    return state;
  };
  EXPECT_TRUE(holds("List::clear", base(true)));
  EXPECT_FALSE(holds("List::clear", base(false)));
  HandState resized = base(true);
  resized.fieldAfter("l", "size", "2");
  EXPECT_FALSE(holds("List::clear", resized));
  EXPECT_TRUE(holds("List::push", resized));
  HandState linked = base(true);
  linked.fieldAfter("c", "next", "c");
  EXPECT_FALSE(holds("List::clear", linked));
  EXPECT_TRUE(holds("List::push", linked));
  HandState moved = base(true);
  moved.fieldAfter("l", "head", "");
  EXPECT_FALSE(holds("List::push", moved));
}

TEST(LoweringTest, ChecksListsAreExpanded) {
  const Lowered lowered(sampleProgram(), "method List::push { checks memory, leak }");
  EXPECT_EQ(lowered.method("List::push").checks,
            (std::vector<std::string>{"assert", "null-deref", "use-after-free", "double-free", "bounds", "leak"}));
}

TEST(LoweringTest, WhatIsFalseInAPredIsExplainedWithItsParameters) {
  Lowered lowered(sampleProgram(),
                  "pred filled[l: List, c: Cell] { l.size > 0 and c.value = 7 }\n"
                  "method List::push { ensures e: filled[this, this.head] }");
  ASSERT_EQ(lowered.messages(), "");
  HandState state(lowered.vocabulary);
  state.object("l", "List");
  state.object("a", "Cell");
  state.field("l", "size", "2");
  state.field("l", "head", "a");
  state.field("a", "value", "1");
  state.parameter(*lowered.method("List::push").procedure, "this", "l");
  const logic::Instance instance = state.instance();
  const Explanation why = explain(lowered.property("List::push", "e").part, instance);
  EXPECT_EQ(why.text, "c.value = 7");
  ASSERT_EQ(why.witness.size(), 2U);
  EXPECT_EQ(why.witness[0].name, "l");
  EXPECT_EQ(instance.universe().at(why.witness[0].value.atom).name, "l");
  EXPECT_EQ(why.witness[1].name, "c");
  EXPECT_EQ(instance.universe().at(why.witness[1].value.atom).name, "a");
  ASSERT_EQ(why.values.size(), 1U);
  EXPECT_EQ(why.values[0].name, "c.value");
}

TEST(LoweringTest, FalsePartsAreExplainedWithTheirWitnesses) {
  Lowered lowered(sampleProgram(),
                  "method List::push { ensures e: this.size > 0 and (no c: this.head.*next | c.value < 0)\n"
                  "ensures f: some c: Cell | c.value = 7 }");
  ASSERT_EQ(lowered.messages(), "");
  HandState state(lowered.vocabulary);
  state.object("l", "List");
  state.object("a", "Cell");
  state.object("b", "Cell");
  state.field("l", "size", "2");
  state.field("l", "head", "a");
  state.field("a", "next", "b");
  state.field("a", "value", "1");
  state.field("b", "value", "-5");
  state.parameter(*lowered.method("List::push").procedure, "this", "l");
  const logic::Instance instance = state.instance();
  const Explanation negative = explain(lowered.property("List::push", "e").part, instance);
  EXPECT_EQ(negative.text, "no c: this.head.*next | c.value < 0");
  ASSERT_EQ(negative.witness.size(), 1U);
  EXPECT_EQ(instance.universe().at(negative.witness[0].value.atom).name, "b");
  EXPECT_EQ(explain(lowered.property("List::push", "f").part, instance).text, "some c: Cell | c.value = 7");
}

}  // namespace
}  // namespace weir::specs
