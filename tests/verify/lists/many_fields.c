// A cursor that is a pointer to a pointer, in a program with many fields it may point to: each is one more way in the
// bound of the loop.
#include <stdlib.h>

typedef struct Cell {
  void* data;
  struct Cell* next;
} Cell;

struct Registry {
  Cell *a, *b, *c, *d, *e, *f, *g, *h, *i, *j, *k, *l, *m, *n, *o, *p, *q, *r, *s, *t, *u, *v, *w, *x, *y, *z;
};

static Cell* unlink_cell(Cell* list, Cell* cell) {
  Cell** from = &list;
  while (*from) {
    Cell* here = *from;
    if (here == cell) {
      *from = here->next;
      here->next = NULL;
      break;
    }
    from = &here->next;
  }
  return list;
}

Cell* drop(Cell* list, Cell* cell) {
  list = unlink_cell(list, cell);
  free(cell);
  return list;
}

static Cell* unlink_rest(Cell* list, Cell* cell) {
  Cell** from = &list;
  while (*from) {
    Cell* here = *from;
    if (here == cell) {
      *from = NULL;
      here->next = NULL;
      break;
    }
    from = &here->next;
  }
  return list;
}

Cell* dropWrong(Cell* list, Cell* cell) {
  list = unlink_rest(list, cell);
  free(cell);
  return list;
}
