// A vector of bits: references to them are objects. Sorting.
#include <algorithm>
#include <list>
#include <vector>

int copied() {
  std::vector<bool> v;
  v.push_back(true);
  auto b = v[0];
  v[0] = false;
  return b;
}
int copiedBad() {
  std::vector<bool> v;
  v.push_back(true);
  bool b = v[0];
  v[0] = false;
  return b;
}
void clearAll(std::vector<bool>& v) {
  for (auto b : v) b = false;
}
void clearAllBad(std::vector<bool>& v) {
  for (bool b : v) b = false;
}
void flipFirst(std::vector<bool>& v) {
  if (!v.empty()) v.front().flip();
}
bool constant(const std::vector<bool>& v, std::vector<bool>& w) {
  const auto& b = v[0];
  w[0] = !w[0];
  return b;
}

int least(std::vector<int>& v) {
  std::sort(v.begin(), v.end());
  return v[0];
}
int leastBad(std::vector<int>& v) {
  std::sort(v.begin(), v.end());
  return v[1];
}
int greatest() {
  int a[] = {3, 1, 2};
  std::sort(a, a + 3, [](int x, int y) { return x > y; });
  return a[0];
}
int greatestBad() {
  int a[] = {3, 1, 2};
  std::sort(a, a + 3, [](int x, int y) { return x < y; });
  return a[0];
}
void removeFirsts(std::list<int>& l) { l.remove(l.front()); }
void removeFirstsBad(std::list<int>& l) { l.remove(l.back()); }
void removeZeros(std::vector<int>& v) { v.erase(std::remove(v.begin(), v.end(), 0), v.end()); }
void removeZerosBad(std::vector<int>& v) { v.erase(std::remove(v.begin(), v.end(), 1), v.end()); }
