// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/path_text.h"

namespace weir::prove {

std::string describe(const HeapProgram& program, const Path& path) {
  const auto place = [&](int head, const std::string& otherwise) {
    if (head < 0) return otherwise;
    const CutPoint& point = program.cut_points[at(head)];
    std::string premise = point.premise();
    if (!premise.empty()) premise = ", where " + premise.substr(0, premise.size() - 4);
    return "the loop at " + fileAndLine(point.loop->range) + premise;
  };
  return "from " + place(path.from, "the entry") + " to " + place(path.to, "the end");
}

}  // namespace weir::prove
