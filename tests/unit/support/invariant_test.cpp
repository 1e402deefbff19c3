// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/invariant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weir {
namespace {

TEST(Invariant, ThatHoldsDoesNothing) { EXPECT_NO_THROW(INVARIANT(1 + 1 == 2, "arithmetic should work")); }

TEST(Invariant, ThatIsBrokenNamesSentenceConditionAndPlace) {
  const int extent = 0;
  try {
    INVARIANT(extent > 0, "an array should have a non-zero extent");
    FAIL() << "it should have thrown";
  } catch (const InternalError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("an array should have a non-zero extent"));
    EXPECT_THAT(error.what(), testing::HasSubstr("(extent > 0)"));
    EXPECT_THAT(error.what(), testing::HasSubstr("invariant_test.cpp:"));
  }
}

TEST(Unreachable, ThrowsWhereItIsReached) { EXPECT_THROW(UNREACHABLE("no such kind"), InternalError); }

}  // namespace
}  // namespace weir
