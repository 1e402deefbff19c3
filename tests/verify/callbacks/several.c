// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One of several callbacks is handed on; the others are only named elsewhere.
struct node {
  struct node* next;
  int value;
};
struct range {
  int least, greatest;
};
typedef int (*visitor)(void* context, int value);

int walk(struct node* n, visitor visit, void* context) {
  for (; n; n = n->next)
    if (visit(context, n->value)) return 1;
  return 0;
}

static int count(void* context, int value) {
  *(int*)context += 1;
  return 0;
}
static int widen(void* context, int value) {
  struct range* r = context;
  if (value < r->least) r->least = value;
  if (value > r->greatest) r->greatest = value;
  return 0;
}
static int find(void* context, int value) { return *(int*)context == value; }

int length(struct node* n) {
  int result = 0;
  walk(n, count, &result);
  return result;
}
int least(struct node* n) {
  struct range r = {1000, -1000};
  walk(n, widen, &r);
  return r.least;
}
int least_bad(struct node* n) {
  struct range r = {1000, -1000};
  walk(n, widen, &r);
  return r.greatest;
}
int has(struct node* n, int value) { return walk(n, find, &value); }
int has_bad(struct node* n, int value) { return walk(n, count, &value); }
