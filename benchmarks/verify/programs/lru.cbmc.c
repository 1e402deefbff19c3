#include "lru.c"

#define NODE struct entry
#define FIRST next
#include "any_heap.h"

static _Bool is_ring(struct entry *ring) {
  set nodes = reach(ring);
  for (int i = 0; i < K; ++i)
    if (in(i, nodes)) {
      if (node[i]->next == NULL || node[i]->prev == NULL) return 0;
      if (node[i]->next->prev != node[i] || node[i]->prev->next != node[i]) return 0;
    }
  return 1;
}

void move_to_front_first(void) {
  make_nodes();
  ASSUME(size > 0);
  any_list();
  for (int i = 0; i < K; ++i)
    if (i + 1 == size) node[i]->next = node[0];
  for (int i = 0; i < K; ++i) node[i]->prev = i > 0 ? node[i - 1] : node[size - 1];
  unsigned i = any_index();
  ASSUME(i > 0 && i < size);
  struct entry *ring = node[0], *one = node[i];
  set before = size == 32 ? ~0u : (1u << size) - 1;
  move_to_front(ring, one);
  look();
  __CPROVER_assert(is_ring(ring) && reach(ring) == before && ring->next == one, "first");
}
