// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_proof.h"

#include <algorithm>
#include <optional>

#include "prove/heap_conditions.h"
#include "prove/heap_path.h"
#include "support/invariant.h"

namespace weir::prove {

using program::ErrorKind;
using solver::Answer;
using solver::Gate;
using solver::kFalse;
using solver::kTrue;

namespace {

constexpr std::int64_t kConflictsBetweenLooks = 2000;
/// Closures keep a gate for each three objects, and clauses for each four.
constexpr int kMostObjects = 24;

/// The part of the budget that one property may have: 10,000 conflicts. The 300 questions about the lists of
/// tests/verify/proofs/linked.weir need at most 139 each. With 2,000 for all questions of a property wl_list_remove and
/// aws_linked_list_pop_back are not proved; with 30,000 nothing more is in benchmarks/apis, and failing takes minutes.
constexpr std::int64_t kShareOfProperty = 30;

/// 3,000,000 clauses for a property, which take about a second.
constexpr std::int64_t kClausesOfConflict = 10;

struct NoProof {
  std::string reason;
};

/// Of one question; with more names it may be.
struct NotShown {
  std::string reason;
};

}  // namespace

class HeapProofs::Engine {
 public:
  Engine(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options)
      : vocabulary_(vocabulary), spec_(spec), options_(options), subject_{vocabulary, spec, program_} {}

  std::variant<Proof, std::string> prove(std::optional<logic::Formula> ensured, std::optional<ErrorKind> error);
  bool hasLoops() const { return !program_.cut_points.empty(); }

 private:
  void prepare() {
    if (!refusal_.empty()) throw NoProof{refusal_};
    if (program_.procedure != nullptr) return;
    auto recognised = recognise(*spec_.procedure, vocabulary_.program());
    if (std::holds_alternative<std::string>(recognised)) throw NoProof{refusal_ = std::get<std::string>(recognised)};
    program_ = std::move(std::get<HeapProgram>(recognised));
    if (!program_.cut_points.empty()) throw NoProof{refusal_ = "it has a loop"};
    removeImpossiblePaths();
  }

  class Attempt;

  std::vector<VerificationCondition> conditionsFor(const HeapClaim& claim) const;

  /// Most combinations of branches are none that an execution takes, whatever is asked of it.
  void removeImpossiblePaths();

  HeapStructure::Room roomFor(const Path& path, const std::optional<logic::Formula>& ensured,
                              std::optional<ErrorKind> error);

  /// One path in one structure.
  class Attempt {
   public:
    Attempt(Engine& engine, const Path& path, const std::optional<logic::Formula>& ensured,
            std::optional<ErrorKind> error, HeapStructure::Room room, bool only_counts = false)
        : engine_(engine),
          path_(path),
          ensured_(ensured),
          error_(error),
          structure_(room, closures(), only_counts),
          only_counts_(only_counts) {}

    HeapStructure::Room counted() {
      go();
      return structure_.names();
    }
    bool hasRoom() const { return structure_.hasRoom(); }
    std::set<const Field*> closures() const { return followedFields(engine_.subject_, ensured_); }
    bool isImpossible() {
      go();
      return !isPossible(kTrue);
    }
    /// Else the engine has the reason.
    bool isProved() {
      try {
        go();
        return true;
      } catch (const NotShown& not_shown) {
        engine_.reason_ = not_shown.reason;
        return false;
      }
    }

   private:
    void go() {
      HeapPath taken(engine_.subject_, path_, structure_, engine_.ways_);
      const bool ends = taken.take([this](ErrorKind error, Gate obligation) {
        if (error_ == error) show(obligation);
      });
      if (!ends || !ensured_) return;
      const Gate broken = taken.mayBreak(*ensured_);
      if (isPossible(broken))
        throw NotShown{taken.unknown().empty() ? "none was found of '" + asWritten(toString(*ensured_)) + "'"
                       : counts(*ensured_)     ? "it counts an unbounded set, " + taken.unknown()
                                               : "too little is known of " + taken.unknown()};
    }

    void show(Gate obligation) {
      if (isPossible(!obligation)) throw NotShown{"none was found"};
    }

    bool isPossible(Gate gate) {
      if (only_counts_ || gate == kFalse) return false;
      INVARIANT(structure_.hasRoom(), "there should be room for all names of a path");
      while (engine_.conflicts_ > 0) {
        engine_.options_.checkpoint();
        const std::int64_t before = structure_.conflicts();
        const Answer answer = structure_.solve(gate, {.conflicts = kConflictsBetweenLooks});
        engine_.conflicts_ -= structure_.conflicts() - before;
        if (answer != Answer::Unknown) return answer == Answer::Satisfiable;
      }
      throw NoProof{"the budget is spent"};
    }

    Engine& engine_;
    const Path& path_;
    const std::optional<logic::Formula>& ensured_;
    std::optional<ErrorKind> error_;
    HeapStructure structure_;
    bool only_counts_;
  };

  program::Vocabulary& vocabulary_;
  const specs::MethodSpec& spec_;
  ProofOptions options_;
  std::int64_t conflicts_ = 0;  // left for the property at hand
  std::int64_t clauses_ = 0;    // of all its structures: making them is what takes time
  Ways ways_ = Ways::None;      // that are named
  std::string refusal_;
  std::string reason_;  // why the last question was not answered as it should be
  HeapProgram program_;
  std::vector<Path> impossible_;  // of the program's paths
  Subject subject_;
};

/// As many objects as the path and the formulas name. With little room some names look like others, so the first look
/// counts too few.
void HeapProofs::Engine::removeImpossiblePaths() {
  conflicts_ = options_.conflicts / kShareOfProperty;
  clauses_ = options_.conflicts * kClausesOfConflict;
  ways_ = Ways::None;
  std::vector<Path> possible;
  for (Path& path : program_.paths) {
    Attempt attempt(*this, path, std::nullopt, std::nullopt, roomFor(path, std::nullopt, std::nullopt));
    (attempt.isImpossible() ? impossible_ : possible).push_back(std::move(path));
  }
  program_.paths = std::move(possible);
}

HeapStructure::Room HeapProofs::Engine::roomFor(const Path& path, const std::optional<logic::Formula>& ensured,
                                                std::optional<ErrorKind> error) {
  HeapStructure::Room room;
  while (true) {
    options_.checkpoint();
    Attempt look(*this, path, ensured, error, room, true);
    HeapStructure::Room counted = look.counted();
    if (look.hasRoom()) {
      clauses_ -= HeapStructure::costOf(room, look.closures());
      if (clauses_ < 0) throw NoProof{"the budget is spent"};
      return room;
    }
    for (const auto& [class_decl, names] : counted) {
      if (class_decl != nullptr && names > kMostObjects) throw NoProof{"a path comes to too many objects"};
      room[class_decl] = std::max(room[class_decl], names);
    }
  }
}

std::vector<VerificationCondition> HeapProofs::Engine::conditionsFor(const HeapClaim& claim) const {
  std::vector<VerificationCondition> all;
  std::size_t number = 0;
  for (const auto& [paths, is_impossible] : {std::pair(&program_.paths, false), std::pair(&impossible_, true)})
    for (const Path& path : *paths)
      for (VerificationCondition& one : conditionsOf(subject_, number++, path, is_impossible, {}, {}, claim))
        all.push_back(std::move(one));
  return all;
}

/// Either what must hold at the end, or what must not happen before.
std::variant<Proof, std::string> HeapProofs::Engine::prove(std::optional<logic::Formula> ensured,
                                                           std::optional<ErrorKind> error) {
  try {
    prepare();
    conflicts_ = options_.conflicts / kShareOfProperty;
    clauses_ = options_.conflicts * kClausesOfConflict;
    Proof proof{.method = "paths at a cutoff", .invariants = {}};
    std::vector<std::optional<logic::Formula>> goals{std::nullopt};
    if (ensured) {
      goals.clear();
      for (const logic::Formula goal : goalsOf(*ensured, vocabulary_.context())) goals.emplace_back(goal);
      // Where it counts too little is known, mostly: the others are not shown in vain.
      std::ranges::stable_partition(goals, [](const auto& goal) { return counts(*goal); });
    }
    for (const auto& goal : goals)
      for (const Path& path : program_.paths) {
        // Few names prove most, in a fraction of the time.
        bool is_proved = false;
        for (const Ways ways : kWays) {
          ways_ = ways;
          const HeapStructure::Room room = roomFor(path, goal, error);
          int objects = 0;
          for (const auto& [class_decl, names] : room) objects += class_decl != nullptr ? names : 0;
          proof.cutoff = std::max(proof.cutoff, objects);
          is_proved = Attempt(*this, path, goal, error, room).isProved();
          if (is_proved || (goal && counts(*goal))) break;
        }
        if (!is_proved) throw NoProof{reason_};
      }
    if (options_.writes_conditions) proof.conditions = conditionsFor({.ensured = ensured, .error = error});
    return proof;
  } catch (const NoProof& none) {
    return none.reason;
  }
}

HeapProofs::HeapProofs(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, ProofOptions options)
    : engine_(std::make_unique<Engine>(vocabulary, spec, options)) {}
HeapProofs::~HeapProofs() = default;

std::variant<Proof, std::string> HeapProofs::ensures(logic::Formula formula) {
  return engine_->prove(formula, std::nullopt);
}
bool HeapProofs::hasLoops() const { return engine_->hasLoops(); }
std::variant<Proof, std::string> HeapProofs::without(ErrorKind error) { return engine_->prove(std::nullopt, error); }

}  // namespace weir::prove
