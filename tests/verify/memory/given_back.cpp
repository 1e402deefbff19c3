// Memory goes back to where it came from.
#include <cstdlib>
#include <new>

struct Item {
  int v;
};
struct Longer : Item {
  int w[4];
};
void byNew() {
  Item* item = new Item{1};
  delete item;
}
void byNewBad() {
  Item* item = new Item{1};
  free(item);
}
void byMalloc() {
  Item* item = static_cast<Item*>(malloc(sizeof(Item)));
  free(item);
}
void byMallocBad() {
  Item* item = static_cast<Item*>(malloc(sizeof(Item)));
  delete item;
}
void array() {
  int* p = new int[2];
  delete[] p;
}
void arrayBad() {
  int* p = new int[2];
  delete p;
}
void asItself() {
  Longer* longer = new Longer;
  delete longer;
}
void asItselfBad() {
  Item* longer = new Longer;
  delete longer;
}
void heap() {
  int* p = new int(3);
  delete p;
}
void heapBad() {
  int x = 3;
  int* p = &x;
  delete p;
}
// What a caller brings may have been made in any way.
void takenFree(Item* item) { free(item); }
void takenDelete(Item* item) { delete item; }
// The address of the first member is that of the object.
void firstMember(Item* item) { free(&item->v); }
void firstMemberBad(Longer* longer) { free(&longer->w[0]); }
Item* placed(int v) {
  void* memory = malloc(sizeof(Item));
  return new (memory) Item{v};
}
Item* placedBad(int v) {
  void* memory = malloc(sizeof(Item));
  return new (memory) Item{v + 1};
}
