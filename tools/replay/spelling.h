// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the things of the program IR are written in C or C++ source that stands behind an include of the user's file.
//
//   class "(anonymous namespace)::List<int>"   List<int>
//   class "Cell" of a C program                struct Cell
//   class "Cell::struct", its unnamed `pos`    __typeof__(((Cell*)0)->pos)
//   object "ns::Cell[]0"                       ns_Cell_array0
//   the least 64-bit integer                   (-9223372036854775807LL - 1)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program/program.h"

namespace weir::replay {

/// The type that `class_decl` is in the source.
std::string spellClass(const program::Program& program, const program::ClassDecl* class_decl);
/// Whether it is an enum of C++, whose width in the IR is that of its values and may be less than that of its type.
bool isEnumOfCxx(const program::Program& program, program::TypeRef type);
/// A type of the same size and representation: integers by width, pointers to functions as void*.
std::string spellScalar(const program::Program& program, program::TypeRef type);
std::string spellInteger(program::Integer value);
/// A name without what C++ prints and cannot read.
std::string spellName(const std::string& qualified);
/// An identifier for an object of the heap.
std::string identifierFor(const std::string& object_name);

/// Of "List::find(int, const Node &) const": "int", "const Node &".
std::vector<std::string> parameterTypes(const std::string& signature);
/// The namespaces, outermost first, in which the procedure stands: "a", "a::b".
std::vector<std::string> namespacesOf(const program::Program& program, const program::Procedure& procedure);
/// How `place`, an array field, is indexed: the IR has one flat index for an array of arrays.
std::string spellElement(const program::Program& program, const program::Field* field, const std::string& place,
                         long index);
/// Whether a static local can be used from outside its function, by the symbol that the compiler gives it; then
/// `declareSymbol` declares the name that `spellVariable` has for it.
bool isReachedBySymbol(const program::Program& program, const program::Field* variable);
std::string spellVariable(const program::Program& program, const program::Field* variable);
std::string declareSymbol(const program::Program& program, const program::Field* variable);
/// The pointer that stands for a reference which another source binds, declared by `declareElsewhere`.
std::string spellElsewhere(const program::Field& variable);
std::string declareElsewhere(const program::Field& variable);
/// Whether a variable of static storage can be named outside the function that declares it.
bool canBeNamed(const program::Program& program, const program::Field* variable);

}  // namespace weir::replay
