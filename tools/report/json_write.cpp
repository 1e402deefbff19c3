// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <charconv>
#include <nlohmann/json.hpp>

#include "support/invariant.h"
#include "tools/report/json.h"

namespace weir::report {
namespace {

using Json = nlohmann::ordered_json;
using namespace weir::refine;

void addText(Json& to, const char* key, const std::string& text) {
  if (!text.empty()) to[key] = text;
}

/// A number where JSON's readers keep every digit, a decimal string beyond.
Json integerToJson(const std::string& digits) {
  const char* end = digits.data() + digits.size();
  std::int64_t narrow = 0;
  if (auto r = std::from_chars(digits.data(), end, narrow); r.ec == std::errc() && r.ptr == end) return narrow;
  std::uint64_t wide = 0;
  if (auto r = std::from_chars(digits.data(), end, wide); r.ec == std::errc() && r.ptr == end) return wide;
  INVARIANT(!digits.empty() && digits.find_first_not_of("-0123456789") == std::string::npos,
            "an integer should be decimal digits");
  return digits;
}

Json listToJson(const std::vector<Value>& values) {
  Json list = Json::array();
  for (const Value& v : values) list.push_back(toJsonValue(v));
  return list;
}

Json namedToJson(const std::vector<NamedValue>& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = toJsonValue(value);
  return object;
}

Json stateToJson(const HeapState& state) {
  Json objects = Json::array();
  for (const HeapObject& o : state.objects) {
    Json object = {{"id", o.id}, {"class", o.class_name}, {"fields", namedToJson(o.fields)}};
    if (o.freed) object["freed"] = true;
    addText(object, "owner", o.owner);
    objects.push_back(std::move(object));
  }
  return {{"roots", namedToJson(state.roots)}, {"objects", std::move(objects)}};
}

const char* name(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::Field: return "field";
    case Change::Kind::Local: return "local";
    case Change::Kind::Global: return "global";
    case Change::Kind::Allocate: return "allocate";
    case Change::Kind::Free: return "free";
    case Change::Kind::Return: break;
  }
  return "return";
}

const char* name(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::Statement: return "statement";
    case Step::Kind::Condition: return "condition";
    case Step::Kind::Call: return "call";
    case Step::Kind::Return: return "return";
    case Step::Kind::Throw: return "throw";
    case Step::Kind::Fault: break;
  }
  return "fault";
}

Json changeToJson(const Change& c) {
  Json change = {{"kind", name(c.kind)}, {"target", c.target()}};
  addText(change, "object", c.object);
  if (c.kind == Change::Kind::Field) change["field"] = c.name;
  addText(change, "class", c.class_name);
  if (c.from) change["from"] = toJsonValue(*c.from);
  if (c.to) change["to"] = toJsonValue(*c.to);
  return change;
}

Json stepToJson(const Step& s) {
  Json step = {{"file", s.file}, {"line", s.line}};
  if (s.column > 0) step["column"] = s.column;
  step["function"] = s.function;
  step["depth"] = s.depth;
  step["kind"] = name(s.kind);
  step["text"] = s.text;
  addText(step, "callee", s.callee);
  if (s.outcome) step["outcome"] = *s.outcome;
  addText(step, "note", s.note);
  step["changes"] = Json::array();
  for (const Change& c : s.changes) step["changes"].push_back(changeToJson(c));
  return step;
}

Json counterexampleToJson(const Counterexample& c) {
  Json out = {{"pre", stateToJson(c.pre)}, {"steps", Json::array()}, {"post", stateToJson(c.post)}};
  for (const Step& s : c.steps) out["steps"].push_back(stepToJson(s));
  if (!c.functions.empty()) out["functions"] = Json::array();
  for (const FunctionExtent& f : c.functions)
    out["functions"].push_back({{"name", f.name}, {"file", f.file}, {"line", f.line}, {"end_line", f.end_line}});
  out["violated"] = c.violated;
  out["witness"] = namedToJson(c.witness);
  if (!c.evaluations.empty()) out["evaluations"] = Json::array();
  for (const Evaluation& e : c.evaluations)
    out["evaluations"].push_back({{"text", e.text}, {"value", toJsonValue(e.value)}});
  if (c.replay) {
    Json& replay = out["replay"] = {{"confirmed", c.replay->confirmed}};
    addText(replay, "reason", c.replay->reason);
    addText(replay, "program", c.replay->program);
    addText(replay, "output", c.replay->output);
  }
  return out;
}

void addLocation(Json& to, const char* key, const Location& at) {
  if (at.line == 0) return;
  Json& location = to[key] = {{"file", at.file}, {"line", at.line}};
  if (at.column > 0) location["column"] = at.column;
}

Json statsToJson(const Stats& s) {
  // Two digits after the point: more is noise, and whole milliseconds hide what a small check does.
  const auto rounded = [](double ms) { return static_cast<double>(static_cast<std::int64_t>(ms * 100 + 0.5)) / 100; };
  Json stats = {{"time_ms", rounded(s.time_ms)},
                {"refinements", s.refinements},
                {"solver_calls", s.solver_calls},
                {"variables", s.variables},
                {"clauses", s.clauses},
                {"callees", s.callees},
                {"callees_refined", s.callees_refined}};
  for (const auto& [phase, ms] : s.phases_ms) stats["phases_ms"][phase] = rounded(ms);
  return stats;
}

}  // namespace

nlohmann::ordered_json toJsonValue(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Null: return nullptr;
    case Value::Kind::Bool: return value.boolean;
    case Value::Kind::Int: return integerToJson(value.text);
    case Value::Kind::Text:
    case Value::Kind::Object: return value.text;
    case Value::Kind::Slot: return "&" + value.text;
    case Value::Kind::Function: return "@" + value.text;
    case Value::Kind::Array: return listToJson(value.elements);
    case Value::Kind::Set: return {{"set", listToJson(value.elements)}};
    case Value::Kind::Uninitialized: break;
  }
  return "?";
}

nlohmann::ordered_json toJsonValue(const CheckResult& r) {
  Json out = {{"method", r.method}, {"property", r.property}, {"verdict", toString(r.verdict)}};
  if (r.never_returns) out["never_returns"] = true;
  addText(out, "reason", r.reason);
  addText(out, "text", r.text);
  addText(out, "kind", r.kind);
  addLocation(out, "location", r.location);
  addLocation(out, "method_location", r.method_location);
  out["scope"] = {{"objects", r.scope.objects},
                  {"unroll", r.scope.unroll},
                  {"loops_cut", r.scope.loops_cut},
                  {"objects_cut", r.scope.objects_cut}};
  for (const auto& [name, count] : r.scope.objects) {
    if (name.starts_with(refine::kElementsOf)) {
      const bool is_array = name.ends_with(refine::kArraySuffix);
      out["scope"][is_array ? "arrays_cut" : "elements_cut"] = is_array ? r.scope.arrays_cut : r.scope.elements_cut;
    }
    if (name.starts_with(refine::kCharactersOf)) out["scope"]["characters_cut"] = r.scope.characters_cut;
  }
  if (!r.scope.unsettled.empty()) out["scope"]["unsettled"] = r.scope.unsettled;
  out["mode"] = r.mode;
  out["stats"] = statsToJson(r.stats);
  out["inferred"] = Json::array();
  for (const Inferred& i : r.inferred) {
    Json inferred = {{"call_site", i.call_site},
                     {"callee", i.callee},
                     {"refinements", i.refinements},
                     {"specification", i.specification},
                     {"needed", i.needed}};
    if (i.inlined) inferred["inlined"] = true;
    out["inferred"].push_back(std::move(inferred));
  }
  if (r.counterexample) out["counterexample"] = counterexampleToJson(*r.counterexample);
  return out;
}

nlohmann::ordered_json toJsonValue(const RunResult& run) {
  Json out = {{"weir", run.version}, {"schema", 1}, {"results", Json::array()}};
  for (const CheckResult& r : run.results) out["results"].push_back(toJsonValue(r));
  return out;
}

std::string toJson(const RunResult& run) {
  return toJsonValue(run).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string shownValue(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Null: return "null";
    case Value::Kind::Bool: return value.boolean ? "true" : "false";
    case Value::Kind::Int:
    case Value::Kind::Text:
    case Value::Kind::Object:
    case Value::Kind::Function: return value.text;
    case Value::Kind::Slot: return "&" + value.text;
    case Value::Kind::Uninitialized: return "?";
    case Value::Kind::Array:
    case Value::Kind::Set: break;
  }
  const bool array = value.kind == Value::Kind::Array;
  std::string text;
  for (const Value& v : value.elements) text += (text.empty() ? "" : ", ") + shownValue(v);
  return (array ? "[" : "{") + text + (array ? "]" : "}");
}

}  // namespace weir::report
