// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a procedure does to the heap, as bounds over its pre-state: the initial specification of a call site.
//
//   void Graph::init()            visitedInsNum' = visitedInsNum ++ (this.nodes.head.*next.node -> 0)
//   ListEntry* findSource(entry)  return in {e: entry.*next | e.node.inDeg = e.node.visitedInsNum}
//
// Sound for every heap and every number of iterations: for each execution that starts in a pre-state and returns
// normally there are values for the allocation symbols such that every relation of the post-state lies within its
// bounds. Executions that fail, throw, abort or run for ever have no post-state here. A relation that is not
// mentioned is unchanged.
//
// Expressions are over the pre-state relations, parameters and constants of `program::Vocabulary` and over the
// allocation symbols; `facts` also over post-state relations.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/logic/context.h"
#include "ir/program/program.h"
#include "ir/program/vocabulary.h"

namespace weir::abstraction {

/// Of one value: lower in value in upper. A missing upper bound allows every value of the type.
struct Bounds {
  logic::Expr lower = nullptr;
  logic::Expr upper = nullptr;
  bool isExact() const { return lower == upper; }
};

/// Of a field, a live set or an extent after the call: a row whose first column is in `wild` is any row of the type,
/// the other rows lie between lower and upper. `wild` is a unary set of atoms; lower has no row in it.
struct RelationBounds {
  logic::Relation pre = nullptr;
  logic::Relation post = nullptr;
  logic::Expr lower = nullptr;
  logic::Expr upper = nullptr;
  logic::Expr wild = nullptr;
  /// Then the post-state relation can be defined as `upper` instead of being chosen.
  bool isExact() const { return lower == upper && wild->kind == logic::ExprKind::None; }
};

/// What one place allocates during the call: objects of exactly this class that were never live before. Their parts
/// come with them. Symbols of one summary are disjoint. A symbol is a placeholder: each call site has its own copy.
struct Allocation {
  const program::ClassDecl* class_decl = nullptr;
  logic::Relation symbol = nullptr;  // unary
  bool is_set = false;               // any number of objects; else at most one
  /// Where not a set and not null: one object where this pre-state formula holds, none elsewhere.
  logic::Formula condition = nullptr;
  bool is_automatic = false;  // a local, dead when the call returns
};

/// Something in the procedure, or in what it calls, that weir does not understand: an unsupported statement, a
/// function without a body. The bounds say nothing about executions that reach it: whoever uses them has to
/// exclude that or answer `unknown`.
struct Opaque {
  std::string reason;
  SourceRange range;
};

struct Summary {
  const program::Procedure* procedure = nullptr;
  std::vector<RelationBounds> relations;  // in order of pre->id
  std::optional<Bounds> result;           // absent for void
  std::vector<Allocation> allocations;
  std::vector<logic::Formula> facts;  // hold as well after every normal return, where present
  bool may_return = true;             // false: no execution returns normally (there are no bounds then)
  bool may_throw = false;             // an exception may leave it; then the state is not bounded
  /// A bound mentions an object with automatic storage of the call: it is among the allocations though no heap object
  /// is made. Whoever counts objects has to look into the body instead.
  bool keeps_locals = false;
  std::vector<Opaque> opaque;

  const RelationBounds* find(logic::Relation pre) const;
  /// Everything it may do is in exact bounds: as good as the body, for executions that return.
  bool isExact() const;
};

/// A summary at one call site: symbols renamed, the pre-state of the call put in. All formulas and expressions are over
/// what the caller put in and over the new relations in `allocations`.
struct CallSite {
  std::vector<Allocation> allocations;    // symbols made for this call site: the caller binds them to dead atoms
  std::vector<RelationBounds> relations;  // pre and post name the vocabulary's relations
  std::optional<Bounds> result;
  std::vector<logic::Formula> facts;  // over post-state relations (and `return`) of the vocabulary
};

/// `value` gives the caller's expression for a pre-state relation or a parameter of the callee; null keeps it.
CallSite instantiate(const Summary& summary, logic::Context& context,
                     const std::function<logic::Expr(logic::Relation)>& value);

/// lower in post, and post without its wild rows in upper. Requires equal arity. Uses no infinite set.
logic::Formula within(logic::Context& context, const RelationBounds& bounds, logic::Expr post);
logic::Formula within(logic::Context& context, const Bounds& bounds, logic::Expr value);

/// As a reader wants it, one constraint a line: "head' = head ++ (this -> New$ListEntry)".
std::vector<std::string> constraintsOf(const Summary& summary);
std::string toString(const Summary& summary);

}  // namespace weir::abstraction
