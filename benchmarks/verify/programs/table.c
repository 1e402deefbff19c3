// A hash table with chains.
#include <stddef.h>

enum { BUCKETS = 4 };

struct pair {
  struct pair *next;
  unsigned key;
  int value;
};

struct table {
  struct pair *chains[BUCKETS];
};

// `fresh` is taken if the key is not there yet.
void put(struct table *table, unsigned key, int value, struct pair *fresh) {
  struct pair **chain = &table->chains[key % BUCKETS];
  for (struct pair *at = *chain; at != NULL; at = at->next)
    if (at->key == key) {
      at->value = value;
      return;
    }
  fresh->key = key;
  fresh->value = value;
  fresh->next = *chain;
  *chain = fresh;
}
