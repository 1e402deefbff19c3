// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The abstract state at a point of a procedure, and the ways out of a piece of code.
//
// A state says for each local and each relation that changed what its value is, in terms of the state at entry:
// exactly, or within bounds. Two ways that meet are told apart by the condition under which one of them was taken,
// where that is known exactly:
//
//   if (c) x = a; else x = b;       x = (c => a else b)         with c exact
//                                   a & b in x in a + b         otherwise
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "abstraction/interval.h"
#include "abstraction/summary.h"

namespace weir::abstraction {

/// A relation's value: as RelationBounds, without its names.
struct Rows {
  logic::Expr lower = nullptr;
  logic::Expr upper = nullptr;
  logic::Expr wild = nullptr;
  bool isExact() const { return lower == upper && wild->kind == logic::ExprKind::None; }
  bool operator==(const Rows&) const = default;
};

struct State {
  struct ByIndex {
    bool operator()(const program::Local* a, const program::Local* b) const { return a->index < b->index; }
  };
  struct ById {
    bool operator()(logic::Relation a, logic::Relation b) const { return a->id < b->id; }
  };
  std::map<const program::Local*, Bounds, ByIndex> locals;  // absent: never assigned
  std::map<logic::Relation, Rows, ById> relations;          // absent: as at entry
  std::optional<Bounds> result;                             // of a return
};

/// A way out of a piece of code, with the condition on the state at its entry under which it is taken.
struct Path {
  Guard taken;
  State state;
};

struct Flow {
  std::optional<Path> normal;
  std::optional<Path> returned;
  std::optional<Path> thrown;
  std::map<std::string, Path> breaks;
  std::map<std::string, Path> continues;
};

class Coarse;

/// Operations on states. Ensures for each: the result allows what the program can do.
class States {
 public:
  States(logic::Context& context, Symbols& symbols, int max_operators);
  ~States();
  logic::Context& context() { return *context_; }
  Coarse& coarse() { return *coarse_; }

  Guard always() { return exactly(context_->truth(true)); }
  Guard perhaps() { return {context_->truth(false), context_->truth(true)}; }
  Guard exactly(logic::Formula formula) { return {formula, formula}; }
  Guard both(const Guard& a, const Guard& b);
  Guard either(const Guard& a, const Guard& b);
  Guard opposite(const Guard& a) { return {context_->negate(a.may), context_->negate(a.must)}; }

  Bounds exact(logic::Expr value) { return {value, value}; }
  Bounds any(int arity, std::uint32_t int_columns) { return {context_->none(arity, int_columns), nullptr}; }
  Rows rows(const State& state, logic::Relation relation);
  Rows anyRows(logic::Relation relation);

  /// `a` where the guard holds, `b` elsewhere.
  Bounds choose(const Guard& guard, const Bounds& a, const Bounds& b);
  Rows choose(const Guard& guard, const Rows& a, const Rows& b);
  /// Two ways that exclude each other.
  Path merge(const Path& a, const Path& b);
  void mergeInto(std::optional<Path>& into, Path path);
  void mergeInto(std::map<std::string, Path>& into, const std::string& label, Path path);

  /// The rows of the key become key -> value. `key` is an object, or an object and an index; owner is its object.
  Rows store(const Rows& rows, const Bounds& owner, const Bounds& key, const Bounds& value);
  /// Loosens what has become too long, and gives it up where that does not help.
  Bounds shortened(Bounds bounds, std::uint32_t int_columns);
  Rows shortened(Rows rows);
  Rows loosened(const Rows& rows);
  /// Operators; what is equal to another side is counted once.
  int lengthOf(const Rows& rows);

 private:
  bool isTooLong(const Rows& rows);
  State mergeStates(const Guard& guard, const State& a, const State& b);
  int lengthOf(logic::Expr expr);
  int lengthOf(logic::Formula formula);

  logic::Context* context_;
  std::unique_ptr<Coarse> coarse_;
  int max_operators_;
  std::unordered_map<const void*, int> lengths_;
};

}  // namespace weir::abstraction
