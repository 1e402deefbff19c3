// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the parser learns about a text and a tree does not keep: where things start, which words belong together.
// Only the formatter asks for it. Everything is an offset into the text.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "specs/lang/source_text.h"

namespace weir::specs {

struct Layout {
  std::set<std::uint32_t> declarations;  // first words of declarations
  std::set<std::uint32_t> starts;   // first words of declarations, clauses, members of a model, formulas of a block
  std::set<std::uint32_t> blocks;   // braces around clauses, formulas or members, not those of a comprehension
  std::set<std::uint32_t> aligned;  // the `=` of a fun; what follows the label of a clause or invariant
  std::vector<Span> tight;          // C++ types, operator names, hyphenated names: no spaces but between words
};

}  // namespace weir::specs
