// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finite universes, bounds on relations, and instances.
//
// A bound lists the tuples a relation may have and says which it must have. A cell of a tuple is an atom, a fixed
// integer, or a *free* integer: a value the solver chooses, of a given width and sign. So a field `int depth` of three
// frames is
//
//   (Frame0, free 32 signed), (Frame1, free 32 signed), (Frame2, free 32 signed), one value a frame
//
// and a set of at most two integers in each `IntSet` has two tuples with a free cell for each atom.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/logic/expression.h"

namespace weir::logic {

struct AtomDecl {
  std::string name;
  Sort sort = nullptr;  // its most special one
};

class Universe {
 public:
  int add(std::string name, Sort sort);  // the new atom's index
  int size() const { return static_cast<int>(atoms_.size()); }
  const AtomDecl& at(int atom) const { return atoms_.at(atom); }
  /// Atoms whose sort is `sort` or below it, in order.
  const std::vector<int>& atomsOf(Sort sort) const;

 private:
  std::vector<AtomDecl> atoms_;
  mutable std::map<Sort, std::vector<int>> by_sort_;
};

struct BoundCell {
  enum class Kind { Atom, Integer, Free };
  Kind kind = Kind::Atom;
  int atom = 0;
  Integer integer = 0;
  int width = 0;  // Free
  bool is_signed = false;

  static BoundCell ofAtom(int index) { return {.kind = Kind::Atom, .atom = index}; }
  static BoundCell ofInteger(Integer value) { return {.kind = Kind::Integer, .integer = value}; }
  static BoundCell free(int width, bool is_signed) {
    return {.kind = Kind::Free, .width = width, .is_signed = is_signed};
  }
};

struct BoundTuple {
  std::vector<BoundCell> cells;
  bool required = false;  // in the lower bound
};

/// How many values the last column has for each combination of the others that the upper bound lists.
enum class Multiplicity { Any, Lone, One };

struct RelationBound {
  std::vector<BoundTuple> tuples;
  Multiplicity multiplicity = Multiplicity::Any;
};

struct Cell {  // of a concrete tuple
  bool is_integer = false;
  int atom = 0;
  Integer integer = 0;
  static Cell ofAtom(int index) { return {.atom = index}; }
  static Cell ofInteger(Integer value) { return {.is_integer = true, .integer = value}; }
  auto operator<=>(const Cell&) const = default;
};
using Tuple = std::vector<Cell>;
using TupleSet = std::set<Tuple>;

/// A value for every relation; one that is not mentioned is empty.
class Instance {
 public:
  explicit Instance(const Universe& universe) : universe_(&universe) {}
  const Universe& universe() const { return *universe_; }
  const TupleSet& valueOf(Relation relation) const;
  void set(Relation relation, TupleSet value) { values_[relation] = std::move(value); }
  void add(Relation relation, Tuple tuple) { values_[relation].insert(std::move(tuple)); }
  bool has(Relation relation) const { return values_.contains(relation); }

 private:
  struct ById {
    bool operator()(Relation a, Relation b) const { return a->id < b->id; }
  };
  const Universe* universe_;
  std::map<Relation, TupleSet, ById> values_;

 public:
  const std::map<Relation, TupleSet, ById>& values() const { return values_; }
};

/// "{(Node0, 3), (Node1, 4)}".
std::string toString(const TupleSet& tuples, const Universe& universe);

}  // namespace weir::logic
