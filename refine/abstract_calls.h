// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that are not looked into: a call site's state afterwards is chosen by the solver, within what is known of it.
//
//   source = findSource(cur);     source in cur.*next, by findSource's summary; the heap is what it was
//   fixIns(source->node);         visitedInsNum' agrees with visitedInsNum except on some nodes; anything there
//
// What is known at first is only which components it may change. In mode refine the callee's summary is at hand: what
// is short is used at once, the rest is asserted when a counterexample contradicts it.
// A trusted method is what its specification says; a function without a body and without a specification may do
// anything to what it can reach (open_calls.cpp).
// Each call site of the unrolled program is recorded with the state it is called in and the state it leaves, so that
// a counterexample can be checked against what the callee really does.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "abstraction/summarizer.h"
#include "refine/encode/encoder.h"
#include "refine/encode/escapes.h"
#include "refine/relevance.h"
#include "refine/spec_formulas.h"
#include "specs/lang/specification.h"
#include "support/reporter.h"

namespace weir::refine {

/// A relation that the solver chooses, to be declared when the universe is complete.
struct ChosenRelation {
  logic::Relation relation = nullptr;
  std::function<logic::RelationBound(const HeapModel&)> bound;
};

/// What is known of chosen relations: it holds in every execution within the scope. It only matters to a question that
/// depends on one of them, so that nobody pays for calls that do not matter.
struct Fact {
  logic::Formula formula = nullptr;
  std::vector<logic::Relation> about = {};  // none: it always matters
};

struct CallSiteRecord {
  CallPath path;  // unique
  const program::CallStmt* stmt = nullptr;
  const program::Procedure* callee = nullptr;
  std::deque<Activation> callers;  // the activation of the call and its callers, innermost first
  std::vector<logic::Expr> arguments;
  SymbolicState before;
  std::vector<logic::Expr> after;  // by component
  logic::Expr result = nullptr;
  std::vector<Fact> summary;            // what of the callee's summary was not asserted at once
  std::vector<logic::Relation> chosen;  // what the solver chooses of `after` and `result`, and what it allocates
  /// Of a function without a body and a specification: what the solver chooses of each component, but for rows that the
  /// function cannot reach.
  std::map<int, logic::Relation> left_open;
  /// Nothing to validate it with: a trusted method is its specification, an external function may do anything.
  bool is_final = false;
};

/// A call cannot know the automatic objects of calls that are not on the stack. Their rows are left out of what is
/// chosen at a site, and of what is compared with it.
ChosenRelation knownAt(CallPath site, ChosenRelation chosen);
logic::Expr rowsKnownAt(CallPath site, int component, logic::Expr value, const Components& components,
                        HeapModel& model);
/// A dead object has no fields: summaries leave their rows out, while bodies leave in them what they last held. Nobody
/// looks at either, so of a field or an extent only the rows of objects that are live after the call are compared.
logic::Expr rowsOfLive(int component, logic::Expr value, const std::vector<logic::Expr>& heap_after,
                       const Components& components, const HeapModel& model);

/// A new relation for the value of a component, or of a scalar type; its bound is all such values.
ChosenRelation chooseComponent(int component, const std::string& name, const Components& components, HeapModel& model);
ChosenRelation chooseScalar(program::TypeRef type, const std::string& name, HeapModel& model);

/// `modifies nothing` and no more: after a call everything is as before, except that it may have a result.
bool changesNothing(const specs::MethodSpec& spec);

/// What an earlier encoding of the same method has learnt of its call sites, by path.
struct Lessons {
  std::set<CallPath> bodies;     // what the callee does, in part or in full
  std::set<CallPath> summaries;  // the callee's summary
  bool operator==(const Lessons&) const = default;
};

class AbstractCalls : public CallPolicy {
 public:
  struct Sources {
    bool inline_bodies = false;                           // calls of what has a body are left to the encoder
    abstraction::Summarizer* summarizer = nullptr;        // without one a call starts from frame conditions
    const specs::Specification* specification = nullptr;  // has the trusted methods
    Lessons lessons = {};                                 // what is in them is encoded, not chosen and then constrained
    Reporter* reporter = &Reporter::silent();
  };
  AbstractCalls(HeapModel& model, const Components& components, RelevanceTable& relevance, Sources sources);

  bool encode(Encoder& encoder, const Place& site, const program::Procedure& callee,
              const std::vector<logic::Expr>& arguments, const SymbolicState& state, Outcomes& outcomes) override;

  bool isSpecified(const program::Procedure& callee) const override;
  logic::Formula chooseAt(const Place& site, const program::Procedure& callee, const char* what) override;

  const std::deque<CallSiteRecord>& sites() const { return sites_; }
  const std::vector<ChosenRelation>& chosen() const { return chosen_; }
  const std::vector<Fact>& facts() const { return facts_; }
  const Lessons& lessons() const { return sources_.lessons; }

 private:
  const abstraction::Summary& summaryOf(const program::Procedure& callee);
  void fromSummary(const abstraction::Summary& summary, bool is_asserted, CallSiteRecord& record);
  void fromFrame(CallSiteRecord& record);
  void fromSpecification(const specs::MethodSpec& spec, const Encoder& encoder, CallSiteRecord& record);
  std::set<int> changedBy(const specs::MethodSpec& spec, const std::set<logic::Relation, ById>& mentioned) const;
  void allocateInOrder(const std::set<int>& changed, const std::vector<logic::Expr>& before, CallSiteRecord& record);
  int componentOf(const program::Vocabulary::Meaning& meaning) const;
  void keepOutsideFrame(const specs::MethodSpec& spec, const std::set<int>& changed,
                        const std::vector<logic::Expr>& before, CallSiteRecord& record);
  // open_calls.cpp
  void fromNothing(CallSiteRecord& record);
  void fromConstruct(CallSiteRecord& record);
  void leaveOpen(int component, CallSiteRecord& record);
  void knowObjects(const program::ClassDecl* class_decl, CallSiteRecord& record);
  void knowRows(int component, CallSiteRecord& record);
  logic::Formula numbersAreThere(const program::Field* field, const CallSiteRecord& record);
  void knowResult(CallSiteRecord& record);
  bool isOutOfReach(int atom) const;
  logic::Formula isOwn(int whole, const CallSiteRecord& record);
  logic::Expr ownObjects(const program::ClassDecl* owner, const CallSiteRecord& record);
  logic::Formula isUnseenAt(int whole, const CallSiteRecord& record);
  logic::Formula isUnseen(int whole, const CallSiteRecord& record);
  logic::Expr placesAfter(const std::vector<int>& candidates, program::TypeRef type, const CallSiteRecord& record);
  const Escapes& escapes() const;
  void chooseResult(CallSiteRecord& record);
  void allocate(const abstraction::CallSite& site, CallSiteRecord& record);
  logic::Expr choose(int component, CallSiteRecord& record);
  logic::Expr valueBefore(logic::Relation relation, const CallSiteRecord& record);
  logic::Expr nowhere(logic::Relation relation) const;
  logic::Expr choose(ChosenRelation chosen, CallSiteRecord& record);
  Fact factOf(logic::Formula formula, const CallSiteRecord& record, std::vector<logic::Relation> about) const;
  void know(logic::Formula formula, const CallSiteRecord& record, std::vector<logic::Relation> about = {});
  void know(logic::Formula formula, const CallSiteRecord& record, logic::Expr about);
  logic::Expr rowsInSummary(int component, logic::Expr value, const CallSiteRecord& record);

  HeapModel& model_;
  const Components& components_;
  RelevanceTable& relevance_;
  Sources sources_;
  program::Vocabulary& vocabulary_;
  logic::Context& context_;
  std::deque<CallSiteRecord> sites_;
  std::vector<ChosenRelation> chosen_;
  std::vector<Fact> facts_;
  mutable std::shared_ptr<const Escapes> escapes_;  // made when it is first asked for
  std::map<std::pair<const CallSiteRecord*, int>, logic::Formula> unseen_, own_;
  struct PlacesOf {
    const CallSiteRecord* record = nullptr;
    bool may_be_end = false;
    std::vector<int> candidates;
    auto operator<=>(const PlacesOf&) const = default;
  };
  std::map<PlacesOf, logic::Expr> places_after_;
};

}  // namespace weir::refine
