// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A specification that stands in a test.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "specs/lang/source_text.h"

namespace weir::specs {

inline SourceTextPtr textOf(std::string text) { return std::make_shared<SourceText>("test.weir", std::move(text)); }

}  // namespace weir::specs
