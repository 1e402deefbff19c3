// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proofs for heaps of every size of methods without loops: no invariant is needed. Each path is taken in a part of the
// heap that has the objects it comes to and those that the specification speaks of (heap_structure.h).
#pragma once

#include "prove/list_proof.h"

namespace weir::prove {

class HeapProofs {
 public:
  HeapProofs(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options = {});
  ~HeapProofs();

  /// Of every execution that returns. Else one line why there is no proof.
  std::variant<Proof, std::string> ensures(logic::Formula formula);
  /// That there is no such error: a null pointer that is followed, an object that is used or freed after its end.
  std::variant<Proof, std::string> without(program::ErrorKind error);
  /// Is that why there is none? Only after the first answer.
  bool hasLoops() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace weir::prove
