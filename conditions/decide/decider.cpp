// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/decide/decider.h"

#include <algorithm>
#include <unordered_set>

#include "conditions/decide/z3_context.h"
#include "support/invariant.h"

namespace weir::conditions {
namespace {

/// Nodes and queries after which Z3 begins anew: its memory stays bounded however many questions there are.
constexpr long kLargestContext = 20'000;

}  // namespace

Decider::Decider(Terms& terms, size_t most_solutions) : terms_(terms), most_solutions_(most_solutions) {}
Decider::~Decider() = default;

void Decider::push() { levels_.push_back(facts_.size()); }
void Decider::assume(Formula fact) { add(facts_, fact); }
void Decider::pop() {
  INVARIANT(!levels_.empty(), "what is popped was pushed");
  facts_.resize(levels_.back());
  levels_.pop_back();
  if (levels_.empty() && z3_ != nullptr) z3_->endScope();
}

void Decider::add(std::vector<Formula>& facts, Formula fact) const {
  if (fact == terms_.yes()) return;
  if (fact->kind == FormulaKind::And) {
    facts.insert(facts.end(), fact->operands.begin(), fact->operands.end());
  } else {
    facts.push_back(fact);
  }
}

Answer Decider::satisfiable(Formula formula) { return decide(formula, terms_.yes()); }
bool Decider::implies(Formula a, Formula b) {
  if (a == b || b == terms_.yes() || a == terms_.no()) return true;
  return decide(a, terms_.negate(b)) == Answer::No;
}

/// One of them is the negation of another.
bool Decider::hasContradiction(const std::vector<Formula>& facts) {
  std::unordered_set<Formula> met;
  for (Formula each : facts) {
    if (each == terms_.no()) return true;
    if (met.contains(terms_.negate(each))) return true;
    met.insert(each);
  }
  return false;
}

bool Decider::isSolved(const std::vector<Formula>& facts) {
  for (size_t i = 0; i < solutions_.size(); ++i) {
    if (!std::all_of(facts.rbegin(), facts.rend(),
                     [&](Formula each) { return solutions_[i].holds(each).value_or(false); })) {
      continue;
    }
    std::rotate(solutions_.begin(), solutions_.begin() + static_cast<std::ptrdiff_t>(i),
                solutions_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return true;
  }
  return false;
}

Answer Decider::solve(const std::vector<Formula>& facts) {
  ++solved_;
  if (z3_ == nullptr || z3_->size() > kLargestContext) {
    z3_.reset();
    z3_ = std::make_unique<Z3Context>();
    ++contexts_;
  }
  const long spent = z3_->spent();
  const Answer answer = z3_->check(facts, levels_.empty() ? Z3Context::Scope::Once : Z3Context::Scope::Again);
  left_ -= z3_->spent() - spent;
  if (answer == Answer::Yes && most_solutions_ > 0) {
    if (std::optional<Assignment> found = z3_->solution(facts)) {
      solutions_.push_front(std::move(*found));
      if (solutions_.size() > most_solutions_) solutions_.pop_back();
    }
  }
  return answer;
}

Answer Decider::decide(Formula formula, Formula other) {
  ++queries_;
  std::vector<Formula> facts = facts_;
  add(facts, formula);
  add(facts, other);
  if (facts.empty()) return Answer::Yes;
  if (hasContradiction(facts)) return Answer::No;
  if (left_ <= 0 || !may_go_on_()) return Answer::Unknown;
  if (isSolved(facts)) return Answer::Yes;
  return solve(facts);
}

}  // namespace weir::conditions
