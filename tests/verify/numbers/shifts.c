// What C lets a signed number be shifted by.
int doubled(int x) { return x << 1; }
int doubledBad(int x) { return x << 2; }
int topBit(void) { return (int)(1u << 31); }
int topBitBad(void) { return 1 << 31; }
int negative(int x) { return -((-x) << 1); }
int negativeBad(int x) { return x << 1; }
