// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/relevance.h"

#include <algorithm>
#include <array>
#include <map>

#include "ir/program/model_class.h"
#include "ir/program/walk.h"

namespace weir::refine {

using namespace program;

namespace {

/// Does making or ending an object of one of these classes touch this class, itself or as a part?
bool involves(const std::set<const ClassDecl*>& classes, const ClassDecl* class_decl, const Footprint& footprint) {
  for (const ClassDecl* whole : classes) {
    if (whole->derivesFrom(class_decl) || class_decl->derivesFrom(whole)) return true;
    for (const Field* field : footprint.part_fields)
      if (whole->derivesFrom(field->owner) && (field->elementType()->class_decl == class_decl ||
                                               involves({field->elementType()->class_decl}, class_decl, footprint)))
        return true;
  }
  return false;
}

/// Is there a throw, or something unsupported?
bool mayNotReturnNormally(const Body& body) {
  bool found = false;
  forEachStmt(body, [&](const Stmt& stmt) {
    found = found || stmt.kind == StmtKind::Throw || stmt.kind == StmtKind::Try || stmt.kind == StmtKind::Unsupported;
  });
  return found;
}

/// Does it go from one element to the next where a container may have them in an order that is not known?
bool mayDependOnOrder(const Procedure& procedure, const Program& program) {
  if (isModelCode(procedure)) return false;
  std::set<TypeRef> elements;
  for (const ClassDecl* class_decl : program.classes())
    for (const Field* field : class_decl->fields)
      if (isModelArray(*field) && scatteredFieldOf(*class_decl) != nullptr) elements.insert(field->elementType());
  if (elements.empty()) return false;
  bool found = false;
  forEachStmt(procedure.body, [&](const Stmt& stmt) {
    for (const ExprRef expr : expressionsOf(stmt))
      forEachSubexpression(expr, [&](const Expr& inner) {
        found = found || (inner.kind == ExprKind::PointerAdd && elements.contains(inner.type->pointee));
      });
  });
  return found;
}

/// Parameters that the first straight piece of the body reads or writes through.
std::vector<int> dereferencedIn(const Procedure& callee) {
  std::map<const Local*, int> holders;  // locals that hold a parameter
  for (std::size_t i = 0; i < callee.parameters.size(); ++i)
    if (callee.parameters[i]->type->isPointer()) holders[callee.parameters[i]] = static_cast<int>(i);
  std::set<int> found;
  const auto through = [&](ExprRef object) {
    if (object->kind != ExprKind::LocalRef) return;
    if (const auto holder = holders.find(object->local); holder != holders.end()) found.insert(holder->second);
  };
  const auto assigned = [&](const Local* target, ExprRef value) {
    const auto source =
        value != nullptr && value->kind == ExprKind::LocalRef ? holders.find(value->local) : holders.end();
    const int parameter = source == holders.end() ? -1 : source->second;
    holders.erase(target);
    if (parameter >= 0) holders[target] = parameter;
  };
  for (const auto& stmt : callee.body) {
    switch (stmt->kind) {
      case StmtKind::Assign: assigned(as<AssignStmt>(*stmt).target, as<AssignStmt>(*stmt).value); continue;
      case StmtKind::Load:
        through(as<LoadStmt>(*stmt).object);
        assigned(as<LoadStmt>(*stmt).target, nullptr);
        continue;
      case StmtKind::Store: through(as<StoreStmt>(*stmt).object); continue;
      default: break;
    }
    break;
  }
  return {found.begin(), found.end()};
}

}  // namespace

const Relevance& RelevanceTable::of(const Procedure& callee) {
  const auto [entry, is_new] = known_.try_emplace(&callee);
  Relevance& relevance = entry->second;
  if (!is_new) return relevance;
  const Footprint code = footprintOf(callee, model_.vocabulary(), {});
  const Footprint& all = model_.footprint();
  std::set<const ClassDecl*> made = code.allocated;
  std::set<const ClassDecl*> owners;
  for (const Field* field : all.slot_fields)
    if (code.pointed_types.contains(field->elementType())) owners.insert(field->owner);
  for (int id = 0; id < components_.size(); ++id) {
    const Component& component = components_.at(id);
    const ClassDecl* class_decl = component.field != nullptr ? component.field->owner : component.class_decl;
    const bool is_made = involves(made, class_decl, all);
    const bool may_end = code.frees && component.kind == Component::Kind::Live;
    bool is_written = is_made || may_end;
    // A callee need not mention the field that its parameter points to.
    if (component.field != nullptr)
      is_written = is_written || code.written.contains(component.field) ||
                   (all.hasSlots(component.field) && all.mayStore(code.stored_types, component.field->elementType()));
    const bool mentions_field = component.field != nullptr && code.hasField(component.field);
    const bool mentions_class = component.class_decl != nullptr && code.hasClass(component.class_decl);
    // An access through a pointer is encoded over every field of the caller's that such pointers may point to.
    const bool is_candidate =
        component.field != nullptr
            ? code.pointed_types.contains(component.field->elementType())
            : std::ranges::any_of(owners, [&](const ClassDecl* owner) { return class_decl->derivesFrom(owner); });
    if (is_written || mentions_field || mentions_class || is_candidate) relevance.read.push_back(id);
    if (is_written) relevance.written.push_back(id);
  }
  relevance.ends_objects = code.frees;
  relevance.dereferenced = dereferencedIn(callee);
  // How an object was made is known only where it was made.
  const bool mixes = std::ranges::any_of(all.classes, [&](const ClassDecl* class_decl) {
    return std::ranges::any_of(std::array{Allocator::Malloc, Allocator::New, Allocator::NewArray},
                               [&](Allocator allocator) { return all.isMixed(class_decl, allocator); });
  });
  relevance.must_be_inlined = (mixes || all.deletes_as_base) && (!code.made_by.empty() || code.frees);
  for (const Procedure* procedure : code.procedures)
    relevance.must_be_inlined = relevance.must_be_inlined || procedure->is_external || specified_.contains(procedure) ||
                                mayNotReturnNormally(procedure->body) ||
                                mayDependOnOrder(*procedure, model_.vocabulary().program());
  return relevance;
}

}  // namespace weir::refine
