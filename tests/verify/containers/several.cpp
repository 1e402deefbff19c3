// Sets and maps in which several elements may have one key.
#include <map>
#include <set>
#include <unordered_map>

struct Bag {
  std::multiset<int> items;

  void add(int x) { items.insert(x); }
  int times(int x) const { return static_cast<int>(items.count(x)); }
  int drop(int x) { return static_cast<int>(items.erase(x)); }
  // Only one of those that are the same.
  void dropOne(int x) {
    const auto found = items.find(x);
    if (found != items.end()) items.erase(found);
  }
  void dropOneBad(int x) { items.erase(items.find(x)); }
  int least() const { return *items.begin(); }
  bool inOrder() const {
    if (items.size() != 2) return true;
    auto at = items.begin();
    const int first = *at;
    return first <= *++at;
  }
  bool inOrderBad() const {
    if (items.size() != 2) return true;
    auto at = items.begin();
    const int first = *at;
    return first < *++at;
  }
};

struct Index {
  std::multimap<int, int> rows;

  void put(int k, int v) { rows.emplace(k, v); }
  int firstOf(int k) const {
    const auto found = rows.find(k);
    return found == rows.end() ? -1 : found->second;
  }
  // A new value comes behind those that its key has.
  int lastOf(int k, int v) {
    rows.insert({k, v});
    auto at = rows.upper_bound(k);
    --at;
    return at->second;
  }
  int total(int k) const {
    const auto range = rows.equal_range(k);
    int sum = 0;
    for (auto at = range.first; at != range.second; ++at) sum += at->second;
    return sum;
  }
  void clearKey(int k) { rows.erase(k); }
};

struct Hashed {
  std::unordered_multimap<int, int> rows;

  void put(int k, int v) { rows.emplace(k, v); }
  int times(int k) const { return static_cast<int>(rows.count(k)); }
  // Which of two values comes first is the library's affair.
  int either() {
    rows.clear();
    rows.emplace(1, 2);
    rows.emplace(1, 3);
    return rows.find(1)->second;
  }
};
