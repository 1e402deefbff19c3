// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/clause_mining.h"

#include <cstdint>

#include "prove/heap_program.h"

namespace weir::prove {

int cellsOf(const Clause& clause, const std::vector<MinedAtom>& atoms) {
  int cells = 0;
  for (const int literal : clause.literals) cells |= atoms[at(atomOf(literal))].cells;
  return cells;
}

namespace {

class Miner {
 public:
  Miner(const std::vector<std::vector<bool>>& rows, const std::vector<MinedAtom>& atoms,
        const std::function<void()>& checkpoint)
      : atoms_(atoms),
        checkpoint_(checkpoint),
        literals_(2 * static_cast<int>(atoms.size())),
        words_((rows.size() + 63) / 64),
        bits_(at(literals_), Bits(words_, 0)),
        full_(words_, ~std::uint64_t{0}),
        one_(at(literals_), 0),
        two_(at(literals_), std::vector<char>(at(literals_), 0)) {
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t atom = 0; atom < atoms.size(); ++atom)
        bits_[2 * atom + (rows[row][atom] ? 0 : 1)][row / 64] |= std::uint64_t{1} << (row % 64);
    if (rows.size() % 64 != 0) full_.back() = (std::uint64_t{1} << (rows.size() % 64)) - 1;
  }

  std::vector<Clause> run() {
    for (int a = 0; a < literals_; ++a)
      if (isFull({a})) {
        one_[at(a)] = 1;
        keep({a});
      }
    for (int a = 0; a < literals_; ++a)
      for (int b = a + 1; b < literals_ && !one_[at(a)]; ++b)
        if (!one_[at(b)] && a / 2 != b / 2 && isFull({a, b})) {
          two_[at(a)][at(b)] = two_[at(b)][at(a)] = 1;
          keep({a, b});
        }
    addThree();
    addFour();
    addOrdered();
    return std::move(clauses_);
  }

 private:
  using Bits = std::vector<std::uint64_t>;

  bool isFull(std::initializer_list<int> clause) const {
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t any = 0;
      for (const int literal : clause) any |= bits_[at(literal)][word];
      if (any != full_[word]) return false;
    }
    return true;
  }

  /// What speaks of v alone speaks of u alone as well.
  void keep(std::vector<int> clause) {
    if (Clause one{std::move(clause)}; cellsOf(one, atoms_) != 2) clauses_.push_back(std::move(one));
  }

  bool apart(int a, int b) const { return a / 2 != b / 2 && !two_[at(a)][at(b)]; }

  void addThree() {
    for (int a = 0; a < literals_; ++a)
      for (int b = a + 1; b < literals_ && !one_[at(a)]; ++b) {
        checkpoint_();
        if (one_[at(b)] || !apart(a, b)) continue;
        for (int c = b + 1; c < literals_; ++c)
          if (!one_[at(c)] && c / 2 != b / 2 && !two_[at(a)][at(c)] && !two_[at(b)][at(c)] && isFull({a, b, c}))
            keep({a, b, c});
      }
  }

  void addFour() {
    std::vector<int> of_place;
    for (int literal = 0; literal < literals_; ++literal) {
      const MinedAtom& atom = atoms_[at(atomOf(literal))];
      if (atom.cells == 1 && atom.is_place && !one_[at(literal)]) of_place.push_back(literal);
    }
    for (std::size_t i = 0; i < of_place.size(); ++i)
      for (std::size_t j = i + 1; j < of_place.size(); ++j) {
        const int a = of_place[i], b = of_place[j];
        if (!apart(a, b)) continue;
        for (std::size_t k = j + 1; k < of_place.size(); ++k) {
          const int c = of_place[k];
          if (!apart(a, c) || !apart(b, c) || isFull({a, b, c})) continue;
          for (std::size_t l = k + 1; l < of_place.size(); ++l) {
            const int d = of_place[l];
            if (!apart(a, d) || !apart(b, d) || !apart(c, d)) continue;
            if (isFull({a, b, d}) || isFull({a, c, d}) || isFull({b, c, d})) continue;
            if (isFull({a, b, c, d})) keep({a, b, c, d});
          }
        }
      }
  }

  std::vector<int> literalsOf(int cells, bool MinedAtom::* kind) const {
    std::vector<int> all;
    for (int literal = 0; literal < literals_; ++literal) {
      const MinedAtom& atom = atoms_[at(atomOf(literal))];
      if (atom.cells == cells && atom.*kind && !one_[at(literal)]) all.push_back(literal);
    }
    return all;
  }

  /// `u` here, `v` there, `v` after `u`: then `u.key <= v.key`.
  void addOrdered() {
    const std::vector<int> us = literalsOf(1, &MinedAtom::is_place), vs = literalsOf(2, &MinedAtom::is_place);
    for (const int way : literalsOf(3, &MinedAtom::is_way)) {
      if (!isNegated(way)) continue;
      for (const int order : literalsOf(3, &MinedAtom::is_order)) {
        checkpoint_();
        if (isNegated(order) || !apart(way, order)) continue;
        for (const int u : us) {
          if (!apart(u, way) || !apart(u, order) || isFull({u, way, order})) continue;
          for (const int v : vs)
            if (apart(v, way) && apart(v, order) && apart(u, v) && !isFull({v, way, order}) && !isFull({u, v, way}) &&
                !isFull({u, v, order}) && isFull({u, v, way, order}))
              keep({u, v, way, order});
        }
      }
    }
  }

  const std::vector<MinedAtom>& atoms_;
  const std::function<void()>& checkpoint_;
  int literals_;
  std::size_t words_;
  std::vector<Bits> bits_;
  Bits full_;
  std::vector<char> one_;
  std::vector<std::vector<char>> two_;
  std::vector<Clause> clauses_;
};

}  // namespace

std::vector<Clause> mineClauses(const std::vector<std::vector<bool>>& rows, const std::vector<MinedAtom>& atoms,
                                const std::function<void()>& checkpoint) {
  return Miner(rows, atoms, checkpoint).run();
}

std::string written(const Clause& clause, int cells, const std::string& cell_class,
                    const std::function<std::string(int atom)>& textOf) {
  std::string conditions, conclusions;
  for (const int literal : clause.literals) {
    std::string& side = isNegated(literal) ? conditions : conclusions;
    if (!side.empty()) side += isNegated(literal) ? " and " : " or ";
    side += textOf(atomOf(literal));
  }
  std::string text;
  if (conclusions.empty())
    text = "not (" + conditions + ")";
  else
    text = conditions.empty() ? conclusions : conditions + " => " + conclusions;
  if (cells == 0) return text;
  const std::string bound = cells == 1 ? "u" : cells == 2 ? "v" : "u, v";
  return "all " + bound + ": " + cell_class + " | " + text;
}

}  // namespace weir::prove
