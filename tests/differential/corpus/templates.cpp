// Templates as instantiated, lambdas that do not escape, range for, and newer syntax.
template <typename T>
T larger(T a, T b) {
  return a < b ? b : a;
}
template <typename T, int N>
struct Buffer {
  T items[N] = {};
  int used = 0;
  bool add(T item) {
    if (used == N) return false;
    items[used++] = item;
    return true;
  }
  T* begin() { return items; }
  T* end() { return items + used; }
  static constexpr int capacity() { return N; }
};
template <typename T>
struct Chain {
  struct Link {
    T value;
    Link* next;
  };
  Link* head = nullptr;
  int count = 0;

  void push(const T& v) {
    head = new Link{v, head};
    ++count;
  }
  bool contains(const T& v) const {
    for (const Link* l = head; l; l = l->next)
      if (l->value == v) return true;
    return false;
  }
  template <typename F>
  void each(F f) {
    for (Link* l = head; l; l = l->next) f(l->value);
  }
  void clear() {
    while (head) {
      Link* gone = head;
      head = head->next;
      delete gone;
    }
  }
  struct Iterator {
    Link* at;
    T& operator*() const { return at->value; }
    Iterator& operator++() {
      at = at->next;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  Iterator begin() const { return {head}; }
  Iterator end() const { return {nullptr}; }
};

int use_larger(int a, int b) { return larger(a, b) + static_cast<int>(larger<long>(a, 3)) + larger('a', 'b'); }
int fill_buffer(Buffer<short, 3>& b, int v) {
  int added = 0;
  while (b.add(static_cast<short>(v + added))) ++added;
  return added * 10 + b.capacity();
}
int buffer_total(Buffer<short, 3>& b) {
  int sum = 0;
  if (b.used < 0 || b.used > 3) return -1;
  for (short s : b) sum += s;
  return sum;
}
void chain_push(Chain<int>* c, int v) { c->push(v); }
bool chain_contains(Chain<int>* c, int v) { return c->contains(v); }
int chain_sum(const Chain<int>& c) {
  int sum = 0;
  for (int v : c) sum = sum * 2 + v;
  return sum;
}
void chain_double(Chain<int>& c) {
  for (int& v : c) v *= 2;
}
void chain_clear(Chain<int>& c) { c.clear(); }
int chain_each(Chain<int>& c, int by) {
  int total = 0;
  c.each([&total, by](int& v) {
    v += by;
    total += v;
  });
  return total;
}
int lambdas(int a, int b) {
  auto add = [](int x, int y) { return x + y; };
  auto scale = [a](int x) { return a * x; };
  int count = 0;
  auto bump = [&] { return ++count; };
  bump();
  auto counter = [n = b]() mutable { return n++; };
  return add(a, b) + scale(3) + bump() * 10 + counter() + counter();
}
struct Widget {
  int size;
  int grow(int by) {
    auto inner = [this, by] { size += by; };
    inner();
    inner();
    return size;
  }
};
int widget_grow(Widget* w, int by) { return w->grow(by); }
int range_over_array(int v) {
  int a[4] = {v, 2, 3, 4};
  int sum = 0;
  for (int& x : a) x += 1;
  for (const int x : a) {
    if (x == 4) continue;
    sum += x;
  }
  return sum;
}
struct Pair {
  int first;
  long second;
};
int bindings(Pair p) {
  auto [a, b] = p;
  auto& [c, d] = p;
  c += 1;
  d += a;
  return static_cast<int>(a + b + p.first + p.second);
}
template <int N>
constexpr int power(int base) {
  if constexpr (N == 0)
    return 1;
  else
    return base * power<N - 1>(base);
}
int use_power(int v) { return power<3>(v) + power<0>(v); }
int if_with_initialiser(Chain<int>* c) {
  if (auto* l = c->head; l != nullptr && l->next) return l->next->value;
  else return l ? 1 : 0;
}
template <typename... Ts>
int sum_of(Ts... values) {
  return (0 + ... + values);
}
int use_pack(int a, short b) { return sum_of(a, b, 3) + sum_of(); }
enum class Level : unsigned char { Low, Mid = 5, High };
Level raised(Level l) { return l == Level::Low ? Level::Mid : Level::High; }
int level_value(Level l) {
  switch (l) {
    case Level::Low: return 1;
    case Level::Mid: return 2;
    case Level::High: return 3;
  }
  return static_cast<int>(l);
}
struct Version {
  int major_part;
  int minor_part;
  bool operator==(const Version&) const = default;
};
bool same_version(const Version& a, const Version& b) { return a == b; }
template <typename T>
T* find(T* from, T* to, T wanted) {
  for (; from != to; ++from)
    if (*from == wanted) break;
  return from;
}
int use_find(int v) {
  int a[3] = {1, 2, 3};
  return static_cast<int>(find(a, a + 3, v) - a);
}
int use_using(int v) {
  using Small = Buffer<int, 2>;
  Small s{};
  s.add(v);
  s.add(v + 1);
  s.add(v + 2);
  return s.items[0] + 10 * s.items[1] + 100 * s.used;
}

enum Tone { Low, Mid = 9, High };
enum class Small : unsigned char { No, Yes, Maybe = 200 };
struct Song {
  Tone tones[3];
  Small marks[3];
  Song* next;
};
void raise_tones(Song* s) {
  for (Tone& t : s->tones) t = t == Low ? Mid : High;
  s->marks[2] = s->marks[1];
  s->marks[1] = Small::Maybe;
}
int tone_at(const Song& s, unsigned i) { return s.tones[i % 3] + static_cast<int>(s.marks[i % 3]); }
Tone* new_tones(unsigned n) {
  Tone* a = new Tone[n % 3 + 1]();
  a[n % 3] = High;
  return a;
}
