// Numbers that nothing here points to: a summary of what writes through references speaks of them all the same.
int counter;
struct Total {
  int sum;
};
void add(Total* total) { total->sum += counter; }

void exchange(int& a, int& b) {
  const int old = a;
  a = b;
  b = old;
}
int exchanged() {
  int first = 1;
  int second = 2;
  exchange(first, second);
  return second;
}
int exchangedBad() {
  int first = 1;
  int second = 2;
  exchange(first, second);
  return first;
}
