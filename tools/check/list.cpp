// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/list.h"

#include <nlohmann/json.hpp>
#include <set>

#include "tools/check/input.h"
#include "tools/check/plan.h"
#include "tools/check/reachable.h"
#include "tools/run/sha256.h"

namespace weir::tools {
namespace {

using Json = nlohmann::ordered_json;

std::string textOf(const program::ClassDecl& class_decl) {
  std::string text = "class " + class_decl.name;
  for (const program::ClassDecl* base : class_decl.bases) text += " : " + base->name;
  for (const program::Field* field : class_decl.fields)
    text += "\n  " + program::toString(field->type) + " " + field->name;
  return text + "\n";
}

std::string textOf(const specs::Property& property) {
  return property.label + " " + std::to_string(static_cast<int>(property.kind)) + " " + property.exception + " " +
         logic::toString(property.formula()) + "\n";
}

/// What every property of the input depends on.
std::string commonText(const Input& input) {
  std::string text;
  for (const std::string& flag : input.program->compile_flags) text += flag + "\n";
  for (const program::ClassDecl* class_decl : input.program->classes()) text += textOf(*class_decl);
  for (const auto& [name, value] : input.program->enumerators)
    text += name + " = " + std::to_string(static_cast<long long>(value)) + "\n";
  if (input.program->static_initializer != nullptr) text += program::toString(*input.program->static_initializer);
  for (const specs::MethodSpec& spec : input.specification.methods) {
    if (!spec.trusted) continue;
    text += "trusted " + spec.procedure->signature + "\n";
    for (const specs::Requirement& one : spec.requirements) text += logic::toString(one.formula()) + "\n";
    for (const specs::Property& one : spec.properties) text += textOf(one);
    if (spec.frame) text += "modifies\n";
    for (const specs::ModifiedLocation& one : spec.frame.value_or(std::vector<specs::ModifiedLocation>{})) {
      text += one.field->owner->name + "::" + one.field->name;
      for (const logic::Expr part : {one.objects, one.index}) text += part == nullptr ? " -" : " " + toString(part);
      text += "\n";
    }
  }
  return text;
}

std::string methodText(const Input& input, const Task& task) {
  std::string text;
  for (const program::Procedure* procedure : reachableFrom(*input.program, *task.spec->procedure))
    text += program::toString(*procedure);
  for (const specs::Requirement& one : task.spec->requirements) text += logic::toString(one.formula()) + "\n";
  // An execution ends at an error that is checked: `checks overflow` is part of what every property says.
  for (const std::string& builtin : task.builtins) text += builtin + " ";
  // The scope of a `check` command is not on the command line.
  text += std::to_string(task.scope.objects) + " " + std::to_string(task.scope.unroll);
  std::set<std::string> limits;
  for (const auto& [class_decl, count] : task.scope.per_class)
    limits.insert(class_decl->name + "=" + std::to_string(count));
  for (const std::string& limit : limits) text += " " + limit;
  return text + "\n";
}

std::string propertyText(const Task& task, const std::string& label) {
  for (const specs::Property& property : task.spec->properties)
    if (property.label == label) return textOf(property);
  return label;
}

Json filesOf(const Input& input) {
  std::set<std::string> files(input.files.begin(), input.files.end());
  files.insert(input.program->main_file);
  for (const program::ClassDecl* class_decl : input.program->classes()) files.insert(class_decl->range.file);
  for (const program::Procedure* procedure : input.program->procedures()) files.insert(procedure->range.file);
  files.erase("");
  return Json(files);
}

}  // namespace

std::string listProperties(const CheckRequest& request, const std::string& version, Diagnostics& diagnostics) {
  const auto input = readInput({.file = request.file,
                                .flags = request.flags,
                                .build_dir = request.build_dir,
                                .assumptions = request.assumptions},
                               diagnostics);
  if (!input) return "";
  const Plan plan = makePlan(*input, request, diagnostics);
  if (diagnostics.hasErrors()) return "";
  const std::string common = commonText(*input);
  Json properties = Json::array();
  for (const Task& task : plan.tasks) {
    const std::string method = methodText(*input, task);
    for (const std::string& label : task.labels)
      properties.push_back({{"method", task.method},
                            {"property", label},
                            {"fingerprint", run::sha256(common + method + propertyText(task, label))}});
  }
  const Json listing = {{"weir", version}, {"files", filesOf(*input)}, {"properties", std::move(properties)}};
  return listing.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir::tools
