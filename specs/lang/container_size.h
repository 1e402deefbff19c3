// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#e` where `e` is a container of the standard library that has a model: how many elements it has.
//
//   #this.log           this.log.length
//   #this.log'          this.log'.length'
//   #shop.*next.log     sum c: shop.*next.log | c.length         of several containers: of all together
//   #this.found         this.found.present => 1 else 0           a std::optional
#pragma once

#include "specs/lang/ast.h"
#include "specs/lang/types.h"

namespace weir::specs {

/// The expression that `size`, a tree `#e`, stands for; null where `e`, which has this type, is no such container.
/// `several`: `e` may be more than one.
ExprPtr sizeOfContainer(const Expr& size, const Type& type, bool several);

}  // namespace weir::specs
