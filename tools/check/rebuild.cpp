// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/rebuild.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "ir/program/interpreter.h"
#include "ir/program/model_text.h"
#include "refine/trace/naming.h"
#include "tools/report/states.h"

namespace weir::tools {
namespace {

using program::Field;
using program::ObjectId;
using program::TypeRef;

struct Mismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

program::Integer parsed(const std::string& digits) {
  const bool negative = digits.starts_with('-');
  program::Integer value = 0;
  for (char c : digits.substr(negative ? 1 : 0)) value = value * 10 + (c - '0');
  return negative ? -value : value;
}

class Rebuilder {
 public:
  Rebuilder(const program::Program& program, const program::Procedure& procedure, const results::HeapState& state)
      : program_(program), procedure_(procedure), state_(state), heap_(program) {}

  Rebuilt run() {
    if (program_.globalsClass() != nullptr) program::initializeStatics(heap_, {.record_steps = false});
    for (const results::HeapObject& object : state_.objects) allocate(object);
    // A part stands after its owner or before it: until all have their place.
    for (bool found = true; found;) {
      found = false;
      for (const results::HeapObject& object : state_.objects) found = placeParts(object) || found;
    }
    makeVariables();
    for (const results::HeapObject& object : state_.objects) fill(object);
    setGlobals();
    std::vector<program::Value> arguments;
    for (const program::Local* parameter : procedure_.parameters) arguments.push_back(argument(*parameter));
    return {std::move(heap_), std::move(arguments)};
  }

 private:
  const results::Value* root(const std::string& name) const {
    for (const auto& [key, value] : state_.roots)
      if (key == name) return &value;
    return nullptr;
  }

  void allocate(const results::HeapObject& object) {
    if (!object.owner.empty()) return;
    if (const Field* global = globalNamed(object.id); global != nullptr && global->holdsParts()) {
      objects_[object.id] = heap_.read(heap_.globals(), global, 0).object;
      return;
    }
    const program::ClassDecl* class_decl = program_.findClass(object.class_name);
    if (class_decl == nullptr) throw Mismatch("there is no class " + object.class_name + " any more");
    long extent = 0;
    if (class_decl->is_array)
      for (const auto& [name, value] : object.fields) extent = static_cast<long>(value.elements.size());
    objects_[object.id] = heap_.allocate(class_decl, program::Storage::Heap, true, extent);
  }

  bool placeParts(const results::HeapObject& object) {
    const auto id = objects_.find(object.id);
    if (id == objects_.end()) return false;
    bool found = false;
    for (const auto& [name, value] : object.fields) {
      const Field* field = heap_.at(id->second).class_decl->findField(name);
      if (field == nullptr || !field->holdsParts()) continue;
      const std::vector<results::Value> single{value};
      const std::vector<results::Value>& parts = field->type->isArray() ? value.elements : single;
      const std::vector<program::Value> values = heap_.at(id->second).fields.at(field);
      for (std::size_t i = 0; i < parts.size() && i < values.size(); ++i)
        found = objects_.try_emplace(parts[i].text, values[i].object).second || found;
    }
    return found;
  }

  /// The caller's variables that reference parameters name.
  void makeVariables() {
    for (const program::Local* parameter : procedure_.parameters) {
      const std::string name = refine::sourceName(*parameter);
      const results::Value* value = root(name);
      if (value == nullptr || !parameter->is_reference || !parameter->type->isSlotPointer()) continue;
      if (value->kind == results::Value::Kind::Slot) continue;
      const program::ClassDecl* box = boxOf(parameter->type->pointee);
      if (box == nullptr) throw Mismatch("a variable for " + name + " cannot be made");
      variables_[name] = heap_.allocate(box, program::Storage::Automatic, true);
    }
    for (const auto& [name, id] : variables_) {
      const Field* field = heap_.at(id).class_decl->fields.front();
      heap_.write(id, field, value(*root(name), field->type));
    }
  }

  const program::ClassDecl* boxOf(TypeRef type) const {
    for (const program::ClassDecl* class_decl : program_.classes())
      if (class_decl->is_box && class_decl->fields.front()->type == type) return class_decl;
    return nullptr;
  }

  void fill(const results::HeapObject& object) {
    const auto id = objects_.find(object.id);
    if (id == objects_.end()) throw Mismatch("the part " + object.id + " has no place");
    for (const auto& [name, shown] : object.fields) {
      const Field* field = heap_.at(id->second).class_decl->findField(name);
      if (field == nullptr) throw Mismatch(object.class_name + " has no field " + name + " any more");
      assign(id->second, field, shown);
    }
  }

  void assign(ObjectId id, const Field* field, const results::Value& shown) {
    if (field->holdsParts()) return;
    if (!field->type->isArray()) return heap_.write(id, field, value(shown, field->type));
    const std::size_t extent = heap_.at(id).fields.at(field).size();
    for (std::size_t i = 0; i < std::min(extent, shown.elements.size()); ++i)
      heap_.write(id, field, value(shown.elements[i], field->elementType()), static_cast<long>(i));
  }

  const Field* globalNamed(const std::string& name) const {
    return program_.globalsClass() == nullptr ? nullptr : program_.globalsClass()->findField(name);
  }

  program::Value argument(const program::Local& parameter) {
    if (refine::isTemporary(parameter)) {  // where the result is built
      const auto* class_decl = parameter.type->pointee->class_decl;
      return program::Value::ofObject(heap_.allocate(class_decl, program::Storage::Automatic));
    }
    const std::string name = refine::sourceName(parameter);
    if (const auto variable = variables_.find(name); variable != variables_.end())
      return program::Value::ofSlot(variable->second, heap_.at(variable->second).class_decl->fields.front());
    const results::Value* shown = root(name);
    if (shown == nullptr) throw Mismatch("there was no parameter " + name);
    return value(*shown, parameter.type);
  }

  void setGlobals() {
    for (const auto& [name, shown] : state_.roots) {
      const bool is_parameter =
          std::any_of(procedure_.parameters.begin(), procedure_.parameters.end(),
                      [&, &root_name = name](const program::Local* p) { return refine::sourceName(*p) == root_name; });
      if (const Field* field = globalNamed(name); field != nullptr && !is_parameter)
        assign(heap_.globals(), field, shown);
    }
  }

  program::Value value(const results::Value& shown, TypeRef type) const {
    using Kind = results::Value::Kind;
    switch (shown.kind) {
      case Kind::Null: return program::Value::null();
      case Kind::Bool: return program::Value::ofInteger(shown.boolean ? 1 : 0);
      case Kind::Int: return program::Value::ofInteger(parsed(shown.text));
      case Kind::Text: return program::Value::ofInteger(textOf(shown.text));
      case Kind::Uninitialized: return {};
      case Kind::Slot: return slot(shown.text);
      case Kind::Object: {
        const auto found = objects_.find(shown.text);
        if (found == objects_.end()) throw Mismatch("there is no object " + shown.text);
        return program::Value::ofObject(found->second);
      }
      case Kind::Function: {
        const auto found = program_.findProcedures(shown.text);
        if (found.empty()) throw Mismatch("there is no function " + shown.text + " any more");
        return program::Value::ofFunction(found.front());
      }
      case Kind::Array:
      case Kind::Set: break;
    }
    throw Mismatch("a value of type " + program::toString(type) + " was expected");
  }

  /// "\"ab\"", with what cannot be read in octal digits.
  static program::Integer textOf(const std::string& quoted) {
    std::string characters;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
      if (quoted[i] != '\\')
        characters += quoted[i];
      else if (quoted[i + 1] == '"' || quoted[i + 1] == '\\')
        characters += quoted[++i];
      else if (i + 4 < quoted.size())
        characters += static_cast<char>(std::stoi(quoted.substr(i + 1, 3), nullptr, 8)), i += 3;
    }
    const auto value = program::textValue(characters);
    if (!value) throw Mismatch("there is no string " + quoted);
    return *value;
  }

  /// "Node0.next", "Buf0.a[2]", "Node0.next+1", "x", "table[2]".
  program::Value slot(const std::string& text) const {
    const bool past_end = text.ends_with("+1");
    const std::string place = past_end ? text.substr(0, text.size() - 2) : text;
    if (const auto variable = variables_.find(place); variable != variables_.end())
      return program::Value::ofSlot(variable->second, heap_.at(variable->second).class_decl->fields.front(), past_end);
    const auto [name, index] = report::splitElement(place);
    if (const Field* global = globalNamed(name))
      return program::Value::ofSlot(heap_.findGlobals(), global, past_end ? 1 : std::max(index, 0));
    for (const auto& [id, object] : objects_) {
      if (!place.starts_with(id + ".")) continue;
      const auto [field_name, element] = report::splitElement(place.substr(id.size() + 1));
      if (const Field* field = heap_.at(object).class_decl->findField(field_name))
        return program::Value::ofSlot(object, field, past_end ? 1 : std::max(element, 0));
    }
    throw Mismatch("there is no place " + text);
  }

  const program::Program& program_;
  const program::Procedure& procedure_;
  const results::HeapState& state_;
  program::Heap heap_;
  std::map<std::string, ObjectId> objects_;
  std::map<std::string, ObjectId> variables_;
};

}  // namespace

std::optional<Rebuilt> rebuild(const program::Program& program, const program::Procedure& procedure,
                               const results::HeapState& state, std::string& error) {
  try {
    return Rebuilder(program, procedure, state).run();
  } catch (const Mismatch& mismatch) {
    error = mismatch.what();
    return std::nullopt;
  }
}

}  // namespace weir::tools
