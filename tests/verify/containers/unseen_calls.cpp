// How often a container allocates, compares or hashes is the library's affair: code that counts it is not understood.
#include <cstddef>
#include <functional>
#include <list>
#include <set>
#include <unordered_set>
#include <vector>

static int calls;

template <typename T>
struct Counting {
  using value_type = T;
  Counting() {}
  template <typename U>
  Counting(const Counting<U>&) {}
  T* allocate(std::size_t n) {
    ++calls;
    return static_cast<T*>(::operator new(n * sizeof(T)));
  }
  void deallocate(T* p, std::size_t) { ::operator delete(p); }
  bool operator==(const Counting&) const { return true; }
};
int allocations() {
  calls = 0;
  std::vector<int, Counting<int>> v;
  v.push_back(1);
  return calls;
}
int nodes(std::list<int, Counting<int>>& l) {
  calls = 0;
  l.push_back(1);
  return calls;
}

struct Key {
  int number;
  bool operator<(const Key& other) const {
    ++calls;
    return number < other.number;
  }
};
int comparisons() {
  calls = 0;
  std::set<Key> keys;
  keys.insert({1});
  keys.insert({2});
  return calls;
}
struct Hash {
  std::size_t operator()(int n) const {
    ++calls;
    return n;
  }
};
int hashes() {
  calls = 0;
  std::unordered_set<int, Hash> numbers;
  numbers.insert(1);
  return calls;
}
int sorted() {
  int count = 0;
  std::list<int> l{2, 1};
  l.sort([&](int a, int b) {
    ++count;
    return a < b;
  });
  return count;
}
struct Strict {
  bool operator()(int a, int b) const {
    if (a > 8 || b > 8) throw 1;
    return a < b;
  }
};
int throws() {
  std::set<int, Strict> s;
  try {
    s.insert(9);
  } catch (int) {
    return 1;
  }
  return 0;
}

// Nobody can tell of these.
struct Descending {
  bool operator()(int a, int b) const {
    int x = b, y = a;
    return std::less<int>()(x, y);
  }
};
static bool descends(int a, int b) { return a > b; }
int first() {
  std::set<int, Descending> s;
  s.insert(1);
  s.insert(2);
  return *s.begin();
}
int firstBad() {
  std::set<int, Descending> s;
  s.insert(1);
  s.insert(2);
  return *s.begin();
}
int byPointer() {
  std::set<int, bool (*)(int, int)> s(descends);
  s.insert(3);
  s.insert(4);
  return *s.begin();
}
int byPointerBad() {
  std::set<int, bool (*)(int, int)> s(descends);
  s.insert(3);
  s.insert(4);
  return *s.begin();
}
