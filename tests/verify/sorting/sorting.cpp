// Sorting by relinking cells: insertion, bubbles, merging, and three ways to get it wrong that shape analysis was
// shown on: an element that is never looked at, an element that is lost, and equal elements swapped forever.
#include <cassert>

struct Node {
  int d;
  Node* n;
};

Node* insertSort(Node* x) {
  Node* r = x;
  Node* pr = nullptr;
  while (r) {
    Node* l = x;
    Node* rn = r->n;
    Node* pl = nullptr;
    while (l != r) {
      if (l->d > r->d) {
        pr->n = rn;
        r->n = l;
        if (!pl)
          x = r;
        else
          pl->n = r;
        r = pr;
        break;
      }
      pl = l;
      l = l->n;
    }
    pr = r;
    r = rn;
  }
  return x;
}

// The comparison starts behind the first element.
Node* insertSortIgnoresFirstBad(Node* x) {
  if (!x) return nullptr;
  Node* pr = x;
  Node* r = x->n;
  while (r) {
    Node* pl = x;
    Node* rn = r->n;
    Node* l = x->n;
    while (l != r) {
      if (l->d > r->d) {
        pr->n = rn;
        r->n = l;
        pl->n = r;
        r = pr;
        break;
      }
      pl = l;
      l = l->n;
    }
    pr = r;
    r = rn;
  }
  return x;
}

// A cell that moves is not linked behind its new predecessor: it is lost.
Node* insertSortLosesBad(Node* x) {
  Node* r = x;
  Node* pr = nullptr;
  while (r) {
    Node* l = x;
    Node* rn = r->n;
    Node* pl = nullptr;
    while (l != r) {
      if (l->d > r->d) {
        pr->n = rn;
        r->n = l;
        if (!pl)
          x = r;
        else
          pl = r;
        r = pr;
        break;
      }
      pl = l;
      l = l->n;
    }
    pr = r;
    r = rn;
  }
  return x;
}

// A list of `length` cells is sorted after as many rounds.
Node* bubbleSort(Node* x, int length) {
  int rounds = 0;
  bool change = x != nullptr;
  while (change) {
    assert(rounds++ <= length);
    Node* p = nullptr;
    change = false;
    Node* y = x;
    Node* yn = y->n;
    while (yn) {
      if (y->d > yn->d) {
        Node* t = yn->n;
        change = true;
        y->n = t;
        yn->n = y;
        if (!p)
          x = yn;
        else
          p->n = yn;
        p = yn;
        yn = t;
      } else {
        p = y;
        y = yn;
        yn = y->n;
      }
    }
  }
  return x;
}

// Equal neighbours are swapped in every round.
Node* bubbleSortForeverBad(Node* x, int length) {
  int rounds = 0;
  bool change = x != nullptr;
  while (change) {
    assert(rounds++ <= length);
    Node* p = nullptr;
    change = false;
    Node* y = x;
    Node* yn = y->n;
    while (yn) {
      if (y->d >= yn->d) {
        Node* t = yn->n;
        change = true;
        y->n = t;
        yn->n = y;
        if (!p)
          x = yn;
        else
          p->n = yn;
        p = yn;
        yn = t;
      } else {
        p = y;
        y = yn;
        yn = y->n;
      }
    }
  }
  return x;
}

// Of two sorted lists that share no cell.
Node* merge(Node* x, Node* y) {
  if (!x) return y;
  if (!y) return x;
  Node* z = x->d <= y->d ? x : y;
  Node* last = z;
  if (z == x) {
    x = x->n;
  } else {
    y = y->n;
  }
  while (x && y) {
    if (x->d <= y->d) {
      last->n = x;
      x = x->n;
    } else {
      last->n = y;
      y = y->n;
    }
    last = last->n;
  }
  last->n = x ? x : y;
  return z;
}

Node* mergeBad(Node* x, Node* y) {
  if (!x) return y;
  if (!y) return x;
  Node* z = x->d <= y->d ? x : y;
  Node* last = z;
  if (z == x) {
    x = x->n;
  } else {
    y = y->n;
  }
  while (x && y) {
    if (x->d <= y->d) {
      last->n = x;
      x = x->n;
    } else {
      last->n = y;
      y = y->n;
    }
    last = last->n;
  }
  last->n = x ? y : x;
  return z;
}

Node* reverse(Node* x) {
  Node* y = nullptr;
  while (x) {
    Node* t = y;
    y = x;
    x = x->n;
    y->n = t;
  }
  return y;
}

Node* reverseBad(Node* x) {
  Node* y = nullptr;
  while (x) {
    Node* t = y;
    y = x;
    x = x->n;
    y->n = y;
  }
  return y;
}

// `first`, `first` - 1, …
Node* create(int count, int first) {
  Node* r = nullptr;
  while (count > 0) {
    Node* node = new Node;
    node->d = first;
    node->n = r;
    r = node;
    count--;
    first--;
  }
  return r;
}

Node* createBad(int count, int first) {
  Node* r = nullptr;
  while (count > 0) {
    Node* node = new Node;
    node->d = first;
    node->n = r;
    r = node;
    count--;
    first++;
  }
  return r;
}
