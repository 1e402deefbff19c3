// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_loop_proof.h"

#include <algorithm>
#include <deque>

#include "prove/heap_conditions.h"
#include "prove/heap_runs.h"
#include "prove/live_variables.h"

namespace weir::prove {

using program::ErrorKind;
using solver::Answer;
using solver::Gate;
using solver::Literal;

namespace {

constexpr std::int64_t kConflictsBetweenLooks = 2000;
/// Closures keep a gate for each three objects, and clauses for each four.
constexpr int kMostObjects = 16;
constexpr std::size_t kMostCandidates = 20'000;
/// What it takes to look at a model, as conflicts.
constexpr std::int64_t kConflictsOfModel = 10;
/// The part of the budget that a method may have: what is proved at all mostly needs less.
constexpr std::int64_t kShareOfMethod = 15;
/// Clauses that all structures together may have, for each conflict of the budget.
constexpr std::int64_t kClausesOfConflict = 100;

struct NoProof {
  std::string reason;
};

}  // namespace

class HeapLoopProofs::Engine {
 public:
  Engine(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options)
      : vocabulary_(vocabulary), spec_(spec), options_(options), subject_{vocabulary, spec, program_} {}

  std::variant<Proof, std::string> prove(const std::optional<logic::Formula>& ensured, std::optional<ErrorKind> error) {
    try {
      prepare();
      return proofOf(ensured, error);
    } catch (const NoProof& none) {
      return none.reason;
    }
  }

 private:
  using Needed = std::vector<std::set<ClauseIndex>>;  // by head

  // Recognise.

  void prepare() {
    if (!refusal_.empty()) throw NoProof{refusal_};
    if (program_.procedure != nullptr) return;
    auto recognised = recognise(*spec_.procedure, vocabulary_.program());
    if (std::holds_alternative<std::string>(recognised)) refuse(std::get<std::string>(recognised));
    program_ = std::move(std::get<HeapProgram>(recognised));
    replaceFixedParameters(program_);
    options_.conflicts /= kShareOfMethod;
    clauses_ = options_.conflicts * kClausesOfConflict;
    collectWords();
    findInvariants();
  }

  [[noreturn]] void refuse(const std::string& reason) { throw NoProof{refusal_ = reason}; }

  void collectWords() {
    words_.large = options_.large_vocabulary;
    std::set<const program::Field*> asked = followedFields(subject_, std::nullopt);
    for (const specs::Property& property : spec_.properties) addClosures(property.formula(), vocabulary_, asked);
    words_.followed = asked;
    collectChanges();
    for (const Path& path : program_.paths) collectWords(path);
    for (const program::Field* field : words_.followed) words_.fields.insert(field);
    // Objects that are made have all their fields.
    for (const HeapStructure::Changes& changes : changes_)
      for (const auto* classes : {&changes.made, &changes.freed})
        for (const ClassDecl* class_decl : *classes)
          for (const program::Field* field : class_decl->fields)
            if (field->type->isObjectPointer()) words_.fields.insert(field);
  }

  static bool addTo(HeapStructure::Changes& all, const HeapStructure::Changes& more) {
    const std::size_t before = all.fields.size() + all.made.size() + all.freed.size();
    all.fields.insert(more.fields.begin(), more.fields.end());
    all.made.insert(more.made.begin(), more.made.end());
    all.freed.insert(more.freed.begin(), more.freed.end());
    return all.fields.size() + all.made.size() + all.freed.size() != before;
  }

  static HeapStructure::Changes changesOn(const Path& path) {
    HeapStructure::Changes changes;
    for (const Step& step : path.steps) switch (step.kind) {
        case Step::Kind::Store:
        case Step::Kind::Change: changes.fields.insert(step.field); break;
        case Step::Kind::Allocate: changes.made.insert(path.classes[at(step.value)]); break;
        case Step::Kind::Free:
          if (step.object != kNull) changes.freed.insert(path.classes[at(step.object)]);
          break;
        default: break;
      }
    return changes;
  }

  /// What may have been done on the way to each head.
  void collectChanges() {
    changes_.resize(program_.cut_points.size());
    for (bool again = true; again;) {
      again = false;
      for (const Path& path : program_.paths) {
        if (path.to < 0) continue;
        HeapStructure::Changes& there = changes_[at(path.to)];
        again |= addTo(there, changesOn(path));
        if (path.from >= 0) again |= addTo(there, changes_[at(path.from)]);
      }
    }
  }

  void collectWords(const Path& path) {
    for (const Step& step : path.steps) switch (step.kind) {
        case Step::Kind::Load:
          if (isLink(*step.field) && isWalked(path, step.value)) words_.followed.insert(step.field);
          [[fallthrough]];
        case Step::Kind::Part: words_.fields.insert(step.field); break;
        case Step::Kind::Store: words_.fields.insert(step.field); break;
        case Step::Kind::Assume:
          for (const program::Field* key : {step.test.left.field, step.test.right.field})
            if (key != nullptr) words_.followed.insert(key);
          for (const program::Local* parameter : {step.test.left.parameter, step.test.right.parameter})
            if (parameter != nullptr && std::ranges::find(words_.parameters, parameter) == words_.parameters.end())
              words_.parameters.push_back(parameter);
          break;
        default: break;
      }
  }

  static bool isLink(const program::Field& field) {
    return field.type->isObjectPointer() && field.type->pointee->class_decl == field.owner;
  }
  /// A variable has it at the next head.
  static bool isWalked(const Path& path, Value value) {
    return path.to >= 0 && std::ranges::any_of(path.after, [&](const auto& one) { return one.second == value; });
  }

  // Questions, within the budget.

  HeapQuestion::Solve solver() {
    return [this](HeapStructure& structure, std::span<const Literal> assumed) {
      if (!structure.hasRoom()) refuse("a path comes to too many objects");  // with too little nothing would be right
      while (options_.conflicts > 0) {
        options_.checkpoint();
        const std::int64_t before = structure.conflicts();
        const Answer answer = structure.solve(assumed, {.conflicts = kConflictsBetweenLooks});
        options_.conflicts -= structure.conflicts() - before + kConflictsOfModel;
        if (answer != Answer::Unknown) return answer;
      }
      refuse("the budget is spent");
    };
  }

  const HeapHead* headBefore(const Path& path) const { return path.from < 0 ? nullptr : &heads_[at(path.from)]; }

  /// A question with room for all that `go` names.
  template <typename Go>
  void ask(const Path& path, Ways ways, const std::optional<logic::Formula>& followed, const Go& go) {
    HeapStructure::Room room;
    for (bool again = true; again;) {
      options_.checkpoint();
      HeapQuestion counted(subject_, words_, path, headBefore(path), room, true, ways, followed);
      go(counted, true);
      again = !counted.structure().hasRoom();
      for (const auto& [class_decl, names] : counted.structure().names()) {
        if (class_decl != nullptr && names > kMostObjects) throw NoProof{"a path comes to too many objects"};
        room[class_decl] = std::max(room[class_decl], names);
      }
    }
    for (auto& [class_decl, names] : room) names += options_.more_cells;
    int objects = 0;
    for (const auto& [class_decl, names] : room) objects += class_decl != nullptr ? names : 0;
    cutoff_ = std::max(cutoff_, objects);
    clauses_ -= 2 * HeapStructure::costOf(room, words_.followed);
    if (clauses_ < 0) refuse("the budget is spent");
    HeapQuestion question(subject_, words_, path, headBefore(path), room, false, ways, followed);
    go(question, false);
  }

  // Harvest and thin out.

  void findInvariants() {
    std::vector<std::vector<HeapFamily>> families;
    for (std::size_t head = 0; head < program_.cut_points.size(); ++head)
      families.push_back(familiesAt(program_, program_.cut_points[head], words_, changes_[head]));
    harvest(subject_, words_, families, options_.checkpoint);
    std::size_t candidates = 0;
    for (auto& of_head : families) {
      HeapHead& head = heads_.emplace_back();
      head.families = std::move(of_head);
      head.changes = changes_[heads_.size() - 1];
      for (HeapFamily& family : head.families) {
        std::ranges::stable_sort(family.clauses, {}, [](const Clause& clause) { return clause.literals.size(); });
        head.is_out.emplace_back(family.clauses.size(), false);
        candidates += family.clauses.size();
      }
    }
    if (candidates > kMostCandidates) refuse("there are too many candidates for invariants");
    std::deque<const Path*> open;
    for (const Path& path : program_.paths)
      if (path.to >= 0) open.push_back(&path);
    while (!open.empty()) {
      const Path& path = *open.front();
      open.pop_front();
      if (!thinOut(path)) continue;
      for (const Path& other : program_.paths)
        if (other.from == path.to && other.to >= 0 && std::ranges::find(open, &other) == open.end())
          open.push_back(&other);
    }
  }

  /// Throws out what this path breaks; says whether it did.
  bool thinOut(const Path& path) {
    HeapHead& head = heads_[at(path.to)];
    bool any = false;
    ask(path, Ways::None, std::nullopt, [&](HeapQuestion& question, bool only_counts) {
      // That every step is possible is shown of the invariants that are left.
      if (!question.path().take([](ErrorKind, Gate) {})) return;
      question.prepareBroken(head);
      if (only_counts) return;
      std::map<ClauseIndex, Gate> selected;
      std::vector<Gate> all;
      solver::Circuit& circuit = question.structure().circuit();
      forEachClause(head, [&](ClauseIndex index) {
        const Gate gate = selected[index] = circuit.variable();
        all.push_back(gate);
        question.structure().assertTrue(circuit.implication(gate, question.broken(head, index)));
      });
      const Gate some = circuit.disjunction(all);
      while (question.isPossible(some, solver(), nullptr)) {
        any = true;
        const std::vector<ClauseIndex> broken = question.brokenInModel(head);
        if (broken.empty()) refuse("a model breaks none of the candidates");
        for (const ClauseIndex index : broken) {
          head.is_out[index.family][index.clause] = true;
          question.structure().assertTrue(!selected.at(index));
        }
      }
    });
    return any;
  }

  template <typename Visit>
  static void forEachClause(const HeapHead& head, const Visit& visit) {
    for (std::size_t i = 0; i < head.families.size(); ++i)
      for (std::size_t c = 0; c < head.families[i].clauses.size(); ++c)
        if (!head.is_out[i][c]) visit({i, c});
  }

  // Prove.

  Proof proofOf(const std::optional<logic::Formula>& ensured, std::optional<ErrorKind> error) {
    cutoff_ = 0;
    Needed needed(heads_.size());
    std::vector<logic::Formula> goals;
    if (ensured) goals = goalsOf(*ensured, vocabulary_.context());
    for (const Path& path : program_.paths) {
      if (error) show(path, *error, needed);
      if (path.to != Path::kExit) continue;
      for (const logic::Formula goal : goals) show(path, goal, needed);
    }
    keepNeeded(needed);
    Proof proof = toProof(needed);
    if (!options_.writes_conditions) return proof;
    for (std::size_t path = 0; path < program_.paths.size(); ++path)
      for (VerificationCondition& one : conditionsOf(subject_, path, program_.paths[path], false, heads_, needed,
                                                     {.ensured = ensured, .error = error}))
        proof.conditions.push_back(std::move(one));
    return proof;
  }

  std::set<ClauseIndex>* neededAt(const Path& path, Needed& needed) {
    return path.from < 0 ? nullptr : &needed[at(path.from)];
  }

  void show(const Path& path, logic::Formula goal, Needed& needed) {
    // Few names prove most, in a fraction of the time.
    std::string reason;
    bool is_shown = false;
    for (const Ways ways : kWays) {
      ask(path, ways, goal, [&](HeapQuestion& question, bool only_counts) {
        is_shown = true;
        if (!question.path().take([](ErrorKind, Gate) {})) return;
        const Gate broken = question.path().mayBreak(goal);
        if (only_counts || !question.isPossible(broken, solver(), neededAt(path, needed))) return;
        is_shown = false;
        reason = question.path().unknown().empty()
                     ? "no invariant of up to 3 literals was found that implies the property"
                     : "too little is known of " + question.path().unknown();
      });
      if (is_shown) return;
    }
    throw NoProof{reason};
  }

  void show(const Path& path, ErrorKind error, Needed& needed) {
    ask(path, Ways::None, std::nullopt, [&](HeapQuestion& question, bool only_counts) {
      question.path().take([&](ErrorKind kind, Gate obligation) {
        if (kind != error || only_counts) return;
        if (question.isPossible(!obligation, solver(), neededAt(path, needed)))
          throw NoProof{std::string("no invariant that was found excludes it")};
      });
    });
  }

  // Keep.

  /// What is needed must itself be kept by every path, by what is needed.
  void keepNeeded(Needed& needed) {
    std::set<std::pair<const Path*, ClauseIndex>> shown;
    for (bool again = true; again;) {
      again = false;
      for (const Path& path : program_.paths) {
        if (path.to < 0) continue;
        std::vector<ClauseIndex> open;
        for (const ClauseIndex index : needed[at(path.to)])
          if (shown.insert({&path, index}).second) open.push_back(index);
        if (open.empty()) continue;
        again = true;
        keep(path, open, needed);
      }
    }
  }

  void keep(const Path& path, const std::vector<ClauseIndex>& open, Needed& needed) {
    const HeapHead& head = heads_[at(path.to)];
    ask(path, Ways::None, std::nullopt, [&](HeapQuestion& question, bool only_counts) {
      if (!question.path().take([](ErrorKind, Gate) {})) return;
      question.prepareBroken(head);
      if (only_counts) return;
      std::vector<Gate> any;
      for (const ClauseIndex index : open) any.push_back(question.broken(head, index));
      if (question.isPossible(question.structure().circuit().disjunction(any), solver(), neededAt(path, needed)))
        throw NoProof{"an invariant is broken after all"};
    });
  }

  Proof toProof(const Needed& needed) const {
    Proof proof{.method = "invariants of parts of the heap", .invariants = {}};
    proof.cutoff = cutoff_;
    for (std::size_t head = 0; head < heads_.size(); ++head)
      for (const ClauseIndex index : needed[head]) {
        const HeapFamily& family = heads_[head].families[index.family];
        proof.invariants.push_back(
            {program_.cut_points[head].loop->range,
             toString(family.clauses[index.clause], family, program_, program_.cut_points[head])});
      }
    return proof;
  }

  program::Vocabulary& vocabulary_;
  const specs::MethodSpec& spec_;
  ProofOptions options_;
  std::int64_t clauses_ = 0;  // left, of all structures: making them is what takes time
  std::string refusal_;
  HeapProgram program_;
  Subject subject_;
  HeapWords words_;
  std::vector<HeapStructure::Changes> changes_;  // by head
  std::vector<HeapHead> heads_;
  int cutoff_ = 0;  // the greatest of the proof at hand
};

HeapLoopProofs::HeapLoopProofs(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options)
    : engine_(std::make_unique<Engine>(vocabulary, spec, options)) {}
HeapLoopProofs::~HeapLoopProofs() = default;

std::variant<Proof, std::string> HeapLoopProofs::ensures(logic::Formula formula) {
  return engine_->prove(formula, std::nullopt);
}
std::variant<Proof, std::string> HeapLoopProofs::without(ErrorKind error) {
  return engine_->prove(std::nullopt, error);
}

}  // namespace weir::prove
