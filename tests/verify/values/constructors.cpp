// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a constructor builds came to be for this call: nothing from before leads into it, and it has no values yet.
struct Pair {
  int first;
  int second;
  Pair(const int& value) : first(0), second(0) {
    first = 1;
    second = value;
  }
};
struct PairOf {
  int first;
  int second;
  PairOf(int* value) : first(0), second(0) {
    first = 1;
    second = *value;
  }
};
struct Copy {
  int first;
  int second;
  Copy(const Copy& other) : first(1), second(0) { second = other.first; }
  void assignBad(const Copy& other) {
    first = 1;
    second = other.first;
  }
};

struct Reference {
  int* to;
};
struct Counter {
  int from;
  int now;
  Counter(Reference& start) : from(0), now(0) { now = *start.to; }
  void resetBad(Reference& start) {
    from = 0;
    now = *start.to;
  }
};

struct Base {
  int value;
  Base(const int& given) : value(0) { value = given; }
};
struct Derived : Base {
  int twice;
  Derived(const int& given) : Base(given), twice(0) { twice = given; }
};

// The object around a member that is being built is another matter: it can hand out itself.
struct Whole;
struct Member {
  Whole* whole;
  int value;
  Member(Whole* around);
};
struct Whole {
  Member member;
  Whole() : member(this) {}
};
Member::Member(Whole* around) : whole(around), value(1) {
  if (around != nullptr) around->member.value = 2;
}

struct Link {
  Link* next;
  int count;
};
struct Item {
  Link link;
  Item(Link* last, bool& is_new) : link{last, 0} {
    if (link.count == 0) is_new = true;
  }
};
struct ItemBad {
  Link link;
  ItemBad(Link* last, bool& is_new) {
    link.next = last;
    if (link.count == 0) is_new = true;
  }
};
struct Row {
  int cells[2];
  Row(bool& is_new) : cells{0} {
    if (cells[1] == 0) is_new = true;
  }
};
struct RowBad {
  int cells[2];
  RowBad(bool& is_new) {
    cells[0] = 0;
    if (cells[1] == 0) is_new = true;
  }
};
struct HeirBad : Link {
  HeirBad(bool& is_new) {
    if (count == 0) is_new = true;
  }
};
