// From C++11 to C++17 a one may be shifted into the sign, and not out of it.
int topBit() { return 1 << 31; }
int topBitBad() { return 2 << 31; }
int negativeBad(int x) { return x << 1; }
