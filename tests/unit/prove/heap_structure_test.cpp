// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every part of every heap is a structure, and a step does to it what it does to the heap: all heaps of up to four
// objects with one link, rings and lists that run into rings among them, and all parts of them.
#include "prove/heap_structure.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace weir::prove {
namespace {

using solver::Gate;
using Heap = std::vector<int>;  // the next object of each, or -1

/// The objects that one comes to from `from`, in order, each once.
std::vector<int> walk(const Heap& next, int from) {
  std::vector<int> way;
  while (from >= 0 && std::ranges::find(way, from) == way.end()) {
    way.push_back(from);
    from = next[at(from)];
  }
  return way;
}

bool isBetween(const Heap& next, int a, int b, int c) {
  const std::vector<int> way = walk(next, a);
  const auto to = std::ranges::find(way, c);
  return to != way.end() && std::find(way.begin(), to + 1, b) != to + 1;
}

bool isOnCycle(const Heap& next, int a) {
  const std::vector<int> way = walk(next, next[at(a)]);
  return std::ranges::find(way, a) != way.end();
}

std::vector<Heap> heapsOf(int objects) {
  std::vector<Heap> all{{}};
  for (int i = 0; i < objects; ++i) {
    std::vector<Heap> longer;
    for (const Heap& heap : all)
      for (int to = -1; to < objects; ++to) {
        longer.push_back(heap);
        longer.back().push_back(to);
      }
    all = std::move(longer);
  }
  return all;
}

/// Those of the objects that have names.
std::vector<std::vector<int>> partsOf(int objects) {
  std::vector<std::vector<int>> all;
  for (int mask = 1; mask < 1 << objects; ++mask) {
    all.emplace_back();
    for (int i = 0; i < objects; ++i)
      if ((mask >> i & 1) != 0) all.back().push_back(i);
  }
  return all;
}

class HeapStructureTest : public testing::Test {
 protected:
  HeapStructureTest() {
    program::ClassDecl* node = program_.addClass("Node");
    next_ = program_.addField(node, "next", program_.pointerTo(program_.classType(node)));
    node_ = node;
  }

  HeapStructure structureFor(const std::vector<int>& part) const {
    return HeapStructure({{node_, static_cast<int>(part.size())}}, {next_});
  }

  /// That the structure is this part of the heap, in one of the two states.
  Gate isAs(HeapStructure& structure, const Heap& heap, const std::vector<int>& part, bool at_entry) const {
    std::vector<Gate> facts;
    const int n = static_cast<int>(part.size());
    for (int a = 0; a < n; ++a) {
      const int to = heap[at(part[at(a)])];
      const auto& value = structure.field(next_, a, at_entry);
      const bool is_inside = std::ranges::find(part, to) != part.end();
      facts.push_back(to < 0 ? value.null : !value.null);
      facts.push_back(to >= 0 && !is_inside ? value.out : !value.out);
      const Gate on_cycle = structure.isOnCycle(next_, a, at_entry);
      facts.push_back(isOnCycle(heap, part[at(a)]) ? on_cycle : !on_cycle);
      for (int b = 0; b < n; ++b) {
        facts.push_back(to == part[at(b)] ? value.at[at(b)] : !value.at[at(b)]);
        for (int c = 0; c < n; ++c) {
          const Gate between = structure.between(next_, a, b, c, at_entry);
          facts.push_back(isBetween(heap, part[at(a)], part[at(b)], part[at(c)]) ? between : !between);
        }
      }
    }
    return structure.circuit().conjunction(facts);
  }

  bool isPossible(HeapStructure& structure, Gate gate) const {
    return structure.solve(gate, {}) == solver::Answer::Satisfiable;
  }

  program::Program program_;
  const program::ClassDecl* node_ = nullptr;
  const program::Field* next_ = nullptr;
};

TEST_F(HeapStructureTest, IsAPartOfEveryHeap) {
  for (const auto& part : partsOf(4)) {
    HeapStructure structure = structureFor(part);
    for (const Heap& heap : heapsOf(4))
      ASSERT_TRUE(isPossible(structure, isAs(structure, heap, part, true))) << testing::PrintToString(heap);
  }
}

TEST_F(HeapStructureTest, HasNoOtherHeapsWhereEverythingHasAName) {
  HeapStructure structure = structureFor({0, 1, 2});
  std::vector<Gate> heaps;
  for (const Heap& heap : heapsOf(3)) heaps.push_back(!isAs(structure, heap, {0, 1, 2}, true));
  for (int a = 0; a < 3; ++a) {
    heaps.push_back(!structure.field(next_, a, true).out);
    heaps.push_back(structure.isLive(node_, a, true));
  }
  EXPECT_FALSE(isPossible(structure, structure.circuit().conjunction(heaps)));
}

TEST_F(HeapStructureTest, StoresAsTheHeapDoes) {
  for (const auto& part : partsOf(4)) {
    const int n = static_cast<int>(part.size());
    for (int x = 0; x < n; ++x)
      for (int y = -1; y < n; ++y) {
        HeapStructure structure = structureFor(part);
        structure.store(structure.object(node_, x), next_, y < 0 ? structure.null(node_) : structure.object(node_, y));
        for (const Heap& heap : heapsOf(4)) {
          Heap after = heap;
          after[at(part[at(x)])] = y < 0 ? -1 : part[at(y)];
          const Gate before = isAs(structure, heap, part, true);
          const Gate now = isAs(structure, after, part, false);
          ASSERT_TRUE(isPossible(structure, structure.circuit().conjunction(before, now)));
          ASSERT_FALSE(isPossible(structure, structure.circuit().conjunction(before, !now)))
              << testing::PrintToString(heap) << " " << x << " " << y;
        }
      }
  }
}

TEST_F(HeapStructureTest, StoresWhatIsOutSoThatItMayLeadAnywhere) {
  for (const auto& part : partsOf(4)) {
    if (part.size() == 4) continue;
    const int n = static_cast<int>(part.size());
    for (int x = 0; x < n; ++x) {
      HeapStructure structure = structureFor(part);
      auto out = structure.null(node_);
      out.null = solver::kFalse;
      out.out = solver::kTrue;
      structure.store(structure.object(node_, x), next_, out);
      for (const Heap& heap : heapsOf(4))
        for (int y = 0; y < 4; ++y) {
          if (std::ranges::find(part, y) != part.end()) continue;
          Heap after = heap;
          after[at(part[at(x)])] = y;
          ASSERT_TRUE(isPossible(structure, structure.circuit().conjunction(isAs(structure, heap, part, true),
                                                                            isAs(structure, after, part, false))));
        }
    }
  }
}

TEST_F(HeapStructureTest, NamesAreObjectsInTheirOrder) {
  HeapStructure structure({{node_, 2}}, {});
  const auto a = structure.name(node_), b = structure.name(node_);
  EXPECT_TRUE(isPossible(structure, structure.same(a, b)));
  EXPECT_TRUE(isPossible(structure, !structure.same(a, b)));
  EXPECT_TRUE(isPossible(structure, structure.circuit().conjunction(a.null, b.at[0])));
  EXPECT_FALSE(isPossible(structure, a.at[1]));
  EXPECT_TRUE(structure.hasRoom());
  structure.name(node_);
  EXPECT_FALSE(structure.hasRoom());
}

TEST_F(HeapStructureTest, AnObjectThatIsMadeIsNobodysAndAnObjectThatIsFreedIsGone) {
  HeapStructure structure({{node_, 3}}, {next_});
  const auto a = structure.name(node_);
  structure.assertTrue(!a.null);
  structure.assertTrue(structure.isThere(a));
  const auto before = structure.named(structure.follow(a, next_, false));
  const auto made = structure.allocate(node_, false);
  EXPECT_FALSE(isPossible(structure, structure.same(a, made)));
  EXPECT_FALSE(isPossible(structure, structure.circuit().conjunction(!before.null, structure.same(before, made))));
  const auto garbage = structure.follow(made, next_, false);
  for (const Gate gate : {garbage.null, garbage.out, structure.same(garbage, a)})
    EXPECT_TRUE(isPossible(structure, gate));
  structure.free(a);
  EXPECT_FALSE(isPossible(structure, structure.isThere(a)));
  EXPECT_TRUE(isPossible(structure, structure.isThere(made)));
}

}  // namespace
}  // namespace weir::prove
