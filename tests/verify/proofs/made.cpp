// Lists that loops make, and loops that know what a flag says.
struct Node {
  int d;
  Node* n;
};

Node* create(int count) {
  Node* r = nullptr;
  while (count > 0) {
    Node* node = new Node;
    node->n = r;
    r = node;
    count--;
  }
  return r;
}

// Its first cell is forgotten where six are made.
Node* createSixBad(int count) {
  Node* r = nullptr;
  while (count > 0) {
    Node* node = new Node;
    node->n = r;
    r = node;
    if (count == 1 && r->n && r->n->n && r->n->n->n && r->n->n->n->n && r->n->n->n->n->n) r = r->n;
    count--;
  }
  return r;
}

// With the numbers of `x`, in their order.
Node* copy(Node* x) {
  Node* first = nullptr;
  Node* last = nullptr;
  while (x) {
    Node* node = new Node;
    node->d = x->d;
    node->n = nullptr;
    if (last)
      last->n = node;
    else
      first = node;
    last = node;
    x = x->n;
  }
  return first;
}

// From the fifth on in the other order.
Node* copyFewBad(Node* x) {
  Node* first = nullptr;
  Node* last = nullptr;
  while (x) {
    Node* node = new Node;
    node->d = x->d;
    node->n = nullptr;
    if (first && first->n && first->n->n && first->n->n->n) {
      node->n = first;
      first = node;
    } else if (last) {
      last->n = node;
      last = node;
    } else {
      first = last = node;
    }
    x = x->n;
  }
  return first;
}

bool isSorted(Node* x) {
  bool so_far = true;
  while (so_far && x && x->n) {
    if (x->d > x->n->d) so_far = false;
    x = x->n;
  }
  return so_far;
}

// The first five are looked at.
bool isSortedFewBad(Node* x) {
  if (!x || !x->n || !x->n->n || !x->n->n->n || !x->n->n->n->n) return isSorted(x);
  Node* rest = x->n->n->n->n->n;
  x->n->n->n->n->n = nullptr;
  bool result = isSorted(x);
  x->n->n->n->n->n = rest;
  return result;
}
