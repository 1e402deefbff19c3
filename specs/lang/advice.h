// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What people write who know C++ or another specification language, and what it is called here.
//
//   ensures result = 0        nothing is called 'result'; what the method returns is 'return'
//   requires n in this.items  'n' may be null here: null is in every set; add 'some n'
#pragma once

#include <string>
#include <vector>

#include "ir/program/program.h"
#include "specs/lang/ast.h"
#include "specs/lang/source_text.h"
#include "support/diagnostics.h"

namespace weir::specs {

/// "; what the method returns is 'return'": the word for a name that means nothing, or empty.
std::string wordFor(const std::string& name);

/// C++'s names of the null pointer, which are read.
inline bool isNullWord(const std::string& name) { return name == "nullptr" || name == "NULL"; }

/// Notes where a precondition puts a pointer parameter into a set and nothing says that it is not null.
void noteNullMembers(const program::Procedure& procedure, const SourceTextPtr& text, const std::vector<Clause>& clauses,
                     Diagnostics& diagnostics);

}  // namespace weir::specs
