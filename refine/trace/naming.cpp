// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/trace/naming.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "ir/program/model_text.h"

namespace weir::refine {
namespace {

using program::ObjectId;

/// "net::List<net::Item>::Node" without what it is declared in: "Node".
std::string unqualified(const std::string& name) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    if (name[i] == '<' || name[i] == '(') ++depth;
    if (name[i] == '>' || name[i] == ')') --depth;
    if (depth == 0 && name[i] == ':' && name[i + 1] == ':') begin = i + 2;
  }
  return name.substr(begin);
}

/// A class name is no id where it has blanks or starts with a bracket: "unsigned int[]". Its namespace is left out: an
/// id is read far more often than two classes of one name meet, and a number tells those apart.
std::string asId(const std::string& name) {
  const std::string text = unqualified(name);
  std::string id;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isspace(static_cast<unsigned char>(text[i])) == 0) {
      id += text[i];
    } else if (i > 0 && text[i - 1] != ',') {
      id += '_';
    }
  }
  const bool starts_well = !id.empty() && (std::isalpha(static_cast<unsigned char>(id[0])) != 0 || id[0] == '_');
  return starts_well ? id : "_" + id;
}

/// Which object each variable of class or boxed type is, from the statements that make them.
class AutomaticObjects : public ExecutionVisitor {
 public:
  void step(const Activation& activation, const program::Step& step,
            const std::vector<program::Change>& /*changes*/) override {
    static_cast<void>(activation);
    if (step.stmt->kind != program::StmtKind::Allocate || step.allocated.size() != 1) return;
    const auto& allocate = program::as<program::AllocateStmt>(*step.stmt);
    if (allocate.storage == program::Storage::Automatic) made.emplace_back(step.allocated[0], allocate.target);
  }
  std::vector<std::pair<ObjectId, const program::Local*>> made;
};

}  // namespace

bool isTemporary(const program::Local& local) { return local.name.starts_with('%'); }

static constexpr std::string_view kBox = ".box";

bool isBoxOfParameter(const program::Local& local) { return local.name.ends_with(kBox); }

std::string sourceName(const program::Local& local) {
  if (isBoxOfParameter(local)) return local.name.substr(0, local.name.size() - kBox.size());
  const std::size_t dot = local.name.rfind('.');
  if (dot == std::string::npos || dot + 1 == local.name.size()) return local.name;
  const bool is_number = std::all_of(local.name.begin() + static_cast<long>(dot) + 1, local.name.end(),
                                     [](unsigned char c) { return std::isdigit(c) != 0; });
  return is_number ? local.name.substr(0, dot) : local.name;
}

Naming::Naming(const program::Procedure& method, const std::vector<program::Value>& arguments,
               const program::Heap& before, const program::Heap& after, const program::Execution& execution,
               const Enumerations& enumerations)
    : heap_(after), enumerations_(enumerations), globals_(after.findGlobals()) {
  nameEntryBoxes(method, arguments);
  nameAutomatic(method, arguments, execution);
  nameObjects(before);
}

void Naming::nameEntryBoxes(const program::Procedure& method, const std::vector<program::Value>& arguments) {
  for (std::size_t i = 0; i < arguments.size() && i < method.parameters.size(); ++i) {
    const program::Value& argument = arguments[i];
    const bool is_box = argument.kind == program::Value::Kind::Slot && heap_.at(argument.object).class_decl->is_box;
    if (is_box && method.parameters[i]->is_reference)
      variables_.try_emplace(argument.object, Variable{.name = sourceName(*method.parameters[i]), .is_root = true});
  }
}

void Naming::nameAutomatic(const program::Procedure& method, const std::vector<program::Value>& arguments,
                           const program::Execution& execution) {
  AutomaticObjects objects;
  walkExecution(method, arguments, execution, objects);
  for (const auto& [id, local] : objects.made) {
    if (heap_.at(id).class_decl->is_box) {
      const bool hidden = isTemporary(*local);
      variables_.try_emplace(id, Variable{.name = hidden ? "temporary" : sourceName(*local), .is_temporary = hidden});
    } else if (!isTemporary(*local)) {
      wanted_[id] = sourceName(*local);
    }
  }
}

std::string Naming::fresh(const std::string& wanted) {
  std::string name = wanted;
  for (int count = 2; !used_.insert(name).second; ++count) name = wanted + "#" + std::to_string(count);
  return name;
}

void Naming::nameObjects(const program::Heap& before) {
  static_cast<void>(before);
  for (ObjectId id = 0; id < heap_.size(); ++id) {
    const program::Object& object = heap_.at(id);
    if (id == globals_ || variables_.contains(id)) continue;
    std::string wanted = asId(object.name);
    if (object.owner != program::kNoObject) {
      wanted = place(object.owner, object.owner_field, object.owner_index);
      if (heap_.at(object.owner).class_decl->is_array)
        wanted = names_.at(object.owner) + "[" + std::to_string(object.owner_index) + "]";
    } else if (const auto variable = wanted_.find(id); variable != wanted_.end()) {
      wanted = asId(variable->second);
    } else if (object.class_decl->is_box && object.name.starts_with("box ")) {
      wanted = asId(object.name.substr(4));
    }
    names_[id] = fresh(wanted);
  }
}

std::string Naming::object(ObjectId id) const {
  if (const Variable* box = variable(id)) return box->name;
  const auto name = names_.find(id);
  return name == names_.end() ? asId(heap_.at(id).name) : name->second;
}

const Variable* Naming::variable(ObjectId id) const {
  const auto found = variables_.find(id);
  return found == variables_.end() ? nullptr : &found->second;
}

std::string Naming::member(const program::Field* field, long index) {
  return field->type->isArray() ? field->name + "[" + std::to_string(index) + "]" : field->name;
}

std::string Naming::place(ObjectId id, const program::Field* field, long index) const {
  if (id == globals_) return asId(member(field, index));
  if (const Variable* box = variable(id))
    return field->type->isArray() ? box->name + "[" + std::to_string(index) + "]" : box->name;
  return object(id) + "." + member(field, index);
}

/// The number that has these bits.
static std::string fraction(program::Integer bits, int width) {
  const double number = width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                    : std::bit_cast<double>(static_cast<std::uint64_t>(bits));
  char text[40];
  if (std::isfinite(number))
    snprintf(text, sizeof text, "%.17g", number);
  else
    snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

Value Naming::value(const program::Value& value, program::TypeRef type) const {
  switch (value.kind) {
    case program::Value::Kind::Uninitialized: return Value::uninitialized();
    case program::Value::Kind::Null: return Value::null();
    case program::Value::Kind::Object: return Value::object(object(value.object));
    case program::Value::Kind::Function: return Value::function(value.procedure->name);
    case program::Value::Kind::Slot: {
      const bool past_end = value.index != 0 && !value.field->type->isArray();
      return Value::slot(place(value.object, value.field, value.index) + (past_end ? "+1" : ""));
    }
    case program::Value::Kind::Integer: break;
  }
  if (type != nullptr && type->kind == program::TypeKind::Bool) return Value::truth(value.integer != 0);
  if (type != nullptr && type->is_float) return Value::decimal(fraction(value.integer, type->width));
  Value number = Value::decimal(program::toString(value.integer));
  if (type == nullptr) return number;
  if (const auto names = enumerations_.find(type->name); names != enumerations_.end())
    if (const auto name = names->second.find(value.integer); name != names->second.end())
      number.enumerator = name->second;
  return number;
}

Value Naming::value(const program::Value& held, const program::Field& field) const {
  if (held.kind == program::Value::Kind::Integer && program::isTextValue(field))
    return Value::characters(program::quotedText(held.integer));
  return value(held, field.elementType());
}

Value Naming::field(const program::Heap& heap, ObjectId id, const program::Field* field) const {
  const std::vector<program::Value>& values = heap.at(id).fields.at(field);
  if (!field->type->isArray()) return value(values.at(0), *field);
  std::vector<Value> elements;
  for (const program::Value& element : values) elements.push_back(value(element, field->elementType()));
  return Value::array(std::move(elements));
}

}  // namespace weir::refine
