// Unions with a tag, as C++ has them: with names, without, in constructors and copied.
#include <utility>

class Value {
 public:
  enum Kind { None, Number, Text, Truth };

  Value() : kind_(None) { held_.number = 0; }
  explicit Value(long number) : kind_(Number) { held_.number = number; }
  explicit Value(bool truth) : kind_(Truth) { held_.truth = truth; }
  long number() const { return kind_ == Number ? held_.number : 0; }
  bool truth() const { return kind_ == Truth && held_.truth; }
  const char* text() const { return kind_ == Text ? held_.text : nullptr; }
  long numberOfText() const { return held_.text != nullptr ? held_.number : 1; }
  void become(bool truth) {
    kind_ = Truth;
    held_.truth = truth;
  }

 private:
  union Held {
    long number;
    bool truth;
    const char* text;
  };
  Kind kind_;
  Held held_;
};

long made(long n) { return Value(n).number(); }
bool changed(long n, bool truth) {
  Value value(n);
  value.become(truth);
  return value.truth();
}
long copied(long n) {
  Value value(n);
  Value copy = value;
  value.become(true);
  return copy.number();
}
long swapped(long n) {
  Value one(n), other(true);
  std::swap(one, other);
  return other.number();
}
long punned(long n) {
  Value value(n);
  return value.numberOfText();
}

struct Key {
  union {
    unsigned index;
    struct {
      unsigned policy : 2;
      unsigned length : 30;
    } storage;
  };
  explicit Key(unsigned i) : index(i) {}
  Key(unsigned policy, unsigned length) {
    storage.policy = policy;
    storage.length = length;
  }
};
unsigned indexOf(unsigned i) { return Key(i).index; }
unsigned lengthOf(unsigned length) { return Key(1, length).storage.length; }

struct Cell {
  union {
    int count;
    float share;
  };
};
int throughReference(Cell& cell) {
  int& count = cell.count;
  cell.share = 0;
  return count;
}
