// What a function of the caller's frees: all that it can get to, and nothing else.
#include <stdlib.h>

struct item {
  int value;
  struct item *next;
};
typedef void (*visitor)(struct item *);

int valueBefore(struct item *i, visitor visit) {
  int value = i->value;
  visit(i);
  return value;
}
int valueBeforeBad(struct item *i, visitor visit) {
  visit(i);
  int value = i->value;
  return value;
}

// The rest of the list as well.
int ofNext(struct item *i, visitor visit) {
  int value = i->next ? i->next->value : 0;
  visit(i);
  return value;
}
int ofNextBad(struct item *i, visitor visit) {
  struct item *next = i->next;
  visit(i);
  return next ? next->value : 0;
}

// Not what nobody else knows.
int own(struct item *i, visitor visit) {
  struct item *mine = malloc(sizeof *mine);
  mine->value = 3;
  visit(i);
  int value = mine->value;
  free(mine);
  return value;
}
int ownBad(struct item *i, visitor visit) {
  struct item *mine = i;
  mine->value = 3;
  visit(i);
  int value = mine->value;
  free(mine);
  return value;
}

void freesOnce(struct item *i, visitor visit) {
  visit(NULL);
  (void)i;
}
void freesOnceBad(struct item *i, visitor visit) {
  visit(NULL);
  free(i);
}

int firstOf(int *numbers, void (*look)(int *)) {
  int first = numbers[0];
  look(numbers);
  return first;
}
int firstOfBad(int *numbers, void (*look)(int *)) {
  look(numbers);
  int first = numbers[0];
  return first;
}

// Locals and variables of the program are nobody's to free.
int local(visitor visit) {
  struct item here = {3, NULL};
  visit(&here);
  return here.value;
}

// A function without a body may do the same.
void elsewhere(struct item *i);
int openCall(struct item *i) {
  int value = i->value;
  elsewhere(i);
  return value;
}
int openCallBad(struct item *i) {
  elsewhere(i);
  int value = i->value;
  return value;
}
