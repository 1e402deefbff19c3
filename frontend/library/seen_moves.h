// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that can observe how often a container moves them.
//
//   struct Counted { Counted(const Counted&) { ++copies; } … };
//   v.push_back(a); v.push_back(b);        the library copies `a` once more, the model does not
//
// The models say where they move, copy or assign elements otherwise than the library does (specs/lib/std_models.h).
// For most classes nobody can see that, and the marks are taken out; for others they become `unsupported`.
//
// Moving an element away is unseen if making one from it at another place and destroying it leaves the new one as the
// old one was and changes nothing else. That is found out by executing the two special members with what is known of
// every object: pointers that are set to null while an element is moved are not deleted with it. Assignments are unseen
// if neither the class nor a member or base has special members that were written by hand.
//
// Claim: an execution in which the library's own moves or assignments of elements would give another result reaches an
// `unsupported` statement first, except for the order in which several elements are destroyed.
#pragma once

#include <vector>

#include "ir/program/program.h"

namespace weir::frontend {

void markSeenMoves(const std::vector<program::Procedure*>& procedures);

}  // namespace weir::frontend
