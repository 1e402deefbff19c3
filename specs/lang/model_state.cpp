// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/model_state.h"

#include "ir/program/model_class.h"
#include "support/invariant.h"

namespace weir::specs {

using program::Field;

std::optional<GhostState> ghostState(program::Vocabulary& vocabulary, const TypeRules& types, const Field& field,
                                     program::State state) {
  using Shape = program::GhostShape::Kind;
  const bool is_own = field.ghost && field.ghost->length != nullptr;  // of a model that a user wrote
  if (!is_own && !program::isModelArray(field)) return std::nullopt;
  const Shape shape = is_own                    ? field.ghost->kind
                      : field.name == "elems"   ? Shape::Sequence
                      : field.name == "mapping" ? Shape::Map
                                                : Shape::Set;
  logic::Context& context = vocabulary.context();
  const Field* length = is_own ? field.ghost->length : program::lengthFieldOf(*field.owner);
  INVARIANT(length != nullptr, "a modelled container should have a length");
  const logic::Expr array = vocabulary.fieldOf(&field, state);
  const logic::Expr positions = context.range(context.integer(0), context.integer(field.type->extent.value_or(0)));
  const logic::Variable object = context.addVariable("object", false);
  const logic::Variable position = context.addVariable("position", true);
  const logic::Expr used = context.join(context.variable(object), vocabulary.fieldOf(length, state));
  const logic::Expr objects = vocabulary.liveObjects(field.owner, state);
  const auto elementOf = [&](logic::Expr relation) {
    return context.join(context.variable(position), context.join(context.variable(object), relation));
  };
  const auto variable = [&](logic::Expr domain) {
    return context.addVariable("element", (domain->int_columns & 1U) != 0);
  };

  if (shape == Shape::Sequence) {
    // Taking rows away keeps the relation functional.
    const logic::Expr element = elementOf(array);
    const logic::Expr stale =
        context.comprehension({{object, objects}, {position, positions}, {variable(element), element}},
                              context.lessEqual(used, context.variable(position)));
    return GhostState{context.subtract(array, stale), types.ofField(field)};
  }
  std::vector<logic::Decl> decls = {{position, positions}, {object, objects}};
  Type type = Type::object(field.owner);
  if (shape == Shape::Map) {
    const Field* keys = is_own ? field.ghost->keys : field.owner->findField("keys");
    INVARIANT(keys != nullptr, "a modelled map should have keys");
    const logic::Expr key = elementOf(vocabulary.fieldOf(keys, state));
    decls.push_back({variable(key), key});
    type = types.product(type, types.ofProgramType(keys->elementType()));
  }
  const logic::Expr element = elementOf(array);
  decls.push_back({variable(element), element});
  type = types.product(type, types.ofProgramType(field.elementType()));
  const logic::Expr rows = context.comprehension(decls, context.less(context.variable(position), used));
  return GhostState{context.join(positions, rows), type, shape == Shape::Set && field.name != "held"};
}

/// No object is owned twice, and none that is a part of another.
static logic::Formula ownedOnce(program::Vocabulary& vocabulary, const Field& target, program::State state) {
  logic::Context& context = vocabulary.context();
  const logic::Expr owners = vocabulary.liveObjects(target.owner, state);
  const logic::Expr owned = vocabulary.fieldOf(&target, state);
  const logic::Variable one = context.addVariable("one", false), other = context.addVariable("other", false);
  const logic::Expr its = context.join(context.variable(one), owned);
  std::vector<logic::Formula> parts = {context.forAll(
      {{one, owners}, {other, owners}},
      context.disjoin(context.equal(context.variable(one), context.variable(other)),
                      context.no(context.intersect(its, context.join(context.variable(other), owned)))))};
  const logic::Expr all = context.join(owners, owned);
  if (!target.type->isObjectPointer()) return parts[0];
  for (const program::ClassDecl* class_decl : vocabulary.program().classes())
    for (const Field* field : class_decl->fields)
      if (field->holdsParts() && field->elementType()->class_decl->derivesFrom(target.type->pointee->class_decl))
        parts.push_back(context.no(context.join(all, context.relation(vocabulary.partOwner(field)))));
  return context.conjoin(parts);
}

/// How a set, a sequence or a map is kept: no more elements count than the array has, behind them there is nothing, and
/// what has no order of its own has that of its numbers, without repetition. So there is one way to keep it.
static logic::Formula isKeptWell(program::Vocabulary& vocabulary, const Field& field, program::State state) {
  using Shape = program::GhostShape::Kind;
  logic::Context& context = vocabulary.context();
  const logic::Variable object = context.addVariable("object", false);
  const auto of = [&](const Field* ghost) {
    return context.join(context.variable(object), vocabulary.fieldOf(ghost, state));
  };
  const auto at = [&](const Field* array, long i) { return context.join(context.integer(i), of(array)); };
  const logic::Expr length = of(field.ghost->length);
  const long extent = field.type->extent.value_or(0);
  std::vector<logic::Formula> parts = {context.some(length), context.lessEqual(length, context.integer(extent))};
  const bool is_map = field.ghost->kind == Shape::Map;
  const Field* first = is_map ? field.ghost->keys : &field;
  for (long i = 0; i < extent; ++i) {
    const logic::Formula is_there = context.less(context.integer(i), length);
    const auto keep = [&](const Field* array) {
      const bool is_number = array->elementType()->isInteger();
      const logic::Formula is_nothing =
          is_number ? context.equal(at(array, i), context.integer(0)) : context.no(at(array, i));
      const bool may_be_null = !is_number && field.ghost->kind == Shape::Sequence;
      parts.push_back(
          context.ifElse(is_there, may_be_null ? context.truth(true) : context.some(at(array, i)), is_nothing));
    };
    keep(&field);
    if (is_map) keep(first);
    if (field.ghost->kind == Shape::Sequence || (is_map && !field.ghost->is_functional)) continue;
    for (long j = 0; j < i; ++j)
      parts.push_back(context.implies(is_there, first->elementType()->isInteger()
                                                    ? context.less(at(first, j), at(first, i))
                                                    : context.negate(context.equal(at(first, j), at(first, i)))));
  }
  return context.forAll({{object, vocabulary.liveObjects(field.owner, state)}}, context.conjoin(parts));
}

std::optional<logic::Formula> modelledState(program::Vocabulary& vocabulary, const program::ClassDecl& class_decl,
                                            program::State state) {
  std::vector<logic::Formula> rooms;
  for (const Field* field : class_decl.fields)
    if (field->ghost && field->ghost->length != nullptr) rooms.push_back(isKeptWell(vocabulary, *field, state));
  if (!rooms.empty()) return vocabulary.context().conjoin(rooms);
  if (!program::isModelClass(class_decl)) return std::nullopt;
  if (const Field* target = class_decl.findField("target")) return ownedOnce(vocabulary, *target, state);
  return std::nullopt;
}

}  // namespace weir::specs
