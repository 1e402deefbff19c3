// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/specified_calls.h"

#include <algorithm>
#include <set>

#include "ir/program/model_class.h"

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
    if (isChosen(site, site.after[component]) || site.left_open.contains(component)) chosen.push_back(component);
  return chosen;
}

/// Of a function that may do anything: rows that it could only change by ways that are not followed here.
static void keepMade(Query& query, const CallSiteRecord& site, int component, std::vector<logic::Formula>& same) {
  logic::Context& context = query.context();
  const HeapModel& model = query.model();
  const Field* field = query.components().at(component).field;
  const Expr before = site.before.heap[component];
  const Expr after = site.after[component];
  // Other code of this source could change it, if it was called; what to is not known.
  if (field->is_private) same.push_back(context.equal(before, after));
  const Procedure& callee = *site.callee;
  const auto takesConstant = [&](std::size_t i) {
    return callee.parameters[i]->may_point_to_constant || (i == 0 && callee.is_const_method);
  };
  for (int atom = 0; atom < model.universe().size(); ++atom) {
    if (!model.isRowOf(atom, field)) continue;
    const int whole = model.outermost(atom);
    const HeapModel::Atom& info = model.atom(whole);
    if (info.class_decl->is_globals) continue;
    logic::Formula is_known = context.truth(false);
    if (!info.is_automatic)
      is_known =
          context.subset(context.atom(whole), context.relation(model.vocabulary().live(info.class_decl, State::Pre)));
    logic::Formula is_constant = context.truth(false);
    for (std::size_t i = 0; i < site.arguments.size(); ++i) {
      const Expr argument = site.arguments[i];
      if (argument == nullptr || argument->int_columns != 0) continue;
      for (int inside = whole; inside < model.universe().size(); ++inside) {
        if (model.outermost(inside) != whole) continue;
        const logic::Formula is_it = context.subset(context.atom(inside), argument);
        is_known = context.disjoin(is_known, is_it);
        if (takesConstant(i)) is_constant = context.disjoin(is_constant, is_it);
      }
    }
    // It could cast const away. Nobody takes that for a bug of the caller's.
    is_known = context.conjoin(is_known, context.negate(is_constant));
    const auto row = [&](Expr rows) { return context.join(context.atom(atom), rows); };
    same.push_back(context.disjoin(is_known, context.equal(row(before), row(after))));
  }
}

/// Of a function that may do anything: what it ends are whole objects of the heap that it was not handed as const. In C
/// alone, where nothing but `free` gives back what malloc made.
static logic::Formula onlyFrees(Query& query, const CallSiteRecord& site, int component) {
  logic::Context& context = query.context();
  const HeapModel& model = query.model();
  const Expr before = site.before.heap[component];
  const Expr after = site.after[component];
  if (!model.vocabulary().program().is_c || site.left_open.empty()) return context.equal(before, after);
  std::vector<logic::Formula> facts{context.subset(after, before)};
  const Procedure& callee = *site.callee;
  for (int atom = 0; atom < model.universe().size(); ++atom) {
    const HeapModel::Atom& info = model.atom(atom);
    if (info.class_decl != query.components().at(component).class_decl) continue;
    const HeapModel::Atom& whole = model.atom(model.outermost(atom));
    const auto isIn = [&](Expr set) { return context.subset(context.atom(atom), set); };
    logic::Formula may_end = context.truth(false);
    if (!whole.is_automatic && !whole.class_decl->is_globals && !model.isMadeUp(atom))
      may_end = context.subset(context.atom(model.outermost(atom)),
                               context.relation(model.vocabulary().live(whole.class_decl, State::Pre)));
    for (std::size_t i = 0; i < site.arguments.size(); ++i) {
      const Expr argument = site.arguments[i];
      if (argument == nullptr || argument->int_columns != 0 || !callee.parameters[i]->may_point_to_constant) continue;
      for (int inside = 0; inside < model.universe().size(); ++inside)
        if (model.outermost(inside) == model.outermost(atom))
          may_end = context.conjoin(may_end, context.negate(context.subset(context.atom(inside), argument)));
    }
    facts.push_back(context.disjoin(may_end, context.implies(isIn(before), isIn(after))));
  }
  return context.conjoin(facts);
}

logic::Formula canBePerformed(Query& query) {
  logic::Context& context = query.context();
  std::vector<logic::Formula> all;
  for (const CallSiteRecord& site : query.calls().sites()) {
    if (!site.is_final) continue;
    std::vector<logic::Formula> same;
    for (const int component : chosenComponents(site, query.components())) {
      const Component::Kind kind = query.components().at(component).kind;
      if (kind == Component::Kind::Field && !site.left_open.empty()) keepMade(query, site, component, same);
      if (kind == Component::Kind::Field || kind == Component::Kind::Uninitialized) continue;
      if (kind == Component::Kind::Live) {
        same.push_back(onlyFrees(query, site, component));
        continue;
      }
      same.push_back(context.equal(site.before.heap[component], site.after[component]));
    }
    all.push_back(context.implies(site.before.active, context.conjoin(same)));
  }
  return context.conjoin(all);
}

std::vector<logic::Formula> leavesAlone(Query& query) {
  logic::Context& context = query.context();
  std::map<int, std::vector<logic::Formula>> same;
  std::vector<logic::Formula> frees_nothing;
  const auto kindOf = [&](int component) { return query.components().at(component).kind; };
  for (const CallSiteRecord& site : query.calls().sites())
    for (const auto& [component, chosen] : site.left_open)
      if (kindOf(component) == Component::Kind::Live)
        frees_nothing.push_back(
            context.implies(site.before.active, context.equal(site.before.heap[component], site.after[component])));
  for (const CallSiteRecord& site : query.calls().sites())
    for (const auto& [component, chosen] : site.left_open)
      if (kindOf(component) == Component::Kind::Field)
        same[component].push_back(
            context.implies(site.before.active, context.equal(site.before.heap[component], site.after[component])));
  std::vector<logic::Formula> formulas;
  // What was written is what is mostly read.
  std::vector<logic::Formula> likely;
  for (const CallSiteRecord& site : query.calls().sites())
    if (site.callee->construct && site.callee->construct->result == Construct::Result::Any && site.result != nullptr &&
        site.arguments.size() == 1 && site.callee->parameters.front()->type == site.callee->result)
      likely.push_back(context.implies(site.before.active, context.equal(site.result, site.arguments.front())));
  if (!likely.empty()) formulas.push_back(context.conjoin(likely));
  if (!frees_nothing.empty()) formulas.push_back(context.conjoin(frees_nothing));
  for (const auto& [component, parts] : same) formulas.push_back(context.conjoin(parts));
  return formulas;
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
    // Functions of the system's headers, and of classes that have models, do what their manual says, which is not known
    // here.
    const bool is_open = site.callee->is_external && spec == nullptr && !isLibraryCode(*site.callee);
    const bool is_specified =
        site.callee->is_unknown || is_open || (site.callee->is_external && spec != nullptr && spec->trusted);
    if (!record(site, is_specified)) {
      calls_.clear();
      return;
    }
  }
  // The caller may have passed on pointers to everything that is there before the call, but for what is passed by
  // value, which is the method's own.
  const Procedure& root = *query.footprint().procedures.front();
  for (const auto& [atom, object] : objects_) {
    const logic::Tuple self{logic::Cell::ofAtom(atom)};
    const bool is_own = std::ranges::any_of(root.parameters, [&](const Local* parameter) {
      return parameter->is_by_value && parameter->is_unknown_to_others &&
             query.finder().instance().valueOf(query.model().vocabulary().parameter(parameter)).contains(self);
    });
    if (!is_own && query.model().atom(atom).owner < 0) known_.insert(object);
  }
}

/// What these pointers lead to, in this state.
void SpecifiedCalls::becomeKnown(const std::vector<program::Value>& pointers, const Heap& heap) {
  std::vector<ObjectId> work(known_.begin(), known_.end());
  const auto note = [&](const program::Value& value) {
    if (value.object == kNoObject) return;
    const ObjectId whole = outermost(heap, value.object);
    if (known_.insert(whole).second) work.push_back(whole);
  };
  for (const program::Value& pointer : pointers) note(pointer);
  while (!work.empty()) {
    const ObjectId whole = work.back();
    work.pop_back();
    for (ObjectId id = whole; id < heap.size(); ++id)
      if (outermost(heap, id) == whole)
        for (const auto& [field, values] : heap.at(id).fields)
          for (const program::Value& value : values)
            if (!field->holdsParts()) note(value);
  }
}

/// False where objects begin. Parts end with the whole.
bool SpecifiedCalls::noteFrees(const logic::TupleSet& before, const logic::TupleSet& after, Call& call) const {
  for (const logic::Tuple& tuple : after)
    if (!before.contains(tuple)) return false;
  for (const logic::Tuple& tuple : before)
    if (!after.contains(tuple) && query_.model().atom(tuple.front().atom).owner < 0)
      call.frees.push_back(tuple.front().atom);
  return true;
}

bool SpecifiedCalls::record(const CallSiteRecord& site, bool is_specified) {
  const std::vector<Expr> exprs = valuesRead(site, query_);
  if (query_.demand(exprs)) return false;
  const std::vector<logic::TupleSet> values = query_.finder().valuesOf(exprs);
  const bool is_reached = values.front().contains({logic::Cell::ofInteger(1)});
  if (!is_reached) return true;
  if (!is_specified) return false;
  Call call{.callee = site.callee};
  std::size_t next = 1;
  for (const int component : chosenComponents(site, query_.components())) {
    const logic::TupleSet& before = values[next++];
    const logic::TupleSet& after = values[next++];
    const Component& what = query_.components().at(component);
    if (before == after || what.kind == Component::Kind::Uninitialized) continue;
    if (what.kind == Component::Kind::Live && noteFrees(before, after, call)) continue;
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
  // What has no value yet is given one where the call says so, and only there.
  next = 1;
  std::map<const Field*, const logic::TupleSet*> after_call;
  for (const int component : chosenComponents(site, query_.components())) {
    const Component& what = query_.components().at(component);
    const logic::TupleSet& before = values[next++];
    const logic::TupleSet& after = values[next++];
    if (what.kind == Component::Kind::Field) after_call[what.field] = &after;
    if (what.kind != Component::Kind::Uninitialized) continue;
    const auto rowOf = [](const Write& write) {
      logic::Tuple row{logic::Cell::ofAtom(write.object)};
      if (write.field->type->isArray()) row.push_back(logic::Cell::ofInteger(write.index));
      return row;
    };
    std::erase_if(call.writes, [&](const Write& write) {
      return write.field == what.field && (before.contains(rowOf(write)) || after.contains(rowOf(write)));
    });
    for (const logic::Tuple& row : before) {
      if (after.contains(row)) continue;
      Write write{row.front().atom, what.field, row.size() > 1 ? static_cast<long>(row[1].integer) : 0, std::nullopt};
      for (const logic::Tuple& tuple : *after_call.at(what.field))
        if (std::equal(row.begin(), row.end(), tuple.begin())) write.value = tuple.back();
      call.writes.push_back(write);
    }
  }
  calls_.push_back(std::move(call));
  return true;
}

bool SpecifiedCalls::perform(const Procedure& callee, const std::vector<program::Value>& arguments, Heap& heap,
                             std::optional<program::Value>& result) {
  const Procedure* called = callee.same_as != nullptr ? callee.same_as : &callee;
  if (next_ == calls_.size() || calls_[next_].callee != called) return false;
  const Call& call = calls_[next_++];
  if (callee.is_unknown) becomeKnown(arguments, heap);
  for (const Write& write : call.writes) {
    const auto object = objectsIn(heap).objectOf(write.object);
    // A row of an object that is not there says nothing.
    if (!object || write.index >= static_cast<long>(heap.at(*object).fields.at(write.field).size())) continue;
    const auto value = valueOf(write.value, write.field->elementType(), heap);
    if (!value) return false;
    // It can only do so by ways that are not followed here.
    const auto isKnown = [&](ObjectId id) { return id == kNoObject || known_.contains(outermost(heap, id)); };
    if (callee.is_unknown && (write.field->is_private || !isKnown(*object) || !isKnown(value->object))) return false;
    heap.write(*object, write.field, *value, write.index);
  }
  for (const int atom : call.frees) {
    const auto object = objectsIn(heap).objectOf(atom);
    if (!object || !heap.at(*object).live || heap.at(*object).storage != Storage::Heap) return false;
    if (callee.is_unknown && !known_.contains(*object)) return false;
    heap.kill(*object);
  }
  if (callee.result->isScalar()) {
    result = valueOf(call.result, callee.result, heap);
    if (!result) return false;
  }
  return true;
}

/// Objects that the execution has made bear the names of their atoms; an automatic object is the only one of its class.
std::optional<ObjectId> SpecifiedCalls::findMade(int atom, const Heap& heap) const {
  const HeapModel::Atom& info = query_.model().atom(atom);
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

AtomObjects SpecifiedCalls::objectsIn(const Heap& heap) const {
  return {query_.model(), heap, objects_, [&](int atom) { return findMade(atom, heap); }};
}

std::optional<program::Value> SpecifiedCalls::valueOf(const std::optional<logic::Cell>& cell, TypeRef type,
                                                      const Heap& heap) const {
  if (cell) return objectsIn(heap).valueOf(*cell);
  // No number is no value that a program could have.
  return type->isPointer() ? std::optional(program::Value::null()) : std::nullopt;
}

}  // namespace weir::refine
