// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/audit/confirm_finding.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tools/check/check.h"

namespace weir::tools {
namespace {

namespace fs = std::filesystem;

/// Objects of each class, and rounds of loops: enough for a list that is not empty, of which the end is reached.
constexpr int kScope = 3;
constexpr double kSeconds = 30;
/// Where that many are too few: to run over the end of a table.
constexpr int kMoreRounds = 9;

/// A specification that is gone when it is out of scope.
class SpecFile {
 public:
  explicit SpecFile(const std::string& text) {
    std::string name = (fs::temp_directory_path() / "weir-audit-XXXXXX").string();
    const int descriptor = mkstemp(name.data());
    if (descriptor >= 0) close(descriptor);
    fs::remove(name);
    path_ = name + ".weir";
    std::ofstream(path_) << text;
  }
  ~SpecFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  SpecFile(const SpecFile&) = delete;
  SpecFile& operator=(const SpecFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string quoted(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += c;
  }
  return made + "\"";
}

bool isAt(const results::Step& step, const SourceRange& place) {
  return step.line == place.begin.line && fs::path(step.file).filename() == fs::path(place.file).filename();
}

/// Of an error in a callee the report is at the call: some step of the execution is.
bool failsAt(const results::Counterexample& execution, const audit::Report& report) {
  if (execution.steps.empty()) return false;
  const auto last = std::find_if(execution.steps.rbegin(), execution.steps.rend(),
                                 [](const results::Step& step) { return step.kind == results::Step::Kind::Fault; });
  const results::Step& fault = last != execution.steps.rend() ? *last : execution.steps.back();
  if (isAt(fault, report.place)) return true;
  return std::any_of(report.related.begin(), report.related.end(),
                     [&](const SourceRange& each) { return isAt(fault, each); });
}

/// Nothing where the question is not understood.
std::optional<results::CheckResult> answerTo(const CheckRequest& request, const std::string& property) {
  Diagnostics diagnostics;
  const CheckRun run = runCheck(request, diagnostics, {});
  if (diagnostics.hasErrors()) return std::nullopt;
  for (const results::CheckResult& each : run.result.results) {
    if (each.property == property) return each;
  }
  return std::nullopt;
}

bool isFine(const results::CheckResult& result) {
  return result.verdict == results::Verdict::Holds || result.verdict == results::Verdict::Proved ||
         result.verdict == results::Verdict::Vacuous;
}

Shown shownBy(const results::CheckResult& result, const audit::Report& report) {
  if (isFine(result)) {
    const auto limits = results::limitTexts();
    const bool is_cut = std::any_of(limits.begin(), limits.end(),
                                    [&](const results::LimitText& each) { return result.scope.isCut(each.limit); });
    return {is_cut ? Shown::Kind::Open : Shown::Kind::Refuted,
            "no input of scope " + std::to_string(kScope) + " shows it"};
  }
  if (result.verdict == results::Verdict::Unknown) return {Shown::Kind::Open, result.reason.text};
  if (!result.counterexample || !failsAt(*result.counterexample, report))
    return {Shown::Kind::Open, "another place fails first"};
  const auto& replay = result.counterexample->replay;
  if (!replay) return {Shown::Kind::Open, "it was not run"};
  if (!replay->confirmed) return {Shown::Kind::Open, replay->reason};
  return {Shown::Kind::Confirmed, "the compiled program does it"};
}

}  // namespace

Shown confirmFinding(const program::OtherSource& source, const std::vector<program::OtherSource>& others,
                     const audit::Report& report, bool is_c) {
  if (!report.error) return {Shown::Kind::Open, "nobody waits for the end of what does not end"};
  if (report.needs_failure)
    return {Shown::Kind::Open, "an allocation has to fail for it, and none does in an execution"};
  const std::string name = is_c ? report.procedure->name : report.procedure->signature;
  const SpecFile spec("source " + quoted(fs::absolute(source.file).string()) + "\nmethod " + name + " {\n" +
                      (report.condition == "true" ? "" : "  requires " + report.condition + "\n") + "  checks " +
                      program::spelling(*report.error) + "\n}\n");
  CheckRequest request;
  request.file = spec.path();
  request.flags = source.flags;
  request.others = others;
  request.scope = kScope;
  request.timeout_seconds = kSeconds;
  request.prove = CheckRequest::Prove::Off;
  const std::string property = program::spelling(*report.error);
  std::optional<results::CheckResult> result = answerTo(request, property);
  if (result && isFine(*result) && result->scope.isCut(results::Limit::Iterations)) {
    request.unroll = kMoreRounds;
    result = answerTo(request, property);
  }
  if (!result) return {Shown::Kind::Open, "its condition could not be asked about"};
  return shownBy(*result, report);
}

}  // namespace weir::tools
