// The procedure that relational checking of code was first shown on: it removes the first cell with a value, unless
// that is the first cell of all.
struct Cell {
  Cell* next;
  int val;
};

void removeValue(Cell* l, int v) {
  Cell* prev = nullptr;
  while (l != nullptr) {
    if (l->val == v) {
      prev->next = l->next;
      return;
    }
    prev = l;
    l = l->next;
  }
}

// As the original runs where a null dereference does nothing.
void removeGuarded(Cell* l, int v) {
  Cell* prev = nullptr;
  while (l != nullptr) {
    if (l->val == v) {
      if (prev) prev->next = l->next;
      return;
    }
    prev = l;
    l = l->next;
  }
}

// The value is not in the first cell.
void removeLater(Cell* l, int v) { removeGuarded(l, v); }

// ... and there are no duplicates.
void removeUnique(Cell* l, int v) { removeGuarded(l, v); }

// ... and no cycles.
void removeAcyclic(Cell* l, int v) { removeGuarded(l, v); }
