// With all callees inlined nothing in the scope gets behind the long loop; with the call of `last` abstract, it does.
struct Box {
  int number;
  explicit Box(int n) : number(n) {}
  int* place() { return &number; }
};
static int last(int n) {
  int i = 0;
  while (i < 40) ++i;
  return i + n;
}
static int boxed(int n) {
  Box box(n);
  int* p = box.place();
  *p = *p + 1;
  return box.number;
}
int later(int n) {
  const int from = last(n);
  return boxed(from);
}
int laterBad(int n) {
  const int from = n > 0 ? n : last(n);
  return boxed(from);
}
