// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/frame.h"

#include "ir/program/model_class.h"

namespace weir::specs {
namespace {

using program::State;

void addField(std::vector<ModifiedLocation>& locations, const LoweringContext& shared, const program::Field* field,
              logic::Expr objects, logic::Expr index);

void addAllFields(std::vector<ModifiedLocation>& locations, const LoweringContext& shared,
                  const program::ClassDecl& class_decl, logic::Expr objects) {
  for (const program::Field* field : class_decl.fields) addField(locations, shared, field, objects, nullptr);
  for (const program::ClassDecl* base : class_decl.bases) addAllFields(locations, shared, *base, objects);
}

// A field that holds parts is no place itself: its parts' fields are, all of them.
void addField(std::vector<ModifiedLocation>& locations, const LoweringContext& shared, const program::Field* field,
              logic::Expr objects, logic::Expr index) {
  if (!field->holdsParts()) {
    if (field->elementType()->isScalar()) locations.push_back({field, objects, index});
    if (field->ghost && field->ghost->length != nullptr) locations.push_back({field->ghost->length, objects, nullptr});
    if (field->ghost && field->ghost->keys != nullptr) locations.push_back({field->ghost->keys, objects, nullptr});
    return;
  }
  logic::Context& context = shared.vocabulary.context();
  logic::Expr parts =
      context.join(context.relation(shared.vocabulary.partOwner(field)), objects != nullptr ? objects : context.univ());
  if (index != nullptr)
    parts = context.intersect(parts, context.join(context.relation(shared.vocabulary.partIndex(field)), index));
  addAllFields(locations, shared, *field->elementType()->class_decl, parts);
}

// What a pointer to a scalar points to, plus `offset` elements.
void addSlot(std::vector<ModifiedLocation>& locations, const LoweringContext& shared, const Value& slot,
             logic::Expr offset) {
  logic::Context& context = shared.vocabulary.context();
  const program::TypeRef pointee = slot.type.products.front().front().pointee;
  for (const program::Field* field : shared.vocabulary.slotFields(pointee)) {
    const logic::Expr owner = context.join(slot.expr, context.relation(shared.vocabulary.slotOwner(field)));
    logic::Expr index = nullptr;
    if (field->type->isArray()) {
      index = context.join(slot.expr, context.relation(shared.vocabulary.slotIndex(field)));
      if (offset != nullptr) index = context.plus(index, offset);
    }
    locations.push_back({field, owner, index});
  }
}

bool isSlot(const Value& value) {
  return !value.isError() && value.type.arity == 1 && value.type.products.size() == 1 &&
         value.type.products.front().front().kind == Column::Kind::Slot;
}

// `e.g` and, with an index, `e.g[i]`.
void addFields(std::vector<ModifiedLocation>& locations, Lowering& lowering, const LoweringContext& shared,
               const Expr& place, logic::Expr index) {
  const Value owners = lowering.set(*place.children[0]);
  if (owners.isError()) return;
  for (const program::Field* field : lowering.fieldsBehind(*place.children[1], owners.type.last()))
    addField(locations, shared, field, owners.expr, index);
}

}  // namespace

std::vector<ModifiedLocation> modifiedLocations(Lowering& lowering, const LoweringContext& shared, const Expr& item) {
  std::vector<ModifiedLocation> locations;
  logic::Context& context = shared.vocabulary.context();
  if (item.kind == ExprKind::Binary && item.op == Op::Join && item.children[1]->kind == ExprKind::Name) {
    addFields(locations, lowering, shared, item, nullptr);
    return locations;
  }
  if (item.kind == ExprKind::Name) {
    if (const auto slot = lowering.referenceSlot(item)) {
      addSlot(locations, shared, *slot, nullptr);
      return locations;
    }
    if (const program::Field* global = shared.names.global(item.name)) {
      addField(locations, shared, global, context.relation(shared.vocabulary.globalsObject()), nullptr);
      return locations;
    }
    const std::vector<const program::Field*> fields = shared.names.fields(item.name);
    for (const program::Field* field : fields) addField(locations, shared, field, nullptr, nullptr);
    if (!fields.empty()) return locations;
  }
  if (item.kind == ExprKind::Box && item.children.size() == 2) {
    const Expr& head = *item.children[0];
    if (head.kind == ExprKind::Name && head.name == "deref") {
      const Value slot = lowering.set(*item.children[1]);
      if (isSlot(slot)) addSlot(locations, shared, slot, nullptr);
      if (isSlot(slot) || slot.isError()) return locations;
    } else {
      const Value index = lowering.number(*item.children[1]);
      const Value array = index.isError() ? index : lowering.set(head);
      if (array.isError()) return locations;
      if (isSlot(array)) {
        addSlot(locations, shared, array, index.expr);
        return locations;
      }
      if (head.kind == ExprKind::Binary && head.op == Op::Join && head.children[1]->kind == ExprKind::Name) {
        addFields(locations, lowering, shared, head, index.expr);
        return locations;
      }
    }
  }
  const Value value = lowering.set(item);
  if (!value.isError())
    lowering.report(item, "'modifies' lists places, such as 'x.f', 'e.g', a field or a global; this is a value");
  return locations;
}

Part unchangedOutside(const std::vector<ModifiedLocation>& locations, const LoweringContext& shared,
                      const std::string& text, const SourceRange& range) {
  logic::Context& context = shared.vocabulary.context();
  Part whole;
  whole.shape = Part::Shape::And;
  whole.text = text;
  whole.range = range;
  std::vector<logic::Formula> formulas;
  for (const program::ClassDecl* class_decl : shared.vocabulary.program().classes()) {
    for (const program::Field* field : class_decl->fields) {
      if (field->holdsParts() || !field->elementType()->isScalar() || field->is_constant) continue;
      if (program::roleOf(*field) == program::LibraryRole::Characters) continue;
      if (field->name.starts_with('%')) continue;  // no name of a program's: what the clock shows, errno
      const logic::Variable variable = context.addVariable("x", false);
      const logic::Expr x = context.variable(variable);
      logic::Expr allowed = context.none(1);
      logic::Expr elements = context.none(1, 1);
      bool everywhere = false;
      for (const ModifiedLocation& location : locations) {
        if (location.field != field) continue;
        if (location.objects == nullptr)
          everywhere = true;
        else if (location.index == nullptr)
          allowed = context.unite(allowed, location.objects);
        else
          elements = context.unite(
              elements, context.ifElse(context.subset(x, location.objects), location.index, context.none(1, 1)));
      }
      if (everywhere) continue;
      const logic::Expr before = context.join(x, context.relation(shared.vocabulary.field(field, State::Pre)));
      const logic::Expr after = context.join(x, context.relation(shared.vocabulary.field(field, State::Post)));
      const auto rest = [&](logic::Expr rows) {
        return field->type->isArray() ? context.subtract(rows, context.domainRestrict(elements, rows)) : rows;
      };
      const std::string name = class_decl->name + "::" + field->name;
      Part unchanged;
      unchanged.formula = context.conjoin(context.subset(x, shared.vocabulary.liveObjects(class_decl, State::Post)),
                                          context.equal(rest(before), rest(after)));
      unchanged.text = text + ": x." + name + "' = x." + name;
      unchanged.range = range;
      unchanged.terms = {{"x." + name, before}, {"x." + name + "'", after}};
      Part all;
      all.shape = Part::Shape::ForAll;
      all.decls = {{variable, context.subtract(shared.vocabulary.liveObjects(class_decl, State::Pre), allowed)}};
      all.formula = context.forAll(all.decls, unchanged.formula);
      all.text = unchanged.text;
      all.range = range;
      all.parts.push_back(std::move(unchanged));
      formulas.push_back(all.formula);
      whole.parts.push_back(std::move(all));
    }
  }
  whole.formula = context.conjoin(formulas);
  return whole;
}

}  // namespace weir::specs
