// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/model_state.h"

#include <algorithm>

#include "ir/program/model_text.h"
#include "specs/lang/ghost_state.h"
#include "specs/lang/owner_state.h"
#include "support/invariant.h"

namespace weir::specs {

using program::Field;
using program::LibraryRole;

logic::Expr readElement(program::Vocabulary& vocabulary, logic::Expr element, program::TypeRef type,
                        program::State state) {
  const Field* value = type->isClass() ? program::textFieldOf(*type->class_decl) : nullptr;
  if (value == nullptr) return element;
  return vocabulary.context().join(element, vocabulary.fieldOf(value, state));
}

std::optional<GhostState> ghostState(program::Vocabulary& vocabulary, const TypeRules& types, const Field& field,
                                     program::State state) {
  if (field.ghost) return stateOfGhost(vocabulary, types, field, state);
  if (!program::isModelArray(field) && !program::isModelView(field)) return std::nullopt;
  logic::Context& context = vocabulary.context();
  const Field* length = program::lengthFieldOf(*field.owner);
  INVARIANT(length != nullptr, "a modelled container should have a length");
  // Sets and maps have one array for all their ghost fields.
  const Field* entries = program::entriesFieldOf(*field.owner);
  const Field& held = entries != nullptr ? *entries : field;
  const logic::Expr array = vocabulary.fieldOf(&held, state);
  const logic::Expr positions = context.range(context.integer(0), context.integer(held.type->extent.value_or(0)));
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

  const LibraryRole role = program::roleOf(field).value();
  if (role == LibraryRole::Sequence) {
    // Taking rows away keeps the relation functional.
    const logic::Expr element = elementOf(array);
    const logic::Expr stale =
        context.comprehension({{object, objects}, {position, positions}, {variable(element), element}},
                              context.lessEqual(used, context.variable(position)));
    const logic::Expr elements = context.subtract(array, stale);
    return GhostState{readElement(vocabulary, elements, field.elementType(), state), types.ofField(field)};
  }
  std::vector<logic::Decl> decls = {{position, positions}, {object, objects}};
  Type type = Type::object(field.owner);
  const auto addColumn = [&](const Field* (*member)(const program::ClassDecl&)) {
    logic::Expr element = elementOf(array);
    program::TypeRef element_type = held.elementType();
    if (member != nullptr) {
      const Field* part = member(*element_type->class_decl);
      INVARIANT(part != nullptr, "an element of a modelled map should be a pair");
      element = context.join(element, vocabulary.fieldOf(part, state));
      element_type = part->type;
    }
    element = readElement(vocabulary, element, element_type, state);
    decls.push_back({variable(element), element});
    type = types.product(type, types.ofProgramType(element_type));
  };
  const bool is_map = role == LibraryRole::Keys || role == LibraryRole::Mapping;
  addColumn(is_map ? program::keyFieldOf : nullptr);
  if (role == LibraryRole::Mapping) addColumn(program::mappedFieldOf);
  const logic::Expr rows = context.comprehension(decls, context.less(context.variable(position), used));
  const bool is_functional =
      role == LibraryRole::Single || (role == LibraryRole::Mapping && !program::mayKeysRepeat(*field.owner));
  return GhostState{context.join(positions, rows), type, !is_functional};
}

/// Are these the elements of a map, which are found by their first parts? Sets of pairs have the same base.
static bool areOfMap(const program::Program& program, const Field& entries) {
  return std::ranges::any_of(program.classes(), [&](const program::ClassDecl* class_decl) {
    return class_decl->derivesFrom(entries.owner) && class_decl->findMember(LibraryRole::Keys) != nullptr;
  });
}

/// What tells keys apart: the key itself, or of a pair its two parts, and so on.
static std::vector<logic::Expr> partsOfKey(program::Vocabulary& vocabulary, logic::Expr key, program::TypeRef type,
                                           program::State state) {
  if (!type->isClass() || program::textFieldOf(*type->class_decl) != nullptr)
    return {readElement(vocabulary, key, type, state)};
  std::vector<logic::Expr> parts;
  for (const Field* field : program::allFields(type->class_decl)) {
    if (!field->elementType()->isScalar() && !field->holdsParts()) continue;
    const logic::Expr part = vocabulary.context().join(key, vocabulary.fieldOf(field, state));
    for (const logic::Expr inner : partsOfKey(vocabulary, part, field->type, state)) parts.push_back(inner);
  }
  return parts;
}

/// Keys in the order in which the library has them: ascending where that is by value, else no two the same. Where keys
/// may repeat, those that are the same are side by side.
static logic::Formula keysInOrder(program::Vocabulary& vocabulary, const Field& entries, program::State state) {
  logic::Context& context = vocabulary.context();
  const Field* length = program::lengthFieldOf(*entries.owner);
  const logic::Variable object = context.addVariable("object", false);
  const logic::Expr container = context.variable(object);
  const logic::Expr array = vocabulary.fieldOf(&entries, state);
  const bool is_map = areOfMap(vocabulary.program(), entries);
  const auto keyAt = [&](long position) {
    logic::Expr key = context.join(context.integer(position), context.join(container, array));
    program::TypeRef type = entries.elementType();
    if (is_map) {
      const Field* first = program::keyFieldOf(*type->class_decl);
      key = context.join(key, vocabulary.fieldOf(first, state));
      type = first->type;
    }
    return partsOfKey(vocabulary, key, type, state);
  };
  const auto areSame = [&](long one, long other) {
    const std::vector<logic::Expr> left = keyAt(one), right = keyAt(other);
    std::vector<logic::Formula> parts;
    for (std::size_t i = 0; i < left.size(); ++i) parts.push_back(context.equal(left[i], right[i]));
    return context.conjoin(parts);
  };
  const bool ascending = !program::scatteredFieldOf(*entries.owner) && keyAt(0).size() == 1;
  const bool repeats = program::mayKeysRepeat(*entries.owner);
  const logic::Expr used = context.join(container, vocabulary.fieldOf(length, state));
  std::vector<logic::Formula> parts;
  for (long later = 1; later < entries.type->extent.value_or(0); ++later)
    for (long earlier = ascending ? later - 1 : 0; earlier < later; ++earlier) {
      const logic::Expr before = keyAt(earlier).front(), after = keyAt(later).front();
      const logic::Formula right = ascending ? repeats ? context.lessEqual(before, after) : context.less(before, after)
                                   : repeats ? context.implies(areSame(earlier, later), areSame(later - 1, later))
                                             : context.negate(areSame(earlier, later));
      parts.push_back(context.implies(context.less(context.integer(later), used), right));
    }
  return context.forAll({{object, vocabulary.liveObjects(entries.owner, state)}}, context.conjoin(parts));
}

/// The index of a std::variant is that of an alternative, or says that there is none.
static logic::Formula isAlternative(program::Vocabulary& vocabulary, const Field& field, program::State state) {
  logic::Context& context = vocabulary.context();
  const logic::Variable object = context.addVariable("v", false);
  const logic::Expr index = context.join(context.variable(object), context.relation(vocabulary.field(&field, state)));
  logic::Expr known = context.range(context.integer(0), context.integer(field.alternatives->count));
  if (field.alternatives->may_be_none)
    known = context.unite(known, context.integer((logic::Integer{1} << field.type->width) - 1));
  return context.forAll({{object, vocabulary.liveObjects(field.owner, state)}}, context.subset(index, known));
}

std::optional<logic::Formula> modelledState(program::Vocabulary& vocabulary, const program::ClassDecl& class_decl,
                                            program::State state) {
  if (const auto formula = ghostsAreKeptWell(vocabulary, class_decl, state)) return formula;
  for (const Field* field : class_decl.fields)
    if (field->alternatives) return isAlternative(vocabulary, *field, state);
  if (!program::isModelClass(class_decl)) return std::nullopt;
  if (program::isOwner(class_decl)) return ownersAgree(vocabulary, class_decl, state);
  if (program::isOwnersBlock(class_decl)) return ownersAreCounted(vocabulary, class_decl, state);
  for (const Field* field : class_decl.fields)
    if (program::isModelEntries(*field) && program::areKeysKnown(class_decl))
      return keysInOrder(vocabulary, *field, state);
  return std::nullopt;
}

}  // namespace weir::specs
