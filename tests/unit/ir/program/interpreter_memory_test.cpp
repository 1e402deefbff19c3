// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/unit/ir/program/interpreter_fixture.h"

namespace weir::program {
namespace {

using namespace build;

class MemoryTest : public InterpreterTest {
 protected:
  Var p = f.parameter("p", b.pointer(node));
  Var t = f.local("t", b.int32());
  Value one() { return Value::ofObject(heap.allocate(node, Storage::Heap, true)); }
  Value freedOne() {
    const Value a = one();
    heap.kill(a.object);
    return a;
  }
};

TEST_F(MemoryTest, AStoreIsSeenByTheNextLoad) {
  f.body(store(p, value, b.integer(7)), load(t, p, value), give(t));
  EXPECT_EQ(outcomeOf({one()}), "returned 7");
}

TEST_F(MemoryTest, EveryLoadIsChecked) {
  f.body(load(t, p, value), give(t));
  EXPECT_EQ(outcomeOf({Value::null()}), "error null-deref");
  EXPECT_EQ(outcomeOf({freedOne()}), "error use-after-free");
  EXPECT_EQ(outcomeOf({Value::ofObject(heap.allocate(node, Storage::Heap))}), "error uninitialized");
  EXPECT_EQ(outcomeOf({Value::ofObject(heap.allocate(link, Storage::Heap, true))}), "unsupported");
}

TEST_F(MemoryTest, EveryStoreIsChecked) {
  f.body(store(p, value, b.integer(1)), give(b.integer(0)));
  EXPECT_EQ(outcomeOf({Value::null()}), "error null-deref");
  EXPECT_EQ(outcomeOf({freedOne()}), "error use-after-free");
  EXPECT_EQ(outcomeOf({Value::ofObject(heap.allocate(node, Storage::Heap))}), "returned 0");
}

TEST_F(MemoryTest, TheErrorNamesItsPlace) {
  f.body(assign(t, b.integer(1)), load(t, p, value), give(t));
  const Execution execution = run({Value::null()});
  EXPECT_EQ(execution.at, f->body[1].get());
  EXPECT_EQ(execution.at_procedure, f.get());
  EXPECT_EQ(execution.reason, "the member value of null");
  EXPECT_EQ(execution.steps.back().stmt, execution.at);
}

TEST_F(MemoryTest, AnIndexStaysInsideItsArray) {
  auto i = f.parameter("i", b.int32());
  f.body(store(p, cells, i, b.integer(5)), load(t, p, cells, i), give(t));
  EXPECT_EQ(outcomeOf({one(), number(2)}), "returned 5");
  EXPECT_EQ(outcomeOf({one(), number(3)}), "error bounds");
  EXPECT_EQ(outcomeOf({one(), number(-1)}), "error bounds");
}

TEST_F(MemoryTest, SlotsReadAndWriteTheirField) {
  auto s = f.local("s", b.pointer(b.int32()));
  f.body(assign(s, address(p, value)), storeSlot(s, b.integer(4)), load(t, p, value), loadSlot(t, s), give(t + 1));
  EXPECT_EQ(outcomeOf({one()}), "returned 5");
}

TEST_F(MemoryTest, EverySlotAccessIsChecked) {
  auto s = f.parameter("s", b.pointer(b.int32()));
  f.body(loadSlot(t, s), give(t));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, Value::null()}), "error null-deref");
  EXPECT_EQ(outcomeOf({a, Value::ofSlot(a.object, cells, 3)}), "error bounds");
  EXPECT_EQ(outcomeOf({a, Value::ofSlot(freedOne().object, value)}), "error use-after-free");
  EXPECT_EQ(outcomeOf({a, Value::ofSlot(heap.allocate(node, Storage::Heap), value)}), "error uninitialized");
  EXPECT_EQ(outcomeOf({a, a}), "unsupported");
}

TEST_F(MemoryTest, SlotsOfOneWidthAliasAcrossSigns) {
  const TypeRef u32 = b.program.intType(32, false);
  auto s = f.parameter("s", b.pointer(u32));
  auto u = f.local("u", u32);
  f.body(loadSlot(u, s), branch(u == b.integer(u32, 4294967295u), seq(storeSlot(s, u - 1))), load(t, p, value),
         give(t));
  const Value a = one();
  heap.write(a.object, value, number(-1));
  EXPECT_EQ(outcomeOf({a, Value::ofSlot(a.object, value)}), "returned -2");
}

TEST_F(MemoryTest, SlotsOfAnotherWidthAreTypePunning) {
  auto s = f.parameter("s", b.pointer(b.program.intType(16, true)));
  auto c = f.local("c", b.program.intType(16, true));
  f.body(loadSlot(c, s), give(b.integer(0)));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, Value::ofSlot(a.object, value)}), "unsupported");
}

TEST_F(MemoryTest, ACharacterIsTheFirstByte) {
  auto s = f.parameter("s", b.pointer(b.program.intType(8, true)));
  auto r = f.local("r", b.int32());
  f.body(store(p, value, b.integer(-1)), storeSlot(s, cast(b.integer(2), b.program.intType(8, true))),
         load(r, p, value), give(r));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a, Value::ofSlot(a.object, value)}), "returned -254");
}

TEST_F(MemoryTest, PointersToPointersRedirect) {
  auto s = f.local("s", b.pointer(b.pointer(node)));
  auto q = f.local("q", b.pointer(node));
  f.body(assign(s, address(p, next)), storeSlot(s, p), load(q, p, next), give(cast(p == q, b.int32())));
  EXPECT_EQ(outcomeOf({one()}), "returned 1");
}

TEST_F(MemoryTest, ANewObjectHasNoValuesUnlessZeroed) {
  auto z = f.parameter("z", b.boolean());
  f.body(branch(z, seq(allocate(p, node, Storage::Heap, true)), seq(allocate(p, node))), load(t, p, value), give(t));
  EXPECT_EQ(outcomeOf({Value::null(), number(1)}), "returned 0");
  EXPECT_EQ(outcomeOf({Value::null(), number(0)}), "error uninitialized");
}

TEST_F(MemoryTest, AHeapArrayHasItsExtent) {
  const ClassDecl* array = b.program.arrayClass(b.int32());
  auto n = f.parameter("n", b.int32());
  auto i = f.parameter("i", b.int32());
  auto s = f.local("s", b.pointer(b.int32()));
  f.body(allocateArray(s, array, n, true), storeSlot(advance(s, i), b.integer(9)), loadSlot(t, advance(s, i)),
         release(s, FreeKind::DeleteArray), give(t));
  EXPECT_EQ(outcomeOf({Value::null(), number(3), number(2)}), "returned 9");
  EXPECT_EQ(outcomeOf({Value::null(), number(3), number(3)}), "error bounds");
  EXPECT_EQ(outcomeOf({Value::null(), number(0), number(0)}), "error bounds");
  EXPECT_EQ(outcomeOf({Value::null(), number(-1), number(0)}), "error bounds");
  EXPECT_EQ(outcomeOf({Value::null(), number(2'000'000), number(0)}), "limit reached");
}

TEST_F(MemoryTest, AHeapArrayOfObjectsIsPointedToByItsFirstPart) {
  const ClassDecl* array = b.program.arrayClass(b.program.classType(node));
  auto n = f.parameter("n", b.int32());
  f.body(allocateArray(p, array, n, true), store(p, value, b.integer(3)), load(t, advance(p, 1), value),
         release(p, FreeKind::DeleteArray), give(t));
  EXPECT_EQ(outcomeOf({Value::null(), number(2)}), "returned 0");
  EXPECT_FALSE(heap.at(0).live);
  EXPECT_FALSE(heap.at(1).live);
  EXPECT_EQ(outcomeOf({Value::null(), number(1)}), "error bounds");
  EXPECT_EQ(outcomeOf({Value::null(), number(0)}), "error bounds");
}

TEST_F(MemoryTest, FreeingTakesTheWholeObject) {
  f.body(release(p, FreeKind::Delete), give(b.integer(0)));
  const Value a = one();
  EXPECT_EQ(outcomeOf({a}), "returned 0");
  EXPECT_FALSE(heap.at(a.object).live);
  EXPECT_FALSE(heap.at(heap.read(a.object, part).object).live);
  EXPECT_EQ(outcomeOf({Value::null()}), "returned 0");
  EXPECT_EQ(outcomeOf({a}), "error double-free");
}

TEST_F(MemoryTest, FreeingWhatIsNoAllocationIsABoundsError) {
  auto s = f.parameter("s", b.pointer(b.program.voidType()));
  f.body(release(s, FreeKind::Free), give(b.integer(0)));
  const Value a = one();
  const Value automatic = Value::ofObject(heap.allocate(node, Storage::Automatic));
  const ObjectId array = heap.allocate(b.program.arrayClass(b.int32()), Storage::Heap, true, 2);
  EXPECT_EQ(outcomeOf({a, heap.read(a.object, part)}), "error bounds");
  EXPECT_EQ(outcomeOf({a, heap.read(a.object, parts, 0)}), "error bounds");
  EXPECT_EQ(outcomeOf({a, Value::ofSlot(a.object, next)}), "error bounds");
  EXPECT_EQ(outcomeOf({a, automatic}), "error bounds");
  EXPECT_EQ(outcomeOf({a, addressOf(heap, array, heap.at(array).class_decl->fields[0], 1)}), "error bounds");
  EXPECT_EQ(outcomeOf({a, startOf(heap, array)}), "returned 0");
  EXPECT_EQ(outcomeOf({a, startOf(heap, array)}), "error double-free");
  EXPECT_EQ(outcomeOf({a, a}), "returned 0");
}

TEST_F(MemoryTest, DeleteAndDeleteArrayAreDifferent) {
  auto s = f.parameter("s", b.pointer(b.int32()));
  auto is_array = f.parameter("is_array", b.boolean());
  f.body(branch(is_array, seq(release(s, FreeKind::DeleteArray)), seq(release(s, FreeKind::Delete))),
         give(b.integer(0)));
  const ClassDecl* array = b.program.arrayClass(b.int32());
  const ClassDecl* box = b.program.boxClass(b.int32());
  const auto fresh = [&](const ClassDecl* class_decl) {
    const ObjectId id = heap.allocate(class_decl, Storage::Heap, true, class_decl->is_array ? 2 : 0);
    return addressOf(heap, id, class_decl->fields[0]);
  };
  EXPECT_EQ(outcomeOf({Value::null(), fresh(array), number(1)}), "returned 0");
  EXPECT_EQ(outcomeOf({Value::null(), fresh(array), number(0)}), "error bounds");
  EXPECT_EQ(outcomeOf({Value::null(), fresh(box), number(0)}), "returned 0");
  EXPECT_EQ(outcomeOf({Value::null(), fresh(box), number(1)}), "error bounds");
}

TEST_F(MemoryTest, AVariableDiesWithItsScope) {
  const ClassDecl* box = b.program.boxClass(b.int32());
  auto v = f.local("v", b.pointer(box));
  auto s = f.local("s", b.pointer(b.int32()));
  f.body(allocate(v, box, Storage::Automatic), assign(s, address(v, box->fields[0])), storeSlot(s, b.integer(1)),
         release(v, FreeKind::ScopeEnd), release(v, FreeKind::ScopeEnd), loadSlot(t, s), give(t));
  EXPECT_EQ(outcomeOf({Value::null()}), "error use-after-free");
}

TEST_F(MemoryTest, TheEndOfAScopeThatWasNeverEnteredIsNothing) {
  auto v = f.local("v", b.pointer(node));
  f.body(release(v, FreeKind::ScopeEnd), give(b.integer(0)));
  EXPECT_EQ(outcomeOf({Value::null()}), "returned 0");
}

TEST_F(MemoryTest, OnlyTheCompilersCopiesCopyWhatHasNoValue) {
  auto q = f.parameter("q", b.pointer(node));
  auto copy = b.procedure("copy");
  auto from = copy.parameter("from", b.pointer(node));
  auto into = copy.parameter("into", b.pointer(node));
  auto v = copy.local("v", b.int32());
  copy.body(load(v, from, value), store(into, value, v));
  f.body(call(copy, {p, q}), load(t, q, value), give(t));
  const Value a = Value::ofObject(heap.allocate(node, Storage::Heap));
  const Value c = one();
  copy->is_implicit = true;
  const Execution copied = run({a, c});
  EXPECT_EQ(copied.outcome, Outcome::Error);
  EXPECT_EQ(copied.error, ErrorKind::Uninitialized);
  EXPECT_EQ(copied.at_procedure, f.get());
  EXPECT_EQ(heap.read(c.object, value), heap.read(a.object, value));  // it is known where it comes from
  EXPECT_EQ(heap.read(c.object, value).kind, Value::Kind::Uninitialized);
  copy->is_implicit = false;
  EXPECT_EQ(run({a, c}).at_procedure, copy.get());
}

TEST_F(MemoryTest, GlobalsStartAtZeroAndAreInitialised) {
  auto* counter = b.field(b.program.globals(), "counter", b.int32());
  auto* limit = b.field(b.program.globals(), "limit", b.int32());
  auto init = b.procedure("init");
  init.body(store(b.globals(), limit, b.integer(10)));
  b.program.static_initializer = init;
  auto u = f.local("u", b.int32());
  f.body(load(t, b.globals(), counter), load(u, b.globals(), limit), give(t + u));
  initializeStatics(heap);
  EXPECT_EQ(outcomeOf({Value::null()}), "returned 10");
}

}  // namespace
}  // namespace weir::program
