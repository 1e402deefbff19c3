// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's mistakes, each with a place, collected so that one run reports all of them.
//
//   list.weir:4:18: error: no field 'nxt' in class 'Cell'; did you mean 'next'?
//     ensures l.head.*nxt = ...
//                    ^~~
//
// A room reports into a Diagnostics and goes on; the command line prints them and exits with 2.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/source_range.h"

namespace weir {

enum class Severity { Error, Warning, Note };

struct Diagnostic {
  Severity severity = Severity::Error;
  SourceRange range;
  std::string message;
};

class Diagnostics {
 public:
  void error(SourceRange range, std::string message);
  void warning(SourceRange range, std::string message);
  void note(SourceRange range, std::string message);

  bool hasErrors() const { return errors_ > 0; }
  const std::vector<Diagnostic>& all() const { return all_; }

  /// Clang's form: file, line, column, severity, message, the line and a caret. `colour` as the caller decided.
  void print(std::ostream& out, bool colour) const;

 private:
  std::vector<Diagnostic> all_;
  int errors_ = 0;
};

/// The candidate nearest to `name` by edit distance, if one is near enough to be a typo of it.
std::optional<std::string> nearestName(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace weir
