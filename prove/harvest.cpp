// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/harvest.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_set>

#include "support/invariant.h"

namespace weir::prove {

namespace {

constexpr int kMostCells = 4;
constexpr int kMostPathsOfRun = 60;

constexpr int kMostMade = 4;
constexpr int kNumbersOfNewCells = 3;  // ways to choose them

/// A heap of cells 0 … and named values; -1 is null. Those that are made come after those at entry.
struct State {
  std::vector<int> next_at_entry;
  std::vector<int> next;
  std::map<const program::Field*, std::vector<int>> keys;
  std::vector<int> roots;
  std::map<const program::Local*, int> variables;
  int new_numbers = 0;
  auto operator<=>(const State&) const = default;
};

bool reaches(const std::vector<int>& next, int from, int to) {
  for (std::size_t steps = 0; from >= 0 && to >= 0 && steps <= next.size(); ++steps) {
    if (from == to) return true;
    if (from >= static_cast<int>(next.size())) return false;  // it is not there yet
    from = next[at(from)];
  }
  return false;
}

bool isOld(const State& state, int cell) { return cell < static_cast<int>(state.next_at_entry.size()); }

bool atMost(const State& state, const program::Field* key, int a, int b) {
  return a >= 0 && b >= 0 && state.keys.at(key)[at(a)] <= state.keys.at(key)[at(b)];
}

bool isTrue(const Formula& formula, const State& state, std::map<int, int>& bound) {
  const auto value = [&](const Term& term) {
    return term.variable >= 0 ? bound.at(term.variable) : state.roots.at(at(term.name));
  };
  const auto quantified = [&](bool wanted) {
    for (int cell = 0; cell < static_cast<int>(state.next.size()); ++cell) {
      bound[formula->variable] = cell;
      if (isTrue(formula->parts.front(), state, bound) == wanted) return wanted;
    }
    return !wanted;
  };
  const auto isPartTrue = [&](const Formula& part) { return isTrue(part, state, bound); };
  switch (formula->kind) {
    case FormulaNode::Kind::True: return true;
    case FormulaNode::Kind::False: return false;
    case FormulaNode::Kind::Null: return value(formula->a) < 0;
    case FormulaNode::Kind::Same: return value(formula->a) == value(formula->b);
    case FormulaNode::Kind::Reach:
      return reaches(formula->at_entry ? state.next_at_entry : state.next, value(formula->a), value(formula->b));
    case FormulaNode::Kind::Result: UNREACHABLE("a requirement should not be about the result");
    case FormulaNode::Kind::Made: return !isOld(state, value(formula->a));
    case FormulaNode::Kind::AtMost: return atMost(state, formula->key, value(formula->a), value(formula->b));
    case FormulaNode::Kind::Not: return !isPartTrue(formula->parts.front());
    case FormulaNode::Kind::And: return std::ranges::all_of(formula->parts, isPartTrue);
    case FormulaNode::Kind::Or: return std::ranges::any_of(formula->parts, isPartTrue);
    case FormulaNode::Kind::ForAll: return quantified(false);
    case FormulaNode::Kind::Exists: return quantified(true);
  }
  UNREACHABLE("a formula should be of a known kind");
}

bool isTrue(const Atom& atom, const State& state, const std::vector<int>& names, int u, int v) {
  using Kind = Atom::Kind;
  const int x = names[at(atom.x)], y = names[at(atom.y)], w = atom.cells == 2 ? v : u;
  switch (atom.kind) {
    case Kind::Null: return x < 0;
    case Kind::Same: return x == y;
    case Kind::Reaches: return reaches(state.next, x, y);
    case Kind::Is: return x == w;
    case Kind::ReachedFrom: return reaches(state.next, x, w);
    case Kind::Reaching: return reaches(state.next, w, x);
    case Kind::AtEntryFrom: return reaches(state.next_at_entry, x, w);
    case Kind::Old: return isOld(state, w);
    case Kind::KeyAtMost: return atMost(state, atom.key, x, w);
    case Kind::KeyAtLeast: return atMost(state, atom.key, w, x);
    case Kind::KeySame: return atMost(state, atom.key, x, w) && atMost(state, atom.key, w, x);
    case Kind::CellsSame: return u == v;
    case Kind::CellsReach: return reaches(state.next, u, v);
    case Kind::CellsReachBack: return reaches(state.next, v, u);
    case Kind::CellsAtEntry: return reaches(state.next_at_entry, u, v);
    case Kind::CellsAtEntryBack: return reaches(state.next_at_entry, v, u);
    case Kind::CellsAtMost: return atMost(state, atom.key, u, v);
    case Kind::CellsAtLeast: return atMost(state, atom.key, v, u);
  }
  UNREACHABLE("an atom should be of a known kind");
}

/// The states that a path leads to; nothing where it is not taken, or ends in an error.
bool follow(const Path& path, const ListProgram& program, State& state) {
  std::vector<int> values(path.classes.size(), -1);
  for (std::size_t i = 0; i < path.roots.size(); ++i) values[at(path.roots[i])] = state.roots[i];
  if (path.from >= 0) {
    const auto& variables = program.cut_points[at(path.from)].variables;
    for (std::size_t i = 0; i < variables.size(); ++i) values[at(path.before[i])] = state.variables.at(variables[i]);
  }
  for (const Step& step : path.steps) {
    const int object = values[at(step.object)];
    switch (step.kind) {
      case Step::Kind::Assume: {
        const bool is_order = step.test.kind == Test::Kind::AtMost;
        const int a = values[at(is_order ? step.test.left.object : step.test.a)];
        const int b = values[at(is_order ? step.test.right.object : step.test.b)];
        const bool holds = step.test.kind == Test::Kind::Null   ? a < 0
                           : step.test.kind == Test::Kind::Same ? a == b
                                                                : atMost(state, step.test.key(), a, b);
        if (holds != step.test.positive) return false;
        break;
      }
      case Step::Kind::Touch:
        if (object < 0) return false;
        break;
      case Step::Kind::Load: values[at(step.value)] = state.next[at(object)]; break;
      case Step::Kind::Allocate:
        if (state.next.size() - state.next_at_entry.size() == kMostMade) return false;
        values[at(step.value)] = static_cast<int>(state.next.size());
        state.next.push_back(-1);
        // Any number will do.
        for (auto& [key, numbers] : state.keys)
          numbers.push_back(state.new_numbers * static_cast<int>(numbers.size()) %
                            (static_cast<int>(numbers.size()) + 2));
        break;
      case Step::Kind::Change:
        if (step.number && step.number->field == step.field && state.keys.contains(step.field))
          state.keys[step.field][at(object)] = state.keys[step.field][at(values[at(step.number->object)])];
        break;
      case Step::Kind::Part:
      case Step::Kind::Free: break;  // asLists refuses them
      case Step::Kind::Store:
        if (reaches(state.next, values[at(step.value)], object)) return false;
        state.next[at(object)] = values[at(step.value)];
        break;
    }
  }
  state.variables.clear();
  for (const auto& [local, value] : path.after) state.variables[local] = values[at(value)];
  return true;
}

class Harvester {
 public:
  Harvester(const ListProgram& program, const std::vector<Formula>& requirements,
            const std::vector<std::vector<Atom>>& atoms, const std::function<void()>& checkpoint)
      : program_(program),
        requirements_(requirements),
        atoms_(atoms),
        checkpoint_(checkpoint),
        rows_(atoms.size()),
        seen_(atoms.size()) {}

  std::vector<std::vector<Clause>> run() {
    for (int cells = 0; cells <= kMostCells; ++cells) {
      State state;
      state.next_at_entry.assign(at(cells), -1);
      withLinks(state, 0);
    }
    std::vector<std::vector<Clause>> all;
    for (std::size_t head = 0; head < atoms_.size(); ++head) all.push_back(clausesOf(head));
    return all;
  }

 private:
  // A list that ends can be numbered so that a cell leads to a later one.
  void withLinks(State& state, int cell) {
    const int cells = static_cast<int>(state.next_at_entry.size());
    if (cell == cells) return withKeys(state, 0);
    for (int to = cell; to < cells; ++to) {
      state.next_at_entry[at(cell)] = to == cell ? -1 : to;
      withLinks(state, cell + 1);
    }
  }

  void withKeys(State& state, std::size_t key) {
    if (key == program_.keys.size()) return withRoots(state);
    std::vector<int>& values = state.keys[program_.keys[key]];
    values.assign(state.next_at_entry.size(), 0);
    const int most = static_cast<int>(values.size());
    const std::function<void(std::size_t)> from = [&](std::size_t cell) {
      if (cell == values.size()) {
        // Only the order matters: the values in use are 0, 1, … without a gap.
        std::vector<bool> used(values.size() + 1, false);
        for (const int value : values) used[at(value)] = true;
        for (std::size_t i = 1; i < used.size(); ++i)
          if (used[i] && !used[i - 1]) return;
        return withKeys(state, key + 1);
      }
      for (int value = 0; value < most; ++value) {
        values[cell] = value;
        from(cell + 1);
      }
    };
    from(0);
  }

  void withRoots(State& state) {
    checkpoint_();
    if (state.roots.size() == program_.roots.size()) {
      std::map<int, int> bound;
      state.next = state.next_at_entry;
      if (!std::ranges::all_of(requirements_, [&](const Formula& one) { return isTrue(one, state, bound); })) return;
      const int ways = program_.makes && !program_.keys.empty() ? kNumbersOfNewCells : 1;
      for (state.new_numbers = 0; state.new_numbers < ways; ++state.new_numbers) go(state, Path::kEntry, 0);
      return;
    }
    for (int root = -1; root < static_cast<int>(state.next_at_entry.size()); ++root) {
      state.roots.push_back(root);
      withRoots(state);
      state.roots.pop_back();
    }
  }

  /// What follows a state does not depend on how a run came to it: it is looked at again only where more paths are
  /// left. Without that, tests of numbers that are not followed, which go both ways, double the runs in each round of a
  /// loop.
  void go(const State& state, int from, int paths) {
    if (paths > kMostPathsOfRun) return;
    const auto [known, is_new] = fewest_paths_to_.try_emplace({from, state}, paths);
    if (!is_new && known->second <= paths) return;
    known->second = paths;
    checkpoint_();
    for (const Path& path : program_.paths) {
      if (path.from != from) continue;
      State after = state;
      if (!follow(path, program_, after)) continue;
      if (path.to < 0) continue;
      note(after, path.to);
      go(after, path.to, paths + 1);
    }
  }

  void note(const State& state, int head) {
    std::vector<int> names = state.roots;
    for (const program::Local* local : program_.cut_points[at(head)].variables)
      names.push_back(state.variables.at(local));
    const std::vector<Atom>& atoms = atoms_[at(head)];
    const int cells = static_cast<int>(state.next.size());
    for (int u = 0; u < cells; ++u)
      for (int v = 0; v < cells; ++v) {
        std::vector<bool> row;
        row.reserve(atoms.size());
        for (const Atom& atom : atoms) row.push_back(isTrue(atom, state, names, u, v));
        if (seen_[at(head)].insert(row).second) rows_[at(head)].push_back(std::move(row));
      }
  }

  std::vector<Clause> clausesOf(std::size_t head) const {
    std::vector<MinedAtom> atoms;
    for (const Atom& atom : atoms_[head])
      atoms.push_back({.cells = atom.cells,
                       .is_place = atom.kind == Atom::Kind::Is || atom.kind == Atom::Kind::ReachedFrom ||
                                   atom.kind == Atom::Kind::AtEntryFrom || atom.kind == Atom::Kind::Old,
                       .is_way = atom.kind == Atom::Kind::CellsReach,
                       .is_order = atom.kind == Atom::Kind::CellsAtMost || atom.kind == Atom::Kind::CellsAtLeast});
    return mineClauses(rows_[head], atoms, checkpoint_);
  }

  const ListProgram& program_;
  const std::vector<Formula>& requirements_;
  const std::vector<std::vector<Atom>>& atoms_;
  const std::function<void()>& checkpoint_;
  std::map<std::pair<int, State>, int> fewest_paths_to_;
  std::vector<std::vector<std::vector<bool>>> rows_;
  std::vector<std::unordered_set<std::vector<bool>>> seen_;
};

}  // namespace

std::vector<std::vector<Clause>> harvest(const ListProgram& program, const std::vector<Formula>& requirements,
                                         const std::vector<std::vector<Atom>>& atoms,
                                         const std::function<void()>& checkpoint) {
  return Harvester(program, requirements, atoms, checkpoint).run();
}

}  // namespace weir::prove
