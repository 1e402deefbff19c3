// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The incorrect procedure of the figure: it cannot remove the first cell, and it removes one cell only.
#include "list_delete.h"

void removeValue(List* l, Val* v) {
  List* prev = nullptr;
  while (l != nullptr) {
    if (l->val == v) {
      if (prev != nullptr) prev->next = l->next;
      return;
    }
    prev = l;
    l = l->next;
  }
}
