// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relational expressions and formulas: immutable, hash-consed, shared.
//
// An expression denotes a finite set of tuples of one arity. Columns hold atoms or integers; integers are
// mathematical, so `plus` never wraps and machine arithmetic is `wrap(plus(a, b), 32, true)`:
//
//   node.inDeg              join(node, inDeg)
//   x.f = y                 f' = update(f, x, y): f with the rows of x replaced by x -> y (y may be empty: null)
//   (l.head.*next).value    join(join(join(l, head), reflexiveClosure(next)), value), a set of integers
//
// Where a number is needed (arithmetic, order, wrap), a set of integers stands for the sum of its elements, as in
// Alloy: a singleton for its value, the empty set for 0. Equality and subset compare sets.
//
// Nodes are owned by a Context and are equal exactly when their addresses are. Each knows a few facts that hold in
// every instance: arity, which columns hold integers, whether it is *functional* (at most one value in the last column
// for each combination of the others; at most one element where the arity is 1), and its free variables.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace weir::logic {

using Integer = __int128;

/// A set of atoms with a name: a class, the slots, the procedures. Sorts form a directed acyclic graph of subsets.
struct SortDecl {
  int id = 0;
  std::string name;
  std::vector<const SortDecl*> parents;
};
using Sort = const SortDecl*;

struct RelationDecl {
  int id = 0;
  std::string name;           // unique in the context
  std::vector<Sort> columns;  // Context::intSort() for integers
  bool functional = false;
  int arity() const { return static_cast<int>(columns.size()); }
};
using Relation = const RelationDecl*;

/// A variable bound by a quantifier, comprehension or sum. It stands for one atom or one integer.
struct VariableDecl {
  int id = 0;
  std::string name;
  bool is_integer = false;
};
using Variable = const VariableDecl*;

struct ExprNode;
struct FormulaNode;
using Expr = const ExprNode*;
using Formula = const FormulaNode*;

struct Decl {  // variable: domain. A domain may use the variables before it; it is unary.
  Variable variable = nullptr;
  Expr domain = nullptr;
  bool operator==(const Decl&) const = default;
};

enum class ExprKind : std::uint8_t {
  Relation,
  Variable,
  None,      // the empty set of some arity
  Univ,      // all atoms
  Iden,      // the identity on all atoms
  Integers,  // all integers: only on the right of subset, in intersections and as a restriction
  Atoms,     // all atoms of a sort and its subsorts, live or not
  Atom,      // one atom, by its index in the universe: for partial instances
  Constant,  // one integer
  Union,
  Intersection,
  Difference,
  Product,
  Join,      // always two operands
  Override,  // operands[0] without the rows that agree with one of operands[1] in all columns but the last, +
             // operands[1]
  Update,    // operands[0] with the rows whose first columns are in operands[1] replaced by operands[1] -> operands[2]
  DomainRestrict,
  RangeRestrict,
  Transpose,
  Closure,
  ReflexiveClosure,
  IfElse,         // formula, operands[0], operands[1]
  Comprehension,  // decls, formula
  // Integers: a singleton set.
  Plus,
  Minus,
  Times,
  Divide,
  Remainder,  // rounding towards zero, as C does; 0 where the divisor is 0
  Count,      // number of tuples
  Sum,        // decls, operands[0]
  BitAnd,
  BitOr,
  BitXor,  // on infinite two's complement
  ShiftLeft,
  ShiftRight,  // by operands[1]: multiply or floor-divide by a power of two; the shift is clamped to 0..127
  Wrap,        // the value of a C integer type of this width and sign that is congruent modulo 2^width
  Range,       // the integers operands[0] .. operands[1] - 1: a set
};

enum class FormulaKind : std::uint8_t {
  True,
  False,
  Subset,
  Equal,  // of sets
  Less,
  LessEqual,  // of integers
  Some,
  No,
  One,
  Lone,  // size of a set
  Not,
  And,
  Or,
  Implies,
  Iff,
  ForAll,
  Exists,  // decls, operands[0]
};

struct ExprNode {
  ExprKind kind = ExprKind::None;
  int id = 0;  // in order of creation: stable
  int arity = 1;
  std::uint32_t int_columns = 0;  // bit i: column i holds integers
  bool functional = false;
  Relation relation = nullptr;
  Variable variable = nullptr;
  Sort sort = nullptr;
  int atom = 0;
  Integer integer = 0;
  int width = 0;
  bool is_signed = false;
  std::vector<Expr> operands;
  Formula formula = nullptr;
  std::vector<Decl> decls;
  std::vector<Variable> free_variables;  // sorted by id

  bool isInteger() const { return arity == 1 && int_columns == 1; }
};

struct FormulaNode {
  FormulaKind kind = FormulaKind::True;
  int id = 0;
  std::vector<Expr> exprs;        // Subset, Equal, Less, LessEqual, Some, No, One, Lone
  std::vector<Formula> operands;  // Not, And, Or, Implies, Iff, ForAll, Exists
  std::vector<Decl> decls;
  std::vector<Variable> free_variables;
};

/// In the specification language, with the names the context gave, or with these.
using Naming = std::function<std::string(Relation)>;
std::string toString(Expr expr, const Naming& naming = {});
std::string toString(Formula formula, const Naming& naming = {});
std::string toString(Integer value);

}  // namespace weir::logic
