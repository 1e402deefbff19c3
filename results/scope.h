// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far a verdict goes: the limits of the scope, and which of them some execution exceeds.
//
//   Scope scope;
//   scope.most(Limit::Objects) = {{"Node", 3}};
//   scope.cut(Limit::Iterations) = Cut::Yes;       some execution needs more than `unroll` rounds of a loop
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>

namespace weir::results {

/// What the scope limits. A name of its own for each: the engines settle them one by one, reports list them.
enum class Limit { Iterations, Objects, ArrayElements, Elements, Characters };

struct LimitText {
  Limit limit;
  const char* name;    // "more than 3 objects"
  const char* prefix;  // before the name of the class, where numbers of all kinds are in one list
  const char* key;     // in JSON: whether it is cut
};
/// In the order in which they are reported.
std::span<const LimitText> limitTexts();

/// Does some execution need more than a limit allows? Unsettled counts as yes, since executions may be missing.
enum class Cut { No, Yes, Unsettled };

struct Scope {
  int unroll = 0;  // Iterations
  /// The greatest numbers, by class; none for iterations.
  std::array<std::map<std::string, int>, 5> numbers = {};
  /// Of a property that holds or is vacuous.
  std::array<Cut, 5> cuts = {};

  std::map<std::string, int>& most(Limit limit) { return numbers[static_cast<std::size_t>(limit)]; }
  const std::map<std::string, int>& most(Limit limit) const { return numbers[static_cast<std::size_t>(limit)]; }
  Cut& cut(Limit limit) { return cuts[static_cast<std::size_t>(limit)]; }
  Cut cut(Limit limit) const { return cuts[static_cast<std::size_t>(limit)]; }
  bool isCut(Limit limit) const { return cut(limit) != Cut::No; }
  bool isCut() const;
  bool operator==(const Scope&) const = default;
};

}  // namespace weir::results
