// Callees that free what they were given, one below the other and recursively: a dead object has no fields, which is
// neither here nor there to what is said of the live ones.
#include <cstdlib>

struct Cell {
  int value;
  Cell* next;
};
struct List {
  Cell* head;
  int size;
  int last;
};

static void release(Cell* cell) { free(cell); }
static Cell* tailOf(Cell* cell) {
  Cell* tail = cell->next;
  release(cell);
  return tail;
}
static int take(List* list) {
  int value = list->head->value;
  list->head = tailOf(list->head);
  list->size = list->size - 1;
  return value;
}
int popTwo(List* list) {
  int value = take(list);
  if (list->head) value = take(list);
  return value;
}

static void clear(Cell* cell) {
  if (!cell) return;
  clear(cell->next);
  cell->value = 0;
  free(cell);
}
void keepFirst(List* list) {
  clear(list->head->next);
  list->head->next = nullptr;
  list->last = list->head->value;
}
void keepFirstBad(List* list) {
  clear(list->head);
  list->last = list->size;
}

static Cell* without(Cell* cell, int key) {
  if (!cell) return cell;
  cell->next = without(cell->next, key);
  if (cell->value == key) {
    Cell* next = cell->next;
    free(cell);
    return next;
  }
  return cell;
}
void removeAll(List* list, int key) { list->head = without(list->head, key); }

struct Vector {
  int* data;
  int size;
  int capacity;
};
static void copyAll(int* to, int* from, int count) {
  for (int i = 0; i < count; ++i) to[i] = from[i];
}
static void grow(Vector* vector, int capacity) {
  int* data = new int[capacity];
  copyAll(data, vector->data, vector->size);
  delete[] vector->data;
  vector->data = data;
  vector->capacity = capacity;
}
static void makeRoom(Vector* vector) {
  if (vector->size == vector->capacity) grow(vector, vector->capacity + 1);
}
void push(Vector* vector, int value) {
  makeRoom(vector);
  vector->data[vector->size] = value;
  vector->size = vector->size + 1;
}
