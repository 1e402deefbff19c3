// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/case_writer.h"

#include <algorithm>
#include <functional>
#include <ostream>
#include <set>

#include "ir/program/model_text.h"
#include "ir/program/variadic_argument.h"
#include "support/invariant.h"
#include "tools/replay/spelling.h"

namespace weir::replay {

using program::ClassDecl;
using program::Field;
using program::Object;
using program::ObjectId;
using program::Procedure;
using program::TypeRef;
using program::Value;

namespace {

const char* const kIndent = "  ";

/// What the owners of a shared object have in common is the library's own affair.
bool isTopLevel(const Object& object) {
  return object.owner == program::kNoObject && !object.class_decl->is_globals && !object.is_static &&
         !program::isOwnersBlock(*object.class_decl);
}

/// A string of the library's own, of which nothing is known.
bool isOpaqueText(const ClassDecl& class_decl) { return class_decl.is_opaque_text; }

/// Another object of the library's, such as a mutex.
bool isOtherOpaque(const ClassDecl& class_decl) {
  return class_decl.is_incomplete && !class_decl.is_opaque_text && class_decl.name.starts_with("std::");
}

std::string spellText(program::Integer value) {
  return "std::string(" + program::quotedText(value) + ", " + std::to_string(program::charactersOf(value).size()) + ")";
}

/// Inside a variable that has no name out here: a static local of a function.
bool isHidden(const program::Program& program, const program::Heap& heap, ObjectId id) {
  for (; heap.at(id).owner != program::kNoObject; id = heap.at(id).owner)
    if (heap.at(heap.at(id).owner).class_decl->is_globals)
      return !heap.at(id).owner_field->made_up_address && !canBeNamed(program, heap.at(id).owner_field);
  return false;
}

bool isPolymorphic(const program::Program& program, const ClassDecl* class_decl) {
  return std::any_of(program.procedures().begin(), program.procedures().end(), [&](const Procedure* procedure) {
    return procedure->is_virtual && procedure->method_of != nullptr && class_decl->derivesFrom(procedure->method_of);
  });
}

}  // namespace

std::vector<const Procedure*> functionsIn(const Case& replayed) {
  std::vector<const Procedure*> found;
  const auto note = [&](const Value& value) {
    if (value.kind == Value::Kind::Function && std::find(found.begin(), found.end(), value.procedure) == found.end())
      found.push_back(value.procedure);
  };
  for (const Value& argument : replayed.arguments) note(argument);
  if (replayed.expected.result) note(*replayed.expected.result);
  for (const program::Heap* heap : {&replayed.before, &replayed.after})
    for (ObjectId id = 0; id < heap->size(); ++id)
      for (const auto& [field, values] : heap->at(id).fields)
        for (const Value& value : values) note(value);
  for (const program::CallRecord& call : replayed.expected.calls) {
    if (!call.callee->is_external) continue;
    if (call.result) note(*call.result);
    if (call.first_step == 0) continue;
    for (const program::Change& change : replayed.expected.steps[static_cast<std::size_t>(call.first_step) - 1].changes)
      note(change.after);
  }
  std::sort(found.begin(), found.end(), [](auto* left, auto* right) { return left->signature < right->signature; });
  return found;
}

std::string spellUnknown(const program::Program& program, const Procedure& procedure) {
  const auto& all = program.procedures();
  return "weir_" + identifierFor(procedure.name) + "_" +
         std::to_string(std::find(all.begin(), all.end(), &procedure) - all.begin());
}

std::string spellImplementation(const program::Program& program, const ClassDecl& class_decl) {
  const auto& all = program.classes();
  return "weir_implements_" + identifierFor(class_decl.name) + "_" +
         std::to_string(std::find(all.begin(), all.end(), &class_decl) - all.begin());
}

std::string addressOf(const program::Program& program, const Procedure& procedure) {
  if (procedure.is_unknown) return "&" + spellUnknown(program, procedure);
  std::string address = "&" + spellName(procedure.name);
  if (program.is_c || program.findProcedures(procedure.name).size() <= 1) return address;
  std::string types;
  for (const std::string& type : parameterTypes(procedure.signature)) types += (types.empty() ? "" : ", ") + type;
  const std::string result = procedure.result->isScalar() ? program::toString(procedure.result) : "void";
  return "(" + result + " (*)(" + types + "))" + address;
}

CaseWriter::CaseWriter(const program::Program& program, const Case& replayed, std::ostream& out)
    : program_(program), case_(replayed), heap_(replayed.before), out_(out) {}

void CaseWriter::write(const std::string& name) {
  out_ << "WEIR_CASE static void " << name << "(void) {\n";
  if (!program_.is_c)
    for (const std::string& space : namespacesOf(program_, *case_.procedure))
      out_ << kIndent << "using namespace " << space << ";\n";
  writeHiddenVariables();
  writeAllocations();
  writeContainers();
  writeOwners();
  writeTexts();
  writeFields(std::nullopt);
  writeAnnouncements();
  writePlan();
  writePassed();
  protectConstants();
  writeCall();
  out_ << "}\n\n";
}

void CaseWriter::writeAllocations() {
  for (ObjectId id = 0; id < heap_.size(); ++id) {
    const Object& object = heap_.at(id);
    if (object.class_decl->is_globals || object.is_static || program::isOwnersBlock(*object.class_decl)) continue;
    if (!isTopLevel(object)) {
      // An array's elements are enlivened with it, a member of class type is not.
      if (!program_.is_c && !heap_.at(object.owner).class_decl->is_array && isPolymorphic(program_, object.class_decl))
        out_ << kIndent << "weir_enliven(" << pointerTo(id) << ");\n";
      continue;
    }
    const ClassDecl* class_decl = object.class_decl;
    std::string type;
    std::string extent;
    if (class_decl->is_array || class_decl->is_box) {
      const Field* field = class_decl->fields.front();
      const TypeRef element = field->elementType();
      type = element->isClass() ? spellClass(program_, element->class_decl) : spellScalar(program_, element);
      if (class_decl->is_array) extent = std::to_string(object.extent);
      if (class_decl->is_box && field->type->isArray()) extent = std::to_string(field->type->extent.value_or(0));
    } else {
      const bool is_unknown = class_decl == program_.findUnknownObjectClass();
      type = is_unknown ? "char" : spellClass(program_, class_decl);
    }
    const std::string made = class_decl->is_implemented_elsewhere ? spellImplementation(program_, *class_decl) : type;
    out_ << kIndent << type << "* " << identifierFor(object.name) << " = ";
    if (program_.is_c)
      out_ << (extent.empty() ? "weir_make(sizeof(" + type + "))"
                              : "weir_make_array(sizeof(" + type + "), " + extent + ")");
    else
      out_ << (extent.empty() ? "weir_make<" + made + ">()"
                              : arrayForm("weir_make", id) + "<" + type + ">(" + extent + ")");
    out_ << ";\n";
  }
}

/// Nothing in the state shows how an array was allocated. What the execution gives back as raw memory (free, operator
/// delete, an allocator) came from there, and new[] would have put a count in front of it.
std::string CaseWriter::arrayForm(const std::string& action, ObjectId id) const {
  const auto freed = case_.expected.freed.find(id);
  const bool is_raw = freed != case_.expected.freed.end() && freed->second == program::FreeKind::Free;
  return action + (is_raw && !program_.is_c ? "_row" : "_array");
}

/// A static variable of a function can only have the value that the program starts with.
void CaseWriter::writeHiddenVariables() {
  const ObjectId globals = heap_.findGlobals();
  if (globals == program::kNoObject) return;
  program::Heap at_start(program_);
  program::initializeStatics(at_start, {.record_steps = false});
  const auto same = [&](const Value& value, const Value& first) {
    if (value.kind == Value::Kind::Uninitialized) return true;  // nothing depends on it
    if (value.kind != first.kind) return false;
    return value.kind == Value::Kind::Object || value.kind == Value::Kind::Slot
               ? program::toString(heap_, value) == program::toString(at_start, first)
               : value == first;
  };
  const std::function<void(ObjectId, ObjectId)> check = [&](ObjectId now, ObjectId then) {
    for (const Field* field : program::allFields(heap_.at(now).class_decl)) {
      if (now == globals && (field->is_constant || field->made_up_address || canBeNamed(program_, field))) continue;
      const std::vector<Value>& values = heap_.at(now).fields.at(field);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const Value& first = at_start.read(then, field, static_cast<long>(i));
        if (field->holdsParts())
          check(values[i].object, first.object);
        else if (!same(values[i], first))
          out_ << kIndent << "weir_cannot(\"" << field->name
               << " cannot be given a value from outside its function\");\n";
      }
    }
  };
  check(globals, at_start.globals());
}

/// A smart pointer, made from what it points to. Where that is not known yet a constructor is about to make it.
void CaseWriter::writeOwner(ObjectId id) {
  const Object& owner = heap_.at(id);
  const Value& target = owner.fields.at(program::targetFieldOf(*owner.class_decl)).front();
  if (target.kind == Value::Kind::Uninitialized) return;
  const Field* shared = program::blockFieldOf(*owner.class_decl);
  if (shared == nullptr) {
    out_ << kIndent << "weir_own(" << lvalue(id) << ", " << value(target) << ");\n";
    return;
  }
  const Value& block = owner.fields.at(shared).front();
  out_ << kIndent << "weir_share(" << lvalue(id) << ", " << value(target) << ", "
       << (block.kind == Value::Kind::Object ? std::to_string(block.object) : "-1") << ");\n";
}

/// Owners before those who only watch, which need something to watch.
void CaseWriter::writeOwners() {
  for (const bool watchers : {false, true})
    for (ObjectId id = 0; id < heap_.size(); ++id)
      if (const ClassDecl& class_decl = *heap_.at(id).class_decl; program::isOwner(class_decl) &&
                                                                  program::isWatcher(class_decl) == watchers &&
                                                                  !program::liesBehindLength(heap_, id))
        writeOwner(id);
  for (ObjectId id = 0; id < heap_.size(); ++id) {
    const Object& block = heap_.at(id);
    if (!program::isOwnersBlock(*block.class_decl)) continue;
    const Value& owners = block.fields.at(block.class_decl->findMember(program::LibraryRole::Owners)).front();
    out_ << kIndent << "weir_settle(" << id << ", " << value(owners) << ");\n";
  }
}

/// A string is made from its characters. Those that are elements are reported by their container.
void CaseWriter::writeText(ObjectId id) {
  const Object& object = heap_.at(id);
  const Value& text = object.fields.at(program::textFieldOf(*object.class_decl)).front();
  if (text.kind != Value::Kind::Integer) return;
  const bool is_element = object.owner != program::kNoObject && program::isModelClass(*object.owner_field->owner);
  out_ << kIndent << "weir_write(" << lvalue(id) << ", " << spellText(text.integer) << ", "
       << (is_element ? "false" : "true") << ");\n";
}

/// The element of a set or map was made with its key.
bool CaseWriter::isKeyField(const Object& object, const Field* field) const {
  return object.owner != program::kNoObject && program::isModelEntries(*object.owner_field) &&
         field == program::keyFieldOf(*object.class_decl);
}
bool CaseWriter::isKey(ObjectId id) const {
  const Object& object = heap_.at(id);
  return object.owner != program::kNoObject &&
         (program::isModelEntries(*object.owner_field) || isKeyField(heap_.at(object.owner), object.owner_field));
}

/// The key of an element of a set or map; empty where it has no value.
std::string CaseWriter::keyAt(const Object& container, const Field* entries, long index) const {
  Value key = container.fields.at(entries).at(static_cast<std::size_t>(index));
  while (key.kind == Value::Kind::Object && entries->holdsParts()) {
    const Object& part = heap_.at(key.object);
    const Field* text = program::textFieldOf(*part.class_decl);
    entries = text != nullptr ? text : program::keyFieldOf(*part.class_decl);
    key = part.fields.at(entries).front();
    if (text != nullptr && key.kind == Value::Kind::Integer) return spellText(key.integer);
  }
  return key.kind == Value::Kind::Uninitialized ? std::string() : scalar(key, entries->elementType());
}

/// A set or map is made from its keys. What is hashed comes out in the order opposite to that in which it went in.
void CaseWriter::writeKeys(ObjectId id, const Field* entries, long length) {
  const Object& container = heap_.at(id);
  const bool is_libraries = program::scatteredFieldOf(*container.class_decl) != nullptr;
  for (long i = 0; i < length; ++i) {
    const std::string key = keyAt(container, entries, is_libraries ? length - 1 - i : i);
    if (key.empty())
      out_ << kIndent << "weir_cannot(\"an element of " << container.name << " cannot be given its value\");\n";
    else
      out_ << kIndent << "weir_append(" << lvalue(id) << ", " << key << ");\n";
  }
  for (long i = 0; is_libraries && length > 1 && i < length; ++i)
    out_ << kIndent << "weir_expect(" << lvalue(id) << ", " << i << ", " << keyAt(container, entries, i) << ");\n";
}

/// The library's containers are filled by their own operations. What a constructor is about to build is left alone.
void CaseWriter::writeContainers() {
  for (ObjectId id = 0; id < heap_.size(); ++id) {
    const Object& object = heap_.at(id);
    if (!program::isModelClass(*object.class_decl) || program::liesBehindLength(heap_, id) || isKey(id)) continue;
    if (program::isModelText(*object.class_decl)) {
      writeText(id);
      continue;
    }
    const Field* length_field = program::lengthFieldOf(*object.class_decl);
    if (length_field == nullptr) continue;
    const Value& length = object.fields.at(length_field).front();
    if (length.kind != Value::Kind::Integer) continue;
    out_ << kIndent << "weir_build(" << lvalue(id) << ");\n";
    if (const Field* entries = program::entriesFieldOf(*object.class_decl)) {
      writeKeys(id, entries, static_cast<long>(length.integer));
      out_ << kIndent << "weir_ready(" << lvalue(id) << ");\n";
      continue;
    }
    for (long i = 0; i < static_cast<long>(length.integer); ++i) {
      std::string elements;
      for (const Field* field : program::allFields(object.class_decl)) {
        if (!field->type->isArray()) continue;
        const Value& element = object.fields.at(field).at(static_cast<std::size_t>(i));
        if (field->holdsParts())
          out_ << kIndent << "weir_append_blank(" << lvalue(id) << ");\n";
        else if (element.kind == Value::Kind::Uninitialized)
          out_ << kIndent << "weir_cannot(\"an element of " << object.name << " cannot be given its value\");\n";
        else
          elements += ", " + scalar(element, field->elementType());
      }
      if (!elements.empty()) out_ << kIndent << "weir_append(" << lvalue(id) << elements << ");\n";
    }
    out_ << kIndent << "weir_ready(" << lvalue(id) << ");\n";
  }
}

/// A text of the library's is empty: nothing that is compared depends on what it holds.
void CaseWriter::writeTexts() {
  for (ObjectId id = 0; id < heap_.size(); ++id)
    if (!isHidden(program_, heap_, id) && !heap_.at(id).is_static) {
      if (isOpaqueText(*heap_.at(id).class_decl))
        out_ << kIndent << "weir_text(" << lvalue(id) << ");\n";
      else if (isOtherOpaque(*heap_.at(id).class_decl))
        out_ << kIndent << "weir_fresh(" << lvalue(id) << ");\n";
    }
}

void CaseWriter::writeFields(std::optional<ObjectId> into) {
  for (ObjectId id = 0; id < heap_.size(); ++id) {
    const Object& object = heap_.at(id);
    if (program::isModelClass(*object.class_decl) || program::liesBehindLength(heap_, id)) continue;
    if (object.is_made_up || object.is_constant || isHidden(program_, heap_, id) || program::isShadowed(heap_, id))
      continue;
    // In order of declaration, bases first, so that the text does not depend on addresses.
    std::vector<const Field*> fields;
    const auto collect = [&](const ClassDecl* class_decl, auto& self) -> void {
      for (const ClassDecl* base : class_decl->bases) self(base, self);
      for (const Field* field : class_decl->fields)
        if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
    };
    collect(object.class_decl, collect);
    for (const Field* field : fields) {
      const auto values = object.fields.find(field);
      if (values == object.fields.end() || field->holdsParts() || isKeyField(object, field)) continue;
      // Of a union what was read was there; of the rest a pointer may keep an object reachable.
      const auto leads = [](const Value& value) {
        return value.kind == Value::Kind::Object || value.kind == Value::Kind::Slot;
      };
      if (program::isShadowed(heap_, id, field) &&
          !(field->union_state != nullptr && values->second.size() == 1 && leads(values->second.front())))
        continue;
      if (object.class_decl->is_globals && (field->is_constant || !canBeNamed(program_, field))) continue;
      for (std::size_t i = 0; i < values->second.size(); ++i)
        if (const Value& value = values->second[i];
            !into || (value.object != program::kNoObject && outermost(heap_, value.object) == *into))
          writeField(id, field, static_cast<long>(i), value);
    }
  }
}

void CaseWriter::writeField(ObjectId id, const Field* field, long index, const Value& new_value) {
  if (new_value.kind == Value::Kind::Uninitialized || field->is_union_state) return;
  const std::string place = member(id, field, index);
  out_ << kIndent;
  if (field->is_reference && field->elsewhere && isUnbound(*field)) {
    out_ << "/* nothing depends on what " << place << " is bound to */\n";
  } else if (field->is_reference && field->elsewhere) {
    out_ << spellElsewhere(*field) << " = (const volatile void*)" << value(new_value) << ";\n";
  } else if (field->is_reference && heap_.at(id).class_decl->is_globals) {
    out_ << "/* " << place << " stays bound as its initialiser binds it */\n";
  } else if (field->is_reference) {
    const std::string owner = spellClass(program_, field->owner);
    out_ << "weir_bind((" << owner << "*)" << pointerTo(id) << ", __builtin_offsetof(" << owner << ", " << field->name
         << "), " << value(new_value) << ");\n";
  } else if (field->is_bit_field) {
    const std::string cast = program_.is_c ? "" : "(decltype(" + place + "))";
    out_ << place << " = " << cast << value(new_value) << ";\n";
  } else {
    out_ << "weir_put(" << place << ", " << scalar(new_value, field->elementType()) << ");\n";
  }
}

/// A constant number may have no definition, only a value; a constant without members (std::nullopt, which a model may
/// have brought along) has nothing to look at.
static bool isMereValue(const Field& field) {
  const bool is_empty = field.type->isClass() && program::allFields(field.type->class_decl).empty();
  return field.is_constant && (field.type->isScalar() || is_empty);
}

/// A reference that another source binds, and that nothing depends on.
bool CaseWriter::isUnbound(const Field& field) const {
  const ObjectId globals = heap_.findGlobals();
  return field.is_reference && field.elsewhere &&
         (globals == program::kNoObject || heap_.read(globals, &field).object == program::kNoObject);
}

void CaseWriter::writeAnnouncements() {
  for (ObjectId id = 0; id < heap_.size(); ++id)
    if (isTopLevel(heap_.at(id)))
      out_ << kIndent << "weir_object(\"" << heap_.at(id).name << "\", " << identifierFor(heap_.at(id).name) << ");\n";
  if (const ClassDecl* globals = program_.globalsClass())
    for (const Field* field : globals->fields)
      if (canBeNamed(program_, field) && !field->made_up_address && !isMereValue(*field) && !isUnbound(*field)) {
        const bool is_pointer = field->is_reference && field->elsewhere;
        const std::string name = is_pointer ? spellElsewhere(*field) : spellVariable(program_, field);
        out_ << kIndent << "weir_variable(\"" << field->name << "\", &" << name << ", sizeof " << name << ");\n";
      }
  for (const Procedure* procedure : functionsIn(case_))
    out_ << kIndent << "weir_function(\"" << procedure->signature << "\", (const void*)("
         << addressOf(program_, *procedure) << "));\n";
  // An object that is dead before the call is one that was freed before it.
  for (ObjectId id = 0; id < heap_.size(); ++id)
    if (isTopLevel(heap_.at(id)) && !heap_.at(id).live)
      out_ << kIndent << (heap_.at(id).class_decl->is_array ? arrayForm("weir_release", id) : "weir_release") << "("
           << identifierFor(heap_.at(id).name) << ");\n";
}

/// Constants of other sources have their values now.
void CaseWriter::protectConstants() {
  if (const ClassDecl* globals = program_.globalsClass())
    for (const Field* field : globals->fields)
      if (field->elsewhere && field->is_read_only && canBeNamed(program_, field)) {
        const std::string name = spellVariable(program_, field);
        out_ << kIndent << "weir_protect(&" << name << ", sizeof " << name << ");\n";
      }
}

/// What functions without a body are to do, in the order of their calls. They can only change what was there before.
void CaseWriter::writePlan() {
  const auto isKnown = [&](const Value& value) {
    return value.object == program::kNoObject || value.object < heap_.size();
  };
  for (const program::CallRecord& call : case_.expected.calls) {
    if (!call.callee->is_external || call.callee->construct || call.last_step < call.first_step) continue;
    // Where numbers with a fraction are passed and returned is not where the others are.
    bool is_expressible = (!call.result || isKnown(*call.result)) && !call.callee->result->is_float;
    const std::string result =
        !is_expressible || !call.result || call.result->kind == Value::Kind::Uninitialized ? "0" : value(*call.result);
    out_ << kIndent << "weir_plan(\"" << call.callee->signature << "\", (unsigned long long)" << result << ");\n";
    if (call.first_step == 0) continue;
    for (const program::Change& change : case_.expected.steps[static_cast<std::size_t>(call.first_step) - 1].changes) {
      if (change.object == program::kNoObject) continue;  // the variable that takes the result
      if (is_expressible && isKnown(change.after) && writePlannedThrough(call, change)) continue;
      is_expressible = is_expressible && change.object < heap_.size() && isKnown(change.after) &&
                       !change.field->is_bit_field && change.after.kind != Value::Kind::Uninitialized;
      if (!is_expressible) break;
      const std::string place = member(change.object, change.field, change.index);
      out_ << kIndent << "weir_plan_write((void*)&(" << place << "), sizeof(" << place << "), (unsigned long long)"
           << value(change.after) << ");\n";
    }
    for (const ObjectId id : case_.expected.steps[static_cast<std::size_t>(call.first_step) - 1].freed) {
      is_expressible = is_expressible && program_.is_c && id < heap_.size() && isTopLevel(heap_.at(id));
      if (!is_expressible) break;
      out_ << kIndent << "weir_plan_free(" << identifierFor(heap_.at(id).name) << ");\n";
    }
    if (!is_expressible) {
      out_ << kIndent << "weir_cannot(\"what " << call.callee->name << " does cannot be done from outside\");\n";
      return;
    }
  }
}

bool CaseWriter::writePlannedThrough(const program::CallRecord& call, const program::Change& change) const {
  if (change.object < heap_.size() || change.field->is_bit_field || change.after.kind == Value::Kind::Uninitialized)
    return false;
  constexpr std::size_t kInRegisters = 6;  // WEIR_ARGUMENTS; behind them is the room for the result
  const ObjectId whole = outermost(case_.after, change.object);
  std::size_t position = 0;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Value& argument = call.arguments[i];
    if (call.callee->parameters[i]->type->is_float) continue;
    const std::size_t at = position++;
    const bool is_result = call.callee->has_result_parameter && i + 1 == call.arguments.size();
    if (!is_result && at >= kInRegisters) continue;
    if (argument.object == program::kNoObject || outermost(case_.after, argument.object) != whole) continue;
    // There is no such object yet: any address shows how far apart two places in it are.
    const Object& object = case_.after.at(whole);
    const ClassDecl* class_decl = object.class_decl;
    const bool is_block = class_decl->is_array || class_decl->is_box;
    const TypeRef element = is_block ? class_decl->fields.front()->elementType() : nullptr;
    const std::string type = element == nullptr   ? spellClass(program_, class_decl)
                             : element->isClass() ? spellClass(program_, element->class_decl)
                                                  : spellScalar(program_, element);
    const CaseWriter there(*this, case_.after);
    const std::string place = there.member(change.object, change.field, change.index);
    out_ << kIndent << "{\n"
         << kIndent << kIndent << type << "* " << identifierFor(object.name) << " = (" << type << "*)4096;\n"
         << kIndent << kIndent << "weir_plan_write_through(" << (is_result ? kInRegisters : at) << ", (char*)&("
         << place << ") - (char*)(" << there.value(argument) << "), sizeof(" << place << "), (unsigned long long)"
         << value(change.after) << ");\n"
         << kIndent << "}\n";
    return true;
  }
  return false;
}

std::string CaseWriter::lvalue(ObjectId id) const {
  const Object& object = heap_.at(id);
  if (object.owner == program::kNoObject) return "*" + identifierFor(object.name);
  return member(object.owner, object.owner_field, object.owner_index);
}

std::string CaseWriter::member(ObjectId id, const Field* field, long index) const {
  const Object& object = heap_.at(id);
  const auto indexed = [&](const std::string& place) {
    return field->type->isArray() ? spellElement(program_, field, place, index) : place;
  };
  if (field->made_up_address) {
    const ClassDecl* there = field->type->class_decl;
    const std::string type = there->name == "place" ? "char" : spellClass(program_, there);
    return "(*(" + type + "*)" + spellInteger(*field->made_up_address) + ")";
  }
  if (object.class_decl->is_globals) {
    const std::string name = spellVariable(program_, field);
    // Declared by the replay itself, with one index however many the source has.
    if (isReachedBySymbol(program_, field) && field->type->isArray()) return name + "[" + std::to_string(index) + "]";
    return indexed(name);
  }
  const std::string name = identifierFor(object.name);
  if (object.class_decl->is_array) return name + "[" + std::to_string(index) + "]";
  if (object.class_decl->is_box) return field->type->isArray() ? name + "[" + std::to_string(index) + "]" : "*" + name;
  // A field of a base may be hidden by one of the same name.
  const std::string qualifier = field->owner != object.class_decl ? spellClass(program_, field->owner) + "::" : "";
  const std::string path = object.owner == program::kNoObject ? name + "->" : lvalue(id) + ".";
  if (program::isModelClass(*object.class_decl))
    return "weir_element(" + lvalue(id) + ", " + std::to_string(index) + ")";
  return indexed(path + qualifier + field->name);
}

std::string CaseWriter::pointerTo(ObjectId id) const {
  if (heap_.at(id).owner == program::kNoObject) return identifierFor(heap_.at(id).name);
  return "&" + lvalue(id);
}

std::string CaseWriter::value(const Value& given) const {
  // C converts void* to any pointer; in C++ weir_put casts.
  const std::string cast = program_.is_c ? "(void*)" : "";
  switch (given.kind) {
    case Value::Kind::Integer: return spellInteger(given.integer);
    case Value::Kind::Null: return program_.is_c ? "0" : "nullptr";
    case Value::Kind::Object: return cast + pointerTo(given.object);
    case Value::Kind::Slot: return cast + "&" + member(given.object, given.field, given.index);
    case Value::Kind::Function: return cast + "(" + addressOf(program_, *given.procedure) + ")";
    case Value::Kind::Uninitialized: break;
  }
  UNREACHABLE("an uninitialised value is never written");
}

/// A floating-point number is known by its bits.
std::string CaseWriter::scalar(const Value& given, TypeRef type) const {
  if (given.kind != Value::Kind::Integer || !type->is_float) return value(given);
  return "weir_" + type->name + "(" + spellInteger(given.integer) + ")";
}

std::string CaseWriter::receiver() const {
  const Value& self = case_.arguments.front();
  return self.kind == Value::Kind::Null ? "((" + spellClass(program_, case_.procedure->method_of) + "*)0)"
                                        : value(self);
}

/// What is passed by value is the callee's own object. Where bytes are passed any copy of them is as good; else the
/// class would see a copy being made. An object of the library's can only be copied or moved.
bool CaseWriter::isBuiltInPlace(std::size_t parameter) const {
  const program::Local& local = *case_.procedure->parameters[parameter];
  return local.is_by_value && !local.is_unknown_to_others &&
         !program::holdsLibraryObject(*local.type->pointee->class_decl);
}

/// It comes to be where the compiler has room for it: what points into it is reported then.
void CaseWriter::writePassed() {
  for (std::size_t i = 0; i < case_.arguments.size(); ++i) {
    if (!isBuiltInPlace(i)) continue;
    const ObjectId passed = case_.arguments[i].object;
    const std::string name = identifierFor(heap_.at(passed).name);
    const std::string type = spellClass(program_, heap_.at(passed).class_decl);
    out_ << kIndent << "auto " << name << "_passed = [&](" << type << "* place) {\n"
         << kIndent << "__builtin_memcpy((void*)place, (void*)" << name << ", sizeof *place);\n"
         << kIndent << name << " = place;\n";
    writeFields(passed);
    out_ << kIndent << "};\n";
  }
}

std::string CaseWriter::argument(std::size_t parameter, const std::string& type) const {
  const program::Local* local = case_.procedure->parameters[parameter];
  const Value& given = case_.arguments[parameter];
  if (given.kind == Value::Kind::Uninitialized) return "(" + type + "){}";
  const bool by_value = local->is_by_value;
  if (isBuiltInPlace(parameter))
    return "weir_pass<" + spellClass(program_, local->type->pointee->class_decl) + ">(" +
           identifierFor(heap_.at(given.object).name) + "_passed)";
  // C converts by itself; in C++ the type also picks the overload.
  if (program_.is_c)
    return by_value ? "*(" + spellClass(program_, local->type->pointee->class_decl) + "*)" + value(given)
                    : scalar(given, local->type);
  // The callee's own: nobody else has it afterwards.
  if (by_value) return "(" + type + "&&)*" + value(given);
  return "(" + type + ")" + (local->is_reference ? "*" + value(given) : scalar(given, local->type));
}

std::string CaseWriter::call() const {
  const Procedure& procedure = *case_.procedure;
  const std::size_t declared = procedure.parameters.size() - (procedure.has_result_parameter ? 1 : 0);
  const bool has_receiver = procedure.method_of != nullptr && !procedure.is_static_method;
  const std::size_t first = has_receiver ? 1 : 0;
  const std::vector<std::string> types = parameterTypes(procedure.signature);
  std::string arguments;
  for (std::size_t i = first; i < declared; ++i) {
    const std::string type =
        i - first < types.size() ? types[i - first] : spellScalar(program_, procedure.parameters[i]->type);
    arguments += (i == first ? "" : ", ") + argument(i, type);
  }
  if (procedure.signature.find("...)") != std::string::npos)
    for (const program::CallRecord& read : case_.expected.calls) {
      if (!read.callee->construct || read.callee->construct->what != program::kVariadicArgument || !read.result)
        continue;
      const bool is_there = read.result->object == program::kNoObject || read.result->object < heap_.size();
      const TypeRef type = read.callee->result;
      arguments += (arguments.empty() ? "(" : ", (") + spellScalar(program_, type) + ")" +
                   (is_there ? scalar(*read.result, type) : "0");
    }
  if (procedure.is_destructor)
    return "weir_destroy((" + spellClass(program_, procedure.method_of) + "*)" + receiver() + ")";
  if (procedure.is_constructor)
    return "new (weir_here(), " + receiver() + ") " + spellClass(program_, procedure.method_of) + "(" + arguments + ")";
  const std::string name = spellName(procedure.name);
  if (!has_receiver) return name + "(" + arguments + ")";
  // The qualified name calls this very function, also where it is virtual.
  const std::string object = receiver();
  return (object.starts_with("&") ? "(" + object + ")" : object) + "->" + name + "(" + arguments + ")";
}

void CaseWriter::writeCall() {
  const Procedure& procedure = *case_.procedure;
  if (procedure.is_destructor)
    out_ << kIndent << "weir_destroying(" << receiver() << ", sizeof(" << spellClass(program_, procedure.method_of)
         << "));\n";
  out_ << kIndent << "weir_calling();\n";
  const auto& flags = program_.compile_flags;
  const bool may_throw = !program_.is_c && std::find(flags.begin(), flags.end(), "-fno-exceptions") == flags.end();
  if (may_throw) out_ << kIndent << "try {\n";
  const std::string indent = may_throw ? "    " : kIndent;
  const TypeRef result = procedure.result;
  out_ << indent;
  if (procedure.has_result_parameter) {
    const Value& place = case_.arguments.back();
    const std::string type = spellClass(program_, heap_.at(place.object).class_decl);
    const ClassDecl& class_decl = *heap_.at(place.object).class_decl;
    const std::string watch = program::isModelText(class_decl)                                  ? "weir_watch_text"
                              : program::isOwner(class_decl) && !program::isWatcher(class_decl) ? "weir_watch_owner"
                                                                                                : "";
    if (program_.is_c)
      out_ << lvalue(place.object) << " = " << call() << ";\n" << indent << "weir_returned();\n";
    else
      out_ << "new (weir_here(), " << value(place) << ") " << type << "(" << call() << ");\n"
           << indent << (watch.empty() ? "" : watch + "(*" + value(place) + ");\n" + indent) << "weir_returned();\n";
  } else if (procedure.is_constructor || procedure.is_destructor || result == nullptr || !result->isScalar()) {
    out_ << call() << ";\n" << indent << "weir_returned();\n";
  } else {
    // In a statement of its own, at whose end arguments are destroyed.
    const char* const address = procedure.result_is_reference ? "&" : "";
    const bool is_pointer = procedure.result_is_reference || result->isPointer();
    out_ << (is_pointer         ? "const volatile void* weir_result = (const volatile void*)"
             : result->is_float ? "unsigned long long weir_result = weir_bits_of_" + result->name
                                : "unsigned long long weir_result = (unsigned long long)")
         << address << "(" << call() << ");\n"
         << indent << (is_pointer ? "weir_returned_pointer" : "weir_returned_integer") << "(weir_result);\n";
  }
  if (!may_throw) return;
  out_ << "  } catch (...) {\n";
  if (procedure.is_constructor)
    out_ << "    weir_never_was(" << receiver() << ", sizeof(" << spellClass(program_, procedure.method_of) << "));\n";
  out_ << "    weir_threw_current();\n  }\n";
}

}  // namespace weir::replay
