// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a source calls things besides their own names, for specifications to use:
//
//   typedef struct _List List;      types:      List  -> _List      (and so for a typedef of a pointer to it)
//   typedef unsigned size;                      size  -> Int
//   #define LIMIT (1 << 4)          constants:  LIMIT -> 16
//
// None of it is part of the program: code was translated without these names.
#pragma once

#include <map>
#include <set>
#include <string>

#include "ir/program/expression.h"

namespace weir::program {

struct Procedure;

struct SourceNames {
  std::map<std::string, std::string> types;  // qualified name to the name of a class, or "Int" or "bool"
  std::map<std::string, Integer> constants;  // macros without parameters that are integer constants
  /// What was assumed of functions that a procedure calls, because the user or their names say so.
  struct Assumed {
    std::set<std::string> without_effect;
    std::set<std::string> never_returning;
  };
  std::map<const Procedure*, Assumed> assumed;
};

}  // namespace weir::program
