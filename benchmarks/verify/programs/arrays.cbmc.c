#include "arrays.c"

#define ASSUME __CPROVER_assume

int any_number(void);

static int array[K], before[K], other[K];
static int size;

static void any_array(void) {
  for (int i = 0; i < K; ++i) {
    before[i] = array[i] = any_number();
    other[i] = any_number();
  }
  size = any_number();
  ASSUME(size >= 0 && size <= K);
}

static _Bool is_sorted(void) {
  for (int i = 1; i < K; ++i)
    if (i < size && array[i - 1] > array[i]) return 0;
  return 1;
}

static _Bool is_heap(void) {
  for (int i = 1; i < K; ++i)
    if (i < size && array[(i - 1) / 2] > array[i]) return 0;
  return 1;
}

void push_keeps(void) {
  any_array();
  ASSUME(size < K && is_heap());
  struct heap heap = {array, size};
  push(&heap, any_number());
  size = heap.size;
  __CPROVER_assert(is_heap(), "keeps");
}

void insertion_sort_sorted(void) {
  any_array();
  insertion_sort(array, size);
  __CPROVER_assert(is_sorted(), "sorted");
}

void insertion_sort_permutation(void) {
  any_array();
  insertion_sort(array, size);
  for (int j = 0; j < K; ++j) {
    int now = 0, then = 0;
    for (int i = 0; i < K; ++i)
      if (i < size) {
        now += array[i] == before[j];
        then += before[i] == before[j];
      }
    __CPROVER_assert(j >= size || now == then, "permutation");
  }
}

void binary_search_missing(void) {
  any_array();
  ASSUME(is_sorted());
  int value = any_number();
  int found = binary_search(array, size, value);
  for (int i = 0; i < K; ++i) __CPROVER_assert(!(found < 0 && i < size && array[i] == value), "missing");
}

void search_missing(void) {
  any_array();
  int value = any_number();
  int found = search(array, size, value);
  for (int i = 0; i < K; ++i) __CPROVER_assert(!(found < 0 && i < size && array[i] == value), "missing");
}

void same_equal(void) {
  any_array();
  _Bool are_same = 1;
  for (int i = 0; i < K; ++i)
    if (i < size && array[i] != other[i]) are_same = 0;
  __CPROVER_assert(same(array, other, size) == are_same, "equal");
}
