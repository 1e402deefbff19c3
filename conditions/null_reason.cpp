// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/null_reason.h"

#include <set>

#include "conditions/executor.h"

namespace weir::conditions {
namespace {

void collect(Formula formula, std::set<Formula>& parts) {
  if (!parts.insert(formula).second) return;
  for (Formula each : formula->operands) collect(each, parts);
}

bool isNullOfPointer(Formula formula) {
  return formula->kind == FormulaKind::Equal && formula->term->constant == 0 && formula->term->summands.size() == 1 &&
         isPointer(formula->term->summands.front().atom);
}

}  // namespace

Formula becauseOf(Terms& terms, Formula formula, Formula is_null) {
  std::set<Formula> parts;
  collect(formula, parts);
  if (!parts.contains(is_null)) return terms.no();
  for (Formula each : parts) {
    if (each != is_null && isNullOfPointer(each)) formula = without(terms, formula, each);
  }
  return formula;
}

}  // namespace weir::conditions
