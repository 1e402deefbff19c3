// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/decide/shorten.h"

#include <algorithm>
#include <unordered_map>

namespace weir::conditions {
namespace {

/// Of an operand: larger ones are seldom about one sum.
constexpr long kMostLeaves = 100;

/// A set of integers: intervals in order, none touching the next.
using Set = std::vector<Interval>;

/// What is not in the set.
Set complement(const Set& set) {
  Set made;
  Interval gap;
  for (const Interval& each : set) {
    if (each.low) {
      gap.high = *each.low - 1;
      made.push_back(gap);
    }
    if (!each.high) return made;
    gap = {*each.high + 1, std::nullopt};
  }
  made.push_back(gap);
  return made;
}

Set united(Set a, const Set& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end(), [](const Interval& left, const Interval& right) {
    return right.low && (!left.low || *left.low < *right.low);
  });
  Set made;
  for (const Interval& each : a) {
    if (!made.empty() && (!made.back().high || !each.low || *each.low <= *made.back().high + 1)) {
      if (made.back().high && (!each.high || *made.back().high < *each.high)) made.back().high = each.high;
    } else {
      made.push_back(each);
    }
  }
  return made;
}

Set intersected(const Set& a, const Set& b) { return complement(united(complement(a), complement(b))); }

/// A formula that says of one sum of atoms, without a constant, in which set it lies.
struct Membership {
  Term sum = nullptr;
  Set set;
};

class Shortener {
 public:
  explicit Shortener(Terms& terms) : terms_(terms) {}

  Formula shorten(Formula formula) {
    if (formula->operands.empty()) return formula;
    if (const auto found = done_.find(formula); found != done_.end()) return found->second;
    std::vector<Formula> operands;
    for (Formula each : formula->operands) operands.push_back(shorten(each));
    Formula made = merged(formula->kind, operands);
    if (made->leaves >= formula->leaves) made = formula;
    done_.emplace(formula, made);
    return made;
  }

 private:
  Membership ofLiteral(Formula formula) {
    const bool is_negative = formula->term->summands.front().factor < 0;
    const Term term = is_negative ? terms_.scale(formula->term, -1) : formula->term;
    const Integer value = -term->constant;
    Set set;
    switch (formula->kind) {
      case FormulaKind::LessEqual: set = is_negative ? Set{{value, std::nullopt}} : Set{{std::nullopt, value}}; break;
      case FormulaKind::Equal: set = {{value, value}}; break;
      default: set = {{std::nullopt, value - 1}, {value + 1, std::nullopt}}; break;
    }
    return {terms_.add(term, value), std::move(set)};
  }

  /// Absent where it is about more than one sum.
  std::optional<Membership> membership(Formula formula) {
    if (formula->isLiteral()) return ofLiteral(formula);
    std::optional<Membership> made;
    for (Formula each : formula->operands) {
      std::optional<Membership> next = membership(each);
      if (!next || (made && made->sum != next->sum)) return std::nullopt;
      if (!made) {
        made = std::move(next);
      } else {
        made->set = joined(formula->kind, made->set, next->set);
      }
    }
    return made;
  }

  static Set joined(FormulaKind kind, const Set& a, const Set& b) {
    return kind == FormulaKind::And ? intersected(a, b) : united(a, b);
  }

  /// The sum lies in one of the intervals.
  Formula inOneOf(Term sum, const Set& set) {
    std::vector<Formula> alternatives;
    for (const Interval& each : set) {
      const bool is_one = each.low && each.high && *each.low == *each.high;
      alternatives.push_back(is_one ? terms_.equal(sum, terms_.constant(*each.low)) : terms_.inRange(sum, each));
    }
    return terms_.disjoin(std::move(alternatives));
  }

  Formula written(const Membership& member) {
    const Interval range = terms_.rangeOf(member.sum);
    // What lies outside the range can be in the set or not.
    Set outside;
    if (range.low) outside.push_back({std::nullopt, *range.low - 1});
    if (range.high) outside.push_back({*range.high + 1, std::nullopt});
    const Formula inside = inOneOf(member.sum, united(member.set, outside));
    const Formula excluded = terms_.negate(inOneOf(member.sum, united(complement(member.set), outside)));
    return excluded->leaves < inside->leaves ? excluded : inside;
  }

  /// Operands about the same sum become one.
  Formula merged(FormulaKind kind, const std::vector<Formula>& operands) {
    struct Group {
      Membership member;
      std::vector<Formula> operands;
      long leaves = 0;
    };
    std::vector<Group> groups;
    std::vector<Formula> made;
    for (Formula each : operands) {
      const bool is_small = each->leaves > 0 && each->leaves <= kMostLeaves;
      std::optional<Membership> member = is_small ? membership(each) : std::nullopt;
      if (!member) {
        made.push_back(each);
        continue;
      }
      const auto found = std::find_if(groups.begin(), groups.end(),
                                      [&](const Group& group) { return group.member.sum == member->sum; });
      if (found == groups.end()) {
        groups.push_back({std::move(*member), {each}, each->leaves});
      } else {
        found->member.set = joined(kind, found->member.set, member->set);
        found->operands.push_back(each);
        found->leaves += each->leaves;
      }
    }
    for (const Group& each : groups) {
      const Formula shorter = written(each.member);
      if (shorter->leaves < each.leaves) {
        made.push_back(shorter);
      } else {
        made.insert(made.end(), each.operands.begin(), each.operands.end());
      }
    }
    return kind == FormulaKind::And ? terms_.conjoin(std::move(made)) : terms_.disjoin(std::move(made));
  }

  Terms& terms_;
  std::unordered_map<Formula, Formula> done_;
};

}  // namespace

Formula shorten(Terms& terms, Formula formula) {
  Shortener shortener(terms);
  for (;;) {
    const Formula made = shortener.shorten(formula);
    if (made == formula) return made;
    formula = made;
  }
}

}  // namespace weir::conditions
