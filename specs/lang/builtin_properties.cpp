// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "specs/lang/specification.h"

namespace weir::specs {

const std::vector<std::string>& builtinProperties() {
  static const std::vector<std::string> kNames = {"null-deref", "use-after-free", "double-free", "bounds",
                                                  "div-zero",   "uninitialized",  "assert",      "overflow",
                                                  "leak",       "cycle"};
  return kNames;
}

std::optional<std::vector<std::string>> expandCheck(const std::string& name) {
  const std::vector<std::string>& all = builtinProperties();
  if (name == "all") return all;
  if (name == "memory") return std::vector<std::string>(all.begin(), all.begin() + 4);
  if (std::find(all.begin(), all.end(), name) == all.end()) return std::nullopt;
  return std::vector<std::string>{name};
}

}  // namespace weir::specs
