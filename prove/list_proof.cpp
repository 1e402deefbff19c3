// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/list_proof.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "ir/logic/occurrences.h"
#include "prove/harvest.h"

namespace weir::prove {

using solver::Answer;
using solver::Gate;
using solver::Literal;

namespace {

constexpr std::size_t kMostCandidates = 20'000;
constexpr std::int64_t kConflictsBetweenLooks = 2000;
/// Conflicts to find out whether one invariant can be left out. Most need a few.
constexpr std::int64_t kConflictsToLeaveOut = 500;

struct NoProof {
  std::string reason;
};

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
  }

  Structure& structure() { return structure_; }
  const Structure::Pointer& value(Value value) const { return values_[at(value)]; }

  /// In the order of the atoms at the head where it starts.
  std::vector<Structure::Pointer> namesBefore() const {
    std::vector<Structure::Pointer> names;
    for (const Value root : path_.roots) names.push_back(value(root));
    for (const Value before : path_.before) names.push_back(value(before));
    return names;
  }
  std::vector<Structure::Pointer> namesAfter() const {
    std::vector<Structure::Pointer> names;
    for (const Value root : path_.roots) names.push_back(value(root));
    if (path_.to >= 0)
      for (const program::Local* local : program_.cut_points[at(path_.to)].variables)
        names.push_back(value(path_.after.at(local)));
    else
      names.push_back(value(path_.result));
    return names;
  }

  /// Takes the steps. What must be so for one of them to be as it is said is handed to `obliged` first, and assumed.
  template <typename Obliged>
  void take(const Obliged& obliged) {
    for (const Step& step : path_.steps) {
      const Structure::Pointer object = value(step.object);
      switch (step.kind) {
        case Step::Kind::Assume: assume(step.test); break;
        case Step::Kind::Touch: obliged(step, !object.null); break;
        case Step::Kind::Load: values_.push_back(structure_.load(object)); break;
        case Step::Kind::Change:
        case Step::Kind::Part:
        case Step::Kind::Allocate:
        case Step::Kind::Free: break;  // only of numbers that are not compared: asLists refuses the others
        case Step::Kind::Store:
          obliged(step, structure_.keepsEnding(object, value(step.value)));
          structure_.store(object, value(step.value));
          break;
      }
    }
  }

 private:
  static int cellsFor(const Path& path, const std::vector<Formula>& requirements) {
    int names = path.values() - 1;
    for (const Formula& requirement : requirements) names += existentials(requirement);
    return std::max(1, names);
  }

  void assume(const Test& test) {
    const bool is_order = test.kind == Test::Kind::AtMost;
    const Structure::Pointer &a = value(is_order ? test.left.object : test.a),
                             &b = value(is_order ? test.right.object : test.b);
    const Gate holds = test.kind == Test::Kind::Null   ? a.null
                       : test.kind == Test::Kind::Same ? structure_.same(a, b)
                                                       : structure_.atMost(test.key(), a, b);
    structure_.assertTrue(test.positive ? holds : !holds);
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
  }

  Gate operator()(const Clause& clause) const {
    const int cells = cellsOf(clause, atoms_);
    std::vector<Gate> parts;
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
  std::vector<Gate> values_;
};

}  // namespace

class ListProofs::Engine {
 public:
  Engine(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options)
      : vocabulary_(vocabulary), spec_(spec), options_(options) {}

  std::variant<Proof, std::string> prove(const logic::Formula* property) {
    try {
      prepare();
      return proofOf(property != nullptr ? std::optional(broken(*property)) : std::nullopt);
    } catch (const NoProof& none) {
      return none.reason;
    }
  }

 private:
  struct Head {
    std::vector<Atom> atoms;
    std::vector<Clause> clauses;
  };
  using Needed = std::vector<std::set<std::size_t>>;  // clauses, by head

  // Recognise.

  void prepare() {
    if (!refusal_.empty()) throw NoProof{refusal_};
    if (program_.procedure == nullptr) {
      auto recognised = recognise(*spec_.procedure, vocabulary_.program());
      if (std::holds_alternative<std::string>(recognised)) throw NoProof{refusal_ = std::get<std::string>(recognised)};
      auto lists = asLists(std::move(std::get<HeapProgram>(recognised)));
      if (std::holds_alternative<std::string>(lists)) throw NoProof{refusal_ = std::get<std::string>(lists)};
      program_ = std::move(std::get<ListProgram>(lists));
      for (const specs::Requirement& requirement : spec_.requirements) addKeys(requirement.formula());
      for (const specs::Property& one : spec_.properties) addKeys(one.formula());
      readRequirements();
    }
  }

  /// Numbers that the specification compares.
  void addKeys(logic::Formula formula) {
    logic::Occurrences occurrences;
    occurrences.add(formula);
    for (const program::Field* field : program_.cell->fields) {
      if (!field->type->isInteger() || field->is_bit_field || field->is_shadowed) continue;
      const bool occurs = occurrences.has(vocabulary_.field(field, program::State::Pre)) ||
                          occurrences.has(vocabulary_.field(field, program::State::Post));
      if (!occurs || std::ranges::find(program_.keys, field) != program_.keys.end()) continue;
      if (std::ranges::find(program_.changed, field) != program_.changed.end())
        throw NoProof{refusal_ = "it changes '" + field->name + "'"};
      program_.keys.push_back(field);
    }
  }

  void readRequirements() {
    Translator translator(program_, vocabulary_);
    std::set<const program::Local*> ending;
    for (const specs::Requirement& requirement : spec_.requirements) {
      for (const program::Local* local : translator.ending(requirement.formula())) ending.insert(local);
      for (const logic::Formula part : conjuncts(requirement.formula()))
        // What cannot be said is not assumed.
        if (const auto formula = translator.translated(part, Side::Over); formula && isDecidable(*formula))
          requirements_.push_back(*formula);
    }
    for (const program::Local* root : program_.roots)
      if (!ending.contains(root)) throw NoProof{refusal_ = "the list of '" + root->name + "' may be cyclic at entry"};
  }

  static std::vector<logic::Formula> conjuncts(logic::Formula formula) {
    if (formula->kind != logic::FormulaKind::And) return {formula};
    std::vector<logic::Formula> all;
    for (const logic::Formula operand : formula->operands)
      for (const logic::Formula part : conjuncts(operand)) all.push_back(part);
    return all;
  }

  Transition transitionOf(const Path& path, int more) {
    return Transition(program_, path, requirements_, more + options_.more_cells, cutoff_);
  }

  // Questions, within the budget.

  bool isPossible(Structure& structure, std::span<const Literal> assumed) {
    while (options_.conflicts > 0) {
      options_.checkpoint();
      const Answer answer = answerOf(structure, assumed, kConflictsBetweenLooks);
      if (answer != Answer::Unknown) return answer == Answer::Satisfiable;
    }
    throw NoProof{refusal_ = "the budget is spent"};
  }

  Answer answerOf(Structure& structure, std::span<const Literal> assumed, std::int64_t conflicts) {
    const std::int64_t before = structure.conflicts();
    const Answer answer = structure.solve(assumed, {.conflicts = conflicts});
    options_.conflicts -= structure.conflicts() - before;
    return answer;
  }

  /// Requires that it is impossible with these, and some more that are not to be left out. Those of them that are
  /// needed.
  std::vector<Literal> minimised(Structure& structure, std::vector<Literal> labels,
                                 const std::vector<Literal>& others) {
    std::vector<Literal> needed;
    while (!labels.empty()) {
      const Literal candidate = labels.back();
      labels.pop_back();
      std::vector<Literal> assumed = others;
      assumed.insert(assumed.end(), needed.begin(), needed.end());
      assumed.insert(assumed.end(), labels.begin(), labels.end());
      options_.checkpoint();
      if (answerOf(structure, assumed, kConflictsToLeaveOut) != Answer::Unsatisfiable) {
        needed.push_back(candidate);
        continue;
      }
      const std::vector<Literal> failed = structure.failed();
      std::erase_if(labels, [&](Literal label) { return std::ranges::find(failed, label) == failed.end(); });
    }
    return needed;
  }

  // Harvest and thin out.

  void findInvariants() {
    const Vocabulary vocabulary = options_.large_vocabulary ? Vocabulary::Large : Vocabulary::Small;
    std::vector<std::vector<Atom>> atoms;
    for (const CutPoint& head : program_.cut_points) atoms.push_back(atomsAt(program_, head, vocabulary));
    auto clauses = harvest(program_, requirements_, atoms, options_.checkpoint);
    std::size_t candidates = 0;
    for (const auto& of_head : clauses) candidates += of_head.size();
    if (candidates > kMostCandidates) throw NoProof{refusal_ = "there are too many candidates for invariants"};
    for (std::size_t head = 0; head < atoms.size(); ++head)
      heads_.push_back({std::move(atoms[head]), std::move(clauses[head])});
    for (bool again = true; again;) {
      again = false;
      for (const Path& path : program_.paths)
        if (path.to >= 0) again |= thinOut(path);
    }
  }

  void assumeInvariants(Transition& transition, const Path& path) {
    if (path.from < 0) return;
    const Head& head = heads_[at(path.from)];
    const AtomTable table(transition.structure(), head.atoms, transition.namesBefore());
    for (const Clause& clause : head.clauses)
      transition.structure().assertTrue(table.meaning(transition.structure(), clause, head.atoms));
  }

  /// Throws out what this path breaks; says whether it did.
  bool thinOut(const Path& path) {
    Head& head = heads_[at(path.to)];
    if (head.clauses.empty()) return false;
    Transition transition = transitionOf(path, 2);
    Structure& structure = transition.structure();
    assumeInvariants(transition, path);
    // That every step is possible is shown of the invariants that are left.
    transition.take([&](const Step&, Gate obligation) { structure.assertTrue(obligation); });
    const Broken broken(structure, head.atoms, transition.namesAfter());
    structure.close();
    const AtomTable table(structure, head.atoms, transition.namesAfter());
    std::vector<Gate> selected;
    for (const Clause& clause : head.clauses) {
      selected.push_back(structure.circuit().variable());
      structure.assertTrue(structure.circuit().implication(selected.back(), broken(clause)));
    }
    structure.assertTrue(structure.circuit().disjunction(selected));
    std::vector<bool> is_broken(head.clauses.size(), false);
    bool any = false;
    while (isPossible(structure, {})) {
      any = true;
      breakIn(structure, head, table, is_broken);
      for (std::size_t i = 0; i < is_broken.size(); ++i)
        if (is_broken[i]) structure.assertTrue(!selected[i]);
    }
    std::vector<Clause> left;
    for (std::size_t i = 0; i < head.clauses.size(); ++i)
      if (!is_broken[i]) left.push_back(std::move(head.clauses[i]));
    head.clauses = std::move(left);
    return any;
  }

  /// Marks every clause that is false in the model.
  static void breakIn(Structure& structure, const Head& head, const AtomTable& table, std::vector<bool>& is_broken) {
    solver::Valuation valuation = structure.model();
    const int cells = structure.cells();
    std::vector<bool> exists;
    for (int cell = 0; cell < cells; ++cell) exists.push_back(valuation(structure.exists(cell)));
    std::vector<std::vector<bool>> values;  // by atom, u * cells + v
    for (std::size_t atom = 0; atom < head.atoms.size(); ++atom) {
      values.emplace_back();
      for (int u = 0; u < cells; ++u)
        for (int v = 0; v < cells; ++v) values.back().push_back(valuation(table.at(static_cast<int>(atom), u, v)));
    }
    for (std::size_t i = 0; i < head.clauses.size(); ++i) {
      if (is_broken[i]) continue;
      const Clause& clause = head.clauses[i];
      const int mentioned = cellsOf(clause, head.atoms);
      for (int u = 0; u < ((mentioned & 1) != 0 ? cells : 1) && !is_broken[i]; ++u) {
        if ((mentioned & 1) != 0 && !exists[at(u)]) continue;
        for (int v = 0; v < ((mentioned & 2) != 0 ? cells : 1); ++v) {
          if ((mentioned & 2) != 0 && !exists[at(v)]) continue;
          const bool holds = std::ranges::any_of(clause.literals, [&](int literal) {
            return values[at(atomOf(literal))][at(u * cells + v)] != isNegated(literal);
          });
          if (holds) continue;
          is_broken[i] = true;
          break;
        }
      }
    }
  }

  // Prove. Every invariant has a label here, so that a proof says which ones it needs.

  struct Labelled {
    std::vector<Literal> assumed;
    std::map<Literal, std::size_t> clauses;
  };

  Labelled labelInvariants(Transition& transition, const Path& path) {
    Labelled all;
    if (path.from < 0) return all;
    const Head& head = heads_[at(path.from)];
    const AtomTable table(transition.structure(), head.atoms, transition.namesBefore());
    for (std::size_t i = 0; i < head.clauses.size(); ++i) {
      const Gate label = transition.structure().circuit().variable();
      transition.structure().assertTrue(transition.structure().circuit().implication(
          label, table.meaning(transition.structure(), head.clauses[i], head.atoms)));
      all.assumed.push_back(transition.structure().literal(label));
      all.clauses[all.assumed.back()] = i;
    }
    return all;
  }

  /// Is the gate false in every structure? Then the invariants that this needs are noted.
  bool isExcluded(Structure& structure, const Labelled& invariants, Gate gate, const Path& path, Needed& needed) {
    if (gate == solver::kFalse) return true;
    std::vector<Literal> assumed = invariants.assumed;
    assumed.push_back(structure.literal(gate));
    const Literal asked = assumed.back();
    if (isPossible(structure, assumed)) return false;
    if (path.from < 0) return true;
    // Those that are needed anyway cost nothing.
    std::vector<Literal> labels, others{asked};
    for (const auto& [label, clause] : invariants.clauses)
      if (needed[at(path.from)].contains(clause)) others.push_back(label);
    for (const Literal literal : structure.failed())
      if (const auto found = invariants.clauses.find(literal);
          found != invariants.clauses.end() && !needed[at(path.from)].contains(found->second))
        labels.push_back(literal);
    for (const Literal label : minimised(structure, std::move(labels), others))
      needed[at(path.from)].insert(invariants.clauses.at(label));
    return true;
  }

  /// Takes the steps and shows that each is possible: that lists end always, that nothing is null where asked.
  void takeShown(Transition& transition, const Labelled& invariants, const Path& path, bool null_too, Needed& needed) {
    transition.take([&](const Step& step, Gate obligation) {
      const bool is_shown = step.kind == Step::Kind::Store || null_too;
      if (is_shown && !isExcluded(transition.structure(), invariants, !obligation, path, needed))
        throw NoProof{step.kind == Step::Kind::Store
                          ? "no invariant that was found shows that lists stay without cycles"
                          : "no invariant that was found excludes a null pointer"};
      transition.structure().assertTrue(obligation);
    });
  }

  /// The property as it is broken, over the links.
  Formula broken(logic::Formula property) const {
    Translator translator(program_, vocabulary_);
    const auto translated = translator.translated(property, Side::Under);
    if (!translated) throw NoProof{translator.reason()};
    Formula formula = negation(*translated);
    if (!isDecidable(formula)) throw NoProof{"the property alternates quantifiers over the links"};
    return formula;
  }

  /// That no execution ends in a state with `broken`; without it, that none follows a null pointer.
  Proof proofOf(const std::optional<Formula>& broken) {
    if (heads_.empty() && !program_.cut_points.empty()) findInvariants();
    Needed needed(heads_.size());
    cutoff_ = 0;
    for (const Path& path : program_.paths) {
      const bool is_end = broken && path.to == Path::kExit;
      Transition transition = transitionOf(path, is_end ? existentials(*broken) : 0);
      Structure& structure = transition.structure();
      const Labelled invariants = labelInvariants(transition, path);
      takeShown(transition, invariants, path, !broken, needed);
      if (is_end &&
          !isExcluded(structure, invariants, structure.meaning(*broken, transition.namesAfter()), path, needed))
        throw NoProof{"no invariant of up to 3 literals was found that implies the property"};
    }
    keepNeeded(needed);
    return toProof(needed);
  }

  // Minimise.

  /// What is needed must itself be kept by every path, by what is needed.
  void keepNeeded(Needed& needed) {
    std::set<std::pair<const Path*, std::size_t>> shown;
    for (bool again = true; again;) {
      again = false;
      for (const Path& path : program_.paths) {
        if (path.to < 0) continue;
        std::vector<std::size_t> open;
        for (const std::size_t clause : needed[at(path.to)])
          if (shown.insert({&path, clause}).second) open.push_back(clause);
        if (open.empty()) continue;
        again = true;
        keep(path, open, needed);
      }
    }
  }

  void keep(const Path& path, const std::vector<std::size_t>& clauses, Needed& needed) {
    const Head& head = heads_[at(path.to)];
    Transition transition = transitionOf(path, 2);
    Structure& structure = transition.structure();
    const Labelled invariants = labelInvariants(transition, path);
    takeShown(transition, invariants, path, false, needed);
    const Broken broken(structure, head.atoms, transition.namesAfter());
    std::vector<Gate> any;
    for (const std::size_t index : clauses) any.push_back(broken(head.clauses[index]));
    if (!isExcluded(structure, invariants, structure.circuit().disjunction(any), path, needed))
      throw NoProof{"an invariant is broken after all"};
  }

  Proof toProof(const Needed& needed) const {
    Proof proof;
    proof.cutoff = cutoff_;
    for (std::size_t head = 0; head < heads_.size(); ++head)
      for (const std::size_t clause : needed[head])
        proof.invariants.push_back(
            {program_.cut_points[head].loop->range,
             toString(heads_[head].clauses[clause], heads_[head].atoms, program_, program_.cut_points[head])});
    return proof;
  }

  program::Vocabulary& vocabulary_;
  const specs::MethodSpec& spec_;
  ProofOptions options_;
  std::string refusal_;
  ListProgram program_;
  std::vector<Formula> requirements_;
  std::vector<Head> heads_;
  int cutoff_ = 0;  // the greatest of the proof at hand
};

ListProofs::ListProofs(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options)
    : engine_(std::make_unique<Engine>(vocabulary, spec, options)) {}
ListProofs::~ListProofs() = default;

std::variant<Proof, std::string> ListProofs::ensures(logic::Formula formula) { return engine_->prove(&formula); }
std::variant<Proof, std::string> ListProofs::noNullDereference() { return engine_->prove(nullptr); }

}  // namespace weir::prove
