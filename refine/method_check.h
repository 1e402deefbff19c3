// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the properties of one method within a scope.
//
//   MethodCheck check(vocabulary, spec, options);
//   for (const Property& property : check.properties()) {
//     const PropertyOutcome outcome = check.run(property);   // one verdict; violated comes with its execution
//   }
//
// The method is encoded once and every property is a labelled formula of one incremental solver.
//
// Claims. `violated` is only the verdict of a property that breaks when its state at entry is executed by the
// interpreter. `holds` is only the verdict where the solver finds no execution within the scope that breaks it and none
// that reaches something weir does not understand; `proved` where, besides, the scope leaves nothing out: there is no
// heap to bound and no execution needs more iterations. Every mode gives the same verdict.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/program/heap.h"
#include "ir/program/interpreter.h"
#include "ir/program/vocabulary.h"
#include "refine/encode/heap_model.h"
#include "refine/property.h"
#include "refine/tuning.h"
#include "results/result.h"
#include "solver/model_finder.h"
#include "specs/lang/specification.h"
#include "support/reporter.h"

namespace weir::refine {

// What a check finds, in the words that reports share.
using results::Cause;
using results::Cut;
using results::Inferred;
using results::Limit;
using results::Reason;
using results::Scope;
using results::Stats;
using results::Verdict;

enum class Mode { Refine, Inline, Frames };
std::optional<Mode> modeNamed(const std::string& name);
const char* toString(Mode mode);

struct CheckOptions {
  Mode mode = Mode::Refine;
  ScopeLimits scope;
  solver::BackEnd back_end = solver::BackEnd::Auto;
  double timeout_seconds = 0;  // for each property; 0: none
  long memory_megabytes = 0;   // for the process; 0: none
  std::int64_t turn_conflicts =
      tuning::kFirstTurnConflicts;  // mode Refine: so long calls are abstract before the inlined query is looked at
  bool self_check = false;          // instances, cores and refinements are checked independently
  bool trace_refinement = false;
  std::string dump_directory;
  Reporter* reporter = &Reporter::silent();
  // Set by MethodCheck.
  std::function<void()> checkpoint = {};  // called often, throws where a limit is reached
  bool needs_links = false;               // some property is about all links of a class
};

struct RefinementEvent {  // one round of the loop, for --trace-refinement
  int round = 0;
  std::string what;  // "counterexample", "invalid", "refined", "inlined", "holds", "real"
  std::string call_site;
  std::string callee;
  std::string text;
};

struct PropertyOutcome {
  Verdict verdict = Verdict::Unknown;
  bool never_returns = false;  // see CheckResult
  Reason reason;
  Scope scope;
  Stats stats;
  std::vector<Inferred> inferred;
  std::vector<RefinementEvent> events;
  std::optional<Violation> violation;
};

class Session;

class MethodCheck {
 public:
  /// `spec` gives the requirements and properties; `specification` the trusted methods. All must outlive this.
  /// `builtins` are the built-in properties to check, by name.
  MethodCheck(program::Vocabulary& vocabulary, const specs::Specification& specification, const specs::MethodSpec& spec,
              std::vector<std::string> builtins, CheckOptions options);
  ~MethodCheck();

  /// What there is to check, in the order of the text, built-in ones last. `assert` is left out where nothing asserts
  /// and nobody asked.
  std::vector<Property> properties() const;
  PropertyOutcome run(const Property& property);
  /// From any thread: the property under way ends as unknown.
  void interrupt();

 private:
  std::unique_ptr<Session> session_;
};

}  // namespace weir::refine
