// The library's own code of std::variant: what it says of the alternative that is there.
#include <string>
#include <variant>

struct Push {
  int value;
};
struct Add {
  int times;
};
using Op = std::variant<Push, Add>;

int kind(const Op& op) {
  if (std::holds_alternative<Push>(op)) return 1;
  return 2;
}
int kindBad(const Op& op) {
  if (std::holds_alternative<Add>(op)) return 1;
  return 2;
}
// What is copied byte by byte is there in any case.
bool lost(const Op& op) { return op.valueless_by_exception(); }

int made() {
  Op op = Add{3};
  return std::get<Add>(op).times;
}
int madeBad() {
  Op op = Add{4};
  return std::get<Add>(op).times;
}
int size(const Op& op) {
  if (auto* push = std::get_if<Push>(&op)) return push->value;
  return std::get<Add>(op).times;
}
int sizeBad(const Op& op) {
  if (auto* push = std::get_if<Push>(&op)) return push->value;
  return std::get<Push>(op).value;
}
int replaced(Op& op) {
  op = Push{5};
  op = Add{6};
  return std::get<Add>(op).times;
}
bool copied(Op& to, const Op& from) {
  to = from;
  return to.index() == from.index() && size(to) == size(from);
}
int visited(const Op& op) {
  return std::visit([](const auto&) { return 1; }, op);
}

struct Tree {
  Tree() {}
  Tree(const Tree&) {}
};
using Node = std::variant<Push, Tree, Add>;
bool lostNode(const Node& node) { return node.valueless_by_exception(); }
unsigned long at(const Node& node) { return node.index(); }

// A pointer that is left in an alternative that is no longer there does not keep its object.
using Link = std::variant<int*, int>;
void lose() {
  Link link = new int(1);
  link = 2;
}

using Name = std::variant<int, std::string>;
bool lostName(const Name& name) { return name.valueless_by_exception(); }
