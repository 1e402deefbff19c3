// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a specification says about a program, resolved, typed and in the logic: plain data for the verifier.
//
//   method Stack::pop {
//     ensures popped: return => frames[this]' = frames[this] - this.top_
//   }
//
// becomes a MethodSpec of procedure Stack::pop with one Property `popped`, a formula over the relations that
// program::Vocabulary names: Stack, top_, below before the call; Stack', top_', below' after it; this, return.
//
// Claim: a formula here is closed (no free variables) and mentions only relations of the vocabulary it was lowered
// with. An execution whose pre-state satisfies all requirements breaks a property of kind Ensures, Modifies or
// Invariant if it returns and the formula is false, and one of kind Throws if it throws that type and it is false.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/logic/expression.h"
#include "ir/program/program.h"
#include "support/source_range.h"

namespace weir::specs {

/// A sub-expression as written, with its meaning; its free variables are bound by the parts around it.
struct Term {
  std::string text;
  logic::Expr expr = nullptr;
  std::uint32_t text_columns = 0;  // bit i: column i holds strings (types.h)
};

/// A formula as written, with its meaning and its structure, so that a report can say which part of a false property
/// is false and for which values (see explain.h).
struct Part {
  enum class Shape {
    Atom,     // a comparison or test; `terms` are its sides
    Not,      // parts[0]
    And,      // parts
    Or,       // parts
    Implies,  // parts[0] => parts[1]
    Iff,      // parts[0] <=> parts[1]
    IfElse,   // parts[0] => parts[1] else parts[2]
    ForAll,   // decls, parts[0]
    Exists,   // decls, parts[0]
    None,     // `no x: e | F`: decls, parts[0]
    Body,     // the application of a pred, or a let: parts[0] is what it stands for, `terms` the pred's parameters
  };
  Shape shape = Shape::Atom;
  logic::Formula formula = nullptr;
  std::string text;
  SourceRange range;
  std::vector<logic::Decl> decls;  // a variable is named as in the text
  std::uint32_t text_decls = 0;    // bit i: variable i stands for a string
  std::vector<Part> parts;
  std::vector<Term> terms;
};

/// Assumed at entry: a `requires`, or an invariant of the class.
struct Requirement {
  std::string label;  // may be empty
  bool from_invariant = false;
  Part part;
  logic::Formula formula() const { return part.formula; }
};

struct Property {
  enum class Kind { Ensures, Modifies, Invariant, Throws };
  Kind kind = Kind::Ensures;
  std::string label;  // unique in its method
  std::string text;   // as written
  SourceRange range;
  Part part;
  std::string exception;                                // Throws: the type as written
  const program::ClassDecl* exception_class = nullptr;  // Throws: where it is a class of the program
  logic::Formula formula() const { return part.formula; }
};

/// One place a `modifies` clause allows to change.
struct ModifiedLocation {
  const program::Field* field = nullptr;
  logic::Expr objects = nullptr;  // owners, read before the call; null: every object
  logic::Expr index = nullptr;    // of an array field: these elements only; null: every element
};

/// How far a check goes. What is absent is the default: `for 3`, `unroll` as many as `for`.
struct ScopeSpec {
  std::optional<int> objects;
  std::map<std::string, int> limits;  // by the name of the class in the program
  std::optional<int> unroll;
};

struct MethodSpec {
  const program::Procedure* procedure = nullptr;
  bool trusted = false;   // stands for the body at calls, never checked itself
  bool of_model = false;  // a method of a model: it changes what `frame` lists, and neither makes nor frees objects
  std::vector<Requirement> requirements;
  std::vector<Property> properties;  // in the order of the text; invariants last
  /// Present if there is a `modifies` clause; then every other location that was live before is unchanged.
  std::optional<std::vector<ModifiedLocation>> frame;
  std::vector<std::string> checks;  // built-in properties asked for, without groups; `assert` is always among them
  SourceRange range;
};

/// `check C::m.label for 4 but 2 List unroll 5`
struct CheckCommand {
  const program::Procedure* procedure = nullptr;
  std::string label;  // empty: every property of the method
  ScopeSpec scope;
  SourceRange range;
};

struct Specification {
  std::vector<MethodSpec> methods;          // at most one a procedure, in order of appearance
  std::vector<CheckCommand> commands;       // in order of appearance; none: everything at the default
  std::vector<Requirement> library_states;  // of a method that nothing is said of; `methods` have them

  const MethodSpec* find(const program::Procedure* procedure) const {
    for (const MethodSpec& method : methods)
      if (method.procedure == procedure) return &method;
    return nullptr;
  }
};

}  // namespace weir::specs
