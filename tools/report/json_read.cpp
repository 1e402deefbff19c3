// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <nlohmann/json.hpp>

#include "tools/report/embedded.h"
#include "tools/report/json.h"
#include "tools/report/schema.h"

namespace weir::report {
namespace {

// Ordered: fields and roots are shown in the order they were written.
using Json = nlohmann::ordered_json;
using namespace weir::refine;

std::string textOf(const Json& from, const char* key) { return from.value(key, std::string()); }

Value readValue(const Json& json);

std::vector<Value> readList(const Json& json) {
  std::vector<Value> values;
  for (const Json& v : json) values.push_back(readValue(v));
  return values;
}

Value readValue(const Json& json) {
  if (json.is_null()) return Value::null();
  if (json.is_boolean()) return Value::truth(json.get<bool>());
  if (json.is_number()) return Value::decimal(json.dump());
  if (json.is_array()) return Value::array(readList(json));
  if (json.is_object()) return Value::set(readList(json.at("set")));
  const std::string text = json;
  if (text == "?") return Value::uninitialized();
  if (text[0] == '"') return Value::characters(text);
  if (text[0] == '&') return Value::slot(text.substr(1));
  if (text[0] == '@') return Value::function(text.substr(1));
  if (text[0] == '-' || (text[0] >= '0' && text[0] <= '9')) return Value::decimal(text);
  return Value::object(text);
}

std::vector<NamedValue> readNamed(const Json& json) {
  std::vector<NamedValue> values;
  for (const auto& [name, value] : json.items()) values.emplace_back(name, readValue(value));
  return values;
}

HeapState readState(const Json& json) {
  HeapState state;
  state.roots = readNamed(json.at("roots"));
  for (const Json& o : json.at("objects")) {
    state.objects.push_back({.id = o.at("id"),
                             .class_name = o.at("class"),
                             .fields = readNamed(o.at("fields")),
                             .freed = o.value("freed", false),
                             .owner = textOf(o, "owner")});
  }
  return state;
}

Change readChange(const Json& json) {
  Change change;
  const std::string kind = json.at("kind");
  if (kind == "field") change.kind = Change::Kind::Field;
  if (kind == "local") change.kind = Change::Kind::Local;
  if (kind == "global") change.kind = Change::Kind::Global;
  if (kind == "allocate") change.kind = Change::Kind::Allocate;
  if (kind == "free") change.kind = Change::Kind::Free;
  if (kind == "return") change.kind = Change::Kind::Return;
  change.object = textOf(json, "object");
  if (change.kind == Change::Kind::Field) change.name = textOf(json, "field");
  if (change.object.empty()) change.name = json.at("target");
  change.class_name = textOf(json, "class");
  if (json.contains("from")) change.from = readValue(json.at("from"));
  if (json.contains("to")) change.to = readValue(json.at("to"));
  return change;
}

Step readStep(const Json& json) {
  Step step;
  step.file = json.at("file");
  step.line = json.at("line");
  step.column = json.value("column", 0);
  step.function = json.at("function");
  step.depth = json.at("depth");
  step.text = json.at("text");
  const std::string kind = json.value("kind", "statement");
  if (kind == "condition") step.kind = Step::Kind::Condition;
  if (kind == "call") step.kind = Step::Kind::Call;
  if (kind == "return") step.kind = Step::Kind::Return;
  if (kind == "throw") step.kind = Step::Kind::Throw;
  if (kind == "fault") step.kind = Step::Kind::Fault;
  step.callee = textOf(json, "callee");
  if (json.contains("outcome")) step.outcome = json.at("outcome").get<bool>();
  step.note = textOf(json, "note");
  for (const Json& c : json.at("changes")) step.changes.push_back(readChange(c));
  return step;
}

Counterexample readCounterexample(const Json& json) {
  Counterexample c;
  c.pre = readState(json.at("pre"));
  for (const Json& s : json.at("steps")) c.steps.push_back(readStep(s));
  c.post = readState(json.at("post"));
  for (const Json& f : json.value("functions", Json::array()))
    c.functions.push_back(
        {.name = f.at("name"), .file = f.at("file"), .line = f.at("line"), .end_line = f.at("end_line")});
  c.violated = json.at("violated");
  c.witness = readNamed(json.at("witness"));
  for (const Json& e : json.value("evaluations", Json::array()))
    c.evaluations.push_back({.text = e.at("text"), .value = readValue(e.at("value"))});
  if (json.contains("replay")) {
    const Json& r = json.at("replay");
    c.replay = Replay{.confirmed = r.at("confirmed"),
                      .reason = textOf(r, "reason"),
                      .program = textOf(r, "program"),
                      .output = textOf(r, "output")};
  }
  return c;
}

Location readLocation(const Json& from, const char* key) {
  if (!from.contains(key)) return {};
  const Json& at = from.at(key);
  return {.file = at.at("file"), .line = at.at("line"), .column = at.value("column", 0)};
}

Stats readStats(const Json& json) {
  Stats s;
  s.time_ms = json.at("time_ms");
  s.refinements = json.at("refinements");
  s.solver_calls = json.at("solver_calls");
  s.variables = json.at("variables");
  s.clauses = json.at("clauses");
  s.callees = json.at("callees");
  s.callees_refined = json.at("callees_refined");
  if (json.contains("phases_ms")) s.phases_ms = json.at("phases_ms").get<std::map<std::string, double>>();
  return s;
}

Verdict readVerdict(const std::string& name) {
  for (Verdict v : {Verdict::Holds, Verdict::Violated, Verdict::Proved, Verdict::Vacuous}) {
    if (name == toString(v)) return v;
  }
  return Verdict::Unknown;
}

CheckResult readResult(const Json& json) {
  CheckResult r;
  r.method = json.at("method");
  r.property = json.at("property");
  r.verdict = readVerdict(json.at("verdict"));
  r.never_returns = json.value("never_returns", false);
  r.reason = textOf(json, "reason");
  r.text = textOf(json, "text");
  r.kind = textOf(json, "kind");
  r.location = readLocation(json, "location");
  r.method_location = readLocation(json, "method_location");
  const Json& scope = json.at("scope");
  r.scope = {.objects = scope.at("objects").get<std::map<std::string, int>>(),
             .unroll = scope.at("unroll"),
             .loops_cut = scope.at("loops_cut"),
             .objects_cut = scope.value("objects_cut", false),
             .arrays_cut = scope.value("arrays_cut", false),
             .elements_cut = scope.value("elements_cut", false),
             .characters_cut = scope.value("characters_cut", false),
             .unsettled = scope.value("unsettled", std::vector<std::string>())};
  r.mode = json.at("mode");
  r.stats = readStats(json.at("stats"));
  for (const Json& i : json.at("inferred")) {
    r.inferred.push_back({.call_site = i.at("call_site"),
                          .callee = i.at("callee"),
                          .refinements = i.at("refinements"),
                          .specification = i.at("specification"),
                          .needed = i.value("needed", true),
                          .inlined = i.value("inlined", false)});
  }
  if (json.contains("counterexample")) r.counterexample = readCounterexample(json.at("counterexample"));
  return r;
}

}  // namespace

std::optional<RunResult> fromJson(std::string_view text, std::string& error) {
  try {
    const Json json = Json::parse(text);
    const auto errors = schemaErrors(nlohmann::json::parse(embedded::resultSchema()), nlohmann::json(json));
    if (!errors.empty()) {
      error = errors.front();
      return std::nullopt;
    }
    RunResult run;
    run.version = json.at("weir");
    for (const Json& r : json.at("results")) run.results.push_back(readResult(r));
    return run;
  } catch (const Json::exception& e) {
    error = e.what();
    return std::nullopt;
  }
}

}  // namespace weir::report
