// Properties of everything there is, of long ranges and of squares.
#include <stdlib.h>
struct N { int v; struct N *next; };
int set(struct N *a, int i, int j) { a->v = i; return j; }
struct N* make(void) { struct N* n = malloc(sizeof *n); n->v = 0; n->next = NULL; return n; }
