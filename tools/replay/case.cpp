// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/case.h"

namespace weir::replay {

Case makeCase(const program::Procedure& procedure, std::vector<program::Value> arguments, program::Heap before,
              const program::InterpreterOptions& options) {
  program::Heap after = before;
  program::Execution expected = program::run(procedure, arguments, after, options);
  return {&procedure, std::move(arguments), std::move(before), std::move(after), std::move(expected)};
}

}  // namespace weir::replay
