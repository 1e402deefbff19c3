// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The prover of loops alone, without the check in a scope before it: what is false must not be proved, also where only
// lists are wrong that are longer than those of the runs.
#include "prove/heap_loop_proof.h"

#include <gtest/gtest.h>

#include "tests/unit/refine/subject.h"

namespace weir::prove {
namespace {

constexpr const char* kLoopSource = R"(
  struct Cell { Cell* next; int key; };
  struct List { Cell* head; };
  void clear(List* l) { while (l->head) { Cell* c = l->head; l->head = c->next; delete c; } }
  void freeAll(Cell* x) { while (x) { Cell* t = x->next; delete x; x = t; } }
  void freeLate(Cell* x) { while (x) { Cell* t = x; delete t; x = x->next; } }
  void freeSome(Cell* x) {
    for (int i = 0; i < 6; ++i) { if (!x) return; Cell* t = x->next; delete x; x = t; }
  }
  void freeSix(Cell* x) {
    Cell* a = x; int i = 0;
    while (a) { ++i; a = a->next; }
    if (i >= 6) return;
    while (x) { Cell* t = x->next; delete x; x = t; }
  }
  Cell* create(int n) { Cell* r = nullptr; while (n > 0) { Cell* c = new Cell; c->next = r; r = c; --n; } return r; }
  Cell* append(Cell* x) {
    Cell* n = new Cell; n->next = nullptr;
    if (!x) return n;
    Cell* p = x;
    while (p->next) p = p->next;
    p->next = n;
    return x;
  }
  Cell* appendFar(Cell* x) {
    Cell* n = new Cell; n->next = nullptr;
    if (!x) return n;
    Cell* p = x; int i = 0;
    while (p->next && i < 5) { p = p->next; ++i; }
    p->next = n;
    return x;
  }
  Cell* find(Cell* x, int k) { while (x && x->key != k) x = x->next; return x; }
  Cell* findMost(Cell* x, int k) { while (x && x->key < k) x = x->next; return x; }
  void remove(List* l, Cell* c) {
    Cell** p = &l->head;
    while (*p && *p != c) p = &(*p)->next;
    if (*p) *p = c->next;
  }
)";

constexpr const char* kLoopSpecification = R"(
  fun cells[x: Cell]: set Cell = x.*next
  pred ends[x: Cell] { no c: cells[x] | c in c.^next }
  method clear {
    requires some l and ends[l.head]
    ensures empty: no l.head'
    ensures gone: no l.head.*next & Cell'
    ensures none: no Cell'
    checks use-after-free
  }
  method freeAll { requires ends[x]  ensures gone: no cells[x] & Cell'  ensures all: no Cell' }
  method freeLate { requires ends[x]  ensures gone: no cells[x] & Cell' }
  method freeSome { requires ends[x]  ensures gone: no cells[x] & Cell' }
  method freeSix { requires ends[x]  ensures gone: no cells[x] & Cell' }
  method create {
    ensures new: no cells[return]' & Cell
    ensures all: cells[return]' = Cell' - Cell
    ensures one: lone cells[return]'
  }
  method append { requires ends[x]  ensures kept: cells[x] in cells[return]'  ensures one: lone cells[return]' - cells[x] }
  method appendFar { requires ends[x]  ensures kept: cells[x] in cells[return]' }
  method find { requires ends[x]  ensures there: some return => return.key = k  ensures in: return in cells[x] }
  method findMost { requires ends[x]  ensures there: some return => return.key = k  ensures more: some return => return.key >= k }
  method remove { requires some l and some c and ends[l.head]  ensures gone: c not in l.head'.*next'  ensures same: l.head'.*next' = l.head.*next }
)";

class HeapLoopProof : public testing::Test {
 protected:
  /// "proved", or why not; the same with more objects than are needed.
  std::string answer(const std::string& method, const std::string& label) {
    std::string first;
    for (const int more : {0, 1}) {
      ProofOptions options;
      options.more_cells = more;
      const std::string now = answer(method, label, options);
      if (more == 0) first = now;
      EXPECT_EQ(first == "proved", now == "proved") << method << "." << label << " with " << more << " more objects";
    }
    return first;
  }

  std::string answer(const std::string& method, const std::string& label, const ProofOptions& options) {
    const specs::MethodSpec& spec = subject_.spec(method);
    HeapLoopProofs proofs(subject_.vocabulary(), spec, options);
    if (label == "use-after-free") return textOf(proofs.without(program::ErrorKind::UseAfterFree));
    if (label == "null-deref") return textOf(proofs.without(program::ErrorKind::NullDeref));
    for (const specs::Property& property : spec.properties)
      if (property.label == label) return textOf(proofs.ensures(property.formula()));
    return "no such property";
  }

  static std::string textOf(const std::variant<Proof, std::string>& answer) {
    return std::holds_alternative<Proof>(answer) ? "proved" : std::get<std::string>(answer);
  }

  refine::Subject subject_{kLoopSource, kLoopSpecification};
};

TEST_F(HeapLoopProof, OfLoopsThatFree) {
  for (const char* label : {"empty", "gone", "use-after-free"}) EXPECT_EQ(answer("clear", label), "proved") << label;
  EXPECT_EQ(answer("freeAll", "gone"), "proved");
  EXPECT_EQ(answer("freeAll", "null-deref"), "proved");
}

TEST_F(HeapLoopProof, OfLoopsThatMakeObjects) {
  for (const char* label : {"new", "all"}) EXPECT_EQ(answer("create", label), "proved") << label;
  for (const char* label : {"kept", "one"}) EXPECT_EQ(answer("append", label), "proved") << label;
}

TEST_F(HeapLoopProof, OfNumbersAndOfPointersToPointers) {
  for (const char* label : {"there", "in"}) EXPECT_EQ(answer("find", label), "proved") << label;
  EXPECT_EQ(answer("findMost", "more"), "proved");
  EXPECT_EQ(answer("remove", "gone"), "proved");
}

TEST_F(HeapLoopProof, IsNotOfWhatIsFalse) {
  EXPECT_NE(answer("clear", "none"), "proved");
  EXPECT_NE(answer("freeAll", "all"), "proved");
  EXPECT_NE(answer("freeLate", "use-after-free"), "proved");
  EXPECT_NE(answer("create", "one"), "proved");
  EXPECT_NE(answer("findMost", "there"), "proved");
  EXPECT_NE(answer("remove", "same"), "proved");
}

TEST_F(HeapLoopProof, IsNotOfWhatIsFalseOfLongerListsThanWereRun) {
  EXPECT_NE(answer("freeSome", "gone"), "proved");
  EXPECT_NE(answer("freeSix", "gone"), "proved");
  EXPECT_NE(answer("appendFar", "kept"), "proved");
}

TEST_F(HeapLoopProof, EndsWhereTheBudgetDoes) {
  ProofOptions options;
  options.conflicts = 50;
  EXPECT_EQ(answer("append", "kept", options), "the budget is spent");
}

}  // namespace
}  // namespace weir::prove
