// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/abstract_calls.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ir/logic/occurrences.h"
#include "ir/logic/substitute.h"
#include "ir/program/model_class.h"
#include "refine/spec_formulas.h"
#include "refine/tuning.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;
using Meaning = Vocabulary::Meaning;

ChosenRelation chooseComponent(int id, const std::string& name, const Components& components, HeapModel& model) {
  Vocabulary& vocabulary = model.vocabulary();
  logic::Context& context = vocabulary.context();
  const Component& component = components.at(id);
  switch (component.kind) {
    case Component::Kind::Field: {
      const Field* field = component.field;
      const logic::Relation like = vocabulary.field(field, State::Pre);
      return {context.addRelation(name, like->columns, true),
              [field](const HeapModel& of) { return of.anyValueOf(field); }};
    }
    case Component::Kind::Extent: {
      const ClassDecl* class_decl = component.class_decl;
      return {context.addRelation(name, vocabulary.extent(class_decl, State::Pre)->columns, true),
              [class_decl](const HeapModel& of) { return of.anyExtentOf(class_decl); }};
    }
    case Component::Kind::Live:
    case Component::Kind::Made:
    case Component::Kind::Used: {
      const ClassDecl* class_decl = component.class_decl;
      return {context.addRelation(name, {vocabulary.sortOf(class_decl)}, false),
              [class_decl](const HeapModel& of) { return of.anySetOf(class_decl); }};
    }
    case Component::Kind::Uninitialized: {
      const Field* field = component.field;
      std::vector<logic::Sort> columns{vocabulary.sortOf(field->owner)};
      if (field->type->isArray()) columns.push_back(context.intSort());
      return {context.addRelation(name, std::move(columns), false),
              [field](const HeapModel& of) { return of.anyRowsOf(field); }};
    }
  }
  UNREACHABLE("every component can be chosen");
}

ChosenRelation chooseScalar(TypeRef type, const std::string& name, HeapModel& model) {
  Vocabulary& vocabulary = model.vocabulary();
  return {vocabulary.context().addRelation(name, {vocabulary.sortOf(type)}, true),
          [type](const HeapModel& of) { return of.anyValueOf(type); }};
}

ChosenRelation knownAt(CallPath site, ChosenRelation chosen) {
  chosen.bound = [site, all = std::move(chosen.bound)](const HeapModel& of) {
    logic::RelationBound bound = all(of);
    std::erase_if(bound.tuples, [&](const logic::BoundTuple& tuple) {
      // A pointer to a local may be left behind by the call itself.
      const auto is_hidden = [&](const logic::BoundCell& cell) {
        return cell.kind == logic::BoundCell::Kind::Atom && of.isHiddenFrom(cell.atom, site, &cell != &tuple.cells[0]);
      };
      return std::ranges::any_of(tuple.cells, is_hidden);
    });
    return bound;
  };
  return chosen;
}

Expr rowsKnownAt(CallPath site, int component, Expr value, const Components& components, HeapModel& model) {
  const Component& what = components.at(component);
  const ClassDecl* owner = what.field != nullptr ? what.field->owner : what.class_decl;
  logic::Context& context = model.vocabulary().context();
  Expr hidden = context.none(1);
  for (int atom = 0; atom < model.universe().size(); ++atom)
    if (const ClassDecl* class_decl = model.atom(atom).class_decl;
        class_decl != nullptr && class_decl->derivesFrom(owner) && model.isHiddenFrom(atom, site))
      hidden = context.unite(hidden, context.atom(atom));
  if (hidden->kind == logic::ExprKind::None) return value;
  return context.subtract(value, value->arity == 1 ? hidden : context.domainRestrict(hidden, value));
}

Expr rowsOfLive(int component, Expr value, const std::vector<Expr>& heap_after, const Components& components,
                const HeapModel& model) {
  const Component& what = components.at(component);
  if (what.kind != Component::Kind::Field && what.kind != Component::Kind::Extent) return value;
  const ClassDecl* owner = what.field != nullptr ? what.field->owner : what.class_decl;
  return model.vocabulary().context().domainRestrict(liveIn(heap_after, owner, components, model), value);
}

bool changesNothing(const specs::MethodSpec& spec) {
  const bool only_frame = std::ranges::all_of(
      spec.properties, [](const specs::Property& p) { return p.kind == specs::Property::Kind::Modifies; });
  return spec.frame && spec.frame->empty() && only_frame;
}

AbstractCalls::AbstractCalls(HeapModel& model, const Components& components, RelevanceTable& relevance, Sources sources)
    : model_(model),
      components_(components),
      relevance_(relevance),
      sources_(sources),
      vocabulary_(model.vocabulary()),
      context_(vocabulary_.context()) {}

bool AbstractCalls::isSpecified(const Procedure& callee) const {
  const specs::MethodSpec* spec = sources_.specification == nullptr ? nullptr : sources_.specification->find(&callee);
  return spec != nullptr && spec->trusted;
}

Formula AbstractCalls::chooseAt(const Place& site, const Procedure& callee, const char* what) {
  const CallPath path = site.activation->path.call(*site.stmt, callee);
  static const Type yes_or_no{.kind = TypeKind::Bool, .width = 1};
  chosen_.push_back(chooseScalar(&yes_or_no, std::string(what) + "@" + path.text(), model_));
  return context_.equal(context_.relation(chosen_.back().relation), context_.integer(1));
}

const abstraction::Summary& AbstractCalls::summaryOf(const Procedure& callee) {
  if (sources_.summarizer->has(callee)) return sources_.summarizer->of(callee);
  sources_.reporter->summarizing(callee.name);
  const abstraction::Summary& summary = sources_.summarizer->of(callee);
  sources_.reporter->encoding(true);
  return summary;
}

bool AbstractCalls::encode(Encoder& encoder, const Place& site, const Procedure& callee,
                           const std::vector<Expr>& arguments, const SymbolicState& state, Outcomes& outcomes) {
  const CallPath path = site.activation->path.call(*site.stmt, callee);
  const specs::MethodSpec* spec = sources_.specification == nullptr ? nullptr : sources_.specification->find(&callee);
  const bool is_trusted = spec != nullptr && spec->trusted;
  // How a trusted method throws is not encoded: its body is what counts, and where there is none the call is unknown.
  if (is_trusted && std::ranges::any_of(spec->properties, [](const specs::Property& property) {
        return property.kind == specs::Property::Kind::Throws;
      }))
    return false;
  const abstraction::Summary* summary = nullptr;
  if (!is_trusted && !callee.is_external) {
    // Summaries do not cover exceptions, and allow everything where something was not understood: there the body is
    // what has to be looked at, so that the verdict is that of the other modes.
    // The code of a library's model is short and exact: nothing is learnt by staying away from it.
    const bool is_model = isModelCode(callee);
    if (sources_.inline_bodies || callee.is_implicit || is_model || relevance_.of(callee).must_be_inlined) return false;
    if (sources_.lessons.bodies.contains(path)) return false;
    if (sources_.summarizer != nullptr) summary = &summaryOf(callee);
    if (summary != nullptr && (summary->may_throw || !summary->opaque.empty())) return false;
    // Its bounds are about objects that the heap model counts elsewhere: only the frame is left.
    if (summary != nullptr && summary->keeps_locals) summary = nullptr;
  }

  CallSiteRecord& record = sites_.emplace_back();
  record.path = path;
  record.stmt = &as<CallStmt>(*site.stmt);
  record.callee = &callee;
  for (const Activation* activation = site.activation; activation != nullptr; activation = activation->caller)
    record.callers.push_back(*activation);
  for (std::size_t i = 0; i + 1 < record.callers.size(); ++i) record.callers[i].caller = &record.callers[i + 1];
  record.arguments = arguments;
  record.before = state;
  record.after = state.heap;
  record.is_final = is_trusted || callee.is_external;
  if (is_trusted)
    fromSpecification(*spec, encoder, record);
  else if (callee.construct && callee.construct->changes_nothing)
    fromConstruct(record);
  else if (callee.is_external)
    fromNothing(record);
  else if (summary != nullptr)
    fromSummary(*summary, sources_.lessons.summaries.contains(path), record);
  else
    fromFrame(record);
  outcomes.normal.state.active = state.active;
  if (!record.is_final)
    for (const int parameter : relevance_.of(callee).dereferenced)
      outcomes.normal.state.active =
          context_.conjoin(outcomes.normal.state.active, context_.some(arguments[parameter]));
  outcomes.normal.state.heap = record.after;
  outcomes.normal.result = record.result;
  return true;
}

/// What a trusted method's specification says always counts: no other answer will come from its body.
Fact AbstractCalls::factOf(Formula formula, const CallSiteRecord& record, std::vector<logic::Relation> about) const {
  if (record.is_final) about.clear();
  return {context_.implies(record.before.active, formula), std::move(about)};
}

void AbstractCalls::know(Formula formula, const CallSiteRecord& record, std::vector<logic::Relation> about) {
  facts_.push_back(factOf(formula, record, std::move(about)));
}

void AbstractCalls::know(Formula formula, const CallSiteRecord& record, Expr about) {
  know(formula, record, std::vector{about->relation});
}

Expr AbstractCalls::choose(ChosenRelation chosen, CallSiteRecord& record) {
  record.chosen.push_back(chosen.relation);
  chosen_.push_back(std::move(chosen));
  return context_.relation(chosen_.back().relation);
}

Expr AbstractCalls::choose(int component, CallSiteRecord& record) {
  const std::string name = components_.nameOf(component) + "@" + record.path.text();
  return record.after[component] =
             choose(knownAt(record.path, chooseComponent(component, name, components_, model_)), record);
}

void AbstractCalls::fromFrame(CallSiteRecord& record) {
  for (const int component : relevance_.of(*record.callee).written) {
    const Component& what = components_.at(component);
    if (what.kind == Component::Kind::Uninitialized) {
      // Whatever it reads there ends an execution; not ending it only adds executions.
      record.after[component] = components_.atEntry()[component];
      continue;
    }
    const Expr before = record.after[component];
    const Expr after = choose(component, record);
    if (what.kind == Component::Kind::Used) know(context_.subset(before, after), record, after);
  }
  chooseResult(record);
}

void AbstractCalls::chooseResult(CallSiteRecord& record) {
  if (!record.callee->result->isScalar()) return;
  record.result = choose(chooseScalar(record.callee->result, "return@" + record.path.text(), model_), record);
}

/// What may change: what `modifies` lists, what the properties mention afterwards; everything where nothing is listed.
std::set<int> AbstractCalls::changedBy(const specs::MethodSpec& spec,
                                       const std::set<logic::Relation, ById>& mentioned) const {
  std::set<int> changed;
  const auto changes = [&](const Field* field) {
    if (model_.footprint().hasField(field)) changed.insert(components_.field(field));
  };
  for (const logic::Relation relation : mentioned) {
    const Meaning* meaning = vocabulary_.meaningOf(relation);
    if (meaning == nullptr || meaning->state != State::Post) continue;
    if (meaning->kind == Meaning::Kind::Field) changes(meaning->field);
    if (meaning->kind == Meaning::Kind::Live && !spec.of_model && model_.footprint().hasClass(meaning->class_decl)) {
      changed.insert(components_.live(meaning->class_decl));
      changed.insert(components_.used(meaning->class_decl));
    }
    if (meaning->kind == Meaning::Kind::Extent && model_.footprint().hasClass(meaning->class_decl))
      changed.insert(components_.extent(meaning->class_decl));
  }
  if (spec.frame) {
    for (const specs::ModifiedLocation& location : *spec.frame) changes(location.field);
  } else {
    for (const Field* field : model_.footprint().value_fields) changes(field);
  }
  return changed;
}

/// Objects are used in order, and those that come to live were not used before.
void AbstractCalls::allocateInOrder(const std::set<int>& changed, const std::vector<Expr>& before,
                                    CallSiteRecord& record) {
  for (const ClassDecl* class_decl : model_.footprint().classes) {
    const int used = components_.used(class_decl);
    const int live = components_.live(class_decl);
    if (!changed.contains(used)) continue;
    know(context_.subset(before[used], record.after[used]), record);
    know(context_.subset(record.after[live],
                         context_.unite(before[live], context_.subtract(record.after[used], before[used]))),
         record);
    const auto& objects = model_.objectsOf(class_decl);
    for (std::size_t i = 0; i + 1 < objects.size(); ++i)
      know(context_.implies(context_.subset(context_.atom(objects[i + 1]), record.after[used]),
                            context_.subset(context_.atom(objects[i]), record.after[used])),
           record);
  }
}

void AbstractCalls::fromSpecification(const specs::MethodSpec& spec, const Encoder& encoder, CallSiteRecord& record) {
  if (changesNothing(spec)) return chooseResult(record);
  std::set<logic::Relation, ById> mentioned;
  for (const specs::Requirement& requirement : spec.requirements) mentioned.merge(relationsIn(requirement.formula()));
  std::vector<Formula> ensured;
  for (const specs::Property& property : spec.properties) {
    if (property.kind == specs::Property::Kind::Throws) continue;
    ensured.push_back(formulaWithin(property, vocabulary_, model_.footprint()));
    mentioned.merge(relationsIn(ensured.back()));
  }
  const std::set<int> changed = changedBy(spec, mentioned);
  const std::vector<Expr> before = record.after;
  for (const int component : changed) choose(component, record);
  if (spec.of_model) keepOutsideFrame(spec, changed, before, record);
  allocateInOrder(changed, before, record);
  chooseResult(record);

  // A dead object has no fields, here as in every specification: what the call returns is live where `return.f' = x`.
  logic::Substitution states(context_);
  SymbolicState after = record.before;
  after.heap = record.after;
  const auto rowsOfLive = [&](const Meaning& meaning, const SymbolicState& state, Expr value) {
    return meaning.kind == Meaning::Kind::Field
               ? context_.domainRestrict(encoder.liveObjects(state, meaning.field->owner), value)
               : value;
  };
  for (const logic::Relation relation : mentioned) {
    const Meaning* meaning = vocabulary_.meaningOf(relation);
    if (meaning == nullptr) continue;
    if (const Expr value = valueBefore(relation, record))
      states.replace(relation, rowsOfLive(*meaning, record.before, value));
    if (meaning->kind == Meaning::Kind::Result && record.result != nullptr) states.replace(relation, record.result);
    if (meaning->state != State::Post) continue;
    if (meaning->kind == Meaning::Kind::Field && model_.footprint().hasField(meaning->field))
      states.replace(relation, rowsOfLive(*meaning, after, record.after[components_.field(meaning->field)]));
    if (meaning->kind == Meaning::Kind::Live && model_.footprint().hasClass(meaning->class_decl))
      states.replace(relation, record.after[components_.live(meaning->class_decl)]);
    if (meaning->kind == Meaning::Kind::Extent && model_.footprint().hasClass(meaning->class_decl))
      states.replace(relation, record.after[components_.extent(meaning->class_decl)]);
  }
  std::vector<Formula> required;
  for (const specs::Requirement& requirement : spec.requirements)
    required.push_back(states.apply(requirement.formula()));
  for (const Formula formula : ensured)
    know(context_.implies(context_.conjoin(required), states.apply(formula)), record);
  for (const int component : changed)
    if (components_.at(component).kind == Component::Kind::Field) {
      const int never_written = components_.uninitialized(components_.at(component).field);
      record.after[never_written] = components_.atEntry()[never_written];
    }
}

/// Of a model's method the frame is a few fields of one object: stated row by row, independent of what is live.
void AbstractCalls::keepOutsideFrame(const specs::MethodSpec& spec, const std::set<int>& changed,
                                     const std::vector<Expr>& before, CallSiteRecord& record) {
  for (const int component : changed) {
    if (components_.at(component).kind != Component::Kind::Field) continue;
    Expr allowed = context_.none(1);
    bool is_free = false;
    for (const specs::ModifiedLocation& location : *spec.frame) {
      if (location.field != components_.at(component).field) continue;
      if (location.objects == nullptr) {
        is_free = true;
        continue;
      }
      logic::Substitution states(context_);
      for (const logic::Relation relation : relationsIn(context_.some(location.objects)))
        if (const Expr value = valueBefore(relation, record)) states.replace(relation, value);
      allowed = context_.unite(allowed, states.apply(location.objects));
    }
    if (is_free) continue;
    const auto others = [&](Expr rows) { return context_.subtract(rows, context_.domainRestrict(allowed, rows)); };
    know(context_.equal(others(record.after[component]), others(before[component])), record);
  }
}

Expr AbstractCalls::valueBefore(logic::Relation relation, const CallSiteRecord& record) {
  const Meaning* meaning = vocabulary_.meaningOf(relation);
  if (meaning == nullptr) return nullptr;
  const Footprint& footprint = model_.footprint();
  switch (meaning->kind) {
    case Meaning::Kind::Field:
      if (meaning->state == State::Post || !footprint.hasField(meaning->field)) return nullptr;
      return record.before.heap[components_.field(meaning->field)];
    case Meaning::Kind::Live:
      if (meaning->state == State::Post || !footprint.hasClass(meaning->class_decl)) return nullptr;
      return record.before.heap[components_.live(meaning->class_decl)];
    case Meaning::Kind::Extent:
      if (meaning->state == State::Post || !footprint.hasClass(meaning->class_decl)) return nullptr;
      return record.before.heap[components_.extent(meaning->class_decl)];
    case Meaning::Kind::Parameter:
      for (std::size_t i = 0; i < record.callee->parameters.size(); ++i)
        if (record.callee->parameters[i] == meaning->local) return record.arguments[i];
      return nullptr;
    default: return nullptr;
  }
}

/// A field that the code reaches by pointers alone, and that no pointer can point to here, has no rows.
Expr AbstractCalls::nowhere(logic::Relation relation) const {
  const Meaning* meaning = vocabulary_.meaningOf(relation);
  const bool is_left_out = meaning != nullptr && meaning->kind == Meaning::Kind::Field &&
                           meaning->state == State::Pre && !model_.footprint().hasField(meaning->field);
  if (!is_left_out) return nullptr;
  const bool is_array = meaning->field->type->isArray();
  const int arity = is_array ? 3 : 2;
  const std::uint32_t index = is_array ? 1U << 1 : 0;
  const std::uint32_t value = meaning->field->elementType()->isInteger() ? 1U << (arity - 1) : 0;
  return context_.none(arity, index | value);
}

/// Objects the callee makes: dead so far, the next ones of their class.
void AbstractCalls::allocate(const abstraction::CallSite& site, CallSiteRecord& record) {
  for (const abstraction::Allocation& allocation : site.allocations) {
    const ClassDecl* class_decl = allocation.class_decl;
    const Expr made =
        choose({allocation.symbol, [class_decl](const HeapModel& of) { return of.countedSetOf(class_decl); }}, record);
    const int used = components_.used(class_decl);
    know(context_.no(context_.intersect(made, record.after[used])), record, made);
    if (!allocation.is_set)
      know(allocation.condition == nullptr
               ? context_.lone(made)
               : context_.ifElse(allocation.condition, context_.one(made), context_.no(made)),
           record, made);
    record.after[used] = context_.unite(record.after[used], made);
    const auto& objects = model_.objectsOf(class_decl);
    for (std::size_t i = 0; i + 1 < objects.size(); ++i)
      know(context_.implies(context_.subset(context_.atom(objects[i + 1]), record.after[used]),
                            context_.subset(context_.atom(objects[i]), record.after[used])),
           record, made);
  }
}

/// The rows of a field that a summary bounds, among those that the call can know.
Expr AbstractCalls::rowsInSummary(int component, Expr value, const CallSiteRecord& record) {
  const Expr known = rowsKnownAt(record.path, component, value, components_, model_);
  if (!relevance_.of(*record.callee).ends_objects) return known;
  return rowsOfLive(component, known, record.after, components_, model_);
}

/// The component that a relation of a heap is; -1: none of those that the query has.
int AbstractCalls::componentOf(const Meaning& meaning) const {
  const Footprint& footprint = model_.footprint();
  if (meaning.kind == Meaning::Kind::Field && footprint.hasField(meaning.field))
    return components_.field(meaning.field);
  if (meaning.kind == Meaning::Kind::Live && footprint.hasClass(meaning.class_decl))
    return components_.live(meaning.class_decl);
  if (meaning.kind == Meaning::Kind::Extent && footprint.hasClass(meaning.class_decl))
    return components_.extent(meaning.class_decl);
  return -1;
}

/// What costs a solver no more than a choice would.
static bool isShort(Expr expr) {
  logic::Occurrences parts;
  parts.add(expr);
  return parts.size() <= tuning::kShortSummary;
}

void AbstractCalls::fromSummary(const abstraction::Summary& summary, bool is_asserted, CallSiteRecord& record) {
  const auto is_used = [&](const auto& bounds, Expr of_callee) {
    return bounds.isExact() && (is_asserted || isShort(of_callee));
  };
  const abstraction::CallSite site = abstraction::instantiate(summary, context_, [&](logic::Relation relation) {
    const Expr value = valueBefore(relation, record);
    return value != nullptr ? value : nowhere(relation);
  });
  allocate(site, record);
  logic::Substitution after(context_);
  std::map<logic::Relation, logic::Relation> chosen;  // by the relation of the vocabulary it stands for
  for (std::size_t i = 0; i < site.allocations.size(); ++i)
    chosen[summary.allocations[i].symbol] = site.allocations[i].symbol;
  struct Chosen {
    int component;
    const abstraction::RelationBounds* bounds;
  };
  std::vector<Chosen> bounded;
  for (std::size_t i = 0; i < site.relations.size(); ++i) {
    const abstraction::RelationBounds& bounds = site.relations[i];
    const abstraction::RelationBounds& bounds_of_callee = summary.relations[i];
    const Meaning* meaning = vocabulary_.meaningOf(bounds.pre);
    INVARIANT(meaning != nullptr, "a summary bounds relations of the vocabulary");
    const int component = componentOf(*meaning);
    // Only rows of objects that it ends can be missing from a field that it never writes.
    if (component < 0 || !std::ranges::binary_search(relevance_.of(*record.callee).written, component)) continue;
    if (is_used(bounds, bounds_of_callee.upper)) {
      record.after[component] = bounds.upper;
    } else {
      chosen[bounds.post] = choose(component, record)->relation;
      bounded.push_back({component, &bounds});
    }
  }
  // Which rows a bound covers depends on what is live afterwards: all components come first.
  for (const Chosen& one : bounded) {
    const Expr value = record.after[one.component];
    abstraction::RelationBounds known = *one.bounds;
    known.lower = rowsInSummary(one.component, known.lower, record);
    known.upper = rowsInSummary(one.component, known.upper, record);
    const Expr compared = rowsInSummary(one.component, value, record);
    const Formula says =
        one.bounds->isExact() ? context_.equal(compared, known.upper) : abstraction::within(context_, known, compared);
    record.summary.push_back(factOf(says, record, {value->relation}));
  }
  for (const abstraction::RelationBounds& bounds : site.relations) {
    const Meaning& meaning = *vocabulary_.meaningOf(bounds.pre);
    const int component = componentOf(meaning);
    if (component < 0) continue;
    const bool has_dead_rows = meaning.kind != Meaning::Kind::Live && relevance_.of(*record.callee).ends_objects;
    const Expr value = record.after[component];
    after.replace(bounds.post, has_dead_rows ? rowsOfLive(component, value, record.after, components_, model_) : value);
  }
  // As for frames: what it writes counts as initialised.
  for (const int component : relevance_.of(*record.callee).written)
    if (components_.at(component).kind == Component::Kind::Uninitialized)
      record.after[component] = components_.atEntry()[component];
  if (site.result && record.callee->result->isScalar()) {
    if (is_used(*site.result, summary.result->upper)) {
      record.result = site.result->upper;
    } else {
      chooseResult(record);
      const Formula says = site.result->isExact() ? context_.equal(record.result, site.result->upper)
                                                  : abstraction::within(context_, *site.result, record.result);
      record.summary.push_back(factOf(says, record, {record.result->relation}));
      chosen[vocabulary_.result(record.callee)] = record.result->relation;
    }
    after.replace(vocabulary_.result(record.callee), record.result);
  }
  for (std::size_t i = 0; i < site.facts.size(); ++i) {
    logic::Occurrences mentioned;  // in the summary: here the expressions are as large as the code before the call
    mentioned.add(summary.facts[i]);
    std::vector<logic::Relation> about;
    for (const logic::Relation relation : mentioned.relations())
      if (const auto found = chosen.find(relation); found != chosen.end()) about.push_back(found->second);
    record.summary.push_back(factOf(after.apply(site.facts[i]), record, about.empty() ? record.chosen : about));
  }
  if (is_asserted) std::ranges::move(std::exchange(record.summary, {}), std::back_inserter(facts_));
}

}  // namespace weir::refine
