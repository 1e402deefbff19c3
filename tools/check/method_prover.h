// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The proofs for every size of one method's properties, within the limits of a request.
#pragma once

#include <chrono>
#include <optional>

#include "prove/heap_loop_proof.h"
#include "prove/heap_proof.h"
#include "prove/list_proof.h"
#include "refine/property.h"
#include "results/result.h"
#include "tools/check/condition_prover.h"
#include "tools/check/request.h"
#include "tools/process/interruption.h"

namespace weir::tools {

class MethodProver {
 public:
  /// All of them are kept.
  MethodProver(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, const CheckRequest& request,
               process::Interruption& interruption)
      : vocabulary_(vocabulary), spec_(spec), request_(request), interruption_(interruption) {}

  /// What holds in the scope may hold for every size: then it is `proved`, else the result says why not.
  /// `name`: METHOD.PROPERTY. Where another engine refutes the proof: what it refutes, which is a mistake of weir's.
  std::string strengthen(const refine::Property& property, const std::string& name, results::CheckResult& result);

 private:
  using Clock = std::chrono::steady_clock;

  using Answer = std::variant<prove::Proof, std::string>;

  void start();
  Answer ensured(logic::Formula formula);
  Answer without(program::ErrorKind error);
  Answer withoutByHeap(program::ErrorKind error);
  Answer without(program::HeapProperty property);
  std::string checkAgain(const prove::Proof& proof, const std::string& name, results::CheckResult& result) const;
  double spentSeconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  program::Vocabulary& vocabulary_;
  const specs::MethodSpec& spec_;
  const CheckRequest& request_;
  process::Interruption& interruption_;
  std::optional<prove::HeapProofs> heaps_;
  std::optional<prove::ListProofs> lists_;
  std::optional<prove::HeapLoopProofs> loops_;
  std::optional<ConditionProver> conditions_;
  Clock::time_point start_ = {};
  double seconds_ = 0;  // for the property at hand; 0: no limit
};

}  // namespace weir::tools
