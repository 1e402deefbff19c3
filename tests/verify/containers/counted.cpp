// Elements that can tell how often they are copied, moved and assigned, and elements that cannot.
#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

static int copies, assigns;
struct Counted {
  int v;
  Counted(int q = 0) : v(q) {}
  Counted(const Counted& o) : v(o.v) { copies++; }
  Counted& operator=(const Counted& o) {
    v = o.v;
    assigns++;
    return *this;
  }
};

// The library moves what it has where a vector grows.
int pushOne() {
  copies = 0;
  std::vector<Counted> v;
  Counted a(1);
  v.push_back(a);
  return copies;
}
int pushOneBad() {
  copies = 0;
  std::vector<Counted> v;
  Counted a(1);
  v.push_back(Counted(a));
  return copies;
}
int pushTwo() {
  copies = 0;
  std::vector<Counted> v;
  Counted a(1);
  v.push_back(a);
  v.push_back(a);
  return copies;
}
int emplaceOne() {
  copies = 0;
  std::vector<Counted> v;
  v.emplace_back(1);
  return copies;
}
int eraseFirst() {
  std::vector<Counted> v(2);
  copies = assigns = 0;
  v.erase(v.begin());
  return copies + assigns;
}
int eraseFirstBad() {
  std::vector<Counted> v(2);
  copies = assigns = 0;
  v.erase(v.begin() + 1);
  return copies + assigns;
}
int swapped() {
  std::vector<Counted> v(2), w(1);
  copies = 0;
  v.swap(w);
  return copies;
}
int movedAway() {
  std::vector<Counted> v(2);
  copies = 0;
  std::vector<Counted> w(std::move(v));
  return copies;
}
int inAMap() {
  std::map<int, Counted> m;
  copies = 0;
  m[3].v = 1;
  return copies;
}
// Nodes of a list stay where they are.
int listOfTwo() {
  copies = 0;
  std::list<Counted> l;
  Counted a(1);
  l.push_back(a);
  l.push_back(a);
  return copies;
}
int optionalAssigned() {
  std::optional<Counted> a(Counted(1)), b(Counted(2));
  copies = assigns = 0;
  a = b;
  return 10 * copies + assigns;
}
int optionalAssignedBad() {
  std::optional<Counted> a, b(Counted(2));
  copies = assigns = 0;
  a = b;
  return 10 * copies + assigns;
}

// A copy that is not what it was copied from.
struct Aged {
  int age;
  Aged() : age(0) {}
  Aged(const Aged& other) : age(other.age + 1) {}
};
int age() {
  std::vector<Aged> v;
  v.emplace_back();
  v.emplace_back();
  return v[0].age;
}
// Where it is moved its memory goes along; where it is copied it does not.
struct Buffer {
  short* p;
  Buffer() : p(nullptr) {}
  Buffer(Buffer&& other) noexcept : p(other.p) { other.p = nullptr; }
  ~Buffer() { delete p; }
};
struct Named {
  std::string name;
  int numbers[2] = {0, 0};
  Buffer buffer;
};
int grown() {
  std::vector<Named> v;
  v.emplace_back();
  v[0].buffer.p = new short(7);
  v.emplace_back();
  return *v[0].buffer.p;
}
int grownBad() {
  std::vector<Named> v;
  v.emplace_back();
  v[0].buffer.p = new short(7);
  v.emplace_back();
  return v[1].numbers[0];
}
struct Copied {
  int* p;
  Copied() : p(nullptr) {}
  Copied(const Copied& other) : p(other.p == nullptr ? nullptr : new int(*other.p)) {}
  Copied& operator=(const Copied&) = delete;
  ~Copied() { delete p; }
};
int grownCopied() {
  std::vector<Copied> v;
  v.emplace_back();
  v[0].p = new int(7);
  int* first = v[0].p;
  v.emplace_back();
  return first == v[0].p;
}
