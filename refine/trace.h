// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a found violation to what a person reads: the heap before, every executed statement, the heap after, and what
// is false.
//
//   const Trace trace = makeTrace(vocabulary, spec, property, *outcome.violation, enumerations);
//   result.counterexample = trace.counterexample;
//   result.reason = trace.reason;                       "no j.next' is false for j = Job1"
//
// Only what the execution or the property touches is shown. Claim: the changes of the steps, applied to the heap
// before, give the heap after (tools/report/states.h checks it).
#pragma once

#include <map>
#include <string>

#include "ir/program/source_names.h"
#include "refine/method_check.h"
#include "refine/trace/shown.h"

namespace weir::refine {

struct Trace {
  Counterexample counterexample;  // without the replay
  std::string reason;             // one sentence
};

/// `enumerations`: the enumerators of the source's enums, by the names of their types.
Trace makeTrace(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, const Property& property,
                const Violation& violation, const std::map<std::string, program::EnumeratorNames>& enumerations);

}  // namespace weir::refine
