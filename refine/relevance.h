// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which components of the heap a callee can look at and which it can change: what a call site records, and what a frame
// condition leaves alone.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "refine/encode/symbolic_state.h"

namespace weir::refine {

struct Relevance {
  std::vector<int> read;          // may be looked at or changed
  std::vector<int> written;       // may be changed
  std::vector<int> dereferenced;  // parameters that it looks through before anything else: null makes it fail
  bool ends_objects = false;      // it may free something
  bool must_be_inlined = false;   // it throws, meets something unsupported or calls what has no body
};

/// Footprints of callees, each computed once.
class RelevanceTable {
 public:
  /// A callee that calls one of `specified`, which their specifications stand for, must be inlined: the call is.
  RelevanceTable(HeapModel& model, const Components& components, std::set<const program::Procedure*> specified)
      : model_(model), components_(components), specified_(std::move(specified)) {}
  const Relevance& of(const program::Procedure& callee);

 private:
  HeapModel& model_;
  const Components& components_;
  std::set<const program::Procedure*> specified_;
  std::map<const program::Procedure*, Relevance> known_;
};

}  // namespace weir::refine
