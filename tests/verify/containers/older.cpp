// Read and replayed as C++11: the models have names that came later.
#include <vector>

bool isEmpty(const std::vector<int>& numbers) { return numbers.empty(); }
