// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_logic.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::prove {

using logic::Expr;
using logic::ExprKind;
using logic::Formula;
using logic::FormulaKind;
using program::State;
using solver::Gate;
using solver::kFalse;
using solver::kTrue;
using Meaning = program::Vocabulary::Meaning;

Gate HeapLogic::unknown(Expr expr) {
  // Relations that no specification can write have a '$' in their names: of places, indices, parts.
  if (unknown_.empty()) unknown_ = "'" + asWritten(toString(expr)) + "'";
  if (unknown_.find('$') != std::string::npos) unknown_ = "the place of a pointer";
  return kTrue;
}

Gate HeapLogic::all(bool positive, const std::vector<Gate>& parts) {
  return positive ? circuit().conjunction(parts) : circuit().disjunction(parts);
}

bool HeapLogic::isInsideUniversal() const {
  return std::ranges::any_of(bound_, [](const Bound& one) { return one.is_universal; });
}

bool HeapLogic::isUniversal(Expr expr) const {
  return std::ranges::any_of(expr->free_variables, [&](logic::Variable variable) {
    return std::ranges::any_of(bound_, [&](const Bound& one) { return one.variable == variable && one.is_universal; });
  });
}

const Meaning* HeapLogic::meaningOf(Expr expr) const {
  return expr->kind == ExprKind::Relation ? vocabulary_.meaningOf(expr->relation) : nullptr;
}

const ClassDecl* HeapLogic::classOf(Expr set) const {
  return prove::classOf(set, vocabulary_, [this](logic::Variable variable) -> const ClassDecl* {
    for (auto at = bound_.rbegin(); at != bound_.rend(); ++at)
      if (at->variable == variable) return at->value.class_decl;
    return nullptr;
  });
}

// Formulas.

Gate HeapLogic::meaning(Formula formula, bool positive) {
  std::vector<Gate> parts;
  const auto part = [&](std::size_t index, bool as_it_is) {
    return meaning(formula->operands[index], as_it_is == positive);
  };
  switch (formula->kind) {
    case FormulaKind::True: return solver::constantGate(positive);
    case FormulaKind::False: return solver::constantGate(!positive);
    case FormulaKind::Not: return part(0, false);
    case FormulaKind::And:
      for (std::size_t i = 0; i < formula->operands.size(); ++i) parts.push_back(part(i, true));
      return all(positive, parts);
    case FormulaKind::Or:
      for (std::size_t i = 0; i < formula->operands.size(); ++i) parts.push_back(part(i, true));
      return all(!positive, parts);
    case FormulaKind::Implies: return all(!positive, {part(0, false), part(1, true)});
    case FormulaKind::Iff:
      return all(positive,
                 {all(!positive, {part(0, false), part(1, true)}), all(!positive, {part(1, false), part(0, true)})});
    case FormulaKind::ForAll:
    case FormulaKind::Exists: return quantified(*formula, 0, positive);
    case FormulaKind::Some: return some(formula->exprs[0], positive);
    case FormulaKind::No: return some(formula->exprs[0], !positive);
    case FormulaKind::Lone: return lone(formula->exprs[0], positive);
    case FormulaKind::One: return all(positive, {some(formula->exprs[0], positive), lone(formula->exprs[0], positive)});
    case FormulaKind::Subset: return contained(formula->exprs[0], formula->exprs[1], positive);
    case FormulaKind::Equal: return equal(formula->exprs[0], formula->exprs[1], positive);
    case FormulaKind::Less: return ordered(formula->exprs[0], formula->exprs[1], true, positive);
    case FormulaKind::LessEqual: return ordered(formula->exprs[0], formula->exprs[1], false, positive);
  }
  UNREACHABLE("a formula should be of a known kind");
}

Gate HeapLogic::quantified(const logic::FormulaNode& node, std::size_t decl, bool positive) {
  if (decl == node.decls.size()) return meaning(node.operands[0], positive);
  const logic::Decl& one = node.decls[decl];
  const ClassDecl* class_decl = one.variable->is_integer ? nullptr : classOf(one.domain);
  if (class_decl == nullptr) return unknown(one.domain);
  const bool is_universal = (node.kind == logic::FormulaKind::ForAll) == positive;
  // Of one object that may be there, there is nothing to choose.
  if (const auto value = single(one.domain)) {
    bound_.push_back({one.variable, *value, isUniversal(one.domain)});
    const Gate body = quantified(node, decl + 1, positive);
    bound_.pop_back();
    return circuit().disjunction(value->out, is_universal ? circuit().disjunction(value->null, body)
                                                          : circuit().conjunction(!value->null, body));
  }
  if (is_universal) {
    std::vector<Gate> instances;
    for (int a = 0; a < structure_.size(class_decl); ++a) {
      const Gate outside = memberAt(class_decl, a, one.domain, false);
      bound_.push_back({one.variable, structure_.object(class_decl, a), true});
      instances.push_back(
          circuit().disjunction({!structure_.exists(class_decl, a), outside, quantified(node, decl + 1, positive)}));
      bound_.pop_back();
    }
    return circuit().conjunction(instances);
  }
  if (isInsideUniversal()) return unknown(one.domain);
  const Pointer witness = structure_.name(class_decl);
  nameWay(witness, one.domain);
  const Gate inside = memberNamed(witness, one.domain, true);
  bound_.push_back({one.variable, witness, false});
  const Gate body = quantified(node, decl + 1, positive);
  bound_.pop_back();
  return circuit().conjunction({!witness.null, inside, body});
}

Gate HeapLogic::some(Expr set, bool positive) {
  if (const Slot* slot = slotOf(set)) return solver::constantGate((slot->field != nullptr) == positive);
  if (const auto one = single(set)) return circuit().disjunction(one->out, positive ? !one->null : one->null);
  if (set->arity == 1 && set->kind == ExprKind::Union) {
    std::vector<Gate> parts;
    for (const Expr operand : set->operands) parts.push_back(some(operand, positive));
    return all(!positive, parts);
  }
  if (set->kind == ExprKind::None) return solver::constantGate(!positive);
  const ClassDecl* class_decl = set->arity == 1 && !set->isInteger() ? classOf(set) : nullptr;
  if (class_decl == nullptr) return unknown(set);
  if (!positive) {
    std::vector<Gate> none;
    for (int a = 0; a < structure_.size(class_decl); ++a)
      none.push_back(circuit().disjunction(!structure_.exists(class_decl, a), memberAt(class_decl, a, set, false)));
    return circuit().conjunction(none);
  }
  if (isInsideUniversal()) return unknown(set);
  const Pointer witness = structure_.name(class_decl);
  nameWay(witness, set);
  return circuit().conjunction(!witness.null, memberNamed(witness, set, true));
}

Gate HeapLogic::lone(Expr set, bool positive) {
  if (set->functional || single(set)) return solver::constantGate(positive);
  const ClassDecl* class_decl = set->arity == 1 && !set->isInteger() ? classOf(set) : nullptr;
  if (class_decl == nullptr || (!positive && isInsideUniversal())) return unknown(set);
  if (!positive) {
    const Pointer a = structure_.name(class_decl), b = structure_.name(class_decl);
    return circuit().conjunction(
        {!a.null, !b.null, !structure_.same(a, b), member(a, set, true), member(b, set, true)});
  }
  std::vector<Gate> pairs;
  for (int a = 0; a < structure_.size(class_decl); ++a)
    for (int b = 0; b < a; ++b)
      pairs.push_back(
          circuit().disjunction({!structure_.exists(class_decl, a), !structure_.exists(class_decl, b),
                                 memberAt(class_decl, a, set, false), memberAt(class_decl, b, set, false)}));
  return circuit().conjunction(pairs);
}

Gate HeapLogic::equal(Expr a, Expr b, bool positive) {
  if (isSameNow(a, b)) return solver::constantGate(positive);
  if (a->arity != 1 || b->arity != 1) return unknown(a);
  if (a->isInteger() || b->isInteger()) return equalNumbers(a, b, positive);
  const auto one = single(a), two = single(b);
  if (one && two) {
    const Gate same = structure_.same(*one, *two);
    return circuit().disjunction(circuit().conjunction(one->out, two->out), positive ? same : !same);
  }
  return all(positive, {contained(a, b, positive), contained(b, a, positive)});
}

Gate HeapLogic::equalNumbers(Expr a, Expr b, bool positive) {
  if (b->kind != ExprKind::Constant) std::swap(a, b);
  const Meaning* meaning = meaningOf(a);
  if (b->kind == ExprKind::Constant && meaning != nullptr && meaning->kind == Meaning::Kind::Result &&
      meaning->procedure == names_.procedure && names_.truth) {
    const Gate holds = b->integer == 1 ? *names_.truth : b->integer == 0 ? !*names_.truth : kFalse;
    return positive ? holds : !holds;
  }
  if (const auto x = numeric(a), y = numeric(b); x && y) {
    const Gate same =
        circuit().disjunction(circuit().conjunction(!x->there, !y->there),
                              circuit().conjunction({x->there, y->there, structure_.equal(x->number, y->number)}));
    return circuit().disjunction({x->out, y->out, positive ? same : !same});
  }
  // One field of one object, before and after.
  if (a->kind == ExprKind::Join && b->kind == ExprKind::Join && a->operands[0] == b->operands[0]) {
    const Meaning *one = meaningOf(a->operands[1]), *two = meaningOf(b->operands[1]);
    const auto object = single(a->operands[0]);
    const bool is_field = one != nullptr && two != nullptr && one->kind == Meaning::Kind::Field &&
                          two->kind == Meaning::Kind::Field && one->field == two->field && one->field->type->isScalar();
    if (is_field && object && object->class_decl == one->field->owner) {
      if (positive) return kTrue;
      std::vector<Gate> ways{object->out};
      for (int i = 0; i < structure_.size(object->class_decl); ++i) {
        // An object that is not there in one of the states has no value there.
        const Gate lives = circuit().conjunction(structure_.isLive(object->class_decl, i, true),
                                                 structure_.isLive(object->class_decl, i, false));
        ways.push_back(circuit().conjunction(object->at[at(i)],
                                             circuit().disjunction(structure_.isChanged(one->field, i), !lives)));
      }
      return circuit().disjunction(ways);
    }
  }
  return unknown(a);
}

/// Of a field of what is not there, the sum is 0.
Gate HeapLogic::ordered(Expr a, Expr b, bool is_strict, bool positive) {
  const auto x = numeric(a), y = numeric(b);
  if (!x || !y) return unknown(x ? b : a);
  const auto value = [&](const Numeric& one) {
    if (one.there == kTrue) return one.number;
    const HeapStructure::Number zero = structure_.constant(0);
    HeapStructure::Number sum;
    for (std::size_t bit = 0; bit < zero.size(); ++bit)
      sum.push_back(circuit().choice(one.there, one.number[bit], zero[bit]));
    return sum;
  };
  const Gate holds = is_strict ? !structure_.atMost(value(*y), value(*x)) : structure_.atMost(value(*x), value(*y));
  return circuit().disjunction({x->out, y->out, positive ? holds : !holds});
}

std::optional<HeapLogic::Numeric> HeapLogic::numeric(Expr expr) {
  if (expr->kind == ExprKind::Constant)
    return structure_.followsNumbers() ? std::optional(Numeric{.number = structure_.constant(expr->integer)})
                                       : std::nullopt;
  if (const Meaning* meaning = meaningOf(expr)) {
    const bool is_known = meaning->kind == Meaning::Kind::Parameter && structure_.followsNumbers() &&
                          meaning->local->type->kind == program::TypeKind::Int && !meaning->local->type->is_float;
    return is_known ? std::optional(Numeric{.number = structure_.parameter(meaning->local)}) : std::nullopt;
  }
  if (expr->kind != ExprKind::Join || expr->operands[0]->arity != 1) return std::nullopt;
  const Meaning* meaning = meaningOf(expr->operands[1]);
  if (meaning == nullptr || meaning->kind != Meaning::Kind::Field || !structure_.isFollowed(meaning->field))
    return std::nullopt;
  const auto object = single(expr->operands[0]);
  if (!object || object->class_decl != meaning->field->owner) return std::nullopt;
  const bool at_entry = meaning->state == State::Pre;
  Numeric value{.number = HeapStructure::Number(structure_.bitsOfNumber(), kFalse), .out = object->out};
  std::vector<Gate> there;
  for (int a = 0; a < structure_.size(object->class_decl); ++a) {
    const Gate here = circuit().conjunction(object->at[at(a)], structure_.isLive(object->class_decl, a, at_entry));
    if (here == kFalse) continue;
    there.push_back(here);
    const HeapStructure::Number& number = structure_.number(meaning->field, a, at_entry);
    for (std::size_t bit = 0; bit < number.size(); ++bit)
      value.number[bit] = circuit().disjunction(value.number[bit], circuit().conjunction(here, number[bit]));
  }
  value.there = circuit().disjunction(there);
  return value;
}

Gate HeapLogic::contained(Expr part, Expr whole, bool positive) {
  if (isSameNow(part, whole) || part->kind == ExprKind::None) return solver::constantGate(positive);
  if (part->arity != 1 || whole->arity != 1 || part->isInteger() || whole->isInteger()) return unknown(part);
  if (const auto one = single(part)) {
    const bool is_named = !isUniversal(part) && !isInsideUniversal();
    if (is_named && ways_.insert({part, whole}).second) nameWay(*one, whole);
    const Gate inside = is_named ? memberNamed(*one, whole, positive) : member(*one, whole, positive);
    return positive ? circuit().disjunction(one->null, inside) : circuit().conjunction(!one->null, inside);
  }
  if (part->kind == ExprKind::Union) {
    std::vector<Gate> parts;
    for (const Expr operand : part->operands) parts.push_back(contained(operand, whole, positive));
    return all(positive, parts);
  }
  const ClassDecl* class_decl = classOf(part);
  if (class_decl == nullptr || (!positive && isInsideUniversal())) return unknown(part);
  if (!positive) {
    const Pointer witness = structure_.name(class_decl);
    nameWay(witness, part);
    return circuit().conjunction({!witness.null, memberNamed(witness, part, true), memberNamed(witness, whole, false)});
  }
  std::vector<Gate> instances;
  for (int a = 0; a < structure_.size(class_decl); ++a)
    instances.push_back(circuit().disjunction({!structure_.exists(class_decl, a), memberAt(class_decl, a, part, false),
                                               memberAt(class_decl, a, whole, true)}));
  return circuit().conjunction(instances);
}

// Sets.

const HeapLogic::Slot* HeapLogic::slotOf(Expr set) const {
  const Meaning* meaning = meaningOf(set);
  if (meaning == nullptr || meaning->kind != Meaning::Kind::Parameter) return nullptr;
  const auto found = names_.slots.find(meaning->local);
  return found == names_.slots.end() ? nullptr : &found->second;
}

/// What a set without choice leads to: a parameter, the result, a bound variable, a field of one of these.
std::optional<HeapLogic::Pointer> HeapLogic::single(Expr set) {
  if (set->arity != 1 || set->isInteger()) return std::nullopt;
  if (set->kind == ExprKind::Variable) {
    for (auto at = bound_.rbegin(); at != bound_.rend(); ++at)
      if (at->variable == set->variable) return at->value;
    return std::nullopt;
  }
  if (const Meaning* meaning = meaningOf(set)) {
    if (meaning->kind == Meaning::Kind::Parameter)
      if (const auto found = names_.parameters.find(meaning->local); found != names_.parameters.end())
        return found->second;
    if (meaning->kind == Meaning::Kind::Result && meaning->procedure == names_.procedure) return names_.result;
    return std::nullopt;
  }
  if (set->kind == ExprKind::IfElse) {
    // Of a condition that is decided.
    const Gate holds = meaning(set->formula, true), fails = meaning(set->formula, false);
    if (holds == kFalse) return single(set->operands[1]);
    return fails == kFalse ? single(set->operands[0]) : std::nullopt;
  }
  if (set->kind != ExprKind::Join || set->operands[0]->arity != 1) return std::nullopt;
  const Meaning* meaning = meaningOf(set->operands[1]);
  if (meaning == nullptr) return std::nullopt;
  if (const Slot* slot = slotOf(set->operands[0])) {
    // It is the place of one field, and no part.
    const bool is_owner = meaning->kind == Meaning::Kind::SlotOwner || meaning->kind == Meaning::Kind::PartOwner;
    if (!is_owner) return std::nullopt;
    return meaning->kind == Meaning::Kind::SlotOwner && meaning->field == slot->field
               ? slot->owner
               : structure_.null(meaning->field->owner);
  }
  const bool is_field = meaning->kind == Meaning::Kind::Field && isPlainPointer(*meaning->field);
  const bool is_part = meaning->kind == Meaning::Kind::Part && meaning->field->type->isClass();
  if (!is_field && !is_part) return std::nullopt;
  if (classOf(set) == nullptr) return std::nullopt;
  if (set->free_variables.empty())
    if (const auto found = singles_.find(set); found != singles_.end()) return found->second;
  const auto object = single(set->operands[0]);
  if (!object || object->class_decl != meaning->field->owner) return std::nullopt;
  Pointer value = structure_.follow(*object, meaning->field, meaning->state == State::Pre);
  if (!isUniversal(set)) value = structure_.named(value);
  if (set->free_variables.empty()) singles_.emplace(set, value);
  return value;
}

void HeapLogic::nameWay(const Pointer& pointer, Expr set) {
  if (ways_named_ == Ways::None) return;
  switch (set->kind) {
    case ExprKind::Union:
    case ExprKind::Intersection:
      for (const Expr operand : set->operands) nameWay(pointer, operand);
      return;
    case ExprKind::Difference: return nameWay(pointer, set->operands[0]);
    case ExprKind::Comprehension:
      if (set->decls.size() == 1) nameWay(pointer, set->decls[0].domain);
      return;
    case ExprKind::Join: break;
    default: return;
  }
  const Expr relation = set->operands[1];
  if (set->operands[0]->arity != 1 || isUniversal(set) ||
      (relation->kind != ExprKind::Closure && relation->kind != ExprKind::ReflexiveClosure))
    return;
  const Field* field = linkOf(relation->operands[0], vocabulary_);
  if (field == nullptr || !structure_.hasClosure(field) || pointer.class_decl != field->owner ||
      meaningOf(relation->operands[0])->state != State::Pre)
    return;
  const auto from = single(set->operands[0]);
  if (!from || from->class_decl != field->owner) return;
  structure_.predecessor(*from, pointer, field);
}

void HeapLogic::nameEnd(Expr from, const Pointer& start, const Field* field) {
  if (ways_named_ == Ways::None || isUniversal(from)) return;
  const auto isIt = [&](const Start& one) { return one.from == from && one.field == field; };
  if (std::ranges::any_of(starts_, isIt)) return;
  starts_.push_back({from, start, field});
  structure_.lastFrom(start, field, ways_named_ == Ways::Turns);
}

void HeapLogic::nameWaysTo(const Pointer& pointer) {
  if (ways_named_ != Ways::OfSteps) return;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const Start start = starts_[i];
    if (start.field->owner == pointer.class_decl && ways_to_.insert({i, pointer.at}).second)
      structure_.predecessor(start.pointer, pointer, start.field);
  }
}

Gate HeapLogic::member(const Pointer& pointer, Expr set, bool positive) {
  std::vector<Gate> ways{pointer.out};
  if (!positive) ways.push_back(pointer.null);
  for (int a = 0; a < structure_.size(pointer.class_decl); ++a)
    if (pointer.at[at(a)] != kFalse)
      ways.push_back(circuit().conjunction(pointer.at[at(a)], memberAt(pointer.class_decl, a, set, positive)));
  return circuit().disjunction(ways);
}

Gate HeapLogic::memberNamed(const Pointer& pointer, Expr set, bool positive) {
  std::vector<Gate> parts;
  switch (set->kind) {
    case ExprKind::Union:
    case ExprKind::Intersection:
      for (const Expr operand : set->operands) parts.push_back(memberNamed(pointer, operand, positive));
      return all((set->kind == ExprKind::Intersection) == positive, parts);
    case ExprKind::Difference:
      return all(positive,
                 {memberNamed(pointer, set->operands[0], positive), memberNamed(pointer, set->operands[1], !positive),
                  positive ? !pointer.null : pointer.null});
    case ExprKind::Comprehension: {
      if (set->decls.size() != 1) return unknown(set);
      const Gate inside = memberNamed(pointer, set->decls[0].domain, positive);
      bound_.push_back({set->decls[0].variable, pointer, false});
      const Gate holds = meaning(set->formula, positive);
      bound_.pop_back();
      return all(positive, {inside, holds});
    }
    default: return member(pointer, set, positive);
  }
}

Gate HeapLogic::memberAt(const ClassDecl* class_decl, int index, Expr set, bool positive) {
  if (const auto one = single(set)) {
    const Gate is_it = one->class_decl == class_decl ? one->at[at(index)] : kFalse;
    return positive ? is_it : !is_it;
  }
  std::vector<Gate> parts;
  switch (set->kind) {
    case ExprKind::None: return solver::constantGate(!positive);
    case ExprKind::Relation: {
      const Meaning* meaning = meaningOf(set);
      if (meaning == nullptr || meaning->kind != Meaning::Kind::Live) return unknown(set);
      const Gate is_live = meaning->class_decl == class_decl
                               ? structure_.isLive(class_decl, index, meaning->state == State::Pre)
                               : kFalse;
      return positive ? is_live : !is_live;
    }
    case ExprKind::Union:
    case ExprKind::Intersection:
      for (const Expr operand : set->operands) parts.push_back(memberAt(class_decl, index, operand, positive));
      return all((set->kind == ExprKind::Intersection) == positive, parts);
    case ExprKind::Difference:
      return all(positive, {memberAt(class_decl, index, set->operands[0], positive),
                            memberAt(class_decl, index, set->operands[1], !positive)});
    case ExprKind::IfElse: {
      // Asked of every object in turn, so no names are made here.
      bound_.push_back({nullptr, structure_.object(class_decl, index), true});
      const Gate then =
          all(positive, {meaning(set->formula, positive), memberAt(class_decl, index, set->operands[0], positive)});
      const Gate otherwise =
          all(positive, {meaning(set->formula, !positive), memberAt(class_decl, index, set->operands[1], positive)});
      bound_.pop_back();
      return all(!positive, {then, otherwise});
    }
    case ExprKind::Comprehension: {
      if (set->decls.size() != 1) return unknown(set);
      const Gate inside = memberAt(class_decl, index, set->decls[0].domain, positive);
      // Of which object it is asked is fixed, but there may be several of it.
      bound_.push_back({set->decls[0].variable, structure_.object(class_decl, index), true});
      const Gate holds = meaning(set->formula, positive);
      bound_.pop_back();
      return all(positive, {inside, holds});
    }
    case ExprKind::Join: return joined(class_decl, index, set, positive);
    default: return unknown(set);
  }
}

Gate HeapLogic::joined(const ClassDecl* class_decl, int index, Expr set, bool positive) {
  const bool forwards = set->operands[0]->arity == 1;
  const Expr from = set->operands[forwards ? 0 : 1], relation = set->operands[forwards ? 1 : 0];
  if (from->arity != 1 || relation->arity != 2 || from->isInteger()) return unknown(set);
  if (const auto one = single(from)) {
    const bool is_closure = relation->kind == ExprKind::Closure || relation->kind == ExprKind::ReflexiveClosure;
    if (const Field* field = is_closure && forwards ? linkOf(relation->operands[0], vocabulary_) : nullptr;
        field != nullptr && structure_.hasClosure(field) && one->class_decl == field->owner &&
        meaningOf(relation->operands[0])->state == State::Pre)
      nameEnd(from, *one, field);
    return related(*one, class_decl, index, relation, !forwards, positive);
  }
  const ClassDecl* between = classOf(from);
  if (between == nullptr) return unknown(set);
  if (positive) return unknown(set);  // which of them it is, is not known: there may be none with a name
  std::vector<Gate> none;
  for (int a = 0; a < structure_.size(between); ++a)
    none.push_back(
        circuit().disjunction({!structure_.exists(between, a), memberAt(between, a, from, false),
                               related(structure_.object(between, a), class_decl, index, relation, !forwards, false)}));
  return circuit().conjunction(none);
}

Gate HeapLogic::related(const Pointer& from, const ClassDecl* class_decl, int index, Expr relation, bool backwards,
                        bool positive) {
  relation = withoutTranspose(relation, backwards);
  const auto decided = [&](Gate gate) { return circuit().disjunction(from.out, positive ? gate : !gate); };
  if (relation->kind == ExprKind::Union) {
    std::vector<Gate> parts;
    for (const Expr operand : relation->operands)
      parts.push_back(related(from, class_decl, index, operand, backwards, positive));
    return all(!positive, parts);
  }
  if (const Meaning* meaning = meaningOf(relation)) {
    const bool is_field = meaning->kind == Meaning::Kind::Field && isPlainPointer(*meaning->field);
    const bool is_part = meaning->kind == Meaning::Kind::Part && meaning->field->type->isClass();
    if (!is_field && !is_part) return unknown(relation);
    const ClassDecl* target = is_part ? meaning->field->type->class_decl : meaning->field->type->pointee->class_decl;
    const ClassDecl *left = backwards ? class_decl : from.class_decl, *right = backwards ? from.class_decl : class_decl;
    if (left != meaning->field->owner || right != target) return decided(kFalse);
    return decided(fieldRelated(from, index, meaning->field, meaning->state == State::Pre, backwards));
  }
  if (relation->kind != ExprKind::Closure && relation->kind != ExprKind::ReflexiveClosure) return unknown(relation);
  const Expr inner = withoutTranspose(relation->operands[0], backwards);
  const Field* field = linkOf(inner, vocabulary_);
  if (field == nullptr || !structure_.hasClosure(field)) return unknown(relation);
  const bool is_reflexive = relation->kind == ExprKind::ReflexiveClosure;
  if (from.class_decl != field->owner || class_decl != field->owner) return unknown(relation);
  return decided(closureRelated(from, index, field, meaningOf(inner)->state == State::Pre, backwards, is_reflexive));
}

Gate HeapLogic::fieldRelated(const Pointer& from, int index, const Field* field, bool at_entry, bool backwards) {
  const auto value = [&](int object) -> const Pointer& {
    return field->holdsParts() ? structure_.part(field, object) : structure_.field(field, object, at_entry);
  };
  std::vector<Gate> ways;
  for (int a = 0; a < structure_.size(from.class_decl); ++a)
    ways.push_back(circuit().conjunction(from.at[at(a)], backwards ? value(index).at[at(a)] : value(a).at[at(index)]));
  return circuit().disjunction(ways);
}

Gate HeapLogic::closureRelated(const Pointer& from, int index, const Field* field, bool at_entry, bool backwards,
                               bool is_reflexive) {
  std::vector<Gate> ways;
  for (int a = 0; a < structure_.size(field->owner); ++a) {
    const Gate reached = a == index  ? (is_reflexive ? kTrue : structure_.isOnCycle(field, a, at_entry))
                         : backwards ? structure_.reaches(field, index, a, at_entry)
                                     : structure_.reaches(field, a, index, at_entry);
    ways.push_back(circuit().conjunction(from.at[at(a)], reached));
  }
  return circuit().disjunction(ways);
}

}  // namespace weir::prove
