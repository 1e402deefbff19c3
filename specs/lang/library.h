// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The .weir libraries that weir ships, built into the binary so that an installed weir finds them.
//
//   use <heap>    specs/lib/heap.weir
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::specs {

std::optional<std::string_view> libraryText(const std::string& name);
std::vector<std::string> libraryNames();

/// specs/lib/std_models*.h: the classes of `use <std>` as code over their ghost fields, for the frontend.
std::string_view modelsHeader();

}  // namespace weir::specs
