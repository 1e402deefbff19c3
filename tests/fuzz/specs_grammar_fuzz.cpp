// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes choose a tree of the grammar, so that every input is a deep, well-formed file; one byte may then damage its
// text, which must be reported and never crash.
#include <cstdlib>
#include <iostream>

#include "random_tree.h"
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

void check(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return;
  const std::size_t place = data[0] * 256U + data[1];
  const char damage = static_cast<char>(data[2]);
  Choices choices(data + 3, size - 3);
  SpecFile file;
  for (int i = 0; i < 4; ++i) file.declarations.push_back(randomDeclaration(choices, 5));
  std::string text = print(file);
  Diagnostics diagnostics;
  const SpecFile again = parseSpec(textOf(text), diagnostics);
  require(!diagnostics.hasErrors() && equal(file, again), "printing changed the tree", text);
  const std::string formatted = format(textOf(text), diagnostics);
  require(equal(file, parseSpec(textOf(formatted), diagnostics)), "formatting changed the tree", formatted);
  require(format(textOf(formatted), diagnostics) == formatted, "formatting is not idempotent", formatted);
  if (text.empty()) return;
  text[place % text.size()] = damage;
  Diagnostics mistakes;
  format(textOf(text), mistakes);
}

}  // namespace
}  // namespace weir::specs

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  weir::specs::check(data, size);
  return 0;
}
