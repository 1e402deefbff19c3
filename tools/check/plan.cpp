// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/plan.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "ir/program/model_class.h"
#include "tools/check/method_names.h"
#include "tools/check/reachable.h"

namespace weir::tools {
namespace {

using program::Procedure;

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

class Planner {
 public:
  Planner(const Input& input, const CheckRequest& request, Diagnostics& diagnostics)
      : input_(input), request_(request), diagnostics_(diagnostics) {}

  Plan run() {
    expandChecks();
    checkClasses();
    findOnly();
    if (diagnostics_.hasErrors()) return {};
    addTasks();
    if (plan_.tasks.empty()) nothing();
    return std::move(plan_);
  }

 private:
  SourceRange place() const { return {.file = request_.file}; }

  void expandChecks() {
    plan_.by_default = request_.checks.empty() && input_.specification.methods.empty();
    for (const std::string& name : plan_.by_default ? std::vector<std::string>{"memory"} : request_.checks) {
      if (const auto expanded = program::expandCheck(name)) {
        asked_.insert(asked_.end(), expanded->begin(), expanded->end());
        continue;
      }
      const auto nearest = nearestName(name, program::checkNames());
      diagnostics_.error(
          {}, "--checks: no built-in property '" + name + "'" + (nearest ? "; did you mean '" + *nearest + "'?" : ""));
    }
  }

  void checkClasses() {
    for (const auto& [name, count] : request_.objects) {
      if (input_.program->findClass(name) != nullptr) continue;
      std::vector<std::string> names;
      for (const program::ClassDecl* class_decl : input_.program->classes()) names.push_back(class_decl->name);
      const auto nearest = nearestName(name, names);
      diagnostics_.error({}, "--objects: no class '" + name + "' in " + input_.program->main_file +
                                 (nearest ? "; did you mean '" + *nearest + "'?" : ""));
    }
  }

  /// METHOD or METHOD.LABEL: a label has no dot, so that the last one parts them where the whole is no method.
  void findOnly() {
    for (const std::string& text : request_.only) {
      std::string label;
      std::vector<const specs::MethodSpec*> found = methodsNamed(text);
      const std::size_t dot = text.rfind('.');
      if (found.empty() && dot != std::string::npos) {
        found = methodsNamed(text.substr(0, dot));
        label = text.substr(dot + 1);
      }
      for (const specs::MethodSpec* spec : found) only_.emplace_back(spec, label);
      if (found.empty()) unknownMethod(text);
    }
  }

  void unknownMethod(const std::string& text) {
    std::vector<std::string> names;
    for (const specs::MethodSpec& spec : input_.specification.methods) names.push_back(spec.procedure->name);
    const auto nearest = nearestName(text, names);
    diagnostics_.error(
        {}, "--only: no method '" + text + "' is specified" + (nearest ? "; did you mean '" + *nearest + "'?" : ""));
  }

  std::vector<const specs::MethodSpec*> methodsNamed(const std::string& name) {
    std::vector<const specs::MethodSpec*> found;
    for (const specs::MethodSpec& spec : input_.specification.methods)
      if (!spec.trusted && isNamed(*spec.procedure, name)) found.push_back(&spec);
    if (!found.empty() || asked_.empty()) return found;
    for (const Procedure* procedure : input_.program->findProcedures(name))
      if (!procedure->is_external) found.push_back(bareSpec(procedure));
    return found;
  }

  const specs::MethodSpec* bareSpec(const Procedure* procedure) {
    auto spec = std::make_unique<specs::MethodSpec>();
    spec->procedure = procedure;
    spec->range = procedure->range;
    spec->requirements = input_.specification.library_states;
    plan_.bare.push_back(std::move(spec));
    return plan_.bare.back().get();
  }

  void addTasks() {
    const specs::Specification& all = input_.specification;
    bool commanded = false;
    for (const specs::CheckCommand& command : all.commands) {
      const specs::MethodSpec* spec = all.find(command.procedure);
      if (spec == nullptr || spec->trusted || !isWanted(spec)) continue;
      commanded = true;
      addTask(*spec, command.label, command.scope, command.range);
    }
    if (!all.commands.empty() && only_.empty()) warnOfUncommanded();
    if (commanded || (!all.commands.empty() && only_.empty())) return;
    for (const specs::MethodSpec& spec : all.methods)
      if (!spec.trusted && isWanted(&spec)) addTask(spec, "", {}, spec.range);
    const bool is_whole = all.methods.empty() || !isSpecFile(request_.file);
    if (is_whole && !asked_.empty() && only_.empty()) addWholeFile();
    if (!plan_.bare.empty()) tellOfTemplates();
    for (const auto& spec : plan_.bare) addTask(*spec, "", {}, spec->range);
  }

  /// Where a file has `check` commands only what they name is checked. A warning names the rest.
  void warnOfUncommanded() {
    const specs::Specification& all = input_.specification;
    std::string names;
    for (const specs::MethodSpec& spec : all.methods) {
      const bool is_commanded = std::ranges::any_of(
          all.commands, [&](const specs::CheckCommand& command) { return command.procedure == spec.procedure; });
      if (!spec.trusted && !is_commanded) names += (names.empty() ? "" : ", ") + reportedName(*spec.procedure);
    }
    if (!names.empty())
      diagnostics_.warning(all.commands.front().range,
                           "the 'check' commands of this file leave out " + names + ": not checked");
  }

  /// Built-in properties are asked for of a source, or nothing is specified: of every other function in the file.
  void addWholeFile() {
    std::error_code ignored;
    for (const Procedure* procedure : input_.program->procedures())
      if (!procedure->is_implicit && !procedure->is_external && procedure->whole_call == nullptr &&
          input_.specification.find(procedure) == nullptr && procedure != input_.program->static_initializer &&
          std::filesystem::equivalent(procedure->range.file, input_.program->main_file, ignored))
        bareSpec(procedure);
  }

  /// Code that only a template has is no code before somebody says for which types.
  void tellOfTemplates() {
    for (const program::OpenTemplate& open : input_.templates) {
      const std::string start = "'" + open.name + "' is a template without an instance";
      if (!open.checked_as.empty())
        diagnostics_.note(open.range, start + ": it is checked as '" + open.checked_as + "'");
      else
        diagnostics_.warning(open.range, start + ", so nothing of it is checked; add one" +
                                             (open.instance.empty() ? "" : ": " + open.instance));
    }
  }

  bool isWanted(const specs::MethodSpec* spec) const {
    return only_.empty() || std::any_of(only_.begin(), only_.end(), [&](const Only& one) { return one.first == spec; });
  }

  bool isWanted(const specs::MethodSpec* spec, const std::string& label) const {
    return only_.empty() || std::any_of(only_.begin(), only_.end(), [&](const Only& one) {
             return one.first == spec && (one.second.empty() || one.second == label);
           });
  }

  std::vector<std::string> builtinsOf(const specs::MethodSpec& spec) const {
    std::vector<std::string> names;
    for (const program::BuiltinProperty& property : program::builtinProperties()) {
      const bool by_command = contains(asked_, property.name);
      const bool by_code = property.is_asked_by_code && hasStatementFor(property.error().value(), spec);
      // A `checks` of everything does not ask for what the code has none of.
      const bool by_file = contains(spec.checks, property.name) && !property.is_asked_by_code;
      if (by_command || by_code || by_file) names.push_back(property.name);
    }
    return names;
  }

  bool hasStatementFor(program::ErrorKind error, const specs::MethodSpec& spec) const {
    return mayMeet(error, *input_.program, *spec.procedure);
  }

  /// Each option overrides its counterpart: --scope the `for`, --objects the `but`, --unroll the `unroll`.
  refine::ScopeLimits scopeOf(const specs::ScopeSpec& file) const {
    refine::ScopeLimits scope;
    scope.objects = request_.scope.value_or(file.objects.value_or(3));
    for (const auto& [name, count] : file.limits)
      if (const auto* class_decl = input_.program->findClass(name)) scope.per_class[class_decl] = count;
    for (const auto& [name, count] : request_.objects) scope.per_class[input_.program->findClass(name)] = count;
    scope.unroll = request_.unroll.value_or(file.unroll.value_or(scope.objects));
    if (const auto* blocks = ownersBlock()) scope.per_class.emplace(blocks, sharedObjects(scope));
    return scope;
  }

  const program::ClassDecl* ownersBlock() const {
    const auto& classes = input_.program->classes();
    const auto found = std::ranges::find_if(classes, [](const auto* each) { return program::isOwnersBlock(*each); });
    return found == classes.end() ? nullptr : *found;
  }

  /// Every object of a class that is shared may have owners, whatever the scope of the other classes.
  int sharedObjects(const refine::ScopeLimits& scope) const {
    std::set<const program::ClassDecl*> classes;
    std::set<program::TypeRef> variables;
    for (const program::ClassDecl* owner : input_.program->classes()) {
      if (!program::isOwner(*owner) || program::blockFieldOf(*owner) == nullptr) continue;
      const program::TypeRef target = program::targetFieldOf(*owner)->type;
      if (!target->isObjectPointer()) variables.insert(target);
      for (const program::ClassDecl* each : input_.program->classes())
        if (target->isObjectPointer() && each->derivesFrom(target->pointee->class_decl)) classes.insert(each);
    }
    int count = static_cast<int>(variables.size()) * scope.objects;
    for (const program::ClassDecl* each : classes) count += scope.of(each);
    return count;
  }

  std::string reportedName(const Procedure& procedure) const {
    const auto same = input_.program->findProcedures(procedure.name);
    const auto specified = std::count_if(
        same.begin(), same.end(), [&](const Procedure* other) { return input_.specification.find(other) != nullptr; });
    return tightened(specified > 1 ? procedure.signature : procedure.name);
  }

  void addTask(const specs::MethodSpec& spec, const std::string& label, const specs::ScopeSpec& scope,
               const SourceRange& range) {
    Task task;
    task.spec = &spec;
    task.method = reportedName(*spec.procedure);
    task.builtins = builtinsOf(spec);
    task.scope = scopeOf(scope);
    std::vector<std::string> all;
    for (const specs::Property& property : spec.properties) all.push_back(property.label);
    all.insert(all.end(), task.builtins.begin(), task.builtins.end());
    for (const std::string& name : all)
      if ((label.empty() || name == label) && isWanted(&spec, name)) task.labels.push_back(name);
    if (!label.empty() && !contains(all, label)) unknownLabel(range, "", task.method, label, all);
    for (const Only& one : only_)
      if (one.first == &spec && !one.second.empty() && !contains(all, one.second))
        unknownLabel({}, "--only: ", task.method, one.second, all);
    if (!task.labels.empty()) plan_.tasks.push_back(std::move(task));
  }

  void unknownLabel(const SourceRange& range, const std::string& option, const std::string& method,
                    const std::string& label, const std::vector<std::string>& all) {
    const auto nearest = nearestName(label, all);
    diagnostics_.error(range, option + method + " has no property '" + label + "'" +
                                  (nearest ? "; did you mean '" + *nearest + "'?" : ""));
  }

  void nothing() {
    if (diagnostics_.hasErrors()) return;
    if (input_.specification.methods.empty()) tellOfTemplates();
    diagnostics_.error(place(), input_.specification.methods.empty()
                                    ? "nothing to check: there is no function with a body in this file"
                                    : "nothing to check: the specified methods have no property");
  }

  const Input& input_;
  const CheckRequest& request_;
  Diagnostics& diagnostics_;
  std::vector<std::string> asked_;
  using Only = std::pair<const specs::MethodSpec*, std::string>;  // an empty label: all of the method's
  std::vector<Only> only_;
  Plan plan_;
};

}  // namespace

Plan makePlan(const Input& input, const CheckRequest& request, Diagnostics& diagnostics) {
  return Planner(input, request, diagnostics).run();
}

}  // namespace weir::tools
