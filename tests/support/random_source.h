// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small random C++ programs with random properties of one of their functions: input for every oracle that compares
// weir with something independent (brute force over all pre-states, the compiled program, executions).
//
//   struct Node { Node* next; int value : 2; bool mark; };
//   bool f0(Node* p, bool c) { … }
//   Node* f1(Node* p, Node* q) { … f0(q, p == q) … }
//
// A program always compiles. It is free to dereference null, to leak, to free twice and to loop for ever: what weir
// says about that is what is being tested. Integers that come from outside are bit-fields of two bits, so that all
// pre-states can be enumerated exactly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weir::tests {

struct RandomSourceOptions {
  int statements = 10;  // about as many in each function
  int functions = 3;    // at most; the last is the one to check and may call the others
  int properties = 3;
  bool allocates = true;
  bool frees = true;
  bool loops = true;
  bool careful = false;    // every pointer is tested before it is followed: few executions end in an error
  bool dispatches = true;  // some programs have virtual functions
  bool aliases = false;    // references, pointers to variables and to fields, globals, parts of objects
  bool throws = false;     // exceptions, caught and not
  bool recurses = false;   // functions call themselves
};

struct RandomSource {
  std::string source;                   // of a .cpp file
  std::string entry;                    // the function to check, as a specification names it: "List::f2"
  std::vector<std::string> functions;   // all, the entry last
  std::vector<std::string> properties;  // formulas; property i is labelled p<i>
  std::string precondition;             // a formula; empty where nothing is required

  /// A whole .weir file over the source in `file`, without check commands.
  std::string specification(const std::string& file) const;
};

/// Equal seeds and options give equal programs.
RandomSource randomSource(std::uint64_t seed, const RandomSourceOptions& options = {});

}  // namespace weir::tests
