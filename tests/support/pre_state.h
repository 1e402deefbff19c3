// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Concrete states a procedure can be called in: random ones, and all up to a bound.
//
//   void List::add(int)     this -> List0, List0.head -> Node0, Node0.next -> Node0, Node0.value = -1, k = 3
//
// A state is built lazily from the parameters: each pointer is null, something that is there already, or something
// new, so that no two enumerated states differ in the names of what the parameters reach. Then come objects that
// nothing reaches, which a specification can see too.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "ir/program/heap.h"

namespace weir::program {

struct PreState {
  Heap heap;
  std::vector<Value> arguments;  // one a parameter
};

struct PreStateOptions {
  int objects = 3;                             // of each class, at most; parts come with their owner
  std::map<const ClassDecl*, int> objects_of;  // another bound for some classes
  int max_extent = 2;                          // of heap arrays
  std::vector<Integer> integers = {-1, 0, 1};  // what an enumerated integer may be, as far as its type has it
  bool unreachable = true;                     // also objects that nothing reaches
  std::vector<const ClassDecl*> also;          // classes to have objects of, besides those the call can meet
  std::uint64_t max_states = 10'000'000;       // the enumeration gives up after as many
};

/// One state: equal seeds give equal states, on every machine. Integers are small, extreme or any. Absent where a
/// reference has nothing it could refer to (its class is abstract without derived classes, or only declared).
std::optional<PreState> randomPreState(const Program& program, const Procedure& procedure, std::uint64_t seed,
                                       const PreStateOptions& options = {});

/// Visits every state up to the bounds, until `visit` returns false. Says whether all were visited.
bool forEachPreState(const Program& program, const Procedure& procedure, const PreStateOptions& options,
                     const std::function<bool(PreState&)>& visit);

/// The classes whose objects a call can meet: what parameters, globals and fields point to, with derived classes,
/// heap arrays, boxes, parts, and the owners container_of finds. In order of declaration, dynamic classes only.
std::vector<const ClassDecl*> relevantClasses(const Program& program, const Procedure& procedure);

}  // namespace weir::program
