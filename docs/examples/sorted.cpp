// Numbers in ascending order, with their count.
struct Number {
  int value;
  Number* next;
};

class Sorted {
 public:
  void insert(int value);
  bool remove(int value);

 private:
  Number* first_ = nullptr;
  unsigned count_ = 0;
};

void Sorted::insert(int value) {
  Number** at = &first_;
  while (*at && (*at)->value < value) at = &(*at)->next;
  *at = new Number{value, *at};
  ++count_;
}

bool Sorted::remove(int value) {
  Number** at = &first_;
  while (*at && (*at)->value < value) at = &(*at)->next;
  Number* found = *at;
  if (!found || found->value != value) return false;
  *at = found->next;
  delete found;
  --count_;
  return true;
}
