// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counterexamples as regression tests for the user's own project: one file that needs the user's source, a compiler
// and, if asked for, GoogleTest or Catch2, and nothing of weir's.
//
//   TEST(weir, List_pop_use_after_free) {
//     List* List0 = heap_make<List>();
//     heap_put(List0->head, nullptr);
//     …
//     List0->List::pop();
//   }
//
// A test builds the heap before the call and calls the function. An invalid access then crashes, or a sanitizer reports
// it. Where a specified property is false, the test fails as long as the call leaves what the counterexample shows: the
// result and the changed fields. What cannot be built from outside is named in a comment in the test's place.
#pragma once

#include <string>
#include <vector>

#include "tools/replay/case.h"

namespace weir::replay {

enum class TestFramework { Plain, Gtest, Catch2 };

struct TestCase {
  const Case* shown = nullptr;
  std::string name;       // "List::pop.use-after-free"
  std::string reason;     // one sentence
  bool is_error = false;  // the call does not end well; else what it leaves is wrong
  bool is_leak = false;   // something is lost: only what the caller has is kept from being reported
};

/// A test, as text for the body of a file; tests of one file have different names.
std::string writeTest(const program::Program& program, const TestCase& test, TestFramework framework);

/// What stands before and behind the tests. `file` is where the text will stand: the source is named from there.
std::string wholeTestFile(const program::Program& program, const std::vector<std::string>& tests,
                          const std::vector<std::string>& names, TestFramework framework, const std::string& file);

/// "List_pop_use_after_free"
std::string testName(const std::string& property);

}  // namespace weir::replay
