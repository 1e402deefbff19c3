// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/invariants.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::prove {

using Kind = Atom::Kind;
using solver::Gate;

namespace {

using Names = std::vector<int>;

void addOfNames(const Names& names, std::vector<Atom>& atoms) {
  for (const int x : names) atoms.push_back({.kind = Kind::Null, .x = x});
  for (const int x : names)
    for (const int y : names)
      if (x < y) atoms.push_back({.kind = Kind::Same, .x = x, .y = y});
  for (const int x : names)
    for (const int y : names)
      if (x != y) atoms.push_back({.kind = Kind::Reaches, .x = x, .y = y});
}

}  // namespace

std::vector<Atom> atomsAt(const ListProgram& program, const CutPoint& head, Vocabulary vocabulary) {
  const int roots = static_cast<int>(program.roots.size());
  const int count = roots + static_cast<int>(head.variables.size());
  const bool large = vocabulary == Vocabulary::Large;
  Names names, fixed;
  for (int x = 0; x < count; ++x) {
    const bool is_fixed = x < roots && !isAssigned(*program.procedure, program.roots[at(x)]);
    if (is_fixed) fixed.push_back(x);
    if (large || is_fixed || x >= roots) names.push_back(x);
  }
  std::vector<Atom> atoms;
  addOfNames(names, atoms);
  for (const int cells : {1, 2}) {
    for (const int x : names) {
      atoms.push_back({.kind = Kind::Is, .x = x, .cells = cells});
      atoms.push_back({.kind = Kind::ReachedFrom, .x = x, .cells = cells});
      if (large) atoms.push_back({.kind = Kind::Reaching, .x = x, .cells = cells});
    }
    for (int x = 0; x < roots; ++x) atoms.push_back({.kind = Kind::AtEntryFrom, .x = x, .cells = cells});
    if (program.makes) atoms.push_back({.kind = Kind::Old, .cells = cells});
    for (const program::Field* key : program.keys) {
      for (const int x : names)
        for (const Kind kind : {Kind::KeyAtMost, Kind::KeyAtLeast})
          if (x >= roots || std::ranges::find(fixed, x) != fixed.end())
            atoms.push_back({.kind = kind, .x = x, .key = key, .cells = cells});
      for (const int x : fixed) atoms.push_back({.kind = Kind::KeySame, .x = x, .key = key, .cells = cells});
    }
  }
  for (const Kind kind :
       {Kind::CellsSame, Kind::CellsReach, Kind::CellsReachBack, Kind::CellsAtEntry, Kind::CellsAtEntryBack})
    atoms.push_back({.kind = kind, .cells = 3});
  for (const program::Field* key : program.keys)
    for (const Kind kind : {Kind::CellsAtMost, Kind::CellsAtLeast})
      atoms.push_back({.kind = kind, .key = key, .cells = 3});
  return atoms;
}

int cellsOf(const Clause& clause, const std::vector<Atom>& atoms) {
  int cells = 0;
  for (const int literal : clause.literals) cells |= atoms[static_cast<std::size_t>(atomOf(literal))].cells;
  return cells;
}

Gate valueOf(Structure& structure, const Atom& atom, const std::vector<Structure::Pointer>& names,
             const Structure::Pointer& u, const Structure::Pointer& v) {
  const Structure::Pointer& x = names[static_cast<std::size_t>(atom.x)];
  const Structure::Pointer& y = names[static_cast<std::size_t>(atom.y)];
  const Structure::Pointer& w = atom.cells == 2 ? v : u;
  switch (atom.kind) {
    case Kind::Null: return x.null;
    case Kind::Same: return structure.same(x, y);
    case Kind::Reaches: return structure.reach(structure.now(), x, y);
    case Kind::Is: return structure.same(x, w);
    case Kind::ReachedFrom: return structure.reach(structure.now(), x, w);
    case Kind::Reaching: return structure.reach(structure.now(), w, x);
    case Kind::AtEntryFrom: return structure.reach(structure.atEntry(), x, w);
    case Kind::Old: return structure.wasLiveAtEntry(w);
    case Kind::KeyAtMost: return structure.atMost(atom.key, x, w);
    case Kind::KeyAtLeast: return structure.atMost(atom.key, w, x);
    case Kind::KeySame:
      return structure.circuit().conjunction(structure.atMost(atom.key, x, w), structure.atMost(atom.key, w, x));
    case Kind::CellsSame: return structure.same(u, v);
    case Kind::CellsReach: return structure.reach(structure.now(), u, v);
    case Kind::CellsReachBack: return structure.reach(structure.now(), v, u);
    case Kind::CellsAtEntry: return structure.reach(structure.atEntry(), u, v);
    case Kind::CellsAtEntryBack: return structure.reach(structure.atEntry(), v, u);
    case Kind::CellsAtMost: return structure.atMost(atom.key, u, v);
    case Kind::CellsAtLeast: return structure.atMost(atom.key, v, u);
  }
  UNREACHABLE("an atom should be of a known kind");
}

AtomTable::AtomTable(Structure& structure, const std::vector<Atom>& atoms,
                     const std::vector<Structure::Pointer>& names) {
  const auto size = static_cast<std::size_t>(structure.cells());
  for (int cell = 0; cell < structure.cells(); ++cell) present_.push_back(structure.isLive(cell));
  for (const Atom& atom : atoms) {
    auto& table = gates_.emplace_back(size, std::vector<Gate>(size));
    for (std::size_t u = 0; u < size; ++u)
      for (std::size_t v = 0; v < size; ++v) {
        if (atom.cells == 0 && (u > 0 || v > 0))
          table[u][v] = table[0][0];
        else if (atom.cells == 1 && v > 0)
          table[u][v] = table[u][0];
        else if (atom.cells == 2 && u > 0)
          table[u][v] = table[0][v];
        else
          table[u][v] =
              valueOf(structure, atom, names, structure.cell(static_cast<int>(u)), structure.cell(static_cast<int>(v)));
      }
  }
}

Gate AtomTable::meaning(Structure& structure, const Clause& clause, const std::vector<Atom>& atoms) const {
  const int cells = cellsOf(clause, atoms);
  std::vector<Gate> all;
  for (int u = 0; u < ((cells & 1) != 0 ? structure.cells() : 1); ++u)
    for (int v = 0; v < ((cells & 2) != 0 ? structure.cells() : 1); ++v) {
      std::vector<Gate> literals;
      if ((cells & 1) != 0) literals.push_back(!isPresent(u));
      if ((cells & 2) != 0) literals.push_back(!isPresent(v));
      for (const int literal : clause.literals)
        literals.push_back(isNegated(literal) ? !at(atomOf(literal), u, v) : at(atomOf(literal), u, v));
      all.push_back(structure.circuit().disjunction(literals));
    }
  return structure.circuit().conjunction(all);
}

namespace {

std::string textOf(const Atom& atom, const ListProgram& program, const CutPoint& head) {
  const auto name = [&](int index) {
    const auto i = static_cast<std::size_t>(index);
    return i < program.roots.size() ? program.roots[i]->name : head.variables[i - program.roots.size()]->name + "'";
  };
  const std::string link = program.link->name;
  const std::string w = atom.cells == 2 ? "v" : "u";
  const std::string key = atom.key != nullptr ? "." + atom.key->name : "";
  switch (atom.kind) {
    case Kind::Null: return "no " + name(atom.x);
    case Kind::Same: return name(atom.x) + " = " + name(atom.y);
    case Kind::Reaches: return name(atom.y) + " in " + name(atom.x) + ".*" + link + "'";
    case Kind::Is: return w + " = " + name(atom.x);
    case Kind::ReachedFrom: return w + " in " + name(atom.x) + ".*" + link + "'";
    case Kind::Reaching: return name(atom.x) + " in " + w + ".*" + link + "'";
    case Kind::AtEntryFrom: return w + " in " + name(atom.x) + ".*" + link;
    case Kind::Old: return w + " in " + program.cell->name;
    case Kind::KeyAtMost: return name(atom.x) + key + " <= " + w + key;
    case Kind::KeyAtLeast: return w + key + " <= " + name(atom.x) + key;
    case Kind::KeySame: return w + key + " = " + name(atom.x) + key;
    case Kind::CellsSame: return "u = v";
    case Kind::CellsReach: return "v in u.*" + link + "'";
    case Kind::CellsReachBack: return "u in v.*" + link + "'";
    case Kind::CellsAtEntry: return "v in u.*" + link;
    case Kind::CellsAtEntryBack: return "u in v.*" + link;
    case Kind::CellsAtMost: return "u" + key + " <= v" + key;
    case Kind::CellsAtLeast: return "v" + key + " <= u" + key;
  }
  UNREACHABLE("an atom should be of a known kind");
}

}  // namespace

std::string toString(const Clause& clause, const std::vector<Atom>& atoms, const ListProgram& program,
                     const CutPoint& head) {
  return head.premise() + written(clause, cellsOf(clause, atoms), program.cell->name, [&](int atom) {
           return textOf(atoms[static_cast<std::size_t>(atom)], program, head);
         });
}

}  // namespace weir::prove
