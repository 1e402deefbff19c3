// Typedefs, enumerators and macros in specifications.
#include <limits.h>
#include <stddef.h>
#define ROOM (1 << 4)
#define FLAG 0x80u
#define ALL (~FLAG)
#define LESS (ROOM - 1)
#define TEXT "no number"
#define TWICE(x) (2 * (x))
typedef struct _Cell Cell;
struct _Cell { int value; Cell* next; };
typedef struct { Cell* first; size_t count; } Queue;
typedef Cell* Handle;
enum Colour { RED, GREEN = 5 };

int limit(Handle c) { if (c->value > LESS) c->value = LESS; return GREEN; }
int limitNot(Handle c) { if (c->value > ROOM) c->value = ROOM; return RED; }
unsigned mask(unsigned x) { return x & ~0x80u; }
unsigned maskNot(unsigned x) { return x & ~0x40u; }
