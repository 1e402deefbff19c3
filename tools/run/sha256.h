// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SHA-256 (FIPS 180-4): checksums of fetched sources, and keys under which results are kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace weir::run {

/// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

std::optional<std::string> sha256OfFile(const std::string& path);

}  // namespace weir::run
