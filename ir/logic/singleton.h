// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts about expressions that hold in every instance and that folding needs; each may answer "no" wrongly.
//
// `plus(x, 0)` is `x` only where x is one integer: the sum of the empty set is 0, so plus(none, 0) is {0}.
#pragma once

#include "ir/logic/expression.h"

namespace weir::logic {

/// Exactly one tuple.
bool isSingleton(Expr expr);
/// At least one tuple.
bool isNonEmpty(Expr expr);
/// No tuple is in both.
bool areDisjoint(Expr a, Expr b);
/// Every tuple of a is in b.
bool isContained(Expr a, Expr b);
/// One integer, between min and max of a C type of this width and sign.
bool fits(Expr expr, int width, bool is_signed);
/// The value of a C integer type that is congruent to `value`.
Integer wrapInteger(Integer value, int width, bool is_signed);

}  // namespace weir::logic
