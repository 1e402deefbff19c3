// Calls that recurse along two ways: inlined to a depth of k they are 2^k calls, and few of them can be reached.
struct Tree {
  Tree* left;
  Tree* right;
  int mark;
};

int sizeDown(Tree* t, int depth) {
  if (t == nullptr) return 0;
  const int own = depth == 9 ? 0 : 1;
  return own + sizeDown(t->left, depth + 1) + sizeDown(t->right, depth + 1);
}

int size(Tree* t) { return sizeDown(t, 0); }

// What is wrong is so far down that it is seen in no call but the last.
int sizeDownBad(Tree* t, int depth) {
  if (t == nullptr) return 0;
  const int own = depth == 3 ? 0 : 1;
  return own + sizeDownBad(t->left, depth + 1) + sizeDownBad(t->right, depth + 1);
}

int sizeBad(Tree* t) { return sizeDownBad(t, 0); }

void markOdd(Tree* t);

void markEven(Tree* t) {
  if (t == nullptr) return;
  t->mark = 2;
  markOdd(t->left);
  markOdd(t->right);
}

void markOdd(Tree* t) {
  if (t == nullptr) return;
  t->mark = 1;
  markEven(t->left);
  markEven(t->right);
}

void markOddBad(Tree* t);

void markEvenBad(Tree* t) {
  if (t == nullptr) return;
  t->mark = 2;
  markOddBad(t->left);
  markOddBad(t->right);
}

void markOddBad(Tree* t) {
  if (t == nullptr) return;
  t->mark = 1;
  markEvenBad(t->left);
  markEvenBad(t->left);
}
