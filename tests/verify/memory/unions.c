// Unions of which several members are in use.
#include <stdlib.h>
#include <string.h>

struct Value {
  int tag;
  union {
    int number;
    char *text;
    struct {
      int *items;
      int count;
    } list;
  } as;
};

int numberOf(struct Value *v) { return v->tag == 0 ? v->as.number : 0; }
int countOf(struct Value *v) { return v->tag == 2 && v->as.list.items ? v->as.list.count : 0; }
int setNumber(struct Value *v, int number) {
  v->tag = 0;
  v->as.number = number;
  return v->as.number;
}
// What does not share its bytes stays.
int countStays(struct Value *v) {
  v->as.list.count = 3;
  v->as.number = 4;
  return v->as.list.count;
}
// What does is not known.
int textOfNumber(struct Value *v) {
  v->as.number = 4;
  return v->as.text == 0;
}
// The bytes of a pointer as a number.
int alignedAs(struct Value *v, char *text) {
  v->as.text = text;
  return (v->as.number & 3) <= 3;
}
int alignedAsBad(struct Value *v, char *text) {
  v->as.text = text;
  return (v->as.number & 3) <= 2;
}
int bothAtEntry(struct Value *v) { return v->as.number == 0 && v->as.text == 0; }
int throughAnother(struct Value *v, struct Value *w) {
  v->as.number = 1;
  w->as.text = 0;
  return v->as.number;
}
// An int* of the caller's may point there.
int throughPointer(struct Value *v, int *p) {
  v->as.text = 0;
  *p = 1;
  return v->as.text == 0;
}

int cleared(void) {
  struct Value v;
  memset(&v, 0, sizeof v);
  return v.as.number == 0 && v.as.text == 0 && v.as.list.items == 0;
}
int copied(int number) {
  struct Value v = {0, {number}};
  struct Value w = v;
  w.as.number++;
  return v.as.number;
}
int copiedAtEntry(struct Value *v) {
  struct Value w = *v;
  return w.as.number;
}
void keepsText(void) {
  struct Value *v = malloc(sizeof *v);
  v->as.text = malloc(2);
  v->as.list.count = 1;
  free(v->as.text);
  free(v);
}
void losesText(void) {
  struct Value *v = malloc(sizeof *v);
  v->as.text = malloc(2);
  v->as.number = 1;
  free(v);
}

struct Node {
  int kind;
  union {
    int leaf;
    struct Node *only;
    struct {
      struct Node *left, *right;
    };
  };
};
int sum(struct Node *n) {
  if (!n) return 0;
  if (n->kind == 0) return n->leaf;
  return n->kind == 1 ? sum(n->only) : sum(n->left) + sum(n->right);
}
void drop(struct Node *n) {
  if (!n) return;
  if (n->kind == 1) drop(n->only);
  if (n->kind == 2) {
    drop(n->left);
    drop(n->right);
  }
  free(n);
}

// The address of a member is taken: only the first that is used is read.
union Number {
  int whole;
  short half;
};
void fill(int *p) { *p = 1; }
int filled(union Number *n) {
  fill(&n->whole);
  return n->half;
}

struct beside {
  int value;
};

// Changes nothing that has a union in it.
void set_beside(struct beside *b) { b->value = 1; }
