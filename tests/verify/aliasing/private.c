/* A variable that no pointer leads to is changed through none. */
static int total;
static int shared;
static int cells[3];
static struct { int low; int high; } range;
int* share(void) { return &shared; }

int add(int* p) {
  total = 1;
  *p = 2;
  return total;
}
int addBad(int* p) {
  shared = 1;
  *p = 2;
  return shared;
}
int cell(int* p, unsigned i) {
  cells[i % 3] = 1;
  *p = 2;
  return cells[i % 3];
}
int member(int* p) {
  range.high = 1;
  *p = 2;
  return range.high;
}
