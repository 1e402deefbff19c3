// Owners that see the object of another owner as one of another class.
#include <memory>

struct Shape {
  virtual ~Shape() = default;
  int id = 0;
};
struct Circle : Shape {
  int radius = 1;
};
struct Square : Shape {
  int side = 2;
};

int radius(const std::shared_ptr<Shape>& shape) {
  const std::shared_ptr<Circle> circle = std::dynamic_pointer_cast<Circle>(shape);
  return circle ? circle->radius : -1;
}
int made(bool round) {
  std::shared_ptr<Shape> shape;
  if (round)
    shape = std::make_shared<Circle>();
  else
    shape = std::make_shared<Square>();
  return radius(shape);
}
int madeBad(bool round) {
  std::shared_ptr<Shape> shape;
  if (!round)
    shape = std::make_shared<Circle>();
  else
    shape = std::make_shared<Square>();
  return radius(shape);
}
long counted() {
  std::shared_ptr<Shape> shape = std::make_shared<Circle>();
  const std::shared_ptr<Circle> circle = std::static_pointer_cast<Circle>(shape);
  return circle.use_count();
}
long countedBad() {
  std::shared_ptr<Shape> shape = std::make_shared<Circle>();
  const std::shared_ptr<Circle> circle = std::static_pointer_cast<Circle>(std::move(shape));
  return circle.use_count();
}
int outlived() {
  std::shared_ptr<Circle> circle;
  {
    const std::shared_ptr<const Shape> shape = std::make_shared<Circle>();
    circle = std::static_pointer_cast<Circle>(std::const_pointer_cast<Shape>(shape));
  }
  return circle->radius;
}
int outlivedBad() {
  Circle* circle;
  {
    const std::shared_ptr<const Shape> shape = std::make_shared<Circle>();
    circle = std::static_pointer_cast<Circle>(std::const_pointer_cast<Shape>(shape)).get();
  }
  return circle->radius;
}
