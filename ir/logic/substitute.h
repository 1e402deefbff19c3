// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions with relations and variables replaced, sharing kept: a node is rebuilt once.
#pragma once

#include <unordered_map>

#include "ir/logic/context.h"

namespace weir::logic {

class Substitution {
 public:
  explicit Substitution(Context& context) : context_(&context) {}
  /// Requires equal arity.
  void replace(Relation relation, Expr by) { relations_[relation] = by; }
  void replace(Variable variable, Expr by) { variables_[variable] = by; }
  Expr apply(Expr expr);
  Formula apply(Formula formula);

 private:
  std::vector<Decl> apply(const std::vector<Decl>& decls);

  Context* context_;
  std::unordered_map<Relation, Expr> relations_;
  std::unordered_map<Variable, Expr> variables_;
  std::unordered_map<Expr, Expr> exprs_;
  std::unordered_map<Formula, Formula> formulas_;
};

}  // namespace weir::logic
