// Textbook procedures on singly linked lists, with a twin of each that is wrong by one token.
struct Cell {
  Cell* next;
  int val;
};

Cell* search(Cell* l, int v) {
  while (l && l->val != v) l = l->next;
  return l;
}

Cell* searchBad(Cell* l, int v) {
  while (l && l->val == v) l = l->next;
  return l;
}

// Before the first cell that is not smaller; the list is sorted.
Cell* insert(Cell* l, Cell* fresh) {
  Cell* prev = nullptr;
  Cell* at = l;
  while (at && at->val < fresh->val) {
    prev = at;
    at = at->next;
  }
  fresh->next = at;
  if (!prev) return fresh;
  prev->next = fresh;
  return l;
}

Cell* insertBad(Cell* l, Cell* fresh) {
  Cell* prev = nullptr;
  Cell* at = l;
  while (at && at->val < fresh->val) {
    prev = at;
    at = at->next;
  }
  fresh->next = prev;
  if (!prev) return fresh;
  prev->next = fresh;
  return l;
}

Cell* deleteAll(Cell* l, int v) {
  Cell* head = l;
  Cell* prev = nullptr;
  for (Cell* at = l; at; at = at->next) {
    if (at->val != v) {
      prev = at;
    } else if (prev) {
      prev->next = at->next;
    } else {
      head = at->next;
    }
  }
  return head;
}

Cell* deleteAllBad(Cell* l, int v) {
  Cell* head = l;
  Cell* prev = nullptr;
  for (Cell* at = l; at; at = at->next) {
    if (at->val == v) {
      prev = at;
    } else if (prev) {
      prev->next = at->next;
    } else {
      head = at->next;
    }
  }
  return head;
}

Cell* reverse(Cell* l) {
  Cell* done = nullptr;
  while (l) {
    Cell* next = l->next;
    l->next = done;
    done = l;
    l = next;
  }
  return done;
}

Cell* reverseBad(Cell* l) {
  Cell* done = nullptr;
  while (l) {
    Cell* next = l->next;
    l->next = done;
    done = next;
    l = next;
  }
  return done;
}

// The first cell becomes the last.
Cell* rotate(Cell* first, Cell* last) {
  if (!first || first == last) return first;
  Cell* second = first->next;
  last->next = first;
  first->next = nullptr;
  return second;
}

Cell* rotateBad(Cell* first, Cell* last) {
  if (!first || first == last) return first;
  Cell* second = first->next;
  last->next = second;
  first->next = nullptr;
  return second;
}

// The first two cells change places.
Cell* swap(Cell* l) {
  if (!l || !l->next) return l;
  Cell* second = l->next;
  l->next = second->next;
  second->next = l;
  return second;
}

Cell* swapBad(Cell* l) {
  if (!l || !l->next) return l;
  Cell* second = l->next;
  l->next = second;
  second->next = l;
  return second;
}

Cell* merge(Cell* p, Cell* q) {
  if (!p) return q;
  if (!q) return p;
  Cell* head;
  if (p->val < q->val) {
    head = p;
    p = p->next;
  } else {
    head = q;
    q = q->next;
  }
  Cell* tail = head;
  while (p && q) {
    if (p->val < q->val) {
      tail->next = p;
      p = p->next;
    } else {
      tail->next = q;
      q = q->next;
    }
    tail = tail->next;
  }
  tail->next = p ? p : q;
  return head;
}

// Nothing says that its arguments are different lists.
Cell* mergeAny(Cell* p, Cell* q) { return merge(p, q); }

Cell* mergeBad(Cell* p, Cell* q) {
  if (!p) return q;
  if (!q) return p;
  Cell* head;
  if (p->val < q->val) {
    head = p;
    p = p->next;
  } else {
    head = q;
    q = q->next;
  }
  Cell* tail = head;
  while (p && q) {
    if (p->val > q->val) {
      tail->next = p;
      p = p->next;
    } else {
      tail->next = q;
      q = q->next;
    }
    tail = tail->next;
  }
  tail->next = p ? p : q;
  return head;
}
