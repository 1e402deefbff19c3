// Functions that call each other in a circle, and what is known of their inner calls.
#include <assert.h>
#include <stdlib.h>
struct node { struct node* next; struct node* child; int v; };
int g;

int even(int n);
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }

int ping(int n);
int pong(int n) { return ping(n); }
int ping(int n) { return n > 5 ? n : pong(n); }

// An error in the second of three.
int first(int n);
int second(int n);
int third(int n);
int first(int n) { return n <= 0 ? 0 : second(n); }
int second(int n) {
  assert(n != 100);
  return third(n);
}
int third(int n) { return first(n - 1); }

int ends(int n) {
  if (n <= 0) exit(0);
  return ends(n - 1);
}

int walk(struct node* n);
int walkAll(struct node* n) {
  for (struct node* c = n->child; c != NULL; c = c->next) walk(c);
  return 0;
}
int walk(struct node* n) { return n == NULL ? 0 : walkAll(n) | n->v; }

int next(struct node* n);
int skip(struct node* n) { return next(n->next); }
int next(struct node* n) { return n->v != 0 ? 1 : skip(n); }

// An inner call that goes on writes: what no input decides lets each call return with no inner one, too.
int writes(int x, int y) {
  if ((x ^ y) == 4) return 0;
  g = 1;
  writes(y + 1, x);
  assert(g == 1);
  g = 2;
  return 0;
}

// What is stored in a global variable does not fail.
int stores(int x) {
  if (x == 4) return 0;
  g = 1;
  return stores(x);
}

// Too many to ask for what each returns: where they fail is known.
int p1(int n);
int p2(int n);
int p3(int n);
int p4(int n);
int p5(int n);
int p1(int n) {
  assert(n != 3);
  return n <= 0 ? 0 : p2(n - 1);
}
int p2(int n) { return n <= 0 ? 0 : p3(n - 1); }
int p3(int n) { return n <= 0 ? 0 : p4(n - 1); }
int p4(int n) { return n <= 0 ? 0 : p5(n - 1); }
int p5(int n) { return n <= 0 ? 0 : p1(n - 1); }
