// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/run/summary.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <ostream>

#include "tools/report/json.h"

namespace weir::run {
namespace {

using OrderedJson = nlohmann::ordered_json;

const char* word(const Compared& c) {
  if (c.now.skipped && c.change != Change::Gone) return "skipped";
  if (c.unconfirmed) return "unconfirmed";
  if (c.unexpected) return "unexpected";
  if (c.isBad() && c.change != Change::Gone && c.change != Change::Worse) return c.now.verdict.c_str();
  switch (c.change) {
    case Change::Worse: return "worse";
    case Change::Better: return "better";
    case Change::New: return c.previous.empty() && c.slower ? "slower" : "new";
    case Change::Gone: return "gone";
    case Change::Same: break;
  }
  return c.slower ? "slower" : "same";
}

std::string ratioText(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1fx", ratio);
  return text;
}

std::string explain(const Compared& c) {
  std::string text = c.previous.empty() || c.previous == c.now.verdict || c.change == Change::Gone
                         ? c.now.verdict
                         : c.previous + " -> " + c.now.verdict;
  if (c.unexpected) text += ", expected " + c.expected;
  if (c.isBad() && c.change != Change::Gone) text += ", and the suite expects nothing of it";
  if (c.unconfirmed) text += ", not confirmed by a replay";
  if (c.slower)
    text += ", " + ratioText(c.ratio()) + " (" + report::shownTime(c.previous_ms) + " -> " +
            report::shownTime(c.now.time_ms) + ")";
  if (!c.now.reason.empty() && c.now.verdict != "violated") text += " (" + c.now.reason + ")";
  return text;
}

bool isWorthALine(const Compared& c, bool has_baseline) {
  const std::string w = word(c);
  return w != "same" && (has_baseline || w != "new");
}

size_t count(const SummaryInput& input, const char* what) {
  return static_cast<size_t>(std::count_if(input.compared.begin(), input.compared.end(),
                                           [&](const Compared& c) { return std::string(word(c)) == what; }));
}

}  // namespace

results::RunResult asRunResult(const SummaryInput& input) {
  // `weir --version` says its name before the number.
  const std::string number = input.version.substr(input.version.rfind(' ') + 1);
  OrderedJson document = {{"weir", number}, {"schema", 1}, {"results", OrderedJson::array()}};
  for (const Compared& c : input.compared) {
    if (c.change == Change::Gone) continue;
    OrderedJson result = OrderedJson::parse(c.now.json);
    result["method"] = c.now.check + " " + c.now.method;
    document["results"].push_back(std::move(result));
  }
  std::string error;
  auto run = report::fromJson(document.dump(-1, ' ', false, OrderedJson::error_handler_t::replace), error);
  if (!run) throw std::runtime_error("a stored result cannot be read: " + error);
  return *run;
}

void writeSummary(std::ostream& out, const SummaryInput& input, const report::TextStyle& style, bool all) {
  const auto paint = [&](const char* code, const std::string& text) {
    return style.colour ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
  };
  size_t check_width = 0, name_width = 0;
  for (const Compared& c : input.compared) {
    if (!all && !isWorthALine(c, input.baseline != 0)) continue;
    check_width = std::max(check_width, c.now.check.size());
    name_width = std::max(name_width, c.now.name().size());
  }
  for (const Compared& c : input.compared) {
    if (!all && !isWorthALine(c, input.baseline != 0)) continue;
    const std::string w = word(c);
    const char* colour = c.isWorse() ? "1;31" : w == "better" ? "32" : w == "same" || w == "new" ? "2" : "33";
    out << paint(colour, w) << std::string(13 - w.size(), ' ') << c.now.check
        << std::string(check_width - c.now.check.size() + 2, ' ') << c.now.name()
        << std::string(name_width - c.now.name().size() + 2, ' ') << explain(c) << "\n";
  }
  size_t properties = 0, expected = 0, met = 0;
  for (const Compared& c : input.compared) {
    if (c.change == Change::Gone) continue;
    ++properties;
    if (c.expected.empty() || c.now.skipped) continue;
    ++expected;
    met += !c.unexpected && !c.unconfirmed;
  }
  out << properties << (properties == 1 ? " property: " : " properties: ") << report::verdictCounts(asRunResult(input))
      << "\n";
  if (expected > 0) out << met << " of " << expected << " as expected";
  if (expected > 0 && input.baseline != 0) out << "; ";
  if (input.baseline != 0) {
    out << "against run " << input.baseline << ":";
    std::string text;
    for (const char* what : {"worse", "better", "new", "gone", "slower"}) {
      if (const size_t n = count(input, what)) text += (text.empty() ? " " : ", ") + std::to_string(n) + " " + what;
    }
    out << (text.empty() ? " no change" : text);
  }
  if (expected > 0 || input.baseline != 0) out << "\n";
  if (const size_t n = count(input, "skipped")) out << n << " skipped\n";
  out << "run " << input.run << " took " << report::shownTime(input.wall_ms);
  if (input.reused > 0) out << "; " << input.reused << " results are from earlier runs";
  out << "\n";
}

std::string summaryJson(const SummaryInput& input) {
  OrderedJson results = OrderedJson::array();
  for (const Compared& c : input.compared) {
    OrderedJson r = {{"check", c.now.check},
                     {"method", c.now.method},
                     {"property", c.now.property},
                     {"verdict", c.change == Change::Gone ? OrderedJson() : OrderedJson(c.now.verdict)}};
    if (!c.now.reason.empty()) r["reason"] = c.now.reason;
    if (!c.expected.empty()) r["expected"] = c.expected;
    if (!c.previous.empty()) {
      r["previous"] = c.previous;
      r["previous_ms"] = c.previous_ms;
    }
    r["time_ms"] = c.now.time_ms;
    r["change"] = word(c);
    r["worse"] = c.isWorse();
    if (c.now.reused) r["reused"] = true;
    results.push_back(std::move(r));
  }
  const OrderedJson document = {{"weir", input.version},
                                {"schema", 1},
                                {"suite", input.suite},
                                {"run", input.run},
                                {"baseline", input.baseline ? OrderedJson(input.baseline) : OrderedJson()},
                                {"results", results}};
  return document.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

int exitStatus(const SummaryInput& input, double max_slowdown) {
  bool is_open = false;
  for (const Compared& c : input.compared) {
    if (c.change == Change::Gone) continue;
    if (c.isWorse() || (max_slowdown > 0 && c.slower && c.ratio() > max_slowdown)) return 1;
    is_open = is_open || c.now.skipped || c.isBad();
  }
  return is_open ? 3 : 0;
}

}  // namespace weir::run
