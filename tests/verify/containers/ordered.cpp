// Sets and maps compared: element by element in their order, and the shorter one first.
#include <map>
#include <set>

bool before(const std::set<int>& a, const std::set<int>& b) { return a < b; }
bool beforeBad(const std::set<int>& a, const std::set<int>& b) { return a <= b; }
bool paired(int x) {
  const std::map<int, int> a{{1, x}, {2, 5}};
  const std::map<int, int> b{{1, x}, {2, 6}};
  return a < b && !(b < a) && b > a;
}
bool pairedBad(int x) {
  const std::map<int, int> a{{1, x}, {2, 5}};
  const std::map<int, int> b{{1, x}, {2, 5}};
  return a < b || b < a;
}
struct Key {
  int id;
  bool operator<(const Key& other) const { return id > other.id; }
};
// What the order of one's own says is not asked.
bool own(const std::set<Key>& a, const std::set<Key>& b) { return a < b; }
