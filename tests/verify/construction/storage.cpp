// Bytes that are storage for objects of one type: nobody builds or destroys what is in them but the code.
#include <cstddef>
#include <new>

static int alive;
struct Item {
  int value;
  explicit Item(int v) : value(v) { ++alive; }
  Item(const Item& other) : value(other.value) { ++alive; }
  ~Item() { --alive; }
};

template <typename T, std::size_t N>
class Row {
 public:
  Row() {}
  Row(const Row&) = delete;
  ~Row() {
    while (count > 0) pop();
  }
  void push(const T& item) { new (data() + count++) T(item); }
  void pop() { data()[--count].~T(); }
  T& operator[](std::size_t i) { return data()[i]; }

 private:
  T* data() { return reinterpret_cast<T*>(room); }
  alignas(T) unsigned char room[N * sizeof(T)];
  std::size_t count = 0;
};

int single(int v) {
  alignas(Item) std::byte room[sizeof(Item)];
  alive = 0;
  Item* item = new (room) Item(v);
  const int seen = item->value;
  item->~Item();
  return alive == 0 ? seen : seen + 1;
}
int singleBad(int v) {
  alignas(Item) std::byte room[sizeof(Item)];
  alive = 0;
  Item* item = new (room) Item(v);
  const int seen = item->value;
  return alive == 0 ? seen : seen + 1;
}
int row(int v) {
  alive = 0;
  {
    Row<Item, 2> items;
    items.push(Item(v));
    items.push(Item(3));
    if (items[0].value != v || alive != 2) return -1;
  }
  return alive;
}
int rowBad(int v) {
  alive = 0;
  {
    Row<Item, 2> items;
    items.push(Item(v));
    items.push(Item(3));
    if (items[1].value != v || alive != 2) return -1;
  }
  return alive;
}
void full(int n) {
  alignas(int) unsigned char room[2 * sizeof(int)];
  int* numbers = reinterpret_cast<int*>(room);
  for (int i = 0; i < n; ++i) new (numbers + i) int(i);
}
void fullBad(int n) {
  alignas(int) unsigned char room[2 * sizeof(int)];
  int* numbers = reinterpret_cast<int*>(room);
  for (int i = 0; i < n; ++i) new (numbers + i) int(i);
}
// Somebody sees the bytes.
int bytes(int v) {
  alignas(int) unsigned char room[sizeof(int)];
  int* number = new (room) int(v);
  room[0] = 0;
  return *number;
}
