// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/symbols.h"

#include <algorithm>
#include <limits>

#include "ir/logic/singleton.h"

namespace weir::abstraction {

using logic::Expr;
using logic::ExprKind;

namespace {
constexpr int kAnyAge = std::numeric_limits<int>::max();  // of sets that hold objects of every age
}

logic::Relation Symbols::allocation(const std::string& class_name, logic::Sort sort, bool is_set, bool is_automatic) {
  const logic::Relation made =
      context_->addRelation((is_set ? "NewSet$" : "New$") + class_name, {sort}, /*functional=*/!is_set);
  facts_[made] = {++births_, true, is_set, is_automatic};
  return made;
}

logic::Relation Symbols::placeholder(const std::string& name, std::vector<logic::Sort> columns, bool functional) {
  const logic::Relation made = context_->addRelation(name, std::move(columns), functional);
  facts_[made] = {++births_, false, false};
  return made;
}

bool Symbols::isAllocation(logic::Relation relation) const {
  const auto found = facts_.find(relation);
  return found != facts_.end() && found->second.is_allocation;
}

bool Symbols::isPlaceholder(logic::Relation relation) const {
  const auto found = facts_.find(relation);
  return found != facts_.end() && !found->second.is_allocation;
}

const Symbols::Fact* Symbols::factOf(Expr expr) const {
  while (expr->kind == ExprKind::Join && expr->operands[1]->kind == ExprKind::Relation) {
    const auto* meaning = vocabulary_->meaningOf(expr->operands[1]->relation);
    if (meaning == nullptr || meaning->kind != program::Vocabulary::Meaning::Kind::Part) return nullptr;
    expr = expr->operands[0];
  }
  if (expr->kind != ExprKind::Relation) return nullptr;
  const auto found = facts_.find(expr->relation);
  return found != facts_.end() && found->second.is_allocation ? &found->second : nullptr;
}

bool Symbols::isNewObject(Expr expr) const {
  const Fact* fact = factOf(expr);
  return fact != nullptr && !fact->is_set;
}

bool Symbols::isAutomatic(Expr expr) const {
  const Fact* fact = factOf(expr);
  return fact != nullptr && fact->is_automatic;
}

const program::Field* Symbols::slotFieldOf(Expr relation) const {
  if (relation->kind != ExprKind::Relation) return nullptr;
  const auto* meaning = vocabulary_->meaningOf(relation->relation);
  const bool is_owner = meaning != nullptr && meaning->kind == program::Vocabulary::Meaning::Kind::SlotOwner;
  return is_owner ? meaning->field : nullptr;
}

bool Symbols::holdsAddress(Expr expr) const {
  if (expr->kind == ExprKind::Join && slotFieldOf(expr->operands[0]) != nullptr) return true;
  return std::any_of(expr->operands.begin(), expr->operands.end(), [&](Expr each) { return holdsAddress(each); });
}

bool Symbols::isState(logic::Relation relation) const {
  if (isPlaceholder(relation)) return relation->arity() > 1;
  using Kind = program::Vocabulary::Meaning::Kind;
  const auto* meaning = vocabulary_->meaningOf(relation);
  return meaning != nullptr && (meaning->kind == Kind::Field || meaning->kind == Kind::Extent);
}

int Symbols::birthOf(Expr expr) {
  if (const auto found = birth_of_.find(expr); found != birth_of_.end()) return found->second;
  int birth = 0;
  switch (expr->kind) {
    case ExprKind::Relation: {
      const auto fact = facts_.find(expr->relation);
      birth = fact == facts_.end() ? 0 : fact->second.birth;
      break;
    }
    case ExprKind::Univ:
    case ExprKind::Atoms:
    case ExprKind::Variable: birth = kAnyAge; break;
    case ExprKind::Difference:
    case ExprKind::RangeRestrict: birth = birthOf(expr->operands[0]); break;  // what is taken away adds no object
    case ExprKind::DomainRestrict: birth = birthOf(expr->operands[1]); break;
    case ExprKind::Intersection: birth = std::min(birthOf(expr->operands[0]), birthOf(expr->operands[1])); break;
    case ExprKind::Comprehension:
      for (const logic::Decl& decl : expr->decls) birth = std::max(birth, birthOf(decl.domain));
      break;
    default:
      for (const Expr operand : expr->operands) birth = std::max(birth, birthOf(operand));
      for (const logic::Decl& decl : expr->decls) birth = std::max(birth, birthOf(decl.domain));
  }
  birth_of_.emplace(expr, birth);
  return birth;
}

int Symbols::youngerThan(Expr set) const {
  if (set->kind == ExprKind::None) return kAnyAge;
  if (set->kind == ExprKind::Union) return std::min(youngerThan(set->operands[0]), youngerThan(set->operands[1]));
  const Fact* fact = factOf(set);
  return fact == nullptr ? 0 : fact->birth;
}

bool Symbols::areDisjoint(Expr a, Expr b) {
  if (logic::areDisjoint(a, b)) return true;
  if (a->kind == ExprKind::Product && b->kind == ExprKind::Product) return areDisjoint(a->operands[0], b->operands[0]);
  if (a->arity != 1 || b->arity != 1) return false;
  const auto isLater = [&](Expr newer, Expr older) {
    const Fact* made = factOf(newer);
    return made != nullptr && birthOf(older) < made->birth;
  };
  if (isLater(a, b) || isLater(b, a)) return true;
  if (a->kind == ExprKind::Union) return areDisjoint(a->operands[0], b) && areDisjoint(a->operands[1], b);
  if (b->kind == ExprKind::Union) return areDisjoint(a, b->operands[0]) && areDisjoint(a, b->operands[1]);
  return false;
}

bool Symbols::hasNoRow(Expr objects, Expr relation) {
  if (objects->kind == ExprKind::Union) {
    return hasNoRow(objects->operands[0], relation) && hasNoRow(objects->operands[1], relation);
  }
  const auto in = [&](int i) { return hasNoRow(objects, relation->operands[i]); };
  switch (relation->kind) {
    case ExprKind::None: return true;
    case ExprKind::Relation: {
      // Never live before the relation got its value, so no row of it.
      if (!isState(relation->relation)) return false;
      const Fact* made = factOf(objects);
      const auto fact = facts_.find(relation->relation);
      return made != nullptr && (fact == facts_.end() ? 0 : fact->second.birth) < made->birth;
    }
    case ExprKind::Update: return in(0) && areDisjoint(objects, relation->operands[1]);
    case ExprKind::Product: return relation->operands[0]->arity == 1 && areDisjoint(objects, relation->operands[0]);
    case ExprKind::Union:
    case ExprKind::Override:
    case ExprKind::IfElse: return in(0) && in(1);
    case ExprKind::Difference:
    case ExprKind::RangeRestrict:
    case ExprKind::Closure: return in(0);
    case ExprKind::DomainRestrict: return in(1) || areDisjoint(objects, relation->operands[0]);
    case ExprKind::Join: return relation->operands[0]->arity == 2 && in(0);
    default: return false;
  }
}

Expr Symbols::read(Expr object, Expr relation) {
  switch (relation->kind) {
    case ExprKind::Update: {
      const Expr written = relation->operands[1];
      if (written->arity != 1) break;
      if (written == object) return relation->operands[2];
      if (areDisjoint(object, written)) return read(object, relation->operands[0]);
      break;
    }
    case ExprKind::IfElse:
      return context_->ifElse(relation->formula, read(object, relation->operands[0]),
                              read(object, relation->operands[1]));
    case ExprKind::Union: {
      const Expr a = relation->operands[0], b = relation->operands[1];
      if (hasNoRow(object, a)) return read(object, b);
      if (hasNoRow(object, b)) return read(object, a);
      break;
    }
    default: break;
  }
  if (hasNoRow(object, relation)) return context_->join(context_->none(1), relation);
  return context_->join(object, relation);
}

Expr Symbols::join(Expr objects, Expr relation) {
  if (objects->arity != 1) return context_->join(objects, relation);
  if (hasNoRow(objects, relation)) return context_->join(context_->none(1), relation);
  if (relation->kind == ExprKind::ReflexiveClosure && hasNoRow(objects, relation->operands[0])) return objects;
  if (isNewObject(objects)) return read(objects, relation);
  if (relation->kind == ExprKind::Update && relation->operands[1]->arity == 1 &&
      areDisjoint(objects, relation->operands[1])) {
    return join(objects, relation->operands[0]);
  }
  if (const program::Field* field = slotFieldOf(relation)) {  // the owner of an address
    if (objects->kind == ExprKind::IfElse) {
      return context_->ifElse(objects->formula, join(objects->operands[0], relation),
                              join(objects->operands[1], relation));
    }
    if (objects->kind == ExprKind::Join) {
      if (const program::Field* addressed = slotFieldOf(objects->operands[0])) {
        return addressed == field ? objects->operands[1] : context_->none(1);
      }
    }
    if (objects->kind == ExprKind::Intersection) return join(objects->operands[0], relation);
  }
  if (objects->kind == ExprKind::Union && objects->arity == 1) {
    return context_->unite(join(objects->operands[0], relation), join(objects->operands[1], relation));
  }
  if (relation->kind == ExprKind::Join && relation->operands[0]->arity == 2 && relation->operands[1]->arity == 2) {
    return join(join(objects, relation->operands[0]), relation->operands[1]);
  }
  return context_->join(objects, relation);
}

Expr Symbols::write(Expr relation, Expr objects, Expr value) {
  if (value->kind == ExprKind::None && objects->arity == 1 && isAutomatic(objects)) {
    return withoutRows(relation, objects);
  }
  return context_->update(relation, objects, value);
}

Expr Symbols::withoutRows(Expr relation, Expr objects) {
  const int rest = relation->arity - 1;
  const Expr nothing = context_->none(rest, relation->int_columns >> 1);
  if (hasNoRow(objects, relation)) return relation;
  switch (relation->kind) {
    case ExprKind::Update: {
      const Expr written = relation->operands[1];
      if (written->arity == 1 && logic::isContained(written, objects)) {
        return withoutRows(relation->operands[0], objects);
      }
      if (areDisjoint(written->kind == ExprKind::Product ? written->operands[0] : written, objects)) {
        return context_->update(withoutRows(relation->operands[0], objects), written, relation->operands[2]);
      }
      if (written->kind == ExprKind::Product && written->operands[0] == objects) {
        return withoutRows(relation->operands[0], objects);
      }
      const Expr before = context_->update(withoutRows(relation->operands[0], objects), written, relation->operands[2]);
      if (relation->operands[2]->kind == ExprKind::None) return before;
      return context_->update(before, objects, nothing);
    }
    case ExprKind::IfElse:
      return context_->ifElse(relation->formula, withoutRows(relation->operands[0], objects),
                              withoutRows(relation->operands[1], objects));
    case ExprKind::Union:
      return context_->unite(withoutRows(relation->operands[0], objects), withoutRows(relation->operands[1], objects));
    case ExprKind::Product:
      if (relation->operands[0] == objects) return context_->none(relation->arity, relation->int_columns);
      break;
    default: break;
  }
  return context_->update(relation, objects, nothing);
}

Expr Symbols::withoutPart(Expr set, Expr objects) {
  if (set == objects) return context_->none(1);
  if (set->kind != ExprKind::Union) return set;
  return context_->unite(withoutPart(set->operands[0], objects), withoutPart(set->operands[1], objects));
}

Expr Symbols::without(Expr set, Expr objects) {
  if (set == objects) return context_->none(1);
  if (set->kind == ExprKind::Union) {
    return context_->unite(without(set->operands[0], objects), without(set->operands[1], objects));
  }
  if (set->kind == ExprKind::IfElse) {
    return context_->ifElse(set->formula, without(set->operands[0], objects), without(set->operands[1], objects));
  }
  if (areDisjoint(set, objects)) return set;
  return context_->subtract(set, objects);
}

}  // namespace weir::abstraction
