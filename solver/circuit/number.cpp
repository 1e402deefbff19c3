// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/circuit/number.h"

#include <algorithm>
#include <deque>

#include "support/invariant.h"

namespace weir::solver {

namespace {

// Arithmetic on 64-bit values nested a few deep stays far below this; beyond it something is wrong.
constexpr std::size_t kWidest = 8192;

Number narrowed(std::vector<Gate> bits) {
  while (bits.size() > 1 && bits[bits.size() - 1] == bits[bits.size() - 2]) bits.pop_back();
  INVARIANT(bits.size() <= kWidest, "a number should have a sensible width");
  return Number{std::move(bits)};
}

Number complement(const Number& a) {
  Number result{a.bits};
  for (Gate& bit : result.bits) bit = !bit;
  return result;
}

Number shiftedLeft(const Number& a, std::size_t by) {
  std::vector<Gate> bits(by, kFalse);
  bits.insert(bits.end(), a.bits.begin(), a.bits.end());
  return narrowed(std::move(bits));
}

Number shiftedRight(const Number& a, std::size_t by) {
  if (by >= a.width()) return Number{{a.sign()}};
  return narrowed({a.bits.begin() + static_cast<std::ptrdiff_t>(by), a.bits.end()});
}

}  // namespace

bool Number::isConstant() const {
  return std::all_of(bits.begin(), bits.end(), [](Gate bit) { return bit.isConstant(); });
}

__int128 constantValue(const Number& number) {
  INVARIANT(number.isConstant() && number.width() <= 128, "a constant should fit 128 bits");
  unsigned __int128 value = 0;
  for (std::size_t i = 0; i < 128; ++i)
    if (number.at(i) == kTrue) value |= static_cast<unsigned __int128>(1) << i;
  return static_cast<__int128>(value);
}

Interval intervalOf(const Number& number) {
  INVARIANT(number.width() <= 126, "an interval should fit 128 bits");
  Interval result;
  for (std::size_t i = 0; i < number.width(); ++i) {
    const bool is_sign = i + 1 == number.width();
    const __int128 weight = (is_sign ? -1 : 1) * (static_cast<__int128>(1) << i);
    if (number.bits[i] == kFalse) continue;
    if (number.bits[i] == kTrue || weight < 0) result.low += weight;
    if (number.bits[i] == kTrue || weight > 0) result.high += weight;
  }
  return result;
}

Number Arithmetic::constant(__int128 value) {
  std::vector<Gate> bits;
  for (std::size_t i = 0; i < 128; ++i)
    bits.push_back(constantGate(((static_cast<unsigned __int128>(value) >> i) & 1) != 0));
  return narrowed(std::move(bits));
}

Number Arithmetic::variable(int width, bool is_signed) {
  INVARIANT(width > 0, "an integer type should have a width");
  Number result;
  result.bits.clear();
  for (int i = 0; i < width; ++i) result.bits.push_back(circuit_.variable());
  if (!is_signed) result.bits.push_back(kFalse);
  return result;
}

Number Arithmetic::addWithCarry(const Number& a, const Number& b, Gate carry) {
  const std::size_t width = std::max(a.width(), b.width()) + 1;
  std::vector<Gate> bits;
  bits.reserve(width);
  for (std::size_t i = 0; i < width; ++i) {
    const Gate x = a.at(i);
    const Gate y = b.at(i);
    bits.push_back(circuit_.exclusiveOr(circuit_.exclusiveOr(x, y), carry));
    carry = circuit_.majority(x, y, carry);
  }
  return narrowed(std::move(bits));
}

Number Arithmetic::difference(const Number& a, const Number& b) { return addWithCarry(a, complement(b), kTrue); }

Number Arithmetic::product(const Number& a, const Number& b) {
  const auto cost = [](const Number& n) {
    return std::count_if(n.bits.begin(), n.bits.end(), [](Gate bit) { return bit != kFalse; });
  };
  // The cheaper one first, and of two equally cheap ones always the same: a * b and b * a are the same gates.
  const bool in_order = cost(a) != cost(b) ? cost(a) < cost(b) : a.bits <= b.bits;
  const Number& by = in_order ? a : b;
  const Number& what = in_order ? b : a;
  Number result;
  for (std::size_t i = 0; i + 1 < by.width(); ++i)
    if (by.bits[i] != kFalse) result = addWithCarry(result, shiftedLeft(guarded(by.bits[i], what), i), kFalse);
  // The sign bit counts negatively.
  if (by.sign() != kFalse) result = difference(result, shiftedLeft(guarded(by.sign(), what), by.width() - 1));
  // A square is never negative, and 0 or 1 modulo 4, which the gates do not see.
  if (a.bits == b.bits && result.width() > 2) {
    result.bits[1] = kFalse;
    result.bits.back() = kFalse;
    return narrowed(std::move(result.bits));
  }
  return result;
}

Number Arithmetic::magnitude(const Number& a) {
  if (a.sign() == kFalse) return a;
  Number result = chosen(a.sign(), difference(constant(0), a), a);
  // Never negative, which the gates do not see.
  const Gate top = result.at(a.width() - 1);
  result.bits.resize(a.width() - 1, top);
  result.bits.push_back(top);
  result.bits.push_back(kFalse);
  return narrowed(std::move(result.bits));
}

// Schoolbook division of non-negative numbers; the quotient is meaningless where b is 0.
Arithmetic::Quotient Arithmetic::divideMagnitudes(const Number& a, const Number& b) {
  std::vector<Gate> quotient(a.width(), kFalse);
  Number rest;
  for (std::size_t i = a.width(); i-- > 0;) {
    rest = shiftedLeft(rest, 1);
    rest.bits.front() = a.bits[i];
    if (rest.width() == 1) rest.bits.push_back(kFalse);
    rest = narrowed(std::move(rest.bits));
    const Gate fits = compare(b, rest, kTrue);
    quotient[i] = fits;
    rest = chosen(fits, difference(rest, b), rest);
    // Below the divisor, and below two to the power of the bits read: neither is visible to the gates.
    const std::size_t known = std::min(b.width(), a.width() - i + 1);
    if (rest.width() > known) {
      rest.bits.resize(known);
      rest.bits.back() = kFalse;
      rest = narrowed(std::move(rest.bits));
    }
  }
  quotient.push_back(kFalse);
  return {narrowed(std::move(quotient)), rest};
}

Number Arithmetic::divide(const Number& a, const Number& b) {
  const Gate defined = !equal(b, constant(0));
  if (defined == kFalse) return constant(0);
  const std::uint32_t before = circuit_.size();
  const Number magnitude_of_result = divideMagnitudes(magnitude(a), magnitude(b)).quotient;
  Number result = chosen(circuit_.exclusiveOr(a.sign(), b.sign()), difference(constant(0), magnitude_of_result),
                         magnitude_of_result);
  return masked(defined, nonlinear(std::move(result), Word::Kind::Divide, a, b, before));
}

Number Arithmetic::remainder(const Number& a, const Number& b) {
  const Gate defined = !equal(b, constant(0));
  if (defined == kFalse) return constant(0);
  const std::uint32_t before = circuit_.size();
  const Number rest = divideMagnitudes(magnitude(a), magnitude(b)).remainder;
  Number result = chosen(a.sign(), difference(constant(0), rest), rest);
  return masked(defined, nonlinear(std::move(result), Word::Kind::Remainder, a, b, before));
}

template <class Operation>
Number Arithmetic::bitwise(const Number& a, const Number& b, Operation operation) {
  std::vector<Gate> bits;
  for (std::size_t i = 0; i < std::max(a.width(), b.width()); ++i) bits.push_back(operation(a.at(i), b.at(i)));
  return narrowed(std::move(bits));
}

Number Arithmetic::bitAnd(const Number& a, const Number& b) {
  return bitwise(a, b, [this](Gate x, Gate y) { return circuit_.conjunction(x, y); });
}
Number Arithmetic::bitOr(const Number& a, const Number& b) {
  return bitwise(a, b, [this](Gate x, Gate y) { return circuit_.disjunction(x, y); });
}
Number Arithmetic::bitXor(const Number& a, const Number& b) {
  return bitwise(a, b, [this](Gate x, Gate y) { return circuit_.exclusiveOr(x, y); });
}

// The shift that is meant, at most 127 and at least 0.
Number Arithmetic::shiftAmount(const Number& by) {
  constexpr std::size_t kBits = 7;
  std::vector<Gate> high;
  for (std::size_t i = kBits; i < by.width(); ++i) high.push_back(by.bits[i]);
  const Gate too_large = circuit_.disjunction(high);
  Number result;
  result.bits.clear();
  for (std::size_t i = 0; i < kBits; ++i)
    result.bits.push_back(circuit_.conjunction(!by.sign(), circuit_.disjunction(too_large, by.at(i))));
  result.bits.push_back(kFalse);
  return narrowed(std::move(result.bits));
}

Number Arithmetic::shiftLeft(const Number& a, const Number& by) {
  const Number amount = shiftAmount(by);
  Number result = a;
  for (std::size_t i = 0; i + 1 < amount.width(); ++i)
    result = chosen(amount.bits[i], shiftedLeft(result, std::size_t{1} << i), result);
  return result;
}

Number Arithmetic::shiftRight(const Number& a, const Number& by) {
  const Number amount = shiftAmount(by);
  Number result = a;
  for (std::size_t i = 0; i + 1 < amount.width(); ++i)
    result = chosen(amount.bits[i], shiftedRight(result, std::size_t{1} << i), result);
  return result;
}

Number Arithmetic::wrap(const Number& a, int width, bool is_signed) {
  const auto kept = static_cast<std::size_t>(width);
  std::vector<Gate> bits;
  for (std::size_t i = 0; i < kept; ++i) bits.push_back(a.at(i));
  if (!is_signed) bits.push_back(kFalse);
  Word word;
  word.kind = is_signed ? Word::Kind::WrapSigned : Word::Kind::WrapUnsigned;
  word.modulus = static_cast<std::uint32_t>(width);
  word.a = wordOf(a);
  word.nonlinear = words_.at(word.a).nonlinear;
  return computed(narrowed(std::move(bits)), word);
}

Number Arithmetic::chosen(Gate condition, const Number& then, const Number& otherwise) {
  return bitwise(then, otherwise, [this, condition](Gate x, Gate y) { return circuit_.choice(condition, x, y); });
}

Number Arithmetic::guarded(Gate guard, const Number& a) {
  std::vector<Gate> bits;
  for (const Gate bit : a.bits) bits.push_back(circuit_.conjunction(guard, bit));
  return narrowed(std::move(bits));
}

Number Arithmetic::select(std::span<const Guarded> cases) {
  std::size_t width = 1;
  for (const Guarded& one : cases) width = std::max(width, one.number->width());
  std::vector<Gate> bits;
  std::vector<Gate> parts;
  for (std::size_t i = 0; i < width; ++i) {
    parts.clear();
    for (const Guarded& one : cases) parts.push_back(circuit_.conjunction(one.guard, one.number->at(i)));
    bits.push_back(circuit_.disjunction(parts));
  }
  Number result = narrowed(std::move(bits));
  Number otherwise = constant(0);
  // The same as one choice after the other, whose own gates nobody asks for.
  for (const Guarded& one : cases) {
    Number next{result.bits};
    otherwise = computed(std::move(next), Word::Kind::Choice, *one.number, otherwise, one.guard);
  }
  result.word = otherwise.word;
  return result;
}

Gate Arithmetic::equality(const Number& a, const Number& b) {
  std::vector<Gate> parts;
  for (std::size_t i = std::max(a.width(), b.width()); i-- > 0;) {
    parts.push_back(circuit_.equivalence(a.at(i), b.at(i)));
    if (parts.back() == kFalse) return kFalse;
  }
  return circuit_.conjunction(parts);
}

Gate Arithmetic::compare(const Number& a, const Number& b, Gate if_equal) {
  const std::size_t width = std::max(a.width(), b.width());
  Gate below = if_equal;
  for (std::size_t i = 0; i + 1 < width; ++i) below = circuit_.majority(!a.at(i), b.at(i), below);
  return circuit_.majority(a.at(width - 1), !b.at(width - 1), below);
}

Number Arithmetic::count(std::span<const Gate> gates) {
  // Three gates of one weight make one of that weight and a carry: a tree of full adders.
  std::vector<std::deque<Gate>> by_weight(1);
  __int128 known = 0;
  for (const Gate gate : gates) {
    if (gate == kTrue) ++known;
    if (!gate.isConstant()) by_weight[0].push_back(gate);
  }
  std::vector<Gate> bits;
  for (std::size_t weight = 0; weight < by_weight.size(); ++weight) {
    const auto take = [&] {
      const Gate gate = by_weight[weight].front();
      by_weight[weight].pop_front();
      return gate;
    };
    while (by_weight[weight].size() > 1) {
      const Gate a = take();
      const Gate b = take();
      const Gate c = by_weight[weight].empty() ? kFalse : take();
      by_weight[weight].push_back(circuit_.exclusiveOr(circuit_.exclusiveOr(a, b), c));
      const Gate carry = circuit_.majority(a, b, c);
      if (carry == kFalse) continue;
      if (weight + 1 == by_weight.size()) by_weight.emplace_back();
      by_weight[weight + 1].push_back(carry);
    }
    bits.push_back(by_weight[weight].empty() ? kFalse : by_weight[weight].front());
  }
  bits.push_back(kFalse);
  const Number result = narrowed(std::move(bits));
  return known == 0 ? result : add(result, constant(known));
}

Number Arithmetic::sum(std::vector<Number> terms) {
  if (terms.empty()) return constant(0);
  // Narrow ones first, in pairs: the result of each addition is one bit wider.
  while (terms.size() > 1) {
    std::stable_sort(terms.begin(), terms.end(),
                     [](const Number& a, const Number& b) { return a.width() < b.width(); });
    std::vector<Number> next;
    for (std::size_t i = 0; i + 1 < terms.size(); i += 2) next.push_back(add(terms[i], terms[i + 1]));
    if (terms.size() % 2 == 1) next.push_back(std::move(terms.back()));
    terms = std::move(next);
  }
  return std::move(terms.front());
}

}  // namespace weir::solver
