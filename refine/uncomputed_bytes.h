// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A property may ask for what a pointer leads to, `deref[c]`, where the code never follows it and changes bytes that it
// may lead into by another name.
//
//   void set(struct flags *f, char *c) { f->mode = 1; }      ensures kept: deref[c]' = deref[c]
//
// The bytes of a bit-field or of a pointer, and of a member of a union that the source never names, are not computed.
// Where the code follows such a pointer the access is unsupported; this is the same for properties.
#pragma once

#include "ir/program/vocabulary.h"

namespace weir::refine {

/// A field that the procedure may change, and whose bytes the formula may see through a pointer; null: there is none.
const program::Field* uncomputedBytesAskedFor(logic::Formula formula, const program::Procedure& procedure,
                                              program::Vocabulary& vocabulary);

}  // namespace weir::refine
