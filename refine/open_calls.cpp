// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a call of a function without a body, which has no specification, may do: anything to what it can reach.
//
//   int r = hook(n, &count);      r, the nodes, count and every variable of the program are then what the solver likes
//
// It cannot reach constants, nor objects of this call whose address nobody else was given (encode/escapes.h). It may
// free what it reaches, and make objects. What it returns and stores leads to something that is there.
#include <algorithm>

#include "ir/program/model_class.h"
#include "refine/abstract_calls.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;

const Escapes& AbstractCalls::escapes() const {
  if (escapes_ == nullptr)
    escapes_ = std::make_shared<const Escapes>(vocabulary_.program(), model_.footprint().procedures);
  return *escapes_;
}

bool AbstractCalls::isOutOfReach(int atom) const {
  if (model_.isMadeUp(atom)) return true;
  if (const AllocateStmt* maker = model_.makerOf(atom)) return !escapes().isKnown(*maker);
  // The room for the result of the method itself.
  if (model_.atom(model_.outermost(atom)).is_automatic)
    return !escapes().isKnown(model_.footprint().procedures.front()->parameters.back());
  for (; model_.atom(atom).owner >= 0; atom = model_.atom(atom).owner)
    if (model_.atom(atom).field->is_read_only && model_.atom(atom).field->owner->is_globals) return true;
  return false;
}

/// No argument of the call leads into this object, and no memory but its own.
Formula AbstractCalls::isUnseenAt(int whole, const CallSiteRecord& record) {
  const auto [known, is_new] = unseen_.try_emplace({&record, whole}, nullptr);
  if (!is_new) return known->second;
  Expr inside = context_.none(1), objects = context_.none(1);
  for (int atom = whole; atom < model_.universe().size(); ++atom) {
    if (model_.outermost(atom) != whole) continue;
    inside = context_.unite(inside, context_.atom(atom));
    if (model_.atom(atom).class_decl != nullptr) objects = context_.unite(objects, context_.atom(atom));
  }
  std::vector<Formula> parts;
  for (std::size_t i = 0; i < record.arguments.size(); ++i)
    if (record.callee->parameters[i]->type->isPointer())
      parts.push_back(context_.no(context_.intersect(record.arguments[i], inside)));
  for (const Field* field : model_.footprint().value_fields) {
    if (!field->elementType()->isPointer() || field->elementType()->isFunctionPointer()) continue;
    const Expr values = record.before.heap[components_.field(field)];
    const Expr of_others = context_.subtract(values, context_.domainRestrict(objects, values));
    parts.push_back(context_.no(context_.rangeRestrict(of_others, inside)));
  }
  return unseen_[{&record, whole}] = context_.conjoin(parts);
}

/// The same of this call and of all before it that could have kept a pointer.
Formula AbstractCalls::isUnseen(int whole, const CallSiteRecord& record) {
  std::vector<Formula> parts;
  for (const CallSiteRecord& earlier : sites_)
    if (!earlier.left_open.empty() || &earlier == &record)
      parts.push_back(context_.implies(earlier.before.active, isUnseenAt(whole, earlier)));
  return context_.conjoin(parts);
}

/// Is this an object of the method's own that nobody else knows: made by it and not handed out so far, or passed by
/// value?
Formula AbstractCalls::isOwn(int whole, const CallSiteRecord& record) {
  const auto [known, is_new] = own_.try_emplace({&record, whole}, nullptr);
  if (!is_new) return known->second;
  const ClassDecl* class_decl = model_.atom(whole).class_decl;
  Formula is_own = context_.truth(false);
  if (model_.atom(whole).is_automatic) {
    is_own = isOutOfReach(whole) ? context_.truth(true) : isUnseen(whole, record);
  } else if (model_.atom(whole).number >= 0) {
    const int used = components_.used(class_decl);
    const auto isIn = [&](Expr set) { return context_.subset(context_.atom(whole), set); };
    if (model_.footprint().allocated.contains(class_decl))
      is_own = context_.conjoin(
          context_.conjoin(isIn(record.before.heap[used]), context_.negate(isIn(components_.atEntry()[used]))),
          escapes().isKnown(class_decl) ? isUnseen(whole, record) : context_.truth(true));
    for (const Local* parameter : model_.footprint().procedures.front()->parameters)
      if (parameter->is_by_value && parameter->is_unknown_to_others && !escapes().isKnown(parameter) &&
          parameter->type->pointee->class_decl == class_decl)
        is_own = context_.disjoin(
            is_own, context_.equal(context_.relation(vocabulary_.parameter(parameter)), context_.atom(whole)));
  }
  return own_[{&record, whole}] = is_own;
}

/// Such objects and parts of them, as far as they have the fields of this class.
Expr AbstractCalls::ownObjects(const ClassDecl* owner, const CallSiteRecord& record) {
  Expr objects = context_.none(1);
  for (int atom = 0; atom < model_.universe().size(); ++atom) {
    const ClassDecl* class_decl = model_.atom(atom).class_decl;
    if (class_decl == nullptr || !class_decl->derivesFrom(owner) || isOutOfReach(atom)) continue;
    objects = context_.unite(
        objects, context_.ifElse(isOwn(model_.outermost(atom), record), context_.atom(atom), context_.none(1)));
  }
  return objects;
}

/// Those of these places that are there after the call, and that it can know.
Expr AbstractCalls::placesAfter(const std::vector<int>& candidates, TypeRef type, const CallSiteRecord& record) {
  const auto isLive = [&](int atom) {
    return context_.subset(context_.atom(atom), record.after[components_.live(model_.atom(atom).class_decl)]);
  };
  const bool may_be_end = type->isSlotPointer() && model_.footprint().mayBeAtEnd(type->pointee);
  const auto [known, is_new] = places_after_.try_emplace({&record, may_be_end, candidates}, nullptr);
  if (!is_new) return known->second;
  Expr places = context_.none(1);
  for (const int atom : candidates) {
    const HeapModel::Atom& info = model_.atom(atom);
    Formula is_there = context_.truth(true);
    if (info.procedure == nullptr && !model_.isMadeUp(atom)) {
      is_there = context_.conjoin(isLive(info.isSlot() ? info.owner : atom),
                                  context_.negate(isOwn(model_.outermost(atom), record)));
      const ClassDecl* owner = info.isSlot() ? model_.atom(info.owner).class_decl : nullptr;
      if (owner != nullptr && owner->is_array) {
        const Expr extent = context_.join(context_.atom(info.owner), record.after[components_.extent(owner)]);
        const Expr index = context_.integer(info.index);
        is_there =
            context_.conjoin(is_there, may_be_end ? context_.lessEqual(index, extent) : context_.less(index, extent));
      } else if (model_.isEndOfOne(atom) && !may_be_end) {
        continue;
      } else if (owner != nullptr && info.field->type->isArray() && !may_be_end &&
                 info.index == model_.extentLimit(info.field)) {
        continue;
      }
    }
    places = context_.unite(places, context_.ifElse(is_there, context_.atom(atom), context_.none(1)));
  }
  return known->second = places;
}

/// Chooses what the component is afterwards, but for what is out of reach.
void AbstractCalls::leaveOpen(int component, CallSiteRecord& record) {
  const Component& what = components_.at(component);
  const Expr before = record.before.heap[component];
  const ClassDecl* owner = what.field != nullptr ? what.field->owner : what.class_decl;
  ChosenRelation chosen = knownAt(
      record.path,
      chooseComponent(component, components_.nameOf(component) + "@" + record.path.text(), components_, model_));
  // Automatic objects live as long as their blocks, and the variables of the program always.
  const bool is_life = what.kind == Component::Kind::Live;
  const auto isKept = [this, is_life](int atom) {
    const HeapModel::Atom& whole = model_.atom(model_.outermost(atom));
    return isOutOfReach(atom) || (is_life && (whole.is_automatic || whole.class_decl->is_globals));
  };
  chosen.bound = [isKept, all = std::move(chosen.bound)](const HeapModel& of) {
    logic::RelationBound bound = all(of);
    std::erase_if(bound.tuples, [&](const logic::BoundTuple& tuple) { return isKept(tuple.cells.front().atom); });
    return bound;
  };
  Expr kept = context_.none(1);
  for (int atom = 0; atom < model_.universe().size(); ++atom)
    if (const ClassDecl* class_decl = model_.atom(atom).class_decl;
        class_decl != nullptr && class_decl->derivesFrom(owner) && isKept(atom))
      kept = context_.unite(kept, context_.atom(atom));
  const Expr value = choose(std::move(chosen), record);
  record.left_open[component] = value->relation;
  record.after[component] = value;
  if (kept->kind != logic::ExprKind::None)
    record.after[component] = context_.unite(
        value, before->arity == 1 ? context_.intersect(before, kept) : context_.domainRestrict(kept, before));
}

/// Objects that were live may end, and new ones begin.
void AbstractCalls::knowObjects(const ClassDecl* class_decl, CallSiteRecord& record) {
  const int used = components_.used(class_decl), live = components_.live(class_decl);
  const auto& before = record.before.heap;
  const auto& after = record.after;
  std::vector<Formula> facts{
      context_.subset(before[used], after[used]),
      context_.subset(after[live], context_.unite(before[live], context_.subtract(after[used], before[used])))};
  const auto& objects = model_.objectsOf(class_decl);
  for (std::size_t i = 0; i + 1 < objects.size(); ++i)
    facts.push_back(context_.implies(context_.subset(context_.atom(objects[i + 1]), after[used]),
                                     context_.subset(context_.atom(objects[i]), after[used])));
  // What nobody else knows stays alive.
  const Expr own = ownObjects(class_decl, record);
  if (own->kind != logic::ExprKind::None)
    facts.push_back(context_.equal(context_.intersect(before[live], own), context_.intersect(after[live], own)));
  for (int atom = 0; atom < model_.universe().size(); ++atom) {
    const HeapModel::Atom& info = model_.atom(atom);
    if (info.class_decl != class_decl || info.owner < 0 || model_.isMadeUp(atom)) continue;
    const HeapModel::Atom& whole = model_.atom(model_.outermost(atom));
    if (whole.is_automatic || whole.class_decl->is_globals) continue;
    const ClassDecl* owner = model_.atom(info.owner).class_decl;
    Formula inside = context_.subset(context_.atom(info.owner), after[components_.live(owner)]);
    if (owner->is_array)
      inside = context_.conjoin(
          inside, context_.less(context_.integer(info.index),
                                context_.join(context_.atom(info.owner), after[components_.extent(owner)])));
    facts.push_back(context_.iff(context_.subset(context_.atom(atom), after[live]), inside));
  }
  if (class_decl->is_array) {
    const int extent = components_.extent(class_decl);
    facts.push_back(context_.equal(context_.domainRestrict(before[used], before[extent]),
                                   context_.domainRestrict(before[used], after[extent])));
  }
  facts_.push_back({context_.implies(record.before.active, context_.conjoin(facts)),
                    {record.left_open.at(used), record.left_open.at(live)}});
}

/// A number that had a value, or was given one, has one.
Formula AbstractCalls::numbersAreThere(const Field* field, const CallSiteRecord& record) {
  const int values = components_.field(field), raw = components_.uninitialized(field);
  std::vector<Formula> facts;
  for (int atom = 0; atom < model_.universe().size(); ++atom) {
    if (!model_.isRowOf(atom, field) || isOutOfReach(atom)) continue;
    const bool is_required = !field->owner->is_array && !model_.atom(atom).is_automatic;
    if (is_required) continue;
    for (long i = 0; i < (field->type->isArray() ? model_.extentLimit(field) : 1); ++i) {
      const auto valueIn = [&](Expr rows) {
        const Expr row = context_.join(context_.atom(atom), rows);
        return field->type->isArray() ? context_.join(context_.integer(i), row) : row;
      };
      const auto isRawIn = [&](Expr rows) {
        if (rows->kind == logic::ExprKind::None) return context_.truth(false);
        return field->type->isArray() ? context_.subset(context_.integer(i), context_.join(context_.atom(atom), rows))
                                      : context_.subset(context_.atom(atom), rows);
      };
      Formula has_value = context_.some(valueIn(record.before.heap[values]));
      has_value = context_.disjoin(
          has_value, context_.conjoin(isRawIn(record.before.heap[raw]), context_.negate(isRawIn(record.after[raw]))));
      if (field->owner->is_array) {
        const ClassDecl* array = field->owner;
        const Expr extent = context_.join(context_.atom(atom), record.after[components_.extent(array)]);
        has_value = context_.disjoin(
            has_value, context_.conjoin(context_.subset(context_.atom(atom),
                                                        context_.subtract(record.after[components_.used(array)],
                                                                          record.before.heap[components_.used(array)])),
                                        context_.less(context_.integer(i), extent)));
      }
      facts.push_back(context_.implies(has_value, context_.some(valueIn(record.after[values]))));
    }
  }
  return context_.conjoin(facts);
}

void AbstractCalls::knowRows(int component, CallSiteRecord& record) {
  const Expr chosen = context_.relation(record.left_open.at(component));
  const Component& what = components_.at(component);
  const Expr before = record.before.heap[component];
  const Expr after = record.after[component];
  const ClassDecl* owner = what.field->owner;
  std::vector<Formula> facts;
  const Expr own = ownObjects(owner, record);
  const auto rowsIn = [&](Expr objects, Expr rows) {
    return rows->arity == 1 ? context_.intersect(rows, objects) : context_.domainRestrict(objects, rows);
  };
  if (own->kind != logic::ExprKind::None) facts.push_back(context_.equal(rowsIn(own, before), rowsIn(own, after)));
  if (what.kind == Component::Kind::Uninitialized) {
    facts.push_back(context_.subset(after, before));
  } else if (what.field->elementType()->isPointer()) {
    const Expr places = placesAfter(model_.candidatesLeft(what.field), what.field->elementType(), record);
    facts.push_back(context_.subset(context_.subtract(chosen, before), context_.rangeRestrict(chosen, places)));
  } else {
    facts.push_back(numbersAreThere(what.field, record));
    // What it left in a union nobody knows.
    if (what.field->is_union_state)
      facts.push_back(
          context_.subset(context_.subtract(chosen, before),
                          context_.rangeRestrict(chosen, context_.integer(static_cast<long>(UnionState::AtEntry)))));
  }
  if (!facts.empty())
    facts_.push_back({context_.implies(record.before.active, context_.conjoin(facts)), {chosen->relation}});
}

void AbstractCalls::knowResult(CallSiteRecord& record) {
  const TypeRef type = record.callee->result;
  if (!type->isPointer()) return;
  const Local* target = record.stmt->target;
  Expr places =
      placesAfter(target == nullptr ? model_.candidates(type) : model_.candidatesReturned(target), type, record);
  // A read of what is volatile gives what was written there, too, and that may be gone.
  if (record.callee->construct && record.arguments.size() == 1 && record.callee->parameters.front()->type == type)
    places = context_.unite(places, record.arguments.front());
  Formula is_there = context_.subset(record.result, places);
  if (record.callee->result_is_reference) is_there = context_.conjoin(is_there, context_.some(record.result));
  facts_.push_back({context_.implies(record.before.active, is_there), {record.result->relation}});
}

/// What is not computed has a result, and changes nothing.
void AbstractCalls::fromConstruct(CallSiteRecord& record) {
  chooseResult(record);
  knowResult(record);
  const Construct::Result result = record.callee->construct->result;
  if (result == Construct::Result::Any) return;
  const auto know = [&](Formula formula, std::vector<logic::Relation> about) {
    facts_.push_back({context_.implies(record.before.active, formula), std::move(about)});
  };
  if (result == Construct::Result::Address) {
    const Formula is_zero = context_.equal(record.result, context_.integer(0));
    know(context_.iff(context_.no(record.arguments.front()), is_zero), {record.result->relation});
  }
  for (const CallSiteRecord& earlier : sites_) {
    if (&earlier == &record || earlier.callee != record.callee) continue;
    std::vector<Formula> same{earlier.before.active};
    for (std::size_t i = 0; i < record.arguments.size(); ++i)
      same.push_back(context_.equal(record.arguments[i], earlier.arguments[i]));
    know(context_.implies(context_.conjoin(same), context_.equal(record.result, earlier.result)),
         {record.result->relation, earlier.result->relation});
  }
}

void AbstractCalls::fromNothing(CallSiteRecord& record) {
  for (int component = 0; component < components_.size(); ++component) {
    const Component& what = components_.at(component);
    if (what.field != nullptr && what.field->is_read_only && what.field->owner->is_globals) continue;
    const bool is_empty = record.before.heap[component]->kind == logic::ExprKind::None;
    if (what.kind == Component::Kind::Uninitialized && is_empty) continue;
    leaveOpen(component, record);
  }
  chooseResult(record);
  for (const ClassDecl* class_decl : model_.footprint().classes) knowObjects(class_decl, record);
  for (const auto& [component, chosen] : record.left_open)
    if (components_.at(component).field != nullptr) knowRows(component, record);
  knowResult(record);
}

}  // namespace weir::refine
