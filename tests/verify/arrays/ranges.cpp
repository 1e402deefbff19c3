// Arrays that are filled up to a count: what is said of them is said of range[0, count].
struct Bag {
  int items[5];
  int size;

  bool add(int v);
  bool addBad(int v);
  int largest() const;
  int largestBad() const;
  int total() const;
  bool has(int v) const;
  bool hasBad(int v) const;
};

bool Bag::add(int v) {
  if (size == 5) return false;
  items[size++] = v;
  return true;
}

bool Bag::addBad(int v) {
  if (size == 5) return false;
  items[++size] = v;
  return true;
}

int Bag::largest() const {
  int best = items[0];
  for (int i = 1; i < size; ++i)
    if (items[i] > best) best = items[i];
  return best;
}

int Bag::largestBad() const {
  int best = items[0];
  for (int i = 1; i < size - 1; ++i)
    if (items[i] > best) best = items[i];
  return best;
}

int Bag::total() const {
  int sum = 0;
  for (int i = 0; i < size; ++i) sum += items[i];
  return sum;
}

bool Bag::has(int v) const {
  for (int i = 0; i < size; ++i)
    if (items[i] == v) return true;
  return false;
}

bool Bag::hasBad(int v) const {
  for (int i = 0; i <= size; ++i)
    if (items[i] == v) return true;
  return false;
}

int count(int n) { return n; }
