// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of a union with one type at one place are one place with two names. Of the others one is there: to read
// another as a number gives any number, and the same one again.
struct node {
  int depth;
  union {
    unsigned short freq;
    unsigned short code;
  } fc;
  union {
    struct node *up;
    struct node *left;
    long key;
  } link;
};

int recode(struct node *n) {
  n->fc.freq = 5;
  return n->fc.code;
}
int recodeBad(struct node *n) {
  n->fc.freq = 6;
  return n->fc.code;
}

int sameBefore(struct node *n) { return n->fc.freq == n->fc.code; }
int sameBeforeBad(struct node *n) { return n->fc.freq != n->fc.code; }

struct node *follow(struct node *n) {
  if (n->link.up == 0) return n;
  return n->link.left;
}
struct node *followBad(struct node *n) {
  if (n->link.up != 0) return n;
  return n->link.left;
}

int sameKey(struct node *n) {
  struct node *up = n->link.up;
  long key = n->link.key;
  return key == n->link.key && up == n->link.left;
}
int oneKey(struct node *n) {
  struct node *up = n->link.up;
  return up != 0 && n->link.key == 1;
}
