// The body of a function with a variable number of arguments: what va_arg gives is what a caller may pass.
#include <stdarg.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  for (int i = 0; i < count; ++i) total += va_arg(list, int);
  va_end(list);
  return total;
}
int sumOfNone(void) { return sum(0) == 0; }
int sumOfOne(int v) { return sum(1, v) == v; }

int firstIsThere(int count, ...) {
  va_list list;
  va_start(list, count);
  struct node *first = va_arg(list, struct node *);
  va_end(list);
  return first != NULL;
}
int firstValueIfThere(int count, ...) {
  va_list list;
  va_start(list, count);
  struct node *first = va_arg(list, struct node *);
  va_end(list);
  return first == NULL ? 0 : first->value;
}
// Nobody but this function knows the node.
int ownNode(void) {
  struct node own = {3, NULL};
  return firstValueIfThere(1, &own) == 3;
}
