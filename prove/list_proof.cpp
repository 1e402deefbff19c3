// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/list_proof.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "ir/logic/occurrences.h"
#include "prove/harvest.h"
#include "prove/list_conditions.h"
#include "prove/list_transition.h"
#include "prove/live_variables.h"
#include "support/invariant.h"

namespace weir::prove {

using solver::Answer;
using solver::Gate;
using solver::Literal;

namespace {

constexpr std::size_t kMostCandidates = 20'000;
constexpr std::int64_t kConflictsBetweenLooks = 2000;
/// Conflicts until a candidate is found that a path breaks. That there is none takes many times as many.
constexpr std::int64_t kConflictsToThinOut = 3000;
/// Conflicts to find out whether one invariant can be left out. Most need a few.
constexpr std::int64_t kConflictsToLeaveOut = 500;

struct NoProof {
  std::string reason;
};

}  // namespace

class ListProofs::Engine {
 public:
  /// `assumed`: what is required besides. `conflicts`: what is left of the budget.
  Engine(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, const ProofOptions& options,
         std::vector<logic::Formula> assumed, std::int64_t& conflicts)
      : vocabulary_(vocabulary), spec_(spec), options_(options), assumed_(std::move(assumed)), conflicts_(conflicts) {}

  enum class Goal { Ensured, NoNullDereference, NoNewCycle };

  std::variant<Proof, std::string> prove(Goal goal, const logic::Formula* property = nullptr) {
    try {
      prepare();
      null_too_ = goal == Goal::NoNullDereference;
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
      replaceFixedParameters(program_);
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
    std::vector<logic::Formula> all = assumed_;
    for (const specs::Requirement& requirement : spec_.requirements) all.push_back(requirement.formula());
    for (const logic::Formula requirement : all) {
      for (const program::Local* local : translator.ending(requirement)) ending.insert(local);
      for (const logic::Formula part : conjuncts(requirement))
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
    while (conflicts_ > 0) {
      options_.checkpoint();
      const Answer answer = answerOf(structure, assumed, kConflictsBetweenLooks);
      if (answer != Answer::Unknown) return answer == Answer::Satisfiable;
    }
    throw NoProof{refusal_ = "the budget is spent"};
  }

  /// With a model that is found soon.
  bool isLikely(Structure& structure) {
    options_.checkpoint();
    if (conflicts_ <= 0) throw NoProof{refusal_ = "the budget is spent"};
    return answerOf(structure, {}, kConflictsToThinOut) == Answer::Satisfiable;
  }

  Answer answerOf(Structure& structure, std::span<const Literal> assumed, std::int64_t conflicts) {
    const std::int64_t before = structure.conflicts();
    const Answer answer = structure.solve(assumed, {.conflicts = conflicts});
    conflicts_ -= structure.conflicts() - before;
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
    thinOut([](const Path&) { return true; });
  }

  /// Along these paths, and those that start where something was thrown out.
  template <typename IsOpen>
  void thinOut(const IsOpen& is_open) {
    std::deque<const Path*> open;
    const auto add = [&](const Path& path) {
      if (path.to < 0 || std::ranges::find(open, &path) != open.end()) return;
      // A loop first comes to rest by itself.
      if (path.from == path.to)
        open.push_front(&path);
      else
        open.push_back(&path);
    };
    for (const Path& path : program_.paths)
      if (is_open(path)) add(path);
    while (!open.empty()) {
      const Path& path = *open.front();
      open.pop_front();
      if (!thinOut(path)) continue;
      for (const Path& other : program_.paths)
        if (other.from == path.to) add(other);
    }
  }

  void assumeInvariants(Transition& transition, const Path& path) {
    if (path.from < 0) return;
    const Head& head = heads_[at(path.from)];
    const AtomTable table(transition.structure(), head.atoms, transition.namesBefore());
    for (const Clause& clause : head.clauses)
      transition.structure().assertTrue(table.meaning(transition.structure(), clause, head.atoms));
  }

  /// Throws out what this path breaks; says whether it did. Something may be left that it breaks, where that is hard to
  /// see: what a proof needs is shown in the end.
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
    while (isLikely(structure)) {
      any = true;
      breakIn(structure, head, table, is_broken);
      for (std::size_t i = 0; i < is_broken.size(); ++i)
        if (is_broken[i]) structure.assertTrue(!selected[i]);
    }
    throwOut(head, is_broken);
    return any;
  }

  static void throwOut(Head& head, const std::vector<bool>& is_broken) {
    std::vector<Clause> left;
    for (std::size_t i = 0; i < head.clauses.size(); ++i)
      if (!is_broken[i]) left.push_back(std::move(head.clauses[i]));
    head.clauses = std::move(left);
  }

  /// Marks every clause that is false in the model.
  static void breakIn(Structure& structure, const Head& head, const AtomTable& table, std::vector<bool>& is_broken) {
    solver::Valuation valuation = structure.model();
    const int cells = structure.cells();
    std::vector<bool> exists;
    for (int cell = 0; cell < cells; ++cell) exists.push_back(valuation(table.isPresent(cell)));
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

  /// That no execution ends in a state with `broken`; always, that lists stay without cycles.
  Proof proofOf(const std::optional<Formula>& broken) {
    if (heads_.empty() && !program_.cut_points.empty()) findInvariants();
    while (true)
      if (const auto proof = attempt(broken)) return *proof;
  }

  /// Nothing: a path broke one that is needed, and there are fewer now.
  std::optional<Proof> attempt(const std::optional<Formula>& broken) {
    Needed needed(heads_.size());
    cutoff_ = 0;
    for (const Path& path : program_.paths) {
      const bool is_end = broken && path.to == Path::kExit;
      Transition transition = transitionOf(path, is_end ? existentials(*broken) : 0);
      Structure& structure = transition.structure();
      const Labelled invariants = labelInvariants(transition, path);
      takeShown(transition, invariants, path, null_too_, needed);
      transition.end();
      if (is_end &&
          !isExcluded(structure, invariants, structure.meaning(*broken, transition.namesAfter()), path, needed))
        throw NoProof{"no invariant of up to 3 literals was found that implies the property"};
    }
    if (!keepNeeded(needed)) return std::nullopt;
    Proof proof = toProof(needed);
    if (options_.writes_conditions) proof.conditions = conditionsFor(needed, broken);
    return proof;
  }

  std::vector<VerificationCondition> conditionsFor(const Needed& needed, const std::optional<Formula>& broken) const {
    std::vector<ListProofHead> heads;
    for (std::size_t head = 0; head < heads_.size(); ++head) {
      heads.push_back({.atoms = &heads_[head].atoms, .invariants = {}});
      for (const std::size_t clause : needed[head]) heads.back().invariants.push_back(&heads_[head].clauses[clause]);
    }
    return conditionsOf(program_, requirements_, heads, {.broken = broken, .null_too = null_too_});
  }

  // Minimise.

  /// What is needed must itself be kept by every path, by what is needed.
  bool keepNeeded(Needed& needed) {
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
        if (keep(path, open, needed)) continue;
        thinOut([&](const Path& other) { return other.from == path.to; });
        return false;
      }
    }
    return true;
  }

  /// False: the path breaks one of these. What it was seen to break is thrown out.
  bool keep(const Path& path, const std::vector<std::size_t>& clauses, Needed& needed) {
    Head& head = heads_[at(path.to)];
    Transition transition = transitionOf(path, 2);
    Structure& structure = transition.structure();
    const Labelled invariants = labelInvariants(transition, path);
    takeShown(transition, invariants, path, false, needed);
    const Broken broken(structure, head.atoms, transition.namesAfter());
    std::vector<Gate> any;
    for (const std::size_t index : clauses) any.push_back(broken(head.clauses[index]));
    const AtomTable table(structure, head.atoms, transition.namesAfter());
    if (isExcluded(structure, invariants, structure.circuit().disjunction(any), path, needed)) return true;
    std::vector<bool> is_broken(head.clauses.size(), false);
    breakIn(structure, head, table, is_broken);
    INVARIANT(std::ranges::find(is_broken, true) != is_broken.end(), "a model should break one that was asked for");
    throwOut(head, is_broken);
    return false;
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
  const ProofOptions& options_;
  std::vector<logic::Formula> assumed_;
  std::int64_t& conflicts_;
  std::string refusal_;
  bool null_too_ = false;  // that none follows a null pointer
  ListProgram program_;
  std::vector<Formula> requirements_;
  std::vector<Head> heads_;
  int cutoff_ = 0;  // the greatest of the proof at hand
};

namespace {

/// Is it about the state at entry alone?
bool isOfEntry(logic::Formula formula, const program::Vocabulary& vocabulary) {
  logic::Occurrences occurrences;
  occurrences.add(formula);
  return std::ranges::all_of(occurrences.relations(), [&](logic::Relation relation) {
    using Kind = program::Vocabulary::Meaning::Kind;
    const program::Vocabulary::Meaning* meaning = vocabulary.meaningOf(relation);
    return meaning != nullptr && (meaning->kind == Kind::Parameter ||
                                  (meaning->kind == Kind::Field && meaning->state == program::State::Pre));
  });
}

}  // namespace

ListProofs::ListProofs(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options)
    : vocabulary_(vocabulary), spec_(spec), options_(std::move(options)), conflicts_(options_.conflicts) {}
ListProofs::~ListProofs() = default;

ListProofs::Engine& ListProofs::engine(logic::Formula assumed) {
  std::unique_ptr<Engine>& engine = engines_[assumed];
  std::vector<logic::Formula> all;
  if (assumed != nullptr) all.push_back(assumed);
  if (!engine) engine = std::make_unique<Engine>(vocabulary_, spec_, options_, std::move(all), conflicts_);
  return *engine;
}

std::variant<Proof, std::string> ListProofs::ensures(logic::Formula formula) {
  if (formula->kind == logic::FormulaKind::Implies && isOfEntry(formula->operands[0], vocabulary_))
    return engine(formula->operands[0]).prove(Engine::Goal::Ensured, &formula->operands[1]);
  return engine(nullptr).prove(Engine::Goal::Ensured, &formula);
}
std::variant<Proof, std::string> ListProofs::noNullDereference() {
  return engine(nullptr).prove(Engine::Goal::NoNullDereference);
}
std::variant<Proof, std::string> ListProofs::noNewCycle() { return engine(nullptr).prove(Engine::Goal::NoNewCycle); }

}  // namespace weir::prove
