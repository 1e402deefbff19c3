// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/builtin_properties.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;

std::optional<ErrorKind> errorNamed(const std::string& property) {
  for (const ErrorKind kind : {ErrorKind::NullDeref, ErrorKind::UseAfterFree, ErrorKind::DoubleFree, ErrorKind::Bounds,
                               ErrorKind::DivZero, ErrorKind::Uninitialized, ErrorKind::Assert, ErrorKind::Overflow})
    if (property == spelling(kind)) return kind;
  return std::nullopt;
}

namespace {

/// owner -> target of a pointer field; the index of an array field is forgotten.
Expr edgesOf(const Field* field, State state, const HeapModel& model) {
  Vocabulary& vocabulary = model.vocabulary();
  logic::Context& context = vocabulary.context();
  const Expr values = context.relation(vocabulary.field(field, state));
  if (!field->type->isArray()) return values;
  Expr indices = context.none(1, 1);
  for (long i = 0; i < model.extentLimit(field); ++i) indices = context.unite(indices, context.integer(i));
  const logic::Variable owner = context.addVariable("o", false);
  const logic::Variable target = context.addVariable("t", false);
  const Expr elements = context.join(indices, context.join(context.variable(owner), values));
  return context.comprehension({{owner, vocabulary.liveObjects(field->owner, state)}, {target, context.univ()}},
                               context.subset(context.variable(target), elements));
}

}  // namespace

Formula noLeak(const Procedure& procedure, const HeapModel& model) {
  Vocabulary& vocabulary = model.vocabulary();
  const Footprint& footprint = model.footprint();
  logic::Context& context = vocabulary.context();
  Expr allocated = context.none(1);
  Expr before = context.none(1);
  for (const ClassDecl* class_decl : footprint.classes) {
    const Expr live = context.relation(vocabulary.live(class_decl, State::Pre));
    before = context.unite(before, live);
    if (footprint.allocated.contains(class_decl))
      allocated =
          context.unite(allocated, context.subtract(context.relation(vocabulary.live(class_decl, State::Post)), live));
  }
  Expr roots = before;
  for (const Local* parameter : procedure.parameters)
    if (parameter->type->isPointer()) roots = context.unite(roots, context.relation(vocabulary.parameter(parameter)));
  roots = context.unite(roots, context.relation(vocabulary.thrown(&procedure)));
  if (procedure.result->isPointer()) roots = context.unite(roots, context.relation(vocabulary.result(&procedure)));

  // A pointer to a part or a slot keeps the whole object, and a whole object its parts.
  Expr edges = context.none(2);
  for (const Field* field : footprint.value_fields)
    if (field->elementType()->isPointer()) edges = context.unite(edges, edgesOf(field, State::Post, model));
  for (const Field* field : footprint.slot_fields)
    edges = context.unite(edges, context.relation(vocabulary.slotOwner(field)));
  for (const Field* field : footprint.part_fields) {
    const Expr owner = context.relation(vocabulary.partOwner(field));
    edges = context.unite(edges, context.unite(owner, context.transpose(owner)));
  }
  const Expr kept = edges->kind == logic::ExprKind::None ? roots : context.join(roots, context.reflexiveClosure(edges));
  // An exception leaves automatic objects as they are.
  return context.subset(context.subtract(allocated, context.relation(vocabulary.automaticObjects())), kept);
}

Formula noCycle(const HeapModel& model) {
  Vocabulary& vocabulary = model.vocabulary();
  const Footprint& footprint = model.footprint();
  logic::Context& context = vocabulary.context();
  std::vector<Formula> parts;
  for (const ClassDecl* class_decl : footprint.classes) {
    Expr before = context.none(2);
    Expr after = context.none(2);
    for (const Field* field : footprint.value_fields) {
      if (field->owner != class_decl || !isLink(*field)) continue;
      before = context.unite(before, edgesOf(field, State::Pre, model));
      after = context.unite(after, edgesOf(field, State::Post, model));
    }
    if (after->kind == logic::ExprKind::None || before == after) continue;
    const logic::Variable object = context.addVariable("o", false);
    const Expr self = context.variable(object);
    const auto reachesItself = [&](Expr edges) {
      return context.subset(self, context.join(self, context.closure(edges)));
    };
    parts.push_back(context.forAll({{object, vocabulary.liveObjects(class_decl, State::Post)}},
                                   context.implies(reachesItself(after), reachesItself(before))));
  }
  return context.conjoin(parts);
}

}  // namespace weir::refine
