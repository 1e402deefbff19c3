// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic over gates against arithmetic of the machine: all values of widths 1 to 8, random ones of 32 and 64.
#include "solver/circuit/number.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace weir::solver {
namespace {

using Integer = __int128;

struct Operation {
  const char* name;
  std::function<Number(Arithmetic&, const Number&, const Number&)> gates;
  std::function<Integer(Integer, Integer)> native;
};

Integer wrapped(Integer value, int width, bool is_signed) {
  const Integer modulus = static_cast<Integer>(1) << width;
  const Integer rest = ((value % modulus) + modulus) % modulus;
  return is_signed && rest >= modulus / 2 ? rest - modulus : rest;
}

/// The product modulo 2^128: that of two unsigned 64-bit numbers is more than an Integer holds.
Integer productModulo(Integer a, Integer b) {
  return static_cast<Integer>(static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b));
}

Number bit(Gate gate) { return Number{{gate, kFalse}}; }

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = {
      {"add", [](auto& m, auto& a, auto& b) { return m.add(a, b); }, [](Integer a, Integer b) { return a + b; }},
      {"subtract", [](auto& m, auto& a, auto& b) { return m.subtract(a, b); },
       [](Integer a, Integer b) { return a - b; }},
      {"negate", [](auto& m, auto& a, auto&) { return m.negate(a); }, [](Integer a, Integer) { return -a; }},
      {"multiply", [](auto& m, auto& a, auto& b) { return m.multiply(a, b); },
       [](Integer a, Integer b) { return a * b; }},
      {"divide", [](auto& m, auto& a, auto& b) { return m.divide(a, b); },
       [](Integer a, Integer b) { return b == 0 ? 0 : a / b; }},
      {"remainder", [](auto& m, auto& a, auto& b) { return m.remainder(a, b); },
       [](Integer a, Integer b) { return b == 0 ? 0 : a % b; }},
      {"and", [](auto& m, auto& a, auto& b) { return m.bitAnd(a, b); }, [](Integer a, Integer b) { return a & b; }},
      {"or", [](auto& m, auto& a, auto& b) { return m.bitOr(a, b); }, [](Integer a, Integer b) { return a | b; }},
      {"xor", [](auto& m, auto& a, auto& b) { return m.bitXor(a, b); }, [](Integer a, Integer b) { return a ^ b; }},
      {"shiftRight", [](auto& m, auto& a, auto& b) { return m.shiftRight(a, b); },
       [](Integer a, Integer b) {
         return a >> (b < 0 ? 0 : b > 127 ? 127 : static_cast<int>(b));
       }},
      {"shiftLeft", [](auto& m, auto& a, auto& b) { return m.shiftLeft(a, m.bitAnd(b, Arithmetic::constant(15))); },
       [](Integer a, Integer b) { return a * (Integer{1} << static_cast<int>(b & 15)); }},
      {"wrapOfProduct", [](auto& m, auto& a, auto& b) { return m.wrap(m.multiply(a, b), 32, true); },
       [](Integer a, Integer b) { return wrapped(productModulo(a, b), 32, true); }},
      {"wrapSigned", [](auto& m, auto& a, auto& b) { return m.wrap(m.multiply(a, b), 3, true); },
       [](Integer a, Integer b) { return wrapped(productModulo(a, b), 3, true); }},
      {"wrapUnsigned", [](auto& m, auto& a, auto& b) { return m.wrap(m.add(a, b), 3, false); },
       [](Integer a, Integer b) { return wrapped(a + b, 3, false); }},
      {"equal", [](auto& m, auto& a, auto& b) { return bit(m.equal(a, b)); },
       [](Integer a, Integer b) { return a == b; }},
      {"less", [](auto& m, auto& a, auto& b) { return bit(m.less(a, b)); }, [](Integer a, Integer b) { return a < b; }},
      {"lessEqual", [](auto& m, auto& a, auto& b) { return bit(m.lessEqual(a, b)); },
       [](Integer a, Integer b) { return a <= b; }},
      {"choice", [](auto& m, auto& a, auto& b) { return m.choice(m.less(a, b), a, b); },
       [](Integer a, Integer b) { return a < b ? a : b; }},
      {"sum", [](auto& m, auto& a, auto& b) { return m.sum({a, b, a, Arithmetic::constant(5)}); },
       [](Integer a, Integer b) { return a + b + a + 5; }},
      {"count",
       [](auto& m, auto& a, auto& b) {
         std::vector<Gate> gates = a.bits;
         gates.insert(gates.end(), b.bits.begin(), b.bits.end());
         gates.push_back(kTrue);
         return m.count(gates);
       },
       nullptr},
  };
  return all;
}

// All gates for 64 assignments at a time: operands have smaller numbers than the gates that use them.
std::vector<std::uint64_t> evaluateAll(const Circuit& circuit,
                                       const std::function<std::uint64_t(std::uint32_t)>& input) {
  std::vector<std::uint64_t> value(circuit.size() + 1, 0);
  const auto of = [&](Gate gate) { return gate.isPositive() ? value[gate.node()] : ~value[gate.node()]; };
  for (std::uint32_t node = 1; node <= circuit.size(); ++node) {
    const auto operands = circuit.operands(node);
    switch (circuit.kind(node)) {
      case Circuit::Kind::Constant: value[node] = ~std::uint64_t{0}; break;
      case Circuit::Kind::Variable: value[node] = input(node); break;
      case Circuit::Kind::Conjunction:
        value[node] = ~std::uint64_t{0};
        for (const Gate operand : operands) value[node] &= of(operand);
        break;
      case Circuit::Kind::ExclusiveOr: value[node] = of(operands[0]) ^ of(operands[1]); break;
      case Circuit::Kind::Choice:
        value[node] = (of(operands[0]) & of(operands[1])) | (~of(operands[0]) & of(operands[2]));
        break;
      case Circuit::Kind::Majority: {
        const std::uint64_t a = of(operands[0]), b = of(operands[1]), c = of(operands[2]);
        value[node] = (a & b) | (a & c) | (b & c);
        break;
      }
    }
  }
  return value;
}

Integer valueIn(const Number& number, const std::vector<std::uint64_t>& values, int lane) {
  const auto of = [&](Gate gate) { return (((values[gate.node()] >> lane) & 1) != 0) == gate.isPositive(); };
  unsigned __int128 result = 0;  // the weight of the sign may be 2^127
  for (std::size_t i = 0; i < number.width(); ++i) {
    const unsigned __int128 weight = static_cast<unsigned __int128>(1) << i;
    if (of(number.bits[i])) result += i + 1 == number.width() ? -weight : weight;
  }
  return static_cast<Integer>(result);
}

TEST(NumberTest, AllValuesOfSmallWidthsAgreeWithTheMachine) {
  for (int width = 1; width <= 8; ++width) {
    for (const bool is_signed : {false, true}) {
      Circuit circuit;
      Arithmetic arithmetic(circuit);
      const Number a = arithmetic.variable(width, is_signed);
      const Number b = arithmetic.variable(width, is_signed);
      std::vector<Number> results;
      for (const Operation& operation : operations()) results.push_back(operation.gates(arithmetic, a, b));
      for (std::uint32_t base = 0; base < (1U << (2 * width)); base += 64) {
        const auto values = evaluateAll(circuit, [&](std::uint32_t node) {
          std::uint64_t word = 0;
          const std::uint32_t position = node - 2;  // variables follow the constant
          for (std::uint32_t lane = 0; lane < 64; ++lane)
            word |= static_cast<std::uint64_t>(((base + lane) >> position) & 1) << lane;
          return word;
        });
        for (int lane = 0; lane < 64 && base + static_cast<std::uint32_t>(lane) < (1U << (2 * width)); ++lane) {
          const Integer x = valueIn(a, values, lane);
          const Integer y = valueIn(b, values, lane);
          for (std::size_t i = 0; i < results.size(); ++i) {
            const Operation& operation = operations()[i];
            const int bits = __builtin_popcount(base + static_cast<std::uint32_t>(lane));
            const Integer expected = operation.native ? operation.native(x, y) : bits + 1;
            ASSERT_EQ(valueIn(results[i], values, lane), expected)
                << operation.name << ' ' << static_cast<long>(x) << ' ' << static_cast<long>(y) << " width " << width;
          }
        }
      }
    }
  }
}

TEST(NumberTest, RandomValuesOfProgramWidthsAgreeWithTheMachine) {
  std::mt19937_64 random(11);
  for (const int width : {32, 64}) {
    for (const bool is_signed : {false, true}) {
      Circuit circuit;
      Arithmetic arithmetic(circuit);
      const Number a = arithmetic.variable(width, is_signed);
      const Number b = arithmetic.variable(width, is_signed);
      std::vector<Number> results;
      for (const Operation& operation : operations())
        if (operation.native) results.push_back(operation.gates(arithmetic, a, b));
      for (int round = 0; round < 8; ++round) {
        // Few bits set or cleared at the top make carries, borrows and small divisors likely.
        std::vector<std::uint64_t> inputs(static_cast<std::size_t>(2 * width) + 2);
        for (std::uint64_t& word : inputs) word = round % 2 == 0 ? random() : random() & random() & random();
        const auto values = evaluateAll(circuit, [&](std::uint32_t node) { return inputs[node]; });
        for (int lane = 0; lane < 64; ++lane) {
          const Integer x = valueIn(a, values, lane);
          const Integer y = valueIn(b, values, lane);
          std::size_t i = 0;
          for (const Operation& operation : operations()) {
            if (!operation.native) continue;
            const Number& result = results[i++];
            const bool needs_128_bits = width == 64 && !is_signed && result.width() > 100;
            if (needs_128_bits) continue;
            ASSERT_EQ(valueIn(result, values, lane), operation.native(x, y)) << operation.name << " width " << width;
          }
        }
      }
    }
  }
}

TEST(NumberTest, ConstantsFold) {
  std::mt19937_64 random(3);
  Circuit circuit;
  Arithmetic arithmetic(circuit);
  for (int round = 0; round < 200; ++round) {
    const auto x = static_cast<std::int32_t>(random());
    const auto y = static_cast<std::int32_t>(random() >> (32 + random() % 32));
    for (const Operation& operation : operations()) {
      if (!operation.native) continue;
      const Number result = operation.gates(arithmetic, Arithmetic::constant(x), Arithmetic::constant(y));
      ASSERT_TRUE(result.isConstant());
      ASSERT_EQ(constantValue(result), operation.native(x, y)) << operation.name << ' ' << x << ' ' << y;
    }
  }
  EXPECT_EQ(circuit.size(), 1U) << "constants should not make gates";
}

TEST(NumberTest, ShiftLeftMultipliesByAPowerOfTwo) {
  Circuit circuit;
  Arithmetic arithmetic(circuit);
  for (const int x : {0, 1, -1, 37, -128})
    for (const int by : {-3, 0, 1, 5, 60}) {
      const Number result = arithmetic.shiftLeft(Arithmetic::constant(x), Arithmetic::constant(by));
      EXPECT_EQ(constantValue(result), static_cast<Integer>(x) * (static_cast<Integer>(1) << std::max(by, 0)));
    }
}

TEST(NumberTest, ProductsDoNotDependOnTheOrderOfTheirFactors) {
  Circuit circuit;
  Arithmetic arithmetic(circuit);
  const Number a = arithmetic.variable(8, true);
  const Number b = arithmetic.variable(8, true);
  EXPECT_EQ(arithmetic.multiply(a, b), arithmetic.multiply(b, a));
}

TEST(NumberTest, CountersStayNarrow) {
  Circuit circuit;
  Arithmetic arithmetic(circuit);
  std::vector<Gate> gates;
  for (int i = 0; i < 3; ++i) gates.push_back(circuit.variable());
  EXPECT_EQ(arithmetic.count(gates).width(), 3U);
  EXPECT_EQ(arithmetic.wrap(arithmetic.count(gates), 32, true).width(), 3U);
  EXPECT_EQ(intervalOf(arithmetic.count(gates)).high, 3);
}

}  // namespace
}  // namespace weir::solver
