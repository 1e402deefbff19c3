// What is reported where allocations may fail: each line with a comment, and no other.
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int v;
};
struct pair {
  struct node *a;
  struct node *b;
};

struct node *made(int v) {
  struct node *n = malloc(sizeof *n);
  n->v = v;  // report
  return n;
}
struct node *madeChecked(int v) {
  struct node *n = calloc(1, sizeof *n);
  if (n == NULL) return NULL;
  n->v = v;
  return n;
}
int usesResult(void) {
  struct node *n = madeChecked(1);
  int r = n->v;  // report
  free(n);
  return r;
}
int usesResultChecked(void) {
  struct node *n = madeChecked(1);
  int r = n ? n->v : 0;
  free(n);
  return r;
}

static void *allocated(size_t size) { return malloc(size); }
int byWrapper(void) {
  struct node *n = allocated(sizeof *n);
  n->v = 1;  // report
  free(n);
  return 0;
}
static void *orDie(size_t size) {
  void *p = malloc(size);
  if (p == NULL) abort();
  return p;
}
int byWrapperThatEnds(void) {
  struct node *n = orDie(sizeof *n);
  n->v = 1;
  free(n);
  return 0;
}

int grown(int *p, int n) {
  if (n < 1 || n > 100) return 0;
  p = realloc(p, n * sizeof(int));
  p[0] = 1;  // report
  return p[0];
}
int *grownChecked(int *p, int n) {
  if (n < 1 || n > 100) return p;
  int *q = realloc(p, n * sizeof(int));
  if (q == NULL) return p;
  q[0] = 1;
  return q;
}
char copied(const char *s) {
  char *r = strdup(s);
  return r[0];  // report
}
char copiedChecked(const char *s) {
  char *r = strdup(s);
  if (r == NULL) return 0;
  return r[0];
}

int oneOfTwo(struct pair *p) {
  p->a = malloc(sizeof *p->a);
  p->b = malloc(sizeof *p->b);
  if (!p->a) return -1;
  p->a->v = 1;
  p->b->v = 1;  // report
  return 0;
}
int both(struct pair *p) {
  p->a = malloc(sizeof *p->a);
  p->b = malloc(sizeof *p->b);
  if (!p->a || !p->b) return -1;
  p->a->v = 1;
  p->b->v = 1;
  return 0;
}
int byStatus(struct pair *p) {
  int error = 0;
  p->a = malloc(sizeof *p->a);
  if (!p->a) error = -1;
  if (!error) p->a->v = 2;
  return error;
}

static void set(struct node *n) { n->v = 3; }
int inCallee(void) {
  struct node *n = malloc(sizeof *n);
  set(n);  // report
  free(n);
  return 0;
}
