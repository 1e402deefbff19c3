// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/log.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

std::string writtenAt(LogLevel level) {
  testing::internal::CaptureStderr();
  {
    Log log(level);
    log.error("e");
    log.warning("w");
    log.info("i");
    log.debug("d");
  }
  return testing::internal::GetCapturedStderr();
}

TEST(Log, WritesUpToItsLevel) {
  EXPECT_EQ(writtenAt(LogLevel::Error), "weir: error: e\n");
  EXPECT_EQ(writtenAt(LogLevel::Warning), "weir: error: e\nweir: warning: w\n");
  EXPECT_EQ(writtenAt(LogLevel::Debug), "weir: error: e\nweir: warning: w\nweir: info: i\nweir: debug: d\n");
}

TEST(Log, TextWithBracesIsNotAFormat) {
  testing::internal::CaptureStderr();
  {
    Log log;
    log.error("{x: Node | x.next = {}}");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "weir: error: {x: Node | x.next = {}}\n");
}

TEST(Log, SaysBeforehandWhetherItWrites) {
  Log log(LogLevel::Warning);
  EXPECT_FALSE(log.writes(LogLevel::Info));
  log.setLevel(LogLevel::Info);
  EXPECT_TRUE(log.writes(LogLevel::Info));
  EXPECT_FALSE(log.writes(LogLevel::Debug));
}

}  // namespace
}  // namespace weir
