// A literal has the text it was written with, whoever points to it.
static const int powers[3] = {1, 2, 4};

const char* name(bool first) { return first ? "ab" : "cd"; }

int initial(const char* p, bool first) {
  const char* n = name(first);
  return p == n ? *p : 0;
}

int initialBad(const char* p, bool first) {
  const char* n = name(first);
  return p == n ? p[1] : 0;
}

int power(const int* p) { return p == &powers[2] ? *p : 0; }

int powerBad(const int* p) { return p == &powers[1] ? *p : 0; }
