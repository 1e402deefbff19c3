struct Cell {
  int value;
  Cell* next;
};

int length(Cell* list) {
  int n = 0;
  for (Cell* c = list; c; c = c->next) ++n;
  return n;
}

long double mean(long double a, long double b) { return (a + b) / 2; }

int random();
int dice() { return random(); }
