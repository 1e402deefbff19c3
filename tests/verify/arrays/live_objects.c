// Errors while a local array of structs is live: its elements are in the heap where the execution ends.
struct Node {
  int value;
  struct Node *next;
};

struct Pair {
  struct Node ends[2];
};

int added(struct Node *n) {
  struct Node own[1];
  own[0].value = 3;
  return n->value + own[0].value;
}
int addedBad(struct Node *n) {
  struct Node own[1];
  own[0].value = 3;
  return n->value + own[0].value;
}

int nestedBad(struct Node *n) {
  struct Pair own[2];
  own[1].ends[0].value = 3;
  return n->value + own[1].ends[0].value;
}

// Each iteration has an array of its own.
int repeatedBad(struct Node *n) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    struct Node own[2] = {{i, n}, {i, 0}};
    sum += own[i].next->value;
  }
  return sum;
}

int afterwardsBad(struct Node *n) {
  struct Node *last;
  {
    struct Node own[1];
    own[0].next = n;
    last = own;
  }
  return last->next == n;
}
