// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every predicate of <heap> against an oracle that walks the graph, on random heaps; each has to come out both ways.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "program_text.h"
#include "sample_programs.h"
#include "specs/lang/library.h"
#include "specs/lang/parser.h"

namespace weir::specs {
namespace {

constexpr int kCells = 4;
constexpr int kNull = -1;

/// Functions on four cells, before and after; the way a list or tree is in memory.
struct Heap {
  std::array<int, kCells> next, prev, left, right, next_after;
  std::array<int, kCells> value, value_after;
  int head = kNull;
  int head_after = kNull;
};

using Link = const std::array<int, kCells>&;
using Links = std::vector<std::reference_wrapper<const std::array<int, kCells>>>;

std::vector<int> successors(int x, const Links& links) {
  std::vector<int> found;
  for (Link link : links)
    if (link[x] != kNull) found.push_back(link[x]);
  return found;
}

std::set<int> reach(int from, const Links& links) {
  std::set<int> seen;
  std::vector<int> work;
  if (from != kNull) work.push_back(from);
  while (!work.empty()) {
    const int x = work.back();
    work.pop_back();
    if (!seen.insert(x).second) continue;
    for (const int y : successors(x, links)) work.push_back(y);
  }
  return seen;
}

bool onCycle(int x, const Links& links) {
  for (const int y : successors(x, links))
    if (reach(y, links).contains(x)) return true;
  return false;
}

bool isList(int head, Link next) {
  std::set<int> seen;
  for (int x = head; x != kNull; x = next[x])
    if (!seen.insert(x).second) return false;
  return true;
}

bool isRing(int entry, Link next) {
  if (entry == kNull) return true;
  int x = entry;
  for (int steps = 0; steps <= kCells; ++steps) {
    x = next[x];
    if (x == kNull) return false;
    if (x == entry) return true;
  }
  return false;
}

bool isTree(int root, const Links& links) {
  const std::set<int> nodes = reach(root, links);
  for (const int x : nodes) {
    if (onCycle(x, links)) return false;
    int parents = 0;
    for (const int y : nodes) {
      const std::vector<int> children = successors(y, links);
      parents += std::count(children.begin(), children.end(), x) > 0 ? 1 : 0;
    }
    if (parents > 1) return false;
  }
  return true;
}

template <typename Test>
bool allPairs(const std::set<int>& cells, Test test) {
  for (const int x : cells)
    for (const int y : cells)
      if (!test(x, y)) return false;
  return true;
}

std::map<int, int> counts(const std::set<int>& cells, Link value) {
  std::map<int, int> result;
  for (const int x : cells)
    if (value[x] != kNull) ++result[value[x]];
  return result;
}

struct Case {
  const char* name;
  const char* formula;
  std::function<bool(const Heap&)> oracle;
};

std::vector<Case> cases() {
  return {
      {"acyclic", "acyclic[next]",
       [](const Heap& h) {
         for (int x = 0; x < kCells; ++x)
           if (onCycle(x, {h.next})) return false;
         return true;
       }},
      {"injective", "injective[left + right]",
       [](const Heap& h) {
         for (int x = 0; x < kCells; ++x) {
           int sources = 0;
           for (int y = 0; y < kCells; ++y) sources += h.left[y] == x || h.right[y] == x ? 1 : 0;
           if (sources > 1) return false;
         }
         return true;
       }},
      {"functional", "functional[left + right]",
       [](const Heap& h) {
         for (int x = 0; x < kCells; ++x)
           if (h.left[x] != kNull && h.right[x] != kNull && h.left[x] != h.right[x]) return false;
         return true;
       }},
      {"inverse", "inverse[next, prev]",
       [](const Heap& h) {
         for (int x = 0; x < kCells; ++x)
           for (int y = 0; y < kCells; ++y)
             if ((h.next[x] == y) != (h.prev[y] == x)) return false;
         return true;
       }},
      {"parents", "parents[left + right, prev]",
       [](const Heap& h) {
         for (int x = 0; x < kCells; ++x)
           for (int y = 0; y < kCells; ++y)
             if ((h.prev[y] == x) != (h.left[x] == y || h.right[x] == y)) return false;
         return true;
       }},
      {"reachable", "this.b in reachable[this.head, next]",
       [](const Heap& h) { return reach(h.head, {h.next}).contains(1); }},
      {"reaches", "reaches[this.head, left + right, this.b]",
       [](const Heap& h) { return reach(h.head, {h.left, h.right}).contains(1); }},
      {"closed", "closed[this.head + this.b, next]",
       [](const Heap& h) {
         for (const int x : {h.head, 1}) {
           if (x == kNull || h.next[x] == kNull) continue;
           if (h.next[x] != h.head && h.next[x] != 1) return false;
         }
         return true;
       }},
      {"disjointStructures", "disjointStructures[this.head, this.b, next]",
       [](const Heap& h) {
         for (const int x : reach(h.head, {h.next}))
           if (reach(1, {h.next}).contains(x)) return false;
         return true;
       }},
      {"list", "list[this.head, next]", [](const Heap& h) { return isList(h.head, h.next); }},
      {"ring", "ring[this.head, next]", [](const Heap& h) { return isRing(h.head, h.next); }},
      {"doublyLinked", "doublyLinked[this.head, next, prev]",
       [](const Heap& h) {
         if (!isList(h.head, h.next)) return false;
         if (h.head != kNull && h.prev[h.head] != kNull) return false;
         for (int x = h.head; x != kNull; x = h.next[x])
           if (h.next[x] != kNull && h.prev[h.next[x]] != x) return false;
         return true;
       }},
      {"doublyLinkedRing", "doublyLinkedRing[this.head, next, prev]",
       [](const Heap& h) {
         if (!isRing(h.head, h.next)) return false;
         for (const int x : reach(h.head, {h.next}))
           if (h.prev[h.next[x]] != x) return false;
         return true;
       }},
      {"last", "this.b in last[this.head, next]",
       [](const Heap& h) { return reach(h.head, {h.next}).contains(1) && h.next[1] == kNull; }},
      {"length", "length[this.head, next] = 2", [](const Heap& h) { return reach(h.head, {h.next}).size() == 2; }},
      {"reversed", "reversed[this.head, next, this.head', next']",
       [](const Heap& h) {
         const std::set<int> cells = reach(h.head, {h.next});
         return cells == reach(h.head_after, {h.next_after}) &&
                allPairs(cells, [&](int x, int y) { return (h.next[x] == y) == (h.next_after[y] == x); });
       }},
      {"tree", "tree[this.head, left + right]", [](const Heap& h) { return isTree(h.head, {h.left, h.right}); }},
      {"disjointChildren", "disjointChildren[this.head, left, right]",
       [](const Heap& h) {
         for (const int x : reach(h.head, {h.left, h.right}))
           if (h.left[x] != kNull && h.left[x] == h.right[x]) return false;
         return true;
       }},
      {"searchTree", "searchTree[this.head, left, right, value]",
       [](const Heap& h) {
         const Links links = {h.left, h.right};
         if (!isTree(h.head, links)) return false;
         for (const int x : reach(h.head, links)) {
           if (h.left[x] != kNull && h.left[x] == h.right[x]) return false;
           for (const int y : reach(h.left[x], links))
             if (h.value[y] >= h.value[x]) return false;
           for (const int y : reach(h.right[x], links))
             if (h.value[y] <= h.value[x]) return false;
         }
         return true;
       }},
      {"heapOrdered", "heapOrdered[this.head, left + right, value]",
       [](const Heap& h) {
         for (const int x : reach(h.head, {h.left, h.right}))
           for (const int y : successors(x, {h.left, h.right}))
             if (h.value[y] < h.value[x]) return false;
         return true;
       }},
      {"sorted", "sorted[this.head, next, value]",
       [](const Heap& h) {
         for (const int x : reach(h.head, {h.next}))
           if (h.next[x] != kNull && h.value[h.next[x]] < h.value[x]) return false;
         return true;
       }},
      {"strictlySorted", "strictlySorted[this.head, next, value]",
       [](const Heap& h) {
         for (const int x : reach(h.head, {h.next}))
           if (h.next[x] != kNull && h.value[h.next[x]] <= h.value[x]) return false;
         return true;
       }},
      {"distinctValues", "distinctValues[this.head.*next, value]",
       [](const Heap& h) {
         return allPairs(reach(h.head, {h.next}), [&](int x, int y) { return x == y || h.value[x] != h.value[y]; });
       }},
      {"sameElements", "sameElements[this.head.*next, value, this.head'.*next', value']",
       [](const Heap& h) {
         return counts(reach(h.head, {h.next}), h.value) == counts(reach(h.head_after, {h.next_after}), h.value_after);
       }},
      {"sameObjects", "sameObjects[this.head.*next, left, this.head'.*next', left]",
       [](const Heap& h) {
         return counts(reach(h.head, {h.next}), h.left) == counts(reach(h.head_after, {h.next_after}), h.left);
       }},
      {"onlyChanged", "onlyChanged[next, next', this.head]",
       [](const Heap& h) {
         for (int x = 0; x < kCells; ++x)
           if (x != h.head && h.next[x] != h.next_after[x]) return false;
         return true;
       }},
      {"onlyChangedNumber", "onlyChangedNumber[value, value', this.head]",
       [](const Heap& h) {
         for (int x = 0; x < kCells; ++x)
           if (x != h.head && h.value[x] != h.value_after[x]) return false;
         return true;
       }},
  };
}

int pointer(std::mt19937& random) {
  return static_cast<int>(random() % (kCells + 2)) < 2 ? kNull : static_cast<int>(random() % kCells);
}

/// Mostly arbitrary; now and then a proper structure, which chance alone would rarely build.
Heap randomHeap(std::mt19937& random) {
  Heap h;
  for (int x = 0; x < kCells; ++x) {
    h.next[x] = pointer(random);
    h.prev[x] = pointer(random);
    h.left[x] = pointer(random);
    h.right[x] = pointer(random);
    h.next_after[x] = random() % 3 == 0 ? pointer(random) : h.next[x];
    h.value[x] = static_cast<int>(random() % 4);
    h.value_after[x] = random() % 3 == 0 ? static_cast<int>(random() % 4) : h.value[x];
  }
  h.head = pointer(random);
  h.head_after = random() % 2 == 0 ? h.head : pointer(random);
  if (random() % 3 != 0) return h;
  std::array<int, kCells> order = {0, 1, 2, 3};
  std::shuffle(order.begin(), order.end(), random);
  const bool circular = random() % 2 == 0;
  h.next.fill(kNull);
  h.prev.fill(kNull);
  h.next_after.fill(kNull);
  const int length = 1 + static_cast<int>(random() % kCells);
  for (int i = 0; i < length; ++i) {
    const int x = order[i];
    const int y = i + 1 < length ? order[i + 1] : circular ? order[0] : kNull;
    h.next[x] = y;
    if (y != kNull) h.prev[y] = x;
    if (y != kNull) h.next_after[y] = x;
  }
  h.head = order[0];
  h.head_after = order[length - 1];
  if (random() % 2 == 0) {
    for (int x = 0; x < kCells; ++x) {
      h.left[x] = x > 0 && random() % 2 == 0 ? kNull : h.next[x];
      h.right[x] = kNull;
    }
  }
  return h;
}

logic::Instance instanceOf(Lowered& lowered, const Heap& h, HandState& state) {
  const auto name = [](int x) { return x == kNull ? std::string() : std::string(1, static_cast<char>('p' + x)); };
  state.object("l", "List");
  for (int x = 0; x < kCells; ++x) state.object(name(x), "Cell");
  for (int x = 0; x < kCells; ++x) {
    state.field(name(x), "next", name(h.next[x]));
    state.field(name(x), "prev", name(h.prev[x]));
    state.field(name(x), "left", name(h.left[x]));
    state.field(name(x), "right", name(h.right[x]));
    state.field(name(x), "value", std::to_string(h.value[x]));
    state.fieldAfter(name(x), "next", name(h.next_after[x]));
    state.fieldAfter(name(x), "value", std::to_string(h.value_after[x]));
  }
  state.field("l", "head", name(h.head));
  state.fieldAfter("l", "head", name(h.head_after));
  state.field("l", "b", name(1));
  state.parameter(*lowered.method("List::f").procedure, "this", "l");
  return state.instance();
}

const char* const kProgram =
    "struct Cell { Cell* next; Cell* prev; Cell* left; Cell* right; int value; }; struct List { Cell* head; Cell* b; };"
    "void List::f();";

TEST(HeapLibraryTest, EveryPredicateAgreesWithItsOracleAndComesOutBothWays) {
  std::string text(libraryText("heap").value());
  for (const Case& one : cases())
    text += "method List::f { ensures " + std::string(one.name) + ": " + one.formula + " }\n";
  Lowered lowered(programOf(kProgram), text);
  ASSERT_EQ(lowered.messages(), "");
  std::map<std::string, std::array<int, 2>> outcomes;
  std::mt19937 random(1);
  for (int round = 0; round < 1500; ++round) {
    const Heap heap = randomHeap(random);
    HandState state(lowered.vocabulary);
    const logic::Instance instance = instanceOf(lowered, heap, state);
    logic::Evaluator evaluator(instance);
    for (const Case& one : cases()) {
      const bool expected = one.oracle(heap);
      ASSERT_EQ(evaluator.evaluate(lowered.property("List::f", one.name).formula()), expected)
          << one.name << " in round " << round;
      ++outcomes[one.name][expected ? 1 : 0];
    }
  }
  for (const auto& [name, seen] : outcomes) {
    EXPECT_GT(seen[1], 0) << name << " is satisfiable";
    EXPECT_GT(seen[0], 0) << name << " is falsifiable";
  }
}

TEST(HeapLibraryTest, EveryDeclarationIsTested) {
  Diagnostics diagnostics;
  const SpecFile library =
      parseSpec(std::make_shared<SourceText>("heap", std::string(libraryText("heap").value())), diagnostics);
  std::set<std::string> tested;
  for (const Case& one : cases()) tested.insert(one.name);
  for (const Declaration& declaration : library.declarations) {
    const auto* function = std::get_if<FunctionDecl>(&declaration.value);
    ASSERT_NE(function, nullptr);
    EXPECT_TRUE(tested.contains(function->name.text)) << function->name.text;
  }
}

}  // namespace
}  // namespace weir::specs
