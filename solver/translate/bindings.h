// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expansion of declared variables, shared by quantifiers, comprehensions and sums.
#pragma once

#include "solver/translate/translator.h"

namespace weir::solver {

template <class Visit>
void Translator::forEachBinding(const std::vector<logic::Decl>& decls, bool distinct_only, Visit visit,
                                std::size_t from, Gate guard) {
  if (from == decls.size()) {
    visit(guard);
    return;
  }
  const logic::Decl& decl = decls[from];
  const MatrixRef domain = matrix(decl.domain);
  const std::vector<Gate> guards = distinct_only ? distinct(*domain) : domain->guards;
  const Binding outer = bindingOf(decl.variable);
  for (std::size_t i = 0; i < domain->rows(); ++i) {
    const Gate both = circuit_.conjunction(guard, guards[i]);
    if (both == kFalse) continue;
    bindingOf(decl.variable) = domain->row(i)[0];
    forEachBinding(decls, distinct_only, visit, from + 1, both);
  }
  bindingOf(decl.variable) = outer;
}

}  // namespace weir::solver
