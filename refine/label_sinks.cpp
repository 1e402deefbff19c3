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

/// A formal parameter is its argument: that is part of the call, not of the body.
bool isParameterPassing(const Place& place) { return place.stmt == nullptr; }

}  // namespace

std::string toString(const LabelledConstraint& constraint) {
  const std::string equation = withoutSuffixes(logic::toString(constraint.equation));
  if (constraint.formula == constraint.equation) return equation;
  return equation + " where the paths of line " + std::to_string(constraint.range.begin.line) + " meet";
}

std::string LabelMaker::labelFor(const Place& place, const Target& target) {
  std::string label = place.activation->path.substr(site_path_.size());
  label += "@" + (place.stmt == nullptr ? std::string("end") : std::to_string(place.stmt->id));
  label += ":" + nameOf(target, components_);
  const int occurrence = occurrences_[label]++;
  return occurrence == 0 ? label : label + "~" + std::to_string(occurrence);
}

LabellingSink::LabellingSink(HeapModel& model, const Components& components, const std::string& site_path)
    : Sink(model.vocabulary().context()), model_(model), components_(components), labels_(components, site_path) {}

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
  const std::string label = labels_.labelFor(place, target);
  const Expr chosen = choose(place, target);
  const Formula formula = context_.equal(chosen, value);
  constraints_.push_back({label, formula, formula, place.stmt->range});
  return chosen;
}

Expr LabellingSink::merged(const Place& place, const Target& target, Formula condition, Expr then_value,
                           Expr else_value) {
  const std::string label = labels_.labelFor(place, target);
  const Expr chosen = choose(place, target);
  const SourceRange range = place.stmt == nullptr ? place.activation->procedure->range : place.stmt->range;
  const auto side = [&](const char* suffix, Formula when, Expr value) {
    const Formula equation = context_.equal(chosen, value);
    constraints_.push_back({label + suffix, context_.implies(when, equation), equation, range});
  };
  side("+", condition, then_value);
  side("-", context_.negate(condition), else_value);
  return chosen;
}

CoreSink::CoreSink(HeapModel& model, const Components& components, const std::string& site_path,
                   const std::set<std::string>& said, Unsaid& unsaid)
    : Sink(model.vocabulary().context()),
      model_(model),
      components_(components),
      site_path_(site_path),
      labels_(components, site_path),
      said_(said),
      unsaid_(unsaid) {}

Expr CoreSink::choose(const Place& place, const Target& target, const std::string& label) {
  logic::Relation& relation = unsaid_[label];
  if (relation == nullptr) {
    chosen_.push_back(
        relationFor(place, target, nameOf(target, components_) + "@" + site_path_ + label, model_, components_));
    relation = chosen_.back().relation;
  }
  return context_.relation(relation);
}

Expr CoreSink::assigned(const Place& place, const Target& target, Expr value) {
  if (isParameterPassing(place)) return value;
  const std::string label = labels_.labelFor(place, target);
  return said_.contains(label) ? value : choose(place, target, label);
}

Expr CoreSink::merged(const Place& place, const Target& target, Formula condition, Expr then_value, Expr else_value) {
  const std::string label = labels_.labelFor(place, target);
  const bool says_then = said_.contains(label + "+");
  const bool says_else = said_.contains(label + "-");
  if (!says_then) then_value = says_else ? choose(place, target, label) : nullptr;
  if (!says_else) else_value = says_then ? choose(place, target, label) : nullptr;
  if (then_value == nullptr) return choose(place, target, label);
  return context_.ifElse(condition, then_value, else_value);
}

}  // namespace weir::refine
