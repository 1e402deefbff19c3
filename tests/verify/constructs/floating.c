// Floating point: numbers are copied and compared as they are; what is computed with them is not known.
#include <math.h>
#include <stddef.h>

struct item {
  double weight;
  float share;
  struct item *next;
};

double weightOf(struct item *i) { return i->weight; }
int copied(struct item *i, struct item *j) {
  i->weight = j->weight;
  return i->weight == j->weight || isnan(j->weight);
}
int copiedBad(struct item *i, struct item *j) {
  i->weight = j->weight;
  return i->weight == j->weight;
}
int constants(void) { return 1.5 < 2.5 && -1.0 < 0.0 && -0.0 == 0.0 && 1 / 4.0 == 0.25 && 0.1f < 0.2; }
int constantsBad(void) { return 1.5 < 2.5 && -1.0 < -2.0; }
int ordered(double a, double b) {
  if (a < b) return !(b < a) && !(a == b) && a <= b && a != b;
  return 1;
}
int orderedBad(double a, double b) { return a < b || a >= b; }
int negated(double a) { return a < 0 ? -a > 0 : 1; }
int absolute(double a) { return isnan(a) || fabs(a) >= 0; }
int absoluteBad(double a) { return isnan(a) || fabs(a) > 0; }
int truth(double a) { return a ? 1 : a == 0; }
// Any number, but always the same.
int sum(double a, double b) { return isnan(a + b) || a + b == a + b; }
int positive(double a) { return a > 0 ? a * 2 > 0 : 1; }
int followed(struct item *i) { return i->weight * 2 > 3 ? i->next->share > 1 : i->next->share > 2; }
int notFollowed(struct item *i) { return i->weight * 2 > 3 && i->next != NULL ? i->next->share > 1 : 0; }
int toInteger(double a) { return a > 1 && a < 9 ? (int)a : 5; }
float narrow(int n) { return n; }
