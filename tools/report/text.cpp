// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <ostream>

#include "tools/report/json.h"
#include "tools/report/presented.h"
#include "tools/report/states.h"

namespace weir::report {
namespace {

using namespace weir::results;

const char* colourOf(Verdict v) {
  switch (v) {
    case Verdict::Holds:
    case Verdict::Proved: return "32";
    case Verdict::Violated: return "1;31";
    case Verdict::Vacuous:
    case Verdict::Unknown: break;
  }
  return "33";
}

const HeapObject* find(const HeapState& state, const std::string& id) {
  for (const HeapObject& o : state.objects) {
    if (o.id == id) return &o;
  }
  return nullptr;
}

constexpr size_t kLongLabel = 40;

class Writer {
 public:
  Writer(std::ostream& out, const TextStyle& style) : out_(out), style_(style) {}

  std::string paint(const char* code, const std::string& text) const {
    return style_.colour ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
  }

  void heading(const std::string& text) { out_ << "\n  " << paint("1", text) << "\n"; }

  /// Items after a label, wrapped; continuation lines stand under the first item, or under the label where that is
  /// long. `marked` items are coloured.
  void wrapped(const std::string& label, size_t label_width, const std::vector<std::pair<std::string, bool>>& items) {
    const bool own_line = label.size() > label_width;
    const size_t indent = own_line ? 8 : label_width > 0 ? 4 + label_width + 2 : 4;
    if (own_line) {
      out_ << "    " << label << "\n" << std::string(indent - 2, ' ');
    } else {
      out_ << std::string(indent - label_width - 2, ' ') << label << std::string(label_width - label.size(), ' ');
    }
    size_t column = indent - 2;
    for (const auto& [text, marked] : items) {
      if (column + 2 + text.size() > static_cast<size_t>(style_.width) && column > indent) {
        out_ << "\n" << std::string(indent - 2, ' ');
        column = indent - 2;
      }
      out_ << "  " << (marked ? paint("1;33", text) : text);
      column += 2 + text.size();
    }
    out_ << "\n";
  }

  void heap(const HeapState& state, const HeapState* before) {
    size_t label_width = 0;
    for (const HeapObject& o : state.objects)
      if (label(o).size() <= kLongLabel) label_width = std::max(label_width, label(o).size());
    std::vector<std::pair<std::string, bool>> items;
    for (const auto& root : state.roots) items.push_back(item(root, before ? &before->roots : nullptr));
    if (!items.empty()) wrapped("", 0, items);
    for (const HeapObject& o : state.objects) {
      const HeapObject* old = before ? find(*before, o.id) : nullptr;
      items.clear();
      const bool fresh = before && !old;
      if (fresh) items.emplace_back("(new)", true);
      if (o.freed) items.emplace_back("(freed)", before && (!old || !old->freed));
      for (const auto& field : o.fields) {
        if (o.freed) break;
        if (isOwnPart(o, field)) continue;
        items.push_back(fresh ? std::make_pair(item(field, nullptr).first, true)
                              : item(field, old ? &old->fields : nullptr));
      }
      const bool is_part = !o.owner.empty();
      if (!items.empty() || !is_part) wrapped(label(o), label_width, items);
    }
  }

  void steps(const std::vector<Step>& steps) {
    size_t line_width = 1;
    size_t text_width = 0;
    for (const Step& s : steps) {
      line_width = std::max(line_width, std::to_string(s.line).size());
      text_width = std::max(text_width, 2 * depth(s) + s.text.size());
    }
    text_width = std::min<size_t>(text_width, 64);
    std::string file;
    for (const Step& s : steps) {
      if (shownPath(s.file) != file) out_ << "    " << paint("2", shownPath(s.file)) << "\n";
      file = shownPath(s.file);
      step(s, line_width, text_width);
    }
  }

 private:
  static size_t depth(const Step& s) { return static_cast<size_t>(std::max(0, s.depth)); }
  /// A member that is an object: its name says so, and that it is there is no news.
  static bool isOwnPart(const HeapObject& o, const NamedValue& field) {
    return shownValue(field.second) == o.id + "." + field.first;
  }
  static std::string label(const HeapObject& o) { return o.id + ": " + o.class_name; }

  static std::pair<std::string, bool> item(const NamedValue& v, const std::vector<NamedValue>* before) {
    std::string text = v.first + " = " + shownValue(v.second);
    if (!before) return {text, false};
    for (const auto& [name, old] : *before) {
      if (name == v.first)
        return old == v.second ? std::pair(text, false) : std::pair(text + " (was " + shownValue(old) + ")", true);
    }
    return {text, true};
  }

  void step(const Step& s, size_t line_width, size_t text_width) {
    const std::string number = s.line > 0 ? std::to_string(s.line) : "-";
    std::string bars;
    for (size_t d = 0; d < depth(s); ++d) bars += "| ";
    out_ << "    " << std::string(line_width - number.size(), ' ') << paint("2", number) << "  " << paint("2", bars)
         << (s.kind == Step::Kind::Fault ? paint("1;31", s.text) : s.text);
    std::string effect = effects(s);
    if (!effect.empty()) {
      const size_t used = bars.size() + s.text.size();
      out_ << std::string(used < text_width ? text_width - used : 0, ' ') << "  " << effect;
    }
    out_ << "\n";
  }

  std::string effects(const Step& s) const {
    std::string text;
    for (const Change& c : s.changes) {
      text += text.empty() ? "" : ", ";
      if (c.kind == Change::Kind::Allocate) {
        text += "new " + c.object;
      } else if (c.kind == Change::Kind::Free) {
        text += c.object + " is freed";
      } else {
        text += c.target() + " = " + (c.to ? shownValue(*c.to) : "?");
      }
    }
    if (!text.empty()) text = paint("36", text);
    if (s.outcome) text += (text.empty() ? "" : ", ") + paint("2", *s.outcome ? "is true" : "is false");
    if (!s.note.empty()) text += (text.empty() ? "" : ", ") + paint("1;31", s.note);
    return text;
  }

  std::ostream& out_;
  TextStyle style_;
};

std::string placeOf(const Location& at) {
  return at.line > 0 ? shownPath(at.file) + ":" + std::to_string(at.line) : "";
}

/// The limits of the scope that some execution does not keep. That a heap may have more objects at entry goes without
/// saying.
std::string whatIsCut(const Scope& scope) {
  std::vector<std::string> sure, perhaps;
  for (const LimitText& text : limitTexts()) {
    if (!scope.isCut(text.limit)) continue;
    int most = text.limit == Limit::Iterations ? scope.unroll : 0;
    for (const auto& [name, number] : scope.most(text.limit)) most = std::max(most, number);
    (scope.cut(text.limit) == Cut::Yes ? sure : perhaps).push_back(std::to_string(most) + " " + text.name);
  }
  const auto sentence = [](const std::string& start, const std::vector<std::string>& limits) {
    std::string text;
    for (std::size_t i = 0; i < limits.size(); ++i)
      text += (i == 0 ? start : i + 1 == limits.size() ? " or " : ", ") + limits[i];
    return text;
  };
  const std::string known = sentence("some executions need more than ", sure);
  const std::string open = sentence("some executions may need more than ", perhaps);
  return known + (known.empty() || open.empty() ? "" : "; ") + open;
}

/// "; assuming that log_info has no effect, die does not return"
std::string whatIsAssumed(const CheckResult& r) {
  std::string text;
  for (const std::string& assumption : r.assumed) text += (text.empty() ? "assuming that " : ", ") + assumption;
  return text;
}

/// Why, and how far the verdict can be trusted.
std::string reasonAndLimits(const CheckResult& r) {
  if (r.verdict == Verdict::Violated) {
    const auto& replay = r.counterexample ? r.counterexample->replay : std::optional<Replay>();
    if (!replay) return "not replayed";
    if (!replay->confirmed) return "not replayed: " + replay->reason;
    return "confirmed by replay" + (replay->reason.empty() ? "" : ", " + replay->reason);
  }
  std::string text = r.never_returns ? "no execution returns" : r.reason.text;
  if (r.verdict != Verdict::Holds && r.verdict != Verdict::Vacuous) return text;
  const std::string cut = whatIsCut(r.scope);
  return text + (text.empty() || cut.empty() ? "" : "; ") + cut;
}

/// What stands after the time.
std::string remark(const CheckResult& r) {
  const std::string text = reasonAndLimits(r);
  const std::string assumed = whatIsAssumed(r);
  std::string all = text + (text.empty() || assumed.empty() ? "" : "; ") + assumed;
  if (r.proof && !r.proof->recheck.empty()) all += (all.empty() ? "" : "; ") + r.proof->recheck;
  return all;
}

}  // namespace

std::string nameOf(const CheckResult& r) { return r.property.empty() ? r.method : r.method + "." + r.property; }

std::string shownTime(double ms) {
  const auto tenths = static_cast<long>(std::lround(ms / 100));
  if (ms < 999.5) return std::to_string(std::lround(ms)) + " ms";
  if (tenths < 600) return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
  const long seconds = std::lround(ms / 1000);
  return std::to_string(seconds / 60) + " min" + (seconds % 60 ? " " + std::to_string(seconds % 60) + " s" : "");
}

std::string shownPath(const std::string& path) {
  std::error_code code;
  const auto here = std::filesystem::current_path(code);
  // An #include leads up and down again: one file, one name.
  if (code || !path.starts_with("/")) return std::filesystem::path(path).lexically_normal().string();
  const std::string relative = std::filesystem::path(path).lexically_relative(here).string();
  return relative.empty() || relative.starts_with("..") ? path : relative;
}

TextStyle styleFor(int fd) {
  TextStyle style;
  if (!isatty(fd)) return style;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  style.colour = !(no_colour && *no_colour) && !(term && std::string(term) == "dumb");
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) style.width = size.ws_col;
  return style;
}

void writeLine(std::ostream& out, const CheckResult& r, const TextStyle& style, size_t name_width) {
  writeLineOf(out, r, style, name_width, "");
}

void writeLineOf(std::ostream& out, const CheckResult& r, const TextStyle& style, size_t name_width,
                 const std::string& of) {
  const Writer w(out, style);
  const std::string verdict = toString(r.verdict);
  const std::string name = nameOf(r);
  const std::string time = shownTime(r.stats.time_ms);
  out << w.paint(colourOf(r.verdict), verdict) << std::string(10 - verdict.size(), ' ') << name
      << std::string(name_width > name.size() ? name_width - name.size() : 0, ' ') << "  "
      << std::string(time.size() < 8 ? 8 - time.size() : 0, ' ') << time;
  const std::string note = remark(r);
  if (!of.empty()) out << "  " << of << (note.empty() ? "" : ":");
  if (!note.empty()) out << (of.empty() ? "  " : " ") << w.paint("2", note);
  out << "\n";
}

void writeProof(std::ostream& out, const CheckResult& r, const TextStyle& style) {
  const Writer w(out, style);
  if (!r.no_proof.empty()) out << "          " << w.paint("2", "no proof: " + r.no_proof) << "\n";
  if (!r.proof) return;
  std::string place;
  for (const Proof::Invariant& invariant : r.proof->invariants) {
    const std::string where =
        r.proof->method == "conditions of the inputs" ? "it never fails where" : "at the loop of " + invariant.place;
    if (invariant.place != place) out << "          " << w.paint("2", where) << "\n";
    place = invariant.place;
    out << "            " << invariant.formula << "\n";
  }
}

void writeViolation(std::ostream& out, const CheckResult& r, const TextStyle& style) {
  Writer w(out, style);
  const Counterexample c = presented(*r.counterexample);
  const std::string place = placeOf(r.location);
  out << "\n"
      << w.paint("1;31", "violated") << "  " << w.paint("1", nameOf(r))
      << (place.empty() ? "" : "  " + w.paint("2", place)) << "\n";
  out << "  " << (r.reason.empty() ? "this execution breaks the property" : r.reason.text) << "\n";

  w.heading("heap before");
  w.heap(c.pre, nullptr);
  w.heading("execution");
  w.steps(c.steps);
  w.heading("heap after");
  w.heap(c.post, &c.pre);

  w.heading("what is false");
  if (!r.text.empty() && r.text != c.violated) w.wrapped("property", 8, {{r.text, false}});
  w.wrapped("false", 8, {{w.paint("1;31", c.violated), false}});
  std::vector<std::pair<std::string, bool>> items;
  for (const auto& [name, value] : c.witness) items.emplace_back(name + " = " + shownValue(value), false);
  if (!items.empty()) w.wrapped("for", 8, items);
  const char* label = "where";
  for (const Evaluation& e : c.evaluations) {
    w.wrapped(label, 8, {{e.text + " = " + shownValue(e.value), false}});
    label = "";
  }
  if (!c.replay) return;
  w.heading("replay");
  out << "    " << (c.replay->confirmed ? "the compiled program does the same" : "not confirmed")
      << (c.replay->reason.empty() ? "" : (c.replay->confirmed ? ", " : ": ") + c.replay->reason) << "\n";
}

void writeLines(std::ostream& out, const CheckResult& r, const TextStyle& style, size_t name_width) {
  writeLine(out, r, style, name_width);
  if (!r.suggestion.empty()) out << "          holds if " << r.suggestion << "\n";
  if (style.explains_proofs) writeProof(out, r, style);
}

std::string verdictCounts(const RunResult& run) {
  const auto count = [&](Verdict v) {
    return std::count_if(run.results.begin(), run.results.end(), [&](const CheckResult& r) { return r.verdict == v; });
  };
  std::string text;
  const auto add = [&](long n, const char* one, const char* many) {
    if (n > 0) text += (text.empty() ? "" : ", ") + std::to_string(n) + " " + (n == 1 ? one : many);
  };
  add(count(Verdict::Proved), "is proved", "are proved");
  add(count(Verdict::Holds), "holds in scope", "hold in scope");
  add(count(Verdict::Violated), "is violated", "are violated");
  add(count(Verdict::Vacuous), "is vacuous", "are vacuous");
  add(count(Verdict::Unknown), "is unknown", "are unknown");
  return text.empty() ? "no properties" : text;
}

void writeText(std::ostream& out, const RunResult& run, const TextStyle& style) {
  size_t name_width = 0;
  for (const CheckResult& r : run.results) name_width = std::max(name_width, nameOf(r).size());
  for (const CheckResult& r : run.results) writeLines(out, r, style, name_width);
  writeViolations(out, run, style);
  out << "\n" << verdictCounts(run) << "\n";
}

void writeViolations(std::ostream& out, const RunResult& run, const TextStyle& style) {
  for (const CheckResult& r : run.results)
    if (r.counterexample) writeViolation(out, r, style);
}

}  // namespace weir::report
