// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which null is the reason of an error: a pointer may be asked about on the way to another that is followed.
//
//   (name = 0 or n > 3) and next(it) = 0      where next(it) is null, whatever name is
#pragma once

#include "conditions/logic/terms.h"

namespace weir::conditions {

/// Where the formula holds because of this literal, `pointer = 0`, and not because another pointer is null; false where
/// it does not ask.
Formula becauseOf(Terms& terms, Formula formula, Formula is_null);

}  // namespace weir::conditions
