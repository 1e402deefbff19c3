// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/sanitizer_report.h"

#include <gtest/gtest.h>

#include <csignal>

namespace weir::replay {
namespace {

using program::ErrorKind;

std::optional<ErrorKind> kindOf(const std::string& report) { return readReport(report, 0).value().kind; }

TEST(SanitizerReport, EachPropertyHasItsWords) {
  EXPECT_EQ(kindOf("==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60"), ErrorKind::UseAfterFree);
  EXPECT_EQ(kindOf("==7==ERROR: AddressSanitizer: attempting double-free on 0x60"), ErrorKind::DoubleFree);
  EXPECT_EQ(kindOf("==7==ERROR: AddressSanitizer: heap-buffer-overflow on address"), ErrorKind::Bounds);
  EXPECT_EQ(kindOf("==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000008 (pc"), ErrorKind::NullDeref);
  EXPECT_EQ(kindOf("==7==WARNING: MemorySanitizer: use-of-uninitialized-value"), ErrorKind::Uninitialized);
  EXPECT_EQ(kindOf("a.c:1:2: runtime error: division by zero"), ErrorKind::DivZero);
  EXPECT_EQ(kindOf("a.c:1:2: runtime error: index 4 out of bounds for type 'int[4]'"), ErrorKind::Bounds);
  EXPECT_EQ(kindOf("a.c:1:2: runtime error: member access within null pointer of type 'S'"), ErrorKind::NullDeref);
  EXPECT_EQ(kindOf("a.c:1:2: runtime error: signed integer overflow: 2147483647 + 1"), ErrorKind::Overflow);
  EXPECT_EQ(kindOf("a: a.c:9: void f(): Assertion `x' failed."), ErrorKind::Assert);
}

TEST(SanitizerReport, AWildAddressIsNoNull) {
  EXPECT_EQ(kindOf("==7==ERROR: AddressSanitizer: SEGV on unknown address 0x6020fffffff8 (pc"), ErrorKind::Bounds);
}

TEST(SanitizerReport, ACallOfNullReadsJustBelowIt) {
  EXPECT_EQ(kindOf("==7==ERROR: AddressSanitizer: SEGV on unknown address 0xfffffffffffffff8 (pc"),
            ErrorKind::NullDeref);
}

TEST(SanitizerReport, AReferenceToNullIsNoErrorUntilItIsUsed) {
  const std::string binding = "a.cpp:1:2: runtime error: reference binding to null pointer of type 'S'\n";
  EXPECT_FALSE(readReport(binding, 0));
  EXPECT_EQ(kindOf(binding + "a.cpp:2:2: runtime error: load of null pointer of type 'int'"), ErrorKind::NullDeref);
}

TEST(SanitizerReport, AnErrorWithoutAPropertyIsStillOne) {
  EXPECT_EQ(kindOf("a.c:1:2: runtime error: load of misaligned address 0x7"), std::nullopt);
}

TEST(SanitizerReport, SilenceAndAbortAreNoError) {
  EXPECT_FALSE(readReport("", 0));
  EXPECT_FALSE(readReport("the user's own words\n", SIGABRT));
  EXPECT_TRUE(readReport("", SIGSEGV));
}

TEST(SanitizerReport, AKindMatchesItselfAndNotAnother) {
  const NativeError null{ErrorKind::NullDeref, "", false};
  EXPECT_TRUE(matches(null, ErrorKind::NullDeref));
  EXPECT_FALSE(matches(null, ErrorKind::DivZero));
  EXPECT_FALSE(matches(null, ErrorKind::Assert));
}

}  // namespace
}  // namespace weir::replay
