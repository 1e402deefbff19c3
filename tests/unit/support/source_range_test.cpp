// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/source_range.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

TEST(SourceRange, PrintsAsMuchAsIsKnown) {
  EXPECT_EQ(toString(SourceRange{}), "");
  EXPECT_EQ(toString(SourceRange{"list.cpp", {}, {}}), "list.cpp");
  EXPECT_EQ(toString(SourceRange{"list.cpp", {7, 0}, {}}), "list.cpp:7");
  EXPECT_EQ(toString(SourceRange{"list.cpp", {7, 3}, {7, 9}}), "list.cpp:7:3");
}

TEST(SourceRange, IsKnownOnceItHasALine) {
  EXPECT_FALSE((SourceRange{"list.cpp", {}, {}}).isKnown());
  EXPECT_TRUE((SourceRange{"list.cpp", {1, 0}, {}}).isKnown());
}

}  // namespace
}  // namespace weir
