// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/integer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "ir/program/program.h"

namespace weir::program {
namespace {

using Fault = IntegerResult::Fault;

class IntegerTest : public testing::Test {
 protected:
  Program program;
  TypeRef i8 = program.intType(8, true);
  TypeRef u8 = program.intType(8, false);
  TypeRef i32 = program.intType(32, true);
  TypeRef u32 = program.intType(32, false);
  TypeRef i64 = program.intType(64, true);
  TypeRef u64 = program.intType(64, false);
};

TEST_F(IntegerTest, WrapIsCongruentAndInRange) {
  EXPECT_EQ(toString(wrap(255, i8)), "-1");
  EXPECT_EQ(toString(wrap(-1, u8)), "255");
  EXPECT_EQ(toString(wrap(256, u8)), "0");
  EXPECT_EQ(toString(wrap(-1, u64)), "18446744073709551615");
  EXPECT_EQ(wrap(2, program.boolType()), 1);
  EXPECT_EQ(wrap(6, program.intType(2, true)), -2);
}

TEST_F(IntegerTest, ExtremesAreThoseOfTheType) {
  EXPECT_EQ(toString(leastValue(i64)), "-9223372036854775808");
  EXPECT_EQ(toString(greatestValue(u64)), "18446744073709551615");
  EXPECT_EQ(leastValue(program.boolType()), 0);
  EXPECT_EQ(greatestValue(program.boolType()), 1);
  EXPECT_TRUE(fits(127, i8));
  EXPECT_FALSE(fits(128, i8));
  EXPECT_FALSE(fits(-1, u8));
}

TEST_F(IntegerTest, SignedOverflowWrapsAndIsReported) {
  const IntegerResult sum = binary(Op::Add, INT32_MAX, 1, i32);
  EXPECT_EQ(sum.value, INT32_MIN);
  EXPECT_TRUE(sum.overflowed);
  EXPECT_TRUE(unary(Op::Negate, INT32_MIN, i32).overflowed);
  EXPECT_FALSE(binary(Op::Add, UINT32_MAX, 1, u32).overflowed);
  EXPECT_EQ(binary(Op::Add, UINT32_MAX, 1, u32).value, 0);
}

TEST_F(IntegerTest, TheProductOfTheGreatestUnsignedValuesIsExactModuloTheWidth) {
  EXPECT_EQ(binary(Op::Multiply, greatestValue(u64), greatestValue(u64), u64).value, 1);
}

TEST_F(IntegerTest, DivisionRoundsTowardsZero) {
  EXPECT_EQ(binary(Op::Divide, -7, 2, i32).value, -3);
  EXPECT_EQ(binary(Op::Remainder, -7, 2, i32).value, -1);
  EXPECT_EQ(binary(Op::Remainder, 7, -2, i32).value, 1);
}

TEST_F(IntegerTest, WhatHasNoValueIsAFault) {
  EXPECT_EQ(binary(Op::Divide, 1, 0, i32).fault, Fault::DivisionByZero);
  EXPECT_EQ(binary(Op::Remainder, 1, 0, u32).fault, Fault::DivisionByZero);
  EXPECT_EQ(binary(Op::Divide, INT32_MIN, -1, i32).fault, Fault::Undefined);
  EXPECT_EQ(binary(Op::Remainder, INT32_MIN, -1, i32).fault, Fault::Undefined);
  EXPECT_EQ(binary(Op::ShiftLeft, 1, 32, i32).fault, Fault::Undefined);
  EXPECT_EQ(binary(Op::ShiftRight, 1, -1, i32).fault, Fault::Undefined);
  EXPECT_EQ(binary(Op::ShiftLeft, 1, 31, i32).fault, Fault::None);
}

TEST_F(IntegerTest, ShiftsKeepTheSignOrTheWidth) {
  EXPECT_EQ(binary(Op::ShiftRight, -8, 1, i32).value, -4);
  EXPECT_EQ(binary(Op::ShiftLeft, 1, 31, i32).value, INT32_MIN);
  EXPECT_EQ(binary(Op::ShiftLeft, UINT32_MAX, 4, u32).value, 0xFFFFFFF0u);
  EXPECT_EQ(unary(Op::BitNot, 0, u32).value, UINT32_MAX);
}

// The compiler's own arithmetic is the oracle.
TEST_F(IntegerTest, AgreesWithTheMachineOnRandomOperands) {
  std::mt19937_64 random(7);
  const auto draw = [&] { return random() % 4 == 0 ? random() % 5 - 2 : random(); };
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t a = draw();
    const std::uint64_t b = draw();
    const auto sa = static_cast<std::int32_t>(a);
    const auto sb = static_cast<std::int32_t>(b);
    EXPECT_EQ(binary(Op::Multiply, a, b, u64).value, a * b);
    EXPECT_EQ(binary(Op::Subtract, a, b, u64).value, a - b);
    std::int32_t machine = 0;
    EXPECT_EQ(binary(Op::Multiply, sa, sb, i32).overflowed, __builtin_mul_overflow(sa, sb, &machine));
    EXPECT_EQ(binary(Op::Multiply, sa, sb, i32).value, machine);
    EXPECT_EQ(binary(Op::Add, sa, sb, i32).overflowed, __builtin_add_overflow(sa, sb, &machine));
    EXPECT_EQ(binary(Op::Add, sa, sb, i32).value, machine);
    EXPECT_EQ(binary(Op::BitXor, sa, sb, i32).value, sa ^ sb);
    EXPECT_EQ(binary(Op::BitAnd, a, b, u64).value, a & b);
    EXPECT_EQ(binary(Op::Less, sa, sb, i32).value, sa < sb);
    if (b != 0) {
      EXPECT_EQ(binary(Op::Divide, a, b, u64).value, a / b);
    }
    EXPECT_EQ(wrap(static_cast<Integer>(a), program.intType(16, true)), static_cast<std::int16_t>(a));
  }
}

TEST(IntegerText, CoversTheWholeRange) {
  EXPECT_EQ(toString(Integer{0}), "0");
  EXPECT_EQ(toString(Integer{-42}), "-42");
  EXPECT_EQ(toString(Integer{1} << 126), "85070591730234615865843651857942052864");
}

}  // namespace
}  // namespace weir::program
