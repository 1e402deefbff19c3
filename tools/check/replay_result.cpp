// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/replay_result.h"

#include <map>
#include <memory>

#include "refine/entry_heap.h"
#include "refine/property.h"
#include "tools/check/confirm.h"
#include "tools/check/input.h"
#include "tools/check/method_names.h"
#include "tools/check/rebuild.h"

namespace weir::tools {
namespace {

const specs::MethodSpec* specOf(const Input& input, const std::string& method) {
  for (const specs::MethodSpec& spec : input.specification.methods)
    if (tightened(spec.procedure->name) == method || tightened(spec.procedure->signature) == method) return &spec;
  return nullptr;
}

const program::Procedure* procedureOf(const Input& input, const std::string& method) {
  if (const specs::MethodSpec* spec = specOf(input, method)) return spec->procedure;
  for (const program::Procedure* procedure : input.program->procedures())
    if (tightened(procedure->name) == method) return procedure;
  return nullptr;
}

/// What was never written holds what it held in the result: in the memory a constructor was given, or at the end.
void fillGarbage(const program::Heap& before, const results::HeapState& post, program::Heap& after) {
  std::map<std::string, program::ObjectId> ids;
  for (program::ObjectId id = 0; id < after.size(); ++id) ids[after.at(id).name] = id;
  const auto valueOf = [&](const results::Value& shown) -> std::optional<program::Value> {
    using Kind = results::Value::Kind;
    if (shown.kind == Kind::Null) return program::Value::null();
    if (shown.kind == Kind::Bool) return program::Value::ofInteger(shown.boolean ? 1 : 0);
    if (shown.kind == Kind::Int) return program::Value::ofInteger(std::stoll(shown.text));
    const auto object = ids.find(shown.text);
    if (shown.kind != Kind::Object || object == ids.end()) return std::nullopt;
    return program::Value::ofObject(object->second);
  };
  for (program::ObjectId id = 0; id < after.size(); ++id)
    for (auto& [field, values] : after.at(id).fields)
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i].kind != program::Value::Kind::Uninitialized || !field->elementType()->isScalar()) continue;
        if (id < before.size()) values[i] = before.read(id, field, static_cast<long>(i));
        for (const results::HeapObject& object : post.objects)
          for (const auto& [name, shown] : object.fields) {
            if (object.id != after.at(id).name || name != field->name) continue;
            const bool is_element = field->type->isArray();
            if (is_element && i >= shown.elements.size()) continue;
            if (const auto value = valueOf(is_element ? shown.elements[i] : shown)) values[i] = *value;
          }
      }
}

std::optional<refine::Property> propertyOf(const specs::MethodSpec* spec, const results::CheckResult& result) {
  if (spec != nullptr)
    for (const specs::Property& property : spec->properties)
      if (property.label == result.property) return refine::Property(property);
  const program::BuiltinProperty* builtin = program::findBuiltin(result.property);
  return builtin != nullptr && result.kind == "check" ? std::optional(refine::Property(*builtin)) : std::nullopt;
}

ReplayOutcome replayOne(const Input& input, const results::CheckResult& result, const ReplayRequest& request) {
  ReplayOutcome outcome;
  outcome.name = result.method + "." + result.property;
  const program::Procedure* procedure = procedureOf(input, result.method);
  if (procedure == nullptr) {
    outcome.reason = "there is no " + result.method + " any more";
    return outcome;
  }
  const auto property = propertyOf(specOf(input, result.method), result);
  if (!property) {
    outcome.reason = "the property is not there any more";
    return outcome;
  }
  const auto rebuilt = rebuild(*input.program, *procedure, result.counterexample->pre, outcome.reason);
  if (!rebuilt) return outcome;

  refine::Violation run;
  run.before = std::make_shared<program::Heap>(rebuilt->heap);
  run.after = std::make_shared<program::Heap>(refine::heapAtStart(rebuilt->heap, *procedure, rebuilt->arguments));
  run.arguments = rebuilt->arguments;
  const program::CheckedErrors checked({result.property});
  run.execution = program::run(*procedure, run.arguments, *run.after, {.checked = checked});
  if (run.execution.outcome == program::Outcome::Unsupported) {
    outcome.reason = run.execution.reason;
    return outcome;
  }
  run.left = std::make_shared<program::Heap>(*run.after);
  fillGarbage(*run.before, result.counterexample->post, *run.after);
  if (!property->isBrokenBy(*procedure, run, *input.vocabulary)) {
    outcome.kind = ReplayOutcome::Kind::NoLongerViolated;
    return outcome;
  }
  outcome.kind = ReplayOutcome::Kind::StillViolated;
  const Confirmation confirmation = confirm(*input.vocabulary, input.specification,
                                            {{procedure, &run, outcome.name, *property}}, checked, request.keep_repro)
                                        .front();
  outcome.replay = confirmation.replay;
  outcome.disagrees = confirmation.disagrees;
  return outcome;
}

}  // namespace

std::vector<ReplayOutcome> replayResults(const results::RunResult& run, const ReplayRequest& request,
                                         Diagnostics& diagnostics) {
  std::map<std::string, std::unique_ptr<Input>> inputs;
  std::vector<ReplayOutcome> outcomes;
  for (const results::CheckResult& result : run.results) {
    if (!result.counterexample) continue;
    // The specification names its source; without one the source is the specification.
    const std::string file = isSpecFile(result.location.file) ? result.location.file : result.method_location.file;
    const auto [input, is_new] = inputs.try_emplace(file);
    if (is_new) input->second = readInput({file, request.flags, request.build_dir}, diagnostics);
    if (input->second) outcomes.push_back(replayOne(*input->second, result, request));
  }
  return outcomes;
}

}  // namespace weir::tools
