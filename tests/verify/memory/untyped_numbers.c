// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A void* that is used as a pointer to a number leads to a number before a call, as one used as a T* leads to a T.
struct cell {
  void *data;
  int count;
};

int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int compare_well(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int set_payload(struct cell *c) {
  if (!c || !c->data) return 0;
  *(int *)c->data = 4;
  return *(int *)c->data;
}

static int value_of(int *p) { return *p; }
int pass_on(void *p) { return p ? value_of(p) : 0; }

int first_letter(void *p) {
  char *text = p;
  return text ? *text : 0;
}

struct cell *behind(void *p) {
  struct cell **cells = p;
  return cells ? *cells : 0;
}

int count_kept(struct cell *c, void *p) {
  c->count = 1;
  *(int *)p = 2;
  return c->count;
}

typedef int (*function)(void);
static int three(void) { return 3; }
int called(void *p) { return p ? ((function)p)() : 0; }
int called_own(void) {
  void *p = (void *)three;
  return ((function)p)();
}
