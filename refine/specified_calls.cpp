// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/specified_calls.h"

#include <algorithm>
#include <set>

namespace weir::refine {

using namespace program;
using logic::Expr;

namespace {

bool isChosen(const CallSiteRecord& site, Expr value) {
  return value != nullptr && value->kind == logic::ExprKind::Relation &&
         std::ranges::find(site.chosen, value->relation) != site.chosen.end();
}

std::vector<Expr> valuesRead(const CallSiteRecord& site, Query& query) {
  std::vector<Expr> exprs{query.context().fromFormula(site.before.active)};
  for (const int component : chosenComponents(site, query.components())) {
    exprs.push_back(site.before.heap[component]);
    exprs.push_back(site.after[component]);
  }
  if (site.result != nullptr) exprs.push_back(site.result);
  return exprs;
}

}  // namespace

std::vector<int> chosenComponents(const CallSiteRecord& site, const Components& components) {
  std::vector<int> chosen;
  for (int component = 0; component < components.size(); ++component)
    if (isChosen(site, site.after[component])) chosen.push_back(component);
  return chosen;
}

logic::Formula makesNothing(Query& query) {
  std::vector<logic::Formula> same;
  for (const CallSiteRecord& site : query.calls().sites())
    for (const int component : site.is_final ? chosenComponents(site, query.components()) : std::vector<int>{})
      if (query.components().at(component).kind != Component::Kind::Field)
        same.push_back(query.context().implies(
            site.before.active, query.context().equal(site.before.heap[component], site.after[component])));
  return query.context().conjoin(same);
}

bool demandSpecifiedCalls(Query& query) {
  bool is_new = false;
  for (const CallSiteRecord& site : query.calls().sites())
    if (site.is_final && query.demand(valuesRead(site, query))) is_new = true;
  return is_new;
}

SpecifiedCalls::SpecifiedCalls(Query& query, const specs::Specification& specification, std::map<int, ObjectId> objects)
    : query_(query), objects_(std::move(objects)) {
  for (const CallSiteRecord& site : query.calls().sites()) {
    const specs::MethodSpec* spec = specification.find(site.callee);
    // Where the body of a trusted method decides, the calls may no longer be those of the instance.
    const bool is_specified = site.callee->is_external && spec != nullptr && spec->trusted;
    if (!is_specified || !record(site)) {
      calls_.clear();
      return;
    }
  }
}

bool SpecifiedCalls::record(const CallSiteRecord& site) {
  const std::vector<Expr> exprs = valuesRead(site, query_);
  if (query_.demand(exprs)) return false;
  const std::vector<logic::TupleSet> values = query_.finder().valuesOf(exprs);
  const bool is_reached = values.front().contains({logic::Cell::ofInteger(1)});
  if (!is_reached) return true;
  Call call{site.callee, {}, std::nullopt};
  std::size_t next = 1;
  for (const int component : chosenComponents(site, query_.components())) {
    const logic::TupleSet& before = values[next++];
    const logic::TupleSet& after = values[next++];
    const Component& what = query_.components().at(component);
    if (before == after) continue;
    if (what.kind != Component::Kind::Field) return false;
    const bool is_array = what.field->type->isArray();
    const auto write = [&](const logic::Tuple& tuple, bool is_there) {
      call.writes.push_back({tuple.front().atom, what.field, is_array ? static_cast<long>(tuple[1].integer) : 0,
                             is_there ? std::optional(tuple.back()) : std::nullopt});
    };
    // Null is the absence of a row: first what is gone, then what is there instead.
    std::set<logic::Tuple> kept;
    for (const logic::Tuple& tuple : after) kept.insert({tuple.begin(), tuple.end() - 1});
    for (const logic::Tuple& tuple : before)
      if (!kept.contains({tuple.begin(), tuple.end() - 1})) write(tuple, false);
    for (const logic::Tuple& tuple : after)
      if (!before.contains(tuple)) write(tuple, true);
  }
  if (site.result != nullptr && !values[next].empty()) call.result = values[next].begin()->back();
  calls_.push_back(std::move(call));
  return true;
}

bool SpecifiedCalls::perform(const Procedure& callee, Heap& heap, std::optional<program::Value>& result) {
  if (next_ == calls_.size() || calls_[next_].callee != &callee) return false;
  const Call& call = calls_[next_++];
  for (const Write& write : call.writes) {
    const auto object = objectOf(write.object, heap);
    // A row of an object that is not there says nothing.
    if (!object || write.index >= static_cast<long>(heap.at(*object).fields.at(write.field).size())) continue;
    const auto value = valueOf(write.value, write.field->elementType(), heap);
    if (!value) return false;
    heap.write(*object, write.field, *value, write.index);
  }
  if (callee.result->isScalar()) {
    result = valueOf(call.result, callee.result, heap);
    if (!result) return false;
  }
  return true;
}

/// Objects that the execution has made bear the names of their atoms; an automatic object is the only one of its class.
std::optional<ObjectId> SpecifiedCalls::objectOf(int atom, const Heap& heap) {
  if (const auto known = objects_.find(atom); known != objects_.end()) return known->second;
  const HeapModel::Atom& info = query_.model().atom(atom);
  if (info.owner >= 0) {
    const auto owner = objectOf(info.owner, heap);
    if (!owner) return std::nullopt;
    const auto& parts = heap.at(*owner).fields.at(info.field);
    if (info.index >= static_cast<long>(parts.size())) return std::nullopt;
    return parts[info.index].object;
  }
  std::optional<ObjectId> found;
  for (ObjectId id = 0; id < heap.size(); ++id) {
    const Object& object = heap.at(id);
    if (object.owner != kNoObject || object.class_decl != info.class_decl) continue;
    const bool is_automatic = object.storage == Storage::Automatic;
    if (is_automatic != info.is_automatic || (is_automatic && !object.live)) continue;
    if (!is_automatic && object.name != query_.model().universe().at(atom).name) continue;
    if (found) return std::nullopt;
    found = id;
  }
  return found;
}

std::optional<program::Value> SpecifiedCalls::valueOf(const std::optional<logic::Cell>& cell, TypeRef type,
                                                      const Heap& heap) {
  // No number is no value that a program could have.
  if (!cell) return type->isPointer() ? std::optional(program::Value::null()) : std::nullopt;
  if (cell->is_integer) return program::Value::ofInteger(cell->integer);
  const HeapModel::Atom& info = query_.model().atom(cell->atom);
  if (info.procedure != nullptr) return program::Value::ofFunction(info.procedure);
  const auto object = objectOf(info.isSlot() ? info.owner : cell->atom, heap);
  if (!object) return std::nullopt;
  return info.isSlot() ? program::Value::ofSlot(*object, info.field, info.index) : program::Value::ofObject(*object);
}

}  // namespace weir::refine
