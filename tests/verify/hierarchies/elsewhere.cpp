// Interfaces that only other sources implement.
struct Item {
  int value;
  Item* next;
};

class Listener {
 public:
  virtual void changed(Item* item) = 0;
  virtual ~Listener() {}
};

int notify(Listener* listener, Item* item) {
  item->value = 5;
  if (listener) listener->changed(item);
  return item->value;
}

struct Source {
  virtual Item* next(int, double) const noexcept = 0;
  virtual int& counter() = 0;
};

Item* pull(Source* source) { return source ? source->next(1, 2.0) : nullptr; }
int count(Source* source, int n) {
  if (source && n > 3) return source->counter();
  return 0;
}

template <typename T>
struct Visitor {
  virtual bool visit(T* element) = 0;
};
int visited(Visitor<Item>* visitor, Item* item) {
  if (visitor && visitor->visit(item)) return 1;
  return 0;
}

// What the class itself has is what an object of another source has, too.
struct Shape {
  virtual int sides() const { return 4; }
  virtual int area() const = 0;
};
int sides(Shape* shape) { return shape ? shape->sides() : 4; }
int sidesBad(Shape* shape) { return shape ? shape->sides() : 5; }

// One with an implementation here has that one.
struct Reader {
  virtual int read() = 0;
};
struct Zero : Reader {
  int read() override { return 0; }
};
int read(Reader* reader) { return reader ? reader->read() : 0; }

// Nobody else can implement what nobody else can name.
namespace {
struct Hidden {
  virtual int get() = 0;
};
}  // namespace
int hidden(Hidden* object) { return object ? object->get() : 0; }
