// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ghost fields of models that users write (ghost_fields.h) as relations, read off the arrays that hold them.
//
//   contents: set T       contents: T[4], contents.length             C -> T            positions forgotten
//   rows: K -> lone V     rows: V[4], rows.keys: K[4], rows.length    C -> K -> V
//   items: seq T          items: T[4], items.length                   C -> Int -> T     the positions below the length
#pragma once

#include "specs/lang/model_state.h"

namespace weir::specs {

/// Nothing for a ghost field that is a plain value.
std::optional<GhostState> stateOfGhost(program::Vocabulary& vocabulary, const TypeRules& types,
                                       const program::Field& field, program::State state);

/// How sets, sequences and maps of the class are kept, so that each is kept in one way; nothing where it has none.
std::optional<logic::Formula> ghostsAreKeptWell(program::Vocabulary& vocabulary, const program::ClassDecl& class_decl,
                                                program::State state);

}  // namespace weir::specs
