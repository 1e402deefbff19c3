// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proofs for heaps of every size of methods with loops over linked objects of any classes: rings, doubly linked lists,
// loops that make and free objects.
//
//   harvest     clauses that are true of all states at the heads, in runs on small heaps       (heap_runs.h)
//   thin out    a clause that a path can break is no invariant; until none is broken
//   prove       on every path what is asked, from the invariants at its start
//   keep        the invariants that this needs are kept by every path, from those that this needs
//
// Each question is about one path in a part of the heap (heap_structure.h): what is asked, and the invariants said of
// the objects of that part. No part means no heap. Of thousands of invariants few matter to one question: one is said
// of two objects only after a model has broken it there.
#pragma once

#include "prove/list_proof.h"

namespace weir::prove {

class HeapLoopProofs {
 public:
  HeapLoopProofs(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options = {});
  ~HeapLoopProofs();

  /// Of every execution that returns. Else one line why there is no proof.
  std::variant<Proof, std::string> ensures(logic::Formula formula);
  std::variant<Proof, std::string> without(program::ErrorKind error);

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace weir::prove
