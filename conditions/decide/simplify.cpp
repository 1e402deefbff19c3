// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/decide/simplify.h"

namespace weir::conditions {

Formula Simplifier::simplify(Formula formula, Formula context) {
  ++statistics_.formulas;
  statistics_.leaves_before += formula->leaves;
  Formula made = formula;
  if (formula->leaves <= kMostLeaves) {
    const long queries = decider_.queries();
    decider_.push();
    decider_.assume(context);
    if (only_decides_ || formula == terms_.yes()) {
      if (decider_.satisfiable(formula) == Answer::No) made = terms_.no();
    } else {
      made = simplified(formula);
    }
    decider_.pop();
    statistics_.queries += decider_.queries() - queries;
  }
  statistics_.leaves_after += made->leaves;
  return made;
}

/// Figure 5.2 of the chapter: the facts that are assumed are the critical constraint. Alternatives and conjunctions are
/// asked about as a whole first: where all of one is redundant its leaves are not looked at.
Formula Simplifier::simplified(Formula formula) {
  if (formula == terms_.yes() || formula == terms_.no()) return formula;
  if (decider_.satisfiable(formula) == Answer::No) return terms_.no();
  if (decider_.satisfiable(terms_.negate(formula)) == Answer::No) return terms_.yes();
  while (!formula->isLiteral() && !formula->operands.empty()) {
    const bool is_and = formula->kind == FormulaKind::And;
    std::vector<Formula> operands = formula->operands;
    bool has_changed = false;
    for (size_t i = 0; i < operands.size(); ++i) {
      decider_.push();
      for (size_t j = 0; j < operands.size(); ++j) {
        if (j != i) decider_.assume(is_and ? operands[j] : terms_.negate(operands[j]));
      }
      const Formula made = simplified(operands[i]);
      decider_.pop();
      has_changed = has_changed || made != operands[i];
      operands[i] = made;
    }
    if (!has_changed) break;
    formula = is_and ? terms_.conjoin(std::move(operands)) : terms_.disjoin(std::move(operands));
  }
  return formula;
}

}  // namespace weir::conditions
