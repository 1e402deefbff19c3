// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees of the specification language, as parsed: names are not yet resolved.
//
//   frames[this]' = frames[this] + return
//     Binary(Equal, Prime(Box(frames, this)), Binary(Union, Box(frames, this), return))
//
// One kind of tree holds formulas and expressions, because the grammar cannot tell `x.done` the value from `x.done`
// the formula; the type checker separates them. Spellings that mean the same (`and` and `&&`, `size(e)` and `#e`,
// `sole` and `lone`) give the same tree. Trees are immutable and shared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "specs/lang/operators.h"
#include "specs/lang/source_text.h"

namespace weir::specs {

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

/// How many values a declared name stands for. `Default` is what the place says: one for a parameter or variable.
enum class Multiplicity { Default, One, Lone, Some, Set, Seq };

struct Identifier {
  std::string text;
  Span span;
};

/// `disj x, y: set e`; in a `let`, `x = e`.
struct VariableDecl {
  bool disjoint = false;
  std::vector<Identifier> names;
  Multiplicity multiplicity = Multiplicity::Default;
  ExprPtr type;
};

enum class ExprKind {
  Name,           // name: a variable, class, field, global, enumerator, fun or pred, qualified or not
  Constant,       // op: none, univ, iden, Int, null, true, false, this, return
  Integer,        // value
  Character,      // value
  Text,           // name: the characters of a string
  Unary,          // op, children: operand; Prime is one
  Binary,         // op, children: left, right
  Conditional,    // children: condition, then, else
  Box,            // children: head, arguments...
  Quantified,     // op: all, some, no, one, lone, sum; decls; children: body
  Comprehension,  // decls, children: body
  Let,            // decls, children: body
  Block,          // children: formulas, conjoined
};

struct Expr {
  ExprKind kind = ExprKind::Constant;
  Op op = Op::None;
  std::string name;
  std::uint64_t value = 0;
  Multiplicity multiplicity = Multiplicity::Default;  // of the right side of `->` in a type: `K -> lone V`
  std::vector<ExprPtr> children;
  std::vector<VariableDecl> decls;
  Span span;
  int depth = 1;  // longest path down; bounded by the parser so that recursion over trees is safe
};

/// Computes `depth` and seals the tree.
ExprPtr makeExpr(Expr expr);

/// Equal up to spans.
bool equal(const ExprPtr& a, const ExprPtr& b);

struct SourceDecl {
  std::string path;
  std::vector<std::string> flags;
};

struct UseDecl {
  std::string name;
  bool library = false;  // <name> rather than "name"
};

/// `fun` or `pred`. A pred has no result type and its body is a Block.
struct FunctionDecl {
  bool predicate = false;
  Identifier name;
  std::vector<VariableDecl> parameters;
  Multiplicity result_multiplicity = Multiplicity::Default;
  ExprPtr result_type;
  ExprPtr body;
};

struct InvariantDecl {
  Identifier label;  // empty text if it has none
  Identifier class_name;
  ExprPtr body;
};

/// Which function, and where there are several, which overload: `C::m(int, const T&) const`.
struct MethodName {
  Identifier name;
  bool has_signature = false;
  std::vector<std::string> parameter_types;  // spelled canonically: one space between words, none around signs
  bool is_const = false;
};

struct Clause {
  enum class Kind { Requires, Ensures, Modifies, Checks, Throws };
  Kind kind = Kind::Requires;
  Identifier label;                // empty text if it has none
  ExprPtr formula;                 // requires, ensures, throws
  std::vector<ExprPtr> locations;  // modifies; empty for `modifies nothing`
  std::vector<Identifier> checks;
  Identifier exception;  // throws
  Span span;
};

struct MethodDecl {
  bool trusted = false;
  MethodName method;
  std::vector<VariableDecl> parameters;  // of a model's method: `insert(x: T)`
  ExprPtr result_type;                   // of a model's method, where it is written
  Multiplicity result_multiplicity = Multiplicity::Default;
  std::vector<Clause> clauses;
  Span span;
};

struct ModelDecl {
  Identifier class_name;
  std::vector<VariableDecl> ghosts;
  std::vector<MethodDecl> methods;
};

/// `check C::m.label for 4 but 2 List, 6 Node unroll 5`
struct CheckDecl {
  struct Limit {
    std::uint64_t count = 0;
    Identifier class_name;
  };
  MethodName method;
  Identifier label;  // empty text: all of them
  bool has_scope = false;
  std::uint64_t scope = 0;
  std::vector<Limit> limits;
  bool has_unroll = false;
  std::uint64_t unroll = 0;
};

struct Declaration {
  std::variant<SourceDecl, UseDecl, FunctionDecl, InvariantDecl, MethodDecl, ModelDecl, CheckDecl> value;
  Span span;
};

struct SpecFile {
  SourceTextPtr text;
  std::vector<Declaration> declarations;
};

bool equal(const Clause& a, const Clause& b);
bool equal(const Declaration& a, const Declaration& b);
bool equal(const SpecFile& a, const SpecFile& b);

}  // namespace weir::specs
