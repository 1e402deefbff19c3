// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/invariant.h"

namespace weir {

void invariantFailed(const char* condition, const char* sentence, const char* file, int line) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + sentence + " (" + condition + ")");
}

}  // namespace weir
