// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Specifications that stand in the source, as comments above a declaration.
//
//   //@ requires some head
//   //@ ensures popped: return => size' = size - 1
//   bool pop();
//
//   /*@ invariant counted: this.size = #(this.head.*next)
//     @ invariant acyclic: no n: this.head.*next | n in n.^next
//     @*/
//   class List { ... };
//
// The markers are blanked, not cut, so that every character keeps its line and column.
#pragma once

#include <string>
#include <vector>

#include "specs/lang/source_text.h"

namespace weir::specs {

/// The comment with `//@`, `/*@`, `*/` and the `*` or `@` that start its lines turned into spaces.
std::string withoutMarkers(std::string comment);

/// Does it begin as a clause or an invariant does, or nearly so? Other tools have comments with an `@`, too.
bool isSpecification(const std::string& comment);

/// The comments above one declaration as texts to parse. Each starts at the beginning of its range. Neighbouring ones
/// become one text, because a clause may go on in the next line: `//@ ensures a: x and` `//@   y`.
std::vector<SourceTextPtr> annotationTexts(const std::vector<std::string>& comments,
                                           const std::vector<SourceRange>& ranges);

}  // namespace weir::specs
