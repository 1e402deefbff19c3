// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What makes the smart pointers of a state such as the library has them (specs/lib/std_models_owners.h).
//
//   unique_ptr     target             no object is owned twice, and none that is a part of another
//   shared_ptr     target, block      one block an object, however many owners it has
//   weak_ptr       target, block      as a shared_ptr; without a target once the object is gone
//   their block    owners, watchers   at least as many owners as there are in the state: more may be somewhere else
#pragma once

#include "ir/program/vocabulary.h"

namespace weir::specs {

/// Requires an owner (program::isOwner).
logic::Formula ownersAgree(program::Vocabulary& vocabulary, const program::ClassDecl& owner, program::State state);

/// Requires the class of the blocks.
logic::Formula ownersAreCounted(program::Vocabulary& vocabulary, const program::ClassDecl& block, program::State state);

}  // namespace weir::specs
