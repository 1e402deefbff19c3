// One function for each built-in property, each with the mistake that the property is about.
#include <cassert>

struct Item {
  int value;
  Item* next;
};

int first(Item* list) { return list->value; }

int taken(Item* item) {
  delete item;
  return item->value;
}

void drop(Item* a, Item* b) {
  delete a;
  delete b;
}

int at(int i) {
  const int powers[3] = {1, 2, 4};
  return powers[i];
}

int share(int sum, int people) { return sum / people; }

int sign(int x) {
  int result;
  if (x > 0) result = 1;
  if (x < 0) result = -1;
  return result;
}

int half(int x) {
  assert(x >= 0);
  return x / 2;
}

int next(int x) { return x + 1; }

bool store(int value, bool wanted) {
  Item* item = new Item{value, nullptr};
  if (!wanted) return false;
  delete item;
  return true;
}

void link(Item* a, Item* b) { a->next = b; }
