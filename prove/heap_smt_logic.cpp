// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_smt_logic.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::prove {

using logic::Expr;
using logic::ExprKind;
using logic::Formula;
using logic::FormulaKind;
using program::State;
using smt::conjunction;
using smt::disjunction;
using smt::implication;
using smt::negation;
using Meaning = program::Vocabulary::Meaning;

std::string SmtHeapLogic::unknown() {
  said_.leaves_out = true;
  std::vector<std::string> sorts, arguments;
  for (const smt::Variable& variable : variables_) {
    sorts.push_back(variable.sort);
    arguments.push_back(variable.name);
  }
  const std::string predicate = script_.unique("left-out");
  script_.function(predicate, sorts, "Bool");
  return arguments.empty() ? predicate : smt::call(predicate, arguments);
}

template <typename Body>
std::string SmtHeapLogic::over(const ClassDecl* class_decl, bool is_universal, const Body& body) {
  const smt::Variable variable{"?" + std::to_string(++count_), heap_.sort(class_decl)};
  variables_.push_back(variable);
  const Object object{variable.name, class_decl};
  const std::string there = negation(isNull(object)), inner = body(object);
  variables_.pop_back();
  return is_universal ? smt::forAll({variable}, implication(there, inner))
                      : smt::exists({variable}, conjunction({there, inner}));
}

const ClassDecl* SmtHeapLogic::classOf(Expr set) const {
  return prove::classOf(set, vocabulary_, [this](logic::Variable variable) -> const ClassDecl* {
    for (auto at = bound_.rbegin(); at != bound_.rend(); ++at)
      if (at->variable == variable) return at->object.class_decl;
    return nullptr;
  });
}

// Formulas.

std::string SmtHeapLogic::meaning(Formula formula) {
  Texts parts;
  const auto part = [&](std::size_t index) { return meaning(formula->operands[index]); };
  switch (formula->kind) {
    case FormulaKind::True: return "true";
    case FormulaKind::False: return "false";
    case FormulaKind::Not: return negation(part(0));
    case FormulaKind::And:
    case FormulaKind::Or:
      for (std::size_t i = 0; i < formula->operands.size(); ++i) parts.push_back(part(i));
      return formula->kind == FormulaKind::And ? conjunction(parts) : disjunction(parts);
    case FormulaKind::Implies: return implication(part(0), part(1));
    case FormulaKind::Iff: return smt::equal(part(0), part(1));
    case FormulaKind::ForAll:
    case FormulaKind::Exists: return quantified(*formula, 0);
    case FormulaKind::Some: return some(formula->exprs[0]);
    case FormulaKind::No: return negation(some(formula->exprs[0]));
    case FormulaKind::Lone: return lone(formula->exprs[0]);
    case FormulaKind::One: return conjunction({some(formula->exprs[0]), lone(formula->exprs[0])});
    case FormulaKind::Subset: return contained(formula->exprs[0], formula->exprs[1]);
    case FormulaKind::Equal: return equal(formula->exprs[0], formula->exprs[1]);
    case FormulaKind::Less: return ordered(formula->exprs[0], formula->exprs[1], true);
    case FormulaKind::LessEqual: return ordered(formula->exprs[0], formula->exprs[1], false);
  }
  UNREACHABLE("a formula should be of a known kind");
}

SmtHeapLogic::Object SmtHeapLogic::witness(const ClassDecl* class_decl, const std::string& name) {
  const Object object{heap_.any(name, heap_.sort(class_decl)), class_decl};
  script_.assume(negation(isNull(object)));
  said_.witnesses.push_back(object);
  return object;
}

std::string SmtHeapLogic::denied(Formula formula) {
  switch (formula->kind) {
    case FormulaKind::ForAll: return deniedForAll(*formula, 0);
    case FormulaKind::Implies: {
      script_.assume(meaning(formula->operands[0]));
      return denied(formula->operands[1]);
    }
    case FormulaKind::No:
    case FormulaKind::Subset: {
      const Expr part = formula->exprs[0];
      const bool is_set = part->arity == 1 && !part->isInteger() && part->kind != ExprKind::None && !single(part);
      const ClassDecl* class_decl = is_set ? classOf(part) : nullptr;
      const bool is_over = formula->kind == FormulaKind::No || formula->exprs[1]->arity == 1;
      if (class_decl == nullptr || !is_over) return negation(meaning(formula));
      const Object object = witness(class_decl, "element");
      script_.assume(member(object, part));
      return formula->kind == FormulaKind::No ? "true" : negation(member(object, formula->exprs[1]));
    }
    default: return negation(meaning(formula));
  }
}

std::string SmtHeapLogic::deniedForAll(const logic::FormulaNode& node, std::size_t decl) {
  if (decl == node.decls.size()) return denied(node.operands[0]);
  const logic::Decl& one = node.decls[decl];
  const ClassDecl* class_decl = one.variable->is_integer ? nullptr : classOf(one.domain);
  if (class_decl == nullptr) return negation(quantified(node, decl));
  const Object object = witness(class_decl, asWritten(one.variable->name));
  script_.assume(member(object, one.domain));
  bound_.push_back({one.variable, object});
  std::string body = deniedForAll(node, decl + 1);
  bound_.pop_back();
  return body;
}

void SmtHeapLogic::assumeWays(std::vector<Object> objects) {
  objects.insert(objects.end(), said_.witnesses.begin(), said_.witnesses.end());
  if (!said_.starts.empty()) script_.comment("of every heap: ways go step by step, and end or run in a circle");
  for (const auto& [field, start] : said_.starts) {
    heap_.assumeEnd(field, start);
    for (const Object& object : objects)
      if (object.class_decl == field->owner) heap_.assumeWay(field, start, object.text);
  }
}

std::string SmtHeapLogic::quantified(const logic::FormulaNode& node, std::size_t decl) {
  if (decl == node.decls.size()) return meaning(node.operands[0]);
  const logic::Decl& one = node.decls[decl];
  const ClassDecl* class_decl = one.variable->is_integer ? nullptr : classOf(one.domain);
  if (class_decl == nullptr) return unknown();
  const bool is_universal = node.kind == FormulaKind::ForAll;
  const auto bodyOf = [&](const Object& object) {
    bound_.push_back({one.variable, object});
    std::string body = quantified(node, decl + 1);
    bound_.pop_back();
    return body;
  };
  if (const auto value = single(one.domain))
    return is_universal ? disjunction({isNull(*value), bodyOf(*value)})
                        : conjunction({negation(isNull(*value)), bodyOf(*value)});
  return over(class_decl, is_universal, [&](const Object& object) {
    const std::string inside = member(object, one.domain), body = bodyOf(object);
    return is_universal ? implication(inside, body) : conjunction({inside, body});
  });
}

std::string SmtHeapLogic::some(Expr set) {
  if (const Slot* slot = slotOf(set)) return slot->field != nullptr ? "true" : "false";
  if (const auto one = single(set)) return negation(isNull(*one));
  if (set->kind == ExprKind::None) return "false";
  if (set->arity == 1 && set->kind == ExprKind::Union) {
    Texts parts;
    for (const Expr operand : set->operands) parts.push_back(some(operand));
    return disjunction(parts);
  }
  const ClassDecl* class_decl = set->arity == 1 && !set->isInteger() ? classOf(set) : nullptr;
  if (class_decl == nullptr) return unknown();
  return over(class_decl, false, [&](const Object& object) { return member(object, set); });
}

std::string SmtHeapLogic::lone(Expr set) {
  if (set->functional || single(set)) return "true";
  const ClassDecl* class_decl = set->arity == 1 && !set->isInteger() ? classOf(set) : nullptr;
  if (class_decl == nullptr) return unknown();
  return over(class_decl, true, [&](const Object& a) {
    return over(class_decl, true, [&](const Object& b) {
      return implication(conjunction({member(a, set), member(b, set)}), smt::equal(a.text, b.text));
    });
  });
}

std::string SmtHeapLogic::equal(Expr a, Expr b) {
  if (isSameNow(a, b, vocabulary_, [this](const Field* field) { return heap_.isTouched(field); })) return "true";
  if (a->arity != 1 || b->arity != 1) return unknown();
  if (a->isInteger() || b->isInteger()) return equalNumbers(a, b);
  const auto one = single(a), two = single(b);
  if (one && two && one->class_decl == two->class_decl) return smt::equal(one->text, two->text);
  if (one && two) return conjunction({isNull(*one), isNull(*two)});
  return conjunction({contained(a, b), contained(b, a)});
}

std::string SmtHeapLogic::equalNumbers(Expr a, Expr b) {
  if (b->kind != ExprKind::Constant) std::swap(a, b);
  const Meaning* meaning = meaningOf(a);
  if (b->kind == ExprKind::Constant && meaning != nullptr && meaning->kind == Meaning::Kind::Result &&
      meaning->procedure == names_.procedure && names_.truth)
    return b->integer == 1 ? *names_.truth : b->integer == 0 ? negation(*names_.truth) : "false";
  const auto x = valueOf(a), y = valueOf(b);
  if (!x || !y) return unknown();
  return disjunction({conjunction({negation(x->there), negation(y->there)}),
                      conjunction({x->there, y->there, smt::equal(x->value, y->value)})});
}

/// A number, or what a field holds that is no pointer to an object: of those one can ask only whether they are equal.
std::optional<SmtHeapLogic::Numeric> SmtHeapLogic::valueOf(Expr expr) {
  if (auto number = numeric(expr)) return number;
  if (expr->kind != ExprKind::Join || expr->operands[0]->arity != 1) return std::nullopt;
  const Meaning* meaning = meaningOf(expr->operands[1]);
  const bool is_value = meaning != nullptr && meaning->kind == Meaning::Kind::Field &&
                        meaning->field->type->isScalar() && !meaning->field->type->isObjectPointer() &&
                        !meaning->field->is_shadowed && meaning->field->union_state == nullptr;
  const auto object = is_value ? single(expr->operands[0]) : std::nullopt;
  if (!object || object->class_decl != meaning->field->owner) return std::nullopt;
  const bool at_entry = meaning->state == State::Pre;
  return Numeric{.value = heap_.field(meaning->field, object->text, at_entry),
                 .there = heap_.isLive(object->class_decl, object->text, at_entry)};
}

/// Of a field of what is not there, the sum is 0.
std::string SmtHeapLogic::ordered(Expr a, Expr b, bool is_strict) {
  const auto x = numeric(a), y = numeric(b);
  if (!x || !y) return unknown();
  const auto value = [](const Numeric& one) { return smt::choice(one.there, one.value, "0"); };
  return is_strict ? negation(smt::atMost(value(*y), value(*x))) : smt::atMost(value(*x), value(*y));
}

std::optional<SmtHeapLogic::Numeric> SmtHeapLogic::numeric(Expr expr) {
  if (expr->kind == ExprKind::Constant) return Numeric{.value = SmtHeap::number(expr->integer)};
  if (const Meaning* meaning = meaningOf(expr)) {
    const bool is_known = meaning->kind == Meaning::Kind::Parameter &&
                          meaning->local->type->kind == program::TypeKind::Int && !meaning->local->type->is_float;
    return is_known ? std::optional(Numeric{.value = heap_.parameter(meaning->local)}) : std::nullopt;
  }
  if (expr->kind != ExprKind::Join || expr->operands[0]->arity != 1) return std::nullopt;
  const Meaning* meaning = meaningOf(expr->operands[1]);
  if (meaning == nullptr || meaning->kind != Meaning::Kind::Field || !isFollowedNumber(*meaning->field))
    return std::nullopt;
  const auto object = single(expr->operands[0]);
  if (!object || object->class_decl != meaning->field->owner) return std::nullopt;
  const bool at_entry = meaning->state == State::Pre;
  return Numeric{.value = heap_.field(meaning->field, object->text, at_entry),
                 .there = heap_.isLive(object->class_decl, object->text, at_entry)};
}

std::string SmtHeapLogic::contained(Expr part, Expr whole) {
  if (isSameNow(part, whole, vocabulary_, [this](const Field* field) { return heap_.isTouched(field); }) ||
      part->kind == ExprKind::None)
    return "true";
  if (part->arity != 1 || whole->arity != 1 || part->isInteger() || whole->isInteger()) return unknown();
  if (const auto one = single(part)) return disjunction({isNull(*one), member(*one, whole)});
  if (part->kind == ExprKind::Union) {
    Texts parts;
    for (const Expr operand : part->operands) parts.push_back(contained(operand, whole));
    return conjunction(parts);
  }
  const ClassDecl* class_decl = classOf(part);
  if (class_decl == nullptr) return unknown();
  return over(class_decl, true,
              [&](const Object& object) { return implication(member(object, part), member(object, whole)); });
}

// Sets.

const SmtHeapLogic::Slot* SmtHeapLogic::slotOf(Expr set) const {
  const Meaning* meaning = meaningOf(set);
  if (meaning == nullptr || meaning->kind != Meaning::Kind::Parameter) return nullptr;
  const auto found = names_.slots.find(meaning->local);
  return found == names_.slots.end() ? nullptr : &found->second;
}

std::optional<SmtHeapLogic::Object> SmtHeapLogic::slotOwner(Expr set, const Meaning& meaning) {
  const Slot* slot = slotOf(set);
  // It is the place of one field, and no part.
  const bool is_owner = meaning.kind == Meaning::Kind::SlotOwner || meaning.kind == Meaning::Kind::PartOwner;
  if (slot == nullptr || !is_owner) return std::nullopt;
  if (meaning.kind == Meaning::Kind::SlotOwner && meaning.field == slot->field) return slot->owner;
  return Object{heap_.null(meaning.field->owner), meaning.field->owner};
}

/// What a set without choice leads to: a parameter, the result, a bound variable, a field of one of these.
std::optional<SmtHeapLogic::Object> SmtHeapLogic::single(Expr set) {
  if (set->arity != 1 || set->isInteger()) return std::nullopt;
  if (set->kind == ExprKind::Variable) {
    for (auto at = bound_.rbegin(); at != bound_.rend(); ++at)
      if (at->variable == set->variable) return at->object;
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
    const auto then = single(set->operands[0]), otherwise = single(set->operands[1]);
    if (!then || !otherwise || then->class_decl != otherwise->class_decl) return std::nullopt;
    return Object{smt::choice(meaning(set->formula), then->text, otherwise->text), then->class_decl};
  }
  if (set->kind != ExprKind::Join || set->operands[0]->arity != 1) return std::nullopt;
  const Meaning* meaning = meaningOf(set->operands[1]);
  if (meaning == nullptr) return std::nullopt;
  if (slotOf(set->operands[0]) != nullptr) return slotOwner(set->operands[0], *meaning);
  const bool is_field = meaning->kind == Meaning::Kind::Field && isPlainPointer(*meaning->field);
  const bool is_part = meaning->kind == Meaning::Kind::Part && meaning->field->type->isClass();
  if ((!is_field && !is_part) || classOf(set) == nullptr) return std::nullopt;
  const auto object = single(set->operands[0]);
  if (!object || object->class_decl != meaning->field->owner) return std::nullopt;
  if (is_part) return Object{heap_.part(meaning->field, object->text), meaning->field->type->class_decl};
  return Object{heap_.field(meaning->field, object->text, meaning->state == State::Pre),
                meaning->field->type->pointee->class_decl};
}

std::string SmtHeapLogic::member(const Object& object, Expr set) {
  if (const auto one = single(set))
    return one->class_decl == object.class_decl ? smt::equal(object.text, one->text) : "false";
  Texts parts;
  switch (set->kind) {
    case ExprKind::None: return "false";
    case ExprKind::Relation: {
      const Meaning* meaning = meaningOf(set);
      if (meaning == nullptr || meaning->kind != Meaning::Kind::Live) return unknown();
      return meaning->class_decl == object.class_decl
                 ? heap_.isLive(object.class_decl, object.text, meaning->state == State::Pre)
                 : "false";
    }
    case ExprKind::Union:
    case ExprKind::Intersection:
      for (const Expr operand : set->operands) parts.push_back(member(object, operand));
      return set->kind == ExprKind::Union ? disjunction(parts) : conjunction(parts);
    case ExprKind::Difference:
      return conjunction({member(object, set->operands[0]), negation(member(object, set->operands[1]))});
    case ExprKind::IfElse:
      return smt::choice(meaning(set->formula), member(object, set->operands[0]), member(object, set->operands[1]));
    case ExprKind::Comprehension: {
      if (set->decls.size() != 1) return unknown();
      const std::string inside = member(object, set->decls[0].domain);
      bound_.push_back({set->decls[0].variable, object});
      const std::string holds = meaning(set->formula);
      bound_.pop_back();
      return conjunction({inside, holds});
    }
    case ExprKind::Join: return joined(object, set);
    default: return unknown();
  }
}

std::string SmtHeapLogic::joined(const Object& object, Expr set) {
  const bool forwards = set->operands[0]->arity == 1;
  const Expr from = set->operands[forwards ? 0 : 1], relation = set->operands[forwards ? 1 : 0];
  if (from->arity != 1 || relation->arity != 2 || from->isInteger()) return unknown();
  const auto step = [&](const Object& one) {
    return forwards ? related(one, object, relation) : related(object, one, relation);
  };
  if (const auto one = single(from)) return conjunction({negation(isNull(*one)), step(*one)});
  const ClassDecl* between = classOf(from);
  if (between == nullptr) return unknown();
  return over(between, false, [&](const Object& one) { return conjunction({member(one, from), step(one)}); });
}

/// Of two objects that are not null.
std::string SmtHeapLogic::related(const Object& from, const Object& to, Expr relation) {
  if (relation->kind == ExprKind::Transpose) return related(to, from, relation->operands[0]);
  if (relation->kind == ExprKind::Union) {
    Texts parts;
    for (const Expr operand : relation->operands) parts.push_back(related(from, to, operand));
    return disjunction(parts);
  }
  if (const Meaning* meaning = meaningOf(relation)) {
    const bool is_field = meaning->kind == Meaning::Kind::Field && isPlainPointer(*meaning->field);
    const bool is_part = meaning->kind == Meaning::Kind::Part && meaning->field->type->isClass();
    if (!is_field && !is_part) return unknown();
    const ClassDecl* target = is_part ? meaning->field->type->class_decl : meaning->field->type->pointee->class_decl;
    if (from.class_decl != meaning->field->owner || to.class_decl != target) return "false";
    return smt::equal(is_part ? heap_.part(meaning->field, from.text)
                              : heap_.field(meaning->field, from.text, meaning->state == State::Pre),
                      to.text);
  }
  if (relation->kind != ExprKind::Closure && relation->kind != ExprKind::ReflexiveClosure) return unknown();
  bool backwards = false;
  const Expr inner = withoutTranspose(relation->operands[0], backwards);
  const Field* field = linkOf(inner, vocabulary_);
  if (field == nullptr || from.class_decl != field->owner || to.class_decl != field->owner) return unknown();
  const bool at_entry = meaningOf(inner)->state == State::Pre;
  const Object &first = backwards ? to : from, &last = backwards ? from : to;
  if (at_entry && first.text.find('?') == std::string::npos) said_.starts.insert({field, first.text});
  if (relation->kind == ExprKind::ReflexiveClosure) return heap_.reaches(field, first.text, last.text, at_entry);
  const Object next{heap_.field(field, first.text, at_entry), field->owner};
  return conjunction({negation(isNull(next)), heap_.reaches(field, next.text, last.text, at_entry)});
}

}  // namespace weir::prove
