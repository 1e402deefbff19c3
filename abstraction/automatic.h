// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forgetting the locals of a call that has returned.
//
//   Iterator i = list->iterator();            next_' = next_ ++ (i -> list.head)
//
// `i` is dead when the call returns, and nothing but the call itself ever knew it: to the caller next_' = next_. A
// bound can forget a local where it only says what is in the local's own rows, and where no other row leads to it.
#pragma once

#include "ir/program/vocabulary.h"

namespace weir::abstraction {

/// Does `expr` mention `object`, an object that is made and dead again during the call, only as the first column of
/// rows of its own? Then the rows of the others are those of `expr` with nothing put for `object`.
bool isOnlyOwner(const program::Vocabulary& vocabulary, logic::Relation object, logic::Expr expr);
/// The same of an expression whose value counts as a whole, as a result does, and of a condition.
bool isOnlyOwnerInside(const program::Vocabulary& vocabulary, logic::Relation object, logic::Expr expr);
bool isOnlyOwnerInside(const program::Vocabulary& vocabulary, logic::Relation object, logic::Formula formula);

}  // namespace weir::abstraction
