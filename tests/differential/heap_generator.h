// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random heaps for a procedure: objects of every class it can reach, with fields at random, and arguments among them.
//
// The same seed gives the same heap on every machine. Half of the heaps are acyclic, so that procedures which follow
// links get to their end; small numbers are common, so that comparisons go both ways; and the ends of each
// type's range occur, because that is where conversions go wrong.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "ir/program/heap.h"

namespace weir::differential {

struct Input {
  program::Heap heap;
  std::vector<program::Value> arguments;
};

class HeapGenerator {
 public:
  /// Adds array and box classes to the program where a parameter points to a scalar.
  HeapGenerator(program::Program& program, const program::Procedure& procedure, std::uint64_t seed);

  Input generate();

 private:
  struct Slot {
    program::ObjectId object;
    const program::Field* field;
    long index;
  };

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  bool oneIn(std::uint64_t n) { return below(n) == 0; }

  void need(program::TypeRef type);
  void needClass(const program::ClassDecl* class_decl);
  void allocateObjects();
  void fillGlobals();
  void fill(program::ObjectId id);
  program::Value argument(const program::Local& parameter);
  program::Value value(program::TypeRef type, bool may_be_null, program::ObjectId from);
  program::Value integer(program::TypeRef type);
  program::Value pointer(program::TypeRef type, bool may_be_null, program::ObjectId from);
  std::vector<program::ObjectId> objectsOf(const program::ClassDecl* class_decl) const;
  std::vector<Slot> slotsOf(program::TypeRef type) const;
  program::ObjectId topOf(program::ObjectId id) const;

  program::Program& program_;
  const program::Procedure& procedure_;
  std::mt19937_64 random_;
  program::Heap heap_;
  std::vector<const program::ClassDecl*> needed_;
  std::vector<program::TypeRef> scalars_;  // pointed to: arrays of them are made
  std::vector<program::ObjectId> made_;    // top-level objects that others may point to
  bool acyclic_ = true;
};

}  // namespace weir::differential
