// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the headers of the models (specs/lib/std_models*.h) state by attributes, as types (ir/program/library_shape.h).
//
//   class WEIR_MODEL WEIR_STATES(internal) weir_sequence {
//     size_type length WEIR_STATES(length);
//   void weir_unmovable() WEIR_UNSUPPORTED("an element that cannot be moved");
//   unsigned long weir_any_room() WEIR_ANY("the capacity of a container");
//
// This is the only place that knows the words. One that it does not know is a mistake in a model, hence of weir's.
#pragma once

#include <optional>

#include "ir/program/library_shape.h"
#include "ir/program/program.h"

namespace clang {
class CXXMethodDecl;
class CXXRecordDecl;
class FieldDecl;
class FunctionDecl;
class RecordDecl;
}  // namespace clang

namespace weir::frontend {

/// A class that says what the library's would do.
bool isModel(const clang::RecordDecl& definition);

/// Without its members.
program::LibraryShape statedShape(const clang::RecordDecl& definition);
std::optional<program::LibraryRole> statedRole(const clang::FieldDecl& member);
std::optional<program::LibraryNote> statedNote(const clang::FunctionDecl& function);
/// A function without a body whose result is any value, or any that is the same for the same arguments.
std::optional<program::Construct> statedConstruct(const clang::FunctionDecl& function);
/// Does it return where a character of a string is, for others to write to?
bool leadsToCharacter(const clang::FunctionDecl& function);
/// Of a class with such a function: what returns the string.
const clang::CXXMethodDecl* textOfCharacter(const clang::CXXRecordDecl& leading);
/// Of the string: what takes note of a character that was written.
const clang::CXXMethodDecl* keepsCharacter(const clang::CXXRecordDecl& text);

}  // namespace weir::frontend
