// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fewer comparisons of the same value with numbers, for whoever reads a condition.
//
//   x <= 3 or x = 4        x <= 4
//   x != 0 and 0 <= x      1 <= x
//   x - y = 1 or x - y = 2 or x - y = 3        1 <= x - y and x - y <= 3
//
// Without a solver: the operands of one connective that compare the same sum of atoms say together that it lies in a
// set of intervals, which is written down with as few literals as that takes. The result is equivalent and never
// larger.
#pragma once

#include "conditions/logic/terms.h"

namespace weir::conditions {

Formula shorten(Terms& terms, Formula formula);

}  // namespace weir::conditions
