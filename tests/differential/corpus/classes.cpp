// Classes: members of every kind, construction and destruction, copies, operators, namespaces.
int destroyed = 0;
int constructed = 0;

namespace geometry {

class Vec {
 public:
  Vec() : Vec(1, 2) {}
  Vec(int x, int y) : x_(x), y_(y) { ++constructed; }
  explicit Vec(int both) : Vec(both, both) { ++constructed; }

  int dot(const Vec& other) const { return x_ * other.x_ + y_ * other.y_; }
  Vec& operator+=(const Vec& other) {
    x_ += other.x_;
    y_ += other.y_;
    return *this;
  }
  Vec operator-() const { return Vec(-x_, -y_); }
  bool operator==(const Vec& other) const { return x_ == other.x_ && y_ == other.y_; }
  int& operator[](int i) { return i == 0 ? x_ : y_; }
  int operator()(int scale) const { return scale * (x_ - y_); }
  operator bool() const { return x_ != 0 || y_ != 0; }
  Vec& operator++() {
    ++x_;
    return *this;
  }
  Vec operator++(int) {
    Vec before = *this;
    ++*this;
    return before;
  }
  static Vec unit(int axis) { return axis ? Vec(0, 1) : Vec(1, 0); }
  int x() const { return x_; }
  friend Vec operator+(Vec left, const Vec& right);

 private:
  int x_;
  int y_;
};

Vec operator+(Vec left, const Vec& right) {
  left.x_ += right.x_;
  left.y_ += right.y_;
  return left;
}

int length(const Vec& v) { return v.dot(v); }
int length(int v) { return v < 0 ? -v : v; }
int length(long v, int extra = 4) { return static_cast<int>(v) + extra; }

}  // namespace geometry

using geometry::Vec;

struct Counted {
  int id = 5;
  Counted* peer{nullptr};
  Counted() { ++constructed; }
  explicit Counted(int i) : id(i) { ++constructed; }
  Counted(const Counted& other) : id(other.id + 100), peer(other.peer) { ++constructed; }
  Counted& operator=(const Counted& other) {
    id = other.id + 1000;
    return *this;
  }
  ~Counted() { destroyed = destroyed * 10 + id % 10; }
};

class Account {
 public:
  static int opened;
  static const int kLimit = 50;
  Account(int balance) : balance_(balance) { ++opened; }
  bool withdraw(int amount) {
    if (amount > balance_) return false;
    this->balance_ -= amount;
    history_[count_++ % 3] = amount;
    return true;
  }
  void deposit(int amount, bool twice = false) {
    balance_ += amount;
    if (twice) deposit(amount);
  }
  Account& chained(int v) {
    balance_ ^= v;
    return *this;
  }
  int limited() const { return balance_ < kLimit ? balance_ : kLimit; }

 private:
  int balance_;
  int history_[3] = {};
  unsigned count_ = 0;
};
int Account::opened = 0;

int vec_arithmetic(int a, int b) {
  Vec v(a, b);
  Vec w;
  w += v;
  Vec sum = v + w + Vec(1);
  return sum.dot(-w) + sum[0] * 3 + sum(2);
}
bool vec_equal(const Vec& a, const Vec& b) { return a == b || !a; }
void vec_poke(Vec& v, int i) { v[i] = 9; }
int vec_increment(Vec& v) {
  Vec old = v++;
  ++v;
  return old.x() * 100 + v.x();
}
Vec vec_make(int a) { return a > 2 ? Vec(a) : Vec::unit(a); }
int overloads(int v) {
  return geometry::length(v) + geometry::length(3L) + geometry::length(Vec(v, 1)) + geometry::length(2L, v);
}

int scopes(int v) {
  destroyed = 0;
  {
    Counted a(1);
    if (v > 2) return destroyed;
    Counted b(2);
  }
  for (int i = 0; i < 2; ++i) {
    Counted c(3 + i);
    if (v == 1) continue;
    if (v == 0) break;
    Counted d(7);
  }
  return destroyed;
}
int copies(int v) {
  Counted a(v & 7);
  Counted b = a;
  Counted c;
  c = b;
  Counted d(c);
  return a.id + b.id + c.id + d.id;
}
int temporaries(int v) {
  destroyed = 0;
  int id = Counted(v & 7).id + Counted(2).id;
  return id * 100 + destroyed;
}
static int helper_consume(Counted c) { return c.id; }
int by_value(Counted& c) {
  int id = helper_consume(c);
  return id + helper_consume(Counted(4));
}
Counted returned(int v) {
  Counted local(v);
  local.id++;
  return local;
}
int use_returned(int v) {
  const Counted& kept = returned(v);
  return kept.id + returned(2).id;
}
int reference_lifetime(int v) {
  destroyed = 0;
  {
    const Counted& kept = Counted(v & 3);
    destroyed += kept.id;
  }
  return destroyed;
}

struct Engine {
  Counted part{3};
  Counted spares[2];
  int power = 10;
};
struct Car {
  Engine engine;
  int wheels;
  Car(int w) : wheels(w) { engine.power += w; }
};
int members_in_order(int v) {
  destroyed = 0;
  {
    Car car(v);
    car.engine.part.id = 1;
    car.engine.spares[0].id = 2;
    car.engine.spares[1].id = 4;
  }
  return destroyed;
}
Engine copy_engine(const Engine& e) { return e; }
void assign_engine(Engine& to, const Engine& from) { to = from; }

int use_account(int v) {
  Account a(20);
  a.deposit(v, v > 0);
  a.withdraw(5);
  a.chained(3).chained(5);
  return a.limited() * 10 + Account::opened;
}
bool withdraw(Account* a, int v) { return a->withdraw(v); }

struct RefHolder {
  int& target;
  const int fixed;
  void add(int v) const { target += v + fixed; }
};
int ref_member(int v) {
  int x = v;
  RefHolder h{x, 2};
  h.add(3);
  return x;
}
void ref_member_of(RefHolder& h) { h.target = h.fixed; }
void swap_references(int& a, int& b) {
  int t = a;
  a = b;
  b = t;
}
int& pick(int& a, int& b, bool first) { return first ? a : b; }
int assign_through(int v) {
  int a = 1, b = 2;
  pick(a, b, v > 0) = v;
  int& alias = a;
  alias += 10;
  int&& temporary = v + 1;
  temporary++;
  return a * 100 + b * 10 + temporary;
}

namespace outer {
int shared = 4;
namespace {
int hidden(int v) { return v + shared; }
struct Local {
  int value;
  int twice() const { return 2 * value; }
};
}  // namespace
inline namespace v1 {
int visible(int v) { return hidden(v) * 2; }
}  // namespace v1
int local_twice(Local* l) { return l->twice() + shared; }
}  // namespace outer

// Arguments by value: the callee has an object of its own, which the caller destroys.
int texts_gone = 0;
class Text {
 public:
  explicit Text(int n) : letters_(new int[1]), length_(1) { letters_[0] = n; }
  Text(const Text& other) : letters_(other.letters_ ? new int[1] : nullptr), length_(other.length_) {
    if (letters_) letters_[0] = other.letters_[0] + 1;
  }
  Text& operator=(Text other) {
    swap(other);
    return *this;
  }
  ~Text() {
    ++texts_gone;
    delete[] letters_;
  }
  void swap(Text& other) {
    int* letters = letters_;
    letters_ = other.letters_;
    other.letters_ = letters;
    const int length = length_;
    length_ = other.length_;
    other.length_ = length;
  }
  int first() const { return letters_ ? letters_[0] : -1; }

 private:
  int* letters_;
  int length_;
};
int first_of(Text text) { return text.first(); }
int first_of_two(Text a, Text b) { return a.first() < b.first() ? 1 : texts_gone; }
Text same_text(Text text) { return text; }
void refuse_text(Text text) {
  if (text.first() > 2) throw 1;
}
int assign_text(int n) {
  texts_gone = 0;
  Text a(n & 7);
  Text b(3);
  a = b;
  a = a;
  return a.first() * 10 + texts_gone;
}
class Label {
 public:
  explicit Label(Text text) : text_(text) {}
  int first() const { return text_.first(); }

 private:
  Text text_;
};
int labelled(int n) { return Label(Text(n & 7)).first(); }
struct Hook {
  Hook* self;
  Hook() : self(this) {}
  Hook(const Hook&) : self(this) {}
};
int hooked(Hook hook) { return hook.self == &hook; }
int hooked_anew() { return hooked(Hook()); }

// Unions with a tag.
class Tagged {
 public:
  explicit Tagged(int number) : is_text(false) { held.number = number; }
  void become(const char* text) {
    is_text = true;
    held.text = text;
  }
  int value() const { return is_text ? held.text[0] : held.number; }

 private:
  bool is_text;
  union {
    int number;
    const char* text;
  } held;
};
int tagged_value(int v) {
  Tagged one(v);
  const Tagged copy = one;
  one.become("text");
  return copy.value() + one.value();
}
struct TaggedKey {
  union {
    unsigned index;
    struct {
      unsigned kind : 2;
      unsigned length : 30;
    } text;
  };
  explicit TaggedKey(unsigned i) : index(i) {}
  TaggedKey(unsigned kind, unsigned length) {
    text.kind = kind;
    text.length = length;
  }
};
unsigned tagged_key(unsigned v) {
  const TaggedKey numbered(v);
  const TaggedKey named(2, v & 15U);
  return numbered.index + named.text.length + named.text.kind;
}
