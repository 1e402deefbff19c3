// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flags that name a file or folder, so that they mean the same wherever the compiler is started. The replay is compiled
// in a folder of its own.
#pragma once

#include <string>
#include <vector>

namespace weir::frontend {

/// `folder` is what relative paths in them start from; empty: the working directory.
std::vector<std::string> withAbsolutePaths(const std::vector<std::string>& flags, const std::string& folder);

}  // namespace weir::frontend
