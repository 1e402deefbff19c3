// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A procedure over linked objects, as transitions: the loop-free paths between its entry, the heads of its loops and
// its returns, with its callees inside.
//
//   while (x) { t = x->n; x->n = r; r = x; x = t; }
//
//   head -> head     assume some x;  v = x.n;  x.n = r        afterwards x is v, r is x
//   head -> exit     assume no x                              the result is r
//
// A path names its values: each is null or an object, and no value changes. Value 0 is null. Of numbers a path says how
// those of objects compare; a condition about anything else may be true or false.
//
// Claim: every execution of the procedure that meets no error is a sequence of such paths, from the entry on. What
// cannot be said this way is refused, with the reason.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/program/program.h"

namespace weir::prove {

using Value = int;
inline constexpr Value kNull = 0;

/// A number that is never negative, as an index.
inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// A number: what a field of an object holds, a parameter at entry, or a constant.
struct Number {
  Value object = kNull;
  const program::Field* field = nullptr;
  const program::Local* parameter = nullptr;
  program::Integer constant = 0;
};

/// What is assumed of values on a path.
struct Test {
  enum class Kind { Null, Same, AtMost, Equal };  // no a; a = b; of numbers: left <= right, left = right
  Kind kind = Kind::Null;
  Value a = kNull;
  Value b = kNull;
  Number left = {};
  Number right = {};
  bool positive = true;

  /// The field, where the same one of two objects is compared.
  const program::Field* key() const { return left.field == right.field ? left.field : nullptr; }
};

using Conjunction = std::vector<Test>;
using Cases = std::vector<Conjunction>;  // one of them holds

struct Condition {
  Cases when_true;
  Cases when_false;
};

struct Step {
  enum class Kind {
    Assume,
    Touch,     // the object must be there
    Load,      // value = object.field, a pointer
    Store,     // object.field = value
    Change,    // object.field gets a number; one that is not known where there is none
    Part,      // value = the part of the object that the field holds
    Allocate,  // value = a new object
    Free,      // the object ends; null is ignored
  };
  Kind kind = Kind::Assume;
  Test test = {};
  Value object = kNull;
  Value value = kNull;
  const program::Field* field = nullptr;
  std::optional<Number> number = {};  // Change
  bool is_zeroed = false;             // Allocate
};

struct Path {
  static constexpr int kEntry = -1;
  static constexpr int kExit = -2;
  int from = kEntry;  // else an index of cut points
  int to = kExit;
  std::vector<Value> before;                     // of the variables of `from`, in their order
  std::map<const program::Local*, Value> after;  // the variables of `to`
  std::vector<Step> steps;
  /// A parameter that points to a pointer, and what it points to in this path: a field of an object, or nothing.
  struct Slot {
    const program::Local* parameter = nullptr;
    const program::Field* field = nullptr;  // none: the parameter is null
    Value owner = kNull;
  };
  std::optional<Slot> slot = {};
  std::vector<Value> roots;  // the parameters at entry, in the order of HeapProgram::roots
  std::vector<const program::ClassDecl*> classes = {nullptr};  // of the values; none of null
  bool has_result = false;                                     // a pointer is returned
  Value result = kNull;
  std::optional<Condition> truth = {};  // that is returned, as 0 or 1

  int values() const { return static_cast<int>(classes.size()); }
};

struct CutPoint {
  const program::LoopStmt* loop = nullptr;          // its head: before the condition is evaluated
  std::vector<const program::CallStmt*> called_by;  // outermost first
  std::vector<const program::Local*> variables;     // pointers that are read later
  /// Of the variables those that point to a pointer: it is this field of the object that is their value.
  std::map<const program::Local*, const program::Field*> slots = {};

  /// Truth values that are read later: a loop has a head for each of their combinations.
  std::map<const program::Local*, bool> flags = {};

  /// What the parameter that points to a pointer leads to, in the paths that come here.
  std::optional<const program::Field*> entry_slot = {};

  const program::ClassDecl* classOf(const program::Local* variable) const;
  /// What of an invariant is the same for all of this head: `change' and not found' => `.
  std::string premise() const;
};

struct HeapProgram {
  const program::Procedure* procedure = nullptr;
  std::vector<const program::Local*> roots;  // the parameters that are pointers to objects
  const program::Local* slot_parameter = nullptr;
  std::vector<CutPoint> cut_points;
  std::vector<Path> paths;
};

/// Does the procedure itself assign it?
bool isAssigned(const program::Procedure& procedure, const program::Local* local);

/// The transitions, or why there are none: "it calls 'f'".
std::variant<HeapProgram, std::string> recognise(const program::Procedure& procedure, const program::Program& program);

/// One kind of list, and nothing else.
struct ListProgram : HeapProgram {
  const program::ClassDecl* cell = nullptr;
  const program::Field* link = nullptr;
  std::vector<const program::Field*> keys;     // numbers of cells that are compared
  std::vector<const program::Field*> changed;  // numbers of cells that the code changes, if not new: none of the keys
  bool makes = false;                          // cells

  /// What the formulas about the beginning of a path name, in their order: roots, then the variables of the cut point.
  static std::vector<Value> namedBefore(const Path& path);
  /// The same about its end; at the exit the result.
  std::vector<Value> namedAfter(const Path& path) const;
};

std::variant<ListProgram, std::string> asLists(HeapProgram program);

}  // namespace weir::prove
