// The absolute value: the least number has none.
#include <stdlib.h>
int distance(int a, int b) { return abs(a - b); }
int distanceBad(int a, int b) { return abs(a - b) - 1; }
long far(long n) { return labs(n); }
