// Since C++20 a shift has a value for every number, as long as it is not too far.
int topBit() { return 2 << 31; }
int negative(int x) { return x << 1; }
int tooFarBad(int x) { return x << 32; }
