// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One transition of a list program in a structure that is large enough for what is asked of it, and clauses at its end.
#pragma once

#include <algorithm>
#include <vector>

#include "prove/invariants.h"
#include "prove/list_logic.h"
#include "prove/list_structure.h"

namespace weir::prove {

/// One transition in a structure that is large enough for what is asked of it.
class Transition {
 public:
  /// `more`: names for what is asked at its end. Raises `cutoff` to the cells that it has.
  Transition(const ListProgram& program, const Path& path, const std::vector<Formula>& requirements, int more,
             int& cutoff)
      : program_(program), path_(path), structure_(program, cellsFor(path, requirements) + more) {
    cutoff = std::max(cutoff, structure_.cells());
    values_.push_back(structure_.none());
    for (std::size_t i = 0; i < path.roots.size() + path.before.size(); ++i) values_.push_back(structure_.name());
    std::vector<Structure::Pointer> roots;
    for (const Value root : path.roots) roots.push_back(value(root));
    for (const Formula& requirement : requirements) structure_.assertTrue(structure_.meaning(requirement, roots));
    if (path.from == Path::kEntry)
      structure_.startAtEntry();
    else
      structure_.startAnywhere();
    for (const Value root : path.roots) structure_.assumeLive(value(root), true);
    for (const Value before : path.before) structure_.assumeLive(value(before), false);
  }

  Structure& structure() { return structure_; }
  const Structure::Pointer& value(Value value) const { return values_[at(value)]; }

  /// Says whether it returns 1. Of numbers that are not followed that may be so or not.
  void end() {
    if (!path_.truth) return;
    std::vector<solver::Gate> cases;
    bool is_known = true;
    for (const Conjunction& one : path_.truth->when_true) {
      std::vector<solver::Gate> tests;
      for (const Test& test : one) {
        const bool is_number = test.kind == Test::Kind::AtMost || test.kind == Test::Kind::Equal;
        is_known &= !is_number || (test.kind == Test::Kind::AtMost && isKey(test.key()));
        if (is_known) tests.push_back(meaning(test));
      }
      cases.push_back(structure_.circuit().conjunction(tests));
    }
    structure_.setResult(is_known ? structure_.circuit().disjunction(cases) : structure_.circuit().variable());
  }

  /// In the order of the atoms at the head where it starts.
  std::vector<Structure::Pointer> namesBefore() const { return pointers(program_.namedBefore(path_)); }
  std::vector<Structure::Pointer> namesAfter() const { return pointers(program_.namedAfter(path_)); }

  /// Takes the steps. What must be so for one of them to be as it is said is handed to `obliged` first, and assumed.
  template <typename Obliged>
  void take(const Obliged& obliged) {
    for (const Step& step : path_.steps) {
      const Structure::Pointer object = value(step.object);
      switch (step.kind) {
        case Step::Kind::Assume: structure_.assertTrue(meaning(step.test)); break;
        case Step::Kind::Touch: obliged(step, !object.null); break;
        case Step::Kind::Load: values_.push_back(structure_.load(object)); break;
        case Step::Kind::Allocate: values_.push_back(structure_.allocate()); break;
        case Step::Kind::Change: change(step); break;
        case Step::Kind::Part:
        case Step::Kind::Free: break;  // asLists refuses them
        case Step::Kind::Store:
          obliged(step, structure_.keepsEnding(object, value(step.value)));
          structure_.store(object, value(step.value));
          break;
      }
    }
  }

 private:
  std::vector<Structure::Pointer> pointers(const std::vector<Value>& named) const {
    std::vector<Structure::Pointer> found;
    for (const Value one : named) found.push_back(value(one));
    return found;
  }

  static int cellsFor(const Path& path, const std::vector<Formula>& requirements) {
    int names = path.values() - 1;
    for (const Formula& requirement : requirements) names += existentials(requirement);
    return std::max(1, names);
  }

  bool isKey(const program::Field* field) const {
    return std::ranges::find(program_.keys, field) != program_.keys.end();
  }

  /// What is compared changes only in a new cell, before it is compared: it has had this value all the time.
  void change(const Step& step) {
    if (!step.number || step.number->field != step.field) return;
    if (!isKey(step.field)) return;
    const Structure::Pointer &a = value(step.object), &b = value(step.number->object);
    structure_.assertTrue(structure_.atMost(step.field, a, b));
    structure_.assertTrue(structure_.atMost(step.field, b, a));
  }

  solver::Gate meaning(const Test& test) {
    const bool is_order = test.kind == Test::Kind::AtMost;
    const Structure::Pointer &a = value(is_order ? test.left.object : test.a),
                             &b = value(is_order ? test.right.object : test.b);
    const solver::Gate holds = test.kind == Test::Kind::Null   ? a.null
                               : test.kind == Test::Kind::Same ? structure_.same(a, b)
                                                               : structure_.atMost(test.key(), a, b);
    return test.positive ? holds : !holds;
  }

  const ListProgram& program_;
  const Path& path_;
  Structure structure_;
  std::vector<Structure::Pointer> values_;
};

/// Of clauses at the end of a transition: that two cells break them. Names the two: no cell is named after them.
class Broken {
 public:
  Broken(Structure& structure, const std::vector<Atom>& atoms, const std::vector<Structure::Pointer>& names)
      : structure_(structure), atoms_(atoms), u_(structure.name()), v_(structure.name()) {
    for (const Atom& atom : atoms) values_.push_back(valueOf(structure, atom, names, u_, v_));
    structure.assumeLive(u_, false);
    structure.assumeLive(v_, false);
  }

  solver::Gate operator()(const Clause& clause) const {
    const int cells = cellsOf(clause, atoms_);
    std::vector<solver::Gate> parts;
    if ((cells & 1) != 0) parts.push_back(!u_.null);
    if ((cells & 2) != 0) parts.push_back(!v_.null);
    for (const int literal : clause.literals)
      parts.push_back(isNegated(literal) ? values_[at(atomOf(literal))] : !values_[at(atomOf(literal))]);
    return structure_.circuit().conjunction(parts);
  }

 private:
  Structure& structure_;
  const std::vector<Atom>& atoms_;
  Structure::Pointer u_, v_;
  std::vector<solver::Gate> values_;
};

}  // namespace weir::prove
