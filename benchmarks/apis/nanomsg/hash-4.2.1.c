/* The hash table with the list it is made of, as one translation unit. */
#include "../cache/nanomsg-4.2.1/deps/nanomsg/src/utils/list.c"
#include "../cache/nanomsg-4.2.1/deps/nanomsg/src/utils/hash.c"
