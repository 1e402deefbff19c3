// What programs take from the standard library: its exceptions and strings, lists of values, ordering, raw memory.
#include <algorithm>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <utility>

int counted = 0;

int refuse_large(int v) {
  if (v > 3) throw std::runtime_error("too large");
  return v;
}
int refused(int v) {
  try {
    return refuse_large(v);
  } catch (const std::logic_error&) {
    return -2;
  } catch (const std::exception&) {
    return -1;
  }
}
int element(const int* a, unsigned n, unsigned i) {
  if (i >= n % 3) throw std::out_of_range("index " + std::to_string(i) + " of " + std::to_string(n));
  return a[i];
}
int message_has_effects(int v) {
  int i = v & 3;
  try {
    throw std::invalid_argument(std::string("step ") + std::to_string(i++));
  } catch (const std::invalid_argument&) {
    return i;
  }
}
int message_reads(const int* p, int v) {
  if (v & 1) throw std::runtime_error("at " + std::to_string(*p));
  return v;
}
struct ParseError : std::runtime_error {
  int position;
  ParseError(const std::string& what, int at) : std::runtime_error(what), position(at) {}
};
struct Located : std::exception {
  std::string file;
  int line;
  Located(std::string f, int l) : file(std::move(f)), line(l) {}
  const char* what() const noexcept override { return "located"; }
};
int parse(int v) {
  if (v < 0) throw ParseError("negative", v);
  if (v > 100) throw Located("input", v);
  return v;
}
int parsed(int v) {
  try {
    return parse(v);
  } catch (const ParseError& e) {
    return e.position;
  } catch (const Located& e) {
    return e.line;
  }
}
int parsed_by_value(int v) {
  try {
    return parse(v);
  } catch (const Located e) {
    return e.line;
  } catch (std::exception&) {
    return 0;
  }
}
struct Shape {
  virtual ~Shape() = default;
};
struct Disc : Shape {
  int radius = 2;
};
struct Bar : Shape {};
int radius_of(Shape& s) { return dynamic_cast<Disc&>(s).radius; }
int radius_or(Shape& s) {
  try {
    return radius_of(s);
  } catch (const std::bad_cast&) {
    return -1;
  }
}
struct Trivial {
  int code;
};
int caught_by_value(int v) {
  try {
    if (v & 1) throw Trivial{v};
  } catch (Trivial t) {
    t.code ^= 1;
    return t.code;
  }
  return 0;
}

struct Person {
  std::string name;
  int age;
};
int older(Person* p) {
  Person copied = *p;
  copied.age /= 2;
  return copied.age;
}
int gap_text_assigned(Person* p, const Person& other) {
  p->name = other.name;
  return p->age;
}
int gap_text_copied(Person& p, const Person& other) {
  p = other;
  return p.age;
}
int named(int v) {
  std::string s = "a";
  std::string t(s);
  t = std::string("b") + s;
  return v;
}

int order_of(int a, int b) {
  auto order = a <=> b;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}
struct Release {
  int major, minor;
  auto operator<=>(const Release&) const = default;
};
int compare_releases(const Release& a, const Release& b) { return (a < b) * 4 + (a == b) * 2 + (a >= b); }
struct Key {
  unsigned number;
  std::strong_ordering operator<=>(const Key& other) const { return number <=> other.number; }
};
int compare_keys(Key* a, Key* b) { return *a <= *b ? 1 : 0; }

struct Few {
  int values[4];
  int size = 0;
  Few(std::initializer_list<int> given) {
    for (int v : given) values[size++] = v;
  }
};
int few(int v) {
  Few f{v, 2, 3};
  return f.size * 10 + (f.values[0] & 7);
}
int largest(int v) { return std::max({v, 3, -4}); }
int called_back(int v) {
  int (*step)(int) = [](int x) { return x ^ 1; };
  return step(v);
}

struct Cursor {
  int* at;
  Cursor operator++(int) {
    Cursor before = *this;
    ++at;
    return before;
  }
};
int stepped(int v) {
  int a[3] = {1, 2, v};
  Cursor c{a};
  c++;
  c++;
  return *c.at;
}

struct Counted {
  int value;
  explicit Counted(int v) : value(v) { ++counted; }
  Counted(const Counted& other) : value(other.value) { ++counted; }
  ~Counted() { --counted; }
};
template <typename T>
class Row {
 public:
  Row() = default;
  Row(const Row&) = delete;
  ~Row() {
    for (std::size_t i = size_; i-- > 0;) items_[i].~T();
    if (items_) memory_.deallocate(items_, room_);
  }
  void push(const T& item) {
    if (size_ == room_) grow();
    new (items_ + size_) T(item);
    ++size_;
  }
  T& at(std::size_t i) {
    if (i >= size_) throw std::out_of_range("Row::at");
    return items_[i];
  }

 private:
  void grow() {
    const std::size_t room = room_ ? room_ * 2 : 1;
    T* items = memory_.allocate(room);
    for (std::size_t i = 0; i < size_; ++i) {
      new (items + i) T(std::move(items_[i]));
      items_[i].~T();
    }
    if (items_) memory_.deallocate(items_, room_);
    items_ = items;
    room_ = room;
  }
  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
  std::allocator<T> memory_;
};
int row_of_numbers(int v) {
  Row<int> row;
  row.push(v);
  row.push(2);
  row.push(3);
  return row.at(0) ^ row.at(2);
}
int row_of_objects(int v) {
  counted = 0;
  int seen = 0;
  {
    Row<Counted> row;
    row.push(Counted(v & 7));
    row.push(Counted(2));
    seen = row.at(0).value * 10 + counted;
  }
  return seen * 10 + counted;
}
int row_beyond(unsigned i) {
  Row<int> row;
  row.push(1);
  return row.at(i);
}
// Bytes that are storage for objects.
int stored_in_bytes(int v) {
  struct Fixed {
    alignas(Counted) unsigned char room[2 * sizeof(Counted)];
    int size = 0;
    Fixed() {}
    Fixed(const Fixed&) = delete;
    ~Fixed() {
      while (size > 0) data()[--size].~Counted();
    }
    void push(const Counted& item) { new (data() + size++) Counted(item); }
    Counted* data() { return reinterpret_cast<Counted*>(room); }
  };
  counted = 0;
  int seen = 0;
  {
    Fixed items;
    items.push(Counted(v & 7));
    items.push(Counted(2));
    seen = items.data()[0].value * 10 + counted;
  }
  alignas(Counted) unsigned char room[sizeof(Counted)];
  Counted* one = new (room) Counted(3);
  seen = seen * 10 + one->value;
  one->~Counted();
  return seen * 10 + counted;
}
void give_back(Counted* items) { ::operator delete(items); }
int raw_memory(int v) {
  int* p = static_cast<int*>(::operator new(3 * sizeof(int)));
  p[2] = v;
  const int r = p[2];
  ::operator delete(p);
  return r;
}
int pooled(int v) {
  struct Pooled {
    int value;
    static void* operator new(std::size_t size) {
      ++counted;
      return ::operator new(size);
    }
    static void operator delete(void* p) {
      --counted;
      ::operator delete(p);
    }
  };
  counted = 0;
  Pooled* p = new Pooled{v & 7};
  const int r = counted * 10 + p->value;
  delete p;
  return r * 10 + counted;
}
