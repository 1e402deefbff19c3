// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/smt_script.h"

#include <gtest/gtest.h>

namespace weir::solver {
namespace {

constexpr const char* kOrder = R"(
  (set-info :status unsat)
  (declare-sort Cell 0)
  (declare-fun reach (Cell Cell) Bool)
  (declare-fun a () Cell)
  (declare-fun b () Cell)
  (assert (forall ((?u Cell) (?v Cell)) (=> (and (reach ?u ?v) (reach ?v ?u)) (= ?u ?v))))
  (assert (reach a b))
  (assert (reach b a))
)";

TEST(SmtScript, QuantifiersAreUnderstood) {
  EXPECT_EQ(solveScript(kOrder, {}).answer, Answer::Satisfiable);
  EXPECT_EQ(solveScript(std::string(kOrder) + "(assert (not (= a b)))", {}).answer, Answer::Unsatisfiable);
}

TEST(SmtScript, WhatIsWrongIsNoAnswer) {
  const ScriptAnswer answer = solveScript(std::string(kOrder) + "(assert (not (= a nowhere)))", {});
  EXPECT_EQ(answer.answer, Answer::Unknown);
  EXPECT_NE(answer.reason.find("nowhere"), std::string::npos) << answer.reason;
}

TEST(SmtScript, StepsAreALimit) {
  // So many pigeons as holes and one more.
  std::string script = "(declare-sort P 0)(declare-fun hole (P) Int)";
  std::string all = "(assert (distinct";
  for (int i = 0; i < 12; ++i) {
    const std::string p = "p" + std::to_string(i);
    script += "(declare-fun " + p + " () P)(assert (and (<= 1 (hole " + p + ")) (<= (hole " + p + ") 11)))";
    all += " (hole " + p + ")";
  }
  script += all + "))";
  EXPECT_EQ(solveScript(script, {.steps = 2000}).answer, Answer::Unknown);
}

}  // namespace
}  // namespace weir::solver
