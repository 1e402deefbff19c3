// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_path.h"

namespace weir::prove {

using program::ErrorKind;
using solver::Gate;
using solver::kFalse;
using solver::kTrue;

HeapPath::HeapPath(const Subject& subject, const Path& path, HeapStructure& structure, Ways ways)
    : subject_(subject), path_(path), structure_(structure) {
  values_.emplace_back();
  nameParameters();
  names_.procedure = subject_.program.procedure;
  logic_.emplace(subject_.vocabulary, structure_, names_, ways);
  for (const specs::Requirement& requirement : subject_.spec.requirements)
    structure_.assertTrue(logic_->meaning(requirement.formula(), true));
  for (const Value before : path_.before) values_.push_back(structure_.name(path_.classes[at(before)]));
}

void HeapPath::assumeLive(const Pointer& pointer) {
  for (std::size_t a = 0; a < pointer.at.size(); ++a)
    structure_.assertTrue(structure_.circuit().implication(
        pointer.at[a], structure_.isLive(pointer.class_decl, static_cast<int>(a), true)));
}

void HeapPath::nameParameters() {
  const program::Procedure& procedure = *subject_.program.procedure;
  for (std::size_t i = 0; i < path_.roots.size(); ++i) {
    const program::Local* parameter = subject_.program.roots[i];
    const Pointer root = structure_.name(path_.classes[at(path_.roots[i])]);
    assumeLive(root);
    const bool is_this = procedure.method_of != nullptr && !procedure.is_static_method && i == 0 &&
                         parameter == procedure.parameters.front();
    if (is_this || parameter->is_reference) structure_.assertTrue(!root.null);
    names_.parameters[parameter] = root;
    values_.push_back(root);
  }
  if (!path_.slot) return;
  HeapLogic::Slot& slot = names_.slots[path_.slot->parameter];
  if (slot.field = path_.slot->field; slot.field == nullptr) return;
  slot.owner = structure_.name(slot.field->owner);
  assumeLive(slot.owner);
  structure_.assertTrue(!slot.owner.null);
  slot.owner.null = kFalse;
  values_.push_back(slot.owner);
}

HeapPath::Pointer HeapPath::value(Value value, const ClassDecl* class_decl) const {
  return value == kNull ? structure_.null(class_decl) : values_[at(value)];
}

std::vector<HeapPath::Pointer> HeapPath::namesBefore() const {
  std::vector<Pointer> names;
  for (const Value root : path_.roots) names.push_back(value(root));
  if (path_.slot && path_.slot->field != nullptr) names.push_back(value(path_.slot->owner));
  for (const Value before : path_.before) names.push_back(value(before));
  return names;
}

std::vector<HeapPath::Pointer> HeapPath::namesAfter() const {
  std::vector<Pointer> names;
  for (const Value root : path_.roots) names.push_back(value(root));
  if (path_.slot && path_.slot->field != nullptr) names.push_back(value(path_.slot->owner));
  const CutPoint& head = subject_.program.cut_points[at(path_.to)];
  for (const program::Local* local : head.variables) names.push_back(value(path_.after.at(local), head.classOf(local)));
  return names;
}

bool HeapPath::take(const Obliged& obliged) {
  for (const Step& step : path_.steps) {
    if (step.kind == Step::Kind::Touch && step.object == kNull) {  // the execution ends here
      obliged(ErrorKind::NullDeref, kFalse);
      return false;
    }
    take(step, obliged);
  }
  return true;
}

void HeapPath::take(const Step& step, const Obliged& obliged) {
  switch (step.kind) {
    case Step::Kind::Assume: return structure_.assertTrue(meaning(step.test));
    case Step::Kind::Touch: return touch(step.object, obliged);
    case Step::Kind::Load:
    case Step::Kind::Part:
      values_.push_back(structure_.named(structure_.follow(value(step.object), step.field, false)));
      return;
    case Step::Kind::Store:
      return structure_.store(value(step.object), step.field,
                              value(step.value, step.field->elementType()->pointee->class_decl));
    case Step::Kind::Change: {
      const bool is_known = step.number && structure_.isFollowed(step.field);
      return structure_.change(value(step.object), step.field, is_known ? number(*step.number) : std::nullopt);
    }
    case Step::Kind::Allocate:
      values_.push_back(structure_.allocate(path_.classes[at(step.value)], step.is_zeroed));
      return;
    case Step::Kind::Free: {
      if (step.object == kNull) return;
      const Pointer object = value(step.object);
      const Gate is_right = structure_.circuit().disjunction(object.null, structure_.isThere(object));
      obliged(ErrorKind::DoubleFree, is_right);
      structure_.assertTrue(is_right);
      return structure_.free(object);
    }
  }
}

void HeapPath::touch(Value object, const Obliged& obliged) {
  const Pointer pointer = value(object);
  logic_->nameWaysTo(pointer);
  obliged(ErrorKind::NullDeref, !pointer.null);
  structure_.assertTrue(!pointer.null);
  const Gate is_there = structure_.isThere(pointer);
  obliged(ErrorKind::UseAfterFree, is_there);
  structure_.assertTrue(is_there);
}

std::optional<HeapStructure::Number> HeapPath::number(const Number& number) {
  if (number.field != nullptr) {
    if (!structure_.isFollowed(number.field)) return std::nullopt;
    return structure_.numberOf(value(number.object), number.field);
  }
  if (!structure_.followsNumbers()) return std::nullopt;
  return number.parameter != nullptr ? structure_.parameter(number.parameter) : structure_.constant(number.constant);
}

/// A comparison of numbers that are not followed may be true or false.
Gate HeapPath::meaning(const Test& test) {
  if (test.kind == Test::Kind::AtMost || test.kind == Test::Kind::Equal) {
    const auto left = number(test.left), right = number(test.right);
    if (!left || !right) return kTrue;
    const Gate compared =
        test.kind == Test::Kind::AtMost ? structure_.atMost(*left, *right) : structure_.equal(*left, *right);
    return test.positive ? compared : !compared;
  }
  Gate holds = kTrue;
  if (test.kind == Test::Kind::Null)
    holds = test.a == kNull ? kTrue : value(test.a).null;
  else
    holds = structure_.same(value(test.a), value(test.b));
  return test.positive ? holds : !holds;
}

std::optional<Gate> HeapPath::truth(const Condition& condition) {
  std::vector<Gate> cases;
  for (const Conjunction& one : condition.when_true) {
    std::vector<Gate> tests;
    for (const Test& test : one) {
      // The number may have changed since it was compared.
      if (test.kind == Test::Kind::AtMost || test.kind == Test::Kind::Equal) return std::nullopt;
      tests.push_back(meaning(test));
    }
    cases.push_back(structure_.circuit().conjunction(tests));
  }
  return structure_.circuit().disjunction(cases);
}

Gate HeapPath::mayBreak(logic::Formula formula) {
  if (path_.has_result) names_.result = value(path_.result, subject_.program.procedure->result->pointee->class_decl);
  if (path_.truth) names_.truth = truth(*path_.truth);
  return logic_->meaning(formula, false);
}

std::set<const Field*> followedFields(const Subject& subject, const std::optional<logic::Formula>& formula) {
  std::set<const Field*> all;
  for (const specs::Requirement& requirement : subject.spec.requirements)
    addClosures(requirement.formula(), subject.vocabulary, all);
  if (formula) addClosures(*formula, subject.vocabulary, all);
  return all;
}

}  // namespace weir::prove
