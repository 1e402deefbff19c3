// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "ir/logic/evaluator.h"
#include "sample_programs.h"
#include "specs/lang/explain.h"

namespace weir::specs {
namespace {

/// The formula of `ensures e: TEXT` on List::push, printed.
std::string ensured(const std::string& text) {
  const Lowered lowered(sampleProgram(), "method List::push { ensures e: " + text + " }");
  if (lowered.diagnostics.hasErrors()) return lowered.messages();
  return logic::toString(lowered.property("List::push", "e").formula());
}

TEST(LoweringTest, AFieldBehindADotIsThatOfTheClassAtHand) {
  EXPECT_EQ(ensured("some this.head.value"), "some this.head.value");
  EXPECT_EQ(ensured("all c: draw::Circle | some c.value"), "all c: draw::Circle | some c.value");
}

TEST(LoweringTest, PrimesReadTheStateAfter) {
  EXPECT_EQ(ensured("(this.head.*next)' = this.head'.*next'"), "true");
  EXPECT_EQ(ensured("this.head'.*next in Cell'"), "this.head'.*next in Cell'");
}

}  // namespace
}  // namespace weir::specs
