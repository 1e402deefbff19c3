// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/audit/output.h"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>

namespace weir::tools {
namespace {

using Json = nlohmann::ordered_json;

struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

/// "a.c:12:5"
Place placeOf(const std::string& text) {
  Place made{text, 0, 0};
  const size_t column = text.rfind(':');
  const size_t line = column == std::string::npos ? column : text.rfind(':', column - 1);
  if (line == std::string::npos) return made;
  made.file = text.substr(0, line);
  made.line = std::atoi(text.c_str() + line + 1);
  made.column = std::atoi(text.c_str() + column + 1);
  return made;
}

std::string headline(const Finding& finding) {
  return finding.kind + (finding.error.empty() ? "" : " " + finding.error) + " in " + finding.function;
}

std::string beliefOf(const Finding& finding) {
  return std::to_string(finding.shown_by) + " functions check " + finding.belief + " for null";
}

std::string escaped(const std::string& text) {
  std::string made;
  for (const char c : text) {
    switch (c) {
      case '<': made += "&lt;"; break;
      case '>': made += "&gt;"; break;
      case '&': made += "&amp;"; break;
      case '"': made += "&quot;"; break;
      default: made += c;
    }
  }
  return made;
}

/// The line and two on either side.
std::string excerpt(const Place& place) {
  std::ifstream in(place.file);
  std::string line;
  std::string made;
  for (int number = 1; std::getline(in, line) && number <= place.line + 2; ++number) {
    if (number < place.line - 2) continue;
    const std::string text = std::to_string(number) + "  " + escaped(line) + "\n";
    made += number == place.line ? "<b>" + text + "</b>" : text;
  }
  return made;
}

Json locationOf(const std::string& text) {
  const Place place = placeOf(text);
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", place.file}}},
            {"region", {{"startLine", std::max(place.line, 1)}, {"startColumn", std::max(place.column, 1)}}}}}};
}

std::string keyOf(const Finding& finding) {
  return finding.kind + "\n" + finding.error + "\n" + finding.function + "\n" + finding.condition;
}

}  // namespace

void writeText(const AuditResult& result, std::ostream& out) {
  for (const Finding& each : result.findings) {
    out << each.place << ": " << headline(each) << "\n  " << each.explanation << "\n";
    if (each.shown_by > 1) out << "  " << beliefOf(each) << "\n";
    if (each.condition != "true") out << "  where " << each.condition << "\n";
    for (const std::string& place : each.related) out << "  see " << place << "\n";
    out << "  " << (each.confirmed ? "confirmed: " : "not confirmed: ") << each.confirmation << "\n\n";
  }
  for (const std::string& each : result.failures) out << "not audited: " << each << "\n";
  const auto confirmed =
      std::count_if(result.findings.begin(), result.findings.end(), [](const Finding& each) { return each.confirmed; });
  out << result.findings.size() << " reports, " << confirmed << " confirmed; " << result.sources << " sources, "
      << result.functions << " functions, " << result.understood << " of them understood in every detail\n";
  if (result.not_understood.empty()) return;
  out << "not understood, with the number of functions:\n";
  std::vector<std::pair<long, std::string>> constructs;
  for (const auto& [construct, count] : result.not_understood) constructs.emplace_back(-count, construct);
  std::sort(constructs.begin(), constructs.end());
  constexpr size_t kMost = 12;
  for (size_t i = 0; i < constructs.size() && i < kMost; ++i)
    out << "  " << -constructs[i].first << "  " << constructs[i].second << "\n";
  if (constructs.size() > kMost) out << "  and " << constructs.size() - kMost << " other constructs\n";
}

std::string auditJson(const AuditResult& result, const std::string& version) {
  Json whole{{"weir", version}, {"schema", 1}, {"reports", Json::array()}};
  for (const Finding& each : result.findings) {
    Json report{{"kind", each.kind},
                {"error", each.error},
                {"function", each.function},
                {"place", each.place},
                {"related", each.related},
                {"condition", each.condition},
                {"explanation", each.explanation},
                {"confirmed", each.confirmed},
                {"confirmation", each.confirmation}};
    if (each.shown_by > 0) {
      report["belief"] = each.belief;
      report["shown_by"] = each.shown_by;
    }
    whole["reports"].push_back(std::move(report));
  }
  whole["sources"] = result.sources;
  whole["functions"] = result.functions;
  whole["understood"] = result.understood;
  whole["not_understood"] = result.not_understood;
  whole["failures"] = result.failures;
  return whole.dump(2) + "\n";
}

std::string auditSarif(const AuditResult& result, const std::string& version) {
  Json results = Json::array();
  std::set<std::string> rules;
  for (const Finding& each : result.findings) {
    const std::string rule = each.error.empty() ? each.kind : each.kind + "/" + each.error;
    rules.insert(rule);
    Json related = Json::array();
    for (const std::string& place : each.related) related.push_back(locationOf(place));
    const std::string text =
        headline(each) + ": " + each.explanation + (each.condition == "true" ? "" : "; where " + each.condition);
    results.push_back({{"ruleId", rule},
                       {"level", each.confirmed ? "error" : "warning"},
                       {"message", {{"text", text}}},
                       {"locations", Json::array({locationOf(each.place)})},
                       {"relatedLocations", related}});
  }
  Json all_rules = Json::array();
  for (const std::string& each : rules) all_rules.push_back({{"id", each}});
  const Json driver{{"name", "weir"}, {"version", version}, {"rules", all_rules}};
  const Json whole{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", results}}})}};
  return whole.dump(2) + "\n";
}

std::string auditHtml(const AuditResult& result) {
  std::ostringstream out;
  out << "<!doctype html><meta charset=\"utf-8\"><title>weir audit</title><style>"
         "body{font-family:sans-serif;max-width:70em;margin:auto}pre{background:#f4f4f4;padding:.5em;overflow:auto}"
         ".places{display:flex;gap:1em;flex-wrap:wrap}.places>div{flex:1;min-width:20em}b{background:#fe9}</style>"
         "<h1>weir audit</h1><p>"
      << result.findings.size() << " reports; " << result.sources << " sources, " << result.functions
      << " functions</p>";
  for (const Finding& each : result.findings) {
    out << "<h2>" << escaped(headline(each)) << (each.confirmed ? " (confirmed)" : "") << "</h2><p>"
        << escaped(each.explanation) << "</p>";
    if (each.shown_by > 1) out << "<p>" << escaped(beliefOf(each)) << "</p>";
    if (each.condition != "true") out << "<p>where <code>" << escaped(each.condition) << "</code></p>";
    out << "<div class=\"places\">";
    std::vector<std::string> places{each.place};
    places.insert(places.end(), each.related.begin(), each.related.end());
    for (const std::string& place : places)
      out << "<div>" << escaped(place) << "<pre>" << excerpt(placeOf(place)) << "</pre></div>";
    out << "</div><p>" << escaped(each.confirmation) << "</p>";
  }
  for (const std::string& each : result.failures) out << "<p>not audited: " << escaped(each) << "</p>";
  return out.str();
}

bool removeKnown(AuditResult& result, const std::string& baseline_json) {
  const auto json = nlohmann::json::parse(baseline_json, nullptr, false);
  if (!json.is_object() || !json.contains("reports")) return false;
  std::set<std::string> known;
  for (const auto& each : json.at("reports")) {
    Finding finding;
    finding.kind = each.value("kind", "");
    finding.error = each.value("error", "");
    finding.function = each.value("function", "");
    finding.condition = each.value("condition", "");
    known.insert(keyOf(finding));
  }
  std::erase_if(result.findings, [&](const Finding& each) { return known.contains(keyOf(each)); });
  return true;
}

}  // namespace weir::tools
