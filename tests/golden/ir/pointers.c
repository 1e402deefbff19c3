// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slots, addresses of fields and locals, arrays, container_of, a first member as its object, function pointers.
#include <stddef.h>
struct Link {
  struct Link* next;
};
struct Item {
  int key;
  struct Link link;
  int row[2][3];
};
struct Head {
  struct Link base;
  int length;
};

void unlink_first(struct Link** p) { *p = (*p)->next; }
void step(struct Item* i) {
  unlink_first(&i->link.next);
  int local = 3;
  int* p = &local;
  *p += i->row[1][2];
  i->key = *p;
}
struct Item* owner(struct Link* l) { return (struct Item*)((char*)l - offsetof(struct Item, link)); }
int length(struct Link* l) { return ((struct Head*)l)->length; }
long distance(int* a, int* b) { return a < b ? b - a : &a[1] - &b[1]; }
static int add(int a, int b) { return a + b; }
int apply(int (*f)(int, int), int x) { return f(x, 1); }
int use(int x) { return apply(add, x); }
