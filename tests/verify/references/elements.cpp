// References to what an index names: behind a single object there is nothing to refer to.
struct Item {
  int value;
  Item& operator=(const Item& other) {
    value = other.value;
    return *this;
  }
  void add(int n) { value += n; }
};
void copyFrom(Item& to, const Item& from) { to.value = from.value; }

void assign(Item* items, int i, const Item& with) { items[i] = with; }
void add(Item* items, int i) { items[i].add(1); }
void copy(Item* items, int i, const Item& from) { copyFrom(items[i], from); }
int last(const Item* items, int n) {
  int sum = 0;
  for (const Item* item = items; item != items + n; ++item) sum += item->value;
  return sum;
}
