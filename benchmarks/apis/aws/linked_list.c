/* The list is a header of inline functions. */
#include <aws/common/linked_list.h>
