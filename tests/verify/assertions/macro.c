/* An assertion of the library's own: the macro has the test, and it asks the opposite of what it reads like. */
#include <stdlib.h>

#define REQUIRE(x)      \
    do {                \
        if (!(x))       \
            abort();    \
    } while (0)

struct seat {
    int taken;
};

int is_free(struct seat *s) { return !s->taken; }

int take(struct seat *s)
{
    REQUIRE(is_free(s));
    s->taken = 1;
    return s->taken;
}

int take_bad(struct seat *s)
{
    REQUIRE(is_free(s));
    s->taken = 0;
    return s->taken;
}
