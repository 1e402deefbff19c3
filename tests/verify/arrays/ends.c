// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The position behind one variable, one member or one object, as behind the last element of an array.
struct point {
  int x, y;
};

struct frame {
  int number;
  struct point corner;
  struct point *cursor;
  struct frame *next;
};

static int sum(const int *from, const int *to) {
  int total = 0;
  for (; from != to; ++from) total += *from;
  return total;
}

static int count(const struct point *from, const struct point *to) {
  int points = 0;
  for (; from < to; ++from) ++points;
  return points;
}

int sumOfMember(struct frame *f) { return sum(&f->number, &f->number + 1); }

int sumOfMemberBad(struct frame *f) { return sum(&f->number, &f->number + 0); }

int sumOfLocal(int v) { return sum(&v, &v + 1); }

int behindLocal(int v) {
  const int *end = &v + 1;
  return *end;
}

int countCorner(struct frame *f) { return count(&f->corner, &f->corner + 1); }

int countCornerBad(struct frame *f) { return count(&f->corner, &f->corner + 0); }

long apart(struct frame *f) {
  struct point *end = &f->corner + 1;
  return end - &f->corner;
}

// What the caller's cursor points to may be a single point: it is an array of one.
int advance(struct frame *f) {
  struct point *at = f->cursor++;
  return at->x;
}

int advanceTwice(struct frame *f) {
  f->cursor++;
  return f->cursor->x;
}

// A list of frames, through which somebody steps as well.
int third(struct frame *f) {
  struct frame *second = f->next;
  struct frame *behind = second + 1;
  return behind == f ? 0 : second->number;
}
