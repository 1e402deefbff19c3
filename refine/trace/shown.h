// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace is made of what reports show: these names mean the results' values and steps here, not the interpreter's.
#pragma once

#include "results/result.h"

namespace weir::refine {

using results::Change;
using results::Counterexample;
using results::HeapObject;
using results::HeapState;
using results::LibraryClass;
using results::NamedValue;
using results::Step;
using results::Value;

}  // namespace weir::refine
