// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/state.h"

#include <algorithm>

namespace weir::conditions {

void State::assume(Terms& terms, Formula fact) {
  if (fact == terms.yes()) return;
  if (fact->kind == FormulaKind::And) {
    for (Formula each : fact->operands) assume(terms, each);
    return;
  }
  if (std::find(path.begin(), path.end(), fact) != path.end()) return;
  if (std::find(path.begin(), path.end(), terms.negate(fact)) != path.end()) fact = terms.no();
  path.push_back(fact);
}

bool State::isReachable(Terms& terms) const { return path.empty() || path.back() != terms.no(); }

State joined(EntryState& entry, State a, const State& b) {
  Terms& terms = entry.terms();
  size_t common = 0;
  while (common < a.path.size() && common < b.path.size() && a.path[common] == b.path[common]) ++common;
  const auto rest = [&](const State& state) {
    return terms.conjoin(std::vector<Formula>(state.path.begin() + static_cast<long>(common), state.path.end()));
  };
  // Where the ways part at one condition, that alone tells them apart.
  Formula guard = rest(a);
  if (common < a.path.size() && common < b.path.size() && terms.areComplements(a.path[common], b.path[common])) {
    guard = a.path[common];
  } else if (const Formula other = rest(b); other->leaves < guard->leaves) {
    guard = terms.negate(other);
  }
  const Formula either = terms.disjoin(rest(a), rest(b));
  for (size_t i = 0; i < a.locals.size(); ++i) {
    Value& mine = a.locals[i];
    const Value& theirs = b.locals[i];
    if (mine == theirs) continue;
    if (mine.base == nullptr || theirs.base == nullptr) {
      // One way has given it no value: who reads it there gets any.
      const Term any = entry.unset(Interval{});
      mine = mine.base == nullptr ? Value{terms.choose(guard, any, theirs.base), theirs.offset}
                                  : Value{terms.choose(guard, mine.base, any), mine.offset};
      continue;
    }
    mine = {terms.choose(guard, mine.base, theirs.base), terms.choose(guard, mine.offset, theirs.offset)};
  }
  a.memory.join(b.memory, guard);
  a.path.resize(common);
  a.assume(terms, either);
  return a;
}

std::optional<State> joined(EntryState& entry, const std::vector<State>& states) {
  std::optional<State> made;
  for (const State& each : states) {
    if (!each.isReachable(entry.terms())) continue;
    made = made ? joined(entry, std::move(*made), each) : each;
  }
  return made;
}

}  // namespace weir::conditions
