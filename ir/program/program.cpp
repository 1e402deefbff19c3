// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/program.h"

#include <algorithm>
#include <deque>
#include <set>
#include <tuple>

#include "ir/program/walk.h"
#include "ir/program/well_formed.h"
#include "support/invariant.h"

namespace weir::program {

struct Program::Storage {
  std::deque<Type> types;
  std::deque<ClassDecl> class_decls;
  std::deque<Field> fields;
  std::deque<Procedure> procedure_decls;
  std::deque<Local> locals;
  std::deque<Expr> exprs;

  std::vector<const ClassDecl*> classes;
  std::vector<const Procedure*> procedures;
  std::map<std::string, const ClassDecl*> class_by_name;
  std::map<std::string, std::vector<const Procedure*>> by_name;
  std::map<std::string, const Procedure*> by_signature;
  std::map<const Procedure*, std::set<std::string>> local_names;

  TypeRef void_type = nullptr;
  TypeRef bool_type = nullptr;
  std::map<std::tuple<int, bool, std::string>, TypeRef> int_types;
  std::map<TypeRef, TypeRef> pointer_types;
  std::map<const ClassDecl*, TypeRef> class_types;
  std::map<std::pair<TypeRef, long>, TypeRef> array_types;  // -1: no extent of its own
  std::map<std::tuple<TypeRef, std::vector<TypeRef>, bool>, TypeRef> function_types;
  std::map<std::pair<std::string, std::string>, TypeRef> unsupported_types;
  std::map<TypeRef, ClassDecl*> array_classes;
  std::map<TypeRef, ClassDecl*> box_classes;
  ClassDecl* globals = nullptr;
  ClassDecl* unknown_object = nullptr;
  std::vector<std::pair<TypeRef, const Procedure*>> unknown_functions;
  std::set<std::pair<const Procedure*, TypeRef>> address_taken;
  bool finished = false;

  TypeRef intern(TypeRef& place, Type type) {
    if (place == nullptr) place = &types.emplace_back(std::move(type));
    return place;
  }
};

bool hasBehind(const ClassDecl* class_decl, const ClassDecl* base) {
  return std::any_of(class_decl->bases.begin(), class_decl->bases.end(), [&](const ClassDecl* own) {
    const bool is_behind = std::find(class_decl->bases_behind.begin(), class_decl->bases_behind.end(), own) !=
                           class_decl->bases_behind.end();
    return own->derivesFrom(base) && (is_behind || hasBehind(own, base));
  });
}

bool startsWith(const ClassDecl* class_decl, const Field* field) {
  if (class_decl->is_globals) return false;
  if (class_decl->is_array || class_decl->is_box) return true;
  return field->is_first && class_decl->derivesFrom(field->owner) && !hasBehind(class_decl, field->owner);
}

std::vector<const ClassDecl*> startingWith(const Program& program, TypeRef type) {
  std::vector<const ClassDecl*> found;
  const auto isFound = [&](const ClassDecl* class_decl) {
    return std::find(found.begin(), found.end(), class_decl) != found.end();
  };
  const auto mayBe = [&](TypeRef stored) {
    if (stored->isClass())
      return isFound(stored->class_decl) || (type->isClass() && stored->class_decl->derivesFrom(type->class_decl));
    return stored->kind == type->kind && (!stored->isInteger() || stored->width == type->width);
  };
  for (bool grew = true; grew;) {
    grew = false;
    for (const ClassDecl* class_decl : program.classes()) {
      if (class_decl->is_globals || class_decl->is_array || class_decl->is_box || isFound(class_decl)) continue;
      const std::vector<const Field*> fields = allFields(class_decl);
      if (!std::any_of(fields.begin(), fields.end(), [&](const Field* field) {
            return startsWith(class_decl, field) && mayBe(field->elementType());
          }))
        continue;
      found.push_back(class_decl);
      grew = true;
    }
  }
  return found;
}

bool ClassDecl::derivesFrom(const ClassDecl* other) const {
  return this == other ||
         std::any_of(bases.begin(), bases.end(), [&](const ClassDecl* base) { return base->derivesFrom(other); });
}

const Field* ClassDecl::findField(const std::string& field_name) const {
  for (const Field* field : fields)
    if (field->name == field_name) return field;
  for (const ClassDecl* base : bases)
    if (const Field* field = base->findField(field_name)) return field;
  return nullptr;
}

const Field* ClassDecl::findMember(LibraryRole role) const {
  if (library)
    if (const auto found = library->members.find(role); found != library->members.end()) return found->second;
  for (const ClassDecl* base : bases)
    if (const Field* field = base->findMember(role)) return field;
  return nullptr;
}

namespace {

void collectFields(const ClassDecl* class_decl, std::vector<const Field*>& fields) {
  for (const ClassDecl* base : class_decl->bases) collectFields(base, fields);
  for (const Field* field : class_decl->fields)
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
}

}  // namespace

std::vector<const Field*> allFields(const ClassDecl* class_decl) {
  std::vector<const Field*> fields;
  collectFields(class_decl, fields);
  return fields;
}

Program::Program() : storage_(std::make_unique<Storage>()) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

TypeRef Program::voidType() { return storage_->intern(storage_->void_type, {.kind = TypeKind::Void, .name = "void"}); }

TypeRef Program::boolType() {
  return storage_->intern(storage_->bool_type, {.kind = TypeKind::Bool, .width = 1, .name = "bool"});
}

TypeRef Program::intType(int width, bool is_signed, const std::string& name) {
  INVARIANT(width > 0 && width <= 64, "an integer type should have 1 to 64 bits");
  std::string spelled = name;
  if (spelled.empty()) {
    const char* base = width <= 8 ? "char" : width <= 16 ? "short" : width <= 32 ? "int" : "long";
    spelled = is_signed ? (width <= 8 ? "signed char" : base) : std::string("unsigned ") + base;
  }
  return storage_->intern(storage_->int_types[{width, is_signed, spelled}],
                          {.kind = TypeKind::Int, .width = width, .is_signed = is_signed, .name = spelled});
}

TypeRef Program::cEnumType(int width, bool is_signed, const std::string& name) {
  return storage_->intern(
      storage_->int_types[{width, is_signed, name}],
      {.kind = TypeKind::Int, .width = width, .is_signed = is_signed, .is_c_enum = true, .name = name});
}

TypeRef Program::floatType(int width, const std::string& name) {
  return storage_->intern(storage_->int_types[{width, false, name}],
                          {.kind = TypeKind::Int, .width = width, .is_float = true, .name = name});
}

TypeRef Program::pointerTo(TypeRef pointee) {
  return storage_->intern(storage_->pointer_types[pointee], {.kind = TypeKind::Pointer, .pointee = pointee});
}

TypeRef Program::classType(const ClassDecl* class_decl) {
  return storage_->intern(storage_->class_types[class_decl],
                          {.kind = TypeKind::Class, .name = class_decl->name, .class_decl = class_decl});
}

TypeRef Program::arrayOf(TypeRef element, std::optional<long> extent) {
  INVARIANT(!element->isArray(), "an array of arrays should be flattened");
  INVARIANT(!extent || *extent >= 0, "an array should not have a negative extent");
  return storage_->intern(storage_->array_types[{element, extent.value_or(-1)}],
                          {.kind = TypeKind::Array, .element = element, .extent = extent});
}

TypeRef Program::functionType(TypeRef result, std::vector<TypeRef> parameters, bool returns_class) {
  TypeRef& place = storage_->function_types[{result, parameters, returns_class}];
  return storage_->intern(place, {.kind = TypeKind::Function,
                                  .result = result,
                                  .parameters = std::move(parameters),
                                  .returns_class = returns_class});
}

TypeRef Program::unsupportedType(const std::string& name, const std::string& reason) {
  return storage_->intern(storage_->unsupported_types[{name, reason}],
                          {.kind = TypeKind::Unsupported, .name = name, .reason = reason});
}

ClassDecl* Program::addClass(std::string name) {
  INVARIANT(!storage_->class_by_name.contains(name), ("a class should be declared once: " + name).c_str());
  ClassDecl& added = storage_->class_decls.emplace_back();
  added.name = std::move(name);
  storage_->classes.push_back(&added);
  storage_->class_by_name[added.name] = &added;
  return &added;
}

Field* Program::addField(ClassDecl* owner, std::string name, TypeRef type) {
  Field& added = storage_->fields.emplace_back();
  added.name = std::move(name);
  added.type = type;
  added.owner = owner;
  owner->fields.push_back(&added);
  return &added;
}

Field* Program::addGhost(const ClassDecl* owner, std::string name, TypeRef type, GhostShape shape) {
  const auto own = std::find_if(storage_->class_decls.begin(), storage_->class_decls.end(),
                                [&](const ClassDecl& class_decl) { return &class_decl == owner; });
  INVARIANT(own != storage_->class_decls.end(), "a ghost field should belong to a class of the program");
  Field* added = addField(&*own, std::move(name), type);
  added->ghost = shape;
  added->range = owner->range;
  return added;
}

void Program::forgetBody(const Procedure* procedure) {
  for (Procedure& own : storage_->procedure_decls) {
    if (&own != procedure) continue;
    own.body.clear();
    own.is_external = true;
    own.is_implicit = false;
  }
  if (procedure->whole_call == nullptr) return;
  // What was specified of the function was specified of the procedure with its name.
  for (Procedure& caller : storage_->procedure_decls)
    forEachStmt(caller.body, [&](Stmt& stmt) {
      if (stmt.kind != StmtKind::Call) return;
      auto& call = static_cast<CallStmt&>(stmt);
      if (call.callee == procedure && !call.dispatch) call.callee = procedure->whole_call;
    });
}

Procedure* Program::addProcedure(std::string name, std::string signature) {
  INVARIANT(!storage_->by_signature.contains(signature), ("a signature should be unique: " + signature).c_str());
  Procedure& added = storage_->procedure_decls.emplace_back();
  added.name = std::move(name);
  added.signature = std::move(signature);
  added.result = voidType();
  storage_->procedures.push_back(&added);
  storage_->by_signature[added.signature] = &added;
  storage_->by_name[added.name].push_back(&added);
  return &added;
}

Local* Program::addLocal(Procedure* procedure, std::string name, TypeRef type) {
  std::set<std::string>& taken = storage_->local_names[procedure];
  std::string unique = name;
  for (int i = 2; !taken.insert(unique).second; ++i) unique = name + "." + std::to_string(i);
  Local& added = storage_->locals.emplace_back();
  added.name = std::move(unique);
  added.type = type;
  added.index = static_cast<int>(procedure->locals.size());
  procedure->locals.push_back(&added);
  return &added;
}

Local* Program::addParameter(Procedure* procedure, std::string name, TypeRef type) {
  Local* added = addLocal(procedure, std::move(name), type);
  added->is_parameter = true;
  procedure->parameters.push_back(added);
  return added;
}

const ClassDecl* Program::arrayClass(TypeRef element) {
  ClassDecl*& place = storage_->array_classes[element];
  if (place == nullptr) {
    place = addClass(toString(element) + "[]");
    place->is_array = true;
    addField(place, "elements", arrayOf(element, std::nullopt));
  }
  return place;
}

const ClassDecl* Program::boxClass(TypeRef type) {
  ClassDecl*& place = storage_->box_classes[type];
  if (place == nullptr) {
    place = addClass("box " + toString(type));
    place->is_box = true;
    addField(place, "value", type);
  }
  return place;
}

ClassDecl* Program::globals() {
  if (storage_->globals == nullptr) {
    // Not by addClass: a user's class may have this name too, and findClass should find that one.
    ClassDecl& added = storage_->class_decls.emplace_back();
    added.name = "globals";
    added.is_globals = true;
    storage_->classes.push_back(&added);
    storage_->globals = &added;
  }
  return storage_->globals;
}

const ClassDecl* Program::unknownObjectClass() {
  if (storage_->unknown_object == nullptr) {
    // A name that no source has.
    storage_->unknown_object = addClass("void object");
    storage_->unknown_object->is_incomplete = true;
  }
  return storage_->unknown_object;
}

void Program::addUnknownFunctions(TypeRef function_type) {
  const auto isOfType = [&](const auto& known) { return sameRepresentation(known.first, function_type); };
  if (std::ranges::any_of(storage_->unknown_functions, isOfType)) return;
  const Procedure* first = nullptr;
  for (const char* const name : {"another function", "yet another function", "a further function"}) {
    std::string signature = std::string(name) + " of type " + toString(function_type);
    while (storage_->by_signature.contains(signature)) signature += "'";  // types of one name
    Procedure* procedure = addProcedure(name, signature);
    for (std::size_t i = 0; i < function_type->parameters.size(); ++i)
      addParameter(procedure, "argument" + std::to_string(i), function_type->parameters[i]);
    procedure->result = function_type->result;
    procedure->is_external = true;
    procedure->is_unknown = true;
    procedure->has_result_parameter = function_type->returns_class;
    procedure->same_as = first;
    if (first == nullptr) first = procedure;
    storage_->unknown_functions.emplace_back(function_type, procedure);
  }
}

ExprRef Program::add(Expr expr) {
  if (expr.kind == ExprKind::FunctionRef && expr.type != nullptr && expr.type->isFunctionPointer())
    storage_->address_taken.insert({expr.procedure, expr.type->pointee});
  return &storage_->exprs.emplace_back(std::move(expr));
}

void Program::finish() {
  INVARIANT(!storage_->finished, "a program should be finished once");
  storage_->finished = true;
  for (Procedure& procedure : storage_->procedure_decls) {
    int next = 0;
    forEachStmt(procedure.body, [&](Stmt& stmt) { stmt.id = next++; });
  }
  checkWellFormed(*this);
}

const std::vector<const ClassDecl*>& Program::classes() const { return storage_->classes; }
const std::vector<const Procedure*>& Program::procedures() const { return storage_->procedures; }
const ClassDecl* Program::globalsClass() const { return storage_->globals; }
const ClassDecl* Program::findUnknownObjectClass() const { return storage_->unknown_object; }

const ClassDecl* Program::findClass(const std::string& name) const {
  const auto found = storage_->class_by_name.find(name);
  return found == storage_->class_by_name.end() ? nullptr : found->second;
}

std::vector<const Procedure*> Program::findProcedures(const std::string& name) const {
  if (const auto found = storage_->by_signature.find(name); found != storage_->by_signature.end())
    return {found->second};
  const auto found = storage_->by_name.find(name);
  return found == storage_->by_name.end() ? std::vector<const Procedure*>{} : found->second;
}

namespace {

bool overridesOrIs(const Procedure* candidate, const Procedure* method) {
  return candidate == method ||
         std::any_of(candidate->overrides.begin(), candidate->overrides.end(),
                     [&](const Procedure* overridden) { return overridesOrIs(overridden, method); });
}

}  // namespace

const Procedure* Program::finalOverrider(const Procedure* method, const ClassDecl* dynamic) const {
  const Procedure* best = nullptr;
  for (const Procedure* candidate : storage_->procedures) {
    if (candidate->method_of == nullptr || !dynamic->derivesFrom(candidate->method_of)) continue;
    if (!overridesOrIs(candidate, method)) continue;
    if (best == nullptr || candidate->method_of->derivesFrom(best->method_of)) best = candidate;
  }
  return best;
}

std::vector<const Procedure*> Program::addressTaken(TypeRef function_type) const {
  std::vector<const Procedure*> found;
  for (const Procedure* procedure : storage_->procedures)
    if (std::any_of(storage_->address_taken.begin(), storage_->address_taken.end(), [&](const auto& taken) {
          return taken.first == procedure && sameRepresentation(taken.second, function_type);
        }))
      found.push_back(procedure);
  return found;
}

std::vector<const Procedure*> Program::functionValues(TypeRef function_type) const {
  std::vector<const Procedure*> found = addressTaken(function_type);
  for (const auto& [type, procedure] : storage_->unknown_functions)
    if (sameRepresentation(type, function_type)) found.push_back(procedure);
  return found;
}

bool Program::areInOneHierarchy(const ClassDecl* one, const ClassDecl* other) const {
  return std::any_of(storage_->classes.begin(), storage_->classes.end(), [&](const ClassDecl* class_decl) {
    return (class_decl->derivesFrom(one) && class_decl->derivesFrom(other)) ||
           (one->derivesFrom(class_decl) && other->derivesFrom(class_decl));
  });
}

std::vector<const ClassDecl*> Program::dynamicClasses(const ClassDecl* base) const {
  std::vector<const ClassDecl*> found;
  for (const ClassDecl* class_decl : storage_->classes)
    if (!class_decl->is_abstract && class_decl->derivesFrom(base)) found.push_back(class_decl);
  return found;
}

}  // namespace weir::program
