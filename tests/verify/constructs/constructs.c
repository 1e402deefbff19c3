// What weir does not compute: each function needs its value, or does not.
#include <stddef.h>
#include <stdint.h>

struct node {
  struct node *next;
  int value;
  volatile int flag;
  _Atomic int count;
  double weight;
};

// volatile: anybody may write to it between two reads.
int either(struct node *n) { return n->flag ? 1 : 2; }
int flagged(struct node *n) { return n->flag ? n->next->value : 0; }
int readTwice(struct node *n) { return n->flag == n->flag; }
int keptLocally(int v) {
  volatile int kept = v;
  return kept;
}

// A pointer as a number: the same for the same pointer, and 0 for null alone.
int sameNumber(struct node *n) { return (uintptr_t)n == (uintptr_t)n; }
int nullIsZero(struct node *n) { return ((uintptr_t)n == 0) == (n == NULL); }
int nullIsZeroBad(struct node *n) { return ((uintptr_t)n == 8) == (n == NULL); }
int hashed(struct node *n, struct node *const *table) { return table[(uintptr_t)n & 7] != NULL; }

// The order of pointers that lead to different objects.
int beforeItself(void *p) { return p < p; }
int oneIsFirst(void *p, void *q) { return p < q || q <= p; }
int fixedOrder(void *p, void *q) { return p < q; }

// Inline assembly.
int added(int v) {
  __asm__("addl $1, %0" : "+r"(v));
  return v;
}
int addedTwice(int v) {
  int w = v;
  __asm__("addl $1, %0" : "+r"(w));
  return v;
}
int changed(struct node *n) {
  const int before = n->value;
  __asm__ volatile("addl $1, (%0)" : : "r"(&n->value) : "memory");
  return n->value == before;
}
int cleared(struct node *n) {
  __asm__ volatile("movq $0, (%0)" : : "r"(&n->next) : "memory");
  return n->next->value;
}
int barrier(struct node *n) {
  const int before = n->value;
  __asm__ volatile("" ::: "memory");
  return n->value == before;
}

// One thread.
int counted(struct node *n) {
  const int before = n->count;
  n->count++;
  __atomic_fetch_sub(&n->value, 1, __ATOMIC_SEQ_CST);
  return n->count == (int)((unsigned)before + 1);
}
int countedBad(struct node *n) {
  const int before = n->count;
  n->count++;
  return n->count == before;
}
int swapped(struct node *n) {
  int expected = 1;
  n->value = 1;
  if (!__atomic_compare_exchange_n(&n->value, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 0;
  return __sync_val_compare_and_swap(&n->value, 4, 6) == 5 && n->value == 5;
}
int swappedBad(struct node *n) {
  n->value = 1;
  return __sync_val_compare_and_swap(&n->value, 1, 6) == 6;
}
