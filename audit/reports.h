// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the code of a function contradicts itself, from the conditions that were found for it (Dillig, chapters 2 to
// 4).
//
//   int first(node* l) { int n = 0; if (l != NULL) n = 1; return n + l->v; }
//                                       ^ checked here              ^ used here without a check: `inconsistent`
//
// A function that only requires something of its arguments is no report: `int f(node* l) { return l->v; }` says that l
// is not null, and nothing says that it may be.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conditions/analysis.h"

namespace weir::audit {

enum class Kind {
  Must,          // fails whenever it gets there
  SourceSink,    // a null (freed, …) value that the code itself makes reaches a use
  Inconsistent,  // one place shows that a value may be null, another uses it unchecked
  Endless,       // runs forever from some inputs
};
const char* spelling(Kind kind);  // "must", "source-sink", …

struct Report {
  Kind kind = Kind::Must;
  std::optional<program::ErrorKind> error;  // none: Endless
  const program::Procedure* procedure = nullptr;
  SourceRange place;
  std::vector<SourceRange> related;  // the check, the source, where a callee fails
  std::string condition;             // on inputs, in the specification language: from these it can happen
  std::string explanation;
  std::string belief;            // what somebody checked, as beliefsOf names it; empty: nothing that others could check
  bool needs_failure = false;    // of an allocation: no execution of weir's has one
  bool needs_execution = false;  // it is not worth reading without one
};

/// What a procedure shows to be perhaps null by checking it, as others could: "node.next", "the result of find".
std::set<std::string> beliefsOf(const conditions::Summary& summary);

/// Those of one procedure, in the order of their places; each place once for an error.
std::vector<Report> reportsOf(conditions::Analysis& analysis, const program::Procedure& procedure);

}  // namespace weir::audit
