// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/uncomputed_bytes.h"

#include <algorithm>
#include <set>

#include "ir/program/single_bytes.h"
#include "refine/encode/footprint.h"
#include "refine/spec_formulas.h"

namespace weir::refine {

using namespace program;

namespace {

/// The types of the places whose values the formula reads through pointers.
std::set<TypeRef> targetsIn(logic::Formula formula, const Vocabulary& vocabulary) {
  std::set<const Field*> pointed_to, read;
  for (const logic::Relation relation : relationsIn(formula)) {
    const Vocabulary::Meaning* meaning = vocabulary.meaningOf(relation);
    if (meaning == nullptr) continue;
    if (meaning->kind == Vocabulary::Meaning::Kind::SlotOwner) pointed_to.insert(meaning->field);
    if (meaning->kind == Vocabulary::Meaning::Kind::Field) read.insert(meaning->field);
  }
  std::set<TypeRef> types;
  for (const Field* field : read)
    if (pointed_to.contains(field)) types.insert(field->elementType());
  return types;
}

/// Is there something of one of these types in the field?
bool contains(const Field& field, const std::set<TypeRef>& types) {
  const TypeRef stored = field.elementType();
  if (!field.holdsParts()) return std::ranges::any_of(types, [&](TypeRef type) { return mayAlias(type, stored); });
  return std::ranges::any_of(allFields(stored->class_decl),
                             [&](const Field* inner) { return contains(*inner, types); });
}

/// Is the field, or what it is in, in a union beside a member of one of these types that nobody names?
bool sharesBytesWith(const Field& field, const std::set<TypeRef>& types, const Program& program) {
  const auto isSeen = [&](const Field* other) { return other->is_shadowed && contains(*other, types); };
  if (std::ranges::any_of(field.shares_bytes_with, isSeen)) return true;
  for (const ClassDecl* class_decl : program.classes())
    for (const Field* around : class_decl->fields)
      if (around->holdsParts() && around->elementType()->class_decl == field.owner &&
          sharesBytesWith(*around, types, program))
        return true;
  return false;
}

}  // namespace

const Field* uncomputedBytesAskedFor(logic::Formula formula, const Procedure& procedure, Vocabulary& vocabulary) {
  const std::set<TypeRef> types = targetsIn(formula, vocabulary);
  if (types.empty()) return nullptr;
  const Footprint code = footprintOf(procedure, vocabulary);
  // What the code does with characters is unsupported where they are such bytes.
  const bool asks_for_bytes = !code.accesses_characters && std::ranges::any_of(types, isCharacter);
  for (const Field* field : code.value_fields) {
    if (!code.written.contains(field)) continue;
    const bool is_number = field->elementType()->isInteger() && !field->is_bit_field;
    if (asks_for_bytes && !is_number) return field;
    if (sharesBytesWith(*field, types, vocabulary.program())) return field;
  }
  return nullptr;
}

}  // namespace weir::refine
