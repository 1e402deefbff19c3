// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two ways to encode a callee, on the same labels.
//
//   p = n->outNodesList->head;     p at statement 4                      p1 = n.outNodesList.head
//   while (p) p = p->next;         p at 9 in iteration 0 of 7, then      c => p3 = p2
//                                  the same, else                        not c => p3 = p1
//
// LabellingSink gives every assigned value a relation of its own and states each constraint under its label: what a
// recorded transition is checked with. CoreSink keeps the constraints of a set of labels, as definitions, and lets the
// solver choose what the others constrain: the refinement by a core. Any set of labels gives a constraint that
// the callee's body implies, so a refinement can only leave out executions that do not exist.
//
// Labels are relative to the call site: those of one call of a procedure mean the same at another call of it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "refine/abstract_calls.h"

namespace weir::refine {

/// Which assignment of a callee a constraint states.
struct ConstraintLabel {
  CallPath place = {};  // from the call site on
  int stmt = -1;        // -1: where the callee ends
  int local = -1;
  int component = -1;  // neither: the result
  int occurrence = 0;  // a statement may assign to it more than once
  enum class Side { Whole, Then, Else } side = Side::Whole;
  auto operator<=>(const ConstraintLabel&) const = default;
  ConstraintLabel on(Side of_join) const;
};

/// Makes labels, the same in every encoding of a callee, whatever the sink.
class LabelMaker {
 public:
  explicit LabelMaker(CallPath site) : site_(site) {}
  ConstraintLabel labelFor(const Place& place, const Target& target);

 private:
  CallPath site_;
  std::map<ConstraintLabel, int> occurrences_;
};

struct LabelledConstraint {
  ConstraintLabel label;
  logic::Formula formula = nullptr;
  logic::Formula equation = nullptr;  // the same without the condition of a join
  SourceRange range;                  // of the statement it comes from
};

/// As a reader would write it: "p_2 = p_1.next"; one side of a join says where the paths meet. Never the path itself,
/// which is as long as the code before it.
std::string toString(const LabelledConstraint& constraint);

class LabellingSink : public Sink {
 public:
  LabellingSink(HeapModel& model, const Components& components, CallPath site);
  logic::Expr assigned(const Place& place, const Target& target, logic::Expr value) override;
  logic::Expr merged(const Place& place, const Target& target, logic::Formula condition, logic::Expr then_value,
                     logic::Expr else_value) override;
  const std::vector<LabelledConstraint>& constraints() const { return constraints_; }
  const std::vector<ChosenRelation>& chosen() const { return chosen_; }

 private:
  logic::Expr choose(const Place& place, const Target& target);
  HeapModel& model_;
  const Components& components_;
  LabelMaker labels_;
  std::map<std::string, int> versions_;  // of each name, so far
  std::vector<LabelledConstraint> constraints_;
  std::vector<ChosenRelation> chosen_;
};

/// Relations for the values that a call site's refinement leaves open, by label: kept so that a later refinement of
/// the same site shares what is translated already.
using LeftOpen = std::map<ConstraintLabel, logic::Relation>;

class CoreSink : public Sink {
 public:
  CoreSink(HeapModel& model, const Components& components, CallPath site, const std::set<ConstraintLabel>& core,
           LeftOpen& left_open);
  logic::Expr assigned(const Place& place, const Target& target, logic::Expr value) override;
  logic::Expr merged(const Place& place, const Target& target, logic::Formula condition, logic::Expr then_value,
                     logic::Expr else_value) override;
  /// Relations made by this sink that are new.
  const std::vector<ChosenRelation>& chosen() const { return chosen_; }

 private:
  logic::Expr choose(const Place& place, const Target& target, const ConstraintLabel& label);
  HeapModel& model_;
  const Components& components_;
  CallPath site_;
  LabelMaker labels_;
  const std::set<ConstraintLabel>& core_;
  LeftOpen& left_open_;
  std::vector<ChosenRelation> chosen_;
};

}  // namespace weir::refine
