/* An address that the source makes up marks what is in no list. Nothing is there. */
struct item {
  struct item *next;
  struct item *prev;
  int value;
};
#define NOT_IN_LIST ((struct item *)-1)

struct list {
  struct item *first;
  unsigned count;
};

void push(struct list *l, struct item *i) {
  i->prev = 0;
  i->next = l->first;
  if (l->first) l->first->prev = i;
  l->first = i;
  l->count++;
}
void erase(struct list *l, struct item *i) {
  if (i->prev)
    i->prev->next = i->next;
  else
    l->first = i->next;
  if (i->next) i->next->prev = i->prev;
  i->prev = i->next = NOT_IN_LIST;
  l->count--;
}
void erase_uncounted_bad(struct list *l, struct item *i) {
  if (i->prev)
    i->prev->next = i->next;
  else
    l->first = i->next;
  if (i->next) i->next->prev = i->prev;
  i->prev = i->next = NOT_IN_LIST;
}
int is_in_list(const struct item *i) { return i->next != NOT_IN_LIST; }
int next_value(const struct item *i) { return i->next != 0 && i->next != NOT_IN_LIST ? i->next->value : 0; }
int next_value_bad(const struct item *i) { return i->next != 0 ? i->next->value : 0; }
