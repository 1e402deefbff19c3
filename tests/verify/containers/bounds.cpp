// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lower_bound and upper_bound of sets and maps, by their models.
#include <map>
#include <set>

struct Marks {
  std::set<int> at;
  int nextAfter(int x) const {
    const auto found = at.upper_bound(x);
    return found == at.end() ? x : *found;
  }
  int nextAfterBad(int x) const { return *at.upper_bound(x); }
  bool has(int x) const {
    const auto found = at.lower_bound(x);
    return found != at.end() && *found == x;
  }
};
struct Levels {
  std::map<int, int> of;
  int levelAt(int x) const {
    auto above = of.upper_bound(x);
    if (above == of.begin()) return 0;
    --above;
    return above->second;
  }
};
struct Node {
  int id;
};
struct Nodes {
  std::set<Node*> nodes;
  bool firstFrom(Node* node) const { return nodes.lower_bound(node) != nodes.end(); }
};
int use(Marks& m, Levels& l) { return m.nextAfter(0) + l.levelAt(0); }
