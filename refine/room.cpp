// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How large containers and strings of a model may be is a limit of the scope, as the number of objects is. It is
// reported where it matters: a state at entry may always have a larger container, and an execution may have to make
// one.
#include <algorithm>
#include <functional>
#include <set>

#include "ir/program/model_text.h"
#include "refine/coverage.h"

namespace weir::refine {

using namespace program;

namespace {

/// How many elements an object of a model's may hold, of the library's or of the user's; 0: it is no container.
int roomOf(const ClassDecl& class_decl) {
  if (isBaseOfModel(class_decl)) return 0;
  for (const Field* field : allFields(&class_decl)) {
    const bool holds_elements =
        field->ghost ? field->type->isArray() : isModelArray(*field) && roleOf(*field) != LibraryRole::Single;
    if (holds_elements) return static_cast<int>(field->type->extent.value_or(0));
  }
  return 0;
}

/// The classes of what the code is given: what its parameters and the globals lead to.
std::set<const ClassDecl*> classesAtEntry(const Procedure& procedure, const Footprint& footprint) {
  std::set<const ClassDecl*> reached;
  const std::function<void(const ClassDecl*)> reachClass = [&](const ClassDecl* base) {
    for (const ClassDecl* class_decl : footprint.classes) {
      if (!class_decl->derivesFrom(base) || !reached.insert(class_decl).second) continue;
      for (const Field* field : allFields(class_decl)) {
        const TypeRef type = field->elementType();
        if (type->isClass()) reachClass(type->class_decl);
        if (type->isObjectPointer()) reachClass(type->pointee->class_decl);
      }
    }
  };
  for (const Local* parameter : procedure.parameters)
    if (parameter->type->isObjectPointer() && !parameter->name.starts_with("%"))
      reachClass(parameter->type->pointee->class_decl);
  for (const ClassDecl* class_decl : footprint.classes)
    if (class_decl->is_globals) reachClass(class_decl);
  return reached;
}

}  // namespace

void Coverage::describeRoom(const Query& query, PropertyOutcome& outcome) const {
  for (const ClassDecl* class_decl : query.footprint().classes) {
    if (const int room = roomOf(*class_decl)) outcome.scope.most(Limit::Elements)[class_decl->name] = room;
    if (class_decl->is_array && query.footprint().walksArrays(class_decl))
      outcome.scope.most(Limit::ArrayElements)[class_decl->name] = options_.scope.ofArrays();
    if (isModelText(*class_decl))
      outcome.scope.most(Limit::Characters)["std::string"] = static_cast<int>(kTextCharacters);
  }
}

/// A verdict that was reached stays, whatever happens to the question whether there was room for all.
void Coverage::describeCutRoom(PropertyOutcome& outcome) {
  if (outcome.verdict != Verdict::Holds && outcome.verdict != Verdict::Vacuous) return;
  Scope& scope = outcome.scope;
  // What is not settled below stays so.
  for (const Limit limit : {Limit::Elements, Limit::Characters})
    scope.cut(limit) = scope.most(limit).empty() ? Cut::No : Cut::Yes;
  if (!scope.isCut(Limit::Elements) && !scope.isCut(Limit::Characters)) return;
  Query* query = queries_.existing();
  if (query == nullptr) return;
  const auto given = classesAtEntry(*spec_.procedure, query->footprint());
  const bool has_containers = std::ranges::any_of(given, [](const ClassDecl* each) { return roomOf(*each) > 0; });
  const bool has_texts = std::ranges::any_of(given, [](const ClassDecl* each) { return isModelText(*each); });
  // Elements are put into containers by methods of the models, which any callee may call.
  const bool in_callees = std::ranges::any_of(query->footprint().procedures, [&](const Procedure* procedure) {
    return procedure != spec_.procedure && !isModelCode(*procedure) && !procedure->body.empty();
  });
  const bool asks_elements = scope.isCut(Limit::Elements) && !has_containers;
  const bool asks_characters = scope.isCut(Limit::Characters) && !has_texts;
  if (asks_elements) scope.cut(Limit::Elements) = Cut::Unsettled;
  if (asks_characters) scope.cut(Limit::Characters) = Cut::Unsettled;
  const auto settle = [&](Limit limit, std::optional<Cut>& known, StopSite::Kind kind) {
    if (!known) known = isCut({kind}, in_callees);
    scope.cut(limit) = *known;
  };
  try {
    if (asks_elements) settle(Limit::Elements, elements_cut_, StopSite::Kind::Elements);
    if (asks_characters) settle(Limit::Characters, characters_cut_, StopSite::Kind::Characters);
  } catch (const LimitReached&) {
    queries_.forget();
  }
}

}  // namespace weir::refine
