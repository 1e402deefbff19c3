// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the server shows: diagnostics, completion, lenses, hovers and fixes.
#include <algorithm>

#include "ir/program/builtin_properties.h"
#include "tools/lsp/json_access.h"
#include "tools/lsp/server.h"

namespace weir::lsp {
namespace {

/// The last part of "net::List::push".
std::string unqualified(const std::string& name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

bool isNamed(const std::string& full, const std::string& name) {
  return full == name || full.ends_with("::" + name) || unqualified(full) == name;
}

}  // namespace

/// The place that an alert is shown at, as report::alertPlace has it: the fault, else the method, else the property.
static Json placeOf(const Json& result) {
  const Json& steps = listIn(objectIn(result, "counterexample"), "steps");
  if (!steps.empty() && nameIn(steps.back(), "kind") == "fault" && numberIn(steps.back(), "line") > 0)
    return {{"file", nameIn(steps.back(), "file")},
            {"line", numberIn(steps.back(), "line")},
            {"column", numberIn(steps.back(), "column")}};
  const Json& method = objectIn(result, "method_location");
  return numberIn(method, "line") > 0 ? method : objectIn(result, "location");
}

Json Server::alert(const Json& result) const {
  const std::string verdict = nameIn(result, "verdict");
  const Json place = placeOf(result);
  const std::string text = textOf(wholePath(nameIn(place, "file")));
  const std::string name = nameIn(result, "method") + "." + nameIn(result, "property");
  std::string message = name + " is " + verdict;
  if (const std::string reason = nameIn(result, "reason"); !reason.empty()) message += ": " + reason;
  Json made = {{"range", range(text, numberIn(place, "line"), numberIn(place, "column"))},
               {"severity", verdict == "violated"  ? 1
                            : verdict == "vacuous" ? 2
                                                   : 3},
               {"source", "weir"},
               {"code", nameIn(result, "property")},
               {"message", message}};
  Json related = Json::array();
  constexpr std::size_t kMost = 60;
  for (const Json& step : listIn(objectIn(result, "counterexample"), "steps")) {
    if (related.size() == kMost || numberIn(step, "line") <= 0) continue;
    const std::string file = wholePath(nameIn(step, "file"));
    std::string says = nameIn(step, "text");
    for (const Json& change : listIn(step, "changes")) {
      if (!change.contains("to")) continue;
      const Json& to = change.at("to");
      says += "  // " + nameIn(change, "target") + " = " + (to.is_string() ? to.get<std::string>() : to.dump());
    }
    if (const std::string note = nameIn(step, "note"); !note.empty()) says += "  // " + note;
    related.push_back(
        {{"location",
          {{"uri", uriOf(file)}, {"range", range(textOf(file), numberIn(step, "line"), numberIn(step, "column"))}}},
         {"message", says}});
  }
  if (!related.empty()) made["relatedInformation"] = std::move(related);
  return made;
}

void Server::addMistakes(const Document& document, const Json& diagnostics,
                         std::map<std::string, Json>& by_file) const {
  for (const Json& each : diagnostics) {
    const std::string file = wholePath(nameIn(each, "file"));
    const std::string text = textOf(file);
    const int line = std::max(1, numberIn(each, "line"));
    const int end = numberIn(each, "end_line");
    Json made = {{"range", range(text, line, numberIn(each, "column"), end, numberIn(each, "end_column"))},
                 {"severity", numberIn(each, "severity")},
                 {"source", "weir"},
                 {"message", nameIn(each, "message")}};
    Json& of_file = by_file.try_emplace(file.starts_with("/") ? file : document.file, Json::array()).first->second;
    if (std::find(of_file.begin(), of_file.end(), made) == of_file.end()) of_file.push_back(std::move(made));
  }
}

/// Of the unknown properties of a method that have one reason the first.
void Server::addAlerts(const Document& document, std::map<std::string, Json>& by_file) const {
  std::set<std::string> told;
  for (const Json& result : document.results) {
    const std::string verdict = nameIn(result, "verdict");
    if (verdict == "holds" || verdict == "proved") continue;
    if (verdict == "unknown" && !told.insert(nameIn(result, "method") + "\n" + nameIn(result, "reason")).second)
      continue;
    const std::string file = wholePath(nameIn(placeOf(result), "file"));
    by_file.try_emplace(file, Json::array()).first->second.push_back(alert(result));
  }
}

void Server::publish() {
  std::map<std::string, Json> by_file;
  for (const auto& [uri, document] : documents_) {
    by_file.try_emplace(document.file, Json::array());
    // While something is written, the text alone says what is wrong with it; the source's own say follows.
    const Json& of_text = listIn(document.glance, "diagnostics");
    const bool is_read = !document.is_stale && of_text.empty();
    addMistakes(document, is_read ? listIn(document.analysis, "diagnostics") : of_text, by_file);
    addAlerts(document, by_file);
  }
  for (const std::string& file : published_)
    if (!by_file.contains(file))
      channel_.notify("textDocument/publishDiagnostics", {{"uri", uriOf(file)}, {"diagnostics", Json::array()}});
  published_.clear();
  for (const auto& [file, diagnostics] : by_file) {
    std::string uri = uriOf(file);
    for (const auto& [open, document] : documents_)
      if (document.file == file) uri = open;
    channel_.notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", diagnostics}});
    published_.insert(file);
  }
}

/// "3 hold, 1 is violated"
std::string Server::verdictsOf(const std::string& method) const {
  std::map<std::string, int> counts;
  for (const auto& [uri, document] : documents_)
    for (const Json& result : document.results)
      if (isNamed(nameIn(result, "method"), method)) ++counts[nameIn(result, "verdict")];
  std::string text;
  for (const char* verdict : {"violated", "unknown", "vacuous", "holds", "proved"})
    if (const auto found = counts.find(verdict); found != counts.end())
      text += (text.empty() ? "" : ", ") + std::to_string(found->second) + " " + verdict;
  return text;
}

Json Server::lens(const std::string& uri, const std::string& method, int line, const std::string& text) const {
  const std::string verdicts = verdictsOf(method);
  return {{"range", range(text, line, 1)},
          {"command",
           {{"title", verdicts.empty() ? "check" : verdicts + " (check again)"},
            {"command", "weir.check"},
            {"arguments", {uri, method}}}}};
}

Json Server::lenses(const Json& parameters) const {
  Json all = Json::array();
  const Document* document = find(uriIn(parameters));
  if (document == nullptr) return all;
  for (const Json& method : listIn(document->is_specification ? document->glance : document->analysis, "methods")) {
    if (!document->is_specification && wholePath(nameIn(method, "file")) != document->file) continue;
    all.push_back(lens(document->uri, nameIn(method, "name"), numberIn(method, "line"), document->text));
  }
  return all;
}

Json Server::completion(const Json& parameters) const {
  static const std::vector<std::string> kWords = {
      "source",   "use",     "method",   "trusted", "model",  "invariant", "pred",    "fun",  "check",
      "requires", "ensures", "modifies", "throws",  "checks", "all",       "some",    "no",   "one",
      "lone",     "let",     "in",       "and",     "or",     "not",       "implies", "iff",  "else",
      "if",       "then",    "return",   "this",    "null",   "fresh",     "true",    "false"};
  Json items = Json::array();
  std::set<std::string> seen;
  const auto add = [&](const std::string& label, int kind, const std::string& detail = "") {
    if (label.empty() || !seen.insert(label).second) return;
    Json item = {{"label", label}, {"kind", kind}};
    if (!detail.empty()) item["detail"] = detail;
    items.push_back(std::move(item));
  };
  constexpr int kMethod = 2, kField = 5, kClass = 7, kProperty = 10, kKeyword = 14;
  const Document* document = find(uriIn(parameters));
  if (document == nullptr) return items;
  const std::string start = before(document->text, parameters.at("position"));
  // In a source only its properties are ours.
  if (!document->is_specification && start.find("//@") == std::string::npos) return items;
  const std::string word = start.substr(start.find_last_of(" \t\n.(,|&+-[{*^~#") + 1);
  const std::size_t before_word = start.size() - word.size();
  const bool behind_dot = before_word > 0 && start[before_word - 1] == '.';
  const auto has = [&](const char* clause) { return start.find(clause) != std::string::npos; };
  if (has("checks "))
    for (const std::string& name : program::checkNames()) add(name, kProperty);
  for (const auto& [name, fields] : objectIn(document->analysis, "classes").items()) {
    for (const Json& field : fields) add(nameIn(field, "name"), kField, name + ": " + nameIn(field, "type"));
    if (!behind_dot) add(name, kClass);
  }
  if (behind_dot || has("checks ")) return items;
  if (has("method ") || has("check "))
    for (const Json& method : listIn(document->analysis, "methods"))
      add(nameIn(method, "name"), kMethod, nameIn(method, "signature"));
  for (const std::string& keyword : kWords) add(keyword, kKeyword);
  return items;
}

void Server::hover(const Json& id, const Json& parameters) {
  const Document* document = find(uriIn(parameters));
  if (document == nullptr) return channel_.answer(id, nullptr);
  const std::string word = wordAt(document->text, parameters.at("position"));
  std::string method;
  for (const Json& each : listIn(document->analysis, "methods"))
    if (!word.empty() && isNamed(nameIn(each, "name"), word)) method = nameIn(each, "name");
  if (method.empty()) return channel_.answer(id, nullptr);
  const std::string verdicts = verdictsOf(method);
  const Subject subject = subjectOf(*document);
  jobs_.start(
      "hover " + id.dump(), [subject, method] { return summarise(subject, method); },
      [this, id, method, verdicts](const Json& answer) {
        const std::string summary = answer.is_object() ? nameIn(answer, "summary") : "";
        std::string text = "**" + method + "**" + (verdicts.empty() ? "" : ": " + verdicts);
        if (!summary.empty()) text += "\n\nfound from its code:\n```weir\n" + summary + "```";
        channel_.answer(id, {{"contents", {{"kind", "markdown"}, {"value", text}}}});
      });
}

/// The precondition that a violated property lacks is inserted where it belongs.
Json Server::fixes(const Json& parameters) const {
  Json all = Json::array();
  const Document* document = find(uriIn(parameters));
  if (document == nullptr) return all;
  const int from = numberIn(objectIn(objectIn(parameters, "range"), "start"), "line");
  const int to = numberIn(objectIn(objectIn(parameters, "range"), "end"), "line");
  for (const auto& [uri, each] : documents_)
    for (const Json& result : each.results) {
      const std::string suggestion = nameIn(result, "suggestion");
      const Json& place = objectIn(result, "suggestion_place");
      const Json shown = placeOf(result);
      const int line = numberIn(shown, "line") - 1;
      if (suggestion.empty() || numberIn(place, "line") <= 0 || wholePath(nameIn(shown, "file")) != document->file ||
          line < from || line > to)
        continue;
      const std::string file = wholePath(nameIn(place, "file"));
      const int column = numberIn(place, "column");
      const bool is_specification = file.ends_with(".weir");
      const std::string indent(static_cast<std::size_t>(std::max(1, column) - 1), ' ');
      const std::string text =
          is_specification ? "\n  requires " + suggestion : "//@ requires " + suggestion + "\n" + indent;
      const Json at = position(textOf(file), numberIn(place, "line"), column);
      const Json edit = {{"range", {{"start", at}, {"end", at}}}, {"newText", text}};
      all.push_back({{"title", "require " + suggestion},
                     {"kind", "quickfix"},
                     {"edit", {{"changes", {{uriOf(file), Json::array({edit})}}}}}});
    }
  return all;
}

}  // namespace weir::lsp
