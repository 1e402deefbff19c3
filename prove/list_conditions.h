// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a proof over lists (list_proof.h) rests on, as questions for another engine: that each path keeps the invariants
// that the proof needs, that lists stay without cycles, that the property follows at every end.
//
//   (declare-fun reach (Cell Cell) Bool)          reflexive, transitive, antisymmetric, a chain from each cell
//   x.n = y:  reach/2(u,v) = reach/1(u,v) and not (…) or reach/1(u,x) and reach/1(y,v)
//
// Cells are any number here. The paths, the requirements and the property come from the same translations as in the
// proof (list_program.cpp, list_logic.h); the axioms, the steps and the meaning of invariants are written again.
#pragma once

#include <optional>

#include "prove/invariants.h"
#include "prove/list_logic.h"
#include "prove/smt_text.h"

namespace weir::prove {

struct ListProofHead {
  const std::vector<Atom>* atoms = nullptr;
  std::vector<const Clause*> invariants;
};

struct ListClaim {
  std::optional<Formula> broken;  // what no execution may end with
  bool null_too = false;          // and none follows a null pointer
};

std::vector<VerificationCondition> conditionsOf(const ListProgram& program, const std::vector<Formula>& requirements,
                                                const std::vector<ListProofHead>& heads, const ListClaim& claim);

}  // namespace weir::prove
