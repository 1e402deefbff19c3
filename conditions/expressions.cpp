// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of an expression for all inputs, and where computing it fails.
#include "conditions/analysis.h"
#include "conditions/executor.h"
#include "ir/program/integer.h"
#include "ir/program/library_question.h"
#include "ir/program/walk.h"
#include "support/invariant.h"

namespace weir::conditions {
namespace {

using program::ErrorKind;
using program::Expr;
using program::ExprKind;
using program::ExprRef;
using program::Op;
using program::TypeRef;

std::optional<int> powerOfTwo(Integer value) {
  for (int i = 0; i < 127; ++i) {
    if (value == Integer(1) << i) return i;
  }
  return std::nullopt;
}

/// Where a value is that of a variable that nobody gave one.
Formula whereUnset(EntryState& entry, Term value) {
  Terms& terms = entry.terms();
  const Atom atom = value->asAtom();
  if (atom == nullptr) return terms.no();
  if (atom->kind == AtomKind::Symbol) {
    const EntrySymbol* about = entry.about(atom);
    return about != nullptr && about->is_unset ? terms.yes() : terms.no();
  }
  if (atom->kind != AtomKind::Choose) return terms.no();
  return terms.disjoin(terms.conjoin(atom->condition, whereUnset(entry, atom->arguments[0])),
                       terms.conjoin(terms.negate(atom->condition), whereUnset(entry, atom->arguments[1])));
}

}  // namespace

Term elementsFrom(EntryState& entry, const Value& pointer) {
  Terms& terms = entry.terms();
  const auto whole = [&](auto&& self, Term base) -> Term {
    const Atom atom = base->asAtom();
    if (base->isConstant()) return terms.constant(base->constant == 0 ? 0 : 1);  // null, or the global variables
    if (atom != nullptr && atom->kind == AtomKind::Choose) {
      return terms.choose(atom->condition, self(self, atom->arguments[0]), self(self, atom->arguments[1]));
    }
    if (atom != nullptr && atom->kind == AtomKind::Apply) {
      const EntryFunction* about = EntryState::about(atom->function);
      if (about->kind == EntryFunction::Kind::Slot || about->kind == EntryFunction::Kind::Part) {
        const program::Field* field = about->field;
        if (!field->type->isArray()) return terms.constant(1);
        if (field->type->extent && !field->may_extend) return terms.constant(*field->type->extent);
        const EntrySymbol* made = madeObject(atom->arguments[0]);
        if (made != nullptr && made->extent != nullptr) return made->extent;
      }
    }
    if (madeObject(base) != nullptr) return terms.constant(1);
    return terms.apply(entry.extent(), {base});
  };
  return terms.subtract(whole(whole, pointer.base), pointer.offset);
}

Term elementsBefore(EntryState& entry, const Value& pointer) {
  Terms& terms = entry.terms();
  const auto whole = [&](auto&& self, Term base) -> Term {
    const Atom atom = base->asAtom();
    if (base->isConstant() || madeObject(base) != nullptr) return terms.constant(0);
    if (atom != nullptr && atom->kind == AtomKind::Choose) {
      return terms.choose(atom->condition, self(self, atom->arguments[0]), self(self, atom->arguments[1]));
    }
    if (atom != nullptr && atom->kind == AtomKind::Apply && atom->function->is_injective) return terms.constant(0);
    return terms.apply(entry.position(), {base});
  };
  return terms.add(whole(whole, pointer.base), pointer.offset);
}

Formula axiomsOf(EntryState& entry, Formula formula) {
  Terms& terms = entry.terms();
  std::vector<Formula> axioms;
  for (Atom atom : atomsOf(formula)) {
    if (atom->kind != AtomKind::Apply) continue;
    for (Formula each : entry.lemmasOf(atom)) axioms.push_back(each);
    const EntryFunction* about = EntryState::about(atom->function);
    if (about->kind != EntryFunction::Kind::Extent) continue;
    const Formula is_null = terms.equal(atom->arguments[0], terms.constant(0));
    const Formula is_empty = terms.equal(terms.of(atom), terms.constant(0));
    axioms.push_back(terms.implies(is_null, is_empty));
    axioms.push_back(terms.implies(is_empty, is_null));
  }
  return terms.conjoin(std::move(axioms));
}

Value Executor::anyOf(TypeRef type, State& state, const char* why) {
  return {entry_.choice(type, state.memory.anyEscaped(), why), terms_.constant(0)};
}

Formula Executor::truth(ExprRef expr, State& state) { return terms_.notEqual(number(expr, state), terms_.constant(0)); }

Value Executor::value(ExprRef expr, State& state) {
  const Term zero = terms_.constant(0);
  switch (expr->kind) {
    case ExprKind::Constant: return {terms_.constant(expr->integer), zero};
    case ExprKind::Null: return {zero, zero};
    case ExprKind::LocalRef: return settled(expr->local, state);
    case ExprKind::FunctionRef: return {entry_.functionAddress(expr->procedure), zero};
    case ExprKind::Globals: return {terms_.constant(1), zero};
    case ExprKind::Unary: return unary(*expr, state);
    case ExprKind::Binary: return binary(*expr, state);
    case ExprKind::Cast: {
      const Term operand = number(expr->operands[0], state);
      if (expr->type->is_float || expr->operands[0]->type->is_float) return anyOf(expr->type, state, "float");
      return {wrapped(terms_, operand, expr->type), zero};
    }
    case ExprKind::PointerCast: return value(expr->operands[0], state);
    case ExprKind::IsInstance: {
      const Value pointer = value(expr->operands[0], state);
      const Formula is_null = terms_.equal(pointer.base, zero);
      if (const EntrySymbol* made = madeObject(pointer.base)) {
        return {terms_.constant(made->class_decl->derivesFrom(expr->class_decl) ? 1 : 0), zero};
      }
      const Term is = terms_.apply(entry_.isOfClass(expr->class_decl), {addressOf(entry_, pointer)});
      return {terms_.choose(is_null, zero, is), zero};
    }
    case ExprKind::PartAddress:
    case ExprKind::SlotAddress: return address(*expr, state);
    case ExprKind::OwnerOf:
    case ExprKind::SlotOwner: {
      const Value pointer = value(expr->operands[0], state);
      const Atom atom = pointer.base->asAtom();
      if (atom != nullptr && atom->kind == AtomKind::Apply && EntryState::about(atom->function)->field == expr->field &&
          atom->function->is_injective) {
        return {atom->arguments[0], zero};
      }
      return anyOf(expr->type, state, "owner");
    }
    case ExprKind::PointerAdd: return pointerSum(*expr, state);
    case ExprKind::PointerDiff: {
      const Value left = value(expr->operands[0], state);
      const Value right = value(expr->operands[1], state);
      const Formula same = entry_.same(left.base, right.base);
      const Term apart = terms_.subtract(left.offset, right.offset);
      return {terms_.choose(same, wrapped(terms_, apart, expr->type), anyOf(expr->type, state, "distance").base), zero};
    }
    case ExprKind::PointerLess: {
      const Value left = value(expr->operands[0], state);
      const Value right = value(expr->operands[1], state);
      const Formula same = entry_.same(left.base, right.base);
      const Term less = terms_.choose(terms_.less(left.offset, right.offset), terms_.constant(1), zero);
      return {terms_.choose(same, less, entry_.choice(Interval{0, 1}, "order")), zero};
    }
    case ExprKind::Extent: {
      const Value pointer = value(expr->operands[0], state);
      failWhere(ErrorKind::NullDeref, terms_.equal(pointer.base, zero), state);
      return {elementsFrom(entry_, pointer), zero};
    }
  }
  UNREACHABLE("every kind of expression has a value");
}

Value Executor::settled(const program::Local* local, State& state) {
  Value& found = state.locals.at(static_cast<size_t>(local->index));
  const auto note = [&](Formula is_unset) {
    const Formula path = state.pathCondition(terms_);
    const Formula condition = terms_.conjoin(path, is_unset);
    if (condition == terms_.no()) return;
    unset_uses.push_back({ErrorKind::Uninitialized, here_, {}, condition, path, is_unset, terms_.no()});
    unset_uses.back().sure = is_unset;
  };
  if (found.base == nullptr) {
    note(terms_.yes());
    return found = anyOf(local->type, state, "uninitialised");
  }
  const Formula is_unset = whereUnset(entry_, found.base);
  if (is_unset == terms_.no()) return found;
  note(is_unset);
  Substitution given(terms_, [&](Atom atom) -> Term {
    if (atom->kind != AtomKind::Symbol || entry_.about(atom) == nullptr || !entry_.about(atom)->is_unset)
      return nullptr;
    return anyOf(local->type, state, "uninitialised").base;
  });
  return found = {given.apply(found.base), found.offset};
}

Value Executor::address(const Expr& expr, State& state) {
  const Value object = value(expr.operands[0], state);
  const Term index = expr.operands.size() > 1 ? number(expr.operands[1], state) : terms_.constant(0);
  failWhere(ErrorKind::NullDeref, terms_.equal(object.base, terms_.constant(0)), state,
            isNullConstant(terms_, object.base));
  const Function* function = expr.kind == ExprKind::PartAddress ? entry_.part(expr.field) : entry_.slot(expr.field);
  const Value made{terms_.apply(function, {addressOf(entry_, object)}), index};
  if (expr.operands.size() > 1) requireElement(made, true, state);
  return made;
}

Value Executor::pointerSum(const Expr& expr, State& state) {
  const Value pointer = value(expr.operands[0], state);
  const Term steps = number(expr.operands[1], state);
  const Value made{pointer.base, terms_.add(pointer.offset, steps)};
  const Formula moves = terms_.notEqual(steps, terms_.constant(0));
  const Formula is_null = terms_.equal(pointer.base, terms_.constant(0));
  failWhere(ErrorKind::Bounds, terms_.conjoin(is_null, moves), state);
  requireElement(made, true, state);
  return made;
}

Value Executor::unary(const Expr& expr, State& state) {
  const Term zero = terms_.constant(0);
  const Term operand = number(expr.operands[0], state);
  const TypeRef type = expr.operands[0]->type;
  if (type->is_float && expr.op != Op::LogicalNot) return anyOf(expr.type, state, "float");
  switch (expr.op) {
    case Op::Negate: return {fitting(terms_.scale(operand, -1), type, state), zero};
    case Op::BitNot: {
      const Term exact = terms_.add(terms_.scale(operand, -1), -1);
      return {wrapped(terms_, exact, type), zero};
    }
    default: return {terms_.choose(terms_.equal(operand, zero), terms_.constant(1), zero), zero};
  }
}

Value Executor::binary(const Expr& expr, State& state) {
  const Term zero = terms_.constant(0);
  const Value left = value(expr.operands[0], state);
  const Value right = value(expr.operands[1], state);
  const auto truthValue = [&](Formula formula) {
    return Value{terms_.choose(formula, terms_.constant(1), zero), zero};
  };
  const TypeRef type = expr.operands[0]->type;
  if (expr.op == Op::LogicalAnd || expr.op == Op::LogicalOr) {
    const Formula first = terms_.notEqual(left.base, zero);
    const Formula second = terms_.notEqual(right.base, zero);
    return truthValue(expr.op == Op::LogicalAnd ? terms_.conjoin(first, second) : terms_.disjoin(first, second));
  }
  if (expr.op >= Op::Equal && expr.op <= Op::GreaterEqual) {
    if (type->is_float) return anyOf(expr.type, state, "float");
    return truthValue(comparison(expr.op, left, right, expr, state));
  }
  if (type->is_float) return anyOf(expr.type, state, "float");
  return {arithmetic(expr.op, left.base, right.base, type, expr, state), zero};
}

Formula Executor::comparison(Op op, const Value& left, const Value& right, const Expr& expr, State& state) {
  const bool is_pointer = expr.operands[0]->type->isPointer();
  switch (op) {
    case Op::Equal:
    case Op::NotEqual: {
      Formula same = terms_.equal(left.base, right.base);
      if (is_pointer) {
        if (left.base == right.base) {
          same = terms_.equal(left.offset, right.offset);
        } else {
          same = entry_.same(addressOrNull(entry_, left), addressOrNull(entry_, right));
        }
        // An object and its first member have one address: who compares addresses may find them equal.
        if (analysis_.program().compares_addresses && program::comparesAddresses(expr) && same != terms_.yes()) {
          const Formula perhaps = terms_.equal(entry_.choice(Interval{0, 1}, "address"), terms_.constant(1));
          const Formula none =
              terms_.disjoin(terms_.equal(left.base, terms_.constant(0)), terms_.equal(right.base, terms_.constant(0)));
          same = terms_.disjoin(same, terms_.conjoin(perhaps, terms_.negate(none)));
        }
      }
      const bool is_asked = is_pointer && expr.integer != program::kAskedByLibrary;
      if (is_asked && right.base == terms_.constant(0)) noteNullCheck(left);
      if (is_asked && left.base == terms_.constant(0)) noteNullCheck(right);
      return op == Op::Equal ? same : terms_.negate(same);
    }
    case Op::Less: return terms_.less(left.base, right.base);
    case Op::LessEqual: return terms_.lessEqual(left.base, right.base);
    case Op::Greater: return terms_.less(right.base, left.base);
    default: (void)state; return terms_.lessEqual(right.base, left.base);
  }
}

/// Of signed types what does not fit is the error `overflow`; unsigned ones wrap.
Term Executor::fitting(Term exact, TypeRef type, State& state) {
  if (!type->is_signed || type->kind == program::TypeKind::Bool) return wrapped(terms_, exact, type);
  failWhere(ErrorKind::Overflow, terms_.negate(terms_.inRange(exact, rangeOfType(type))), state);
  return exact;
}

/// Numbers are compared by what their bits say, which is no arithmetic of the user's: conversions are calls.
static bool isOnBitsOfFloat(const Expr& expr) {
  bool found = false;
  program::forEachSubexpression(&expr, [&](const Expr& each) { found = found || each.type->is_float; });
  return found;
}

Term Executor::arithmetic(Op op, Term left, Term right, TypeRef type, const Expr& expr, State& state) {
  if (type->is_signed && isOnBitsOfFloat(expr)) return entry_.choice(type, false, "bits");
  switch (op) {
    case Op::Add: return fitting(terms_.add(left, right), type, state);
    case Op::Subtract: return fitting(terms_.subtract(left, right), type, state);
    case Op::Multiply: {
      if (right->isConstant()) return fitting(terms_.scale(left, right->constant), type, state);
      if (left->isConstant()) return fitting(terms_.scale(right, left->constant), type, state);
      return product(left, right, type, state);
    }
    case Op::Divide: return quotientOf(left, right, type, false, state);
    case Op::Remainder: return quotientOf(left, right, type, true, state);
    case Op::ShiftLeft:
    case Op::ShiftRight: return shifted(op, left, right, type, static_cast<program::ShiftRule>(expr.integer), state);
    default: return bits(op, left, right, type);
  }
}

Term Executor::quotientOf(Term left, Term right, TypeRef type, bool is_remainder, State& state) {
  const Term zero = terms_.constant(0);
  failWhere(ErrorKind::DivZero, terms_.equal(right, zero), state);
  if (type->is_signed) {
    const Formula is_least = terms_.equal(left, terms_.constant(program::leastValue(type)));
    failWhere(ErrorKind::Overflow, terms_.conjoin(is_least, terms_.equal(right, terms_.constant(-1))), state);
  }
  if (!right->isConstant() || right->constant == 0) {
    const Op op = is_remainder ? Op::Remainder : Op::Divide;
    const Term made = terms_.apply(entry_.operation(op, type), {left, right});
    // What is known of every quotient: it is no larger than what is divided, and a remainder less than the divisor.
    const Interval left_range = terms_.rangeOf(left);
    const Interval right_range = terms_.rangeOf(right);
    if (left_range.low && *left_range.low >= 0 && right_range.low && *right_range.low >= 0) {
      // (Of a divisor that is 0 it is said too: the execution does not get further.)
      learn(made, terms_.yes(), terms_.lessEqual(zero, made), state);
      learn(made, terms_.yes(), terms_.lessEqual(made, left), state);
      if (is_remainder) learn(made, terms_.notEqual(right, zero), terms_.less(made, right), state);
    }
    return made;
  }
  const Integer divisor = right->constant < 0 ? -right->constant : right->constant;
  // C rounds towards zero. The choice is on the outside, so that a comparison with it is one of what is chosen.
  const Term up = terms_.quotient(left, divisor);
  const Term down = terms_.scale(terms_.quotient(terms_.scale(left, -1), divisor), -1);
  const auto rounded = [&](Term towards_zero) {
    if (is_remainder) return terms_.subtract(left, terms_.scale(towards_zero, divisor));
    return right->constant < 0 ? terms_.scale(towards_zero, -1) : towards_zero;
  };
  return terms_.choose(terms_.lessEqual(zero, left), rounded(up), rounded(down));
}

namespace {

/// The largest number whose square is no larger.
Integer squareRoot(Integer value) {
  Integer root = 0;
  for (Integer bit = Integer(1) << 62; bit > 0; bit /= 2) {
    if ((root + bit) * (root + bit) <= value) root += bit;
  }
  return root;
}

/// The values that a product has, where that is no more than the numbers here hold.
std::optional<Interval> productOf(const Interval& a, const Interval& b) {
  const auto isSmall = [](const Interval& each) {
    const Integer most = Integer(1) << 62;
    return each.low && each.high && *each.low >= -most && *each.high <= most;
  };
  if (!isSmall(a) || !isSmall(b)) return std::nullopt;
  const auto [low, high] = std::minmax({*a.low * *b.low, *a.low * *b.high, *a.high * *b.low, *a.high * *b.high});
  return Interval{low, high};
}

}  // namespace

/// What always holds of the value of an operation where `where` does, as it does here.
void Executor::learn(Term value, Formula where, Formula fact, State& state) {
  if (const Atom atom = value->asAtom()) entry_.addLemma(atom, terms_.implies(where, fact));
  state.assume(terms_, fact);
}

/// Between these the value lies wherever the state is reached: from the ranges, or as powers of two that are asked for.
Interval Executor::boundsOf(Term term, const State& state) {
  Interval made = terms_.rangeOf(term);
  const Formula path = state.pathCondition(terms_);
  const auto tightest = [&](bool is_high) {  // 2^power is a bound, with power as small as it can be; 64: none found
    int known = 64;
    for (int step = 32, power = 64; step > 0; step /= 2) {
      const Term most = terms_.constant(is_high ? (Integer(1) << (power - step)) : -(Integer(1) << (power - step)));
      const Formula fact = is_high ? terms_.lessEqual(term, most) : terms_.lessEqual(most, term);
      if (analysis_.decider().implies(path, fact)) known = power -= step;
    }
    return known;
  };
  for (const bool is_high : {true, false}) {
    std::optional<Integer>& bound = is_high ? made.high : made.low;
    const int power = tightest(is_high);
    const Integer found = is_high ? Integer(1) << power : -(Integer(1) << power);
    if (power < 64 && (!bound || (is_high ? found < *bound : found > *bound))) bound = found;
  }
  if ((!made.low || *made.low < 0) && analysis_.decider().implies(path, terms_.lessEqual(terms_.constant(0), term)))
    made.low = 0;
  return made;
}

/// Of two values that nobody knows: one more, the same for the same factors. Whether it overflows is known where both
/// are small, or both large.
Term Executor::product(Term left, Term right, TypeRef type, State& state) {
  const Term made = terms_.apply(entry_.operation(Op::Multiply, type), {left, right});
  if (!type->is_signed) return made;
  const Interval fitting = rangeOfType(type);
  std::optional<Interval> values = productOf(terms_.rangeOf(left), terms_.rangeOf(right));
  Formula where = terms_.yes();
  if (!values || !fitting.contains(*values)) {
    const Interval of_left = boundsOf(left, state);
    const Interval of_right = boundsOf(right, state);
    if (const std::optional<Interval> closer = productOf(of_left, of_right)) {
      values = closer;
      where = terms_.conjoin(terms_.inRange(left, of_left), terms_.inRange(right, of_right));
    }
  }
  if (!values || !fitting.contains(*values)) {
    // Of wider ones it is not known that a product of two large ones does not fit.
    const Integer root = squareRoot(program::greatestValue(type));
    const bool is_narrow = type->width <= 64;
    const auto isIn = [&](Term term, Integer low, Integer high) { return terms_.inRange(term, {low, high}); };
    const Formula is_small = terms_.conjoin(isIn(left, -root, root), isIn(right, -root, root));
    const Formula is_plain = terms_.disjoin(isIn(left, 0, 1), isIn(right, 0, 1));
    const Formula are_large =
        is_narrow ? terms_.conjoin(terms_.negate(isIn(left, -root, root)), terms_.negate(isIn(right, -root, root)))
                  : terms_.no();
    const Formula perhaps = terms_.equal(entry_.choice(Interval{0, 1}, "overflows"), terms_.constant(1));
    const Formula may = terms_.conjoin({perhaps, terms_.negate(is_small), terms_.negate(is_plain)});
    failWhere(ErrorKind::Overflow, terms_.disjoin(are_large, may), state);
  } else {
    learn(made, where, terms_.inRange(made, *values), state);
  }
  if (left == right) learn(made, terms_.yes(), terms_.lessEqual(terms_.constant(0), made), state);
  return made;
}

Term Executor::shifted(Op op, Term left, Term right, TypeRef type, program::ShiftRule rule, State& state) {
  const Term zero = terms_.constant(0);
  failWhere(ErrorKind::Overflow, terms_.negate(terms_.inRange(right, {0, type->width - 1})), state);
  if (!right->isConstant() || right->constant < 0 || right->constant >= type->width) {
    if (op == Op::ShiftLeft && type->is_signed && rule != program::ShiftRule::Any) {
      failWhere(ErrorKind::Overflow, terms_.less(left, zero), state);
      const Integer most =
          rule == program::ShiftRule::OnlyValue ? program::greatestValue(type) : (Integer(1) << type->width) - 1;
      Formula bad = terms_.conjoin(terms_.equal(entry_.choice(Interval{0, 1}, "overflows"), terms_.constant(1)),
                                   terms_.less(zero, left));
      if (left->isConstant()) {  // 1 << n
        int places = 0;
        while (places < type->width && left->constant << (places + 1) <= most) ++places;
        bad = left->constant > 0 ? terms_.less(terms_.constant(places), right) : terms_.no();
      }
      failWhere(ErrorKind::Overflow, bad, state);
    }
    return terms_.apply(entry_.operation(op, type), {left, right});
  }
  const Integer power = Integer(1) << static_cast<int>(right->constant);
  if (op == Op::ShiftRight) return terms_.quotient(left, power);
  const Term exact = terms_.scale(left, power);
  if (!type->is_signed || rule == program::ShiftRule::Any) return wrapped(terms_, exact, type);
  failWhere(ErrorKind::Overflow, terms_.less(left, zero), state);
  const Integer most =
      rule == program::ShiftRule::OnlyValue ? program::greatestValue(type) : (Integer(1) << type->width) - 1;
  failWhere(ErrorKind::Overflow, terms_.less(terms_.constant(most), exact), state);
  return wrapped(terms_, exact, type);
}

Term Executor::bits(Op op, Term left, Term right, TypeRef type) {
  if (left->isConstant() && right->isConstant()) {
    return terms_.constant(program::binary(op, left->constant, right->constant, type).value);
  }
  if (left->isConstant()) std::swap(left, right);
  const Interval left_range = terms_.rangeOf(left);
  const Interval right_range = terms_.rangeOf(right);
  const Interval truth{0, 1};
  const Term zero = terms_.constant(0);
  const Term one = terms_.constant(1);
  if (truth.contains(left_range) && truth.contains(right_range)) {
    const Formula a = terms_.notEqual(left, zero);
    const Formula b = terms_.notEqual(right, zero);
    if (op == Op::BitAnd) return terms_.choose(terms_.conjoin(a, b), one, zero);
    if (op == Op::BitOr) return terms_.choose(terms_.disjoin(a, b), one, zero);
    return terms_.choose(a, terms_.subtract(one, right), right);
  }
  if (right->isConstant()) {
    if (right->constant == 0) return op == Op::BitAnd ? zero : left;
    if (op == Op::BitAnd && right->constant == -1) return left;
    if (op == Op::BitAnd && right->constant > 0) {
      if (const auto power = powerOfTwo(right->constant + 1)) {
        const Integer modulus = Integer(1) << *power;
        return terms_.subtract(left, terms_.scale(terms_.quotient(left, modulus), modulus));
      }
      if (const auto bit = powerOfTwo(right->constant)) {
        const Integer value = Integer(1) << *bit;
        const Term high = terms_.quotient(left, value);
        const Term is_set = terms_.subtract(high, terms_.scale(terms_.quotient(high, 2), 2));
        return terms_.scale(is_set, value);
      }
    }
  }
  Term made = terms_.apply(entry_.operation(op, type), {left, right});
  // An `and` of a number that is not negative is no larger than that number.
  if (op == Op::BitAnd) {
    std::optional<Integer> most;
    if (right_range.low && *right_range.low >= 0) most = right_range.high;
    if (left_range.low && *left_range.low >= 0 && left_range.high && (!most || *left_range.high < *most))
      most = left_range.high;
    if (most) made = terms_.choose(terms_.inRange(made, {0, *most}), made, zero);
  }
  return made;
}

}  // namespace weir::conditions
