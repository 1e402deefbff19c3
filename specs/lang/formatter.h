// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir fmt`: one way to lay a specification out.
//
//   pred  p[x:List]{ some x.head   // not empty          pred p[x: List] {
//   no y}                                          ->      some x.head  // not empty
//                                                          no y
//                                                        }
//
// Words and comments stay as they are and in order; only the white space between them changes. Line breaks are the
// author's, except that declarations, clauses and braces over several lines get lines of their own. Neighbouring lines
// that declare the same kind of thing are aligned.
//
// Claim: the formatted text has the same words, so it parses to the same tree; formatting it again changes nothing.
#pragma once

#include <string>

#include "specs/lang/source_text.h"
#include "support/diagnostics.h"

namespace weir::specs {

/// Requires nothing of the text; if it does not parse, the mistakes are reported and the text is returned unchanged.
std::string format(const SourceTextPtr& text, Diagnostics& diagnostics);

}  // namespace weir::specs
