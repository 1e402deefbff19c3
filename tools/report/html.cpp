// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/html.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/invariant.h"
#include "tools/report/embedded.h"
#include "tools/report/heap_layout.h"
#include "tools/report/json.h"
#include "tools/report/junit.h"
#include "tools/report/presented.h"
#include "tools/report/states.h"
#include "tools/report/text.h"

namespace weir::report {
namespace {

using Json = nlohmann::ordered_json;
using namespace weir::results;

/// A value for the page: its text, what it points to, whether it is the end of a list.
Json pageValue(const Value& value) {
  Json out = {{"text", shownValue(value)}};
  if (value.kind == Value::Kind::Object || value.kind == Value::Kind::Slot) out["to"] = value.text;
  if (value.kind == Value::Kind::Null) out["null"] = true;
  return out;
}

Json pageLayout(const HeapLayout& layout) {
  Json boxes = Json::array(), edges = Json::array();
  for (const HeapBox& b : layout.boxes) {
    Json rows = Json::array();
    for (const BoxRow& r : b.rows)
      rows.push_back({{"key", r.key}, {"label", r.label}, {"indent", r.indent}, {"part", r.is_part}});
    boxes.push_back({{"id", b.id},
                     {"class", b.class_name},
                     {"x", b.x},
                     {"y", b.y},
                     {"width", b.width},
                     {"height", b.height},
                     {"rows", std::move(rows)}});
  }
  for (const HeapEdge& e : layout.edges) edges.push_back({{"from", e.from}, {"to", e.to}, {"path", e.path}});
  return {{"width", layout.width},      {"height", layout.height},      {"problem", layout.problem},
          {"tags_height", kTagsHeight}, {"title_height", kTitleHeight}, {"row_height", kRowHeight},
          {"boxes", std::move(boxes)},  {"edges", std::move(edges)}};
}

/// What a state shows that the one before it did not: {"Node0.next": value}, and "Node0": "live" or "freed".
Json pageDelta(const HeapState& state, const HeapState* before) {
  std::map<std::string, Value> old_values;
  std::map<std::string, bool> old_freed;
  for (const HeapObject& o : before ? before->objects : std::vector<HeapObject>()) {
    old_freed[o.id] = o.freed;
    for (auto& [name, value] : rowsOf(o)) old_values[o.id + "." + name] = value;
  }
  Json values = Json::object(), objects = Json::object();
  for (const HeapObject& o : state.objects) {
    const auto known = old_freed.find(o.id);
    if (known == old_freed.end() || known->second != o.freed) objects[o.id] = o.freed ? "freed" : "live";
    for (auto& [name, value] : rowsOf(o)) {
      const auto old = old_values.find(o.id + "." + name);
      if (old == old_values.end() || !(old->second == value)) values[o.id + "." + name] = pageValue(value);
    }
  }
  return {{"values", std::move(values)}, {"objects", std::move(objects)}};
}

Json pageVariables(const std::vector<NamedValue>& variables) {
  Json out = Json::array();
  for (const auto& [name, value] : variables) out.push_back({{"name", name}, {"value", pageValue(value)}});
  return out;
}

/// The states, and for each step the call it belongs to: a tree of calls, each with the step that made it.
void addExecution(const Counterexample& c, const std::vector<ExecutionState>& states, Json& out) {
  Json page_states = Json::array(), calls = Json::array(), step_calls = Json::array();
  for (size_t i = 0; i < states.size(); ++i) {
    Json state = pageDelta(states[i].heap, i > 0 ? &states[i - 1].heap : nullptr);
    state["roots"] = pageVariables(states[i].heap.roots);
    state["locals"] =
        pageVariables(states[i].frames.empty() ? std::vector<NamedValue>() : states[i].frames.back().locals);
    page_states.push_back(std::move(state));
    if (i == 0) continue;
    const Frame& frame = states[i].frames.back();
    step_calls.push_back(frame.id);
    if (frame.id < static_cast<int>(calls.size())) continue;
    int caller = -1, call_step = -1;
    if (states[i].frames.size() > 1) {
      caller = states[i].frames[states[i].frames.size() - 2].id;
      for (int s = static_cast<int>(i) - 2; s >= 0 && call_step < 0; --s) {
        if (step_calls[static_cast<size_t>(s)] == caller) call_step = s;
      }
    }
    calls.push_back(
        {{"function", frame.function}, {"file", c.steps[i - 1].file}, {"caller", caller}, {"step", call_step}});
  }
  out["states"] = std::move(page_states);
  out["calls"] = std::move(calls);
  out["step_calls"] = std::move(step_calls);
}

class Sources {
 public:
  /// The lines of each executed function. Where its extent is not known: the executed lines and three around them.
  Json functionsOf(const Counterexample& c) {
    Json functions = Json::array();
    std::vector<std::pair<std::string, std::string>> done;
    for (const Step& s : c.steps) {
      const auto key = std::pair(s.function, s.file);
      if (s.line <= 0 || std::find(done.begin(), done.end(), key) != done.end()) continue;
      done.push_back(key);
      int from = s.line - 3, to = s.line + 3;
      for (const Step& other : c.steps) {
        if (other.function != s.function || other.file != s.file) continue;
        from = std::min(from, other.line - 3);
        to = std::max(to, other.line + 3);
      }
      for (const FunctionExtent& f : c.functions) {
        if (f.name != s.function || f.file != s.file) continue;
        from = f.line;
        to = f.end_line;
      }
      const std::vector<std::string>& lines = linesOf(s.file);
      from = std::max(from, 1);
      to = std::min(to, static_cast<int>(lines.size()));
      Json text = Json::array();
      for (int i = from; i <= to; ++i) text.push_back(lines[static_cast<size_t>(i) - 1]);
      functions.push_back({{"name", s.function},
                           {"file", s.file},
                           {"shown", shownPath(s.file)},
                           {"line", from},
                           {"text", std::move(text)}});
    }
    return functions;
  }

 private:
  const std::vector<std::string>& linesOf(const std::string& file) {
    const auto [at, fresh] = files_.try_emplace(file);
    if (fresh) {
      std::ifstream in(file);
      for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        at->second.push_back(line);
      }
    }
    return at->second;
  }

  std::map<std::string, std::vector<std::string>> files_;
};

/// JSON that cannot end the script element it stands in, nor open a comment in it.
std::string scriptSafe(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

/// Replaces each {{name}} of the page once, without looking into what was put there.
std::string filled(std::string_view page, const std::map<std::string, std::string>& parts) {
  std::string out;
  while (true) {
    const size_t open = page.find("{{");
    if (open == std::string_view::npos) return out.append(page);
    const size_t close = page.find("}}", open);
    const auto part = parts.find(std::string(page.substr(open + 2, close - open - 2)));
    INVARIANT(close != std::string_view::npos && part != parts.end(), "the page should name only parts that exist");
    out.append(page.substr(0, open)).append(part->second);
    page.remove_prefix(close + 2);
  }
}

}  // namespace

std::string toHtml(const RunResult& raw) {
  RunResult run = raw;
  for (CheckResult& each : run.results)
    if (each.counterexample) each.counterexample = presentedForDrawing(*each.counterexample);
  Json data = toJsonValue(run);
  std::vector<std::vector<ExecutionState>> executions;
  for (const CheckResult& r : run.results) {
    if (r.counterexample) executions.push_back(statesOf(*r.counterexample));
  }
  const std::vector<HeapLayout> layouts = layOutHeaps(executions);
  Sources sources;
  size_t next = 0;
  for (size_t i = 0; i < run.results.size(); ++i) {
    Json& result = data["results"][i];
    result["time"] = shownTime(run.results[i].stats.time_ms);
    if (result.contains("location")) result["location"]["file"] = shownPath(run.results[i].location.file);
    if (!run.results[i].counterexample) continue;
    const Counterexample& c = *run.results[i].counterexample;
    Json& page = result["page"] = {{"layout", pageLayout(layouts[next])},
                                   {"functions", sources.functionsOf(c)},
                                   {"witness", pageVariables(c.witness)}};
    page["evaluations"] = Json::array();
    for (const Evaluation& e : c.evaluations)
      page["evaluations"].push_back({{"name", e.text}, {"value", pageValue(e.value)}});
    addExecution(c, executions[next], page);
    ++next;
  }
  std::ostringstream text;
  writeText(text, raw, {});
  return filled(embedded::pageHtml(), {{"title", escapeXml("weir: " + verdictCounts(run))},
                                       {"css", std::string(embedded::pageCss())},
                                       {"data", scriptSafe(data)},
                                       {"heap_js", std::string(embedded::heapJs())},
                                       {"page_js", std::string(embedded::pageJs())},
                                       {"text", escapeXml(text.str())}});
}

}  // namespace weir::report
