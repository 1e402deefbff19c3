// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/method_prover.h"

#include <algorithm>

namespace weir::tools {

namespace {

/// How many times as much a proof may cost where it is asked for.
constexpr std::int64_t kHardFactor = 20;

struct Ended {
  std::string reason;
};

void add(const prove::Proof& proof, results::CheckResult& result) {
  result.verdict = results::Verdict::Proved;
  result.proof = results::Proof{.method = "invariants at a cutoff", .cutoff = proof.cutoff};
  for (const prove::Proof::Invariant& invariant : proof.invariants)
    result.proof->invariants.push_back({fileAndLine(invariant.place), invariant.formula});
}

}  // namespace

prove::ListProofs& MethodProver::proofs() {
  if (proofs_) return *proofs_;
  prove::ProofOptions options;
  options.large_vocabulary = request_.prove == CheckRequest::Prove::Hard;
  if (request_.prove == CheckRequest::Prove::Hard) options.conflicts *= kHardFactor;
  options.checkpoint = [this] {
    if (interruption_.requested()) throw Ended{"it was interrupted"};
    if (seconds_ > 0 && spentSeconds() > seconds_) throw Ended{"the time is over"};
  };
  return proofs_.emplace(vocabulary_, spec_, options);
}

void MethodProver::strengthen(const refine::Property& property, results::CheckResult& result) {
  if (request_.prove == CheckRequest::Prove::Off) return;
  const specs::Property* specified = property.specified();
  const bool is_ensured = specified != nullptr && specified->kind == specs::Property::Kind::Ensures;
  if (!is_ensured && property.error() != program::ErrorKind::NullDeref) return;
  start_ = Clock::now();
  seconds_ = request_.prove_seconds;
  if (request_.timeout_seconds > 0) {
    const double left = request_.timeout_seconds - result.stats.time_ms / 1000;
    if (left <= 0) return;
    seconds_ = seconds_ > 0 ? std::min(seconds_, left) : left;
  }
  try {
    auto answer = is_ensured ? proofs().ensures(specified->formula()) : proofs().noNullDereference();
    if (std::holds_alternative<std::string>(answer))
      result.no_proof = std::get<std::string>(answer);
    else
      add(std::get<prove::Proof>(answer), result);
  } catch (const Ended& ended) {
    result.no_proof = ended.reason;
    proofs_.reset();
  }
  const double spent_ms = spentSeconds() * 1000;
  result.stats.time_ms += spent_ms;
  if (result.proof) result.proof->time_ms = spent_ms;
}

}  // namespace weir::tools
