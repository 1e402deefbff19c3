// Arrays: a heap for a priority queue, sorting, searching, comparing.
struct heap {
  int *data;
  int size;
};

// There is room for one more.
void push(struct heap *heap, int value) {
  int at = heap->size++;
  while (at > 0 && heap->data[(at - 1) / 2] > value) {
    heap->data[at] = heap->data[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  heap->data[at] = value;
}

void insertion_sort(int *array, int size) {
  for (int i = 1; i < size; ++i) {
    int value = array[i], at = i;
    for (; at > 0 && array[at - 1] > value; --at) array[at] = array[at - 1];
    array[at] = value;
  }
}

// Where the value is, or -1.
int binary_search(const int *array, int size, int value) {
  int low = 0, high = size - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (array[middle] == value) return middle;
    if (array[middle] < value)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

int search(const int *array, int size, int value) {
  for (int i = 0; i < size; ++i)
    if (array[i] == value) return i;
  return -1;
}

int same(const int *a, const int *b, int size) {
  for (int i = 0; i < size; ++i)
    if (a[i] != b[i]) return 0;
  return 1;
}
