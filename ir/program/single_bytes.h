// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pointer to a character sees of what is no character (type.h: isByteOf).
#pragma once

#include "ir/program/type.h"

namespace weir::program {

/// The byte of a truth value is 0 or 1; what it is after another one was written is not known.
inline constexpr const char* kByteOfTruth = "a byte other than 0 and 1 in a truth value";

inline bool isCharacter(TypeRef type) {
  return type->name == "char" || type->name == "signed char" || type->name == "unsigned char";
}

}  // namespace weir::program
