// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which classes of a counterexample are models of the standard library, and which of their fields hold what a person
// sees: of a std::vector the first `length` of its `elems`. Reports fold an object of such a class into a value,
// [1, 0], by what is said here (tools/report/presented.h).
#pragma once

#include <vector>

#include "ir/program/heap.h"
#include "refine/trace/shown.h"

namespace weir::refine {

/// Of the classes of objects that `shown` has, in its states or steps. `after` has every object there ever was.
std::vector<LibraryClass> libraryClasses(const program::Heap& after, const Counterexample& shown);

}  // namespace weir::refine
