// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/presented.h"

#include <gtest/gtest.h>

#include "tools/report/json.h"
#include "tools/report/states.h"

namespace weir::report {
namespace {

using namespace weir::results;

constexpr const char* kVector = "std::vector<int>";
constexpr const char* kMap = "std::map<int, int>";

Value slots(std::initializer_list<int> numbers) {
  std::vector<Value> values;
  for (const int number : numbers) values.push_back(Value::integer(number));
  return Value::array(std::move(values));
}

HeapObject entry(const std::string& id, int key, int mapped) {
  return {.id = id,
          .class_name = "std::pair<const int, int>",
          .fields = {{"first", Value::integer(key)}, {"second", Value::integer(mapped)}},
          .owner = "Shop0.stock"};
}

/// struct Shop { std::vector<int> order; std::map<int, int> stock; } with two elements and one, room for three and two.
Counterexample shop() {
  Counterexample made;
  made.library = {{kVector, "sequence", "length", "elems"}, {kMap, "map", "length", "entries"}};
  made.pre.roots = {{"this", Value::object("Shop0")}, {"at", Value::slot("Shop0.order.elems[1]")}};
  made.pre.objects = {{.id = "Shop0",
                       .class_name = "Shop",
                       .fields = {{"order", Value::object("Shop0.order")}, {"stock", Value::object("Shop0.stock")}}},
                      {.id = "Shop0.order",
                       .class_name = kVector,
                       .fields = {{"length", Value::integer(2)}, {"elems", slots({7, 5, 0})}},
                       .owner = "Shop0"},
                      {.id = "Shop0.stock",
                       .class_name = kMap,
                       .fields = {{"length", Value::integer(1)},
                                  {"entries", Value::array({Value::object("Shop0.stock.entries[0]"),
                                                            Value::object("Shop0.stock.entries[1]")})}},
                       .owner = "Shop0"},
                      entry("Shop0.stock.entries[0]", 4, 2),
                      entry("Shop0.stock.entries[1]", 0, 0)};
  made.post = made.pre;
  return made;
}

const Value& field(const HeapState& state, const std::string& object, const std::string& name) {
  for (const HeapObject& each : state.objects)
    for (const auto& [key, value] : each.fields)
      if (each.id == object && key == name) return value;
  ADD_FAILURE() << object << "." << name << " is not shown";
  static const Value kNone;
  return kNone;
}

TEST(Presented, ContainersAreTheirElements) {
  const Counterexample shown = presented(shop());
  ASSERT_EQ(shown.pre.objects.size(), 1U);
  EXPECT_EQ(shownValue(field(shown.pre, "Shop0", "order")), "[7, 5]");
  EXPECT_EQ(shownValue(field(shown.pre, "Shop0", "stock")), "{4: 2}");
}

TEST(Presented, PointersIntoContainersAreWhatAProgramCallsThem) {
  Counterexample raw = shop();
  raw.pre.roots.emplace_back("end", Value::slot("Shop0.order.elems[2]"));
  raw.pre.roots.emplace_back("found", Value::object("Shop0.stock.entries[0]"));
  raw.pre.roots.emplace_back("missing", Value::object("Shop0.stock.entries[1]"));
  const Counterexample shown = presented(raw);
  std::string roots;
  for (const auto& [name, value] : shown.pre.roots) roots += name + " = " + shownValue(value) + "; ";
  EXPECT_EQ(roots,
            "this = Shop0; at = &Shop0.order[1]; end = Shop0.order.end(); found = Shop0.stock[4]; "
            "missing = Shop0.stock.end(); ");
}

TEST(Presented, AStepChangesTheWholeContainerAndTheChangesLeadToTheEnd) {
  Counterexample raw = shop();
  Step step{.file = "shop.cpp", .line = 3, .function = "Shop::add", .text = "order.push_back(1)"};
  step.changes = {Change::field("Shop0.order", "length", Value::integer(2), Value::integer(3)),
                  Change::field("Shop0.order", "elems[2]", Value::integer(0), Value::integer(1))};
  raw.steps = {step};
  raw.post.objects[1].fields = {{"length", Value::integer(3)}, {"elems", slots({7, 5, 1})}};
  const Counterexample shown = presented(raw);
  ASSERT_EQ(shown.steps[0].changes.size(), 1U);
  EXPECT_EQ(shown.steps[0].changes[0].target(), "Shop0.order");
  EXPECT_EQ(shownValue(*shown.steps[0].changes[0].to), "[7, 5, 1]");
  EXPECT_TRUE(traceGaps(shown).empty());
}

TEST(Presented, WhatWasNeverBuiltHasNoElements) {
  Counterexample raw = shop();
  raw.pre.objects[1].fields[0].second = Value::uninitialized();
  EXPECT_EQ(shownValue(field(presented(raw).pre, "Shop0", "order")), "?");
}

TEST(Presented, AStringIsCalledOne) {
  EXPECT_EQ(presentedClass("std::vector<std::basic_string<char>>"), "std::vector<std::string>");
}

}  // namespace
}  // namespace weir::report
