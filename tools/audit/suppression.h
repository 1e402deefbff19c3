// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A comment at the place of a report, or on the line above it, says that it is known and why:
//
//   return p->v;   // weir-ignore: the caller holds the lock, so p is there
#pragma once

#include "support/source_range.h"

namespace weir::tools {

/// A comment without a reason does not count.
bool isSuppressed(const SourceRange& place);

}  // namespace weir::tools
