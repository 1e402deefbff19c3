// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#` of a container is how many elements it has.
#include <map>
#include <optional>
#include <vector>

struct Log {
  std::vector<int> lines;
  std::map<int, int> index;
  std::optional<int> last;
  Log* next;

  void add(int x) {
    lines.push_back(x);
    last = x;
  }
  void addBad(int x) {
    lines.push_back(x);
    last.reset();
  }
  int count() const { return static_cast<int>(index.size()); }
  int countBad() const { return static_cast<int>(lines.size()); }
  void join() {
    if (next != nullptr && next != this) next->lines.push_back(1);
  }
  void joinBad() {
    if (next != nullptr) next->lines.clear();
  }
};
