// The library is a header; this instance is what its users include.
#include <lemon/list_graph.h>
