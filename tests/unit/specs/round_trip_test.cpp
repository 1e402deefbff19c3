// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "random_tree.h"
#include "specs/lang/formatter.h"
#include "specs/lang/parser.h"
#include "specs/lang/printer.h"

namespace weir::specs {
namespace {

SourceTextPtr textOf(std::string text) { return std::make_shared<SourceText>("random.weir", std::move(text)); }

TEST(RoundTripTest, WhatIsPrintedParsesToAnEqualExpression) {
  for (std::uint32_t seed = 0; seed < 100000; ++seed) {
    Choices choices(seed);
    const ExprPtr tree = randomExpr(choices, 2 + static_cast<int>(seed % 5));
    const std::string text = print(*tree);
    Diagnostics diagnostics;
    const ExprPtr again = parseExpression(textOf(text), diagnostics);
    ASSERT_FALSE(diagnostics.hasErrors()) << "seed " << seed << ": " << text << "\n" << diagnostics.all()[0].message;
    ASSERT_TRUE(equal(tree, again)) << "seed " << seed << ": " << text << "\nreads as " << print(*again);
  }
}

TEST(RoundTripTest, WhatIsPrintedParsesToEqualDeclarationsAndFormatsToThem) {
  for (std::uint32_t seed = 0; seed < 10000; ++seed) {
    Choices choices(seed);
    SpecFile file;
    for (int i = 0; i < 3; ++i) file.declarations.push_back(randomDeclaration(choices, 3));
    const std::string text = print(file);
    Diagnostics diagnostics;
    const SpecFile again = parseSpec(textOf(text), diagnostics);
    ASSERT_FALSE(diagnostics.hasErrors()) << "seed " << seed << ": " << text << "\n" << diagnostics.all()[0].message;
    ASSERT_TRUE(equal(file, again)) << "seed " << seed << ": " << text << "\nreads as " << print(again);
    const std::string once = format(textOf(text), diagnostics);
    ASSERT_TRUE(equal(file, parseSpec(textOf(once), diagnostics))) << "seed " << seed << ": " << once;
    ASSERT_EQ(format(textOf(once), diagnostics), once) << "seed " << seed;
  }
}

}  // namespace
}  // namespace weir::specs
