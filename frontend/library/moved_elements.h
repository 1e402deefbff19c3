// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers, references and iterators into a modelled container (ir/program/model_class.h) that are used after the
// container has changed.
//
//   int& first = v[0];
//   v.push_back(1);          the elements may have moved
//   first = 2;               here nothing is known: `unsupported`
//
// The library moves its elements, the model leaves them where they are; so what the library leaves undefined would
// look well-defined. A flow-sensitive analysis over the structured statements finds the uses: a pointer that is
// assigned anew (`it = v.erase(it)`) is good again, and where control does not get nothing is used. Containers are told
// apart by their class and by the member or the local variable that holds them; what a parameter leads to is in none
// that the function made itself; what is not known may be any container.
//
// Claim: an execution in which a function uses a pointer to an element after the function, or what it called, has
// changed its container reaches an `unsupported` statement first, whether it held the pointer in a variable or reads it
// from an object. A pointer in an object that only a function called later reads is not followed.
#pragma once

#include <vector>

#include "ir/program/program.h"

namespace weir::frontend {

void markMovedElements(const program::Program& program, const std::vector<program::Procedure*>& procedures);

}  // namespace weir::frontend
