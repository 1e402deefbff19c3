// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What another engine says of a proof: a question that it can satisfy refutes the proof, unless a part of it is left
// out.
#include "tools/check/proof_conditions.h"

#include <gtest/gtest.h>

namespace weir::tools {
namespace {

using prove::VerificationCondition;
using results::Recheck;

const VerificationCondition kRight{.name = "right", .script = "(declare-fun p () Bool)(assert p)(assert (not p))"};
const VerificationCondition kWrong{.name = "wrong", .script = "(declare-fun p () Bool)(assert p)"};
const VerificationCondition kVague{.name = "vague", .script = "(declare-fun p () Bool)(assert p)", .leaves_out = true};

Recheck recheckOf(const std::vector<VerificationCondition>& conditions, const std::string& refuted) {
  results::Proof proof;
  EXPECT_EQ(recheck(conditions, 0, proof), refuted);
  EXPECT_FALSE(proof.recheck.empty());
  return proof.rechecked;
}

TEST(ProofConditions, AllQuestionsConfirmIt) { EXPECT_EQ(recheckOf({kRight, kRight}, ""), Recheck::Confirmed); }
TEST(ProofConditions, OneThatCanBeSatisfiedRefutesIt) {
  EXPECT_EQ(recheckOf({kRight, kVague, kWrong, kRight}, "wrong"), Recheck::Refuted);
}
TEST(ProofConditions, WhatIsLeftOutRefutesNothing) { EXPECT_EQ(recheckOf({kRight, kVague}, ""), Recheck::Unknown); }
TEST(ProofConditions, NoQuestionConfirmsNothing) { EXPECT_EQ(recheckOf({}, ""), Recheck::Unknown); }

}  // namespace
}  // namespace weir::tools
