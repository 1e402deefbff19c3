/* Functions that weir takes for malloc and free by their names: the program that confirms a violation needs them. */
void* pool_alloc(unsigned long size);
void pool_free(void* block);

struct Cell {
  int value;
  struct Cell* next;
};

int replaced(struct Cell* cell) {
  struct Cell* fresh = pool_alloc(sizeof(struct Cell));
  fresh->value = cell->value;
  pool_free(cell);
  return fresh->value;
}
int replacedBad(struct Cell* cell) {
  struct Cell* fresh = pool_alloc(sizeof(struct Cell));
  fresh->value = cell->value;
  pool_free(cell);
  return cell->value;
}
