// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that are part of the binary (cmake/WeirEmbed.cmake).
#pragma once

#include <string_view>

namespace weir::run::embedded {

std::string_view suiteSchema();

}  // namespace weir::run::embedded
