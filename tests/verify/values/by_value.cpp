// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is passed by value is an object of the callee's own: there always, nobody else's, destroyed at the end.
struct Point {
  int x;
  int y;
};

int larger(Point p) { return p.x > p.y ? p.x : p.y; }
bool isApart(Point p, Point* q) { return &p != q; }
void move(Point p, Point* q) { p.x = q->x; }
void moveBad(Point& p, Point* q) { p.x = q->y; }

class Text {
 public:
  Text(const Text& other);
  ~Text() { delete letter_; }
  Text& operator=(Text other) {
    int* letter = letter_;
    letter_ = other.letter_;
    other.letter_ = letter;
    return *this;
  }
  static void drop(Text other) {
    delete other.letter_;
    other.letter_ = nullptr;
  }
  static int* dropBad(Text other) {
    delete other.letter_;
    return other.letter_;
  }

  int* letter_;
};

struct Hook {
  Hook* self;
  Hook() : self(this) {}
  Hook(const Hook&) : self(this) {}
};
bool isAnywhere(Hook hook) { return hook.self == &hook || hook.self != &hook; }
bool isAnywhereBad(Hook hook) { return hook.self == nullptr || hook.self != &hook; }
