// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes of the standard library that weir's own header defines in the library's place (`use <std>`).
//
//   std::vector<int>      length: unsigned long     elems: int[4]
//
// Their fields are the ghost fields of the model, held in arrays of which only the first `length` elements count. So
// whoever shows, reads or builds such an object natively has to speak of the real container instead.
#pragma once

#include "ir/program/program.h"

namespace weir::program {

/// The name under which the frontend reads the header; there is no such file.
inline constexpr const char* kModelsFile = "/weir/std_models.h";

inline bool isModelClass(const ClassDecl& class_decl) { return class_decl.range.file == kModelsFile; }

/// Of a modelled class: an array whose first `length` elements count.
inline bool isModelArray(const Field& field) { return isModelClass(*field.owner) && field.type->isArray(); }

}  // namespace weir::program
