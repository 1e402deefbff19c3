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
// and `requires some l` of a method that fails where its argument is null.
//
// A suggestion about types is a comment: what a type looks like is not what its author means. What is not a comment is
// right by itself, so that the file can be checked at once: built-in properties, and preconditions without which some
// of them fail.
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
