// new T[n] builds, delete[] destroys, and a pointer to an element can be stepped through.
struct Cell {
  static int alive;
  int value = 1;
  Cell() { ++alive; }
  ~Cell() { --alive; }
};
int Cell::alive = 0;

struct Row {
  Cell* cells;
  unsigned count;

  int at(unsigned i) const { return i < count ? cells[i].value : 0; }
  int atBad(unsigned i) const { return i <= count ? cells[i].value : 0; }
  void drop() {
    delete[] cells;
    cells = nullptr;
    count = 0;
  }
  void dropBad() {
    delete cells;
    cells = nullptr;
    count = 0;
  }
  int dropAndReadBad() {
    delete[] cells;
    return cells[0].value;
  }
};

int balanced(unsigned n) {
  const int before = Cell::alive;
  Cell* cells = new Cell[n];
  const int during = Cell::alive - before;
  delete[] cells;
  return Cell::alive == before ? during : -1;
}
int leakBad(unsigned n) {
  Cell* cells = new Cell[n];
  return cells[n - 1].value;
}

// The room behind a struct is the caller's affair: no error is claimed there.
struct Packet {
  unsigned length;
  char bytes[1];
};
int firstByte(const Packet* p) { return p->bytes[0]; }
int lastByte(const Packet* p) { return p->bytes[p->length]; }

// Constants are what the program says, in every state.
struct Limit {
  int least;
  int most;
  const char* name;
};
static const Limit kLimits[2] = {{0, 9, "digit"}, {10, 99, "pair"}};
static const Limit* const kPair = &kLimits[1];
int mostOf(unsigned i) { return i < 2 ? kLimits[i].most : 0; }
int initialOf(unsigned i) { return i < 2 ? kLimits[i].name[0] : 0; }
int leastOfPair() { return kPair->least; }
int leastOfPairBad() { return kPair->most; }
