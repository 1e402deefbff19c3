// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas of specifications over linked objects: what they speak of, and which parts of them can be asked alone.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ir/program/vocabulary.h"

namespace weir::prove {

using program::Field;

/// A pointer to an object that nothing else shares its bytes with.
bool isPlainPointer(const Field& field);
/// A number whose order can be followed.
bool isFollowedNumber(const Field& field);
/// The relation that is transposed, if any is.
logic::Expr withoutTranspose(logic::Expr relation, bool& backwards);
/// The field that leads from a class to itself, where the relation is one.
const Field* linkOf(logic::Expr relation, const program::Vocabulary& vocabulary);

using ClassOfVariable = std::function<const program::ClassDecl*(logic::Variable)>;
/// Of the elements of a set; none where they may be of several, or of another kind.
const program::ClassDecl* classOf(logic::Expr set, program::Vocabulary& vocabulary,
                                  const ClassOfVariable& classOfVariable);
/// The same expression, but for the state in which it reads what the path does not change.
bool isSameNow(logic::Expr a, logic::Expr b, const program::Vocabulary& vocabulary,
               const std::function<bool(const Field*)>& is_touched);

/// The fields whose closures a formula speaks of.
void addClosures(logic::Formula formula, const program::Vocabulary& vocabulary, std::set<const Field*>& closures);

/// Does it speak of how many objects a set has?
bool counts(logic::Formula formula);

/// As a person wrote it: a context numbers names that occur in several methods, as in "list#3".
std::string asWritten(const std::string& text);

/// Formulas that together say the same: each needs fewer names than the whole.
std::vector<logic::Formula> goalsOf(logic::Formula formula, logic::Context& context);

}  // namespace weir::prove
