// For harnesses: any list or tree of at most K nodes, one of each shape, and what can be reached in it afterwards.
// Before this is included:
//   NODE           the type of a node
//   FIRST, SECOND  the fields that lead to other nodes; SECOND may be left out
#include <stdlib.h>

#define ASSUME __CPROVER_assume

typedef unsigned set;  // of nodes, one bit each
int any_number(void);
unsigned any_index(void);

static NODE* node[K];
static int size;  // the nodes below it are in the list or tree

static void make_nodes(void) {
  for (int i = 0; i < K; ++i) node[i] = malloc(sizeof(NODE));
  size = any_index();
  ASSUME(size >= 0 && size <= K);
}

static set only(NODE* one) {
  set found = 0;
  for (int i = 0; i < K; ++i)
    if (one == node[i]) found = 1u << i;
  return found;
}

static _Bool in(int i, set nodes) { return nodes >> i & 1; }

// What each node leads to, in any number of steps.
static set below[K];

static void look(void) {
  for (int i = 0; i < K; ++i) {
    below[i] = only(node[i]->FIRST);
#ifdef SECOND
    below[i] |= only(node[i]->SECOND);
#endif
  }
  for (int i = 0; i < K; ++i)
    for (int j = 0; j < K; ++j)
      if (in(i, below[j])) below[j] |= below[i];
}

// The node and what it leads to, after look().
static set reach(NODE* one) {
  set found = only(one);
  for (int i = 0; i < K; ++i)
    if (one == node[i]) found |= below[i];
  return found;
}

static _Bool is_acyclic(set nodes) {
  for (int i = 0; i < K; ++i)
    if (in(i, nodes) && in(i, below[i])) return 0;
  return 1;
}

#ifdef SECOND
static int parent[K];
static _Bool is_left[K];

// The root is the 0th node, and each other one comes after its parent.
static NODE* any_tree(void) {
  for (int i = 0; i < K; ++i) {
    node[i]->FIRST = node[i]->SECOND = NULL;
    parent[i] = any_index();
    is_left[i] = any_index() & 1;
    ASSUME(i == 0 || (parent[i] >= 0 && parent[i] < i));
  }
  for (int i = 1; i < K; ++i)
    for (int j = 0; j < i; ++j)
      if (i < size && parent[i] == j) {
        if (is_left[i]) {
          ASSUME(node[j]->FIRST == NULL);
          node[j]->FIRST = node[i];
        } else {
          ASSUME(node[j]->SECOND == NULL);
          node[j]->SECOND = node[i];
        }
      }
  return size == 0 ? NULL : node[0];
}

static _Bool is_ordered(NODE* root) {
  set nodes = reach(root);
  for (int i = 0; i < K; ++i)
    if (in(i, nodes)) {
      set less = reach(node[i]->FIRST), greater = reach(node[i]->SECOND);
      for (int j = 0; j < K; ++j) {
        if (in(j, less) && !(node[j]->key < node[i]->key)) return 0;
        if (in(j, greater) && !(node[i]->key < node[j]->key)) return 0;
      }
    }
  return 1;
}

// Any keys that are in order in the tree that was made.
static void any_ordered_keys(void) {
  static int low[K], high[K];
  static _Bool has_low[K], has_high[K];
  for (int i = 0; i < K; ++i) {
    node[i]->key = any_number();
    has_low[i] = has_high[i] = 0;
    for (int j = 0; j < i; ++j)
      if (parent[i] == j) {
        has_low[i] = has_low[j] || !is_left[i];
        has_high[i] = has_high[j] || is_left[i];
        low[i] = is_left[i] ? low[j] : node[j]->key;
        high[i] = is_left[i] ? node[j]->key : high[j];
      }
    ASSUME(i >= size || ((!has_low[i] || low[i] < node[i]->key) && (!has_high[i] || node[i]->key < high[i])));
  }
}

// One that is not in the tree.
static NODE* any_other_node(void) {
  ASSUME(size < K);
  return node[size];
}
#else
// The nodes in their order.
static NODE* any_list(void) {
  for (int i = 0; i < K; ++i) node[i]->FIRST = i + 1 < size ? node[i + 1] : NULL;
  return size == 0 ? NULL : node[0];
}

static NODE* any_other_node(void) {
  ASSUME(size < K);
  return node[size];
}
#endif
