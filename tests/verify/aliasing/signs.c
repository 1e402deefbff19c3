/* What C lets alias: the signed and the unsigned type, the types of characters, an enum and its integer type. */
int both(int *p, unsigned *q) {
  *p = 1;
  *q = 2;
  return *p;
}

int bothLong(int *p, unsigned long *q) { /* of another size: never one place */
  *p = 1;
  *q = 2;
  return *p;
}

struct Counter {
  unsigned n;
  long long wide;
};

int field(struct Counter *c, int *q) {
  c->n = 1;
  *q = 2;
  return c->n;
}

long long other(struct Counter *c, long *q) { /* long and long long do not alias, though both have 64 bits */
  c->wide = 1;
  *q = 2;
  return c->wide;
}

int letters(char *p, signed char *q, unsigned char *r) {
  *p = 'a';
  *q = 'b';
  *r = 'c';
  return *p;
}

int negative(int *p, unsigned *q) {
  *q = 4294967295u;
  return p == (int *)q ? *p : -1;
}

int negativeBad(int *p, unsigned *q) {
  *q = 4294967294u;
  return p == (int *)q ? *p : -1;
}

enum Colour { Red, Green };
enum Shape { Round, Flat };

int colours(enum Colour *p, unsigned *q) {
  *p = Green;
  *q = Red;
  return *p;
}

int shapes(enum Colour *p, enum Shape *q) { /* two enums are never one place */
  *p = Green;
  *q = Round;
  return *p;
}

void release(unsigned *p);

void give(int *p) { *p = 0; }
int through(int *p, unsigned *q) {
  *q = 5;
  give(p);
  return *q;
}

int sum(int *a, unsigned *b) { /* one array, seen as two */
  a[1] = 3;
  b[1] = 4;
  return a[1];
}

int bytes(int *p, char *c) { /* c may point to the first byte of *p */
  *p = 256;
  *c = 2;
  return *p;
}

int lowByte(int *p, unsigned char *c) {
  *p = 259;
  return *c;
}

int lowByteBad(int *p, unsigned char *c) {
  *p = 260;
  return *c;
}

int digit(const char *c, int *out) { /* read before it is written: no alias matters */
  if (*c < '0' || *c > '9') return 0;
  *out = *c - '0';
  return 1;
}

struct Buffer {
  char *data;
  unsigned len;
};

void put(struct Buffer *b, char c) { b->data[b->len++] = c; } /* string code: characters are characters */
