// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A procedure over one kind of list, as transitions: the loop-free paths between its entry, the heads of its loops and
// its returns.
//
//   while (x) { t = x->n; x->n = r; r = x; x = t; }
//
//   head -> head     assume some x;  v = x.n;  x.n = r        afterwards x is v, r is x
//   head -> exit     assume no x                              the result is r
//
// A path names its values: each is null or a cell, and no value changes. Value 0 is null. What a path says of the
// cells' numbers is how they compare, so that their order is all that matters of them.
//
// Claim: every execution of the procedure that meets no error is a sequence of such paths, from the entry on, as long
// as all cells that it comes to are of lists that end. What cannot be said this way is refused, with the reason.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "ir/program/program.h"

namespace weir::prove {

using Value = int;
inline constexpr Value kNull = 0;

/// A number that is never negative, as an index.
inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// What is assumed of values on a path.
struct Test {
  enum class Kind { Null, Same, AtMost };  // no a; a = b; a.key <= b.key
  Kind kind = Kind::Null;
  Value a = kNull;
  Value b = kNull;
  const program::Field* key = nullptr;  // AtMost
  bool positive = true;
};

struct Step {
  enum class Kind {
    Assume,
    Touch,  // the object must not be null
    Load,   // value = object.link
    Store,  // object.link = value
  };
  Kind kind = Kind::Assume;
  Test test = {};
  Value object = kNull;
  Value value = kNull;
};

struct Path {
  static constexpr int kEntry = -1;
  static constexpr int kExit = -2;
  int from = kEntry;  // else an index of cut points
  int to = kExit;
  std::vector<Value> before;                     // of the variables of `from`, in their order
  std::map<const program::Local*, Value> after;  // the variables of `to`
  std::vector<Step> steps;
  std::vector<Value> roots;  // the parameters at entry, in the order of ListProgram::roots
  int values = 1;            // how many there are, null included
  bool has_result = false;   // a pointer is returned
  Value result = kNull;
};

struct CutPoint {
  const program::LoopStmt* loop = nullptr;       // its head: before the condition is evaluated
  std::vector<const program::Local*> variables;  // pointers that are read later
};

struct ListProgram {
  const program::Procedure* procedure = nullptr;
  const program::ClassDecl* cell = nullptr;
  const program::Field* link = nullptr;
  std::vector<const program::Field*> keys;   // numbers of cells that are compared
  std::vector<const program::Local*> roots;  // the parameters that are pointers to cells
  std::vector<CutPoint> cut_points;
  std::vector<Path> paths;
};

/// The transitions, or why there are none: "it calls 'f'".
std::variant<ListProgram, std::string> recognise(const program::Procedure& procedure, const program::Program& program);

}  // namespace weir::prove
