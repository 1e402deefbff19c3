// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counterexample as a person sees the containers in it, which the models keep as arrays with room to spare:
//
//   Shop0.stock.length = 1                          Shop0.stock = {"a": 2}
//   Shop0.stock.entries[0].first = "a"
//   Shop0.stock.entries[0].second = 2
//   Shop0.stock.entries[1].first = 0
//
// The result is a counterexample again, with fewer objects and changes: an element that is an object is called
// Shop0.items[1], whatever the model's array is called. Claim: its changes lead from its `pre` to its `post` if those
// of the given one do. It is for reports alone: the models' own state, which JSON has, is not in it.
#pragma once

#include "results/result.h"

namespace weir::report {

results::Counterexample presented(const results::Counterexample& counterexample);

/// The same with rooms of one size for what a container holds at any time: a drawing has a place for each element.
results::Counterexample presentedForDrawing(const results::Counterexample& counterexample);

/// "std::vector<std::string>" for "std::vector<std::basic_string<char>>".
std::string presentedClass(std::string name);

}  // namespace weir::report
