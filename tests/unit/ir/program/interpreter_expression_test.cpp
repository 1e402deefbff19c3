// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include "tests/unit/ir/program/interpreter_fixture.h"

namespace weir::program {
namespace {

using namespace build;

class ExpressionTest : public InterpreterTest {
 protected:
  Var x = f.parameter("x", b.int32());
  Var y = f.parameter("y", b.int32());
};

TEST_F(ExpressionTest, ArithmeticIsAtTheTypesWidth) {
  f.body(give(x * y + x - y));
  EXPECT_EQ(outcomeOf({number(6), number(7)}), "returned 41");
  EXPECT_EQ(outcomeOf({number(INT32_MAX), number(0)}), "returned 2147483647");
  EXPECT_EQ(outcomeOf({number(INT32_MAX), number(INT32_MAX)}), "returned 1");
}

TEST_F(ExpressionTest, OverflowIsAnErrorOnlyWhereAsked) {
  f.body(give(x + y));
  EXPECT_EQ(outcomeOf({number(INT32_MAX), number(1)}), "returned -2147483648");
  EXPECT_EQ(outcomeOf({number(INT32_MAX), number(1)}, {.checked = CheckedErrors({"overflow"})}), "error overflow");
  EXPECT_EQ(outcomeOf({number(INT32_MAX), number(-1)}, {.checked = CheckedErrors({"overflow"})}),
            "returned 2147483646");
}

TEST_F(ExpressionTest, UnsignedArithmeticNeverOverflows) {
  const TypeRef u32 = b.program.intType(32, false);
  f.body(give(cast(cast(x, u32) + cast(y, u32), b.int32())));
  EXPECT_EQ(outcomeOf({number(-1), number(2)}, {.checked = CheckedErrors({"overflow"})}), "returned 1");
}

TEST_F(ExpressionTest, DivisionByZeroIsAnError) {
  f.body(give(x / y));
  EXPECT_EQ(outcomeOf({number(7), number(0)}), "error div-zero");
  EXPECT_EQ(outcomeOf({number(-7), number(2)}), "returned -3");
  EXPECT_EQ(outcomeOf({number(INT32_MIN), number(-1)}), "error overflow");
}

TEST_F(ExpressionTest, RemainderByZeroIsAnError) {
  f.body(give(x % y));
  EXPECT_EQ(outcomeOf({number(7), number(0)}), "error div-zero");
}

TEST_F(ExpressionTest, AShiftTooFarIsAnErrorAlways) {
  f.body(give(x << y));
  EXPECT_EQ(outcomeOf({number(1), number(4)}), "returned 16");
  EXPECT_EQ(outcomeOf({number(1), number(32)}), "error overflow");
  EXPECT_EQ(outcomeOf({number(1), number(-1)}), "error overflow");
}

TEST_F(ExpressionTest, CastsTruncateExtendAndTest) {
  const TypeRef i8 = b.program.intType(8, true);
  f.body(branch(cast(y, b.boolean()), seq(give(cast(cast(x, i8), b.int32()))), seq(give(b.integer(-9)))));
  EXPECT_EQ(outcomeOf({number(384), number(2)}), "returned -128");
  EXPECT_EQ(outcomeOf({number(384), number(0)}), "returned -9");
}

TEST_F(ExpressionTest, ComparisonsAndConnectivesAreTrueOrFalse) {
  f.body(give(cast(((x < y) && (x != y)) || !(x <= y), b.int32())));
  EXPECT_EQ(outcomeOf({number(1), number(2)}), "returned 1");
  EXPECT_EQ(outcomeOf({number(2), number(2)}), "returned 0");
  EXPECT_EQ(outcomeOf({number(3), number(2)}), "returned 1");
}

TEST_F(ExpressionTest, BitOperatorsWorkOnTwosComplement) {
  f.body(give((~x & y) | (x ^ y)));
  EXPECT_EQ(outcomeOf({number(12), number(10)}), "returned 6");
  EXPECT_EQ(outcomeOf({number(-1), number(5)}), "returned -6");
}

TEST_F(ExpressionTest, AnUninitialisedLocalIsAnError) {
  auto z = f.local("z", b.int32());
  f.body(branch(x > 0, seq(assign(z, x))), give(z));
  EXPECT_EQ(outcomeOf({number(1), number(0)}), "returned 1");
  EXPECT_EQ(outcomeOf({number(0), number(0)}), "error uninitialized");
}

class PointerTest : public InterpreterTest {
 protected:
  Var p = f.parameter("p", b.pointer(node));
  Var q = f.parameter("q", b.pointer(node));
  Value one() { return Value::ofObject(heap.allocate(node, Storage::Heap, true)); }
};

TEST_F(PointerTest, PointersAreEqualByIdentity) {
  f.body(give(cast(p == q, b.int32())));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, a}), "returned 1");
  EXPECT_EQ(outcomeOf({a, one()}), "returned 0");
  EXPECT_EQ(outcomeOf({a, Value::null()}), "returned 0");
  EXPECT_EQ(outcomeOf({Value::null(), Value::null()}), "returned 1");
}

TEST_F(PointerTest, APartKnowsItsOwner) {
  f.body(give(cast(ownerOf(address(p, part), part) == q, b.int32())));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, a}), "returned 1");
  EXPECT_EQ(outcomeOf({a, one()}), "returned 0");
  EXPECT_EQ(outcomeOf({Value::null(), a}), "error null-deref");
}

TEST_F(PointerTest, ContainerOfSomethingElseIsUnsupported) {
  f.body(give(cast(ownerOf(address(p, parts, b.integer(1)), part) == q, b.int32())));
  EXPECT_EQ(outcomeOf({one(), one()}), "unsupported");
}

TEST_F(PointerTest, ASlotKnowsItsOwner) {
  f.body(give(cast(ownerOf(address(p, value), value) == q, b.int32())));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, a}), "returned 1");
}

TEST_F(PointerTest, AnElementsAddressMayBeOnePastTheEnd) {
  auto i = f.parameter("i", b.int32());
  f.body(give(cast(address(p, cells, i) == address(p, cells, b.integer(3)), b.int32())));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, a, number(3)}), "returned 1");
  EXPECT_EQ(outcomeOf({a, a, number(2)}), "returned 0");
  EXPECT_EQ(outcomeOf({a, a, number(4)}), "error bounds");
  EXPECT_EQ(outcomeOf({a, a, number(-1)}), "error bounds");
}

TEST_F(PointerTest, ArithmeticStaysInsideOneArray) {
  auto i = f.parameter("i", b.int32());
  auto s = f.local("s", b.pointer(b.int32()));
  f.body(assign(s, advance(address(p, cells, b.integer(1)), i)),
         give(cast(difference(s, address(p, cells, b.integer(0))), b.int32())));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, a, number(1)}), "returned 2");
  EXPECT_EQ(outcomeOf({a, a, number(2)}), "returned 3");
  EXPECT_EQ(outcomeOf({a, a, number(-1)}), "returned 0");
  EXPECT_EQ(outcomeOf({a, a, number(3)}), "error bounds");
  EXPECT_EQ(outcomeOf({a, a, number(-2)}), "error bounds");
}

TEST_F(PointerTest, PartsOfAnArrayAreSteppedThrough) {
  auto s = f.local("s", b.pointer(link));
  f.body(assign(s, advance(address(p, parts, b.integer(0)), 1)),
         branch(before(address(p, parts, b.integer(0)), s),
                seq(give(cast(difference(advance(s, 1), address(q, parts, b.integer(0))), b.int32())))),
         give(b.integer(-1)));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, a}), "returned 2");
  EXPECT_EQ(outcomeOf({a, one()}), "error bounds");
}

TEST_F(PointerTest, ASingleMemberIsAnArrayOfOne) {
  auto i = f.parameter("i", b.int32());
  auto s = f.local("s", b.pointer(b.int32()));
  f.body(assign(s, advance(address(p, value), i)), give(cast(difference(s, address(p, value)), b.int32())));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, a, number(1)}), "returned 1");
  EXPECT_EQ(outcomeOf({a, a, number(2)}), "error bounds");
}

TEST_F(PointerTest, AnOffsetFromNullIsAnErrorUnlessZero) {
  auto i = f.parameter("i", b.int32());
  f.body(give(cast(advance(p, i) == q, b.int32())));
  EXPECT_EQ(outcomeOf({Value::null(), Value::null(), number(0)}), "returned 1");
  EXPECT_EQ(outcomeOf({Value::null(), Value::null(), number(1)}), "error bounds");
  EXPECT_EQ(outcomeOf({one(), Value::null(), number(-1)}), "error bounds");
  EXPECT_EQ(outcomeOf({one(), Value::null(), number(1)}), "unsupported");
}

TEST_F(PointerTest, ArithmeticThroughABaseClassIsUnsupported) {
  auto* special = b.addClass("SpecialLink", {link});
  const ClassDecl* array = b.program.arrayClass(b.program.classType(special));
  auto s = f.parameter("s", b.pointer(link));
  f.body(give(cast(advance(s, 1) == s, b.int32())));
  const ObjectId id = heap.allocate(array, Storage::Heap, true, 3);
  EXPECT_EQ(outcomeOf({Value::null(), Value::null(), startOf(heap, id)}), "unsupported");
}

TEST_F(PointerTest, IsInstanceAsksForTheDynamicType) {
  auto* special = b.addClass("Special", {node});
  f.body(give(cast(isInstance(p, special), b.int32())));
  const Value a = Value::ofObject(heap.allocate(special, Storage::Heap, true));
  EXPECT_EQ(outcomeOf({a, a}), "returned 1");
  EXPECT_EQ(outcomeOf({one(), a}), "returned 0");
  EXPECT_EQ(outcomeOf({Value::null(), a}), "returned 0");
  heap.kill(a.object);
  EXPECT_EQ(outcomeOf({a, a}), "error use-after-free");
}

TEST_F(PointerTest, TheAddressOfAMemberOfAFreedObjectIsNoAccess) {
  f.body(give(cast(address(p, value) == address(q, value), b.int32())));
  const Value a = one();
  heap.kill(a.object);
  EXPECT_EQ(outcomeOf({a, a}), "returned 1");
  EXPECT_EQ(outcomeOf({a, Value::null()}), "error null-deref");
}

}  // namespace
}  // namespace weir::program
