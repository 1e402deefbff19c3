// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ghost fields of a modelled class as relations, read off the arrays that hold them (ir/program/model_class.h).
//
//   std::vector<T>   elems       C -> Int -> T     the positions below `length` only
//   std::set<T>      contents    C -> T            positions forgotten
//   std::optional<T> held        C -> T            where it is present
//   std::map<K, V>   keys        C -> K            positions forgotten; of a string its value
//                    mapping     C -> K -> V       a position's key with its value
#pragma once

#include <optional>

#include "ir/program/vocabulary.h"
#include "specs/lang/types.h"

namespace weir::specs {

struct GhostState {
  logic::Expr expr = nullptr;
  Type type;
  bool many = false;
};

/// What a specification reads of elements, or of what holds them: of a string its value.
logic::Expr readElement(program::Vocabulary& vocabulary, logic::Expr element, program::TypeRef type,
                        program::State state);

/// What a specification reads in an array of a modelled class; nothing for any other field.
std::optional<GhostState> ghostState(program::Vocabulary& vocabulary, const TypeRules& types,
                                     const program::Field& field, program::State state);

/// What makes states of a modelled class such as the library has them, beyond the invariants in the models' header:
/// those are about one object, in terms of its ghost fields.
std::optional<logic::Formula> modelledState(program::Vocabulary& vocabulary, const program::ClassDecl& class_decl,
                                            program::State state);

}  // namespace weir::specs
