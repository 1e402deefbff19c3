// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/overview.h"

#include <algorithm>
#include <ostream>

namespace weir::report {
namespace {

using namespace weir::results;

using Results = std::vector<CheckResult>;

/// What is looked at first: the one result that stands for all of a function's.
int rank(const CheckResult& r) {
  switch (r.verdict) {
    case Verdict::Violated: return 4;
    case Verdict::Unknown: return 3;
    case Verdict::Vacuous: return 2;
    case Verdict::Holds: return 1;
    case Verdict::Proved: break;
  }
  return 0;
}

const CheckResult& worstOf(const Results& results) {
  return *std::max_element(results.begin(), results.end(),
                           [](const CheckResult& a, const CheckResult& b) { return rank(a) < rank(b); });
}

/// "use-after-free, bounds": the properties with the verdict.
std::string propertiesWith(const Results& results, Verdict verdict) {
  std::string text;
  for (const CheckResult& r : results)
    if (r.verdict == verdict) text += (text.empty() ? "" : ", ") + r.property;
  return text;
}

std::vector<Results> byMethod(const RunResult& run) {
  std::vector<Results> methods;
  for (const CheckResult& r : run.results) {
    const auto same = std::find_if(methods.begin(), methods.end(),
                                   [&](const Results& each) { return each.front().method == r.method; });
    (same == methods.end() ? methods.emplace_back() : *same).push_back(r);
  }
  return methods;
}

std::string placeOf(const CheckResult& r) {
  return r.method_location.line > 0 ? shownPath(r.method_location.file) + ":" + std::to_string(r.method_location.line)
                                    : "";
}

struct Entry {
  std::string method;
  std::string text;
};

class Sections {
 public:
  Sections(std::ostream& out, const TextStyle& style) : out_(out), style_(style) {}

  void names(const char* colour, const std::string& title, const std::vector<std::string>& methods) {
    if (methods.empty()) return;
    heading(colour, title, methods.size());
    std::string line = "  ";
    for (std::size_t i = 0; i < methods.size(); ++i) {
      const std::string word = methods[i] + (i + 1 < methods.size() ? "," : "");
      if (line.size() > 2 && line.size() + 1 + word.size() > static_cast<std::size_t>(style_.width)) {
        out_ << line << "\n";
        line = "  ";
      }
      line += (line.size() > 2 ? " " : "") + word;
    }
    out_ << line << "\n";
  }

  void entries(const char* colour, const std::string& title, const std::vector<Entry>& all) {
    if (all.empty()) return;
    heading(colour, title, all.size());
    constexpr std::size_t kWidest = 32;
    std::size_t width = 0;
    for (const Entry& each : all)
      if (each.method.size() <= kWidest) width = std::max(width, each.method.size());
    for (const Entry& each : all)
      out_ << "  " << each.method << std::string(width > each.method.size() ? width - each.method.size() : 0, ' ')
           << "  " << each.text << "\n";
  }

 private:
  void heading(const char* colour, const std::string& title, std::size_t count) {
    const std::string text = title + " (" + std::to_string(count) + ")";
    out_ << (style_.colour ? std::string("\033[") + colour + "m" + text + "\033[0m" : text) << "\n";
  }

  std::ostream& out_;
  const TextStyle& style_;
};

/// Each reason once, with the properties it is the reason of where it is not that of all.
void addReasons(const Results& method, std::vector<Entry>& out) {
  std::vector<std::string> reasons;
  for (const CheckResult& r : method)
    if (r.verdict == Verdict::Unknown && std::find(reasons.begin(), reasons.end(), r.reason.text) == reasons.end())
      reasons.push_back(r.reason.text);
  for (const std::string& reason : reasons) {
    std::string of;
    std::size_t count = 0;
    for (const CheckResult& r : method) {
      if (r.verdict != Verdict::Unknown || r.reason.text != reason) continue;
      of += (count++ == 0 ? "" : ", ") + r.property;
    }
    out.push_back({method.front().method, (count < method.size() ? of + ": " : "") + reason});
  }
}

}  // namespace

void writeMethodLine(std::ostream& out, const std::vector<CheckResult>& of_method, const TextStyle& style,
                     size_t name_width) {
  if (of_method.empty()) return;
  CheckResult line = worstOf(of_method);
  line.stats.time_ms = 0;
  for (const CheckResult& r : of_method) line.stats.time_ms += r.stats.time_ms;
  const std::string of = propertiesWith(of_method, line.verdict);
  // A line of several properties: their names stand where that of one would.
  const bool is_safe = line.verdict == Verdict::Holds || line.verdict == Verdict::Proved;
  line.property.clear();
  writeLineOf(out, line, style, name_width, is_safe ? "" : of);
}

void writeOverview(std::ostream& out, const RunResult& run, const TextStyle& style) {
  std::vector<std::string> proved, safe;
  std::vector<Entry> conditions, wrong, unknown;
  for (const Results& method : byMethod(run)) {
    const CheckResult& worst = worstOf(method);
    if (worst.verdict == Verdict::Proved) proved.push_back(worst.method);
    if (worst.verdict == Verdict::Holds || worst.verdict == Verdict::Vacuous) safe.push_back(worst.method);
    addReasons(method, unknown);
    for (const CheckResult& r : method) {
      if (r.verdict != Verdict::Violated) continue;
      if (!r.suggestion.empty()) {
        conditions.push_back({r.method, "requires " + r.suggestion + "  (else " + r.property + ")"});
        continue;
      }
      const std::string place = placeOf(r);
      wrong.push_back({r.method, r.property + ": " + r.reason.text + (place.empty() ? "" : "  " + place)});
    }
  }
  Sections sections(out, style);
  out << "\n";
  sections.names("32", "safe, for every size", proved);
  sections.names("32", "safe within the scope", safe);
  sections.entries("33", "safe if the caller keeps this", conditions);
  sections.entries("1;31", "violated", wrong);
  sections.entries("33", "not understood", unknown);
}

}  // namespace weir::report
