// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/sarif.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tools/report/alert.h"
#include "tools/report/json.h"

namespace weir::report {
namespace {

using Json = nlohmann::ordered_json;
using namespace weir::results;

// GitHub refuses a result with more than 10 000 steps and shows 1 000; a result may be refused for its length too.
constexpr size_t kMostSteps = 1000;

struct Rule {
  std::string id;
  std::string name;
  std::string description;
};

Rule ruleOf(const CheckResult& r) {
  if (r.verdict == Verdict::Unknown) return {"weir/unknown", "Unknown", "weir could not decide the property."};
  if (r.verdict == Verdict::Vacuous)
    return {"weir/vacuous", "Vacuous", "No execution within the scope satisfies the preconditions and returns."};
  if (r.kind == "check")
    return {"weir/" + r.property, r.property, "The built-in property " + r.property + " is violated."};
  if (r.kind == "modifies")
    return {"weir/modifies", "Modifies", "The method changes something that its `modifies` does not list."};
  if (r.kind == "invariant") return {"weir/invariant", "Invariant", "The method breaks an invariant of its class."};
  if (r.kind == "throws") return {"weir/throws", "Throws", "The exit by exception breaks its property."};
  return {"weir/ensures", "Ensures", "The method breaks a property of its specification."};
}

/// FNV-1a: the same on every machine and in every version.
std::string fingerprint(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

std::string percentEncoded(const std::string& path) {
  std::string out;
  for (const char c : path) {
    if (std::isalnum(static_cast<unsigned char>(c)) || std::string_view("-._~/").find(c) != std::string_view::npos) {
      out += c;
    } else {
      char code[4];
      std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned char>(c));
      out += code;
    }
  }
  return out;
}

class SarifWriter {
 public:
  explicit SarifWriter(const std::string& base)
      : base_(std::filesystem::absolute(base.empty() ? "." : base).lexically_normal()) {}

  Json run(const RunResult& run) {
    Json results = Json::array();
    for (const CheckResult* r : alertsOf(run)) results.push_back(result(*r));
    Json driver = {{"name", "weir"}, {"semanticVersion", run.version}, {"rules", rules_}};
    return {{"tool", {{"driver", std::move(driver)}}},
            {"invocations", Json::array({{{"executionSuccessful", true}}})},
            {"columnKind", "utf16CodeUnits"},
            {"results", std::move(results)}};
  }

 private:
  size_t ruleIndex(const Rule& rule) {
    for (size_t i = 0; i < rules_.size(); ++i) {
      if (rules_[i].at("id") == rule.id) return i;
    }
    rules_.push_back({{"id", rule.id},
                      {"name", rule.name},
                      {"shortDescription", {{"text", rule.description}}},
                      {"fullDescription", {{"text", rule.description}}},
                      {"properties", {{"tags", {"correctness", "memory"}}}}});
    return rules_.size() - 1;
  }

  Json artifact(const std::string& file) const {
    const auto absolute = std::filesystem::absolute(file).lexically_normal();
    const std::string relative = absolute.lexically_relative(base_).string();
    if (!relative.empty() && !relative.starts_with(".."))
      return {{"uri", percentEncoded(relative)}, {"uriBaseId", "%SRCROOT%"}};
    return {{"uri", "file://" + percentEncoded(absolute.string())}};
  }

  Json location(const Location& at, const std::string& message = "") const {
    Json region = {{"startLine", std::max(1, at.line)}};
    if (at.column > 0) region["startColumn"] = at.column;
    Json out = {{"physicalLocation", {{"artifactLocation", artifact(at.file)}, {"region", std::move(region)}}}};
    if (!message.empty()) out["message"] = {{"text", message}};
    return out;
  }

  /// The precondition is inserted where its place says.
  Json fix(const CheckResult& r) const {
    const Location& at = r.suggestion_place;
    const bool is_specification = std::filesystem::path(at.file).extension() == ".weir";
    const std::string indent(static_cast<size_t>(std::max(1, at.column) - 1), ' ');
    const std::string text =
        is_specification ? "\n  requires " + r.suggestion : "//@ requires " + r.suggestion + "\n" + indent;
    const Json region = {{"startLine", at.line}, {"startColumn", at.column}, {"endColumn", at.column}};
    const Json replacement = {{"deletedRegion", region}, {"insertedContent", {{"text", text}}}};
    const Json change = {{"artifactLocation", artifact(at.file)}, {"replacements", Json::array({replacement})}};
    return {{"description", {{"text", "require " + r.suggestion}}}, {"artifactChanges", Json::array({change})}};
  }

  static std::string messageOf(const Step& s) {
    std::string text = s.text;
    for (const Change& c : s.changes) {
      text += text == s.text ? "  // " : ", ";
      if (c.kind == Change::Kind::Allocate) {
        text += "new " + c.object;
      } else if (c.kind == Change::Kind::Free) {
        text += c.object + " is freed";
      } else {
        text += c.target() + " = " + (c.to ? shownValue(*c.to) : "?");
      }
    }
    if (s.outcome) text += *s.outcome ? "  // true" : "  // false";
    if (!s.note.empty()) text += "  // " + s.note;
    return text;
  }

  Json codeFlow(const CheckResult& r) const {
    const std::vector<Step>& steps = r.counterexample->steps;
    Json locations = Json::array();
    std::string heap;
    for (const HeapObject& o : r.counterexample->pre.objects) {
      for (const auto& [field, value] : o.fields)
        heap += (heap.empty() ? "" : ", ") + o.id + "." + field + " = " + shownValue(value);
    }
    const size_t skipped = steps.size() > kMostSteps ? steps.size() - kMostSteps + 1 : 0;
    for (size_t i = 0; i < steps.size(); ++i) {
      const size_t skip_from = kMostSteps / 2;
      if (skipped > 0 && i > skip_from && i < skip_from + skipped) continue;
      const Step& s = steps[i];
      std::string message = messageOf(s);
      if (i == 0 && !heap.empty()) message = "[before: " + heap + "] " + message;
      if (skipped > 0 && i == skip_from) message = std::to_string(skipped) + " steps are left out here";
      const std::string importance = s.kind == Step::Kind::Fault ? "essential"
                                     : s.changes.empty()         ? "unimportant"
                                                                 : "important";
      locations.push_back({{"location", location({s.file, s.line, s.column}, message)},
                           {"nestingLevel", s.depth},
                           {"executionOrder", i + 1},
                           {"importance", importance}});
    }
    return Json::array({{{"threadFlows", Json::array({{{"locations", std::move(locations)}}})}}});
  }

  Json result(const CheckResult& r) {
    const Rule rule = ruleOf(r);
    const char* level = r.verdict == Verdict::Violated ? "error" : r.verdict == Verdict::Vacuous ? "warning" : "note";
    Json out = {{"ruleId", rule.id},
                {"ruleIndex", ruleIndex(rule)},
                {"level", level},
                {"message", {{"text", alertMessage(r)}}}};
    if (const Location at = alertPlace(r); at.line > 0) out["locations"] = Json::array({location(at)});
    // What nobody specified stands nowhere else.
    if (r.location.line > 0 && !(r.location == r.method_location))
      out["relatedLocations"] =
          Json::array({location(r.location, "the property: " + (r.text.empty() ? r.property : r.text))});
    out["partialFingerprints"] = {{"weirProperty/v1", fingerprint(rule.id + "\n" + r.method + "\n" + r.property)}};
    if (r.counterexample && !r.counterexample->steps.empty()) out["codeFlows"] = codeFlow(r);
    const auto& replay = r.counterexample ? r.counterexample->replay : std::optional<Replay>();
    if (replay) out["properties"] = {{"confirmed", replay->confirmed}};
    if (r.suggestion_place.line > 0) out["fixes"] = Json::array({fix(r)});
    return out;
  }

  std::filesystem::path base_;
  Json rules_ = Json::array();
};

}  // namespace

std::string toSarif(const RunResult& run, const std::string& base) {
  SarifWriter writer(base);
  const Json document = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                         {"version", "2.1.0"},
                         {"runs", Json::array({writer.run(run)})}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir::report
