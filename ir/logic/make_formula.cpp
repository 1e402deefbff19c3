// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making formulas. Negation moves onto the atomic formula where that costs nothing, so that a guard and its
// opposite meet as `some x` and `no x`.
#include <algorithm>
#include <unordered_set>

#include "ir/logic/context.h"
#include "ir/logic/singleton.h"
#include "support/invariant.h"

namespace weir::logic {
namespace {

constexpr std::size_t kFlatten = 16;  // longer conjunctions nest: a formula grown one part at a time stays linear

bool isNone(Expr expr) { return expr->kind == ExprKind::None; }
bool isConstant(Expr expr) { return expr->kind == ExprKind::Constant; }

FormulaNode atomic(FormulaKind kind, std::vector<Expr> exprs) {
  FormulaNode made;
  made.kind = kind;
  made.exprs = std::move(exprs);
  return made;
}

FormulaNode connective(FormulaKind kind, std::vector<Formula> operands) {
  FormulaNode made;
  made.kind = kind;
  made.operands = std::move(operands);
  return made;
}

bool isChoiceOfConstants(Expr expr) {
  return expr->kind == ExprKind::IfElse && isConstant(expr->operands[0]) && isConstant(expr->operands[1]);
}

/// The operands of a conjunction or disjunction, each once; a part and its opposite settle it. A formula is mostly
/// grown by one part at a time: what its first part has flattened into is known to fit together.
class Parts {
 public:
  explicit Parts(FormulaKind kind)
      : kind_(kind),
        unit_(kind == FormulaKind::And ? FormulaKind::True : FormulaKind::False),
        settling_(kind == FormulaKind::And ? FormulaKind::False : FormulaKind::True) {}

  /// False where this settles the whole.
  bool add(Formula part, std::size_t count, Context& context) {
    if (part->kind == settling_) return false;
    if (part->kind != kind_ || part->operands.size() + count > kFlatten) return addOne(part, context);
    if (parts_.empty()) {
      parts_ = part->operands;
      return true;
    }
    return std::ranges::all_of(part->operands, [&](Formula inner) { return addOne(inner, context); });
  }

  std::vector<Formula>& all() { return parts_; }

 private:
  bool addOne(Formula part, Context& context) {
    if (part->kind == unit_ || contains(part)) return true;
    if (!parts_.empty() && contains(context.negate(part))) return false;
    parts_.push_back(part);
    if (parts_.size() == kListed + 1) index_.insert(parts_.begin(), parts_.end());
    if (parts_.size() > kListed) index_.insert(part);
    return true;
  }

  bool contains(Formula part) const {
    if (parts_.size() > kListed) return index_.contains(part);
    return std::ranges::find(parts_, part) != parts_.end();
  }

  static constexpr std::size_t kListed = 32;  // so many are compared one by one
  FormulaKind kind_;
  FormulaKind unit_;
  FormulaKind settling_;
  std::vector<Formula> parts_;
  std::unordered_set<Formula> index_;
};

}  // namespace

Formula Context::truth(bool value) { return make(connective(value ? FormulaKind::True : FormulaKind::False, {})); }

Formula Context::subset(Expr a, Expr b) {
  INVARIANT(a->arity == b->arity, "a subset should compare equal arities");
  if (isContained(a, b)) return truth(true);
  if (isNone(b)) return no(a);
  if (isNonEmpty(a) && areDisjoint(a, b)) return truth(false);
  return make(atomic(FormulaKind::Subset, {a, b}));
}

Formula Context::equal(Expr a, Expr b) {
  INVARIANT(a->arity == b->arity, "an equality should compare equal arities");
  if (a == b) return truth(true);
  if (isNone(a) && isNone(b)) return truth(true);
  if (isNone(a)) return no(b);
  if (isNone(b)) return no(a);
  if ((isNonEmpty(a) || isNonEmpty(b)) && areDisjoint(a, b)) return truth(false);
  if (isChoiceOfConstants(a) && isConstant(b)) {  // (c => 1 else 0) = 1 is c
    return ifElse(a->formula, equal(a->operands[0], b), equal(a->operands[1], b));
  }
  if (isChoiceOfConstants(b) && isConstant(a)) return equal(b, a);
  // One of the two orders; a constant reads best on the right.
  if (isConstant(a) || (a->id > b->id && !isConstant(b))) std::swap(a, b);
  return make(atomic(FormulaKind::Equal, {a, b}));
}

Formula Context::less(Expr a, Expr b) {
  INVARIANT(a->arity == 1 && b->arity == 1, "an order should compare integers");
  if (isNone(a)) a = integer(0);
  if (isNone(b)) b = integer(0);
  if (a == b) return truth(false);
  if (isConstant(a) && isConstant(b)) return truth(a->integer < b->integer);
  if (isChoiceOfConstants(a) && isConstant(b)) {
    return ifElse(a->formula, less(a->operands[0], b), less(a->operands[1], b));
  }
  if (isChoiceOfConstants(b) && isConstant(a)) {
    return ifElse(b->formula, less(a, b->operands[0]), less(a, b->operands[1]));
  }
  return make(atomic(FormulaKind::Less, {a, b}));
}

Formula Context::lessEqual(Expr a, Expr b) {
  INVARIANT(a->arity == 1 && b->arity == 1, "an order should compare integers");
  if (isNone(a)) a = integer(0);
  if (isNone(b)) b = integer(0);
  if (a == b) return truth(true);
  if (isConstant(a) && isConstant(b)) return truth(a->integer <= b->integer);
  if ((isChoiceOfConstants(a) && isConstant(b)) || (isChoiceOfConstants(b) && isConstant(a))) return negate(less(b, a));
  return make(atomic(FormulaKind::LessEqual, {a, b}));
}

Formula Context::some(Expr a) {
  if (isNone(a)) return truth(false);
  if (isNonEmpty(a)) return truth(true);
  if (a->kind == ExprKind::IfElse) {
    // Look into one side only, and only where the other is clear: both sides share most of what is below them.
    const auto clear = [&](Expr side) { return isNone(side) || isNonEmpty(side); };
    const Expr then_value = a->operands[0];
    const Expr else_value = a->operands[1];
    if (clear(else_value)) return ifElse(a->formula, some(then_value), truth(!isNone(else_value)));
    if (clear(then_value)) return ifElse(a->formula, truth(!isNone(then_value)), some(else_value));
  }
  if (a->kind == ExprKind::Product) return conjoin(some(a->operands[0]), some(a->operands[1]));
  return make(atomic(FormulaKind::Some, {a}));
}

Formula Context::no(Expr a) {
  const Formula opposite = some(a);
  if (opposite->kind == FormulaKind::Some) return make(atomic(FormulaKind::No, {opposite->exprs[0]}));
  return negate(opposite);
}

Formula Context::one(Expr a) {
  if (isNone(a)) return truth(false);
  if (isSingleton(a)) return truth(true);
  if (a->functional && a->arity == 1) return some(a);
  return make(atomic(FormulaKind::One, {a}));
}

Formula Context::lone(Expr a) {
  if (isNone(a) || (a->functional && a->arity == 1) || isSingleton(a)) return truth(true);
  return make(atomic(FormulaKind::Lone, {a}));
}

Formula Context::negate(Formula a) {
  switch (a->kind) {
    case FormulaKind::True: return truth(false);
    case FormulaKind::False: return truth(true);
    case FormulaKind::Not: return a->operands[0];
    case FormulaKind::Some: return make(atomic(FormulaKind::No, {a->exprs[0]}));
    case FormulaKind::No: return make(atomic(FormulaKind::Some, {a->exprs[0]}));
    case FormulaKind::Less: return make(atomic(FormulaKind::LessEqual, {a->exprs[1], a->exprs[0]}));
    case FormulaKind::LessEqual: return make(atomic(FormulaKind::Less, {a->exprs[1], a->exprs[0]}));
    default: return make(connective(FormulaKind::Not, {a}));
  }
}

Formula Context::conjoin(std::span<const Formula> parts) {
  Parts kept(FormulaKind::And);
  for (const Formula part : parts)
    if (!kept.add(part, parts.size(), *this)) return truth(false);
  if (kept.all().empty()) return truth(true);
  if (kept.all().size() == 1) return kept.all()[0];
  return make(connective(FormulaKind::And, std::move(kept.all())));
}

Formula Context::disjoin(std::span<const Formula> parts) {
  Parts kept(FormulaKind::Or);
  for (const Formula part : parts)
    if (!kept.add(part, parts.size(), *this)) return truth(true);
  if (kept.all().empty()) return truth(false);
  if (kept.all().size() == 1) return kept.all()[0];
  return make(connective(FormulaKind::Or, std::move(kept.all())));
}

Formula Context::conjoin(Formula a, Formula b) { return conjoin(std::vector<Formula>{a, b}); }
Formula Context::disjoin(Formula a, Formula b) { return disjoin(std::vector<Formula>{a, b}); }

Formula Context::implies(Formula a, Formula b) {
  if (a->kind == FormulaKind::False || b->kind == FormulaKind::True || a == b) return truth(true);
  if (a->kind == FormulaKind::True) return b;
  if (b->kind == FormulaKind::False) return negate(a);
  if (negate(a) == b) return b;
  return make(connective(FormulaKind::Implies, {a, b}));
}

Formula Context::iff(Formula a, Formula b) {
  if (a == b) return truth(true);
  if (a->kind == FormulaKind::True) return b;
  if (b->kind == FormulaKind::True) return a;
  if (a->kind == FormulaKind::False) return negate(b);
  if (b->kind == FormulaKind::False) return negate(a);
  if (negate(a) == b) return truth(false);
  return make(connective(FormulaKind::Iff, {a, b}));
}

Formula Context::ifElse(Formula condition, Formula a, Formula b) {
  if (a == b) return a;
  if (b->kind == FormulaKind::False) return conjoin(condition, a);
  if (a->kind == FormulaKind::False) return conjoin(negate(condition), b);
  if (a->kind == FormulaKind::True) return disjoin(condition, b);
  if (b->kind == FormulaKind::True) return implies(condition, a);
  return conjoin(implies(condition, a), implies(negate(condition), b));
}

Formula Context::forAll(std::vector<Decl> decls, Formula body) {
  const bool empty = std::any_of(decls.begin(), decls.end(), [](const Decl& decl) { return isNone(decl.domain); });
  if (decls.empty()) return body;
  if (empty || body->kind == FormulaKind::True) return truth(true);
  FormulaNode made = connective(FormulaKind::ForAll, {body});
  made.decls = std::move(decls);
  return make(std::move(made));
}

Formula Context::exists(std::vector<Decl> decls, Formula body) {
  const bool empty = std::any_of(decls.begin(), decls.end(), [](const Decl& decl) { return isNone(decl.domain); });
  if (decls.empty()) return body;
  if (empty || body->kind == FormulaKind::False) return truth(false);
  FormulaNode made = connective(FormulaKind::Exists, {body});
  made.decls = std::move(decls);
  return make(std::move(made));
}

}  // namespace weir::logic
