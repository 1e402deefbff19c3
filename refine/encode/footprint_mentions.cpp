// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/footprint_mentions.h"

#include <algorithm>

#include "ir/program/elsewhere.h"
#include "ir/program/interpreter.h"
#include "ir/program/model_class.h"
#include "refine/encode/fixed_extents.h"

namespace weir::refine {

using namespace program;

void Mentions::mentionClass(const ClassDecl* class_decl) {
  const std::vector<const ClassDecl*> dynamic = program_.dynamicClasses(class_decl);
  class_questions_.asksForOneOf(dynamic);
  footprint_.class_set_.insert(dynamic.begin(), dynamic.end());
  // Of a handle the objects are those of the class that it stands for.
  const bool is_opaque = class_decl->is_incomplete && !class_decl->is_abstract;
  if (is_opaque || class_decl->is_globals) footprint_.class_set_.insert(class_decl);
}

/// Objects of exactly one class: one that is made, or that is inside another.
void Mentions::mentionExactly(const ClassDecl* class_decl) {
  mentionClass(class_decl);
  class_questions_.asksFor(class_decl);
}

/// What is under construction, passed by value or returned has the class that it is declared with.
void Mentions::askForWhatIsGiven(const Procedure& root) {
  if (root.is_constructor) class_questions_.asksFor(root.method_of);
  for (const Local* parameter : root.parameters)
    if (parameter->type->isObjectPointer() && (parameter->is_by_value || root.has_result_parameter))
      class_questions_.asksFor(parameter->type->pointee->class_decl);
}

void Mentions::mentionType(TypeRef type) {
  if (type->isObjectPointer()) mentionClass(type->pointee->class_decl);
  if (type->isSlotPointer()) slot_types_.insert(type->pointee);
}

/// A variable of the caller's that is a larger array than any that a state at entry has. Only its size tells it from
/// what else the pointer may lead to, which is a limit of the scope: `char text[16384]` in a function that is not
/// looked at would be so many places for every pointer to characters.
static bool isBeyondScope(const Field& content) {
  return content.owner->is_box && content.type->isArray() && content.type->extent.value_or(0) > kMostElementsAtEntry;
}

/// A type whose values exist before the call: a slot pointer may then point to a variable of the caller or into an
/// array as well.
void Mentions::mentionEntryType(TypeRef type) {
  mentionType(type);
  if (type->isVoidPointer() && program_.findUnknownObjectClass() != nullptr)
    mentionClass(program_.findUnknownObjectClass());
  if (!type->isSlotPointer()) return;
  entry_slot_types_.insert(type->pointee);
  for (const ClassDecl* class_decl : program_.classes()) {
    if (!class_decl->is_array && !class_decl->is_box) continue;
    const Field* content = class_decl->fields.front();
    if (content->elementType() == type->pointee && !isBeyondScope(*content)) mentionField(content);
  }
}

void Mentions::mentionField(const Field* field) {
  if (in_code_) footprint_.in_code.insert(field);
  if (!footprint_.field_set_.insert(field).second) return;
  mentionClass(field->owner);
  if (isModelArray(*field)) mentionField(lengthFieldOf(*field->owner));
  // A pointer may lead to what shares the bytes of a member of a union, whether the code names it or not.
  if (field->is_union_state)
    for (const Field* leaf : field->owner->fields)
      if (leaf->union_state == field) mentionField(leaf);
  // One past the end of an array of class type is a pointer to no object.
  if (field->holdsParts() && field->type->isArray()) footprint_.may_mistype = true;
  if (field->holdsParts())
    mentionExactly(field->elementType()->class_decl);
  else if (field->elementType()->isPointer())
    mentionEntryType(field->elementType());
  if (field->elementType()->isObjectPointer()) mentionMadeUp(field->elementType()->pointee->class_decl);
  if (field->is_constant && field->owner->is_globals) mentionTargets(initial().findGlobals(), field);
}

/// A pointer to an object may point to an element of an array where that makes a difference: the code steps through
/// it, or the property is about the array.
void Mentions::mentionArraysOf(TypeRef pointer) {
  if (!pointer->isObjectPointer()) return;
  for (const ClassDecl* array : program_.classes())
    if (array->is_array && array->fields.front()->elementType() == pointer->pointee)
      mentionField(array->fields.front());
}

/// The program may have stored an address such as (T*)-1 in any field for it.
void Mentions::mentionMadeUp(const ClassDecl* class_decl) {
  if (program_.globalsClass() == nullptr) return;
  for (const Field* field : program_.globalsClass()->fields)
    if (field->made_up_address && !isElsewhere(*field) && field->type->class_decl->derivesFrom(class_decl)) {
      footprint_.uses_globals = true;
      mentionField(field);
    }
}

/// The state that the program starts with.
const Heap& Mentions::initial() {
  if (!initial_) {
    initial_.emplace(program_);
    initializeStatics(*initial_, {.record_steps = false});
  }
  return *initial_;
}

/// What a constant points to: it does so in every state.
void Mentions::mentionTargets(ObjectId id, const Field* field) {
  const std::vector<Value> values = initial().at(id).fields.at(field);
  for (const Value& value : values) {
    if (field->holdsParts()) {
      for (const Field* inner : allFields(initial().at(value.object).class_decl)) mentionTargets(value.object, inner);
      continue;
    }
    if (value.kind == Value::Kind::Function) functions_.insert(value.procedure);
    if (value.kind == Value::Kind::Slot) mentionField(value.field);
    if (value.kind != Value::Kind::Slot && value.kind != Value::Kind::Object) continue;
    for (ObjectId in = value.object; initial().at(in).owner != kNoObject; in = initial().at(in).owner)
      mentionField(initial().at(in).owner_field);
  }
}

void Mentions::mentionFreed(const FreeStmt& stmt) {
  if (stmt.how == FreeKind::ScopeEnd) return;
  ExprRef pointer = stmt.pointer;
  while (pointer->kind == ExprKind::PointerCast && pointer->type->isVoidPointer()) pointer = pointer->operands.front();
  if (pointer->type->isVoidPointer()) frees_anything_ = true;
  if (pointer->type->isObjectPointer()) freed_.insert(pointer->type->pointee->class_decl);
}

/// What nobody mentions and a pointer can still tell: whose field it points to, that its target ends with its owner,
/// a way back to an object.
void Mentions::mentionUnmentioned() {
  std::size_t before = 0;
  do {
    before = footprint_.field_set_.size();
    const std::vector<const ClassDecl*>& all = program_.classes();
    std::vector<const ClassDecl*> present;
    std::ranges::copy_if(all, std::back_inserter(present), [&](auto* one) { return footprint_.hasClass(one); });
    for (const ClassDecl* class_decl : present) {
      if (asks_for_owner_)
        for (const Field* field : class_decl->fields)
          if (vocabulary_.isAskedForOwner(field)) mentionField(field);
      if (questions_.links) mentionLinks(class_decl);
      const bool is_freed = std::ranges::any_of(freed_, [&](auto* base) { return class_decl->derivesFrom(base); });
      if (is_freed || (frees_anything_ && !class_decl->is_globals)) mentionInside(class_decl, present);
    }
    if (asks_for_owner_) mentionAnotherOwner();
    mentionWhatSharesBytes();
  } while (footprint_.field_set_.size() > before);
}

/// Some object that neither the code nor the property knows may have the field: one stands for all of them.
void Mentions::mentionAnotherOwner() {
  if (has_another_owner_) return;
  has_another_owner_ = true;
  for (const ClassDecl* class_decl : program_.classes()) {
    const bool is_made_by_weir = class_decl->is_array || class_decl->is_box || class_decl->is_globals;
    const bool has_objects = !class_decl->is_abstract && !class_decl->is_incomplete;
    if (is_made_by_weir || !has_objects || class_decl->name.starts_with("std::") || footprint_.hasClass(class_decl))
      continue;
    for (const Field* field : class_decl->fields)
      if (vocabulary_.isAskedForOwner(field)) return mentionField(field);
  }
}

void Mentions::mentionLinks(const ClassDecl* class_decl) {
  const auto changes = [&](const Field* field) { return isLink(*field) && footprint_.written.contains(field); };
  if (std::ranges::none_of(class_decl->fields, changes)) return;
  for (const Field* field : class_decl->fields)
    if (isLink(*field)) mentionField(field);
}

/// What a pointer leads to may be a member of a union that nobody names: it changes what shares its bytes, or with it.
void Mentions::mentionWhatSharesBytes() {
  const std::set<const Field*> mentioned = footprint_.field_set_;
  for (const Field* field : mentioned) {
    const std::set<TypeRef>& pointees = isWritten(field) ? slot_types_ : footprint_.stored_types;
    for (const Field* other : field->shares_bytes_with)
      if (other->is_shadowed && !footprint_.hasField(other)) mentionIfPointedTo(other, pointees);
  }
}

static bool mayLeadTo(const std::set<TypeRef>& pointees, TypeRef type) {
  return std::ranges::any_of(pointees,
                             [&](TypeRef pointee) { return mayAlias(pointee, type) || isByteOf(pointee, type); });
}

/// Is something in the field written, by its name or through a pointer?
bool Mentions::isWritten(const Field* field) const {
  if (footprint_.written.contains(field)) return true;
  const TypeRef type = field->elementType();
  if (!field->holdsParts()) return mayLeadTo(footprint_.stored_types, type);
  return std::ranges::any_of(allFields(type->class_decl), [&](const Field* inner) { return isWritten(inner); });
}

/// Mentions what is in the field and some pointer may lead to, and the parts it is in.
bool Mentions::mentionIfPointedTo(const Field* field, const std::set<TypeRef>& pointees) {
  const TypeRef type = field->elementType();
  bool is_pointed_to = footprint_.written.contains(field);
  if (field->holdsParts())
    for (const Field* inner : allFields(type->class_decl))
      is_pointed_to = mentionIfPointedTo(inner, pointees) || is_pointed_to;
  else
    is_pointed_to = is_pointed_to || mayLeadTo(pointees, type);
  if (is_pointed_to) mentionField(field);
  return is_pointed_to;
}

/// A pointer into an object that is freed dangles: of each type that some pointer has, one place in it.
void Mentions::mentionInside(const ClassDecl* class_decl, const std::vector<const ClassDecl*>& present) {
  for (const TypeRef type : inOrder(entry_slot_types_))
    mentionOneOf(class_decl, [&](const Field* field) {
      return !field->holdsParts() && !field->is_bit_field && mayAlias(field->elementType(), type);
    });
  for (const ClassDecl* other : present)
    mentionOneOf(class_decl, [&](const Field* field) {
      return field->holdsParts() && field->elementType()->class_decl->derivesFrom(other);
    });
}

std::vector<TypeRef> Mentions::inOrder(const std::set<TypeRef>& types) {
  std::vector<TypeRef> ordered(types.begin(), types.end());
  std::ranges::sort(ordered, {}, [](TypeRef type) { return toString(type); });
  return ordered;
}

/// Mentions one of these fields of the class or its parts, and the parts it is in, unless one is mentioned.
template <typename Fits>
void Mentions::mentionOneOf(const ClassDecl* class_decl, const Fits& fits) {
  std::vector<const Field*> path;
  if (findInside(class_decl, fits, true, path)) return;
  path.clear();
  if (findInside(class_decl, fits, false, path)) std::ranges::for_each(path, [&](auto* field) { mentionField(field); });
}

template <typename Fits>
bool Mentions::findInside(const ClassDecl* class_decl, const Fits& fits, bool only_mentioned,
                          std::vector<const Field*>& path) {
  for (const Field* field : allFields(class_decl)) {
    if (only_mentioned && !footprint_.hasField(field)) continue;
    path.push_back(field);
    if (fits(field)) return true;
    if (field->holdsParts() && findInside(field->elementType()->class_decl, fits, only_mentioned, path)) return true;
    path.pop_back();
  }
  return false;
}

/// Fields whose address can be held: mentioned, of a type that some pointer points to. What a pointer stores through
/// is written.
void Mentions::closeUnderSlots() {
  for (const Field* field : footprint_.field_set_) {
    const bool is_pointed_to =
        std::ranges::any_of(slot_types_, [&](TypeRef pointee) { return footprint_.mayPointAtEntry(pointee, *field); });
    if (field->holdsParts() || field->is_union_state || !is_pointed_to) continue;
    footprint_.slot_set_.insert(field);
    if (footprint_.mayPoint(footprint_.stored_types, field->elementType())) footprint_.written.insert(field);
  }
}

void Mentions::inDeclarationOrder() {
  for (const ClassDecl* class_decl : program_.classes()) {
    if (footprint_.class_set_.contains(class_decl)) footprint_.classes.push_back(class_decl);
    for (const Field* field : class_decl->fields) {
      if (!footprint_.field_set_.contains(field)) continue;
      (field->holdsParts() ? footprint_.part_fields : footprint_.value_fields).push_back(field);
      if (footprint_.slot_set_.contains(field)) footprint_.slot_fields.push_back(field);
    }
  }
  for (const Procedure* procedure : program_.procedures()) {
    const bool is_value = functions_.contains(procedure) || isFunctionPointerTarget(procedure);
    if (is_value) footprint_.function_values.push_back(procedure);
  }
}

/// Where a pointer may lead to something of another class than its type says, or a delete looks at the class, what
/// an object is can be told by other means than those that were collected.
void Mentions::leaveOutAlikeClasses() {
  const bool knows_other_means = footprint_.may_mistype || footprint_.deletes_as_base || asks_for_sorts_;
  if (knows_other_means || !footprint_.loose_types.empty() || !footprint_.punned_types.empty()) return;
  footprint_.alike = class_questions_.representatives(footprint_.classes, footprint_.field_set_, program_);
}

/// Pointers that exist before the call may point to any procedure whose address the program takes, or to another.
bool Mentions::isFunctionPointerTarget(const Procedure* procedure) const {
  for (const Field* field : footprint_.field_set_)
    if (mayHold(field->elementType(), procedure)) return true;
  for (const Procedure* reached : footprint_.procedures) {
    const bool is_root = reached == footprint_.procedures.front();
    if (reached->is_external && mayHold(reached->result, procedure)) return true;
    for (const Local* parameter : is_root ? reached->parameters : std::vector<const Local*>{})
      if (mayHold(parameter->type, procedure)) return true;
  }
  return false;
}

bool Mentions::mayHold(TypeRef type, const Procedure* procedure) const {
  if (!type->isFunctionPointer()) return false;
  const std::vector<const Procedure*> targets = program_.functionValues(type->pointee);
  return std::ranges::find(targets, procedure) != targets.end();
}

}  // namespace weir::refine
