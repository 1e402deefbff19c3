// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The answers to a check that nothing was specified for, by what its reader does next: a line for each function while
// the check runs, and at its end the functions sorted.
//
//   violated  List::pop     31 ms  use-after-free
//   …
//   safe within the scope (2)
//     List::push, List::size
//   safe if the caller keeps this (1)
//     List::front  requires some this.head
//   violated, and no 'requires' was found that excludes it (1)
//     List::pop    use-after-free: Node0 has been freed at line 12: List::pop, line 14
//   not understood (1)
//     List::sort   unsupported at list.cpp:30:5: a pointer to member
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "results/result.h"
#include "tools/report/text.h"

namespace weir::report {

/// One line for all properties of one function.
void writeMethodLine(std::ostream& out, const std::vector<results::CheckResult>& of_method, const TextStyle& style,
                     size_t name_width);

void writeOverview(std::ostream& out, const results::RunResult& run, const TextStyle& style);

}  // namespace weir::report
