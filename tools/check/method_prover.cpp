// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/method_prover.h"

#include <algorithm>

#include "ir/program/walk.h"
#include "tools/check/reachable.h"

namespace weir::tools {

namespace {

/// How many times as much a proof may cost where it is asked for.
constexpr std::int64_t kHardFactor = 20;

struct Ended {
  std::string reason;
};

void add(const prove::Proof& proof, results::CheckResult& result) {
  result.verdict = results::Verdict::Proved;
  result.proof = results::Proof{.method = proof.method, .cutoff = proof.cutoff};
  for (const prove::Proof::Invariant& invariant : proof.invariants)
    result.proof->invariants.push_back({fileAndLine(invariant.place), invariant.formula});
}

/// Does the code that the procedure can run have no statement at which this error can happen? What a caller brings is
/// alive, so it needs a statement that ends an object for one to be used or freed after its end.
bool hasNoCodeFor(program::ErrorKind error, const program::Program& program, const program::Procedure& procedure) {
  if (error != program::ErrorKind::UseAfterFree && error != program::ErrorKind::DoubleFree) return false;
  for (const program::Procedure* reached : reachableFrom(program, procedure)) {
    if (reached->is_external && !(reached->construct && reached->construct->changes_nothing)) return false;
    bool may_end_objects = false;
    forEachStmt(reached->body, [&](const program::Stmt& stmt) {
      may_end_objects |= stmt.kind == program::StmtKind::Free || stmt.kind == program::StmtKind::Unsupported;
      if (stmt.kind != program::StmtKind::Call) return;
      // What a caller hands over to be called may be code of another source.
      const auto& call = program::as<program::CallStmt>(stmt);
      may_end_objects |= call.callee == nullptr || call.dispatch;
    });
    if (may_end_objects) return false;
  }
  return true;
}

}  // namespace

void MethodProver::start() {
  if (lists_) return;
  prove::ProofOptions options;
  options.large_vocabulary = request_.prove == CheckRequest::Prove::Hard;
  if (request_.prove == CheckRequest::Prove::Hard) options.conflicts *= kHardFactor;
  options.checkpoint = [this] {
    if (interruption_.requested()) throw Ended{"it was interrupted"};
    if (seconds_ > 0 && spentSeconds() > seconds_) throw Ended{"the time is over"};
  };
  heaps_.emplace(vocabulary_, spec_, options);
  lists_.emplace(vocabulary_, spec_, options);
}

MethodProver::Answer MethodProver::ensured(logic::Formula formula) {
  Answer answer = heaps_->ensures(formula);
  return std::holds_alternative<std::string>(answer) && heaps_->hasLoops() ? lists_->ensures(formula) : answer;
}

MethodProver::Answer MethodProver::without(program::ErrorKind error) {
  if (mayMeet(error, vocabulary_.program(), *spec_.procedure)) return "the code has a check for it";
  if (hasNoCodeFor(error, vocabulary_.program(), *spec_.procedure))
    return prove::Proof{.method = "nothing is freed", .invariants = {}};
  Answer answer = heaps_->without(error);
  const bool is_of_lists = error == program::ErrorKind::NullDeref && heaps_->hasLoops();
  return std::holds_alternative<std::string>(answer) && is_of_lists ? lists_->noNullDereference() : answer;
}

void MethodProver::strengthen(const refine::Property& property, results::CheckResult& result) {
  using program::ErrorKind;
  if (request_.prove == CheckRequest::Prove::Off) return;
  const specs::Property* specified = property.specified();
  if (specified != nullptr && specified->kind == specs::Property::Kind::Throws) return;
  const auto error = property.error();
  if (specified == nullptr && error != ErrorKind::NullDeref && error != ErrorKind::UseAfterFree &&
      error != ErrorKind::DoubleFree)
    return;
  start_ = Clock::now();
  seconds_ = request_.prove_seconds;
  if (request_.timeout_seconds > 0) {
    const double left = request_.timeout_seconds - result.stats.time_ms / 1000;
    if (left <= 0) return;
    seconds_ = seconds_ > 0 ? std::min(seconds_, left) : left;
  }
  try {
    start();
    const Answer answer = specified != nullptr ? ensured(specified->formula()) : without(*error);
    if (std::holds_alternative<std::string>(answer))
      result.no_proof = std::get<std::string>(answer);
    else
      add(std::get<prove::Proof>(answer), result);
  } catch (const Ended& ended) {
    result.no_proof = ended.reason;
    heaps_.reset();
    lists_.reset();
  }
  const double spent_ms = spentSeconds() * 1000;
  result.stats.time_ms += spent_ms;
  if (result.proof) result.proof->time_ms = spent_ms;
}

}  // namespace weir::tools
