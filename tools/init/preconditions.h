// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What methods have to require so that they make no memory error, as far as their code alone says it.
//
//   int first(struct node* l) { return l->v; }      some l, else null-deref at list.c:1
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "conditions/analysis.h"
#include "ir/logic/context.h"
#include "ir/program/vocabulary.h"

namespace weir::init {

struct Precondition {
  std::string formula;  // in the specification language; empty: every input fails
  std::string error;    // one that happens otherwise: "null-deref at list.c:4"
};

class Preconditions {
 public:
  explicit Preconditions(const program::Program& program);

  /// Nothing where none is needed, and where it would be longer than anybody reads.
  std::optional<Precondition> of(const program::Procedure& procedure);

 private:
  conditions::Analysis analysis_;
  logic::Context context_;
  program::Vocabulary vocabulary_;
};

}  // namespace weir::init
