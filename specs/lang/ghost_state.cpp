// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/ghost_state.h"

namespace weir::specs {

using program::Field;
using Shape = program::GhostShape::Kind;

std::optional<GhostState> stateOfGhost(program::Vocabulary& vocabulary, const TypeRules& types, const Field& field,
                                       program::State state) {
  if (field.ghost->length == nullptr) return std::nullopt;
  logic::Context& context = vocabulary.context();
  const Shape shape = field.ghost->kind;
  const logic::Variable object = context.addVariable("object", false);
  const logic::Variable position = context.addVariable("position", true);
  const logic::Expr positions = context.range(context.integer(0), context.integer(field.type->extent.value_or(0)));
  // A sequence keeps its positions; elsewhere they come first, to be joined away.
  std::vector<logic::Decl> decls = {{position, positions}, {object, vocabulary.liveObjects(field.owner, state)}};
  Type type = Type::object(field.owner);
  if (shape == Shape::Sequence) {
    std::swap(decls[0], decls[1]);
    type = types.product(type, Type::integer());
  }
  const auto addColumn = [&](const Field& array) {
    const logic::Expr element = context.join(context.variable(position),
                                             context.join(context.variable(object), vocabulary.fieldOf(&array, state)));
    decls.push_back({context.addVariable("element", (element->int_columns & 1U) != 0), element});
    type = types.product(type, types.ofProgramType(array.elementType()));
  };
  if (shape == Shape::Map) addColumn(*field.ghost->keys);
  addColumn(field);
  const logic::Expr length = context.join(context.variable(object), vocabulary.fieldOf(field.ghost->length, state));
  const logic::Expr rows = context.comprehension(decls, context.less(context.variable(position), length));
  return GhostState{shape == Shape::Sequence ? rows : context.join(positions, rows), type, shape == Shape::Set};
}

namespace {

/// How a set, a sequence or a map is kept: no more elements count than the array has, behind them there is nothing, and
/// what has no order of its own has that of its numbers, without repetition. So there is one way to keep it.
logic::Formula isKeptWell(program::Vocabulary& vocabulary, const Field& field, program::State state) {
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

}  // namespace

std::optional<logic::Formula> ghostsAreKeptWell(program::Vocabulary& vocabulary, const program::ClassDecl& class_decl,
                                                program::State state) {
  std::vector<logic::Formula> parts;
  for (const Field* field : class_decl.fields)
    if (field->ghost && field->ghost->length != nullptr) parts.push_back(isKeptWell(vocabulary, *field, state));
  if (parts.empty()) return std::nullopt;
  return vocabulary.context().conjoin(parts);
}

}  // namespace weir::specs
