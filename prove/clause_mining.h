// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shortest clauses that are true of all rows: a row says of each atom whether it is true in a state that was seen.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace weir::prove {

/// A literal is twice its atom, one more where it is negated.
struct Clause {
  std::vector<int> literals;
  bool operator==(const Clause&) const = default;
};
inline int atomOf(int literal) { return literal / 2; }
inline bool isNegated(int literal) { return (literal & 1) != 0; }

/// What is known of an atom before its clauses are looked for.
struct MinedAtom {
  int cells = 0;          // 0: none; 1: u; 2: u, but read as v; 3: u and v
  bool is_place = false;  // it says where u, or v, is
  bool is_way = false;    // it says whether one of u and v leads to the other
  bool is_order = false;  // it compares u and v
};
/// Bit 0: the clause speaks of u; bit 1: of v.
int cellsOf(const Clause& clause, const std::vector<MinedAtom>& atoms);

/// As a formula of the specification language: "all u: Cell | u in x.*next' => u in r.*next'". `cells` as of `cellsOf`.
std::string written(const Clause& clause, int cells, const std::string& cell_class,
                    const std::function<std::string(int atom)>& textOf);

/// Clauses of up to three literals, and of four where all say where one cell is, or where two are and how they compare
/// if one leads to the other. None contains another.
std::vector<Clause> mineClauses(const std::vector<std::vector<bool>>& rows, const std::vector<MinedAtom>& atoms,
                                const std::function<void()>& checkpoint);

}  // namespace weir::prove
