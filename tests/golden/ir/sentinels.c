// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant addresses that mark a state: they are compared, never followed.
struct Item {
  struct Item* next;
  void* key;
};
#define NOT_IN_LIST ((struct Item*)-1)
#define FREED ((void*)-2)

void init(struct Item* item) {
  item->next = NOT_IN_LIST;
  item->key = FREED;
}
int linked(const struct Item* item) { return item->next != NOT_IN_LIST && item->key != FREED; }
