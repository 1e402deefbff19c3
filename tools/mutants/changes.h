// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every change of one token of a function, as somebody may get it wrong:
//
//   if (n == 0) return head;      !=     1     and, where there is another pointer field, head for tail
//
// Comments, strings and preprocessor lines are left alone. Whether a change compiles, the compiler says.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/source_range.h"

namespace weir::mutants {

struct Change {
  std::size_t offset = 0;  // into the text
  std::string from;
  std::string to;
  int line = 0;  // from 1
};

/// `fields`: what may stand in a member's place: fields of the same type in the same class. Only what lies in one of
/// `ranges` is changed, in order.
std::vector<Change> changesOf(const std::string& text, const std::vector<SourceRange>& ranges,
                              const std::map<std::string, std::vector<std::string>>& fields);

std::string applied(const std::string& text, const Change& change);

/// The line as it was and as it is, as a diff shows them.
std::string diffOf(const std::string& text, const Change& change, const std::string& file);

}  // namespace weir::mutants
