// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/heap_properties.h"

#include <algorithm>

#include "ir/logic/evaluator.h"
#include "ir/program/model_class.h"
#include "refine/encode/heap_model.h"
#include "refine/property.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;

namespace {

/// owner -> target of a pointer field; the index of an array field is forgotten.
Expr edgesOf(const Field* field, State state, const HeapView& view) {
  Vocabulary& vocabulary = view.vocabulary;
  logic::Context& context = vocabulary.context();
  const Expr values = context.relation(vocabulary.field(field, state));
  if (!field->type->isArray()) return values;
  Expr indices = context.none(1, 1);
  for (long i = 0; i < view.extent(field); ++i) indices = context.unite(indices, context.integer(i));
  const logic::Variable owner = context.addVariable("o", false);
  const logic::Variable target = context.addVariable("t", false);
  const Expr elements = context.join(indices, context.join(context.variable(owner), values));
  return context.comprehension({{owner, vocabulary.liveObjects(field->owner, state)}, {target, context.univ()}},
                               context.subset(context.variable(target), elements));
}

// leak: an object that the call allocated is live and out of the caller's reach: from parameters, the result or
// exception, variables of static storage duration and every object that was there before.

/// The objects that end with the call, with their parts: those that were passed by value, and what a destructor
/// destroys. What only they lead to is lost. A library's object may be a copy of the caller's, that the compiled
/// program destroys.
Expr endingObjects(const Procedure& procedure, const HeapView& view) {
  Vocabulary& vocabulary = view.vocabulary;
  logic::Context& context = vocabulary.context();
  Expr ending = context.none(1);
  for (const Local* parameter : procedure.parameters) {
    const bool is_copy = parameter->is_by_value && !holdsLibraryObject(*parameter->type->pointee->class_decl);
    if (is_copy || (procedure.is_destructor && parameter->name == "this"))
      ending = context.unite(ending, context.relation(vocabulary.parameter(parameter)));
  }
  if (ending->kind == logic::ExprKind::None) return ending;
  Expr parts = context.none(2);
  for (const Field* field : view.part_fields)
    parts = context.unite(parts, context.transpose(context.relation(vocabulary.partOwner(field))));
  return parts->kind == logic::ExprKind::None ? ending : context.join(ending, context.reflexiveClosure(parts));
}

struct Reach {
  Expr allocated;  // by the call, and not freed
  Expr kept;       // within reach
};

Reach reachAfter(const Procedure& procedure, const HeapView& view) {
  Vocabulary& vocabulary = view.vocabulary;
  logic::Context& context = vocabulary.context();
  Expr allocated = context.none(1);
  Expr before = context.none(1);
  for (const ClassDecl* class_decl : view.classes) {
    const Expr live = context.relation(vocabulary.live(class_decl, State::Pre));
    before = context.unite(before, live);
    if (view.allocated.contains(class_decl))
      allocated =
          context.unite(allocated, context.subtract(context.relation(vocabulary.live(class_decl, State::Post)), live));
  }
  Expr roots = before;
  for (const Local* parameter : procedure.parameters)
    if (parameter->type->isPointer()) roots = context.unite(roots, context.relation(vocabulary.parameter(parameter)));
  roots = context.unite(roots, context.relation(vocabulary.thrown(&procedure)));
  const Expr ending = endingObjects(procedure, view);
  if (procedure.result->isPointer()) roots = context.unite(roots, context.relation(vocabulary.result(&procedure)));

  // A pointer to a part or a slot keeps the whole object, and a whole object its parts.
  Expr edges = context.none(2);
  for (const Field* field : view.value_fields)
    if (field->elementType()->isPointer()) edges = context.unite(edges, edgesOf(field, State::Post, view));
  for (const Field* field : view.slot_fields)
    edges = context.unite(edges, context.relation(vocabulary.slotOwner(field)));
  for (const Field* field : view.part_fields) {
    const Expr owner = context.relation(vocabulary.partOwner(field));
    edges = context.unite(edges, context.unite(owner, context.transpose(owner)));
  }
  if (ending->kind != logic::ExprKind::None) {
    roots = context.subtract(roots, ending);
    edges = context.subtract(edges, context.product(ending, context.univ()));
  }
  const Expr kept = edges->kind == logic::ExprKind::None ? roots : context.join(roots, context.reflexiveClosure(edges));
  // An exception leaves automatic objects as they are.
  return {context.subtract(allocated, context.relation(vocabulary.automaticObjects())), kept};
}

Formula noLeak(const Procedure& procedure, const HeapView& view) {
  const Reach reach = reachAfter(procedure, view);
  return view.vocabulary.context().subset(reach.allocated, reach.kept);
}

Expr lost(const Procedure& procedure, const HeapView& view) {
  const Reach reach = reachAfter(procedure, view);
  return view.vocabulary.context().subtract(reach.allocated, reach.kept);
}

// cycle: an object reaches itself over the fields that lead from its class to its class, and did not before.

struct Links {
  const ClassDecl* class_decl;
  Expr before, after;  // owner -> target
};

/// Of the classes whose links the call may change.
std::vector<Links> changedLinks(const HeapView& view) {
  logic::Context& context = view.vocabulary.context();
  std::vector<Links> all;
  for (const ClassDecl* class_decl : view.classes) {
    Expr before = context.none(2);
    Expr after = context.none(2);
    for (const Field* field : view.value_fields) {
      if (field->owner != class_decl || !isLink(*field)) continue;
      before = context.unite(before, edgesOf(field, State::Pre, view));
      after = context.unite(after, edgesOf(field, State::Post, view));
    }
    if (after->kind != logic::ExprKind::None && before != after) all.push_back({class_decl, before, after});
  }
  return all;
}

Formula reachesItself(Expr object, Expr edges, logic::Context& context) {
  return context.subset(object, context.join(object, context.closure(edges)));
}

Formula noCycle(const Procedure&, const HeapView& view) {
  logic::Context& context = view.vocabulary.context();
  std::vector<Formula> parts;
  for (const auto& [class_decl, before, after] : changedLinks(view)) {
    const logic::Variable object = context.addVariable("o", false);
    const Expr self = context.variable(object);
    parts.push_back(
        context.forAll({{object, view.vocabulary.liveObjects(class_decl, State::Post)}},
                       context.implies(reachesItself(self, after, context), reachesItself(self, before, context))));
  }
  return context.conjoin(parts);
}

Expr onNewCycle(const Procedure&, const HeapView& view) {
  logic::Context& context = view.vocabulary.context();
  Expr all = context.none(1);
  for (const auto& [class_decl, before, after] : changedLinks(view)) {
    const logic::Variable object = context.addVariable("o", false);
    const Expr self = context.variable(object);
    all = context.unite(all,
                        context.comprehension({{object, view.vocabulary.liveObjects(class_decl, State::Post)}},
                                              context.conjoin(reachesItself(self, after, context),
                                                              context.negate(reachesItself(self, before, context)))));
  }
  return all;
}

const HeapPropertyMeaning kMeanings[] = {
    {.property = HeapProperty::Leak,
     .holds = noLeak,
     .blamed = lost,
     .blames_all = true,
     .keeps_blocks = true,
     .witness = "lost",
     .of_one = " is allocated here and afterwards neither freed nor reachable",
     .of_several = " are allocated here and afterwards neither freed nor reachable"},
    {.property = HeapProperty::Cycle,
     .holds = noCycle,
     .blamed = onNewCycle,
     .needs_links = true,
     .witness = "object",
     .of_one = " reaches itself, which it did not before",
     .of_several = " reach themselves, which they did not before"},
};

/// Of two heaps: everything that is in them.
HeapView viewOf(Vocabulary& vocabulary, const Heap& after) {
  HeapView view{.vocabulary = vocabulary,
                .classes = {},
                .allocated = {},
                .value_fields = {},
                .slot_fields = {},
                .part_fields = {},
                .extent = {}};
  std::set<const ClassDecl*> classes;
  std::set<const Field*> fields;
  std::map<const Field*, long> extents;
  for (ObjectId id = 0; id < after.size(); ++id) {
    classes.insert(after.at(id).class_decl);
    for (const auto& [field, values] : after.at(id).fields) {
      fields.insert(field);
      classes.insert(field->owner);  // a base has links of its own
      extents[field] = std::max(extents[field], static_cast<long>(values.size()));
    }
  }
  for (const ClassDecl* class_decl : vocabulary.program().classes()) {
    if (!classes.contains(class_decl)) continue;
    view.classes.push_back(class_decl);
    for (const Field* field : class_decl->fields) {
      if (field->holdsParts()) view.part_fields.push_back(field);
      if (field->holdsParts() || !fields.contains(field)) continue;
      view.value_fields.push_back(field);
      view.slot_fields.push_back(field);
    }
  }
  view.allocated = std::move(classes);
  view.extent = [extents = std::move(extents)](const Field* field) { return extents.at(field); };
  return view;
}

}  // namespace

HeapView viewOf(const HeapModel& model) {
  const Footprint& footprint = model.footprint();
  return {.vocabulary = model.vocabulary(),
          .classes = footprint.classes,
          .allocated = footprint.allocated,
          .value_fields = footprint.value_fields,
          .slot_fields = footprint.slot_fields,
          .part_fields = footprint.part_fields,
          .extent = [&model](const Field* field) { return model.extentLimit(field); }};
}

const HeapPropertyMeaning& meaningOf(HeapProperty property) {
  const auto* found = std::ranges::find(kMeanings, property, &HeapPropertyMeaning::property);
  INVARIANT(found != std::end(kMeanings), "every heap property should have its meaning");
  return *found;
}

std::vector<ObjectId> blamedObjects(HeapProperty property, const Procedure& procedure, const Violation& violation,
                                    Vocabulary& vocabulary) {
  const Expr blamed = meaningOf(property).blamed(procedure, viewOf(vocabulary, *violation.after));
  const CallStates states = statesOf(procedure, violation);
  const HeapInstance instance(vocabulary, states);
  std::set<ObjectId> ids;
  for (const logic::Tuple& tuple : logic::Evaluator(instance.instance()).evaluate(blamed)) {
    const ObjectId id = instance.valueOf(tuple.front()).object;
    if (violation.after->at(id).owner == kNoObject) ids.insert(id);
  }
  return {ids.begin(), ids.end()};
}

}  // namespace weir::refine
