// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The meaning of lowered code, by running it: each source computes a number that only the right order of evaluation,
// conversion or destruction gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/program/interpreter.h"
#include "tests/unit/frontend/read_source.h"

namespace weir::frontend {
namespace {

using program::Outcome;
using program::Value;
using testing::HasSubstr;

/// Runs `int test()` after the static initializer.
program::Execution runTest(const program::Program& program) {
  program::Heap heap(program);
  if (program.static_initializer != nullptr) {
    const auto started = program::run(*program.static_initializer, {}, heap);
    EXPECT_EQ(started.outcome, Outcome::Returned) << started.reason;
  }
  const auto found = program.findProcedures("test");
  EXPECT_EQ(found.size(), 1U);
  return program::run(*found.at(0), {}, heap);
}

long resultOf(const std::string& source, const std::string& name = "source.cpp") {
  const program::Program program = readText(source, name);
  const program::Execution execution = runTest(program);
  EXPECT_EQ(execution.outcome, Outcome::Returned) << execution.reason << "\n" << program::toString(program);
  return execution.result ? static_cast<long>(execution.result->integer) : -1;
}

TEST(Lowering, RightSideOfAnAssignmentRunsFirst) {
  EXPECT_EQ(resultOf("int test() { int i = 1; int a[3] = {0, 0, 0}; a[i] = i = 2; return a[2] * 10 + a[1]; }"), 20);
}

TEST(Lowering, OperandsKeepTheValueTheyHadWhenRead) {
  EXPECT_EQ(resultOf("int add(int a, int b) { return a * 10 + b; }\nint test() { int i = 3; return add(i, ++i); }"),
            34);
}

TEST(Lowering, ShortCircuitsSkipTheRightSide) {
  EXPECT_EQ(resultOf("int calls = 0; bool count() { ++calls; return true; }\n"
                     "int test() { (void)(false && count()); (void)(true || count()); (void)(true && count());"
                     " return calls; }"),
            1);
}

TEST(Lowering, ConversionsHappenAtTheirWidth) {
  EXPECT_EQ(resultOf("int test() { unsigned char c = 200; c += 100; signed char s = (signed char)200; short h = 32767;"
                     " ++h; return c + s + (h < 0 ? 1000 : 0) + (1u - 2 > 0 ? 1 : 0); }"),
            44 - 56 + 1000 + 1);
}

TEST(Lowering, DestructorsRunInReverseOnEveryWayOut) {
  const std::string logger = "long log_ = 0; struct L { int n; L(int k) : n(k) {} ~L() { log_ = log_ * 10 + n; } };\n";
  EXPECT_EQ(resultOf(logger + "int f(int k) { L a(1); { L b(2); if (k == 0) return 0; } L c(3); return 1; }\n"
                              "int test() { f(0); f(1); return log_; }"),
            21231);
  EXPECT_EQ(resultOf(logger + "int test() { for (int i = 0; i < 4; ++i) { L a(i + 1); if (i == 1) continue;"
                              " if (i == 2) break; L b(9); } return log_; }"),
            9123);
  EXPECT_EQ(
      resultOf(logger + "void g(int k) { L a(4); if (k) throw k; }\n"
                        "int test() { try { L b(5); g(1); } catch (int i) { log_ = log_ * 10 + i; } return log_; }"),
      451);
}

TEST(Lowering, MembersAreBuiltInOrderOfDeclarationAndUnbuiltWhenOneThrows) {
  EXPECT_EQ(resultOf("long log_ = 0; struct L { int n; L(int k) : n(k) { if (k == 3) throw 7; log_ = log_ * 10 + n; }"
                     " ~L() { log_ = log_ * 10 + n; } };\n"
                     "struct S { L a, b, c; S() : c(3), b(2), a(1) {} };\n"
                     "int test() { try { S s; } catch (int) { } return log_; }"),
            1221);
}

TEST(Lowering, TemporariesDieWithTheFullExpressionUnlessExtended) {
  EXPECT_EQ(resultOf("long log_ = 0; struct L { int n; L(int k) : n(k) {} ~L() { log_ = log_ * 10 + n; } };\n"
                     "int get(const L& l) { return l.n; }\n"
                     "int test() { { const L& kept = L(7); int x = get(L(1)) + get(L(2)); log_ = log_ * 10 + x; }"
                     " return log_; }"),
            2137);
}

TEST(Lowering, TemporaryInABranchDiesOnlyWhereItWasMade) {
  EXPECT_EQ(resultOf("long log_ = 0; struct L { int n; L(int k) : n(k) {} ~L() { log_ = log_ * 10 + n; } };\n"
                     "bool use(const L& l) { return l.n > 0; }\n"
                     "int test() { for (int i = 0; i < 2; ++i) { bool b = i == 1 && use(L(4)); log_ = log_ * 10 + b; }"
                     " return log_; }"),
            41);
}

TEST(Lowering, ReturnedVariableIsBuiltInPlace) {
  EXPECT_EQ(resultOf("int copies = 0; struct C { int v; C(int k) : v(k) {} C(const C& o) : v(o.v) { ++copies; } };\n"
                     "C make(int k) { C c(k); c.v += 1; return c; }\n"
                     "int test() { C a = make(4); C b = a; return b.v * 10 + copies; }"),
            51);
}

TEST(Lowering, VirtualCallsInAConstructorStayInItsClass) {
  EXPECT_EQ(resultOf("struct A { int r; A() { r = f(); } virtual int f() { return 1; } };\n"
                     "struct B : A { int f() override { return 2; } };\n"
                     "int test() { B b; A* a = &b; return b.r * 10 + a->f(); }"),
            12);
}

TEST(Lowering, VirtualCallsBehindAConstructorAreUnsupported) {
  const auto program = readText(
      "struct A { int r; A(); virtual int f() { return 1; } };\nint ask(A* a) { return a->f(); }\n"
      "A::A() { r = ask(this); }\nstruct B : A { int f() override { return 2; } };\n"
      "int test() { B b; return b.r; }");
  const auto execution = runTest(program);
  EXPECT_EQ(execution.outcome, Outcome::Unsupported);
  EXPECT_THAT(execution.reason, HasSubstr("under construction"));
}

TEST(Lowering, SwitchFallsThroughAndDefaultStandsAnywhere) {
  EXPECT_EQ(
      resultOf("int f(int k) { int s = 0; switch (k) { default: s += 1; case 2: s += 10; break; case 3: s += 100; }"
               " return s; }\nint test() { return f(1) + f(2) * 2 + f(3) * 3; }"),
      11 + 20 + 300);
}

TEST(Lowering, GotoGoesForwardAndBack) {
  EXPECT_EQ(resultOf("int test(void) { int n = 0, s = 0; again: if (n == 5) goto out; n++; if (n == 3) goto again;"
                     " s += n; goto again; out: return s; }",
                     "source.c"),
            12);
}

TEST(Lowering, ContainerOfFindsTheObjectAround) {
  EXPECT_EQ(resultOf("#include <stddef.h>\nstruct L { struct L* n; }; struct T { int v; struct L link; };\n"
                     "int test(void) { struct T t; t.v = 8; struct L* l = &t.link;"
                     " return ((struct T*)((char*)l - offsetof(struct T, link)))->v; }",
                     "source.c"),
            8);
}

TEST(Lowering, AllocationWrappersAllocateTheTypeTheyAreUsedFor) {
  EXPECT_EQ(
      resultOf(
          "#include <stdlib.h>\nstatic void* my_alloc(size_t n) { void* p = malloc(n); if (!p) abort(); return p; }\n"
          "struct T { int v; };\n"
          "int test(void) { struct T* t = my_alloc(sizeof *t); int* a = my_alloc(3 * sizeof(int)); t->v = 4;"
          " a[2] = 5; int r = t->v * 10 + a[2]; free(t); free(a); return r; }",
          "source.c"),
      45);
}

TEST(Lowering, UnsupportedCodeOnlyMattersWhereItIsReached) {
  const auto program = readText(
      "int f(int k) { if (k > 3) { double d = k; return d > 1.5; } return k; }\n"
      "int test() { return f(2); }\nint bad() { return f(4); }");
  EXPECT_EQ(runTest(program).outcome, Outcome::Returned);
  program::Heap heap(program);
  const auto execution = program::run(*program.findProcedures("bad").at(0), {}, heap);
  EXPECT_EQ(execution.outcome, Outcome::Unsupported);
  EXPECT_THAT(execution.reason, HasSubstr("floating point"));
}

TEST(Lowering, DefaultMemberInitializersSeeTheAggregateNotTheCaller) {
  EXPECT_EQ(resultOf("struct P { int a; int b = a + 1; };\n"
                     "struct Q { int a = 50; int go() { P p{a + 1}; return p.a * 100 + p.b; } };\n"
                     "int test() { Q q; return q.go(); }"),
            5152);
}

TEST(Lowering, AssertMacroIsAnAssertion) {
  const auto program = readText("#include <cassert>\nint test() { int x = 1; assert(x == 2); return x; }");
  const auto execution = runTest(program);
  EXPECT_EQ(execution.outcome, Outcome::Error);
  EXPECT_EQ(execution.error, program::ErrorKind::Assert);
}

TEST(Lowering, LocalThatIsOnlyReadAndWrittenHasNoBox) {
  EXPECT_EQ(bodyOf(readText("int f(int x) { int y = x; y += 2; ++y; return (y); }"), "f"),
            "  y = x\n  y = (y + 2)\n  y = (y + 1)\n  return y\n");
}

TEST(Lowering, StaticMembersExistOnlyInInstances) {
  const program::Program program = readText(
      "template <typename T> struct S { static int count; };\n"
      "template <typename T> int S<T>::count = 3;\n"
      "int test() { return S<char>::count; }",
      "source.cpp");
  for (const program::Field* field : program.globalsClass()->fields) EXPECT_NE(field->name, "S::count");
  EXPECT_EQ(runTest(program).result->integer, 3);
}

TEST(Lowering, OrderOfVoidPointersIsUnsupportedAndNoMistake) {
  const program::Program program = readText(
      "bool below(void* a, char* b) { return a < b; }\n"
      "int test() { char c[2]; return below(c, c + 1); }",
      "source.cpp");
  EXPECT_EQ(runTest(program).outcome, Outcome::Unsupported);
}

TEST(Lowering, LastArrayOfOneElementHasOneElement) {
  EXPECT_EQ(resultOf("struct S { int n; char last[1]; };\n"
                     "int test() { S s; s.last[0] = 7; const char* p = s.last; return *p; }"),
            7);
}

TEST(Lowering, BytesAreComparedAsUnsigned) {
  EXPECT_EQ(
      resultOf(
          "#include <cstring>\n"
          "int test() { char a[2] = {1, -1}; char b[2] = {1, 2};\n"
          "  return (std::memcmp(a, b, 2) > 0) * 100 + (std::memcmp(b, a, 2) < 0) * 10 + (std::memcmp(a, b, 1) == 0)"
          " + std::memcmp(a, b, 0); }"),
      111);
}

}  // namespace
}  // namespace weir::frontend
