// Procedures over lists whose properties hold for every length, and some whose properties hold for short lists only.
struct Cell {
  int key;
  Cell* next;
};

Cell* reverse(Cell* list) {
  Cell* done = nullptr;
  while (list) {
    Cell* rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}

// No loop at all: no invariant is needed.
Cell* push(Cell* list, Cell* cell) {
  cell->next = list;
  return cell;
}

Cell* last(Cell* list) {
  if (!list) return nullptr;
  while (list->next) list = list->next;
  return list;
}

Cell* append(Cell* list, Cell* more) {
  if (!list) return more;
  Cell* end = list;
  while (end->next) end = end->next;
  end->next = more;
  return list;
}

Cell* find(Cell* list, Cell* like) {
  for (Cell* each = list; each; each = each->next)
    if (each->key == like->key) return each;
  return nullptr;
}

Cell* largest(Cell* list) {
  Cell* best = list;
  do {
    if (!list) break;
    if (best->key < list->key) best = list;
    list = list->next;
  } while (list);
  return best;
}

// Right for up to four cells.
Cell* reverseFewBad(Cell* list) {
  if (list && list->next && list->next->next && list->next->next->next && list->next->next->next->next) return list;
  Cell* done = nullptr;
  while (list) {
    Cell* rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}

// Loses what comes after the sixth cell.
Cell* keepSixBad(Cell* list) {
  Cell* each = list;
  for (int i = 0; i < 5 && each; ++i) each = each->next;
  if (each) each->next = nullptr;
  return list;
}

// The fifth of five or more cells is lost.
void dropFifthBad(Cell* list) {
  Cell* a = list;
  if (!a) return;
  Cell* b = a->next;
  if (!b) return;
  Cell* c = b->next;
  if (!c) return;
  Cell* d = c->next;
  if (!d) return;
  Cell* e = d->next;
  if (!e) return;
  d->next = e->next;
}

// The cell after the last is not looked at, so for lists of one cell nothing is wrong.
Cell* lastButOneBad(Cell* list) {
  Cell* before = nullptr;
  while (list && list->next) {
    before = list;
    list = list->next;
  }
  return before;
}

// What it counts is modulo 2^32: no proof that 0 means no cell.
int count(Cell* list) {
  int cells = 0;
  while (list) {
    ++cells;
    list = list->next;
  }
  return cells;
}
