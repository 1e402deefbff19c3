// std::function: what the code puts into one is called; one of the caller's may do what any function may.
#include <functional>
#include <memory>

struct Counter {
  int total = 0;
  void add(int n) { total += n; }
};

int applied(int n) {
  std::function<int(int)> f = [n](int m) { return m + n; };
  std::function<int(int)> g = f;
  return g(1);
}
int appliedBad(int n) {
  std::function<int(int)> f = [n](int m) { return m - n; };
  return f(1);
}
int counted(Counter& c) {
  std::function<void(int)> f = [&c](int n) { c.add(n); };
  f(2);
  f = nullptr;
  try {
    f(1);
  } catch (const std::bad_function_call&) {
    return c.total;
  }
  return -1;
}
int given(const std::function<int(int)>& f) {
  if (!f) return 0;
  int n = 3;
  f(n);
  return n;
}
int resulting(const std::function<int(int)>& f) { return f ? f(1) : 1; }

int closed(int n) {
  int ends = 0;
  {
    auto end = [&](int* p) {
      ++ends;
      delete p;
    };
    std::unique_ptr<int, decltype(end)> p(new int(n), end);
  }
  return ends;
}
int third(int n) {
  auto p = std::make_unique<int[]>(3);
  p[2] = n;
  return p[2] + p[0];
}
int fourth() { return std::make_unique<int[]>(3)[3]; }
int first(const std::unique_ptr<int[]>& p) { return p ? p[0] : 0; }
