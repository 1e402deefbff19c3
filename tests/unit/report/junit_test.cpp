// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/junit.h"

#include <gtest/gtest.h>

#include "tests/unit/report/fixture.h"

namespace weir::report {
namespace {

TEST(Junit, ARunReadsAsItsGoldenFile) { expectGolden("queue.junit.xml", toJunit(queueRun())); }

TEST(Junit, MarkupAndBytesThatXmlCannotHoldAreEscaped) {
  EXPECT_EQ(escapeXml("a < b && c > \"d'\""), "a &lt; b &amp;&amp; c &gt; &quot;d&#39;&quot;");
  EXPECT_EQ(escapeXml("é\n"), "é\n");
  EXPECT_EQ(escapeXml(std::string("\0\x01", 2)), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(escapeXml("\xff!"), "\xEF\xBF\xBD!");
  EXPECT_EQ(escapeXml("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(escapeXml("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

}  // namespace
}  // namespace weir::report
