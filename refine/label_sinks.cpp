// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/label_sinks.h"

#include <cctype>

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;

namespace {

std::string nameOf(const Target& target, const Components& components) {
  if (target.local != nullptr) return target.local->name;
  return target.component >= 0 ? components.nameOf(target.component) : "return";
}

/// The name a reader sees: "p_1", "visitedInsNum_2". Contexts make names unique with a suffix that says nothing here.
std::string withoutSuffixes(const std::string& text) {
  std::string clean;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '#' && i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0 && i > 0 &&
        text[i - 1] != ' ' && text[i - 1] != '(') {
      while (i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0) ++i;
      continue;
    }
    clean += text[i];
  }
  return clean;
}

std::string readableName(const Target& target, const Components& components) {
  if (target.component >= 0) return components.readableNameOf(target.component);
  std::string name = nameOf(target, components);
  std::erase(name, '%');
  return name;
}

ChosenRelation relationFor(const Place& place, const Target& target, const std::string& name, HeapModel& model,
                           const Components& components) {
  if (target.component >= 0) return chooseComponent(target.component, name, components, model);
  const TypeRef type = target.local != nullptr ? target.local->type : place.activation->procedure->result;
  return chooseScalar(type, name, model);
}

/// "#7.0@9:p": p at statement 9 in the first iteration of the loop 7.
std::string textOf(const ConstraintLabel& label, const std::string& target) {
  const std::string stmt = label.stmt < 0 ? "end" : std::to_string(label.stmt);
  const std::string text = label.place.text() + "@" + stmt + ":" + target;
  return label.occurrence == 0 ? text : text + "~" + std::to_string(label.occurrence);
}

/// A formal parameter is its argument: that is part of the call, not of the body.
bool isParameterPassing(const Place& place) { return place.stmt == nullptr; }

}  // namespace

std::string toString(const LabelledConstraint& constraint) {
  const std::string equation = withoutSuffixes(logic::toString(constraint.equation));
  if (constraint.formula == constraint.equation) return equation;
  return equation + " where the paths of line " + std::to_string(constraint.range.begin.line) + " meet";
}

ConstraintLabel ConstraintLabel::on(Side of_join) const {
  ConstraintLabel label = *this;
  label.side = of_join;
  return label;
}

ConstraintLabel LabelMaker::labelFor(const Place& place, const Target& target) {
  ConstraintLabel label{.place = place.activation->path.after(site_),
                        .stmt = place.stmt == nullptr ? -1 : place.stmt->id,
                        .local = target.local == nullptr ? -1 : target.local->index,
                        .component = target.component};
  label.occurrence = occurrences_[label]++;
  return label;
}

LabellingSink::LabellingSink(HeapModel& model, const Components& components, CallPath site)
    : Sink(model.vocabulary().context()), model_(model), components_(components), labels_(site) {}

Expr LabellingSink::choose(const Place& place, const Target& target) {
  const std::string base = readableName(target, components_);
  const std::string name = base + "_" + std::to_string(++versions_[base]);
  ChosenRelation chosen = relationFor(place, target, name, model_, components_);
  // On paths that are not taken a value may not exist (the row of null): that must not count as a contradiction.
  chosen.bound = [all = std::move(chosen.bound)](const HeapModel& of) {
    logic::RelationBound bound = all(of);
    if (bound.multiplicity == logic::Multiplicity::One) bound.multiplicity = logic::Multiplicity::Lone;
    for (logic::BoundTuple& tuple : bound.tuples) tuple.required = false;
    return bound;
  };
  chosen_.push_back(std::move(chosen));
  return context_.relation(chosen_.back().relation);
}

Expr LabellingSink::assigned(const Place& place, const Target& target, Expr value) {
  if (isParameterPassing(place)) return value;
  const ConstraintLabel label = labels_.labelFor(place, target);
  const Expr chosen = choose(place, target);
  const Formula formula = context_.equal(chosen, value);
  constraints_.push_back({label, formula, formula, place.stmt->range});
  return chosen;
}

Expr LabellingSink::merged(const Place& place, const Target& target, Formula condition, Expr then_value,
                           Expr else_value) {
  const ConstraintLabel label = labels_.labelFor(place, target);
  const Expr chosen = choose(place, target);
  const SourceRange range = place.stmt == nullptr ? place.activation->procedure->range : place.stmt->range;
  const auto state = [&](ConstraintLabel::Side side, Formula when, Expr value) {
    const Formula equation = context_.equal(chosen, value);
    constraints_.push_back({label.on(side), context_.implies(when, equation), equation, range});
  };
  state(ConstraintLabel::Side::Then, condition, then_value);
  state(ConstraintLabel::Side::Else, context_.negate(condition), else_value);
  return chosen;
}

CoreSink::CoreSink(HeapModel& model, const Components& components, CallPath site, const std::set<ConstraintLabel>& core,
                   LeftOpen& left_open)
    : Sink(model.vocabulary().context()),
      model_(model),
      components_(components),
      site_(site),
      labels_(site),
      core_(core),
      left_open_(left_open) {}

Expr CoreSink::choose(const Place& place, const Target& target, const ConstraintLabel& label) {
  logic::Relation& relation = left_open_[label];
  if (relation == nullptr) {
    const std::string name =
        nameOf(target, components_) + "@" + site_.text() + textOf(label, nameOf(target, components_));
    chosen_.push_back(relationFor(place, target, name, model_, components_));
    relation = chosen_.back().relation;
  }
  return context_.relation(relation);
}

Expr CoreSink::assigned(const Place& place, const Target& target, Expr value) {
  if (isParameterPassing(place)) return value;
  const ConstraintLabel label = labels_.labelFor(place, target);
  return core_.contains(label) ? value : choose(place, target, label);
}

Expr CoreSink::merged(const Place& place, const Target& target, Formula condition, Expr then_value, Expr else_value) {
  const ConstraintLabel label = labels_.labelFor(place, target);
  const bool has_then = core_.contains(label.on(ConstraintLabel::Side::Then));
  const bool has_else = core_.contains(label.on(ConstraintLabel::Side::Else));
  if (!has_then) then_value = has_else ? choose(place, target, label) : nullptr;
  if (!has_else) else_value = has_then ? choose(place, target, label) : nullptr;
  if (then_value == nullptr) return choose(place, target, label);
  return context_.ifElse(condition, then_value, else_value);
}

}  // namespace weir::refine
