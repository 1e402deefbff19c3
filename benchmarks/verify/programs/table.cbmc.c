#include "table.c"

#define NODE struct pair
#define FIRST next
#include "any_heap.h"

static set pairs_of(struct table *table) {
  set found = 0;
  for (int i = 0; i < BUCKETS; ++i) found |= reach(table->chains[i]);
  return found;
}

static _Bool is_valid(struct table *table) {
  set pairs = pairs_of(table);
  for (int i = 0; i < BUCKETS; ++i) {
    set chain = reach(table->chains[i]);
    if (!is_acyclic(chain)) return 0;
    for (int j = 0; j < K; ++j)
      if (in(j, chain) && node[j]->key % BUCKETS != i) return 0;
  }
  for (int i = 0; i < K; ++i)
    for (int j = 0; j < i; ++j)
      if (in(i, pairs) && in(j, pairs) && node[i]->key == node[j]->key) return 0;
  return 1;
}

void put_put(void) {
  make_nodes();
  struct table table;
  for (int i = 0; i < BUCKETS; ++i) table.chains[i] = NULL;
  // One pair after the other is put in front of its chain.
  for (int i = 0; i < K; ++i) {
    node[i]->key = any_index();
    node[i]->value = any_number();
    for (int j = 0; j < i; ++j) ASSUME(node[i]->key != node[j]->key);
    node[i]->next = NULL;
    if (i < size) {
      node[i]->next = table.chains[node[i]->key % BUCKETS];
      table.chains[node[i]->key % BUCKETS] = node[i];
    }
  }
  struct pair *fresh = any_other_node();
  unsigned keys[K], key = any_index();
  int values[K], value = any_number();
  set before = (1u << size) - 1;
  for (int i = 0; i < K; ++i) {
    keys[i] = node[i]->key;
    values[i] = node[i]->value;
  }
  put(&table, key, value, fresh);
  look();
  __CPROVER_assert(is_valid(&table), "valid");
  set after = pairs_of(&table);
  _Bool is_there = 0;
  for (int i = 0; i < K; ++i) {
    if (in(i, after) && node[i]->key == key && node[i]->value == value) is_there = 1;
    // What was there under another key is there still, and nothing else.
    if (in(i, before) && keys[i] != key) {
      _Bool is_kept = 0;
      for (int j = 0; j < K; ++j)
        if (in(j, after) && node[j]->key == keys[i] && node[j]->value == values[i]) is_kept = 1;
      __CPROVER_assert(is_kept, "kept");
    }
    if (in(i, after) && node[i]->key != key) {
      _Bool is_old = 0;
      for (int j = 0; j < K; ++j)
        if (in(j, before) && keys[j] == node[i]->key && values[j] == node[i]->value) is_old = 1;
      __CPROVER_assert(is_old, "old");
    }
    if (in(i, after) && node[i]->key == key) __CPROVER_assert(node[i]->value == value, "one");
  }
  __CPROVER_assert(is_there, "put");
}
