// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that are part of the binary (cmake/WeirEmbed.cmake): schemas, and the parts of the HTML page.
#pragma once

#include <string_view>

namespace weir::report::embedded {
std::string_view pageHtml();
std::string_view pageCss();
std::string_view pageJs();
std::string_view heapJs();

}  // namespace weir::report::embedded
