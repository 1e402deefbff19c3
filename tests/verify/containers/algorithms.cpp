// Algorithms over containers: what is compared, copied to the end of another container, sorted.
#include <algorithm>
#include <iterator>
#include <list>
#include <vector>

void positive(const std::vector<int>& from, std::vector<int>& to) {
  std::copy_if(from.begin(), from.end(), std::back_inserter(to), [](int n) { return n > 0; });
}
void positiveBad(const std::vector<int>& from, std::vector<int>& to) {
  std::copy_if(from.begin(), from.end(), std::back_inserter(to), [](int n) { return n >= 0; });
}
void doubled(std::vector<int>& v) { std::copy(v.begin(), v.end(), std::back_inserter(v)); }
bool alike(const std::vector<int>& a, const std::vector<int>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}
bool alikeBad(const std::vector<int>& a, const std::vector<int>& b) {
  return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin());
}
int least(std::list<int>& l) {
  l.sort();
  return l.front();
}
int leastBad(std::list<int>& l) {
  l.sort();
  return l.back();
}
void appended(std::list<int>& to, std::list<int>& from) { to.splice(to.end(), from); }
void appendedBad(std::list<int>& to, std::list<int>& from) { to.splice(to.begin(), from); }
int turned(std::vector<int>& v) {
  std::rotate(v.begin(), v.begin() + 1, v.end());
  return v.back();
}
int turnedBad(std::vector<int>& v) {
  std::rotate(v.begin(), v.begin() + 2, v.end());
  return v.back();
}
void common(const std::vector<int>& a, std::vector<int>& to) {
  const int odd[] = {1, 3};
  std::set_intersection(a.begin(), a.end(), odd, odd + 2, std::back_inserter(to));
}
void commonBad(const std::vector<int>& a, std::vector<int>& to) {
  const int odd[] = {1, 3};
  std::set_union(a.begin(), a.end(), odd, odd + 2, std::back_inserter(to));
}
