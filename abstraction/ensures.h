// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A summary as a method specification that can be put into a .weir file.
//
//   method List::insert {
//     ensures head: this.head' in …
//
// The specification language has no names for allocated objects: where one symbol of a class is all the call allocates
// of it, it is `C' - C`; several are quantified. A constraint the language cannot express becomes a comment.
#pragma once

#include <string>
#include <vector>

#include "abstraction/summary.h"

namespace weir::abstraction {

struct EnsuresLine {
  std::string label;  // of the relation it bounds
  std::string text;
  bool is_exact = false;
  bool is_expressible = true;
  bool is_weaker = false;  // than the bound: the language has no name for something in it
};

std::vector<EnsuresLine> ensuresOf(const Summary& summary, program::Vocabulary& vocabulary);
std::string specificationOf(const Summary& summary, program::Vocabulary& vocabulary);

}  // namespace weir::abstraction
