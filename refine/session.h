// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check of one method: its queries (queries.h), what they may cost (budget.h), the engines that ask them
// (engine.h, turns.h) and what their answers rest on (coverage.h). method_check.h has the claims.
#pragma once

#include "refine/coverage.h"
#include "refine/turns.h"

namespace weir::refine {

class Session {
 public:
  Session(program::Vocabulary& vocabulary, const specs::Specification& specification, const specs::MethodSpec& spec,
          std::vector<std::string> builtins, CheckOptions options);

  std::vector<Property> properties() const;
  PropertyOutcome run(const Property& property);
  void interrupt() { queries_.interrupt(); }

 private:
  const program::Field* unionMemberAskedFor(const Property& property) const;
  void decide(const Property& property, PropertyOutcome& outcome);
  void nothingBreaks(const Property& property, PropertyOutcome& outcome);

  program::Vocabulary& vocabulary_;
  const specs::MethodSpec& spec_;
  std::vector<std::string> builtins_;
  CheckOptions options_;
  Budget budget_;
  Queries queries_;
  Coverage coverage_;
  Examiner examiner_;
  InlinedEngine inlined_;
  RefinementEngine refinement_;
  Turns turns_;
};

}  // namespace weir::refine
