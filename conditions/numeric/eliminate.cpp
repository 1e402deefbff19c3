// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Projection: `for some x` is pushed to where x occurs, and solved there.
//
//   x = y + 1 and next(x) != 0 and (z = 0 or y < w and w < z)        w, x are eliminated
//   next(y + 1) != 0 and (z = 0 or y + 1 < z)
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "conditions/numeric/relations.h"
#include "conditions/numeric/translate.h"

namespace weir::conditions {
namespace {

using namespace numeric;

/// isl has a piece for each way through a formula. (Measured on benchmarks/conditions/arrays: with 60 merge sort is not
/// verified. On wayland and hiredis larger ones end over budget.)
constexpr long kMostLeaves = 120;

class Elimination {
 public:
  Elimination(Terms& terms, const std::function<bool(Atom)>& is_eliminated, const std::function<bool()>& only_drops)
      : terms_(terms), is_eliminated_(is_eliminated), mentions_(is_eliminated), only_drops_(only_drops) {}

  bool is_exact = true;

  Formula apply(Formula formula) {
    if (!mentions_(formula)) return formula;
    if (const auto found = done_.find(formula); found != done_.end()) return found->second;
    const Formula made = solve(formula);
    done_.emplace(formula, made);
    return made;
  }

 private:
  Formula solve(Formula formula) {
    if (formula->kind == FormulaKind::Or) {
      std::vector<Formula> alternatives;
      for (Formula each : formula->operands) alternatives.push_back(apply(each));
      return terms_.disjoin(std::move(alternatives));
    }
    if (formula->kind != FormulaKind::And) return project(formula);
    if (only_drops_()) return project(formula);
    if (const Formula simpler = substituted(formula)) return apply(simpler);
    return inGroups(formula);
  }

  /// x = t and f(x) is f(t), where t does not mention x: it lies in the range of x then.
  Formula substituted(Formula conjunction) {
    for (Formula each : conjunction->operands) {
      if (each->kind != FormulaKind::Equal) continue;
      for (const Summand& summand : each->term->summands) {
        const Atom x = summand.atom;
        if (x->kind != AtomKind::Symbol || !is_eliminated_(x) || (summand.factor != 1 && summand.factor != -1))
          continue;
        const Term rest = terms_.subtract(each->term, terms_.scale(terms_.of(x), summand.factor));
        const std::vector<Atom> inside = atomsOf(rest);
        if (std::find(inside.begin(), inside.end(), x) != inside.end()) continue;
        const Term value = terms_.scale(rest, -summand.factor);
        Substitution replace(terms_, [&](Atom atom) { return atom == x ? value : nullptr; });
        std::vector<Formula> others{terms_.inRange(value, x->range)};
        for (Formula other : conjunction->operands) {
          if (other != each) others.push_back(replace.apply(other));
        }
        return terms_.conjoin(std::move(others));
      }
    }
    return nullptr;
  }

  /// Operands that share nothing that is eliminated are solved apart.
  Formula inGroups(Formula conjunction) {
    std::vector<Formula> made;
    std::vector<std::pair<std::set<Atom>, std::vector<Formula>>> groups;
    for (Formula each : conjunction->operands) {
      if (!mentions_(each)) {
        made.push_back(each);
        continue;
      }
      std::set<Atom> shared;
      for (Atom atom : atomsOf(each)) {
        if (is_eliminated_(atom)) shared.insert(atom);
      }
      std::vector<Formula> members{each};
      std::erase_if(groups, [&](auto& group) {
        const bool touches = std::any_of(shared.begin(), shared.end(), [&](Atom a) { return group.first.contains(a); });
        if (!touches) return false;
        shared.insert(group.first.begin(), group.first.end());
        members.insert(members.begin(), group.second.begin(), group.second.end());
        return true;
      });
      groups.emplace_back(std::move(shared), std::move(members));
    }
    for (auto& [shared, members] : groups) {
      const Formula part = terms_.conjoin(members);
      const bool is_split = part != conjunction;
      made.push_back(is_split ? apply(part) : project(part));
    }
    return terms_.conjoin(std::move(made));
  }

  Formula project(Formula formula) {
    if (formula->leaves > kMostLeaves || only_drops_()) {
      is_exact = false;
      return dropped(formula);
    }
    try {
      Session session(kOperations / 8, only_drops_);
      return projectBy(session, formula);
    } catch (const OverBudget&) {
      is_exact = false;
      return dropped(formula);
    }
  }

  Formula projectBy(Session& session, Formula formula) {
    std::vector<Atom> coordinates = coordinatesOf({formula});
    const auto gone =
        std::stable_partition(coordinates.begin(), coordinates.end(), [&](Atom each) { return !mentions_(each); });
    for (auto it = gone; it != coordinates.end(); ++it) {
      if ((*it)->kind == AtomKind::Apply) is_exact = false;  // that equal arguments have equal values is forgotten
    }
    const auto kept = static_cast<unsigned>(gone - coordinates.begin());
    const auto eliminated = static_cast<unsigned>(coordinates.end() - gone);
    Translation all(session, terms_, coordinates);
    Set set = all.setOf(formula);
    set = Set(isl_set_project_out(set.take(), isl_dim_set, kept, eliminated));
    coordinates.erase(gone, coordinates.end());
    const Translation rest(session, terms_, coordinates);
    const Written written = formulaOf(terms_, set, rest.ranges(), termsOf(terms_, coordinates));
    is_exact = is_exact && written.is_exact;
    return written.formula;
  }

  /// Literals about what is eliminated say only what its range leaves of them.
  Formula dropped(Formula formula) {
    if (!mentions_(formula)) return formula;
    if (formula->isLiteral()) return droppedLiteral(formula);
    if (const auto found = dropped_.find(formula); found != dropped_.end()) return found->second;
    std::vector<Formula> operands;
    for (Formula each : formula->operands) operands.push_back(dropped(each));
    return dropped_[formula] = formula->kind == FormulaKind::And ? terms_.conjoin(std::move(operands))
                                                                 : terms_.disjoin(std::move(operands));
  }

  Formula droppedLiteral(Formula formula) {
    if (formula->kind == FormulaKind::NotEqual) return terms_.yes();
    Term kept = terms_.constant(formula->term->constant);
    Term gone = terms_.constant(0);
    for (const Summand& each : formula->term->summands) {
      const Term part = terms_.scale(terms_.of(each.atom), each.factor);
      (mentions_(each.atom) ? gone : kept) = terms_.add(mentions_(each.atom) ? gone : kept, part);
    }
    const Interval range = terms_.rangeOf(gone);
    const Term zero = terms_.constant(0);
    Formula made = range.low ? terms_.lessEqual(terms_.add(kept, *range.low), zero) : terms_.yes();
    if (formula->kind == FormulaKind::Equal && range.high) {
      made = terms_.conjoin(made, terms_.lessEqual(zero, terms_.add(kept, *range.high)));
    }
    return made;
  }

  Terms& terms_;
  const std::function<bool(Atom)>& is_eliminated_;
  Mentions mentions_;
  const std::function<bool()>& only_drops_;
  std::map<Formula, Formula> done_;
  std::map<Formula, Formula> dropped_;
};

}  // namespace

Projected eliminate(Terms& terms, Formula formula, const std::function<bool(Atom)>& is_eliminated,
                    const std::function<bool()>& only_drops) {
  Elimination elimination(terms, is_eliminated, only_drops);
  const Formula made = elimination.apply(formula);
  return {made, elimination.is_exact};
}

}  // namespace weir::conditions
