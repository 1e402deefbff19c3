// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every consumer of the IR may rely on: operands have the types their operators want, a field belongs to the
// class it is read from, a label is that of an enclosing block, a call passes what the callee declares.
//
//   List::find(int): 7: t = load p.vlaue: the field vlaue of List is not a field of Node
#pragma once

#include "ir/program/program.h"

namespace weir::program {

/// Throws InternalError at the first statement that is not well-formed: a bug of whoever built the program.
void checkWellFormed(const Program& program);
void checkWellFormed(const Program& program, const Procedure& procedure);

}  // namespace weir::program
