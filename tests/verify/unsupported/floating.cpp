// Parameters of a type that is not supported: what reads them is unknown, the rest is not.
struct Point {
  double x;
  int moves;
};

int count(Point* p, double) {
  p->moves = 0;
  return p->moves;
}
int countBad(Point* p, double) {
  p->moves = 1;
  return p->moves;
}
int move(Point* p, double by) {
  p->moves = 0;
  p->x += by;
  return p->moves;
}
struct Wide {
  long double x;
  int moves;
};
int moveWide(Wide* p, long double by) {
  p->moves = 0;
  p->x += by;
  return p->moves;
}
int clamp(Point* p, float most, bool wanted) {
  if (wanted && most > 0) p->moves = 0;
  return 0;
}
