// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the library that are given pointers into a container: they may use its elements only.
#include <algorithm>
#include <vector>

struct Row {
  std::vector<int> numbers;
  int sortAll() {
    std::sort(numbers.data(), numbers.data() + numbers.size());
    return numbers[0];
  }
  int sortThree() {
    std::sort(numbers.data(), numbers.data() + 3);
    return numbers[0];
  }
};
