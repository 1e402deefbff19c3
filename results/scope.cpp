// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "results/scope.h"

#include <algorithm>

namespace weir::results {

std::span<const LimitText> limitTexts() {
  static constexpr LimitText kTexts[] = {
      {Limit::Iterations, "iterations", "", "loops_cut"},
      {Limit::Objects, "objects", "", "objects_cut"},
      {Limit::ArrayElements, "array elements", "elements of ", "arrays_cut"},
      {Limit::Elements, "elements", "elements of ", "elements_cut"},
      {Limit::Characters, "characters", "characters of ", "characters_cut"},
  };
  return kTexts;
}

bool Scope::isCut() const {
  return std::ranges::any_of(cuts, [](Cut cut) { return cut != Cut::No; });
}

}  // namespace weir::results
