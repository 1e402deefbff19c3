// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/list_structure.h"

#include <gtest/gtest.h>

#include <random>

namespace weir::prove {
namespace {

using Heap = std::vector<int>;  // the next cell of each, or -1

bool reaches(const Heap& next, int from, int to) {
  for (std::size_t steps = 0; from >= 0 && steps <= next.size(); ++steps) {
    if (from == to) return true;
    from = next[static_cast<std::size_t>(from)];
  }
  return false;
}

/// Lists that end: with the cells in some order each leads to a later one.
Heap randomHeap(std::mt19937& random, int cells) {
  std::vector<int> order(static_cast<std::size_t>(cells));
  for (int i = 0; i < cells; ++i) order[static_cast<std::size_t>(i)] = i;
  std::shuffle(order.begin(), order.end(), random);
  Heap next(static_cast<std::size_t>(cells), -1);
  for (int i = 0; i < cells; ++i) {
    const int to = std::uniform_int_distribution(i + 1, cells)(random);
    if (to < cells)
      next[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = order[static_cast<std::size_t>(to)];
  }
  return next;
}

/// The structure of this heap, with room for one more name.
class Pinned {
 public:
  explicit Pinned(const Heap& heap) : cells_(static_cast<int>(heap.size())), structure_(ListProgram{}, cells_ + 1) {
    for (int a = 0; a < cells_; ++a) structure_.assertTrue(structure_.name().at[static_cast<std::size_t>(a)]);
    structure_.assertTrue(!structure_.exists(cells_));
    structure_.startAtEntry();
    for (int a = 0; a < cells_; ++a)
      for (int b = 0; b < cells_; ++b) {
        const solver::Gate gate = structure_.now()[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
        structure_.assertTrue(reaches(heap, a, b) ? gate : !gate);
      }
  }

  Structure& operator*() { return structure_; }
  Structure* operator->() { return &structure_; }
  Structure::Pointer at(int cell) const { return cell < 0 ? structure_.none() : structure_.cell(cell); }
  bool isPossible() { return structure_.solve({}, {}) == solver::Answer::Satisfiable; }

  /// Is everything reached as in this heap?
  bool isAs(const Heap& heap) {
    if (!isPossible()) return false;
    solver::Valuation value = structure_.model();
    for (int a = 0; a < cells_; ++a)
      for (int b = 0; b < cells_; ++b)
        if (value(structure_.now()[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)]) != reaches(heap, a, b))
          return false;
    return true;
  }

 private:
  int cells_;
  Structure structure_;
};

TEST(ListStructure, HasEveryHeapOfListsThatEnd) {
  std::mt19937 random(1);
  for (int run = 0; run < 100; ++run) {
    const Heap heap = randomHeap(random, 1 + run % 6);
    EXPECT_TRUE(Pinned(heap).isAs(heap));
  }
}

TEST(ListStructure, StoresAsTheClosureOfTheHeapSays) {
  std::mt19937 random(2);
  int stores = 0;
  for (int run = 0; run < 400; ++run) {
    Heap heap = randomHeap(random, 1 + run % 6);
    const int last = static_cast<int>(heap.size()) - 1;
    Pinned structure(heap);
    for (int store = 0; store < 3; ++store) {
      const int object = std::uniform_int_distribution(0, last)(random),
                value = std::uniform_int_distribution(-1, last)(random);
      const solver::Gate keeps = structure->keepsEnding(structure.at(object), structure.at(value));
      ASSERT_TRUE(structure.isPossible());
      solver::Valuation model = structure->model();
      EXPECT_EQ(model(keeps), !reaches(heap, value, object));
      if (reaches(heap, value, object)) continue;
      structure->store(structure.at(object), structure.at(value));
      heap[static_cast<std::size_t>(object)] = value;
      EXPECT_TRUE(structure.isAs(heap)) << object << " -> " << value;
      ++stores;
    }
  }
  EXPECT_GT(stores, 500);
}

TEST(ListStructure, LoadsTheNextCell) {
  std::mt19937 random(3);
  for (int run = 0; run < 200; ++run) {
    const Heap heap = randomHeap(random, 1 + run % 6);
    const int object = std::uniform_int_distribution(0, static_cast<int>(heap.size()) - 1)(random);
    Pinned structure(heap);
    const Structure::Pointer next = structure->load(structure.at(object));
    const int expected = heap[static_cast<std::size_t>(object)];
    // It is this one, and can be no other.
    structure->assertTrue(!structure->same(next, structure.at(expected)));
    EXPECT_FALSE(structure.isPossible());
  }
}

TEST(ListStructure, HasNoCycleAndNoBranch) {
  Structure structure(ListProgram{}, 3);
  const Structure::Pointer a = structure.name(), b = structure.name(), c = structure.name();
  structure.startAtEntry();
  for (const Structure::Pointer& one : {a, b, c}) structure.assertTrue(!one.null);
  structure.assertTrue(!structure.same(a, b));
  structure.assertTrue(structure.reach(structure.now(), a, b));
  EXPECT_EQ(structure.solve({}, {}), solver::Answer::Satisfiable);
  const solver::Literal back = structure.literal(structure.reach(structure.now(), b, a));
  EXPECT_EQ(structure.solve(std::array{back}, {}), solver::Answer::Unsatisfiable);
  structure.assertTrue(structure.reach(structure.now(), a, c));
  structure.assertTrue(!structure.reach(structure.now(), b, c));
  structure.assertTrue(!structure.reach(structure.now(), c, b));
  EXPECT_EQ(structure.solve({}, {}), solver::Answer::Unsatisfiable);
}

}  // namespace
}  // namespace weir::prove
