// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual calls, conversions between classes, dynamic_cast, two bases.
struct Shape {
  int id;
  virtual ~Shape() {}
  virtual int area() const = 0;
};
struct Named {
  int name;
};
struct Square : Shape, Named {
  int side;
  int area() const override { return side * side; }
};
struct Unit final : Square {
  int area() const override { return Square::area() / 2 + name; }
};

int total(const Shape* a, Unit* u) { return a->area() + u->area(); }
int sideOf(Shape* s) {
  if (auto* square = dynamic_cast<Square*>(s)) return square->side;
  return static_cast<Square*>(s)->id;
}
Named* asNamed(Square* s) { return s; }
void drop(Shape* s) { delete s; }
