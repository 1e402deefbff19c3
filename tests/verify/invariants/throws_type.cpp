struct Small { int code; };
struct Other { int code; };
struct Derived : Small {};
struct Box { int v; };
void settle(Box* b) { while (b->v > 5) b->v = b->v - 1; }
void put(Box* b) {
  settle(b);
  if (b->v == 1) throw Small{1};
  throw Other{2};
}
void putBad(Box* b) {
  settle(b);
  if (b->v == 1) throw Other{1};
  throw Small{2};
}
void derived(Box* b) { if (b->v == 1) throw Derived(); }
void derivedBad(Box* b) { if (b->v != 1) throw Derived(); }
