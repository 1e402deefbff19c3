// Numbers that no proof follows may be tested either way: in each round of a loop there are several ways on.
struct Cell {
  int value;
  Cell* next;
};
Cell* made(int x) {
  Cell* cell = new Cell{0, nullptr};
  for (int i = 0; i < 2; i++) {
    if (x < 3) x = 9;
    if (x > 5) x = 1;
  }
  return cell;
}
Cell* madeBad(int x) {
  Cell* cell = new Cell{0, nullptr};
  for (int i = 0; i < 2; i++) {
    if (x < 3) x = 9;
    if (x > 5) cell = nullptr;
  }
  return cell;
}
