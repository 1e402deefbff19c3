// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/model_state.h"

#include "ir/program/model_class.h"
#include "support/invariant.h"

namespace weir::specs {

using program::Field;

std::optional<GhostState> ghostState(program::Vocabulary& vocabulary, const TypeRules& types, const Field& field,
                                     program::State state) {
  if (!program::isModelArray(field)) return std::nullopt;
  logic::Context& context = vocabulary.context();
  const Field* length = field.owner->findField("length");
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

  if (field.name == "elems") {
    // Taking rows away keeps the relation functional.
    const logic::Expr element = elementOf(array);
    const logic::Expr stale =
        context.comprehension({{object, objects}, {position, positions}, {variable(element), element}},
                              context.lessEqual(used, context.variable(position)));
    return GhostState{context.subtract(array, stale), types.ofField(field)};
  }
  std::vector<logic::Decl> decls = {{position, positions}, {object, objects}};
  Type type = Type::object(field.owner);
  if (field.name == "mapping") {
    const Field* keys = field.owner->findField("keys");
    INVARIANT(keys != nullptr, "a modelled map should have keys");
    const logic::Expr key = elementOf(vocabulary.fieldOf(keys, state));
    decls.push_back({variable(key), key});
    type = types.product(type, types.ofProgramType(keys->elementType()));
  }
  const logic::Expr element = elementOf(array);
  decls.push_back({variable(element), element});
  type = types.product(type, types.ofProgramType(field.elementType()));
  const logic::Expr rows = context.comprehension(decls, context.less(context.variable(position), used));
  return GhostState{context.join(positions, rows), type, field.name != "mapping"};
}

}  // namespace weir::specs
