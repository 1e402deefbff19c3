// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a source calls things besides their own names, for specifications to use:
//
//   typedef struct _List List;      types:      List  -> _List      (and so for a typedef of a pointer to it)
//   typedef unsigned size;                      size  -> Int
//   #define LIMIT (1 << 4)          constants:  LIMIT -> 16
//   enum Colour { Red, Green };     enumerations: Colour -> 0: Red, 1: Green
//   template <class T> struct List  templates:  List, "template struct List<int>;", where nothing instantiates it
//
// None of it is part of the program: code was translated without these names.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/program/expression.h"
#include "support/source_range.h"

namespace weir::program {

struct Procedure;

/// A template of the source that the source itself does not instantiate.
struct OpenTemplate {
  std::string name;        // qualified
  std::string instance;    // what instantiates it: "template struct List<int>;"
  std::string checked_as;  // "List<int>" where weir has instantiated it so; empty where that does not compile
  SourceRange range;
};

/// The enumerators of an enum, by value; the first one where several have the same.
using EnumeratorNames = std::map<Integer, std::string>;

struct SourceNames {
  std::map<std::string, std::string> types;  // qualified name to the name of a class, or "Int" or "bool"
  std::map<std::string, Integer> constants;  // macros without parameters that are integer constants
  /// What was assumed of functions that a procedure calls, because the user or their names say so.
  struct Assumed {
    std::set<std::string> without_effect;
    std::set<std::string> never_returning;
  };
  std::map<const Procedure*, Assumed> assumed;
  std::map<std::string, EnumeratorNames> enumerations;  // by the name of the type
  std::vector<OpenTemplate> templates;
};

}  // namespace weir::program
