// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/ghost_fields.h"

#include <algorithm>

#include "ir/program/model_class.h"
#include "specs/lang/name_table.h"
#include "specs/lang/template_name.h"

namespace weir::specs {
namespace {

using program::ClassDecl;
using program::GhostShape;
using program::Procedure;
using program::Program;
using program::TypeRef;

/// A type that the program has, by the name C++ gives it.
TypeRef typeNamed(const std::string& name, const Program& program) {
  const std::string wanted = withoutSpaces(name);
  const auto is_it = [&](TypeRef type) { return type->isScalar() && withoutSpaces(program::toString(type)) == wanted; };
  for (const Procedure* procedure : program.procedures()) {
    if (is_it(procedure->result)) return procedure->result;
    for (const program::Local* local : procedure->locals) {
      if (is_it(local->type)) return local->type;
      if (local->type->isPointer() && is_it(local->type->pointee)) return local->type->pointee;
    }
  }
  for (const ClassDecl* class_decl : program.classes())
    for (const program::Field* field : class_decl->fields)
      if (is_it(field->elementType())) return field->elementType();
  return nullptr;
}

/// "Bag" of "ns::Bag<int>"; a constructor is called so.
std::string lastName(const std::string& class_name) {
  const std::string base = splitTemplate(class_name).base;
  const auto scope = base.rfind("::");
  return scope == std::string::npos ? base : base.substr(scope + 2);
}

std::string unqualified(const Procedure& procedure) {
  const std::string prefix = procedure.method_of->name + "::";
  return procedure.name.starts_with(prefix) ? procedure.name.substr(prefix.size()) : procedure.name;
}

class GhostAdder {
 public:
  GhostAdder(const ModelledClass& modelled, Program& program, int elements, Diagnostics& diagnostics)
      : modelled_(modelled), program_(program), elements_(elements), diagnostics_(diagnostics) {}

  void run() {
    for (const VariableDecl& ghost : modelled_.model->ghosts)
      for (const Identifier& name : ghost.names) add(ghost, name);
    for (const Procedure* procedure : program_.procedures())
      if (procedure->method_of == modelled_.class_decl) program_.forgetBody(procedure);
  }

 private:
  void add(const VariableDecl& ghost, const Identifier& name) {
    if (modelled_.class_decl->findField(name.text) != nullptr) {
      report(name.span, "class '" + modelled_.class_decl->name + "' has a field '" + name.text + "' already");
      return;
    }
    const Expr& type = *ghost.type;
    const bool is_map = type.kind == ExprKind::Binary && type.op == Op::Product;
    if (is_map) {
      const TypeRef key = scalar(*type.children[0]);
      const TypeRef value = scalar(*type.children[1]);
      if (key == nullptr || value == nullptr) return;
      const bool is_functional = type.multiplicity == Multiplicity::Lone || type.multiplicity == Multiplicity::One;
      const program::Field* keys = addArray(name.text + ".keys", key, {});
      addCounted(name.text, value, {.kind = GhostShape::Kind::Map, .keys = keys, .is_functional = is_functional});
      return;
    }
    const TypeRef element = scalar(type);
    if (element == nullptr) return;
    switch (ghost.multiplicity) {
      case Multiplicity::Default:
      case Multiplicity::One:
      case Multiplicity::Lone: program_.addGhost(modelled_.class_decl, name.text, element, {}); return;
      case Multiplicity::Set:
      case Multiplicity::Some: return addCounted(name.text, element, {GhostShape::Kind::Set});
      case Multiplicity::Seq: return addCounted(name.text, element, {GhostShape::Kind::Sequence});
    }
  }

  program::Field* addArray(const std::string& name, TypeRef element, GhostShape shape) {
    return program_.addGhost(modelled_.class_decl, name, program_.arrayOf(element, elements_), shape);
  }

  void addCounted(const std::string& name, TypeRef element, GhostShape shape) {
    constexpr int kBits = 8;
    shape.length = program_.addGhost(modelled_.class_decl, name + ".length", program_.intType(kBits, false), {});
    addArray(name, element, shape);
  }

  /// Int is as wide as the widest integer of the program's; a class is a pointer to an object of it.
  TypeRef scalar(const Expr& type) {
    constexpr int kWidest = 64;
    if (type.kind == ExprKind::Constant && type.op == Op::Ints) return program_.intType(kWidest, true, "long");
    if (type.kind == ExprKind::Name) {
      if (const auto argument = modelled_.arguments.find(type.name); argument != modelled_.arguments.end())
        return argument->second;
      if (type.name == "bool") return program_.boolType();
      if (type.name == "int") return program_.intType(32, true, "int");
      const auto classes = NameTable(program_).classes(type.name);
      if (classes.size() == 1) return program_.pointerTo(program_.classType(classes.front()));
    }
    report(type.span, "a ghost field holds numbers, objects, sets or sequences of them, or maps between them");
    return nullptr;
  }

  void report(Span span, std::string message) {
    diagnostics_.error(modelled_.file->text->rangeOf(span), std::move(message));
  }

  const ModelledClass& modelled_;
  Program& program_;
  int elements_;
  Diagnostics& diagnostics_;
};

/// What the parameters of the model's template stand for; nothing where weir has no values of an argument.
std::optional<std::map<std::string, TypeRef>> argumentsOf(const TemplateName& model, const TemplateName& instance,
                                                          const Program& program) {
  std::map<std::string, TypeRef> arguments;
  for (std::size_t i = 0; i < model.arguments.size(); ++i) {
    const TypeRef type = typeNamed(instance.arguments[i], program);
    if (type == nullptr) return std::nullopt;
    arguments[model.arguments[i]] = type;
  }
  return arguments;
}

}  // namespace

std::vector<ModelledClass> modelledClasses(const Bundle& bundle, const Program& program) {
  std::vector<ModelledClass> modelled;
  for (const SpecFile& file : bundle.files) {
    // What `use <std>` says is code as well, which is what is checked.
    if (file.text != nullptr && file.text->path().starts_with('<')) continue;
    for (const Declaration& declaration : file.declarations) {
      const auto* model = std::get_if<ModelDecl>(&declaration.value);
      if (model == nullptr) continue;
      const TemplateName pattern = splitTemplate(model->class_name.text);
      for (const ClassDecl* class_decl : program.classes()) {
        const TemplateName instance = splitTemplate(class_decl->name);
        if (program::isModelClass(*class_decl) || !namesTheSame(pattern.base, instance.base) ||
            instance.arguments.size() < pattern.arguments.size())
          continue;
        if (auto arguments = argumentsOf(pattern, instance, program))
          modelled.push_back({model, &file, class_decl, std::move(*arguments)});
      }
    }
  }
  return modelled;
}

bool hasGhostFields(const ModelledClass& modelled) {
  return std::ranges::all_of(modelled.model->ghosts, [&](const VariableDecl& decl) {
    return std::ranges::all_of(decl.names, [&](const Identifier& name) {
      const program::Field* field = modelled.class_decl->findField(name.text);
      return field != nullptr && field->ghost;
    });
  });
}

bool isMethodOf(const ModelledClass& modelled, const MethodDecl& method, const Procedure& procedure) {
  if (procedure.method_of != modelled.class_decl || (method.method.is_const && !procedure.is_const_method))
    return false;
  std::size_t parameters = 0;
  for (const VariableDecl& decl : method.parameters) parameters += decl.names.size();
  const std::size_t hidden = (procedure.is_static_method ? 0 : 1) + (procedure.has_result_parameter ? 1 : 0);
  if (procedure.parameters.size() != parameters + hidden) return false;
  const std::string& name = method.method.name.text;
  const std::string of_class = lastName(modelled.class_decl->name);
  if (procedure.is_constructor) return name == of_class;
  if (procedure.is_destructor) return name == "~" + of_class;
  return name == unqualified(procedure);
}

void addGhostFields(const Bundle& bundle, Program& program, int elements, Diagnostics& diagnostics) {
  for (const ModelledClass& modelled : modelledClasses(bundle, program))
    GhostAdder(modelled, program, elements, diagnostics).run();
}

}  // namespace weir::specs
