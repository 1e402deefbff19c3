struct Cell { Cell* next; };

class Range {
 public:
  int low, high;
  Range(int l, int h) : low(l), high(h) { if (l > h) throw 1; }
  void take(Range& other) { low = other.low; high = other.high; other.low = 0; other.high = 0; }
  void takeBad(Range& other) { low = other.low; high = other.high; other.low = 1; other.high = 0; }
  Range* make() { return new Range(1, 5); }
  Range* makeBad() { Range* r = new Range(1, 5); r->high = 0; return r; }
  void mayThrow(bool b) { if (b) throw 1; low = high; }
  void mayThrowBad(bool b) { high = low - 1; if (b) throw 1; low = high; }
  void viaCallee(bool b) { mayThrow(b); }
  void viaCalleeBad(bool b) { mayThrowBad(b); }
  static void reset(Range* r) { r->high = r->low; }
  static void resetBad(Range* r) { r->high = r->low - 1; }
  Range copied(Range r) { r.high = 0; r.low = 1; return *this; }
  Range copiedBad(Range r) { r.high = 0; r.low = 1; return r; }
  void drop(Range* r) { r->low = 1; r->high = 0; delete r; }
  friend void widen(Range& r);
  friend void widenBad(Range& r);
  friend class Owner;
 private:
  void breaks() { high = low - 1; }
};
void widen(Range& r) { if (r.high < 100) ++r.high; }
void widenBad(Range& r) { if (r.high < 100) --r.high; }
class Owner {
 public:
  Range range{0, 0};
  void clear() { range.low = range.high = 0; }
  void clearBad() { range.low = range.high + 1; }
};
struct Wide : Range {
  int width;
  Wide() : Range(0, 1), width(1) {}
  void grow() { if (high < 100) ++high; }
  void growBad() { if (high < 100) high -= 2; }
};
