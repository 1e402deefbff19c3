// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A first .weir file for a source: its classes listed, invariants suggested by the shape of the types, its methods
// ready to be given properties.
//
//   struct Cell { Cell* next; };  struct List { Cell* head; int size; };
//
// suggests
//
//   // invariant acyclic: List { no x: this.head.*next | x in x.^next }
//   // invariant counted: List { this.size = #(this.head.*next) }
//
// A suggestion is a comment: what a type looks like is not what its author means. What is not a comment is right by
// itself (built-in properties), so that the file can be checked at once.
#pragma once

#include <string>
#include <vector>

#include "ir/program/program.h"

namespace weir::init {

/// The text of the file. `source` is the path to write into it, `flags` those of the compiler.
std::string starterFile(const program::Program& program, const std::string& source,
                        const std::vector<std::string>& flags);

struct Suggestion {
  std::string label;
  std::string class_name;
  std::string formula;
};

/// Invariants for the classes of the program, by the shapes that lists, trees and counts usually have.
std::vector<Suggestion> suggestInvariants(const program::Program& program);

}  // namespace weir::init
