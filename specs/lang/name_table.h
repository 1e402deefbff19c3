// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds what a name of the program means, however much of it is written.
//
//   List<Node*>    the class List<Node *>: spaces do not matter
//   Node           the class ns::Node, if only one class ends so
//   Node::next     that field; next alone, all fields of that name
#pragma once

#include <string>
#include <vector>

#include "ir/program/program.h"
#include "ir/program/source_names.h"

namespace weir::specs {

class NameTable {
 public:
  explicit NameTable(const program::Program& program, const program::SourceNames* names = nullptr);

  /// The classes a name may mean: one, none, or several that end alike.
  std::vector<const program::ClassDecl*> classes(const std::string& name) const;
  /// Fields of program classes by unqualified or qualified name; those of globals, boxes and arrays are not among them.
  std::vector<const program::Field*> fields(const std::string& name) const;
  /// A variable of static storage duration; null if there is none.
  const program::Field* global(const std::string& name) const;
  /// An enumerator, or a macro that is an integer constant.
  const program::Integer* enumerator(const std::string& name) const;
  /// What a typedef stands for: the name of a class, "Int" or "bool"; empty if there is none.
  std::string aliased(const std::string& name) const;
  /// "; 'List' is a template without an instance …" where the name is, or is in, such a template; else empty.
  std::string openTemplate(const std::string& name) const;
  /// The functions of that name that a pointer field of the program may point to.
  std::vector<const program::Procedure*> functionValues(const std::string& name) const;
  /// All overloads.
  std::vector<const program::Procedure*> procedures(const std::string& name) const;

  std::vector<std::string> fieldNames() const;
  /// Of the class and its bases.
  static std::vector<std::string> fieldNames(const program::ClassDecl& class_decl);
  std::vector<std::string> classNames() const;
  std::vector<std::string> procedureNames() const;
  std::vector<std::string> valueNames() const;  // globals and enumerators

 private:
  const program::Program& program_;
  const program::SourceNames* names_;
};

/// Without white space and without a leading `::`: what two spellings of one C++ name have in common.
std::string withoutSpaces(const std::string& name);

/// True if `full` is `name` or ends with `::name`.
bool namesTheSame(const std::string& name, const std::string& full);

}  // namespace weir::specs
