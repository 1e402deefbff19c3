// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two ways to encode a callee, on the same labels.
//
//   p = n->outNodesList->head;     label "@4:p"          p1 = n.outNodesList.head
//   while (p) p = p->next;         label "#7.0@9:p+"     c => p3 = p2        "-": not c => p3 = p1
//
// LabellingSink gives every assigned value a relation of its own and states each constraint under its label: what a
// recorded transition is checked with. CoreSink keeps the constraints of a set of labels, as definitions, and lets the
// solver choose what the others would have said: the refinement by a core. Any set of labels gives a constraint that
// the callee's body implies, so a refinement can only leave out executions that do not exist.
//
// Labels are relative to the call site: those of one call of a procedure mean the same at another call of it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "refine/abstract_calls.h"

namespace weir::refine {

/// Makes labels, the same in every encoding of a callee, whatever the sink.
class LabelMaker {
 public:
  LabelMaker(const Components& components, std::string site_path)
      : components_(components), site_path_(std::move(site_path)) {}
  std::string labelFor(const Place& place, const Target& target);

 private:
  const Components& components_;
  std::string site_path_;
  std::map<std::string, int> occurrences_;  // a place may assign a target more than once
};

struct LabelledConstraint {
  std::string label;
  logic::Formula formula = nullptr;
  logic::Formula equation = nullptr;  // the same without the condition of a join
  SourceRange range;                  // of the statement it comes from
};

/// As a reader would write it: "p_2 = p_1.next"; one side of a join says where the paths meet. Never the path itself,
/// which is as long as the code before it.
std::string toString(const LabelledConstraint& constraint);

class LabellingSink : public Sink {
 public:
  LabellingSink(HeapModel& model, const Components& components, const std::string& site_path);
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

/// Relations that stand for what a call site's refinement does not say, by label: kept so that a later refinement of
/// the same site shares what is translated already.
using Unsaid = std::map<std::string, logic::Relation>;

class CoreSink : public Sink {
 public:
  CoreSink(HeapModel& model, const Components& components, const std::string& site_path,
           const std::set<std::string>& said, Unsaid& unsaid);
  logic::Expr assigned(const Place& place, const Target& target, logic::Expr value) override;
  logic::Expr merged(const Place& place, const Target& target, logic::Formula condition, logic::Expr then_value,
                     logic::Expr else_value) override;
  /// Relations made by this sink that are new.
  const std::vector<ChosenRelation>& chosen() const { return chosen_; }

 private:
  logic::Expr choose(const Place& place, const Target& target, const std::string& label);
  HeapModel& model_;
  const Components& components_;
  std::string site_path_;
  LabelMaker labels_;
  const std::set<std::string>& said_;
  Unsaid& unsaid_;
  std::vector<ChosenRelation> chosen_;
};

}  // namespace weir::refine
