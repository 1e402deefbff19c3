// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built-in errors that no input within the requirements leads to, by the conditions of the inputs (conditions/):
// indices, null pointers, divisors, for arrays of every length.
//
//   void fill(int* a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }      fails never where n <= extent[a]
//   requires 0 <= n and n <= extent[a]                                      implies that
//
// Claim: the inputs that fail are among those of the errors of a summary, and what a requirement says is assumed only
// where it is translated exactly. That no error at all is possible is shown, not one kind of error: that is what the
// conditions are tested for against compiled programs. They take it that what a pointer to a number leads to at entry
// is there; here it may also be one past the end, which has to be excluded where the code follows it.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "conditions/analysis.h"
#include "prove/list_proof.h"
#include "specs/lang/specification.h"

namespace weir::tools {

class ConditionProver {
 public:
  /// Both are kept.
  ConditionProver(program::Vocabulary& vocabulary, const specs::MethodSpec& spec)
      : vocabulary_(vocabulary), spec_(spec) {}

  /// That the procedure meets no error; else why that is not shown.
  std::variant<prove::Proof, std::string> withoutErrors();

 private:
  using Answer = std::variant<prove::Proof, std::string>;
  Answer answer();
  conditions::Formula withoutEnds(conditions::Analysis& analysis);

  program::Vocabulary& vocabulary_;
  const specs::MethodSpec& spec_;
  std::optional<Answer> answer_;
};

}  // namespace weir::tools
