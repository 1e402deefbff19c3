// Keys of two parts: they are the same where both parts are.
#include <map>
#include <set>
#include <utility>

typedef std::pair<int, int> Edge;

int weightOf(int from, int to, int weight) {
  std::map<Edge, int> weights;
  weights[{from, to}] = weight;
  weights[{to, from}] += 1;
  return weights.count({from, to}) ? weights[{from, to}] : -1;
}
int least(int x) {
  std::map<Edge, int> weights;
  weights[{1, x}] = 2;
  weights[{1, x - 1}] = 3;
  weights[{2, 0}] = 4;
  return weights.begin()->second;
}
// Two elements of the caller's may have the same first part.
unsigned long sizeOf(const std::set<Edge>& edges) { return edges.size(); }
unsigned long sizeOfMap(const std::map<Edge, int>& weights) { return weights.size(); }
