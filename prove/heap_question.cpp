// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_question.h"

#include <algorithm>

namespace weir::prove {

using solver::Answer;
using solver::Gate;
using solver::kFalse;
using solver::Literal;
using Pointer = HeapStructure::Pointer;

namespace {

/// Instances of invariants that one model asks for.
constexpr int kMostInstancesOfModel = 60;

std::vector<std::vector<int>> cellsOf(const HeapHead& head) {
  std::vector<std::vector<int>> all;
  for (const HeapFamily& family : head.families) {
    const std::vector<MinedAtom> atoms = family.mined();
    auto& of_family = all.emplace_back();
    for (const Clause& clause : family.clauses) of_family.push_back(cellsOf(clause, atoms));
  }
  return all;
}

}  // namespace

HeapAtomTable::HeapAtomTable(HeapStructure& structure, const HeapFamily& family, const std::vector<Pointer>& terms)
    : objects_(structure.size(family.cell)) {
  const auto n = prove::at(objects_);
  for (const HeapAtom& atom : family.atoms) {
    std::vector<Gate>& table = gates_.emplace_back(n * n);
    for (std::size_t u = 0; u < n; ++u)
      for (std::size_t v = 0; v < n; ++v) {
        const bool is_known = ((atom.cells & 1) == 0 && u > 0) || ((atom.cells & 2) == 0 && v > 0);
        table[u * n + v] = is_known
                               ? table[((atom.cells & 1) == 0 ? 0 : u) * n + ((atom.cells & 2) == 0 ? 0 : v)]
                               : valueOf(structure, atom, terms, structure.object(family.cell, static_cast<int>(u)),
                                         structure.object(family.cell, static_cast<int>(v)));
      }
  }
}

Gate HeapAtomTable::at(int literal, int u, int v) const {
  const Gate gate = gates_[prove::at(atomOf(literal))][prove::at(u * objects_ + v)];
  return isNegated(literal) ? !gate : gate;
}

HeapQuestion::HeapQuestion(const Subject& subject, const HeapWords& words, const Path& path, const HeapHead* before,
                           HeapStructure::Room room, bool only_counts, Ways ways,
                           const std::optional<logic::Formula>& followed)
    : before_(before),
      only_counts_(only_counts),
      structure_(
          std::move(room),
          [&] {
            std::set<const Field*> all = words.followed;
            if (followed) addClosures(*followed, subject.vocabulary, all);
            return all;
          }(),
          only_counts, before != nullptr ? std::optional(before->changes) : std::nullopt) {
  for (const program::Local* parameter : words.parameters) structure_.parameter(parameter);
  path_.emplace(subject, path, structure_, ways);
  if (before_ == nullptr) return;
  for (const HeapFamily& family : before_->families)
    terms_before_.push_back(termsIn(structure_, family.terms, path_->namesBefore()));
  cells_before_ = cellsOf(*before_);
  if (!only_counts) prepareTables();
}

/// Of the state at the start, so before a step is taken.
void HeapQuestion::prepareTables() {
  for (std::size_t i = 0; i < before_->families.size(); ++i)
    tables_before_.emplace_back(structure_, before_->families[i], terms_before_[i]);
}

void HeapQuestion::prepareBroken(const HeapHead& after) {
  const std::vector<Pointer> names = path_->namesAfter();
  std::vector<std::vector<Pointer>> terms;
  for (const HeapFamily& family : after.families) {
    terms.push_back(termsIn(structure_, family.terms, names));
    broken_names_.emplace_back(structure_.name(family.cell), structure_.name(family.cell));
  }
  if (only_counts_ || !structure_.hasRoom()) return;
  cells_after_ = cellsOf(after);
  for (std::size_t i = 0; i < after.families.size(); ++i) {
    const HeapFamily& family = after.families[i];
    tables_after_.emplace_back(structure_, family, terms[i]);
    std::vector<Gate>& atoms = broken_atoms_.emplace_back();
    for (const HeapAtom& atom : family.atoms)
      atoms.push_back(valueOf(structure_, atom, terms[i], broken_names_[i].first, broken_names_[i].second));
  }
}

Gate HeapQuestion::broken(const HeapHead& after, ClauseIndex index) {
  const Clause& clause = after.families[index.family].clauses[index.clause];
  const int cells = cells_after_[index.family][index.clause];
  const auto& [u, v] = broken_names_[index.family];
  std::vector<Gate> parts;
  if ((cells & 1) != 0) parts.push_back(!u.null);
  if ((cells & 2) != 0) parts.push_back(!v.null);
  for (const int literal : clause.literals) {
    const Gate atom = broken_atoms_[index.family][at(atomOf(literal))];
    parts.push_back(isNegated(literal) ? atom : !atom);
  }
  return structure_.circuit().conjunction(parts);
}

HeapAtomValues::HeapAtomValues(HeapStructure& structure, const HeapFamily& family, const HeapAtomTable& table,
                               solver::Valuation& value)
    : objects_(table.objects()) {
  for (int a = 0; a < objects_; ++a) exists_.push_back(value(structure.exists(family.cell, a)));
  for (std::size_t atom = 0; atom < family.atoms.size(); ++atom) {
    std::vector<char>& of_atom = values_.emplace_back();
    for (int u = 0; u < objects_; ++u)
      for (int v = 0; v < objects_; ++v) of_atom.push_back(value(table.at(2 * static_cast<int>(atom), u, v)) ? 1 : 0);
  }
}

bool HeapAtomValues::isBroken(const Clause& clause, int u, int v) const {
  const std::size_t place = at(u * objects_ + v);
  return std::ranges::none_of(
      clause.literals, [&](int literal) { return (values_[at(atomOf(literal))][place] != 0) != isNegated(literal); });
}

namespace {

/// Of the pairs of objects that a clause speaks of: does one break it?
template <typename Visit>
bool anyBroken(const HeapAtomValues& values, const Clause& clause, int cells, const Visit& visit) {
  const int us = (cells & 1) != 0 ? values.objects() : 1, vs = (cells & 2) != 0 ? values.objects() : 1;
  for (int u = 0; u < us; ++u) {
    if ((cells & 1) != 0 && !values.exists(u)) continue;
    for (int v = 0; v < vs; ++v)
      if (((cells & 2) == 0 || values.exists(v)) && values.isBroken(clause, u, v) && visit(u, v)) return true;
  }
  return false;
}

}  // namespace

std::vector<ClauseIndex> HeapQuestion::brokenInModel(const HeapHead& after) {
  solver::Valuation value = structure_.model();
  std::vector<ClauseIndex> all;
  for (std::size_t i = 0; i < after.families.size(); ++i) {
    const HeapFamily& family = after.families[i];
    const HeapAtomValues values(structure_, family, tables_after_[i], value);
    for (std::size_t c = 0; c < family.clauses.size(); ++c)
      if (!after.is_out[i][c] &&
          anyBroken(values, family.clauses[c], cells_after_[i][c], [](int, int) { return true; }))
        all.push_back({i, c});
  }
  return all;
}

/// Says the invariants that the last model breaks of the objects that break them; false: there is none.
bool HeapQuestion::addInstances() {
  if (before_ == nullptr) return false;
  solver::Valuation value = structure_.model();
  int added = 0;
  for (std::size_t i = 0; i < before_->families.size(); ++i) {
    const HeapFamily& family = before_->families[i];
    const HeapAtomValues values(structure_, family, tables_before_[i], value);
    for (std::size_t c = 0; c < family.clauses.size() && added < kMostInstancesOfModel; ++c)
      if (!before_->is_out[i][c] &&
          anyBroken(values, family.clauses[c], cells_before_[i][c], [&](int u, int v) { return sayOf({i, c}, u, v); }))
        ++added;  // of one pair at a time
  }
  return added > 0;
}

bool HeapQuestion::sayOf(ClauseIndex index, int u, int v) {
  const HeapFamily& family = before_->families[index.family];
  const Clause& clause = family.clauses[index.clause];
  const HeapAtomTable& table = tables_before_[index.family];
  if (!said_.insert({index, u, v}).second) return false;
  const int cells = cells_before_[index.family][index.clause];
  std::vector<Gate> literals;
  if ((cells & 1) != 0) literals.push_back(!structure_.exists(family.cell, u));
  if ((cells & 2) != 0) literals.push_back(!structure_.exists(family.cell, v));
  for (const int literal : clause.literals) literals.push_back(table.at(literal, u, v));
  auto [guard, is_first] = guards_.try_emplace(index);
  if (is_first) guard->second = structure_.literal(structure_.circuit().variable());
  structure_.assertImplied(guard->second, structure_.circuit().disjunction(literals));
  return true;
}

bool HeapQuestion::isPossible(Gate gate, const Solve& solve, std::set<ClauseIndex>* needed) {
  if (gate == kFalse) return false;
  const Literal asked = structure_.literal(gate);
  while (true) {
    std::vector<Literal> assumed{asked};
    for (const auto& [index, guard] : guards_)
      if (!before_->is_out[index.family][index.clause]) assumed.push_back(guard);
    if (solve(structure_, assumed) == Answer::Unsatisfiable) {
      if (needed == nullptr) return false;
      const std::vector<Literal> failed = structure_.failed();
      for (const auto& [index, guard] : guards_)
        if (std::ranges::find(failed, guard) != failed.end()) needed->insert(index);
      return false;
    }
    if (!addInstances()) return true;
  }
}

}  // namespace weir::prove
