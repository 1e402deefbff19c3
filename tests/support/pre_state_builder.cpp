// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/pre_state_builder.h"

#include <algorithm>

#include "ir/program/elsewhere.h"
#include "ir/program/integer.h"
#include "ir/program/interpreter.h"

namespace weir::program {
namespace {

bool isEnumerator(const std::string& qualified, const std::string& type_name) {
  return qualified.size() > type_name.size() + 2 && qualified.starts_with(type_name + "::");
}

}  // namespace

PreStateBuilder::PreStateBuilder(const Program& program, const Procedure& procedure,
                                 const std::vector<const ClassDecl*>& relevant, const PreStateOptions& options,
                                 Chooser& chooser)
    : program_(program),
      procedure_(procedure),
      relevant_(relevant),
      options_(options),
      chooser_(chooser),
      heap_(program) {
  for (const ClassDecl* class_decl : relevant_) {
    const auto own = options_.objects_of.find(class_decl);
    limits_[class_decl] = chooser_.chooseLimit(own == options_.objects_of.end() ? options_.objects : own->second);
  }
}

std::optional<PreState> PreStateBuilder::build() {
  globals();
  if (!arguments() || !fill()) return std::nullopt;
  if (options_.unreachable) {
    unreachable();
    if (!fill()) return std::nullopt;
  }
  return PreState{std::move(heap_), std::move(arguments_)};
}

/// Constants keep what the static initializer gave them; any other variable may have been changed since.
void PreStateBuilder::globals() {
  if (program_.globalsClass() == nullptr) return;
  initializeStatics(heap_, {.record_steps = false});
  // What the initializer allocated belongs to the constants.
  for (ObjectId id = 0; id < heap_.size(); ++id) {
    const Object& object = heap_.at(id);
    if (object.is_static && object.live) open_.push_back(id);
  }
}

Value PreStateBuilder::raw(const ClassDecl* class_decl) {
  const ObjectId first = heap_.allocate(class_decl, Storage::Heap);
  for (ObjectId id = first; id < heap_.size(); ++id) hidden_.insert(id);
  return Value::ofObject(first);
}

/// An object of the callee's own, which no other argument leads into.
bool PreStateBuilder::byValue(const Local& parameter, Value& argument) {
  const ClassDecl* class_decl = parameter.type->pointee->class_decl;
  if (class_decl->is_abstract || class_decl->is_incomplete) return false;
  const ObjectId first = heap_.size();
  argument = make({class_decl, nullptr});
  for (ObjectId id = first; id < heap_.size(); ++id)
    if (parameter.is_unknown_to_others) hidden_.insert(id);
  return true;
}

bool PreStateBuilder::arguments() {
  for (std::size_t i = 0; i < procedure_.parameters.size(); ++i) {
    const Local& parameter = *procedure_.parameters[i];
    const bool is_this = i == 0 && procedure_.method_of != nullptr && !procedure_.is_static_method;
    const bool is_result = procedure_.has_result_parameter && i + 1 == procedure_.parameters.size();
    // A constructor and a result returned by value start from memory that nobody else knows.
    if ((is_this && procedure_.is_constructor) || is_result) {
      if (parameter.type->pointee->class_decl->is_abstract) return false;
      arguments_.push_back(raw(parameter.type->pointee->class_decl));
      continue;
    }
    if (parameter.is_by_value) {
      arguments_.emplace_back();
      continue;
    }
    const auto value = valueOf(parameter.type, !is_this && !parameter.is_reference);
    if (!value) return false;
    arguments_.push_back(*value);
  }
  for (std::size_t i = 0; i < procedure_.parameters.size(); ++i)
    if (procedure_.parameters[i]->is_by_value && !byValue(*procedure_.parameters[i], arguments_[i])) return false;
  return true;
}

bool PreStateBuilder::fill() {
  for (; next_open_ < open_.size(); ++next_open_)
    if (!fillObject(open_[next_open_])) return false;
  return true;
}

bool PreStateBuilder::fillObject(ObjectId id) {
  const Object& object = heap_.at(id);
  const bool is_static = object.is_static;
  if (object.is_constant) return true;
  for (const Field* field : allFields(object.class_decl)) {
    if (!field->elementType()->isScalar() || (is_static && field->is_constant)) continue;
    const auto count = static_cast<long>(heap_.at(id).fields.at(field).size());
    for (long index = 0; index < count; ++index) {
      const auto value = valueOf(field->elementType(), !field->is_reference);
      if (!value) return false;
      heap_.write(id, field, *value, index);
    }
  }
  return true;
}

std::optional<Value> PreStateBuilder::valueOf(TypeRef type, bool nullable) {
  if (type->isInteger()) return Value::ofInteger(integerOf(type));
  if (type->isPointer()) return pointerOf(type, nullable);
  return Value{};  // of an unsupported type: whoever reads it is unsupported too
}

Integer PreStateBuilder::integerOf(TypeRef type) {
  if (type->kind == TypeKind::Bool) return chooser_.choose(2);
  std::vector<Integer> domain;
  // An enum has the values of its enumerators.
  for (const auto& [name, value] : program_.enumerators)
    if (isEnumerator(name, type->name) && fits(value, type) &&
        std::find(domain.begin(), domain.end(), value) == domain.end())
      domain.push_back(value);
  if (!domain.empty()) return domain[chooser_.choose(static_cast<int>(domain.size()))];
  for (Integer value : options_.integers)
    if (fits(value, type)) domain.push_back(value);
  if (domain.empty()) domain.push_back(0);
  return chooser_.chooseInteger(domain, type);
}

std::optional<Value> PreStateBuilder::pointerOf(TypeRef type, bool nullable) {
  if (type->isFunctionPointer()) {
    const auto targets = program_.addressTaken(type->pointee);
    const int count = static_cast<int>(targets.size()) + (nullable ? 1 : 0);
    if (count == 0) return std::nullopt;
    const int choice = chooser_.choose(count);
    return choice == static_cast<int>(targets.size()) ? Value::null() : Value::ofFunction(targets[choice]);
  }
  const std::vector<Value> known = existing(type);
  std::vector<Fresh> news = fresh(type);
  if (!nullable && known.empty() && news.empty()) {
    // A reference must refer to something, whatever this state's limits are.
    for (const ClassDecl* class_decl : relevant_) limits_[class_decl] = std::max(limits_[class_decl], 1);
    news = fresh(type);
    if (news.empty()) return std::nullopt;
  }
  if (known.empty() && news.empty()) return Value::null();
  switch (chooser_.chooseTarget(nullable, static_cast<int>(known.size()), static_cast<int>(news.size()))) {
    case Chooser::Target::Null: return Value::null();
    case Chooser::Target::Existing: return known[chooser_.choose(static_cast<int>(known.size()))];
    case Chooser::Target::Fresh: return make(news[chooser_.choose(static_cast<int>(news.size()))]);
  }
  return std::nullopt;
}

std::vector<Value> PreStateBuilder::existing(TypeRef type) const {
  std::vector<Value> found;
  for (ObjectId id = 0; id < heap_.size(); ++id) {
    const Object& object = heap_.at(id);
    // The address that the source made up, but nothing inside what is not there.
    const bool is_made_up = object.is_made_up && heap_.at(object.owner).class_decl->is_globals;
    if (!(object.live || is_made_up) || isElsewhere(object) || hidden_.contains(id)) continue;
    if (type->isSlotPointer()) {
      if (is_made_up) continue;
      for (const Field* field : allFields(object.class_decl)) {
        const TypeRef stored = field->elementType();
        const bool fits = sameRepresentation(stored, type->pointee) || mayAlias(stored, type->pointee);
        if (!fits || field->is_bit_field || field->is_constant) continue;
        const auto count = static_cast<long>(object.fields.at(field).size());
        for (long index = 0; index < count; ++index) found.push_back(Value::ofSlot(id, field, index));
      }
      continue;
    }
    // Arrays, boxes and the globals are never pointed to as a whole.
    if (object.class_decl->is_array || object.class_decl->is_box || object.class_decl->is_globals) continue;
    if (type->isVoidPointer() ? object.owner == kNoObject : object.class_decl->derivesFrom(type->pointee->class_decl))
      found.push_back(Value::ofObject(id));
  }
  return found;
}

bool PreStateBuilder::hasRoom(const ClassDecl* class_decl) const {
  const auto used = counts_.find(class_decl);
  return (used == counts_.end() ? 0 : used->second) < limits_.at(class_decl);
}

std::vector<PreStateBuilder::Fresh> PreStateBuilder::fresh(TypeRef type) const {
  std::vector<Fresh> found;
  for (const ClassDecl* class_decl : relevant_) {
    if (!hasRoom(class_decl)) continue;
    const bool is_whole = !class_decl->is_array && !class_decl->is_box;
    if (type->isSlotPointer()) {
      // Only what is nothing but slots: other objects are met through pointers of their own.
      if (!is_whole && sameRepresentation(class_decl->fields.front()->elementType(), type->pointee))
        found.push_back({class_decl, class_decl->fields.front()});
      continue;
    }
    if (type->isVoidPointer()) {
      if (is_whole) found.push_back({class_decl, nullptr});
      continue;
    }
    if (is_whole && class_decl->derivesFrom(type->pointee->class_decl)) found.push_back({class_decl, nullptr});
    for (const Field* field : allFields(class_decl))
      if (field->holdsParts() && field->elementType()->class_decl->derivesFrom(type->pointee->class_decl) &&
          (!field->type->extent || *field->type->extent > 0))
        found.push_back({class_decl, field});
  }
  return found;
}

Value PreStateBuilder::make(const Fresh& what) {
  const long extent =
      what.class_decl->is_array && options_.max_extent > 1 ? 1 + chooser_.choose(options_.max_extent) : 1;
  ++counts_[what.class_decl];
  const ObjectId first = heap_.allocate(what.class_decl, Storage::Heap, false, what.class_decl->is_array ? extent : 0);
  for (ObjectId id = first; id < heap_.size(); ++id) open_.push_back(id);
  if (what.field == nullptr) return Value::ofObject(first);
  return addressOf(heap_, first, what.field, 0);
}

void PreStateBuilder::unreachable() {
  for (const ClassDecl* class_decl : relevant_) {
    // Nobody can tell that a box or an array that nothing points to is there.
    if (class_decl->is_array || class_decl->is_box) continue;
    const int room = limits_.at(class_decl) - counts_[class_decl];
    if (room <= 0) continue;
    for (int extra = chooser_.choose(room + 1); extra > 0 && hasRoom(class_decl); --extra) make({class_decl, nullptr});
  }
}

}  // namespace weir::program
