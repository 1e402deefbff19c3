#include "queue.c"

#define NODE struct item
#define FIRST next
#include "any_heap.h"

static struct item *any_items(void) {
  make_nodes();
  for (int i = 0; i < K; ++i) node[i]->value = any_number();
  return any_list();
}

static set items(void) { return (1u << size) - 1; }

static _Bool is_tail_queue(struct tail_queue *queue) {
  set nodes = reach(queue->first);
  if (!is_acyclic(nodes)) return 0;
  if (queue->first == NULL) return queue->end == &queue->first;
  for (int i = 0; i < K; ++i)
    if (in(i, nodes) && node[i]->next == NULL && queue->end != &node[i]->next) return 0;
  return 1;
}

void enqueue_added(void) {
  struct tail_queue queue;
  queue.first = any_items();
  queue.end = size == 0 ? &queue.first : &node[size - 1]->next;
  struct item *one = any_other_node();
  set before = items();
  enqueue(&queue, one);
  look();
  __CPROVER_assert(is_tail_queue(&queue) && reach(queue.first) == (before | only(one)), "added");
}

static _Bool is_queue(struct queue *queue) {
  set nodes = reach(queue->head);
  if (!is_acyclic(nodes)) return 0;
  if (queue->head == NULL) return queue->tail == NULL;
  for (int i = 0; i < K; ++i)
    if (in(i, nodes) && node[i]->next == NULL && queue->tail != node[i]) return 0;
  return 1;
}

void append_added(void) {
  struct queue queue;
  queue.head = any_items();
  queue.tail = size == 0 ? NULL : node[size - 1];
  struct item *one = any_other_node();
  set before = items();
  append(&queue, one);
  look();
  __CPROVER_assert(is_queue(&queue) && reach(queue.head) == (before | only(one)), "added");
}

void remove_value_removed(void) {
  struct item *head = any_items();
  int value = any_number();
  set expected = items();
  for (int i = 0; i < K; ++i)
    if (node[i]->value == value) expected &= ~(1u << i);
  remove_value(&head, value);
  look();
  __CPROVER_assert(reach(head) == expected, "removed");
}
