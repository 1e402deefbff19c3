// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which procedures call each other in a circle, by the calls that stand in the text. (Of a call through a pointer, or
// of one that is dispatched, nobody knows where it goes before it is executed.)
#pragma once

#include <map>
#include <set>
#include <vector>

#include "ir/program/program.h"

namespace weir::conditions {

class Components {
 public:
  using Members = std::vector<const program::Procedure*>;
  explicit Components(const program::Program& program);

  /// All that call this one and are called by it, itself among them; empty where it is in no circle.
  const Members& of(const program::Procedure& procedure) const;
  /// Does it come back to itself by calls that go through none of these?
  bool isCyclicWithout(const program::Procedure& procedure, const std::set<const program::Procedure*>& without) const;

 private:
  std::map<const program::Procedure*, std::vector<const program::Procedure*>> calls_;
  std::map<const program::Procedure*, size_t> component_;  // only of those in a circle
  std::vector<Members> components_;
};

}  // namespace weir::conditions
