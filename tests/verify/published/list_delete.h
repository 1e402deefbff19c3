// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The classes of Figure 1 of Jackson and Vaziri, "Finding Bugs with a Constraint Solver".
#pragma once

struct Val {
  int id;
};
struct List {
  List* next;
  Val* val;
};
void removeValue(List* l, Val* v);
