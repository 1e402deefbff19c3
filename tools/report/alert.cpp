// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/alert.h"

#include <algorithm>

#include "tools/report/json.h"
#include "tools/report/text.h"

namespace weir::report {

using namespace weir::results;

std::vector<const CheckResult*> alertsOf(const RunResult& run) {
  std::vector<const CheckResult*> alerts;
  for (const CheckResult& r : run.results) {
    if (r.verdict == Verdict::Holds || r.verdict == Verdict::Proved) continue;
    const bool is_told =
        r.verdict == Verdict::Unknown && std::ranges::any_of(alerts, [&](const CheckResult* told) {
          return told->verdict == Verdict::Unknown && told->method == r.method && told->reason.text == r.reason.text;
        });
    if (!is_told) alerts.push_back(&r);
  }
  return alerts;
}

Location alertPlace(const CheckResult& r) {
  if (r.counterexample && !r.counterexample->steps.empty()) {
    const Step& last = r.counterexample->steps.back();
    if (last.kind == Step::Kind::Fault && last.line > 0) return {last.file, last.line, last.column};
  }
  return r.method_location.line > 0 ? r.method_location : r.location;
}

std::string alertMessage(const CheckResult& r) {
  const std::string name = r.method + ": " + r.property + " ";
  if (!r.counterexample) return name + "is " + toString(r.verdict) + ": " + r.reason.text + ".";
  std::string text = name + "is violated";
  if (!r.reason.empty()) text += ": " + r.reason.text;
  text += ".";
  if (r.kind != "check") text += " False: " + r.counterexample->violated;
  std::string witness;
  for (const auto& [variable, value] : r.counterexample->witness)
    witness += (witness.empty() ? " (" : ", ") + variable + " = " + shownValue(value);
  if (!witness.empty()) text += witness + ")";
  return text + (r.suggestion.empty() ? "" : " It holds if " + r.suggestion + ".");
}

namespace {

/// GitHub ends a message at a line break, and a property also at a comma or a colon.
std::string escaped(const std::string& text, bool is_property) {
  std::string out;
  for (const char c : text) {
    if (c == '%')
      out += "%25";
    else if (c == '\r')
      out += "%0D";
    else if (c == '\n')
      out += "%0A";
    else if (is_property && c == ':')
      out += "%3A";
    else if (is_property && c == ',')
      out += "%2C";
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string toGithub(const RunResult& run) {
  std::string out;
  for (const CheckResult* r : alertsOf(run)) {
    const Location at = alertPlace(*r);
    out += r->verdict == Verdict::Violated ? "::error " : "::warning ";
    if (at.line > 0) {
      out += "file=" + escaped(shownPath(at.file), true) + ",line=" + std::to_string(at.line) + ",";
      if (at.column > 0) out += "col=" + std::to_string(at.column) + ",";
    }
    out += "title=" + escaped("weir: " + nameOf(*r), true) + "::" + escaped(alertMessage(*r), false) + "\n";
  }
  return out;
}

}  // namespace weir::report
