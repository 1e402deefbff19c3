// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/vocabulary.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::program {
namespace {

std::string primed(const std::string& name, State state) { return state == State::Pre ? name : name + "'"; }

}  // namespace

Vocabulary::Vocabulary(const Program& program, logic::Context& context)
    : program_(&program),
      context_(&context),
      slot_sort_(context.addSort("slot")),
      procedure_sort_(context.addSort("procedure")) {}

logic::Relation Vocabulary::lazily(Table& table, const void* key, const Meaning& meaning, const std::string& name,
                                   std::vector<logic::Sort> columns, bool functional) {
  logic::Relation& relation = table[{key, static_cast<int>(meaning.state)}];
  if (relation == nullptr) {
    relation = context_->addRelation(name, std::move(columns), functional);
    meanings_[relation] = meaning;
  }
  return relation;
}

const Vocabulary::Meaning* Vocabulary::meaningOf(logic::Relation relation) const {
  const auto found = meanings_.find(relation);
  return found == meanings_.end() ? nullptr : &found->second;
}

logic::Sort Vocabulary::sortOf(const ClassDecl* class_decl) {
  if (const auto found = sorts_.find(class_decl); found != sorts_.end()) return found->second;
  std::vector<logic::Sort> parents;
  for (const ClassDecl* base : class_decl->bases) parents.push_back(sortOf(base));
  return sorts_[class_decl] = context_->addSort(class_decl->name, std::move(parents));
}

logic::Sort Vocabulary::sortOf(TypeRef scalar) {
  if (scalar->isInteger()) return context_->intSort();
  // A parameter of a type that is not supported: nothing reads it, and it has no value.
  if (scalar->kind == TypeKind::Unsupported) return context_->univSort();
  INVARIANT(scalar->isPointer(), "only scalars have a sort of values");
  if (scalar->isObjectPointer()) return sortOf(scalar->pointee->class_decl);
  if (scalar->isSlotPointer()) return slot_sort_;
  if (scalar->isFunctionPointer()) return procedure_sort_;
  return context_->univSort();
}

logic::Relation Vocabulary::live(const ClassDecl* dynamic, State state) {
  return lazily(live_, dynamic, {.kind = Meaning::Kind::Live, .state = state, .class_decl = dynamic},
                primed(dynamic->name, state), {sortOf(dynamic)}, false);
}

logic::Relation Vocabulary::field(const Field* field, State state) {
  INVARIANT(!field->holdsParts(), "a field that holds parts has no relation of its own; use part");
  std::vector<logic::Sort> columns{sortOf(field->owner)};
  if (field->type->isArray()) columns.push_back(context_->intSort());
  columns.push_back(sortOf(field->elementType()));
  return lazily(fields_, field, {.kind = Meaning::Kind::Field, .state = state, .field = field},
                primed(field->name, state), std::move(columns), true);
}

logic::Relation Vocabulary::extent(const ClassDecl* array, State state) {
  INVARIANT(array->is_array, "only heap arrays have an extent of their own");
  return lazily(extents_, array, {.kind = Meaning::Kind::Extent, .state = state, .class_decl = array},
                primed("extent", state), {sortOf(array), context_->intSort()}, true);
}

logic::Relation Vocabulary::part(const Field* field) {
  INVARIANT(field->holdsParts(), "only a field of class type, or an array of it, holds parts");
  std::vector<logic::Sort> columns{sortOf(field->owner)};
  if (field->type->isArray()) columns.push_back(context_->intSort());
  columns.push_back(sortOf(field->elementType()->class_decl));
  return lazily(parts_, field, {.kind = Meaning::Kind::Part, .field = field}, field->name, std::move(columns), true);
}

logic::Relation Vocabulary::partOwner(const Field* field) {
  return lazily(part_owners_, field, {.kind = Meaning::Kind::PartOwner, .field = field}, "partOwner$" + field->name,
                {sortOf(field->elementType()->class_decl), sortOf(field->owner)}, true);
}

logic::Relation Vocabulary::partIndex(const Field* field) {
  return lazily(part_indices_, field, {.kind = Meaning::Kind::PartIndex, .field = field}, "partIndex$" + field->name,
                {sortOf(field->elementType()->class_decl), context_->intSort()}, true);
}

logic::Relation Vocabulary::slotOwner(const Field* field) {
  return lazily(slot_owners_, field, {.kind = Meaning::Kind::SlotOwner, .field = field}, "slotOwner$" + field->name,
                {slot_sort_, sortOf(field->owner)}, true);
}

logic::Relation Vocabulary::slotIndex(const Field* field) {
  return lazily(slot_indices_, field, {.kind = Meaning::Kind::SlotIndex, .field = field}, "slotIndex$" + field->name,
                {slot_sort_, context_->intSort()}, true);
}

logic::Relation Vocabulary::globalsObject() {
  INVARIANT(program_->globalsClass() != nullptr, "the program has variables of static storage duration");
  const ClassDecl* globals = program_->globalsClass();
  return lazily(globals_, globals, {.kind = Meaning::Kind::Globals, .class_decl = globals}, "globals",
                {sortOf(globals)}, true);
}

logic::Relation Vocabulary::automaticObjects() {
  return lazily(automatic_, nullptr, {.kind = Meaning::Kind::Automatic}, "automatic", {context_->univSort()}, false);
}

logic::Relation Vocabulary::procedureAtom(const Procedure* procedure) {
  return lazily(procedures_, procedure, {.kind = Meaning::Kind::Procedure, .procedure = procedure},
                "&" + procedure->name, {procedure_sort_}, true);
}

logic::Relation Vocabulary::parameter(const Local* parameter) {
  return lazily(parameters_, parameter, {.kind = Meaning::Kind::Parameter, .local = parameter}, parameter->name,
                {sortOf(parameter->type)}, true);
}

logic::Relation Vocabulary::result(const Procedure* procedure) {
  INVARIANT(procedure->result->isScalar(), "only a scalar result is a value");
  return lazily(results_, procedure, {.kind = Meaning::Kind::Result, .procedure = procedure}, "return",
                {sortOf(procedure->result)}, true);
}

logic::Relation Vocabulary::thrown(const Procedure* procedure) {
  return lazily(thrown_, procedure, {.kind = Meaning::Kind::Thrown, .procedure = procedure}, "thrown",
                {context_->univSort()}, true);
}

logic::Expr Vocabulary::liveObjects(const ClassDecl* base, State state) {
  logic::Expr all = context_->none(1);
  for (const ClassDecl* dynamic : program_->dynamicClasses(base))
    all = context_->unite(all, context_->relation(live(dynamic, state)));
  return all;
}

logic::Expr Vocabulary::fieldOf(const Field* of, State state) {
  return context_->relation(of->holdsParts() ? part(of) : field(of, state));
}

logic::Expr Vocabulary::deref(logic::Expr pointer, TypeRef pointee, State state) {
  const std::uint32_t int_columns = pointee->isInteger() ? 1 : 0;
  logic::Expr value = context_->none(1, int_columns);
  for (const Field* candidate : slotFields(pointee)) {
    const logic::Expr owner = context_->join(pointer, context_->relation(slotOwner(candidate)));
    logic::Expr row = context_->join(owner, context_->relation(field(candidate, state)));
    if (candidate->type->isArray())
      row = context_->join(context_->join(pointer, context_->relation(slotIndex(candidate))), row);
    // A slot belongs to one field: a choice keeps the value functional, a union would not.
    value = context_->ifElse(context_->some(owner), seenAs(pointee, candidate, row), value);
  }
  return value;
}

logic::Expr Vocabulary::seenAs(TypeRef pointee, const Field* field, logic::Expr value) {
  const TypeRef stored = field->elementType();
  if (stored == pointee || !pointee->isInteger()) return value;
  // A conversion makes a number of nothing.
  return context_->ifElse(context_->some(value), context_->wrap(value, pointee->width, pointee->is_signed),
                          context_->none(1, 1));
}

logic::Expr Vocabulary::ownerOf(logic::Expr pointer) {
  logic::Expr owner = context_->none(1);
  for (const ClassDecl* class_decl : program_->classes()) {
    if (class_decl->is_box) continue;
    for (const Field* candidate : class_decl->fields) {
      if (!candidate->elementType()->isScalar() && !candidate->holdsParts()) continue;
      const logic::Relation inverse = candidate->holdsParts() ? partOwner(candidate) : slotOwner(candidate);
      owner = context_->unite(owner, context_->join(pointer, context_->relation(inverse)));
    }
  }
  return owner;
}

bool Vocabulary::isAskedForOwner(const Field* field) const {
  const TypeRef stored = field->elementType();
  if (field->holdsParts())
    return std::ranges::any_of(owners_of_parts_, [&](auto* part) { return stored->class_decl->derivesFrom(part); });
  return !field->is_bit_field &&
         std::ranges::any_of(owners_of_slots_, [&](TypeRef pointee) { return mayAlias(stored, pointee); });
}

std::vector<const Field*> Vocabulary::slotFields(TypeRef pointee) const {
  std::vector<const Field*> fields;
  for (const ClassDecl* class_decl : program_->classes())
    for (const Field* candidate : class_decl->fields)
      if ((mayAlias(candidate->elementType(), pointee) || isByteOf(pointee, candidate->elementType())) &&
          !candidate->is_bit_field)
        fields.push_back(candidate);
  return fields;
}

}  // namespace weir::program
