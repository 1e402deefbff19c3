// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words of numbers: the operations of Arithmetic, each as its gates and what they mean.
#include "solver/circuit/number.h"

namespace weir::solver {

WordId Arithmetic::wordOf(const Number& number) { return number.word != 0 ? number.word : words_.ofBits(number.bits); }

Number Arithmetic::computed(Number result, Word word) {
  if (result.isConstant()) return result;
  word.width = static_cast<std::uint32_t>(result.width());
  result.word = words_.add(word);
  return result;
}

Number Arithmetic::computed(Number result, Word::Kind kind, const Number& a, const Number& b, Gate condition) {
  Word word;
  word.kind = kind;
  word.a = wordOf(a);
  word.b = wordOf(b);
  word.condition = condition;
  word.nonlinear = words_.at(word.a).nonlinear || words_.at(word.b).nonlinear;
  return computed(std::move(result), word);
}

Number Arithmetic::nonlinear(Number result, Word::Kind kind, const Number& a, const Number& b, std::uint32_t before) {
  const bool of_unknowns = !b.isConstant() && (kind != Word::Kind::Multiply || !a.isConstant());
  Word word;
  word.kind = kind;
  word.a = wordOf(a);
  word.b = wordOf(b);
  word.nonlinear = of_unknowns || words_.at(word.a).nonlinear || words_.at(word.b).nonlinear;
  Number meant = computed(std::move(result), word);
  if (!word.nonlinear || meant.word == 0) return meant;
  for (std::size_t i = 0; i < meant.width(); ++i)
    if (meant.bits[i].node() > before)
      words_.define(meant.bits[i],
                    {.kind = WordAtom::Kind::Bit, .bit = static_cast<std::uint32_t>(i), .a = meant.word});
  return meant;
}

Gate Arithmetic::compared(Gate gate, WordAtom::Kind kind, const Number& a, const Number& b, std::uint32_t before) {
  const auto isNonlinear = [&](const Number& number) { return number.word != 0 && words_.at(number.word).nonlinear; };
  if (gate.node() > before && (isNonlinear(a) || isNonlinear(b)))
    words_.define(gate, {.kind = kind, .a = wordOf(a), .b = wordOf(b)});
  return gate;
}

Number Arithmetic::add(const Number& a, const Number& b) {
  return computed(addWithCarry(a, b, kFalse), Word::Kind::Add, a, b);
}

Number Arithmetic::subtract(const Number& a, const Number& b) {
  return computed(difference(a, b), Word::Kind::Subtract, a, b);
}

Number Arithmetic::multiply(const Number& a, const Number& b) {
  const std::uint32_t before = circuit_.size();
  return nonlinear(product(a, b), Word::Kind::Multiply, a, b, before);
}

Number Arithmetic::choice(Gate condition, const Number& then, const Number& otherwise) {
  if (condition.isConstant()) return condition == kTrue ? then : otherwise;
  return computed(chosen(condition, then, otherwise), Word::Kind::Choice, then, otherwise, condition);
}

Number Arithmetic::masked(Gate guard, const Number& a) {
  if (guard == kTrue) return a;
  return computed(guarded(guard, a), Word::Kind::Choice, a, constant(0), guard);
}

Gate Arithmetic::equal(const Number& a, const Number& b) {
  const std::uint32_t before = circuit_.size();
  return compared(equality(a, b), WordAtom::Kind::Equal, a, b, before);
}

Gate Arithmetic::less(const Number& a, const Number& b) {
  const std::uint32_t before = circuit_.size();
  return compared(compare(a, b, kFalse), WordAtom::Kind::Less, a, b, before);
}

Gate Arithmetic::lessEqual(const Number& a, const Number& b) {
  const std::uint32_t before = circuit_.size();
  return compared(compare(a, b, kTrue), WordAtom::Kind::LessEqual, a, b, before);
}

}  // namespace weir::solver
