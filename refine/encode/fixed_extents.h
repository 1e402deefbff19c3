// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How large the arrays are whose size the code fixes, whatever the scope is.
//
//   int *a = malloc(16);              4 elements
//   buf->cap = 20; … new T[buf->cap]  20 elements, as far as this initial value goes
//   new char[n]                       n is the caller's: it is the scope that limits this array
//
// The heap model has room for what is found here; whether an execution needs more is asked of the encoded code, so that
// a size which is not seen here costs executions, which is reported, and no soundness.
#pragma once

#include <map>
#include <vector>

#include "ir/program/program.h"

namespace weir::refine {

/// What is larger than this counts as beyond the scope.
inline constexpr long kMostFixedElements = 512;
/// No array that a state at entry has is ever given more elements, whatever is tried (tuning::kLongerArrays).
inline constexpr long kMostElementsAtEntry = 32;

/// For each class of heap arrays the greatest size that constants of these procedures give an allocation of it.
std::map<const program::ClassDecl*, long> fixedExtents(const std::vector<const program::Procedure*>& procedures,
                                                       const program::Program& program);

}  // namespace weir::refine
