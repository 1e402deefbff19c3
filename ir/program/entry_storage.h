// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What pointers may point to before a call, besides what this program itself makes: its callers have variables and
// arrays of their own.
//
//   struct Buffer { int* data; int length; };          data may point to a variable,
//   int last(Buffer* b) { return b->data[b->length - 1]; }      or into an array: it is stepped through
//
// Without classes for them the states at entry would leave those callers out, and a proof would not cover them.
#pragma once

#include "ir/program/program.h"

namespace weir::program {

/// Adds the classes of such variables (boxes) and arrays. Which:
/// - the target of a parameter that points to a scalar can be a variable or an array's element;
/// - that of a field can be a variable, and an array's element where such pointers are stepped, compared or freed
///   somewhere: nothing else tells an element from a variable;
/// - an object of class type can be an array's element where a pointer to one comes from a parameter, a field or a call
///   and is stepped;
/// - what a function without a body returns is like a parameter.
/// And what other sources have: functions, where there are pointers to them, and objects of their own, where there are
/// void pointers.
void addEntryStorage(Program& program);

}  // namespace weir::program
