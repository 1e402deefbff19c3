// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/suggestion.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "conditions/entry_state.h"
#include "conditions/precondition.h"
#include "conditions/words.h"
#include "ir/program/model_class.h"
#include "specs/lang/requirement.h"

namespace weir::tools {
namespace {

/// More candidates are not looked at, nor may one cost much more than the violation did.
constexpr size_t kMostCandidates = 4;
constexpr double kTimesAsLong = 4;
constexpr double kLeastSeconds = 2;

conditions::Limits limits() {
  conditions::Limits made;
  made.steps = 20'000;
  made.nodes = 400'000;
  return made;
}

std::string contentOf(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream content;
  content << stream.rdbuf();
  return content.str();
}

/// Behind the brace that opens `method NAME {` at this place of a file; nothing where the clause would be for others
/// too, or where no method stands.
results::Location behindBrace(const SourceRange& range) {
  const std::string text = contentOf(range.file);
  size_t at = 0;
  for (int line = 1; line < range.begin.line && at != std::string::npos; ++line) {
    at = text.find('\n', at);
    if (at != std::string::npos) ++at;
  }
  if (at == std::string::npos) return {};
  at += static_cast<size_t>(std::max(1, range.begin.column) - 1);
  if (at >= text.size() || text.compare(at, 6, "method") != 0) return {};
  const size_t brace = text.find('{', at);
  if (brace == std::string::npos) return {};
  const std::string head = text.substr(at, brace - at);
  if (head.find("::*") != std::string::npos || head.find("//") != std::string::npos) return {};
  const auto lines = static_cast<int>(std::count(head.begin(), head.end(), '\n'));
  const size_t line_start = text.rfind('\n', brace);
  const size_t column = line_start == std::string::npos ? brace + 2 : brace - line_start + 1;
  return {range.file, range.begin.line + lines, static_cast<int>(column)};
}

/// Where a `requires` is written down for this method: in its specification, else as a comment above its definition.
results::Location placeOf(const specs::MethodSpec& spec) {
  if (!spec.range.isKnown()) return {};
  if (isSpecFile(spec.range.file)) return behindBrace(spec.range);
  const SourceRange& definition = spec.procedure->range;
  return {definition.file, definition.begin.line, definition.begin.column};
}

void addParts(const specs::Part& part, std::set<std::string>& texts) {
  texts.insert(part.text);
  if (part.shape != specs::Part::Shape::And) return;
  for (const specs::Part& each : part.parts) addParts(each, texts);
}

/// What the method requires already, in the words of its specification.
std::set<std::string> requiredBy(const specs::MethodSpec& spec) {
  std::set<std::string> texts;
  for (const specs::Requirement& each : spec.requirements) addParts(each.part, texts);
  return texts;
}

/// Without what is required already.
conditions::Formula without(conditions::Terms& terms, conditions::Formula formula,
                            const std::set<std::string>& required) {
  if (formula->kind != conditions::FormulaKind::And) return formula;
  std::vector<conditions::Formula> left;
  for (conditions::Formula each : formula->operands)
    if (!required.contains(conditions::inWords(each))) left.push_back(each);
  return terms.conjoin(std::move(left));
}

/// The models keep so many elements; a container of the state at entry has no more.
std::optional<conditions::Integer> roomOf(conditions::Atom atom) {
  if (atom->kind != conditions::AtomKind::Apply) return std::nullopt;
  const conditions::EntryFunction* about = conditions::EntryState::about(atom->function);
  if (about == nullptr || about->kind != conditions::EntryFunction::Kind::Field) return std::nullopt;
  if (!program::isModelLength(*about->field)) return std::nullopt;
  const program::Field* elements = program::elementsFieldOf(*about->field->owner);
  if (elements == nullptr || !elements->type->extent) return std::nullopt;
  return static_cast<conditions::Integer>(*elements->type->extent);
}

/// Without what would only hold because no such state is looked at: `length >= 5` where there is room for 4.
conditions::Formula withinRoom(conditions::Terms& terms, conditions::Formula formula) {
  using Kind = conditions::FormulaKind;
  if (formula->kind == Kind::And || formula->kind == Kind::Or) {
    std::vector<conditions::Formula> operands;
    for (conditions::Formula each : formula->operands) operands.push_back(withinRoom(terms, each));
    return formula->kind == Kind::And ? terms.conjoin(std::move(operands)) : terms.disjoin(std::move(operands));
  }
  if (formula->kind != Kind::LessEqual || formula->term->summands.size() != 1) return formula;
  const auto& [atom, factor] = formula->term->summands[0];
  const std::optional<conditions::Integer> room = roomOf(atom);
  if (!room) return formula;
  if (factor > 0) return formula->term->constant + factor * *room <= 0 ? terms.yes() : formula;
  return formula->term->constant + factor * *room > 0 ? terms.no() : formula;
}

bool isKnownToConditions(const std::optional<program::ErrorKind>& error) {
  return error && *error != program::ErrorKind::Uninitialized;
}

}  // namespace

void Suggester::suggest(const refine::Property& property, refine::CheckOptions options, results::CheckResult& result) {
  if (property.specified() != nullptr || !isKnownToConditions(property.error())) return;
  const program::Procedure& procedure = *task_.spec->procedure;
  if (analysis_ == nullptr) analysis_ = std::make_unique<conditions::Analysis>(*input_.program, limits());
  const conditions::Summary& summary = analysis_->of(procedure);
  const double seconds = std::max(kLeastSeconds, kTimesAsLong * result.stats.time_ms / 1000);
  options.timeout_seconds = options.timeout_seconds > 0 ? std::min(options.timeout_seconds, seconds) : seconds;
  options.self_check = false;
  options.trace_refinement = false;
  options.dump_directory.clear();
  const std::set<std::string> required = requiredBy(*task_.spec);
  size_t tried = 0;
  for (conditions::Formula each : conditions::preconditionsAgainst(*analysis_, summary, *property.error())) {
    if (tried == kMostCandidates) return;
    const conditions::Formula within = withinRoom(analysis_->terms(), each);
    if (within->kind == conditions::FormulaKind::True || within->kind == conditions::FormulaKind::False) continue;
    const std::string text = conditions::inWords(without(analysis_->terms(), within, required));
    const std::optional<specs::Requirement> requirement = specs::lowerRequirement(text, procedure, *input_.vocabulary);
    if (!requirement) continue;
    ++tried;
    specs::MethodSpec spec = *task_.spec;
    spec.requirements.push_back(*requirement);
    refine::MethodCheck check(*input_.vocabulary, input_.specification, spec, task_.builtins, options);
    const refine::PropertyOutcome outcome = check.run(property);
    const bool holds = outcome.verdict == refine::Verdict::Holds || outcome.verdict == refine::Verdict::Proved;
    if (!holds || outcome.never_returns) continue;
    result.suggestion = text;
    result.suggestion_place = placeOf(*task_.spec);
    return;
  }
}

}  // namespace weir::tools
