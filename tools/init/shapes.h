// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shapes in which linked structures are usually written, told by types and, between equals, by names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program/program.h"

namespace weir::init {

/// A class whose objects point to each other: list cells, tree nodes.
struct Linked {
  const program::ClassDecl* cell = nullptr;
  std::vector<std::string> forward;     // next; or left and right: the fields to follow
  std::optional<std::string> backward;  // prev or parent: the way back
};

/// A class that holds such a structure by one of its fields.
struct Holder {
  const program::ClassDecl* holder = nullptr;
  const Linked* linked = nullptr;
  std::string entry;                // head, root
  std::optional<std::string> last;  // tail
  std::optional<std::string> count;
};

std::vector<Linked> linkedClasses(const program::Program& program);
std::vector<Holder> holders(const program::Program& program, const std::vector<Linked>& linked);

/// Declared by the user, not by a system header or by weir.
bool isOwn(const program::ClassDecl& class_decl);

/// The name of a field in a specification: qualified where another class has a field of that name.
std::string fieldName(const program::Program& program, const program::ClassDecl& owner, const std::string& field);

}  // namespace weir::init
