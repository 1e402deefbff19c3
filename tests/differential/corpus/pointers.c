/* Addresses: of fields, of locals, of elements, of members of a container, of functions. */
#include <stddef.h>

struct Link {
  struct Link *prev, *next;
};
struct Task {
  int priority;
  struct Link link;
  int runs;
  struct Link others[2];
};

#define container_of(pointer, type, member) ((type*)((char*)(pointer) - offsetof(type, member)))

void swap(int* a, int* b) {
  int t = *a;
  *a = *b;
  *b = t;
}
void swap_pointers(struct Task** a, struct Task** b) {
  struct Task* t = *a;
  *a = *b;
  *b = t;
}
int sum_array(const int* a, unsigned n) {
  int sum = 0;
  for (unsigned i = 0; i < n % 4; i++) sum += a[i];
  return sum;
}
int walk_array(const int* a, unsigned n) {
  int sum = 0;
  for (const int* p = a; p != a + n % 3; ++p) sum = sum * 2 + *p;
  return sum;
}
int pointer_difference(int* a) {
  int* p = a;
  ++p;
  p -= 1;
  return (int)(p - a) + (p == a) + 2 * (p <= a) + 4 * (p < a);
}
int end_of_one(int v) {
  int x = v % 100;
  const int* end = &x + 1;
  int sum = 0;
  for (const int* p = &x; p != end; ++p) sum += *p;
  return sum + (int)(end - &x) + 2 * (&x < end);
}
int address_of_local(int v) {
  int x = v;
  int* p = &x;
  int** q = &p;
  **q += 2;
  *p *= 3;
  return x;
}
int out_parameters(int v, int* half, int* rest) {
  *half = v / 2;
  if (rest) *rest = v % 2;
  return *half;
}
int caller_of_out(int v) {
  int h, r;
  out_parameters(v, &h, &r);
  return 10 * h + r;
}
int* larger(int* a, int* b) { return *a > *b ? a : b; }
int* field_address(struct Task* t) { return &t->runs; }
void bump(struct Task* t) {
  int* p = field_address(t);
  ++*p;
  (*p)++;
}
int array_of_locals(int v) {
  int a[4] = {1, 2};
  int* p = a + 1;
  p[1] = v;
  *(p + 2) = a[0];
  return a[0] + a[1] * 10 + a[2] * 100 + a[3] * 1000;
}

void link_after(struct Link* at, struct Link* fresh) {
  fresh->next = at->next;
  fresh->prev = at;
  if (at->next) at->next->prev = fresh;
  at->next = fresh;
}
struct Task* helper_task_of(struct Link* l) { return container_of(l, struct Task, link); }
int priority_of(struct Task* t) { return helper_task_of(&t->link)->priority; }
void unlink_task(struct Task* t) {
  t->link.prev->next = t->link.next;
  t->link.next->prev = t->link.prev;
  t->link.next = t->link.prev = &t->link;
}
struct Link* link_of(struct Task* t, int i) { return i ? &t->others[i & 1] : &t->link; }
int same_link(struct Task* a, struct Task* b) { return &a->link == &b->link; }
int is_no_task(struct Link* l) {
  if (l == NULL) return 2;
  struct Task* t = helper_task_of(l);
  return t == NULL;
}
struct Task* from_runs(struct Task* t) { return container_of(&t->runs, struct Task, runs); }

typedef int (*Operation)(int, int);
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int times(int a, int b) { return a * b; }
struct Machine {
  Operation operation;
  int total;
};
Operation choose(int kind) { return kind == 0 ? plus : kind > 0 ? &minus : times; }
int apply(int kind, int a, int b) { return choose(kind)(a, b); }
int apply_twice(Operation f, int v) { return (*f)(f(v, 2), 3); }
void step(struct Machine* m, int v) {
  if (m->operation) m->total = m->operation(m->total, v);
}
int run_machine(struct Machine* m) { return m->operation(m->total, 1); }
void reprogram(struct Machine* m) { m->operation = m->operation == plus ? minus : plus; }
int table_call(unsigned i, int v) {
  static Operation const table[3] = {plus, minus, times};
  return table[i % 3](v, 7);
}

void* opaque(struct Task* t) { return t; }
int through_void(struct Task* t) { return ((struct Task*)opaque(t))->priority; }
int helper_visit(struct Task* t, void (*action)(struct Task*, void*), void* data) {
  action(t, data);
  return t->runs;
}
static void helper_add_priority(struct Task* t, void* data) { *(int*)data += t->priority; }
int call_back(struct Task* t) {
  int sum = 5;
  helper_add_priority(t, &sum);
  helper_visit(t, helper_add_priority, &sum);
  return sum;
}

/* A constant address marks what is in no list: it can be compared, and nothing is there. */
struct Member {
  struct Member* next;
  int value;
};
#define NOT_IN_LIST ((struct Member*)-1)
int is_in_list(const struct Member* m) { return m->next != NOT_IN_LIST; }
void leave_list(struct Member* m) { m->next = NOT_IN_LIST; }
struct Member* next_in_list(struct Member* m) { return m->next == NOT_IN_LIST ? NULL : m->next; }
int next_value(struct Member* m) { return m->next != NULL ? m->next->value : 0; }
struct Member* mark(int which) { return which > 0 ? NOT_IN_LIST : NULL; }
void write_next(struct Member* m) {
  if (m->next) m->next->value = 4;
}
