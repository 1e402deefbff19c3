// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/heap.h"

#include <gtest/gtest.h>

#include "tests/support/build_program.h"

namespace weir::program {
namespace {

using namespace build;

class HeapTest : public testing::Test {
 protected:
  ProgramBuilder b;
  ClassDecl* link = b.addClass("Link");
  Field* to = b.field(link, "to", b.pointer(link));
  ClassDecl* base = b.addClass("Base");
  Field* id = b.field(base, "id", b.int32());
  ClassDecl* node = b.addClass("Node", {base});
  Field* part = b.part(node, "link", link);
  Field* parts = b.field(node, "links", b.program.arrayOf(b.program.classType(link), 2));
  Field* cells = b.field(node, "cells", b.program.arrayOf(b.int32(), 3));
  Heap heap{b.program};
};

TEST_F(HeapTest, AnObjectComesWithItsPartsAndWithoutValues) {
  const ObjectId object = heap.allocate(node, Storage::Heap);
  EXPECT_EQ(heap.size(), 4);
  EXPECT_EQ(heap.read(object, id).kind, Value::Kind::Uninitialized);
  EXPECT_EQ(heap.at(object).fields.at(cells).size(), 3u);
  const Object& second = heap.at(heap.read(object, parts, 1).object);
  EXPECT_EQ(second.class_decl, link);
  EXPECT_EQ(second.owner, object);
  EXPECT_EQ(second.owner_field, parts);
  EXPECT_EQ(second.owner_index, 1);
  EXPECT_EQ(second.name, "Node0.links[1]");
}

TEST_F(HeapTest, ZeroedReachesEveryPart) {
  const ObjectId object = heap.allocate(node, Storage::Heap, true);
  EXPECT_EQ(heap.read(object, id), Value::ofInteger(0));
  EXPECT_EQ(heap.read(heap.read(object, part).object, to), Value::null());
}

TEST_F(HeapTest, PartsDieWithTheirOwner) {
  const ObjectId object = heap.allocate(node, Storage::Heap);
  const ObjectId owned = heap.read(object, part).object;
  heap.kill(object);
  EXPECT_FALSE(heap.at(owned).live);
  EXPECT_FALSE(heap.at(object).live);
}

TEST_F(HeapTest, NamesCountPerClassAndStayUnique) {
  auto* node2 = b.addClass("Node2");
  EXPECT_EQ(heap.at(heap.allocate(link, Storage::Heap)).name, "Link0");
  EXPECT_EQ(heap.at(heap.allocate(link, Storage::Heap)).name, "Link1");
  EXPECT_EQ(heap.at(heap.allocate(node2, Storage::Heap)).name, "Node2#0");
}

TEST_F(HeapTest, AnArrayStartsAtItsFirstElement) {
  const ObjectId numbers = heap.allocate(b.program.arrayClass(b.int32()), Storage::Heap, false, 2);
  const ObjectId links = heap.allocate(b.program.arrayClass(b.program.classType(link)), Storage::Heap, false, 2);
  const ObjectId empty = heap.allocate(b.program.arrayClass(b.program.classType(link)), Storage::Heap, false, 0);
  EXPECT_EQ(startOf(heap, numbers).kind, Value::Kind::Slot);
  EXPECT_EQ(startOf(heap, links).kind, Value::Kind::Object);
  EXPECT_EQ(startOf(heap, empty).kind, Value::Kind::Slot);
  EXPECT_EQ(toString(heap, startOf(heap, numbers)), "int[]0[0]");
  EXPECT_EQ(toString(heap, startOf(heap, links)), "Link[]0[0]");
}

TEST_F(HeapTest, PositionAndAddressAreInverse) {
  const ObjectId object = heap.allocate(node, Storage::Heap);
  for (const Field* field : {parts, cells, id, part})
    for (long i = 0; i <= static_cast<long>(heap.at(object).fields.at(field).size()); ++i) {
      const auto position = positionOf(heap, addressOf(heap, object, field, i));
      ASSERT_TRUE(position.has_value());
      EXPECT_EQ(position->object, object);
      EXPECT_EQ(position->field, field);
      EXPECT_EQ(position->index, i);
    }
  EXPECT_FALSE(positionOf(heap, Value::ofObject(object)).has_value());
  EXPECT_FALSE(positionOf(heap, Value::null()).has_value());
}

TEST_F(HeapTest, ValuesReadWell) {
  const ObjectId object = heap.allocate(node, Storage::Heap);
  EXPECT_EQ(toString(heap, Value::ofObject(object)), "Node0");
  EXPECT_EQ(toString(heap, Value::ofSlot(object, id)), "Node0.id");
  EXPECT_EQ(toString(heap, Value::ofSlot(object, cells, 2)), "Node0.cells[2]");
  EXPECT_EQ(toString(heap, Value::ofInteger(-7)), "-7");
  EXPECT_EQ(toString(heap, Value::null()), "null");
  EXPECT_EQ(toString(heap, Value{}), "uninitialized");
}

TEST_F(HeapTest, TheGlobalsAreOneZeroedStaticObject) {
  auto* counter = b.field(b.program.globals(), "counter", b.int32());
  EXPECT_EQ(heap.findGlobals(), kNoObject);
  const ObjectId globals = heap.globals();
  EXPECT_EQ(heap.globals(), globals);
  EXPECT_TRUE(heap.at(globals).is_static);
  EXPECT_EQ(heap.read(globals, counter), Value::ofInteger(0));
  EXPECT_EQ(heap.at(globals).name, "globals");
}

}  // namespace
}  // namespace weir::program
