// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/unit/ir/program/interpreter_fixture.h"

namespace weir::program {
namespace {

using namespace build;

class CallTest : public InterpreterTest {
 protected:
  Var n = f.parameter("n", b.int32());
  Var r = f.local("r", b.int32());
};

TEST_F(CallTest, RecursionHasItsOwnLocals) {
  f.body(branch(n <= 1, seq(give(b.integer(1)))), call(r, f, {n - 1}), give(r * n));
  EXPECT_EQ(outcomeOf({number(5)}), "returned 120");
  EXPECT_EQ(run({number(5)}).max_recursion, 5);
  EXPECT_EQ(run({number(1)}).max_recursion, 1);
}

TEST_F(CallTest, TooDeepARecursionReachesTheLimit) {
  f.body(call(r, f, {n}), give(r));
  EXPECT_EQ(outcomeOf({number(0)}), "limit reached");
  EXPECT_EQ(outcomeOf({number(0)}, {.max_depth = 3}), "limit reached");
}

TEST_F(CallTest, AFunctionPointerCallsWhatItPointsTo) {
  auto twice = b.procedure("twice", b.int32());
  auto x = twice.parameter("x", b.int32());
  twice.body(give(x * 2));
  const TypeRef type = b.function(twice).type();
  auto g = f.parameter("g", type);
  f.body(callPointer(r, g, {n}), give(r));
  EXPECT_EQ(outcomeOf({number(4), Value::ofFunction(twice)}), "returned 8");
  EXPECT_EQ(outcomeOf({number(4), Value::null()}), "error null-deref");
  EXPECT_EQ(outcomeOf({number(4), Value::ofFunction(f)}), "unsupported");
}

class DispatchTest : public CallTest {
 protected:
  DispatchTest() {
    for (auto* each : {&area, &special_area}) (*each)->is_virtual = true;
    special_area->overrides = {area};
    area.body(give(b.integer(1)));
    special_area.body(give(b.integer(2)));
  }
  ClassDecl* shape = b.addClass("Shape");
  ClassDecl* plain = b.addClass("Plain", {shape});
  ClassDecl* special = b.addClass("Special", {shape});
  ProcedureBuilder area = b.method(shape, "area", b.int32());
  ProcedureBuilder special_area = b.method(special, "area", b.int32());
  Var p = f.parameter("p", b.pointer(shape));
  Value fresh(const ClassDecl* class_decl) { return Value::ofObject(heap.allocate(class_decl, Storage::Heap, true)); }
};

TEST_F(DispatchTest, AVirtualCallRunsTheFinalOverrider) {
  f.body(callVirtual(r, area, {p}), give(r));
  EXPECT_EQ(outcomeOf({number(0), fresh(shape)}), "returned 1");
  EXPECT_EQ(outcomeOf({number(0), fresh(plain)}), "returned 1");
  EXPECT_EQ(outcomeOf({number(0), fresh(special)}), "returned 2");
}

TEST_F(DispatchTest, AVirtualCallNeedsALiveReceiver) {
  f.body(callVirtual(r, area, {p}), give(r));
  const Value dead = fresh(special);
  heap.kill(dead.object);
  EXPECT_EQ(outcomeOf({number(0), Value::null()}), "error null-deref");
  EXPECT_EQ(outcomeOf({number(0), dead}), "error use-after-free");
}

TEST_F(DispatchTest, ADirectCallNeedsAReceiverThatIsNotNull) {
  f.body(call(r, area, {p}), give(r));
  EXPECT_EQ(outcomeOf({number(0), fresh(special)}), "returned 1");
  EXPECT_EQ(outcomeOf({number(0), Value::null()}), "error null-deref");
}

TEST_F(DispatchTest, UnderConstructionAnObjectIsOfTheConstructorsClass) {
  auto* seen = b.field(shape, "seen", b.int32());
  auto base_constructor = b.method(shape, "Shape");
  base_constructor->is_constructor = true;
  auto self = Var{
      {&b.program,
       b.program.add({.kind = ExprKind::LocalRef, .type = b.pointer(shape), .local = base_constructor->parameters[0]})},
      base_constructor->parameters[0]};
  auto v = base_constructor.local("v", b.int32());
  base_constructor.body(callVirtual(v, area, {self}), store(self, seen, v));
  auto constructor = b.method(special, "Special");
  constructor->is_constructor = true;
  auto derived_self = Var{
      {&b.program,
       b.program.add({.kind = ExprKind::LocalRef, .type = b.pointer(special), .local = constructor->parameters[0]})},
      constructor->parameters[0]};
  auto w = constructor.local("w", b.int32());
  auto u = constructor.local("u", b.int32());
  constructor.body(call(base_constructor, {derived_self}), callVirtual(w, area, {derived_self}),
                   load(u, derived_self, seen), store(derived_self, seen, u * 10 + w));
  auto q = f.local("q", b.pointer(special));
  auto x = f.local("x", b.int32());
  f.body(allocate(q, special), call(constructor, {q}), load(r, q, seen), callVirtual(x, area, {q}), give(r * 10 + x));
  EXPECT_EQ(outcomeOf({number(0), Value::null()}), "returned 122");
}

class ExternalTest : public CallTest {
 protected:
  ExternalTest() {
    touch->is_external = true;
    touch.parameter("p", b.pointer(node));
    f.body(call(r, touch, {p}), give(r + n));
  }
  Var p = f.parameter("p", b.pointer(node));
  ProcedureBuilder touch = b.procedure("touch", b.int32());
};

TEST_F(ExternalTest, WithoutAModelIsUnsupported) {
  EXPECT_EQ(run({number(0), Value::null()}).reason, "no body and no specification for touch()");
  InterpreterOptions options;
  options.external = [](const Procedure&, const std::vector<Value>&, Heap&, bool&) { return std::nullopt; };
  EXPECT_EQ(outcomeOf({number(0), Value::null()}, options), "unsupported");
}

TEST_F(ExternalTest, AModelWritesTheHeapAndItsChangesAreRecorded) {
  InterpreterOptions options;
  options.external = [&](const Procedure& callee, const std::vector<Value>& arguments, Heap& h,
                         bool& known) -> std::optional<Value> {
    known = callee.name == "touch";
    h.write(arguments[0].object, value, number(3));
    h.allocate(node, Storage::Heap);
    return number(40);
  };
  const Value a = Value::ofObject(heap.allocate(node, Storage::Heap, true));
  const Execution execution = run({number(2), a}, options);
  EXPECT_EQ(execution.result, number(42));
  const Step& step = execution.steps[0];
  ASSERT_EQ(step.changes.size(), 2u);
  EXPECT_EQ(step.changes[0].field, value);
  EXPECT_EQ(step.changes[0].before, number(0));
  EXPECT_EQ(step.changes[0].after, number(3));
  EXPECT_EQ(step.changes[1].local, r.local);
  EXPECT_EQ(step.allocated.size(), 1u);
}

TEST_F(ExternalTest, AModelMayReplaceABody) {
  touch->is_external = false;
  touch.body(give(b.integer(1)));
  InterpreterOptions options;
  options.external = [](const Procedure&, const std::vector<Value>&, Heap&, bool& known) -> std::optional<Value> {
    known = true;
    return number(7);
  };
  EXPECT_EQ(outcomeOf({number(0), Value::null()}), "returned 1");
  EXPECT_EQ(outcomeOf({number(0), Value::null()}, options), "returned 7");
}

}  // namespace
}  // namespace weir::program
