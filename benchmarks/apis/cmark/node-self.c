/* The tree with the allocator it is linked with: src/cmark.c has it, among much else. */
#include <stdlib.h>

#include "config.h"
#include "../cache/cmark/src/node.h"

cmark_mem DEFAULT_MEM_ALLOCATOR = {calloc, realloc, free};

#include "../cache/cmark/src/node.c"
