// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A concrete memory: the objects an execution works on. The interpreter runs on it, the evaluator reads it, the
// native harness builds it, and a counterexample is one.
//
// A pointer is null, an object, a slot of an object (a scalar field, or an element of an array field), or a procedure.
// A pointer to an element of class type is the part object itself; one past the end of an array of class type is the
// array's end position, written as a slot of the array with index = extent.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/program/program.h"

namespace weir::program {

using ObjectId = int;
inline constexpr ObjectId kNoObject = -1;

struct Value {
  enum class Kind { Uninitialized, Integer, Null, Object, Slot, Function };
  Kind kind = Kind::Uninitialized;
  Integer integer = 0;                   // Integer
  ObjectId object = kNoObject;           // Object, Slot
  const Field* field = nullptr;          // Slot, Uninitialized
  long index = 0;                        // Slot, Uninitialized: element of an array field, else 0
  ObjectId origin = kNoObject;           // Uninitialized: the object whose field it was first
  const Procedure* procedure = nullptr;  // Function

  static Value ofInteger(Integer value) { return {.kind = Kind::Integer, .integer = value}; }
  static Value null() { return {.kind = Kind::Null}; }
  static Value ofObject(ObjectId id) { return {.kind = Kind::Object, .object = id}; }
  static Value ofSlot(ObjectId id, const Field* field, long index = 0) {
    return {.kind = Kind::Slot, .object = id, .field = field, .index = index};
  }
  static Value ofFunction(const Procedure* procedure) { return {.kind = Kind::Function, .procedure = procedure}; }
  bool isPointer() const { return kind != Kind::Integer && kind != Kind::Uninitialized; }
  bool operator==(const Value&) const = default;
};

struct Object {
  const ClassDecl* class_decl = nullptr;  // dynamic type
  bool live = true;
  Storage storage = Storage::Heap;
  std::optional<Allocator> allocator;  // of a heap object that the execution made
  bool is_static = false;              // the globals object and its parts
  bool is_read_only = false;           // of static storage duration and const, or a part of such an object
  bool is_constant = false;            // and its value is known
  bool is_made_up = false;             // what a made-up address stands for, with its parts: never live
  long extent = 0;                     // of a heap array
  ObjectId owner = kNoObject;          // of a part
  const Field* owner_field = nullptr;
  long owner_index = 0;
  std::string name;  // "Node0"; a part: "Node0.link", "Node[]0[2]"
  /// One value a scalar field, one an element of an array field; a field that holds parts has Object values.
  std::map<const Field*, std::vector<Value>> fields;
};

class Heap {
 public:
  explicit Heap(const Program& program) : program_(&program) {}

  /// A new object with its parts, recursively, and every value uninitialised (or zero, null, false). Names count per
  /// class from 0. The extent is for array classes.
  ObjectId allocate(const ClassDecl* class_decl, Storage storage, bool zeroed = false, long extent = 0);
  /// The object dies with its parts. Its fields stay for inspection.
  void kill(ObjectId id);
  /// The object and its parts have no values, as just allocated.
  void makeRaw(ObjectId id);

  const Object& at(ObjectId id) const { return objects_.at(id); }
  Object& at(ObjectId id) { return objects_.at(id); }
  int size() const { return static_cast<int>(objects_.size()); }
  ObjectId globals();  // allocated on first use
  ObjectId findGlobals() const { return globals_; }

  const Value& read(ObjectId id, const Field* field, long index = 0) const;
  void write(ObjectId id, const Field* field, Value value, long index = 0);
  const Program& program() const { return *program_; }

 private:
  ObjectId create(const ClassDecl* class_decl, Object object, bool zeroed);
  std::string freshName(const ClassDecl* class_decl);

  const Program* program_;
  std::vector<Object> objects_;
  std::map<const ClassDecl*, int> counts_;
  ObjectId globals_ = kNoObject;
};

/// The whole object that this one is, or is a part of.
ObjectId outermost(const Heap& heap, ObjectId id);

/// Where in an array (or in a field that is no array, then of extent 1) a pointer points to.
struct Position {
  ObjectId object = kNoObject;  // that has the field
  const Field* field = nullptr;
  long index = 0;
  long extent = 0;  // an index equal to it is one past the end
};
/// Of a slot or a part; absent for null, functions and objects that are no part.
std::optional<Position> positionOf(const Heap& heap, const Value& pointer);

/// Is this part in a member of a union of which another one is in use, or in an alternative of a std::variant that is
/// not there? Natively its bytes are those of the other one.
bool isShadowed(const Heap& heap, ObjectId id);
/// Likewise of a scalar: in a union of which several members are in use, its bytes are not known to be its own.
bool isShadowed(const Heap& heap, ObjectId id, const Field* field);
/// The pointer to this element: the part where the field holds parts, else the slot; one past the end a slot too.
/// Requires 0 <= index <= the number of elements.
Value addressOf(const Heap& heap, ObjectId object, const Field* field, long index = 0);
/// The same address as the pointer of the largest object that starts there.
Value outermostAt(const Heap& heap, Value pointer);
/// What an expression that allocates this object yields: see AllocateStmt.
Value startOf(const Heap& heap, ObjectId object);

/// "Node0", "Node0.next", "Node[]0[2]", "null", "7", "&compare", "uninitialized".
std::string toString(const Heap& heap, const Value& value);

}  // namespace weir::program
