// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A heap of a few objects that is wholly known, and what paths do to it.
#pragma once

#include <map>
#include <vector>

#include "prove/heap_invariants.h"

namespace weir::prove {

struct SmallHeap {
  struct Object {
    const ClassDecl* class_decl = nullptr;
    bool lived_at_entry = false;
    bool lives = false;
    bool operator==(const Object&) const = default;
  };
  using Values = std::map<const Field*, std::vector<int>>;  // by object; of pointers -1 is null

  std::vector<Object> objects;
  Values at_entry, now;
  std::vector<int> roots, variables;
  std::map<const program::Local*, int> numbers;  // of parameters
  int slot_owner = -1;
  const Field* slot_field = nullptr;

  bool operator==(const SmallHeap&) const = default;
  int add(const ClassDecl* class_decl, bool is_zeroed);
};

/// The state at the end of the path; false where it is not taken, or meets an error.
bool follow(const Path& path, const HeapProgram& program, SmallHeap& heap);

std::vector<int> termsIn(const SmallHeap& heap, const std::vector<HeapTerm>& terms);
bool isTrue(const HeapAtom& atom, const SmallHeap& heap, const std::vector<int>& terms, int u, int v);

}  // namespace weir::prove
