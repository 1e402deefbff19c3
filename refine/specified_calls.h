// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What trusted methods without a body did in a solver's instance, so that an execution can do the same.
//
//   trusted method next_id { ensures return > 0 }      in the instance the first call gave 1, the second 7
//   return next_id() - next_id();                      so the execution returns -6
//
// So it is for functions of other sources that the code has pointers to, which may do anything (Procedure::is_unknown).
//
// There is no code to run: the specification allows what the solver chose. The calls come in the order of the code, and
// the inlined query is exact, so the execution makes the calls that the instance has, in the same order. Where that is
// not so (or what was chosen cannot be expressed as a heap: objects made, in C++ also freed) a call cannot be
// performed, and the execution ends as unsupported.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "refine/atom_objects.h"
#include "refine/query.h"

namespace weir::refine {

class SpecifiedCalls {
 public:
  /// Requires a satisfiable answer of the query. `objects` are the objects of the entry state, by atom.
  SpecifiedCalls(Query& query, const specs::Specification& specification, std::map<int, program::ObjectId> objects);

  /// Does what the next call did. False where it cannot be done; then nothing more can.
  bool perform(const program::Procedure& callee, const std::vector<program::Value>& arguments, program::Heap& heap,
               std::optional<program::Value>& result);

 private:
  struct Write {
    int object;  // an atom
    const program::Field* field;
    long index;
    std::optional<logic::Cell> value;  // none: null
  };
  struct Call {
    const program::Procedure* callee;
    std::vector<Write> writes;
    std::vector<int> frees = {};        // atoms of whole objects, after the writes
    std::optional<logic::Cell> result;  // none: null, or nothing is returned
  };

  bool record(const CallSiteRecord& site, bool is_specified);
  bool noteFrees(const logic::TupleSet& before, const logic::TupleSet& after, Call& call) const;
  void becomeKnown(const std::vector<program::Value>& pointers, const program::Heap& heap);
  AtomObjects objectsIn(const program::Heap& heap) const;
  std::optional<program::ObjectId> findMade(int atom, const program::Heap& heap) const;
  std::optional<program::Value> valueOf(const std::optional<logic::Cell>& cell, program::TypeRef type,
                                        const program::Heap& heap) const;

  Query& query_;
  std::map<int, program::ObjectId> objects_;
  std::vector<Call> calls_;
  std::size_t next_ = 0;
  std::set<program::ObjectId> known_;  // whole objects that functions of other sources have come to know
};

/// Components of the heap that the solver chose at a call site.
std::vector<int> chosenComponents(const CallSiteRecord& site, const Components& components);

/// That every call can be performed: none makes objects or, but for functions of C that may do anything, ends them, and
/// such a function changes of the objects that the code made only those that it is handed.
logic::Formula canBePerformed(Query& query);

/// One formula a field: that no function which may do anything changes it, and one that none frees. A counterexample in
/// which they do little is easier to read. Before them that what is not computed has the likely value, which a compiled
/// program may show.
std::vector<logic::Formula> leavesAlone(Query& query);

/// Gives the solver everything that `SpecifiedCalls` reads: to be called before it is asked. True where something
/// was new.
bool demandSpecifiedCalls(Query& query);

}  // namespace weir::refine
