// Every flag is combined with b.
struct Flags {
  bool at[4];
};

static bool exclusiveOr(bool x, bool y) {
  if (x == y) return false;
  return true;
}

static bool exclusiveOrBad(bool x, bool y) {
  if (x != y) return false;
  return true;
}

void xorAll(bool b, Flags* flags, int size) {
  int i = 0;
  while (i < size) {
    flags->at[i] = exclusiveOr(b, flags->at[i]);
    i = i + 1;
  }
}

void xorAllBad(bool b, Flags* flags, int size) {
  int i = 0;
  while (i < size) {
    flags->at[i] = exclusiveOrBad(b, flags->at[i]);
    i = i + 1;
  }
}

// Nothing says that there are so many flags.
void xorAllAnySizeBad(bool b, Flags* flags, int size) { xorAll(b, flags, size); }
