// Pointers into bytes that the code knows by another name: members of unions that nobody names, truth values, bit-fields.
union Word {
  int whole;
  float real;
  short halves[2];
};
struct Tagged {
  int tag;
  union {
    int number;
    struct {
      short low, high;
    } parts;
  };
  long beside;
};
struct Flags {
  _Bool set;
  unsigned mode : 3;
  unsigned char kind : 4;
  int count;
};

int throughReal(union Word *w, float *p) {
  w->whole = 1;
  *p = 2.0f;
  return w->whole;
}
int throughHalf(union Word *w, short *p) {
  w->whole = 1;
  *p = 2;
  return w->whole;
}
int throughPart(struct Tagged *t, short *p) {
  t->number = 1;
  *p = 2;
  return t->number;
}
// What does not share the bytes stays.
int besideStays(struct Tagged *t, short *p) {
  t->beside = 1;
  *p = 2;
  return t->beside == 1;
}
int besideStaysBad(struct Tagged *t, long *p) {
  t->beside = 1;
  *p = 2;
  return t->beside == 1;
}
// No member of this type.
int noDouble(union Word *w, double *p) {
  w->whole = 1;
  *p = 2.0;
  return w->whole;
}

int truth(struct Flags *f, char *p) {
  f->set = 1;
  *p = 0;
  return f->set;
}
int bits(struct Flags *f, char *p) {
  f->mode = 1;
  *p = 0;
  return f->mode;
}
int bitsOfByte(struct Flags *f, unsigned char *p) {
  f->kind = 1;
  *p = 0;
  return f->kind;
}
// A short* may not lead to them.
int countStays(struct Flags *f, short *p) {
  f->set = 1;
  f->mode = 2;
  *p = 0;
  return f->set && f->mode == 2;
}
// Only the other way to it is written.
int looked(struct Flags *f, const char *p) {
  f->set = 1;
  return *p == 'a' ? 1 : f->set;
}
int lookedBad(struct Flags *f, const char *p) {
  f->set = 1;
  return *p == 1 ? 0 : f->set;
}
int cleared(struct Flags *f, char *p) {
  f->set = 1;
  *p = 0;
  return f->set;
}

// Nobody follows the pointer.
void asksTruth(struct Flags *f, char *p) { f->set = 1; }

// What a property reads through a pointer that the code does not follow.
void setMode(struct Flags *f, char *p) { f->mode = 1; }
void setCount(struct Flags *f, char *p) { f->count = f->count + 1; }
void setWhole(union Word *w, short *p) { w->whole ^= 1; }
void setWholeBeside(union Word *w, long *p) { w->whole ^= 1; }
