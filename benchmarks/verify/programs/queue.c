// Two queues: one knows where the next item is to be put, as those of BSD do, the other one its last item.
#include <stddef.h>

struct item {
  struct item *next;
  int value;
};

struct tail_queue {
  struct item *first;
  struct item **end;
};

void enqueue(struct tail_queue *queue, struct item *item) {
  item->next = NULL;
  *queue->end = item;
  queue->end = &item->next;
}

struct queue {
  struct item *head, *tail;
};

void append(struct queue *queue, struct item *item) {
  item->next = NULL;
  if (queue->tail == NULL)
    queue->head = item;
  else
    queue->tail->next = item;
  queue->tail = item;
}

// Through the place that leads to the item.
void remove_value(struct item **head, int value) {
  while (*head != NULL) {
    if ((*head)->value == value)
      *head = (*head)->next;
    else
      head = &(*head)->next;
  }
}
