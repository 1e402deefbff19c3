// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the objects and variables of an execution are called in front of the user.
//
//   Node0, Node0.link        objects and parts as the heap names them, without blanks
//   dummy                    a local of class type: by its variable
//   x                        a box (a local whose address is taken): it is its variable, and a pointer to it is &x
//   table, table[2]          variables of static storage duration: by their names
//
// Claim: different objects have different names, and a name fits the pattern of ids in docs/schema.
#pragma once

#include <map>
#include <set>
#include <string>

#include "ir/program/heap.h"
#include "ir/program/source_names.h"
#include "refine/trace/shown.h"
#include "refine/trace/walk_execution.h"

namespace weir::refine {

/// A box, seen as the variable it is.
struct Variable {
  std::string name;
  bool is_root = false;       // of the caller: a reference parameter names it
  bool is_temporary = false;  // the user has no name for it
};

using Enumerations = std::map<std::string, program::EnumeratorNames>;  // by the name of the type

class Naming {
 public:
  /// `after` is the heap at the end, which has every object there ever was.
  Naming(const program::Procedure& method, const std::vector<program::Value>& arguments, const program::Heap& before,
         const program::Heap& after, const program::Execution& execution, const Enumerations& enumerations);

  std::string object(program::ObjectId id) const;
  /// Null where the object is no box with a name.
  const Variable* variable(program::ObjectId id) const;
  /// "Node0.next", "Buf0.a[2]", "x", "table[2]".
  std::string place(program::ObjectId id, const program::Field* field, long index) const;
  /// "next", "a[2]": the place inside its object.
  static std::string member(const program::Field* field, long index);
  Value value(const program::Value& value, program::TypeRef type) const;
  /// Of a field or an element of it.
  Value value(const program::Value& held, const program::Field& field) const;
  /// Of a whole field: an array where it is one.
  Value field(const program::Heap& heap, program::ObjectId id, const program::Field* field) const;
  bool isGlobals(program::ObjectId id) const { return id == globals_; }

 private:
  void nameEntryBoxes(const program::Procedure& method, const std::vector<program::Value>& arguments);
  void nameAutomatic(const program::Procedure& method, const std::vector<program::Value>& arguments,
                     const program::Execution& execution);
  void nameObjects(const program::Heap& before);
  std::string fresh(const std::string& wanted);

  const program::Heap& heap_;
  const Enumerations& enumerations_;
  program::ObjectId globals_;
  std::map<program::ObjectId, std::string> wanted_;  // names from variables
  std::map<program::ObjectId, Variable> variables_;
  std::map<program::ObjectId, std::string> names_;
  std::set<std::string> used_;
};

/// The name of a local as the user wrote it: "x" for the second variable x of a procedure, "x.2", and for the box of a
/// parameter x, "x.box".
std::string sourceName(const program::Local& local);
bool isTemporary(const program::Local& local);
/// Is it where a parameter lives whose address is taken?
bool isBoxOfParameter(const program::Local& local);

}  // namespace weir::refine
