// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions in the specification language: which can be said in it, and how.
//
//   next(l) != 0 and -v(l) + 4 <= 0        some l.next and l.v >= 4
#pragma once

#include <string>

#include "conditions/entry_state.h"

namespace weir::conditions {

/// Has the language a word for it?
bool hasWord(Atom atom);
/// For a literal: an order of pointers cannot be said, nor what mentions an atom without a word.
bool hasWords(Formula literal);
/// Requires words for every literal.
std::string inWords(Formula formula);

}  // namespace weir::conditions
