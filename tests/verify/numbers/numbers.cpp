// Numbers that are only compared can be told apart with few values, numbers that are computed with cannot: these need
// their values to be what they are.
struct Cell {
  int val;
  Cell* next;
};

// As many different values as there are cells, and one more.
bool isThere(Cell* l, int v) {
  for (; l; l = l->next)
    if (l->val == v) return true;
  return false;
}

bool isThereBad(Cell* l, int v) {
  for (; l; l = l->next)
    if (l->val <= v) return true;
  return false;
}

// Between two constants there is room for so many values and no more.
bool increases(Cell* l) {
  for (; l && l->next; l = l->next)
    if (l->val >= l->next->val) return false;
  return true;
}

bool increasesBad(Cell* l) { return increases(l); }

bool isLarge(int x) { return x > 1000000; }

bool isLargeBad(int x) { return x > 1000000; }

// Only values that do not fit a byte are changed by it.
bool survives(int x) { return static_cast<signed char>(x) == x; }

bool survivesBad(int x) { return static_cast<signed char>(x) == x; }

// A byte fits an int.
bool isWidened(signed char c, int x) { return c == x; }

bool isWidenedBad(signed char c, int x) { return c == x; }

// Only the greatest of all values has none above it.
bool hasGreater(int x) { return x != 2147483647 && x + 1 > x; }

bool hasGreaterBad(int x) { return x + 1 != -2147483647 - 1; }

unsigned largest(unsigned a, unsigned b) { return a < b ? b : a; }

unsigned largestBad(unsigned a, unsigned b) { return a < b ? a : b; }

// What was never written is no value.
Cell* fresh() {
  Cell* c = new Cell;
  c->next = nullptr;
  return c;
}

Cell* freshBad() {
  Cell* c = new Cell;
  c->val = 7;
  c->next = nullptr;
  return c;
}
