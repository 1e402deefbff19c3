// Containers in containers are moved as a whole.
#include <vector>

int nested() {
  std::vector<std::vector<int>> v;
  v.push_back({1});
  v.push_back({2, 3});
  v[0].swap(v[1]);
  return v[0][1];
}
int nestedBad() {
  std::vector<std::vector<int>> v;
  v.push_back({1});
  v.push_back({2, 3});
  v[0].swap(v[1]);
  return v[1][0];
}
