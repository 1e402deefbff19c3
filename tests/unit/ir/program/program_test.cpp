// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/program/walk.h"
#include "tests/support/build_program.h"

namespace weir::program {
namespace {

using namespace build;
using testing::ElementsAre;

TEST(Types, EqualTypesAreOne) {
  ProgramBuilder b;
  auto* node = b.addClass("Node");
  EXPECT_EQ(b.int32(), b.program.intType(32, true, "int"));
  EXPECT_EQ(b.pointer(node), b.pointer(node));
  EXPECT_EQ(b.program.arrayOf(b.int32(), 4), b.program.arrayOf(b.int32(), 4));
  EXPECT_NE(b.program.arrayOf(b.int32(), 4), b.program.arrayOf(b.int32(), std::nullopt));
  EXPECT_EQ(b.program.functionType(b.int32(), {b.int32()}), b.program.functionType(b.int32(), {b.int32()}));
  EXPECT_EQ(b.program.arrayClass(b.int32()), b.program.arrayClass(b.int32()));
  EXPECT_EQ(b.program.boxClass(b.int32()), b.program.boxClass(b.int32()));
}

TEST(Types, AreSpeltAsInCpp) {
  ProgramBuilder b;
  auto* node = b.addClass("List<int>");
  EXPECT_EQ(toString(b.pointer(b.pointer(node))), "List<int>**");
  EXPECT_EQ(toString(b.program.arrayOf(b.pointer(node), 4)), "List<int>*[4]");
  EXPECT_EQ(toString(b.program.intType(8, false)), "unsigned char");
  EXPECT_EQ(toString(b.program.intType(3, false, "unsigned int")), "unsigned int:3");
  EXPECT_EQ(toString(b.program.pointerTo(b.program.functionType(b.boolean(), {b.int32(), b.int32()}))),
            "bool(*)(int, int)");
  EXPECT_EQ(b.program.arrayClass(b.pointer(node))->name, "List<int>*[]");
}

TEST(Types, AnEnumIsRepresentedAsItsInteger) {
  ProgramBuilder b;
  const TypeRef color = b.program.intType(32, true, "Color");
  EXPECT_NE(color, b.int32());
  EXPECT_TRUE(sameRepresentation(b.pointer(color), b.pointer(b.int32())));
  EXPECT_FALSE(sameRepresentation(color, b.program.intType(32, false)));
}

TEST(Types, SignsAliasAndWidthsDoNot) {
  ProgramBuilder b;
  const auto integer = [&](int width, bool is_signed, const char* name) {
    return b.program.intType(width, is_signed, name);
  };
  EXPECT_TRUE(mayAlias(integer(32, true, "int"), integer(32, false, "unsigned int")));
  EXPECT_TRUE(mayAlias(integer(8, true, "char"), integer(8, false, "unsigned char")));
  EXPECT_TRUE(mayAlias(integer(8, true, "char"), integer(8, true, "signed char")));
  EXPECT_FALSE(mayAlias(integer(32, true, "int"), integer(64, true, "long")));
  EXPECT_FALSE(mayAlias(integer(64, true, "long"), integer(64, true, "long long")));
  EXPECT_FALSE(mayAlias(integer(8, false, "unsigned char"), b.boolean()));
  EXPECT_FALSE(mayAlias(b.pointer(b.int32()), b.pointer(integer(32, false, "unsigned int"))));
}

TEST(Types, AnEnumOfCAliasesItsIntegerAndNoOtherEnum) {
  ProgramBuilder b;
  const TypeRef color = b.program.cEnumType(32, false, "Color");
  EXPECT_TRUE(mayAlias(color, b.program.intType(32, false)));
  EXPECT_TRUE(mayAlias(b.int32(), color));
  EXPECT_FALSE(mayAlias(color, b.program.cEnumType(32, false, "Shape")));
  EXPECT_FALSE(mayAlias(b.program.intType(32, false, "Level"), b.program.intType(32, false)));  // of C++
}

TEST(Types, ACharacterIsAByteOfALargerInteger) {
  ProgramBuilder b;
  const TypeRef character = b.program.intType(8, true, "char");
  EXPECT_TRUE(isByteOf(character, b.int32()));
  EXPECT_FALSE(isByteOf(character, b.program.intType(8, false)));
  EXPECT_FALSE(isByteOf(b.int32(), character));
  EXPECT_TRUE(isByteOf(character, b.boolean()));
  EXPECT_FALSE(isByteOf(b.boolean(), character));
}

TEST(Types, DerivedPointersConvertToBaseAndVoid) {
  ProgramBuilder b;
  auto* base = b.addClass("Base");
  auto* derived = b.addClass("Derived", {base});
  EXPECT_TRUE(convertsImplicitly(b.pointer(derived), b.pointer(base)));
  EXPECT_FALSE(convertsImplicitly(b.pointer(base), b.pointer(derived)));
  EXPECT_TRUE(convertsImplicitly(b.pointer(derived), b.pointer(b.program.voidType())));
  EXPECT_FALSE(convertsImplicitly(b.pointer(b.program.voidType()), b.pointer(derived)));
  EXPECT_FALSE(convertsImplicitly(b.pointer(b.pointer(derived)), b.pointer(b.pointer(base))));
}

TEST(Classes, FieldsAreFoundInBases) {
  ProgramBuilder b;
  auto* base = b.addClass("Base");
  auto* derived = b.addClass("Derived", {base});
  auto* x = b.field(base, "x", b.int32());
  auto* y = b.field(derived, "y", b.int32());
  EXPECT_EQ(derived->findField("x"), x);
  EXPECT_EQ(base->findField("y"), nullptr);
  EXPECT_THAT(allFields(derived), ElementsAre(x, y));
}

TEST(Classes, AVirtualBaseHasItsFieldsOnce) {
  ProgramBuilder b;
  auto* top = b.addClass("Top");
  auto* x = b.field(top, "x", b.int32());
  auto* left = b.addClass("Left", {top});
  auto* right = b.addClass("Right", {top});
  auto* bottom = b.addClass("Bottom", {left, right});
  EXPECT_THAT(allFields(bottom), ElementsAre(x));
}

TEST(Classes, AnAbstractClassIsNoDynamicType) {
  ProgramBuilder b;
  auto* shape = b.addClass("Shape");
  shape->is_abstract = true;
  auto* square = b.addClass("Square", {shape});
  b.addClass("Other");
  EXPECT_THAT(b.program.dynamicClasses(shape), ElementsAre(square));
}

TEST(Classes, TheGlobalsDoNotHideAUsersClassOfThatName) {
  ProgramBuilder b;
  EXPECT_EQ(b.program.globalsClass(), nullptr);
  ClassDecl* globals = b.program.globals();
  auto* user = b.addClass("globals");
  EXPECT_EQ(b.program.globalsClass(), globals);
  EXPECT_EQ(b.program.findClass("globals"), user);
}

TEST(Procedures, AreFoundByNameAndBySignature) {
  Program program;
  Procedure* one = program.addProcedure("f", "f(int)");
  Procedure* two = program.addProcedure("f", "f(long)");
  EXPECT_THAT(program.findProcedures("f"), ElementsAre(one, two));
  EXPECT_THAT(program.findProcedures("f(long)"), ElementsAre(two));
  EXPECT_TRUE(program.findProcedures("g").empty());
}

TEST(Procedures, LocalsAreRenamedWhereTheyClash) {
  ProgramBuilder b;
  auto f = b.procedure("f");
  EXPECT_EQ(f.local("x", b.int32()).local->name, "x");
  EXPECT_EQ(f.local("x", b.int32()).local->name, "x.2");
  EXPECT_EQ(f.local("x", b.int32()).local->name, "x.3");
}

TEST(Procedures, TheFinalOverriderIsTheMostDerivedOne) {
  ProgramBuilder b;
  auto* a = b.addClass("A");
  auto* m = b.addClass("M", {a});
  auto* z = b.addClass("Z", {m});
  auto* unrelated = b.addClass("U");
  auto fa = b.method(a, "f");
  auto fz = b.method(z, "f");
  fa->is_virtual = fz->is_virtual = true;
  fz->overrides = {fa};
  EXPECT_EQ(b.program.finalOverrider(fa, a), fa.get());
  EXPECT_EQ(b.program.finalOverrider(fa, m), fa.get());
  EXPECT_EQ(b.program.finalOverrider(fa, z), fz.get());
  EXPECT_EQ(b.program.finalOverrider(fa, unrelated), nullptr);
}

TEST(Procedures, OverridingIsTransitiveAndWorksThroughASecondBase) {
  ProgramBuilder b;
  auto* a = b.addClass("A");
  auto* i = b.addClass("I");
  auto* m = b.addClass("M", {a, i});
  auto* z = b.addClass("Z", {m});
  auto fa = b.method(a, "f");
  auto fi = b.method(i, "f");
  auto fm = b.method(m, "f");
  auto fz = b.method(z, "f");
  fm->overrides = {fa, fi};
  fz->overrides = {fm};
  EXPECT_EQ(b.program.finalOverrider(fi, z), fz.get());
  EXPECT_EQ(b.program.finalOverrider(fi, m), fm.get());
}

TEST(Procedures, AddressTakenOnesAreFoundByTheirType) {
  ProgramBuilder b;
  auto f = b.procedure("f", b.int32());
  f.parameter("x", b.int32());
  auto g = b.procedure("g", b.int32());
  g.parameter("x", b.int32());
  auto h = b.procedure("h", b.int32());
  const E taken = b.function(g);
  b.function(h);
  EXPECT_THAT(b.program.addressTaken(taken.type()->pointee), ElementsAre(g.get()));
}

TEST(Statements, AreNumberedInPrintingOrder) {
  ProgramBuilder b;
  auto f = b.procedure("f");
  auto x = f.local("x", b.int32());
  f.body(assign(x, b.integer(0)), loop("L", x < 3, seq(assign(x, x + 1)), seq(assign(x, x + 2)), seq(assign(x, x + 3))),
         guarded(seq(give()), {}));
  b.finish();
  std::vector<int> ids;
  std::vector<std::string> texts;
  forEachStmt(static_cast<const Body&>(f->body), [&](const Stmt& stmt) {
    ids.push_back(stmt.id);
    texts.push_back(toString(stmt));
  });
  EXPECT_THAT(ids, ElementsAre(0, 1, 2, 3, 4, 5, 6));
  EXPECT_THAT(texts, ElementsAre("x = 0", "loop L while (x < 3)", "x = (x + 2)", "x = (x + 1)", "x = (x + 3)", "try",
                                 "return"));
}

TEST(Statements, TheirExpressionsComeInOrderOfEvaluation) {
  ProgramBuilder b;
  auto* node = b.addClass("Node");
  auto* cells = b.field(node, "cells", b.program.arrayOf(b.int32(), 4));
  auto f = b.procedure("f");
  auto p = f.parameter("p", b.pointer(node));
  const S stmt = store(p, cells, b.integer(1), b.integer(2));
  std::vector<std::string> texts;
  for (ExprRef expr : expressionsOf(*stmt)) texts.push_back(toString(expr));
  EXPECT_THAT(texts, ElementsAre("p", "1", "2"));
  EXPECT_EQ(targetOf(*stmt), nullptr);
  EXPECT_EQ(targetOf(*load(p, p, cells)), p.local);
}

}  // namespace
}  // namespace weir::program
