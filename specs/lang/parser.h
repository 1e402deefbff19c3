// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From text to trees: a whole .weir file, the clauses of a comment in C or C++ source, or one expression.
//
//   parseSpec(text)                         source, use, fun, pred, invariant, method, model, check
//   parseClauses("requires some p ...")     what stands behind //@ above a declaration
//
// A mistake does not end the run: the parser reports it, goes on with the next formula, clause or declaration, and
// leaves what it did not understand out of the tree. A tree is complete only if no error was reported.
#pragma once

#include <vector>

#include "specs/lang/ast.h"
#include "specs/lang/layout.h"
#include "support/diagnostics.h"

namespace weir::specs {

/// Fills `layout` for the formatter if it is not null.
SpecFile parseSpec(SourceTextPtr text, Diagnostics& diagnostics, Layout* layout = nullptr);

/// The clauses of one in-source annotation; `text` is its comment with the markers blanked (see annotations.h).
std::vector<Clause> parseClauses(const SourceTextPtr& text, Diagnostics& diagnostics);

struct AnnotatedInvariant {
  Identifier label;  // empty text if it has none
  ExprPtr body;
};

/// What stands above a class: `invariant [label:] F`, several times.
std::vector<AnnotatedInvariant> parseInvariants(const SourceTextPtr& text, Diagnostics& diagnostics);

/// One expression or formula that is the whole text; null if it cannot be understood.
ExprPtr parseExpression(const SourceTextPtr& text, Diagnostics& diagnostics);

}  // namespace weir::specs
