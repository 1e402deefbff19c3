// Inheritance: single and multiple, virtual calls, casts between base and derived.
int trace = 0;

class Shape {
 public:
  explicit Shape(int id) : id_(id) { trace = trace * 10 + 1; }
  virtual ~Shape() { trace = trace * 10 + 2; }
  virtual int area() const = 0;
  virtual int scale(int by) { return area() * by; }
  int id() const { return id_; }
  Shape* next = nullptr;

 protected:
  int id_;
};

class Square : public Shape {
 public:
  Square(int id, int side) : Shape(id), side_(side) { trace = trace * 10 + 3; }
  ~Square() override { trace = trace * 10 + 4; }
  int area() const override { return side_ * side_; }

 private:
  int side_;
  friend int side_of(const Shape* s);
};

class Box : public Square {
 public:
  Box(int id, int side, int height) : Square(id, side), height_(height) {}
  int area() const override { return Square::area() * 2 + height_; }
  int scale(int by) final { return Square::scale(by) + 1; }

 private:
  int height_;
};

class Circle : public Shape {
 public:
  int radius;
  Circle(int r) : Shape(-r), radius(r) {}
  int area() const override { return 3 * radius * radius; }
};

int total_area(const Shape* s) {
  int sum = 0;
  for (; s; s = s->next) sum += s->area();
  return sum;
}
int scaled(Shape& s, int by) { return s.scale(by) + s.id(); }
int exact(const Square& s) { return s.Square::area(); }
int side_of(const Shape* s) {
  const Square* square = dynamic_cast<const Square*>(s);
  return square ? square->side_ : -1;
}
Circle* as_circle(Shape* s) { return dynamic_cast<Circle*>(s); }
const Box* as_box(const Shape* s) { return dynamic_cast<const Box*>(s); }
int kind_of(Shape* s) {
  if (dynamic_cast<Box*>(s)) return 2;
  if (dynamic_cast<Square*>(s)) return 1;
  return dynamic_cast<Circle*>(s) ? 3 : 0;
}
Shape* make_shape(int kind, int v) {
  if (kind == 0) return new Square(1, v);
  if (kind > 0) return new Box(2, v, kind);
  return new Circle(v);
}
int make_and_delete(int kind, int v) {
  trace = 0;
  Shape* s = make_shape(kind, v);
  int a = s->area();
  delete s;
  return a * 10000 + trace % 10000;
}
void delete_shape(Shape* s) { delete s; }
int order_of_construction(int v) {
  trace = 0;
  {
    Box b(1, v, 2);
    trace = trace * 10 + 9;
  }
  return trace;
}
int copy_derived(const Box& b) {
  Box copied = b;
  Square sliced = b;
  return copied.area() * 3 + sliced.area();
}

struct Named {
  int name;
  int common = 1;
  int getName() const { return name; }
};
struct Priced {
  int price;
  int common = 2;
  virtual int cost() const { return price; }
  virtual ~Priced() {}
};
struct Product : Named, Priced {
  int stock;
  int common = 3;
  int cost() const override { return price * stock + name; }
  int hidden() const { return common + 10 * Named::common + 100 * Priced::common; }
};
int cost_of(const Priced* p) { return p->cost(); }
int product_cost(Product* p) { return cost_of(p) + p->getName() + p->hidden(); }
Priced* to_second_base(Product* p) { return p; }
Product* back_again(Product* p) { return static_cast<Product*>(to_second_base(p)); }
int same_object(Product* p, Priced* q) { return p == q; }
Named* to_first_base(Product* p) { return p; }
Product* dynamic_back(Priced* p) { return dynamic_cast<Product*>(p); }
void set_through_base(Priced& p, int v) { p.price = v; }

struct Base {
  int a = 1;
  Base() { init(); }
  virtual void init() { a = 2; }
  virtual ~Base() = default;
};
struct Derived : Base {
  int b = 3;
  Derived() { init(); }
  void init() override { b = 4 + a; }
};
int virtual_in_constructor() {
  Derived d;
  return d.a * 10 + d.b;
}
struct Logger {
  virtual void log(int v) = 0;
  virtual ~Logger() = default;
};
struct Sum : Logger {
  int sum = 0;
  void log(int v) override { sum += v; }
};
struct Last : Logger {
  int last = -1;
  Logger* inner = nullptr;
  void log(int v) override {
    last = v;
    if (inner) inner->log(v + 1);
  }
};
void log_twice(Logger* l, int v) {
  l->log(v);
  l->log(v * 2);
}
int interface_use(int v) {
  Sum s;
  Last l;
  l.inner = &s;
  log_twice(&l, v);
  return s.sum * 10 + l.last;
}

struct Parcel {
  int size;
  long weight;
  explicit Parcel(int s, long w = 2) : size(s), weight(w * s) {}
};
struct Tagged : Parcel {
  using Parcel::Parcel;
  int name = 6;
};
struct TaggedTwice : Tagged {
  using Tagged::Tagged;
};
long inherited_constructor(int s) {
  Tagged n(s % 100, 3);
  TaggedTwice t(s % 10);
  return n.size + n.weight + n.name + t.weight;
}

// A virtual base.
struct Device {
  int serial = 7;
  virtual ~Device() = default;
  virtual int id() { return serial; }
};
struct Source : virtual Device {
  int rate = 1;
};
struct Sink : virtual Device {
  int id() override { return serial / 2; }
};
struct Relay : Source, Sink {};
int rate_of(Source* s) { return s->rate; }
int virtual_base(int v) {
  Relay r;
  r.serial = v;
  return r.id();
}
static int built;
struct Root {
  int depth;
  explicit Root(int d = 1) : depth(d) { built = built * 10 + 1; }
  virtual ~Root() { built = built * 10 + 1; }
  virtual int level() { return depth; }
};
struct Left : virtual Root {
  Left() : Root(2) { built = built * 10 + level(); }
  ~Left() { built = built * 10 + 2; }
};
struct Right : virtual Root {
  ~Right() { built = built * 10 + level(); }
  int level() override { return 5; }
};
struct Whole : Left, Right {
  explicit Whole(int d) : Root(d) {
    if (d == 3) throw d;
  }
  ~Whole() { built = built * 10 + 4; }
};
int shared_base_order(int d) {
  built = 0;
  try {
    Whole whole(d & 3);
    built = built * 10 + whole.depth;
  } catch (int) {
    built = built * 10 + 9;
  }
  Left left;
  return built * 10 + left.depth;
}
int deleted_through_shared_base() {
  built = 0;
  Root* root = new Whole(1);
  delete root;
  return built;
}

// Pointers to members.
struct Meter {
  int low = 1;
  int high = 2;
  virtual int reading(int by) { return low * by; }
  int range() const { return high - low; }
};
struct Gauge : Meter {
  int reading(int by) override { return high * by; }
};
int member_pointer(Meter& m, bool first) {
  int Meter::*chosen = first ? &Meter::low : &Meter::high;
  m.*chosen &= 7;
  return m.low & 15;
}
int member_function_pointer(int v) {
  Gauge gauge;
  Meter meter, *used = (v & 1) != 0 ? &gauge : &meter;
  int (Meter::*read)(int) = (v & 2) != 0 ? &Meter::reading : nullptr;
  int (Meter::*range)() const = &Meter::range;
  return (read ? (used->*read)(v & 7) : 0) + (meter.*range)();
}

// Nothing here makes or deletes objects of these classes, so Clang does not define their destructors.
struct Observer {
  virtual void changed(int value) = 0;
  virtual ~Observer() = default;
};
struct Door {
  int open = 0;
  ~Door() noexcept(false) {
    if (open) throw open;
  }
};
struct House {
  virtual ~House() noexcept(false) = default;
  Door door;
  Door others[2];
};
int observed(Observer* o) { return o == nullptr ? 1 : 2; }
