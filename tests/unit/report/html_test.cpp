// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/html.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "tests/unit/report/fixture.h"
#include "tools/report/heap_layout.h"

namespace weir::report {
namespace {

using namespace weir::results;

size_t count(const std::string& text, const std::string& what) {
  size_t n = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(Html, TextFromTheProgramCannotBecomeMarkup) {
  const size_t scripts = count(toHtml(queueRun()), "<script");
  RunResult run = queueRun();
  const std::string evil = "</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>";
  for (CheckResult& r : run.results) {
    r.method = r.property = r.text = r.location.file = evil;
    r.reason = evil;
    for (Inferred& i : r.inferred) i.callee = i.specification = evil;
    if (!r.counterexample) continue;
    for (Step& s : r.counterexample->steps) s.text = s.note = s.callee = evil;
    r.counterexample->violated = evil;
    r.counterexample->replay->program = evil;
  }
  const std::string page = toHtml(run);
  EXPECT_EQ(count(page, "<script"), scripts);
  EXPECT_EQ(count(page, "<img"), 0u);
  EXPECT_EQ(count(page, "<!--"), 0u);
}

TEST(Html, ThePageAsksNothingOfTheNetwork) {
  const std::string page = toHtml(queueRun());
  EXPECT_EQ(count(page, "https://"), 0u);
  // The one address names SVG.
  EXPECT_EQ(count(page, "http://"), count(page, "http://www.w3.org/2000/svg"));
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(Html, ThePageHoldsTheSourceOfEveryExecutedFunction) {
  const std::string page = toHtml(queueRun());
  EXPECT_NE(page.find("if (job == head_) return false;"), std::string::npos);
  EXPECT_NE(page.find("void Queue::pushFront(Job* job) {"), std::string::npos);
}

TEST(Html, ASourceThatIsGoneIsNoFailure) {
  RunResult run = queueRun();
  for (CheckResult& r : run.results) {
    if (!r.counterexample) continue;
    for (Step& s : r.counterexample->steps) s.file = "no/such/file.cpp";
  }
  EXPECT_NE(toHtml(run).find("no/such/file.cpp"), std::string::npos);
}

TEST(Html, TheSameRunGivesTheSamePage) { EXPECT_EQ(toHtml(queueRun()), toHtml(queueRun())); }

TEST(HeapLayout, BoxesDoNotOverlapAndEveryPointerHasAPath) {
  const auto states = statesOf(*queueResult("Queue::promote.ends").counterexample);
  const HeapLayout layout = layOutHeaps({states}).front();
  ASSERT_EQ(layout.boxes.size(), 3u);
  for (size_t i = 0; i < layout.boxes.size(); ++i) {
    for (size_t j = i + 1; j < layout.boxes.size(); ++j) {
      const HeapBox &a = layout.boxes[i], &b = layout.boxes[j];
      const bool apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      EXPECT_TRUE(apart) << a.id << " and " << b.id;
    }
  }
  for (const ExecutionState& state : states) {
    for (const HeapObject& o : state.heap.objects) {
      for (const auto& [field, value] : o.fields) {
        if (value.kind != Value::Kind::Object) continue;
        const bool drawn = std::any_of(layout.edges.begin(), layout.edges.end(), [&](const HeapEdge& e) {
          return e.from == o.id + "." + field && e.to == value.text && e.path.starts_with("M");
        });
        EXPECT_TRUE(drawn) << o.id << "." << field << " = " << value.text;
      }
    }
  }
}

TEST(HeapLayout, APartIsDrawnInItsOwnerAndAPointerEndsAtItsRow) {
  ExecutionState state;
  state.heap.roots = {{"list", Value::object("Item0.link")}};
  state.heap.objects = {
      {.id = "Item0",
       .class_name = "Item",
       .fields = {{"key", Value::integer(1)}, {"link", Value::object("Item0.link")}}},
      {.id = "Item0.link", .class_name = "Link", .fields = {{"next", Value::object("Item1.link")}}, .owner = "Item0"},
      {.id = "Item1", .class_name = "Item", .fields = {{"link", Value::object("Item1.link")}}},
      {.id = "Item1.link", .class_name = "Link", .fields = {{"next", Value::slot("Item0.key")}}, .owner = "Item1"}};
  const HeapLayout layout = layOutHeaps({{state}}).front();
  ASSERT_EQ(layout.boxes.size(), 2u);
  ASSERT_EQ(layout.boxes[0].rows.size(), 3u);
  EXPECT_TRUE(layout.boxes[0].rows[1].is_part);
  EXPECT_EQ(layout.boxes[0].rows[2].key, "Item0.link.next");
  EXPECT_EQ(layout.boxes[0].rows[2].indent, 1);
  ASSERT_EQ(layout.edges.size(), 2u);
  EXPECT_EQ(layout.edges[0].to, "Item1.link");
  EXPECT_EQ(layout.edges[1].to, "Item0.key");
}

TEST(HeapLayout, APathLeadsFromAPointerToWhatItPointsTo) {
  ExecutionState state;
  state.heap.roots = {{"table", Value::object("Table0")}};
  state.heap.objects = {{.id = "Table0",
                         .class_name = "Table",
                         .fields = {{"first", Value::object("Entry0")}, {"other", Value::object("Entry1")}}},
                        // In one column, each pointing to the other.
                        {.id = "Entry0", .class_name = "Entry", .fields = {{"next", Value::object("Entry1")}}},
                        {.id = "Entry1", .class_name = "Entry", .fields = {{"next", Value::object("Entry0")}}}};
  const HeapLayout layout = layOutHeaps({{state}}).front();
  if (!layout.problem.empty()) GTEST_SKIP() << layout.problem;
  const auto distance = [&](const std::string& id, double x, double y) {
    for (const HeapBox& b : layout.boxes) {
      if (b.id != id) continue;
      const double dx = std::max({b.x - x, 0.0, x - b.x - b.width});
      const double dy = std::max({b.y - y, 0.0, y - b.y - b.height});
      return std::max(dx, dy);
    }
    return 1e9;
  };
  ASSERT_EQ(layout.edges.size(), 4u);
  for (const HeapEdge& edge : layout.edges) {
    double x = 0, y = 0;
    ASSERT_EQ(std::sscanf(edge.path.c_str(), "M%lf %lf", &x, &y), 2) << edge.path;
    EXPECT_LT(distance(edge.from.substr(0, edge.from.find('.')), x, y), 3) << edge.from << ": " << edge.path;
    ASSERT_EQ(std::sscanf(edge.path.c_str() + edge.path.rfind('L'), "L%lf %lf", &x, &y), 2) << edge.path;
    EXPECT_LT(distance(edge.to, x, y), 3) << edge.to << ": " << edge.path;
  }
}

TEST(HeapLayout, APartThatSaysNothingIsNamedAtMost) {
  const auto rowsWith = [](int spins, bool is_pointed_to) {
    std::vector<NamedValue> zeros;
    for (int i = 0; i < 9; ++i) zeros.emplace_back("z" + std::to_string(i), Value::integer(0));
    zeros.emplace_back("spins", Value::integer(spins));
    ExecutionState state;
    if (is_pointed_to) state.heap.roots = {{"hook", Value::object("Cache0.hook")}};
    state.heap.objects = {
        {.id = "Cache0",
         .class_name = "Cache",
         .fields = {{"hook", Value::object("Cache0.hook")}, {"mutex", Value::object("Cache0.mutex")}}},
        {.id = "Cache0.hook", .class_name = "Hook", .owner = "Cache0"},
        {.id = "Cache0.mutex", .class_name = "Mutex", .fields = zeros, .owner = "Cache0"}};
    return layOutHeaps({{state}}).front().boxes.at(0).rows.size();
  };
  EXPECT_EQ(rowsWith(0, false), 1u);   // mutex
  EXPECT_EQ(rowsWith(0, true), 2u);    // hook, mutex
  EXPECT_EQ(rowsWith(5, false), 11u);  // mutex with all that is in it
}

TEST(HeapLayout, NoExecutionNeedsNoLayout) { EXPECT_TRUE(layOutHeaps({}).empty()); }

}  // namespace
}  // namespace weir::report
