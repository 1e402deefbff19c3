// Pointers to members: which one is meant is known where the code made them.
struct Point {
  int x = 1;
  int y = 2;
  virtual int weight(int by) { return by; }
  int sum() const { return x + y; }
  int twice() const { return 2 * x; }
};
struct Heavy : Point {
  int z = 3;
  int weight(int by) override { return 10 * by; }
};

int chosen(Point& p, bool first) {
  int Point::*m = first ? &Point::x : &Point::y;
  p.*m = 5;
  return p.x;
}
int chosenBad(Point& p, bool first) {
  int Point::*m = first ? &Point::x : &Point::y;
  p.*m = 5;
  return p.x;
}
int called(const Point& p, bool sums) {
  int (Point::*m)() const = sums ? &Point::sum : &Point::twice;
  return (p.*m)();
}
int calledBad(const Point& p, bool sums) {
  int (Point::*m)() const = sums ? &Point::sum : &Point::twice;
  return (p.*m)();
}
int overridden() {
  Heavy h;
  Point* p = &h;
  int (Point::*m)(int) = &Point::weight;
  return (p->*m)(2);
}
int overriddenBad() {
  Heavy h;
  Point* p = &h;
  int (Point::*m)(int) = &Point::weight;
  return (p->*m)(2);
}
int ofDerived() {
  Heavy h;
  int Heavy::*m = &Point::y;
  h.*m += h.*static_cast<int Point::*>(&Heavy::z);
  return h.y;
}
int ofDerivedBad() {
  Heavy h;
  int Heavy::*m = &Point::y;
  h.*m += h.*static_cast<int Point::*>(&Heavy::z);
  return h.y;
}
bool isNull(bool set) {
  int Point::*m = nullptr;
  if (set) m = &Point::x;
  return !m;
}
bool isNullBad(bool set) {
  int Point::*m = nullptr;
  if (set) m = &Point::x;
  return !m;
}
// What the caller brings may be any member.
struct Pair {
  int first, second;
};
int given(const Pair& p, int Pair::*m) { return m == &Pair::first ? p.first : p.*m; }
