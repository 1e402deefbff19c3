// The library is a header of templates: a queue of numbers, whole. A new node's item is swapped with the caller's, so
// it must be one that is initialised.
#include <dlib/queue.h>

struct Item {
  int value = 0;
};

template class dlib::queue_kernel_1<Item>;
