// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints formulas that share parts, each part once.
//
//   let e1 = next ++ (head -> null)
//   let f1 = some e1
//   assert f1 => #e1 = 3
//
// Formulas of unrolled programs are graphs: written out as trees they would not fit any disk. A part that is used more
// than once and has no free variable gets a name; `definitions` are the names that are new since the last call.
#pragma once

#include <string>
#include <unordered_map>

#include "ir/logic/expression.h"

namespace weir::logic {

class SharedPrinter {
 public:
  /// What is going to be printed: decides what is used more than once.
  void expect(Expr expr);
  void expect(Formula formula);

  std::string print(Expr expr);
  std::string print(Formula formula);
  /// Lines of the form `let e1 = …`, in an order in which each uses earlier ones only.
  std::string definitions();

  /// The name of a part; empty if it has none.
  std::string nameOf(Expr expr);
  std::string nameOf(Formula formula);

 private:
  template <class Node>
  std::string named(Node node, bool is_leaf, const char* prefix, int& count);

  std::unordered_map<const void*, int> uses_;
  std::unordered_map<const void*, std::string> names_;
  std::string definitions_;
  int expressions_ = 0;
  int formulas_ = 0;
};

}  // namespace weir::logic
