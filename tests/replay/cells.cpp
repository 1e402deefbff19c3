// The program that the tests of tools/replay run natively.
#include <cassert>
#include <cstdlib>

int elsewhere(int v);  // defined in no file of the test

class Cell {
 public:
  int valueOf() const { return value; }
  Cell* push(int v);
  void drop();
  int sum() const;
  [[noreturn]] void raise() const { throw *this; }
  int divide(int by) const { return value / by; }
  void check() const { assert(value > 0); }
  void spin() const { for (volatile bool more = true; more;) {} }
  void stop() const { std::abort(); }
  int outside(int v) const { return v > 0 ? elsewhere(v) : v; }
  static int twice(int v) { return 2 * v; }

 private:
  int value;
  Cell* next;
};

Cell* Cell::push(int v) {
  Cell* cell = new Cell;
  cell->value = v;
  cell->next = this;
  return cell;
}

void Cell::drop() {
  Cell* gone = next;
  next = gone->next;
  delete gone;
}

int Cell::sum() const {
  int total = 0;
  for (const Cell* cell = this; cell != nullptr; cell = cell->next) total += cell->value;
  return total;
}
