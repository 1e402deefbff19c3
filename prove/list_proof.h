// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proofs for lists of every length, from the property alone.
//
//   recognise     the procedure as transitions between the heads of its loops        (list_program.h)
//                 the property and the requirements over the closure of the link     (list_logic.h)
//   harvest       what is true of all states at the heads, in runs on small lists    (harvest.h)
//   thin out      a candidate that a transition can break is no invariant; until none is broken
//   prove         every transition keeps lists ending, every end has the property
//   minimise      the invariants that this needs
//
// Each question is whether a structure exists, decided at a number of cells that is enough for every size
// (list_structure.h). What a proof rests on: the transitions are those of the code, the axioms are those of lists.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "prove/invariants.h"
#include "prove/list_logic.h"
#include "prove/smt_text.h"
#include "specs/lang/specification.h"

namespace weir::prove {

struct Proof {
  /// The method of a proof whose one invariant is what the inputs satisfy.
  static constexpr const char* kConditions = "conditions of the inputs";
  struct Invariant {
    SourceRange place;    // the loop
    std::string formula;  // in the specification language
  };
  std::string method = "invariants at a cutoff";
  std::vector<Invariant> invariants;
  int cutoff = 0;  // the greatest number of objects that had to be looked at
  /// What another engine has to find impossible, where the options ask for it.
  std::vector<VerificationCondition> conditions = {};
};

struct ProofOptions {
  std::int64_t conflicts = 300'000;  // of all questions together
  /// Called often; may throw to end it, and then the proofs must not be asked again.
  std::function<void()> checkpoint = [] {};
  bool large_vocabulary = false;
  int more_cells = 0;  // than are needed: the answers must be the same
  bool writes_conditions = false;
};

/// The proofs of one method. What is found out for one property serves the others.
class ListProofs {
 public:
  ListProofs(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options = {});
  ~ListProofs();

  /// Of every execution that returns. Else one line why there is no proof.
  std::variant<Proof, std::string> ensures(logic::Formula formula);
  /// That no null pointer is followed.
  std::variant<Proof, std::string> noNullDereference();
  /// That no cell comes onto a cycle.
  std::variant<Proof, std::string> noNewCycle();

 private:
  class Engine;
  Engine& engine(logic::Formula assumed);  // null: nothing
  program::Vocabulary& vocabulary_;
  const specs::MethodSpec& spec_;
  ProofOptions options_;
  std::int64_t conflicts_;  // left
  /// By what a property assumes of the entry: what is true in those runs only has invariants of its own.
  std::map<logic::Formula, std::unique_ptr<Engine>> engines_;
};

}  // namespace weir::prove
