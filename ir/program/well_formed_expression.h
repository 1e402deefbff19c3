// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Well-formedness of expressions: the part of well_formed.h that is the same for every statement.
#pragma once

#include <optional>
#include <string>

#include "ir/program/program.h"

namespace weir::program {

/// The first thing wrong with the expression or one below it, as a sentence for an InternalError.
std::optional<std::string> whatIsWrong(ExprRef expr, const Procedure& procedure);

/// May `field` be read through a pointer of this type?
std::optional<std::string> whatIsWrongWithAccess(TypeRef object, const Field* field);

}  // namespace weir::program
