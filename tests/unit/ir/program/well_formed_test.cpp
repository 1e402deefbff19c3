// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/well_formed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/invariant.h"
#include "tests/support/build_program.h"

namespace weir::program {
namespace {

using namespace build;
using testing::HasSubstr;

class WellFormedTest : public testing::Test {
 protected:
  /// The sentence of the InternalError, or nothing where the program is well-formed.
  std::string wrong() {
    try {
      b.finish();
      return "";
    } catch (const InternalError& error) {
      return error.what();
    }
  }

  ProgramBuilder b;
  ClassDecl* node = b.addClass("Node");
  ClassDecl* other = b.addClass("Other");
  Field* next = b.field(node, "next", b.pointer(node));
  Field* cells = b.field(node, "cells", b.program.arrayOf(b.int32(), 2));
  Field* weight = b.field(other, "weight", b.int32());
  ProcedureBuilder f = b.procedure("f", b.int32());
  Var p = f.parameter("p", b.pointer(node));
  Var x = f.local("x", b.int32());
};

TEST_F(WellFormedTest, AcceptsAGoodProgram) {
  f.body(load(p, p, next), load(x, p, cells, b.integer(1)), give(x));
  EXPECT_EQ(wrong(), "");
}

TEST_F(WellFormedTest, NamesTheStatement) {
  f.body(load(x, p, weight), give(x));
  EXPECT_EQ(wrong(), "not well-formed: f(): 0: x = load p.weight: the field weight of Other is not a field of Node");
}

TEST_F(WellFormedTest, RejectsAValueOfAnotherType) {
  f.body(assign(x, p), give(x));
  EXPECT_THAT(wrong(), HasSubstr("a value of type Node* does not fit the target of type int"));
}

TEST_F(WellFormedTest, RejectsMixedWidths) {
  f.body(assign(x, binary(Op::Add, x, b.integer(b.program.intType(64, true), 1))), give(x));
  EXPECT_THAT(wrong(), HasSubstr("the right operand's type is not that of the result"));
}

TEST_F(WellFormedTest, RejectsAConstantThatDoesNotFit) {
  f.body(assign(x, b.integer(Integer{1} << 40)), give(x));
  EXPECT_THAT(wrong(), HasSubstr("a constant that does not fit int"));
}

TEST_F(WellFormedTest, RejectsALocalOfAnotherProcedure) {
  auto g = b.procedure("g");
  auto y = g.local("y", b.int32());
  f.body(assign(x, y), give(x));
  EXPECT_THAT(wrong(), HasSubstr("the local y belongs to another procedure"));
}

TEST_F(WellFormedTest, RejectsAnIndexWhereThereIsNoArray) {
  f.body(load(p, p, next, b.integer(0)), give(x));
  EXPECT_THAT(wrong(), HasSubstr("an index where there is no array"));
}

TEST_F(WellFormedTest, RejectsAnUnknownLabel) {
  f.body(block("A", {}), leave("A"), give(x));
  EXPECT_THAT(wrong(), HasSubstr("the label is not that of an enclosing block or loop"));
}

TEST_F(WellFormedTest, RejectsAContinueOfABlock) {
  f.body(block("A", seq(proceed("A"))), give(x));
  EXPECT_THAT(wrong(), HasSubstr("the label is not that of a loop"));
}

TEST_F(WellFormedTest, RejectsALabelUsedTwice) {
  f.body(block("A", {}), block("A", {}), give(x));
  EXPECT_THAT(wrong(), HasSubstr("the label A is used twice"));
}

TEST_F(WellFormedTest, RejectsTheWrongNumberOfArguments) {
  f.body(call(x, f, {}), give(x));
  EXPECT_THAT(wrong(), HasSubstr("wrong number of arguments"));
}

TEST_F(WellFormedTest, RejectsAnArgumentOfAnotherType) {
  f.body(call(x, f, {x}), give(x));
  EXPECT_THAT(wrong(), HasSubstr("argument 0: int where Node* is expected"));
}

TEST_F(WellFormedTest, RejectsDispatchOfAPlainProcedure) {
  f.body(callVirtual(x, f, {p}), give(x));
  EXPECT_THAT(wrong(), HasSubstr("dispatch of what is no virtual method"));
}

TEST_F(WellFormedTest, RejectsAConditionThatIsNoBool) {
  f.body(branch(x, {}), give(x));
  EXPECT_THAT(wrong(), HasSubstr("the condition is not of type bool"));
}

TEST_F(WellFormedTest, RejectsAReturnWithoutItsValue) {
  f.body(give());
  EXPECT_THAT(wrong(), HasSubstr("a return of the wrong kind"));
}

TEST_F(WellFormedTest, RejectsAnObjectOfAnAbstractClass) {
  node->is_abstract = true;
  f.body(allocate(p, node), give(x));
  EXPECT_THAT(wrong(), HasSubstr("an object of an abstract class"));
}

TEST_F(WellFormedTest, RejectsAnExtentForAPlainObject) {
  f.body(allocateArray(p, node, b.integer(2)), give(x));
  EXPECT_THAT(wrong(), HasSubstr("an extent is for heap arrays"));
}

TEST_F(WellFormedTest, RejectsAClassThatContainsItself) {
  b.part(node, "self", node);
  f.body(give(x));
  EXPECT_THAT(wrong(), HasSubstr("class Node: it contains itself"));
}

TEST_F(WellFormedTest, RejectsAnOrderOfPointersByAnIntegerOperator) {
  f.body(branch(binary(Op::Less, p, p), {}), give(x));
  EXPECT_THAT(wrong(), HasSubstr("an order of pointers is PointerLess"));
}

TEST_F(WellFormedTest, RejectsTheAddressOfABitField) {
  auto* flag = b.field(node, "flag", b.program.intType(1, false, "unsigned int"));
  flag->is_bit_field = true;
  auto q = f.local("q", b.pointer(flag->type));
  f.body(assign(q, address(p, flag)), give(x));
  EXPECT_THAT(wrong(), HasSubstr("the address of a bit-field"));
}

}  // namespace
}  // namespace weir::program
