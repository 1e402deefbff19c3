// Rings of which the smallest that breaks a property is larger than what the property names. What a pointer leads to
// that has no name in a part of the heap may lead back to what has one.
struct ring {
  struct ring *next;
  struct ring *prev;
  int key;
};

int look(struct ring *ring) { return ring->key; }
