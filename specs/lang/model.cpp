// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/model.h"

#include <algorithm>
#include <map>

#include "specs/lang/ghost_fields.h"
#include "specs/lang/lowering.h"
#include "specs/lang/template_name.h"

namespace weir::specs {
namespace {

using program::State;

bool isIntegerType(const std::string& text) {
  for (const char* word : {"int", "long", "short", "char", "unsigned", "signed"})
    if (text.find(word) != std::string::npos && text.find('*') == std::string::npos) return true;
  return false;
}

class ModelLowering {
 public:
  ModelLowering(const SpecFile& file, const ModelDecl& decl, const program::ClassDecl& class_decl,
                const LoweringContext& shared, std::map<std::string, Type> aliases)
      : file_(file), decl_(decl), shared_(shared), aliases_(std::move(aliases)), self_type_(Type::object(&class_decl)) {
    aliases_[decl.class_name.text] = self_type_;
    model_.class_decl = &class_decl;
    shared_.ghosts = &model_.ghosts;
    shared_.aliases = &aliases_;
  }

  Model run() {
    for (const VariableDecl& ghost : decl_.ghosts) addGhosts(ghost);
    for (const MethodDecl& method : decl_.methods) addMethod(method);
    return std::move(model_);
  }

 private:
  logic::Context& context() { return shared_.vocabulary.context(); }

  std::vector<logic::Sort> sortsOf(const Type& type) {
    std::vector<logic::Sort> sorts;
    for (const Column& column : type.products.front()) {
      if (column.isNumber())
        sorts.push_back(context().intSort());
      else if (column.kind == Column::Kind::Object)
        sorts.push_back(shared_.vocabulary.sortOf(column.class_decl));
      else
        sorts.push_back(context().univSort());
    }
    return sorts;
  }

  void addGhosts(const VariableDecl& decl) {
    Lowering lowering(shared_, file_.text, Role::Definition, nullptr);
    Type value = lowering.declaredType(*decl.type);
    if (value.is_error) return;
    if (decl.multiplicity == Multiplicity::Seq) value = shared_.types.product(Type::integer(), value);
    const bool arrow_is_lone =
        decl.type->multiplicity == Multiplicity::Lone || decl.type->multiplicity == Multiplicity::One;
    const bool functional = decl.multiplicity == Multiplicity::One || decl.multiplicity == Multiplicity::Lone ||
                            decl.multiplicity == Multiplicity::Seq || arrow_is_lone;
    for (const Identifier& identifier : decl.names) {
      Ghost ghost;
      ghost.name = identifier.text;
      ghost.owner = model_.class_decl;
      ghost.multiplicity = decl.multiplicity;
      ghost.type = shared_.types.product(self_type_, value);
      ghost.before = context().addRelation(ghost.name, sortsOf(ghost.type), functional);
      ghost.after = context().addRelation(ghost.name + "'", sortsOf(ghost.type), functional);
      model_.ghosts.push_back(std::move(ghost));
    }
  }

  void addMethod(const MethodDecl& decl) {
    ModelMethod method;
    method.name = decl.method.name.text;
    method.is_const = decl.method.is_const;
    method.range = file_.text->rangeOf(decl.span);
    method.self = context().addRelation("this", sortsOf(self_type_), true);
    std::vector<Binding> bindings = {{"this", {context().relation(method.self), self_type_}}};
    Lowering types(shared_, file_.text, Role::Definition, nullptr);
    for (const VariableDecl& parameter : decl.parameters) {
      const Type type = types.declaredType(*parameter.type);
      if (type.is_error) return;
      for (const Identifier& identifier : parameter.names) {
        method.parameters.emplace_back(identifier.text, context().addRelation(identifier.text, sortsOf(type), true));
        bindings.push_back({identifier.text, {context().relation(method.parameters.back().second), type}});
      }
    }
    std::vector<Binding> after = bindings;
    if (decl.result_type) {
      const Type type = types.declaredType(*decl.result_type);
      if (type.is_error) return;
      method.result = context().addRelation("return", sortsOf(type), true);
      after.push_back({"return", {context().relation(method.result), type}});
    }
    int unlabelled = 0;
    for (const Clause& clause : decl.clauses) {
      const bool is_requires = clause.kind == Clause::Kind::Requires;
      if (!is_requires && clause.kind != Clause::Kind::Ensures) {
        shared_.diagnostics.error(file_.text->rangeOf(clause.span),
                                  "a method of a model has 'requires' and 'ensures' only");
        continue;
      }
      Lowering lowering(shared_, file_.text, is_requires ? Role::Requires : Role::Ensures, nullptr);
      for (const Binding& binding : is_requires ? bindings : after) lowering.bind(binding.name, binding.value);
      Part part = lowering.formula(*clause.formula);
      if (is_requires) {
        method.requirements.push_back({clause.label.text, false, std::move(part)});
        continue;
      }
      Property property;
      property.label = clause.label.text.empty() ? "ensures" + std::to_string(++unlabelled) : clause.label.text;
      property.text = part.text;
      property.range = file_.text->rangeOf(clause.span);
      property.part = std::move(part);
      method.properties.push_back(std::move(property));
    }
    addFrames(method);
    model_.methods.push_back(std::move(method));
  }

  // Other objects keep their ghost fields, and a const method leaves those of `this` as well.
  void addFrames(ModelMethod& method) {
    for (const bool of_others : {true, false}) {
      if (!of_others && !method.is_const) continue;
      const logic::Expr self = context().relation(method.self);
      std::vector<logic::Formula> formulas;
      for (const Ghost& ghost : model_.ghosts) {
        const logic::Expr before = context().relation(ghost.before);
        const logic::Expr after = context().relation(ghost.after);
        const auto rows = [&](logic::Expr relation) {
          const logic::Expr own = context().domainRestrict(self, relation);
          return of_others ? context().subtract(relation, own) : own;
        };
        formulas.push_back(context().equal(rows(before), rows(after)));
      }
      Property property;
      property.kind = Property::Kind::Modifies;
      property.label = of_others ? "others" : "unchanged";
      property.text = of_others ? "other objects are unchanged" : "a const method changes nothing";
      property.range = method.range;
      property.part.formula = context().conjoin(formulas);
      property.part.text = property.text;
      property.part.range = method.range;
      method.properties.push_back(std::move(property));
    }
  }

  const SpecFile& file_;
  const ModelDecl& decl_;
  LoweringContext shared_;
  std::map<std::string, Type> aliases_;
  Type self_type_;
  Model model_;
};

// What the parameters of the model's template stand for; nothing if weir has no values of an argument.
std::optional<std::map<std::string, Type>> bindArguments(const TemplateName& model, const TemplateName& instance,
                                                         const NameTable& names) {
  std::map<std::string, Type> aliases;
  for (std::size_t i = 0; i < model.arguments.size(); ++i) {
    std::string argument = instance.arguments[i];
    Type type = Type::error();
    if (argument == "bool")
      type = Type::boolean();
    else if (isIntegerType(argument))
      type = Type::integer();
    else {
      std::erase(argument, '*');
      while (argument.ends_with(' ')) argument.pop_back();
      const auto classes = names.classes(argument);
      if (classes.size() == 1) type = Type::object(classes.front());
    }
    if (type.is_error) return std::nullopt;
    aliases[model.arguments[i]] = type;
  }
  return aliases;
}

}  // namespace

const Ghost* Model::findGhost(const std::string& name) const {
  const auto found = std::find_if(ghosts.begin(), ghosts.end(), [&](const Ghost& ghost) { return ghost.name == name; });
  return found == ghosts.end() ? nullptr : &*found;
}

const ModelMethod* Model::findMethod(const std::string& name) const {
  const auto found =
      std::find_if(methods.begin(), methods.end(), [&](const ModelMethod& method) { return method.name == name; });
  return found == methods.end() ? nullptr : &*found;
}

std::vector<Model> lowerModels(const Bundle& bundle, program::Vocabulary& vocabulary, Diagnostics& diagnostics) {
  const NameTable names(vocabulary.program());
  const TypeRules types(vocabulary.program());
  Diagnostics reported_already;
  const FunctionTable functions(bundle.files, reported_already);
  const LoweringContext shared{vocabulary, names, types, functions, diagnostics};
  std::vector<const ModelDecl*> in_the_program;
  for (const ModelledClass& modelled : modelledClasses(bundle, vocabulary.program()))
    if (hasGhostFields(modelled)) in_the_program.push_back(modelled.model);
  std::vector<Model> models;
  for (const SpecFile& file : bundle.files) {
    for (const Declaration& declaration : file.declarations) {
      const auto* decl = std::get_if<ModelDecl>(&declaration.value);
      if (decl == nullptr || std::ranges::find(in_the_program, decl) != in_the_program.end()) continue;
      const TemplateName pattern = splitTemplate(decl->class_name.text);
      for (const program::ClassDecl* class_decl : vocabulary.program().classes()) {
        const TemplateName instance = splitTemplate(class_decl->name);
        if (instance.base != pattern.base || instance.arguments.size() < pattern.arguments.size()) continue;
        if (const auto aliases = bindArguments(pattern, instance, names))
          models.push_back(ModelLowering(file, *decl, *class_decl, shared, *aliases).run());
      }
    }
  }
  return models;
}

}  // namespace weir::specs
