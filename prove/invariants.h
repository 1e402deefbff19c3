// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The language of invariants at the head of a loop: clauses over variables, parameters at entry, and up to two cells.
//
//   all u: N | u in x.*n => u in x'.*n' or u in r'.*n'
//
// Variables and links are those of the moment where they are primed, and those at entry where they are not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "prove/clause_mining.h"
#include "prove/heap_program.h"
#include "prove/list_structure.h"

namespace weir::prove {

/// Which literals there are. Few of them prove most, in a fraction of the time.
enum class Vocabulary { Small, Large };

struct Atom {
  enum class Kind {
    Null,         // no x
    Same,         // x = y
    Reaches,      // y in x.*n
    Is,           // u = x
    ReachedFrom,  // u in x.*n
    Reaching,     // x in u.*n
    AtEntryFrom,  // u in x.*n at entry
    Old,          // u was there at entry
    KeyAtMost,    // x.key <= u.key
    KeyAtLeast,   // u.key <= x.key
    KeySame,      // u.key = x.key
    CellsSame,    // u = v
    CellsReach,   // v in u.*n
    CellsReachBack,
    CellsAtEntry,  // v in u.*n at entry
    CellsAtEntryBack,
    CellsAtMost,  // u.key <= v.key
    CellsAtLeast,
  };
  Kind kind = Kind::Null;
  int x = 0;  // of the names at the head: the parameters at entry, then the variables
  int y = 0;
  const program::Field* key = nullptr;
  int cells = 0;  // 0: none; 1: u; 2: u, but read as v; 3: u and v
};

std::vector<Atom> atomsAt(const ListProgram& program, const CutPoint& head, Vocabulary vocabulary);
/// Bit 0: the clause speaks of u; bit 1: of v.
int cellsOf(const Clause& clause, const std::vector<Atom>& atoms);

/// The values of all atoms for cells that may be any.
class AtomTable {
 public:
  AtomTable(Structure& structure, const std::vector<Atom>& atoms, const std::vector<Structure::Pointer>& names);
  solver::Gate isPresent(int cell) const { return present_[prove::at(cell)]; }
  solver::Gate at(int atom, int u, int v) const { return gates_[prove::at(atom)][prove::at(u)][prove::at(v)]; }
  /// The clause holds of all cells.
  solver::Gate meaning(Structure& structure, const Clause& clause, const std::vector<Atom>& atoms) const;

 private:
  std::vector<solver::Gate> present_;  // what is made later is not there
  std::vector<std::vector<std::vector<solver::Gate>>> gates_;
};

solver::Gate valueOf(Structure& structure, const Atom& atom, const std::vector<Structure::Pointer>& names,
                     const Structure::Pointer& u, const Structure::Pointer& v);

/// In the specification language.
std::string toString(const Clause& clause, const std::vector<Atom>& atoms, const ListProgram& program,
                     const CutPoint& head);

}  // namespace weir::prove
