// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/logic/occurrences.h"

namespace weir::logic {

void Occurrences::add(Expr expr) {
  if (!exprs_.insert(expr).second) return;
  if (expr->relation != nullptr && seen_relations_.insert(expr->relation).second) relations_.push_back(expr->relation);
  for (const Expr operand : expr->operands) add(operand);
  if (expr->formula != nullptr) add(expr->formula);
  for (const Decl& decl : expr->decls) add(decl.domain);
}

void Occurrences::add(Formula formula) {
  if (!formulas_.insert(formula).second) return;
  for (const Expr expr : formula->exprs) add(expr);
  for (const Formula operand : formula->operands) add(operand);
  for (const Decl& decl : formula->decls) add(decl.domain);
}

}  // namespace weir::logic
