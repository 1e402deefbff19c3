#include <vector>

int doubled(std::vector<int>& scores) {
  int& first = scores[0];
  scores.push_back(first);
  return first + scores[0];
}
