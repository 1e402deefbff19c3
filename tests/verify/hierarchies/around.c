/* container_of of pointers that lead to something else: the address may be formed, and must not be used. */
#define container_of(pointer, type, member) ((type*)((char*)(pointer) - __builtin_offsetof(type, member)))

struct list {
  struct list* next;
};
struct pair {
  int hash;
  struct list link;
  int value;
};
struct table {
  int count;
  struct list head;
};
struct base {
  int kind;
};
struct tagged {
  struct list link;
  struct base base;
};
struct number {
  struct base base;
  int value;
};
struct text {
  struct base base;
  char* text;
};

int value_of(struct list* list) {
  if (list == 0) return 0;
  return container_of(list, struct pair, link)->value;
}
int value_of_pair(struct pair* pair) {
  struct list* list = &pair->link;
  return container_of(list, struct pair, link)->value;
}
int first(struct table* table) {
  struct list* list = table->head.next;
  if (list == 0) return 0;
  struct pair* pair = container_of(list, struct pair, link);
  if (list == &table->head) return pair != 0;
  return 1;
}
int firstBad(struct table* table) {
  struct list* list = table->head.next;
  if (list == 0) return 0;
  struct pair* pair = container_of(list, struct pair, link);
  if (list == &table->head) return pair->value;
  return 1;
}
int number_or(struct base* base, int other) {
  if (base == 0 || base->kind != 1) return other;
  return ((struct number*)base)->value;
}
int number_orBad(struct base* base, int other) {
  if (base != 0 && base->kind != 1) return other;
  return ((struct number*)base)->value;
}
int number_of(struct number* number) {
  struct base* base = &number->base;
  return ((struct number*)base)->value;
}
int kind_of(struct text* text) { return text->base.kind; }
static int kind_in(struct base* base) { return base->kind; }
int kind_around(struct list* list) {
  if (list == 0) return 0;
  struct tagged* tagged = container_of(list, struct tagged, link);
  return kind_in(&tagged->base);
}
int kind_aroundBad(struct list* list) {
  if (list != 0) return 0;
  struct tagged* tagged = container_of(&list->next, struct tagged, link.next);
  return list->next == 0 ? 1 : kind_in(&tagged->base);
}
static struct pair* pair_of(struct list* list) { return container_of(list, struct pair, link); }
int is_link_of(struct list* list, struct list* other) {
  if (list == 0 || pair_of(list) == 0) return 0;
  return &pair_of(list)->link == other;
}
int are_same(struct list* one, struct list* two) {
  if (one == 0 || two == 0 || one == two) return 0;
  return container_of(one, struct pair, link) == container_of(two, struct pair, link);
}
int is_back(struct list* list) {
  if (list == 0) return 0;
  struct pair* pair = container_of(list, struct pair, link);
  return &pair->link == list;
}
