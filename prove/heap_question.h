// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One path in a part of the heap, with the invariants at the head where it starts.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "prove/heap_invariants.h"
#include "prove/heap_path.h"

namespace weir::prove {

/// The values of a family's atoms for all objects of a structure.
class HeapAtomTable {
 public:
  HeapAtomTable(HeapStructure& structure, const HeapFamily& family, const std::vector<HeapStructure::Pointer>& names);
  solver::Gate at(int literal, int u, int v) const;
  int objects() const { return objects_; }

 private:
  int objects_;
  std::vector<std::vector<solver::Gate>> gates_;  // by atom, u * objects + v
};

/// The table in one model.
class HeapAtomValues {
 public:
  HeapAtomValues(HeapStructure& structure, const HeapFamily& family, const HeapAtomTable& table,
                 solver::Valuation& value);
  int objects() const { return objects_; }
  bool exists(int object) const { return exists_[at(object)]; }
  bool isBroken(const Clause& clause, int u, int v) const;

 private:
  int objects_;
  std::vector<bool> exists_;
  std::vector<std::vector<char>> values_;
};

/// The families at one head, with the clauses that are taken for invariants.
struct HeapHead {
  std::vector<HeapFamily> families;
  std::vector<std::vector<bool>> is_out;  // by family and clause: no invariant after all
  HeapStructure::Changes changes;         // since the entry
};

/// A clause, by its head's families.
struct ClauseIndex {
  std::size_t family = 0;
  std::size_t clause = 0;
  auto operator<=>(const ClauseIndex&) const = default;
};

class HeapQuestion {
 public:
  using Gate = solver::Gate;
  /// How a search went on: within the budget, or it throws.
  using Solve = std::function<solver::Answer(HeapStructure&, std::span<const solver::Literal>)>;

  /// `before`: the head where the path starts; none at the entry.
  HeapQuestion(const Subject& subject, const HeapWords& words, const Path& path, const HeapHead* before,
               HeapStructure::Room room, bool only_counts, Ways ways, const std::optional<logic::Formula>& followed);

  HeapStructure& structure() { return structure_; }
  HeapPath& path() { return *path_; }

  /// The clauses that an object or two at the end of the path break. Names the objects; none may be named afterwards.
  void prepareBroken(const HeapHead& after);
  Gate broken(const HeapHead& after, ClauseIndex index);
  /// In the last model.
  std::vector<ClauseIndex> brokenInModel(const HeapHead& after);

  /// Can the gate be true, with what the invariants say? The invariants that exclude it are added to `needed`.
  bool isPossible(Gate gate, const Solve& solve, std::set<ClauseIndex>* needed);

 private:
  struct Instance {
    ClauseIndex index;
    int u = 0;
    int v = 0;
    auto operator<=>(const Instance&) const = default;
  };

  void prepareTables();
  bool addInstances();
  bool sayOf(ClauseIndex index, int u, int v);

  const HeapHead* before_;
  bool only_counts_;
  HeapStructure structure_;
  std::optional<HeapPath> path_;
  std::vector<std::vector<HeapStructure::Pointer>> terms_before_;
  std::vector<HeapAtomTable> tables_before_, tables_after_;
  std::vector<std::vector<int>> cells_before_, cells_after_;  // of clauses
  std::vector<std::vector<Gate>> broken_atoms_;               // by family and atom, of two names
  std::vector<std::pair<HeapStructure::Pointer, HeapStructure::Pointer>> broken_names_;
  std::map<ClauseIndex, solver::Literal> guards_;
  std::set<Instance> said_;
};

}  // namespace weir::prove
