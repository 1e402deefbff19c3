// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/proof_conditions.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "solver/sat/smt_script.h"

namespace weir::tools {

namespace {

/// Of one question.
constexpr std::uint32_t kStepsOfQuestion = 10'000'000;

/// A name of a file that every file system takes.
std::string fileName(std::string name) {
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-' && c != '_') c = '_';
  return name;
}

}  // namespace

void writeProofConditions(const std::vector<prove::VerificationCondition>& conditions, const std::string& folder,
                          const std::string& name, const std::string& text) {
  const std::filesystem::path directory = std::filesystem::path(folder) / fileName(name);
  std::filesystem::create_directories(directory);
  std::string title = name + (text.empty() ? "" : ": " + text);
  for (char& c : title)
    if (c == '\n') c = ' ';
  for (const prove::VerificationCondition& condition : conditions) {
    const std::filesystem::path path = directory / (condition.name + ".smt2");
    std::ofstream out(path);
    out << "; " << title << "\n" << condition.script;
    if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
  }
}

std::string recheck(const std::vector<prove::VerificationCondition>& conditions, double seconds,
                    results::Proof& proof) {
  using solver::Answer;
  const std::size_t all = conditions.size();
  const std::string of_all = " of " + std::to_string(all) + (all == 1 ? " question" : " questions");
  if (conditions.empty()) {
    proof.rechecked = results::Recheck::Unknown;
    proof.recheck = "a proof by '" + proof.method + "' has no questions for another engine";
    return "";
  }
  std::size_t open = 0;
  std::string first_open;
  for (const prove::VerificationCondition& condition : conditions) {
    const solver::ScriptAnswer answer =
        solver::solveScript(condition.script, {.steps = kStepsOfQuestion, .seconds = seconds});
    if (answer.answer == Answer::Unsatisfiable) continue;
    if (answer.answer == Answer::Satisfiable && !condition.leaves_out) {
      proof.rechecked = results::Recheck::Refuted;
      proof.recheck = "Z3 finds a model of '" + condition.name + "'";
      return condition.name;
    }
    if (++open == 1)
      first_open = condition.name + ": " +
                   (answer.answer == Answer::Satisfiable ? "a part of it cannot be said" : answer.reason);
  }
  proof.rechecked = open == 0 ? results::Recheck::Confirmed : results::Recheck::Unknown;
  proof.recheck = open == 0 ? "Z3 confirms" + of_all.substr(3)
                            : "Z3 leaves open " + std::to_string(open) + of_all + " (" + first_open + ")";
  return "";
}

}  // namespace weir::tools
