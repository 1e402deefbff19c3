// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/symbolic_state.h"

namespace weir::refine {

using namespace program;

Components::Components(HeapModel& model) {
  Vocabulary& vocabulary = model.vocabulary();
  logic::Context& context = vocabulary.context();
  for (const ClassDecl* class_decl : model.footprint().classes) {
    const logic::Expr live = context.relation(vocabulary.live(class_decl, State::Pre));
    live_[class_decl] = add({.kind = Component::Kind::Live, .class_decl = class_decl}, live);
    used_[class_decl] = add({.kind = Component::Kind::Used, .class_decl = class_decl}, live);
    for (const Allocator allocator : {Allocator::Malloc, Allocator::New, Allocator::NewArray})
      if (model.footprint().isMixed(class_decl, allocator))
        made_[{class_decl, allocator}] =
            add({.kind = Component::Kind::Made, .class_decl = class_decl, .allocator = allocator}, context.none(1));
    if (class_decl->is_array)
      extents_[class_decl] = add({.kind = Component::Kind::Extent, .class_decl = class_decl},
                                 context.relation(vocabulary.extent(class_decl, State::Pre)));
  }
  for (const Field* field : model.footprint().value_fields) {
    fields_[field] =
        add({.kind = Component::Kind::Field, .field = field}, context.relation(vocabulary.field(field, State::Pre)));
    const bool indexed = field->type->isArray();
    uninitialized_[field] =
        add({.kind = Component::Kind::Uninitialized, .field = field}, indexed ? context.none(2, 2) : context.none(1));
  }
}

std::optional<int> Components::madeBy(const ClassDecl* class_decl, Allocator allocator) const {
  const auto found = made_.find({class_decl, allocator});
  return found == made_.end() ? std::nullopt : std::optional(found->second);
}

int Components::add(Component component, logic::Expr at_entry) {
  all_.push_back(component);
  at_entry_.push_back(at_entry);
  return size() - 1;
}

std::string Components::readableNameOf(int id) const {
  const Component& component = all_.at(id);
  return component.kind == Component::Kind::Field ? component.field->name : nameOf(id);
}

std::string Components::nameOf(int id) const {
  const Component& component = all_.at(id);
  switch (component.kind) {
    case Component::Kind::Field: return component.field->owner->name + "::" + component.field->name;
    case Component::Kind::Live: return component.class_decl->name;
    case Component::Kind::Used: return "used " + component.class_decl->name;
    case Component::Kind::Extent: return "extent of " + component.class_decl->name;
    case Component::Kind::Made:
      return "made " + std::to_string(static_cast<int>(component.allocator)) + " " + component.class_decl->name;
    case Component::Kind::Uninitialized: return "uninitialized " + component.field->name;
  }
  return "";
}

logic::Expr liveIn(const std::vector<logic::Expr>& heap, const program::ClassDecl* base, const Components& components,
                   const HeapModel& model) {
  logic::Context& context = model.vocabulary().context();
  logic::Expr all = context.none(1);
  for (const program::ClassDecl* dynamic : model.vocabulary().program().dynamicClasses(base))
    if (model.footprint().hasClass(dynamic)) all = context.unite(all, heap[components.live(dynamic)]);
  if ((base->is_incomplete && !base->is_abstract) || base->is_globals)
    all = context.unite(all, heap[components.live(base)]);
  return all;
}

}  // namespace weir::refine
