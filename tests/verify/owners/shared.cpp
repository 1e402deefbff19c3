// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::shared_ptr by its model: stacks that share their tails, and who is left when an owner goes.
#include <memory>
#include <utility>
#include <vector>

struct Cell {
  int value = 0;
  std::shared_ptr<Cell> next;
};

class Stack {
 public:
  Stack() = default;
  Stack(const Stack&) = default;
  void push(int value) {
    auto cell = std::make_shared<Cell>();
    cell->value = value;
    cell->next = std::move(top);
    top = std::move(cell);
  }
  void pushBad(int value) {
    auto cell = std::make_shared<Cell>();
    cell->value = value;
    cell->next = cell;
    top = cell;
  }
  void pop() {
    if (top) top = top->next;
  }
  int popped() {
    const Cell* first = top.get();
    top = top->next;
    return first->value;
  }
  int poppedWell() {
    const std::shared_ptr<Cell> first = top;
    top = first->next;
    return first->value;
  }
  Stack rest() const {
    Stack result;
    result.top = top->next;
    return result;
  }
  void share(const Stack& other) { top = other.top; }
  void drop() { top.reset(); }
  void adopt(Cell* cell) { top.reset(cell); }
  void adoptTwice(Cell* cell) {
    std::shared_ptr<Cell> other(cell);
    top.reset(cell);
  }
  void keep(std::shared_ptr<Cell> cell) { top = std::move(cell); }
  void keepCopy(const std::shared_ptr<Cell>& cell) { top = cell; }
  void replace(std::shared_ptr<Cell>& cell) { top.swap(cell); }
  std::shared_ptr<Cell> first() const { return top; }
  std::shared_ptr<Cell> take() { return std::move(top); }
  bool isAlone() const { return top.use_count() == 1; }
  bool isEmpty() const { return top == nullptr; }
  bool hasTopOf(const Stack& other) const { return top == other.top; }
  long counted() const {
    std::shared_ptr<Cell> one(top), two = one;
    return two.use_count();
  }
  void fromUnique(int value) {
    auto cell = std::make_unique<Cell>();
    cell->value = value;
    top = std::move(cell);
  }
  void itself() {
    Stack& self = *this;
    top = self.top;
    top = std::move(self.top);
  }
  int sum() const {
    int total = 0;
    for (std::shared_ptr<Cell> cell = top; cell; cell = cell->next) total += cell->value;
    return total;
  }
  void close() {
    auto a = std::make_shared<Cell>();
    auto b = std::make_shared<Cell>();
    a->next = b;
    b->next = a;
  }
  void closeAndOpen() {
    auto a = std::make_shared<Cell>();
    auto b = std::make_shared<Cell>();
    a->next = b;
    b->next = a;
    a->next.reset();
  }

 private:
  std::shared_ptr<Cell> top;
};

// Classes that derive from each other.
struct Shape {
  virtual ~Shape() { ++*ended; }
  int* ended = nullptr;
};
struct Square : Shape {
  int side = 0;
};
struct Flat {
  int a = 0;
};
struct Bumpy : Flat {
  ~Bumpy() { ++*ended; }
  int* ended = nullptr;
};

std::shared_ptr<Shape> square(int* ended) {
  auto made = std::make_shared<Square>();
  made->ended = ended;
  return made;
}
void dropSquare(int* ended) { square(ended); }
std::shared_ptr<Flat> bumpy() { return std::make_shared<Bumpy>(); }

// Numbers, and owners in containers.
int shared(int x) {
  auto number = std::make_shared<int>(x);
  auto other = number;
  *other = *other + 1;
  return *number;
}
struct Pool {
  std::vector<std::shared_ptr<Cell>> cells;
  void add(const std::shared_ptr<Cell>& cell) { cells.push_back(cell); }
  void dropLast() { cells.pop_back(); }
  std::shared_ptr<Cell> last() const { return cells.back(); }
};
std::shared_ptr<Cell> middle(const std::shared_ptr<Cell>& cell) { return std::shared_ptr<Cell>(cell, cell->next.get()); }

int use(Stack& stack, Pool& pool) {
  const Stack copy(stack);
  return copy.sum() + static_cast<int>(pool.cells.size());
}
