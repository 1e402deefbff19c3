// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_smt_state.h"

namespace weir::prove {

using namespace smt;

namespace {

const std::string kU = "?u", kV = "?v", kW = "?w", kX = "?x";

const ClassDecl* targetOf(const Field* field) {
  return field->holdsParts() ? field->type->class_decl : field->elementType()->pointee->class_decl;
}

bool isPointer(const Field* field) { return field->elementType()->isObjectPointer(); }

template <typename Key>
std::string known(const std::map<Key, std::string>& names, Key key) {
  const auto found = names.find(key);
  return found == names.end() ? "undeclared" : found->second;
}

}  // namespace

SmtHeap::SmtHeap(Script& script, Words& words, const std::optional<HeapStructure::Changes>& changes)
    : script_(script), words_(words), declared_(words), changes_(changes) {
  for (const ClassDecl* class_decl : declared_.classes) declareClass(class_decl);
  for (const program::Local* parameter : declared_.parameters)
    script_.constant(symbol(parameter->name + ".number"), "Int");
  declareParts();
  declareFields(entry_, true);
  now_ = entry_;
  if (!changes_) return;
  touched_ = changes_->fields;
  for (const auto* classes : {&changes_->made, &changes_->freed})
    made_or_freed_.insert(classes->begin(), classes->end());
  script_.comment("the state at the loop where the path starts");
  for (const ClassDecl* class_decl : declared_.classes) {
    const bool is_made = changes_->made.contains(class_decl), is_freed = changes_->freed.contains(class_decl);
    if (!is_made && !is_freed) continue;
    const std::string before = entry_.live.at(class_decl), live = symbol(class_decl->name + ".live'");
    script_.function(live, {sort(class_decl)}, "Bool");
    script_.assume(negation(call(live, {null(class_decl)})));
    const Variable u = bound("?u", class_decl);
    if (!is_made) script_.assume(forAll({u}, implication(call(live, {kU}), call(before, {kU}))));
    if (!is_freed) script_.assume(forAll({u}, implication(call(before, {kU}), call(live, {kU}))));
    now_.live[class_decl] = live;
  }
  declareFields(now_, false);
}

std::string SmtHeap::nameOf(const Field* field) const { return field->owner->name + "." + field->name; }

bool SmtHeap::differsAtStart(const Field* field) const {
  return changes_ && (changes_->fields.contains(field) || changes_->made.contains(field->owner) ||
                      changes_->freed.contains(field->owner));
}

std::string SmtHeap::sort(const ClassDecl* class_decl) {
  words_.classes.insert(class_decl);
  return symbol(class_decl->name);
}
std::string SmtHeap::null(const ClassDecl* class_decl) {
  words_.classes.insert(class_decl);
  return symbol(class_decl->name + ".null");
}
std::string SmtHeap::resultOf(const Field* field) { return isPointer(field) ? sort(targetOf(field)) : "Int"; }

void SmtHeap::declareClass(const ClassDecl* class_decl) {
  script_.sort(sort(class_decl));
  script_.constant(null(class_decl), sort(class_decl));
  const std::string live = entry_.live[class_decl] = symbol(class_decl->name + ".live");
  script_.function(live, {sort(class_decl)}, "Bool");
  script_.assume(negation(call(live, {null(class_decl)})));
}

/// Each object has parts of its own, which live as long as it does.
void SmtHeap::declareParts() {
  for (const Field* field : declared_.parts) {
    const ClassDecl *owner = field->owner, *target = targetOf(field);
    const std::string part = symbol(nameOf(field));
    script_.function(part, {sort(owner)}, sort(target));
    script_.assume(equal(call(part, {null(owner)}), null(target)));
    const Variable u = bound("?u", owner), v = bound("?v", owner);
    const std::string of_u = call(part, {kU}), of_v = call(part, {kV});
    script_.assume(forAll({u}, implication(negation(equal(kU, null(owner))), negation(equal(of_u, null(target))))));
    script_.assume(forAll({u, v}, implication(equal(of_u, of_v), equal(kU, kV))));
    script_.assume(forAll({u}, equal(call(entry_.live.at(owner), {kU}), call(entry_.live.at(target), {of_u}))));
    for (const Field* other : declared_.parts) {
      if (other == field) break;
      if (targetOf(other) != target) continue;
      const std::string theirs = call(symbol(nameOf(other)), {kX});
      script_.assume(forAll({u, bound("?x", other->owner)}, implication(equal(of_u, theirs), equal(kU, null(owner)))));
    }
  }
}

void SmtHeap::declareFields(State& state, bool at_entry) {
  for (const Field* field : declared_.fields) {
    if (!at_entry && !differsAtStart(field)) continue;
    const std::string name = state.fields[field] = symbol(nameOf(field) + (at_entry ? "" : "'"));
    script_.function(name, {sort(field->owner)}, resultOf(field));
    if (!isPointer(field)) continue;
    const ClassDecl* target = targetOf(field);
    script_.assume(equal(call(name, {null(field->owner)}), null(target)));
    // What is not there leads nowhere. At entry nothing leads to what is not there.
    const std::string value = call(name, {kU});
    std::vector<std::string> lives{call(state.live.at(field->owner), {kU})};
    if (at_entry) lives.push_back(call(state.live.at(target), {value}));
    script_.assume(
        forAll({bound("?u", field->owner)}, implication(negation(equal(value, null(target))), conjunction(lives))));
  }
  for (const Field* field : declared_.closures)
    if (at_entry || differsAtStart(field)) declareClosure(field, state, at_entry);
}

void SmtHeap::declareClosure(const Field* field, State& state, bool at_entry) {
  const ClassDecl* cell = field->owner;
  const std::string name = state.closures[field] = symbol(nameOf(field) + ".between" + (at_entry ? "" : "'"));
  script_.comment("from the first object one comes to the third along '" + field->name + "', and to the second before");
  script_.function(name, {sort(cell), sort(cell), sort(cell)}, "Bool");
  const Variable u = bound("?u", cell), v = bound("?v", cell), w = bound("?w", cell), x = bound("?x", cell);
  const auto b = [&](const std::string& one, const std::string& two, const std::string& three) {
    return call(name, {one, two, three});
  };
  const auto r = [&](const std::string& one, const std::string& two) { return b(one, two, two); };
  const auto isNull = [&](const std::string& one) { return equal(one, null(cell)); };
  const auto axiom = [&](const std::vector<Variable>& variables, const std::vector<std::string>& premises,
                         const std::string& conclusion) {
    script_.assume(forAll(variables, implication(conjunction(premises), conclusion)));
  };
  axiom({u, v, w}, {b(kU, kV, kW)}, conjunction({negation(isNull(kU)), negation(isNull(kV)), negation(isNull(kW))}));
  axiom({u}, {negation(isNull(kU))}, r(kU, kU));
  axiom({u, v}, {b(kU, kV, kU)}, equal(kU, kV));
  axiom({u, v, w}, {b(kU, kV, kW)}, conjunction({r(kU, kV), r(kV, kW)}));
  axiom({u, v, w}, {r(kU, kV), r(kV, kW)}, r(kU, kW));
  axiom({u, v, w}, {r(kU, kV), r(kU, kW)}, disjunction({b(kU, kV, kW), b(kU, kW, kV)}));
  axiom({u, v, w, x}, {b(kU, kV, kW), b(kV, kX, kW)}, conjunction({b(kU, kV, kX), b(kU, kX, kW)}));
  axiom({u, v, w, x}, {b(kU, kV, kW), b(kU, kX, kV)}, conjunction({b(kU, kX, kW), b(kX, kV, kW)}));
  // The next one is the first that one comes to.
  const std::string next = call(state.fields.at(field), {kU});
  axiom({u}, {negation(isNull(next))}, r(kU, next));
  script_.assume(forAllWith({next, r(kU, kV)}, {u, v},
                            implication(conjunction({r(kU, kV), negation(equal(kU, kV))}),
                                        conjunction({negation(equal(next, kU)), b(kU, next, kV)}))));
  if (at_entry)
    axiom({u, v}, {r(kU, kV), negation(equal(kU, kV))},
          conjunction({call(state.live.at(cell), {kU}), call(state.live.at(cell), {kV})}));
}

std::string SmtHeap::isLive(const ClassDecl* class_decl, const std::string& object, bool at_entry) {
  words_.classes.insert(class_decl);
  return call(known((at_entry ? entry_ : now_).live, class_decl), {object});
}

std::string SmtHeap::field(const Field* field, const std::string& object, bool at_entry) {
  words_.fields.insert(field);
  words_.classes.insert(field->owner);
  if (isPointer(field)) words_.classes.insert(targetOf(field));
  return call(known((at_entry ? entry_ : now_).fields, field), {object});
}

std::string SmtHeap::part(const Field* field, const std::string& owner) {
  words_.parts.insert(field);
  words_.classes.insert(field->owner);
  words_.classes.insert(targetOf(field));
  return call(symbol(nameOf(field)), {owner});
}

std::string SmtHeap::parameter(const program::Local* parameter) {
  words_.parameters.insert(parameter);
  return symbol(parameter->name + ".number");
}

std::string SmtHeap::number(program::Integer value) {
  if (value >= 0) return program::toString(value);
  return "(- " + program::toString(value).substr(1) + ")";
}

std::string SmtHeap::between(const Field* field, const std::string& a, const std::string& b, const std::string& c,
                             bool at_entry) {
  words_.closures.insert(field);
  words_.fields.insert(field);
  words_.classes.insert(field->owner);
  return call(known((at_entry ? entry_ : now_).closures, field), {a, b, c});
}

std::string SmtHeap::isOnCycle(const Field* field, const std::string& a, bool at_entry) {
  const std::string next = this->field(field, a, at_entry);
  return conjunction({negation(equal(next, null(field->owner))), reaches(field, next, a, at_entry)});
}

void SmtHeap::assumeWay(const Field* field, const std::string& from, const std::string& to) {
  const auto isNull = [&](const std::string& one) { return equal(one, null(field->owner)); };
  const Variable before = bound("?w", field->owner);
  const std::string is_on_way = choice(equal(from, to), isOnCycle(field, from, true), reaches(field, from, to, true));
  const std::string lies_between =
      choice(equal(from, to), reaches(field, from, kW, true), between(field, from, kW, to, true));
  script_.assume(implication(
      conjunction({negation(isNull(from)), is_on_way}),
      exists({before}, conjunction({negation(isNull(kW)), lies_between, equal(this->field(field, kW, true), to)}))));
}

void SmtHeap::assumeEnd(const Field* field, const std::string& from) {
  const auto isNull = [&](const std::string& one) { return equal(one, null(field->owner)); };
  const Variable u = bound("?u", field->owner), v = bound("?v", field->owner);
  const auto next = [&](const std::string& one) { return this->field(field, one, true); };
  const std::string ends = exists({u}, conjunction({reaches(field, from, kU, true), isNull(next(kU))}));
  const std::string turns = exists(
      {u, v},
      conjunction({reaches(field, from, kU, true), negation(isOnCycle(field, kU, true)), reaches(field, from, kV, true),
                   isOnCycle(field, kV, true), equal(next(kU), next(kV)), negation(isNull(next(kU)))}));
  script_.assume(disjunction({isNull(from), ends, isOnCycle(field, from, true), turns}));
}

std::string SmtHeap::any(const std::string& name, const std::string& sort) {
  const std::string constant = script_.unique(name);
  script_.constant(constant, sort);
  return constant;
}

// Steps.

void SmtHeap::storeClosure(const Field* field, const std::string& x, const std::string& y) {
  const std::string before = now_.closures.at(field), cell = sort(field->owner);
  const std::string after = now_.closures[field] = symbol(nameOf(field) + ".between/" + std::to_string(states_));
  const auto b = [&](const std::string& one, const std::string& two, const std::string& three) {
    return call(before, {one, two, three});
  };
  const auto r = [&](const std::string& one, const std::string& two) { return b(one, two, two); };
  // To come to v without the step from x; from u, or from y.
  const auto avoiding = [&](const std::string& from, const std::string& to) {
    return disjunction({b(from, to, x), conjunction({r(from, to), negation(r(from, x))})});
  };
  const std::string x_first = disjunction({b(kU, x, kW), conjunction({r(kU, x), negation(r(kU, kW))})});
  const std::string turns =
      conjunction({negation(equal(kW, x)), x_first, avoiding(y, kW), disjunction({b(kU, kV, x), b(y, kV, kW)})});
  script_.function(after, {cell, cell, cell}, "Bool");
  const std::string is_between = call(after, {kU, kV, kW});
  script_.assume(forAllWith({is_between}, {{kU, cell}, {kV, cell}, {kW, cell}},
                            equal(is_between, disjunction({conjunction({b(kU, kV, kW), avoiding(kU, kW)}), turns}))));
}

void SmtHeap::store(const std::string& object, const Field* field, const std::string& value) {
  touched_.insert(field);
  if (!declared_.fields.contains(field)) return;
  ++states_;
  const std::string before = now_.fields.at(field);
  script_.comment(object + "." + field->name + " = " + value);
  if (declared_.closures.contains(field)) storeClosure(field, object, value);
  const std::string after = now_.fields[field] = symbol(nameOf(field) + "/" + std::to_string(states_));
  script_.define(after, {bound("?u", field->owner)}, resultOf(field),
                 choice(equal(kU, object), value, call(before, {kU})));
}

void SmtHeap::change(const std::string& object, const Field* field, const std::optional<std::string>& number) {
  touched_.insert(field);
  if (!declared_.fields.contains(field)) return;
  const std::string value = number ? *number : any(nameOf(field) + ".any", "Int");
  ++states_;
  const std::string before = now_.fields.at(field);
  const std::string after = now_.fields[field] = symbol(nameOf(field) + "/" + std::to_string(states_));
  script_.define(after, {bound("?u", field->owner)}, "Int", choice(equal(kU, object), value, call(before, {kU})));
}

std::string SmtHeap::allocate(const ClassDecl* class_decl, bool is_zeroed) {
  made_or_freed_.insert(class_decl);
  const std::string made = any(class_decl->name + ".new", sort(class_decl));
  script_.assume(conjunction({negation(equal(made, null(class_decl))), negation(isLive(class_decl, made, true)),
                              negation(isLive(class_decl, made, false))}));
  if (declared_.classes.contains(class_decl)) {
    const std::string before = now_.live.at(class_decl);
    const std::string after = now_.live[class_decl] = symbol(class_decl->name + ".live/" + std::to_string(++states_));
    script_.define(after, {bound("?u", class_decl)}, "Bool", disjunction({equal(kU, made), call(before, {kU})}));
  }
  for (const Field* field : class_decl->fields) {
    if (!declared_.fields.contains(field)) continue;
    if (!isPointer(field))
      change(made, field, std::nullopt);
    else
      store(made, field, is_zeroed ? null(targetOf(field)) : any(nameOf(field) + ".any", sort(targetOf(field))));
  }
  return made;
}

void SmtHeap::free(const ClassDecl* class_decl, const std::string& object) {
  made_or_freed_.insert(class_decl);
  words_.classes.insert(class_decl);
  if (declared_.classes.contains(class_decl)) {
    const std::string before = now_.live.at(class_decl);
    const std::string after = now_.live[class_decl] = symbol(class_decl->name + ".live/" + std::to_string(++states_));
    script_.define(after, {bound("?u", class_decl)}, "Bool",
                   conjunction({negation(equal(kU, object)), call(before, {kU})}));
  }
  // What is gone has no values in the logic.
  for (const Field* field : class_decl->fields) {
    if (!declared_.fields.contains(field)) continue;
    if (isPointer(field))
      store(object, field, null(targetOf(field)));
    else
      change(object, field, std::nullopt);
  }
}

}  // namespace weir::prove
