// Small functions of which everything is known: nothing is left in `may`.
#include <stddef.h>
struct node { struct node* next; int v; };

int clamped(int x) {
  if (x > 100) x = 100;
  if (x < -100) x = -100;
  return x * x;
}
int square(int x) { return x * x; }
long long wide(int a, int b) { return (long long)a * b; }
int narrow(short a, short b) { return a * b; }
int lastDigit(int x) {
  int t[10] = {0};
  return t[x % 10];
}
int bit(int n) { return 1 << n; }

static int ratio(int x) { return 10 / x; }
static int apply(int (*f)(int), int x) { return f(x); }
int applied(int x) { return apply(ratio, x); }

// What a round leaves is read behind the loop alone.
int last(struct node* l) {
  struct node* p = NULL;
  while (l != NULL && l->v < 5) {
    p = l;
    l = l->next;
  }
  return p->v;
}
int found(int n) {
  int seen = 0, v = 0;
  int* p = NULL;
  for (int i = 0; i < n; i++) {
    if (i == 3) {
      seen = 1;
      p = &v;
    }
  }
  return seen ? *p : 0;
}
int empty(const char* s) {
  int n = 0;
  while (*s) {
    s++;
    n = 1;
  }
  return n;
}
