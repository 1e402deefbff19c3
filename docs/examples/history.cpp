// A browser's history: pages already visited, and a place among them.
#include <vector>

class History {
 public:
  void visit(int page) {
    while (pages.size() > position) pages.pop_back();
    pages.push_back(page);
    position = pages.size();
  }

  int back() {
    position = position - 1;
    return pages[position - 1];
  }

  bool visited(int page) const {
    for (int known : pages)
      if (known == page) return true;
    return false;
  }

 private:
  std::vector<int> pages;
  unsigned long position = 0;
};

// The methods of a class in a header are checked where something uses them.
int example(History& history) {
  history.visit(1);
  return history.visited(1) ? history.back() : 0;
}
