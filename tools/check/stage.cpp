// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/stage.h"

#include <chrono>

#include "tools/report/text.h"

namespace weir::tools {

double steadyMilliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

std::string Stage::text() const {
  std::string text = what;
  if (round > 0) text += ", round " + std::to_string(round);
  if (refinements > 0) text += ", " + std::to_string(refinements) + (refinements == 1 ? " refinement" : " refinements");
  if (clauses > 0) text += ", " + std::to_string(clauses) + " clauses";
  return text;
}

void StageReporter::begin(const std::string& what) {
  stage_.what = what;
  stage_.since_ms = now_();
  tell_(stage_);
}

void StageReporter::encoding(bool calls_are_abstract) {
  begin(calls_are_abstract ? "encoding, calls abstract" : "encoding, calls inlined");
}

void StageReporter::solving(int round, int refinements, std::int64_t clauses) {
  stage_.round = round;
  stage_.refinements = refinements;
  stage_.clauses = clauses;
  begin("solving");
}

void StageReporter::validating(const std::string& callee, const std::string& place) {
  begin("validating " + callee + " at " + place);
}

void StageReporter::refining(const std::string& callee, const std::string& place) {
  begin("refining " + callee + " at " + place);
}

void StageReporter::replaying(std::size_t counterexamples) {
  restart();
  begin("replaying " + std::to_string(counterexamples) +
        (counterexamples == 1 ? " counterexample" : " counterexamples"));
}

void StageLines::begin(const std::string& of, const Stage& stage) {
  end(of, stage.since_ms);
  running_[of] = stage;
}

void StageLines::end(const std::string& of, double at_ms) {
  const auto found = running_.find(of);
  if (found == running_.end()) return;
  const std::string who = of.empty() ? "" : of + ": ";
  print_(who + found->second.text() + " (" + report::shownTime(at_ms - found->second.since_ms) + ")");
  running_.erase(found);
}

}  // namespace weir::tools
