// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One method, encoded for a solver: the state at entry, what the requirements ask of it, the exits. Properties
// are then formulas over it.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "ir/logic/occurrences.h"
#include "refine/abstract_calls.h"
#include "refine/encode/encoder.h"
#include "refine/method_check.h"
#include "refine/spec_formulas.h"

namespace weir::refine {

class Query {
 public:
  /// Every formula that will be asked about must be among `formulas`: they decide what the universe holds. The tree has
  /// the paths of the lessons, and is shared by the queries of the method.
  Query(program::Vocabulary& vocabulary, const CallTree& tree, std::vector<logic::Formula> requirements,
        const std::vector<logic::Formula>& formulas, const CheckOptions& options, program::CheckedErrors checked,
        AbstractCalls::Sources sources);

  const program::Procedure& procedure() const { return procedure_; }
  program::Vocabulary& vocabulary() { return vocabulary_; }
  logic::Context& context() { return context_; }
  HeapModel& model() { return *model_; }
  const Footprint& footprint() const { return footprint_; }
  const Components& components() const { return *components_; }
  Encoder& encoder() { return *encoder_; }
  AbstractCalls& calls() { return *calls_; }
  RelevanceTable& relevance() { return *relevance_; }
  const EncoderOptions& encoderOptions() const { return encoder_options_; }
  const Outcomes& outcomes() const { return outcomes_; }
  solver::ModelFinder& finder() { return *finder_; }

  /// The formula over the states before and after a normal return.
  logic::Formula atReturn(logic::Formula formula) const;
  /// The formula over the states before and after an exception of this exit.
  logic::Formula atThrow(logic::Formula formula, const ThrownExit& exit) const;

  /// The fields that the formula reads afterwards and their values at the exit by an exception of this type, or at the
  /// return where it is null. Requires that the formula was asked about.
  std::vector<std::pair<const program::Field*, logic::Expr>> fieldsAtExit(logic::Formula formula,
                                                                          program::TypeRef thrown) const;

  /// A label under which the formula is asserted.
  solver::Label labelled(logic::Formula formula);
  void assertFormula(logic::Formula formula);

  // The solver is given a chosen relation, and what is known about it, when something that is asked depends on it:
  // calls that do not matter to a property cost nothing.
  void choose(const ChosenRelation& chosen) { waiting_[chosen.relation] = chosen; }
  /// Asserted as soon as something depends on one of the relations it is about.
  void addFact(const Fact& fact);
  bool isAskedFor(logic::Relation relation) const { return finder_->knows(relation); }
  /// Gives the solver everything the expressions depend on. True where something was new: the last instance has no
  /// value for it.
  bool demand(std::span<const logic::Expr> exprs);
  /// The formula as it is asserted, for a finder of another state at entry.
  logic::Formula prepared(logic::Formula formula) const;

 private:
  void makeFinder(const CheckOptions& options, const std::vector<logic::Formula>& requirements);
  void addNewCalls();
  bool isReachable(logic::Formula active, const CheckOptions& options, const std::vector<logic::Formula>& requirements);
  bool demandMentioned();
  void definePostState();
  void narrowNumbers(const std::vector<logic::Formula>& asked);
  logic::Expr postValue(const SymbolicState& state, const program::Vocabulary::Meaning& meaning) const;

  program::Vocabulary& vocabulary_;
  logic::Context& context_;
  const program::Procedure& procedure_;
  Footprint code_;
  Footprint footprint_;
  std::unique_ptr<UnchangedState> unchanged_;
  std::set<const program::Field*> used_whole_;
  std::set<const program::Procedure*> trusted_;  // among the callees
  std::unique_ptr<HeapModel> model_;
  std::unique_ptr<Components> components_;
  std::unique_ptr<Sink> sink_;
  EncoderOptions encoder_options_;
  std::unique_ptr<RelevanceTable> relevance_;
  std::unique_ptr<AbstractCalls> calls_;
  std::unique_ptr<Encoder> encoder_;
  Outcomes outcomes_;
  std::unique_ptr<solver::ModelFinder> finder_;
  logic::Occurrences mentioned_;  // in what was asked
  std::size_t demanded_ = 0;      // so many of the mentioned relations
  std::map<logic::Relation, ChosenRelation> waiting_;
  std::map<logic::Relation, logic::Expr> definitions_;  // of post-state relations, until they are asked for
  std::map<logic::Relation, std::vector<logic::Formula>> facts_;
  solver::Label next_label_ = 1;
  std::size_t added_chosen_ = 0;  // so many relations and facts of abstract calls
  std::size_t added_facts_ = 0;
  int recursive_calls_ = 0;
};

}  // namespace weir::refine
