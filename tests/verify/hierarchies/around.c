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
int are_same(struct list* one, struct list* two) {
  if (one == 0 || two == 0 || one == two) return 0;
  return container_of(one, struct pair, link) == container_of(two, struct pair, link);
}
int is_back(struct list* list) {
  if (list == 0) return 0;
  struct pair* pair = container_of(list, struct pair, link);
  return &pair->link == list;
}
