// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/init/preconditions.h"

#include <algorithm>
#include <filesystem>

#include "conditions/precondition.h"
#include "conditions/words.h"
#include "specs/lang/requirement.h"

namespace weir::init {
namespace {

constexpr long kMostLeaves = 8;

conditions::Limits limits() {
  conditions::Limits made;
  made.steps = 20'000;
  made.nodes = 400'000;
  return made;
}

bool isOfMemory(const std::optional<program::ErrorKind>& kind) {
  const auto& all = program::builtinProperties();
  return kind && std::any_of(all.begin(), all.end(), [&](const program::BuiltinProperty& each) {
           return each.is_memory && each.error() == kind;
         });
}

}  // namespace

Preconditions::Preconditions(const program::Program& program)
    : analysis_(program, limits()), vocabulary_(program, context_) {}

std::optional<Precondition> Preconditions::of(const program::Procedure& procedure) {
  const conditions::Summary& summary = analysis_.of(procedure);
  const conditions::Formula formula = conditions::weakestPrecondition(analysis_, summary, isOfMemory);
  if (formula == analysis_.terms().yes() || formula->leaves > kMostLeaves) return std::nullopt;
  Precondition made;
  for (const conditions::ErrorCondition& each : summary.errors) {
    if (!isOfMemory(each.kind)) continue;
    made.error = std::string(spelling(*each.kind)) + " at " +
                 std::filesystem::path(each.range.file).filename().string() + ":" +
                 std::to_string(each.range.begin.line);
    break;
  }
  if (formula == analysis_.terms().no()) return made;
  made.formula = conditions::inWords(formula);
  // A name that the language does not know, of an anonymous union say, would break the whole file.
  if (!specs::lowerRequirement(made.formula, procedure, vocabulary_)) return std::nullopt;
  return made;
}

}  // namespace weir::init
