// What an invariant reads need not be in the object: the method changes it on behalf of one, and breaks another's.
struct Node {
  int value;
};
struct Limit {
  Node* node;
  int most;
  void lower(int v) {
    if (v < node->value) node->value = v;
  }
  void lowerBad(int v) {
    if (v <= most) node->value = v;
  }
  void drop() { node = nullptr; }
  void dropBad() { delete node, node = nullptr; }
};
int rate;
struct Account {
  int owed;
  void raise(int r) {
    if (r > rate) rate = r;
  }
  void raiseBad(int r) {
    if (r > owed) rate = r;
  }
};
struct Grid {
  Node nodes[2];
  int most;
  void put(Grid* other, int i, int v) {
    if (v <= other->most) other->nodes[i].value = v;
  }
  void putBad(Grid* other, int i, int v) {
    if (v <= most) other->nodes[i].value = v;
  }
};
struct Pair {
  Pair* peer;
  void join(Pair* other) {
    if (peer) peer->peer = nullptr;
    if (other->peer) other->peer->peer = nullptr;
    peer = other;
    other->peer = this;
  }
  void joinBad(Pair* other) {
    if (peer) peer->peer = nullptr;
    peer = other;
    other->peer = this;
  }
};
struct Range {
  int low, high;
  Range(int l, int h) : low(l), high(h) {}
  // What a result is put in is no object where an exception leaves.
  Range made(bool fails) {
    Range r(low, low - 1);
    if (fails) throw 1;
    r.high = r.low;
    return r;
  }
  Range madeBad(bool fails) {
    Range r(low, low - 1);
    if (fails) throw 1;
    return r;
  }
};
