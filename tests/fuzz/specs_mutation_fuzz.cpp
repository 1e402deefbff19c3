// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as a .weir file: the parser ends, reports what is wrong, and what it understood completely survives
// printing and formatting.
#include <cstdlib>
#include <iostream>

#include "specs/lang/formatter.h"
#include "specs/lang/parser.h"
#include "specs/lang/printer.h"

namespace weir::specs {
namespace {

SourceTextPtr textOf(std::string text) { return std::make_shared<SourceText>("fuzz.weir", std::move(text)); }

void require(bool condition, const char* what, const std::string& text) {
  if (condition) return;
  std::cerr << what << ":\n" << text << "\n";
  std::abort();
}

void check(const std::string& input) {
  Diagnostics diagnostics;
  const SpecFile file = parseSpec(textOf(input), diagnostics);
  // Clauses and expressions are read from comments and options: they must be as robust.
  Diagnostics ignored;
  parseClauses(textOf(input), ignored);
  parseExpression(textOf(input), ignored);
  if (diagnostics.hasErrors()) return;

  const std::string printed = print(file);
  const SpecFile again = parseSpec(textOf(printed), diagnostics);
  require(!diagnostics.hasErrors() && equal(file, again), "printing changed the tree", printed);
  const std::string formatted = format(textOf(input), diagnostics);
  const SpecFile reread = parseSpec(textOf(formatted), diagnostics);
  require(!diagnostics.hasErrors() && equal(file, reread), "formatting changed the tree", formatted);
  require(format(textOf(formatted), diagnostics) == formatted, "formatting is not idempotent", formatted);
}

}  // namespace
}  // namespace weir::specs

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  weir::specs::check(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
