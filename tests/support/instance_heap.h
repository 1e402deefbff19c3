// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way back of heap_instance.h: an instance's pre-state as memory, so that it can be executed.
//
//   Node = {Node0, Node1}, next = {(Node0, Node1)}, p = {Node0}      Node0.next = Node1, Node1.next = null, p -> Node0
//
// Absence is null, and an integer without a value. An atom that is in no live set is an object that died before.
#pragma once

#include <map>
#include <vector>

#include "ir/logic/universe.h"
#include "ir/program/heap.h"
#include "ir/program/vocabulary.h"

namespace weir::program {

struct ConcretePreState {
  Heap heap;
  std::vector<Value> arguments;     // one a parameter
  std::map<int, ObjectId> objects;  // by atom
};

/// The memory an instance describes with its unprimed relations and parameters. A relation the instance does not
/// mention constrains nothing: integers are 0 then, pointers null. Requires the part relations of every class with
/// parts whose objects are live, and of every slot its owner and index. What a constructor constructs, and the
/// object of a result returned by value, is raw memory whatever the instance says.
ConcretePreState preStateOf(Vocabulary& vocabulary, const Procedure& procedure, const logic::Instance& instance);

}  // namespace weir::program
