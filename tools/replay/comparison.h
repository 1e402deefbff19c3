// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the heap that the interpreter left with the memory of the native run, up to the naming of objects.
//
// Memory has no types, the interpreter's heap has them: it leads. From the objects that were there before the call
// (whose addresses are known), the variables and the result, both are walked side by side. Where the interpreter has a
// pointer to an object met for the first time, the native pointer says where that object is; from then on the two
// must agree. So an object reached only through the address of its member, or an array reached through one element,
// are found as well:
//
//   interpreter   List0.head = Cell3, new           native   List0.head = 0x6020…   so Cell3 is at 0x6020…
//                 Cell3.next = Cell0                         at 0x6020… + 8: the address of Cell0: equal
//
// Claim: if there is no difference, some injective naming of native blocks makes all initialised values, the liveness
// of all objects of before and of all that are reachable, and the result equal. Of the library's containers those are
// compared that were there before the call.
#pragma once

#include <string>
#include <vector>

#include "tools/replay/case.h"
#include "tools/replay/native_output.h"

namespace weir::replay {

/// One sentence for each difference, "Cell0.next: weir has null, the program has Cell1"; empty where there is none.
std::vector<std::string> compareHeaps(const Case& replayed, const NativeRun& run, const Layouts& layouts);

}  // namespace weir::replay
