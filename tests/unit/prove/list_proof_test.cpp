// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The prover alone, without the check in a scope before it: what is false must not be proved.
#include "prove/list_proof.h"

#include <gtest/gtest.h>

#include "tests/unit/refine/subject.h"

namespace weir::prove {
namespace {

constexpr const char* kSource = R"(
  struct Cell { int key; Cell* next; };
  Cell* reverse(Cell* x) { Cell* r = nullptr; while (x) { Cell* t = x->next; x->next = r; r = x; x = t; } return r; }
  Cell* reverseLosing(Cell* x) { Cell* r = nullptr; while (x && x->next) { Cell* t = x->next; x->next = r; r = x; x = t; } return r; }
  Cell* reverseLong(Cell* x) {
    if (x && x->next && x->next->next && x->next->next->next && x->next->next->next->next && x->next->next->next->next->next)
      x->next->next->next->next->next = nullptr;
    Cell* r = nullptr; while (x) { Cell* t = x->next; x->next = r; r = x; x = t; } return r;
  }
  Cell* last(Cell* x) { while (x->next) x = x->next; return x; }
  void cycle(Cell* x) { if (x && x->next) x->next->next = x; }
  void cycleFar(Cell* x) { Cell* e = x; while (e && e->next) e = e->next; if (e) e->next = x; }
  Cell* sorted(Cell* x) {
    Cell* s = nullptr;
    while (x) {
      Cell* t = x->next; Cell* p = nullptr; Cell* c = s;
      while (c && c->key < x->key) { p = c; c = c->next; }
      x->next = c;
      if (p) p->next = x; else s = x;
      x = t;
    }
    return s;
  }
  Cell* sortedBad(Cell* x) {
    Cell* s = nullptr;
    while (x) {
      Cell* t = x->next; Cell* p = nullptr; Cell* c = s;
      while (c && c->key > x->key) { p = c; c = c->next; }
      x->next = c;
      if (p) p->next = x; else s = x;
      x = t;
    }
    return s;
  }
  int set(Cell* x) { x->key = 1; return 1; }
  Cell* make(Cell* x, int count) {
    while (count-- > 0) { Cell* c = new Cell; c->next = x; x = c; }
    return x;
  }
  Cell* makeOpen(Cell* x, int count) {
    while (count-- > 0) { Cell* c = new Cell; if (x) c->next = x; x = c; }
    return x;
  }
  Cell* makeLosing(Cell* x, int count) {
    while (count-- > 0) { Cell* c = new Cell; c->next = x; if (count != 7) x = c; }
    return x;
  }
  Cell* makeTwice(Cell* x) {
    Cell* r = nullptr;
    while (x) {
      Cell* c = new Cell; c->key = x->key; c->key = 7; c->next = r; r = c; x = x->next;
    }
    return r;
  }
  bool anyOf(Cell* x, Cell* like) {
    bool found = false;
    while (x && !found) { found = x->key == like->key; x = x->next; }
    return found;
  }
  bool anyOfLate(Cell* x, Cell* like) {
    bool found = false;
    while (x) { if (x->key == like->key) found = true; else if (x->key > like->key) found = false; x = x->next; }
    return found;
  }
  Cell* two(Cell* x, Cell* y) { if (x) x->next = nullptr; return y; }
)";

constexpr const char* kSpecification = R"(
  fun cells[x: Cell]: set Cell = x.*next
  pred ends[x: Cell] { no c: cells[x] | c in c.^next }
  pred inOrder[x: Cell] { all c: cells[x] | some c.next => c.key <= c.next.key }
  method reverse {
    requires ends[x]
    ensures same: cells[return]' = cells[x]
    ensures all: all c: cells[return]' | c in cells[x]
    ensures none: no cells[return]'
    ensures first: return = x
    ensures kept: cells[x]' = cells[x]
  }
  method reverseLosing { requires ends[x]  ensures same: cells[return]' = cells[x]  ensures less: cells[return]' in cells[x] }
  method reverseLong { requires ends[x]  ensures same: cells[return]' = cells[x] }
  method last { requires ends[x]  ensures there: return in cells[x]  ensures end: no return.next' }
  method cycle { requires ends[x]  ensures same: cells[x]' in cells[x] }
  method cycleFar { requires ends[x]  ensures same: cells[x]' in cells[x] }
  method sorted { requires ends[x]  ensures same: cells[return]' = cells[x]  ensures order: (inOrder[return])' }
  method sortedBad { requires ends[x]  ensures same: cells[return]' = cells[x]  ensures order: (inOrder[return])' }
  method set { requires ends[x]  ensures one: return = 1 }
  method make { requires ends[x]
    ensures made: cells[return]' = cells[x] + (Cell' - Cell)
    ensures old: all c: cells[return]' | c in cells[x] }
  method makeOpen { requires ends[x]  ensures made: cells[return]' = cells[x] + (Cell' - Cell) }
  method makeLosing { requires ends[x]
    ensures made: cells[return]' = cells[x] + (Cell' - Cell)
    ensures less: cells[return]' in cells[x] + (Cell' - Cell) }
  method makeTwice { requires ends[x]
    ensures order: inOrder[x] => (inOrder[return])'
    ensures all: cells[return]' = Cell' - Cell }
  method anyOf { requires ends[x] and ends[like] and some like
    ensures none: not return => all c: cells[x] | c.key != like.key
    ensures wrong: return => all c: cells[x] | c.key = like.key }
  method anyOfLate { requires ends[x] and ends[like] and some like
    ensures none: not return => all c: cells[x] | c.key != like.key }
  method two { requires ends[x]  ensures y: return = y }
)";

class ListProof : public testing::Test {
 protected:
  /// "proved", or why not; the same with more cells than are needed.
  std::string answer(const std::string& method, const std::string& label) {
    std::string first;
    for (const int more : {0, 1, 2}) {
      ProofOptions options;
      options.more_cells = more;
      const std::string now = answer(method, label, options);
      if (more == 0) first = now;
      EXPECT_EQ(first == "proved", now == "proved") << method << "." << label << " with " << more << " more cells";
    }
    return first;
  }

  std::string answer(const std::string& method, const std::string& label, const ProofOptions& options) {
    const specs::MethodSpec& spec = subject_.spec(method);
    ListProofs proofs(subject_.vocabulary(), spec, options);
    if (label == "null-deref") return textOf(proofs.noNullDereference());
    for (const specs::Property& property : spec.properties)
      if (property.label == label) return textOf(proofs.ensures(property.formula()));
    return "no such property";
  }

  static std::string textOf(const std::variant<Proof, std::string>& answer) {
    return std::holds_alternative<Proof>(answer) ? "proved" : std::get<std::string>(answer);
  }

  refine::Subject subject_{kSource, kSpecification};
};

constexpr const char* kNoInvariant = "no invariant of up to 3 literals was found that implies the property";

TEST_F(ListProof, OfLoops) {
  for (const char* label : {"same", "all", "null-deref"}) EXPECT_EQ(answer("reverse", label), "proved") << label;
  EXPECT_EQ(answer("reverseLosing", "less"), "proved");
  EXPECT_EQ(answer("last", "end"), "proved");
}

TEST_F(ListProof, OfSorting) {
  EXPECT_EQ(answer("sorted", "order", {}), "proved");
  EXPECT_EQ(answer("sortedBad", "order", {}), kNoInvariant);
}

TEST_F(ListProof, IsNotOfWhatIsFalse) {
  for (const char* label : {"none", "first", "kept"}) EXPECT_EQ(answer("reverse", label), kNoInvariant) << label;
  EXPECT_EQ(answer("reverseLosing", "same"), kNoInvariant);
  EXPECT_EQ(answer("last", "null-deref"), "no invariant that was found excludes a null pointer");
}

TEST_F(ListProof, IsNotOfWhatIsFalseOfLongerListsThanWereRun) {
  EXPECT_EQ(answer("reverseLong", "same"), kNoInvariant);
}

TEST_F(ListProof, OfCellsThatAreMade) {
  EXPECT_EQ(answer("make", "made"), "proved");
  EXPECT_EQ(answer("make", "old"), kNoInvariant);
  EXPECT_EQ(answer("makeOpen", "made"), "the link of a new cell is not set at once");
  EXPECT_EQ(answer("makeLosing", "less"), "proved");
  EXPECT_EQ(answer("makeLosing", "made"), kNoInvariant);
  EXPECT_EQ(answer("makeTwice", "all"), "proved");
  EXPECT_EQ(answer("makeTwice", "order"), kNoInvariant);
}

TEST_F(ListProof, OfWhatAFlagSays) {
  EXPECT_EQ(answer("anyOf", "none"), "proved");
  EXPECT_EQ(answer("anyOf", "wrong"), kNoInvariant);
  EXPECT_EQ(answer("anyOfLate", "none"), kNoInvariant);
}

TEST_F(ListProof, NeedsListsThatEnd) {
  const char* no_cycle = "no invariant that was found shows that lists stay without cycles";
  EXPECT_EQ(answer("cycle", "same"), no_cycle);
  EXPECT_EQ(answer("cycleFar", "same"), no_cycle);
  EXPECT_EQ(answer("two", "y"), "the list of 'y' may be cyclic at entry");
}

TEST_F(ListProof, SaysWhatItDoesNotCover) { EXPECT_EQ(answer("set", "one"), "it follows no link"); }

TEST_F(ListProof, EndsWhereTheBudgetDoes) {
  ProofOptions options;
  options.conflicts = 5;
  EXPECT_EQ(answer("sorted", "order", options), "the budget is spent");
}

TEST_F(ListProof, HasInvariantsThatAPersonCanRead) {
  ListProofs proofs(subject_.vocabulary(), subject_.spec("reverse"));
  const auto answer = proofs.noNullDereference();
  ASSERT_TRUE(std::holds_alternative<Proof>(answer));
  const auto& invariants = std::get<Proof>(answer).invariants;
  ASSERT_FALSE(invariants.empty());
  EXPECT_LE(invariants.size(), 6);
  EXPECT_EQ(invariants.front().formula, "not (x' in r'.*next')");
}

}  // namespace
}  // namespace weir::prove
