// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The built-in properties, each with everything that is particular to it: one table, in builtin_properties.cpp.
//
//   const BuiltinProperty* property = findBuiltin("div-zero");
//   property->error()       ErrorKind::DivZero: the execution ends where it happens
//   property->broken_by     "divides by zero, or takes the remainder"
//   property->native        "AddressSanitizer: FPE", …: how the compiled program shows it
//
// There are two kinds. An *error* ends the execution that meets it: the interpreter throws it, the encoder has a
// formula for each place where it can happen. A *heap property* is a formula over the heaps before and after the call
// (refine/heap_properties.h). The command line, the specification language, the solver, the judge, traces, the replay
// and the documentation read this table and compare no names.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace weir::program {

/// What can end an execution before it returns.
enum class ErrorKind { NullDeref, UseAfterFree, DoubleFree, Bounds, DivZero, Uninitialized, Assert, Overflow };
const char* spelling(ErrorKind kind);  // "null-deref", …

enum class HeapProperty { Leak, Cycle };

struct BuiltinProperty {
  std::string name;
  std::variant<ErrorKind, HeapProperty> forbids;
  std::string broken_by;  // "an execution that breaks it …", for the documentation
  /// What a report of the compiled program has in it where an execution made this error. Of several that fit a line
  /// the longest counts.
  std::vector<std::string> native = {};
  bool is_memory = false;         // in the group `memory`
  bool is_asked_by_code = false;  // checked without being asked for, where the code has a statement that can break it
  /// An execution ends at this error only where the property is asked for, else it goes on: so it changes what other
  /// properties of the same method are asked about.
  bool is_met_only_where_asked = false;

  std::optional<ErrorKind> error() const;
  std::optional<HeapProperty> ofHeap() const;
};

/// In the order in which they are listed and checked.
const std::vector<BuiltinProperty>& builtinProperties();
const BuiltinProperty* findBuiltin(const std::string& name);

/// The properties that a name in `checks` or `--checks` stands for: itself, or the members of `memory` or `all`.
std::optional<std::vector<std::string>> expandCheck(const std::string& name);
/// Every name that can be asked for, groups last.
std::vector<std::string> checkNames();

/// Of the errors that are met only where they are asked for: those that are.
class CheckedErrors {
 public:
  CheckedErrors() = default;
  /// `asked` are names of built-in properties; others do not count.
  explicit CheckedErrors(const std::vector<std::string>& asked);
  bool contains(ErrorKind kind) const { return (bits_ >> static_cast<unsigned>(kind) & 1U) != 0; }

 private:
  unsigned bits_ = 0;
};

}  // namespace weir::program
