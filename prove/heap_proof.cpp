// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_proof.h"

#include <algorithm>
#include <optional>

#include "prove/heap_logic.h"
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
      : vocabulary_(vocabulary), spec_(spec), options_(options) {}

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
    std::set<const Field*> closures() const {
      std::set<const Field*> all;
      for (const specs::Requirement& requirement : engine_.spec_.requirements)
        addClosures(requirement.formula(), engine_.vocabulary_, all);
      if (ensured_) addClosures(*ensured_, engine_.vocabulary_, all);
      return all;
    }
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
    using Pointer = HeapStructure::Pointer;

    void go() {
      values_.emplace_back();
      HeapLogic::Names names;
      names.procedure = engine_.program_.procedure;
      for (std::size_t i = 0; i < path_.roots.size(); ++i) {
        const program::Local* parameter = engine_.program_.roots[i];
        const Pointer root = structure_.name(path_.classes[at(path_.roots[i])]);
        for (std::size_t a = 0; a < root.at.size(); ++a)
          structure_.assertTrue(structure_.circuit().implication(
              root.at[a], structure_.isLive(root.class_decl, static_cast<int>(a), true)));
        const bool is_this = engine_.program_.procedure->method_of != nullptr &&
                             !engine_.program_.procedure->is_static_method && i == 0 &&
                             parameter == engine_.program_.procedure->parameters.front();
        if (is_this || parameter->is_reference) structure_.assertTrue(!root.null);
        names.parameters[parameter] = root;
        values_.push_back(root);
      }
      if (path_.slot) {
        HeapLogic::Slot& slot = names.slots[path_.slot->parameter];
        if (slot.field = path_.slot->field; slot.field != nullptr) {
          slot.owner = structure_.name(slot.field->owner);
          for (std::size_t a = 0; a < slot.owner.at.size(); ++a)
            structure_.assertTrue(structure_.circuit().implication(
                slot.owner.at[a], structure_.isLive(slot.field->owner, static_cast<int>(a), true)));
          structure_.assertTrue(!slot.owner.null);
          slot.owner.null = kFalse;
          values_.push_back(slot.owner);
        }
      }
      HeapLogic logic(engine_.vocabulary_, structure_, names, engine_.names_ways_);
      for (const specs::Requirement& requirement : engine_.spec_.requirements)
        structure_.assertTrue(logic.meaning(requirement.formula(), true));
      for (const Step& step : path_.steps) {
        if (step.kind == Step::Kind::Touch && step.object == kNull) {  // the execution ends here
          if (error_ == ErrorKind::NullDeref) show(kFalse);
          return;
        }
        take(step);
      }
      if (!ensured_) return;
      if (path_.has_result) names.result = value(path_.result, engine_.program_.procedure->result->pointee->class_decl);
      if (path_.truth) names.truth = truth(*path_.truth);
      const Gate broken = logic.meaning(*ensured_, false);
      if (isPossible(broken))
        throw NotShown{logic.unknown().empty() ? "none was found of '" + asWritten(toString(*ensured_)) + "'"
                                               : "too little is known of " + logic.unknown()};
    }

    Pointer value(Value value) const { return values_[at(value)]; }
    Pointer value(Value value, const ClassDecl* class_decl) const {
      return value == kNull ? structure_.null(class_decl) : values_[at(value)];
    }

    void take(const Step& step) {
      switch (step.kind) {
        case Step::Kind::Assume: return structure_.assertTrue(meaning(step.test));
        case Step::Kind::Touch: return touch(step.object);
        case Step::Kind::Load:
        case Step::Kind::Part:
          values_.push_back(structure_.named(structure_.follow(value(step.object), step.field, false)));
          return;
        case Step::Kind::Store:
          return structure_.store(value(step.object), step.field,
                                  value(step.value, step.field->elementType()->pointee->class_decl));
        case Step::Kind::Change: return structure_.change(value(step.object), step.field);
        case Step::Kind::Allocate:
          values_.push_back(structure_.allocate(path_.classes[at(step.value)], step.is_zeroed));
          return;
        case Step::Kind::Free: {
          if (step.object == kNull) return;
          const Pointer object = value(step.object);
          const Gate is_right = structure_.circuit().disjunction(object.null, structure_.isThere(object));
          if (error_ == ErrorKind::DoubleFree) show(is_right);
          structure_.assertTrue(is_right);
          return structure_.free(object);
        }
      }
    }

    void touch(Value object) {
      const Pointer pointer = value(object);
      if (error_ == ErrorKind::NullDeref) show(!pointer.null);
      structure_.assertTrue(!pointer.null);
      const Gate is_there = structure_.isThere(pointer);
      if (error_ == ErrorKind::UseAfterFree) show(is_there);
      structure_.assertTrue(is_there);
    }

    /// A comparison of numbers is not followed: it may be either.
    Gate meaning(const Test& test) {
      if (test.kind == Test::Kind::AtMost) return kTrue;
      Gate holds = kTrue;
      if (test.kind == Test::Kind::Null)
        holds = test.a == kNull ? kTrue : value(test.a).null;
      else
        holds = structure_.same(value(test.a), value(test.b));
      return test.positive ? holds : !holds;
    }

    std::optional<Gate> truth(const Condition& condition) {
      std::vector<Gate> cases;
      for (const Conjunction& one : condition.when_true) {
        std::vector<Gate> tests;
        for (const Test& test : one) {
          if (test.kind == Test::Kind::AtMost) return std::nullopt;
          tests.push_back(meaning(test));
        }
        cases.push_back(structure_.circuit().conjunction(tests));
      }
      return structure_.circuit().disjunction(cases);
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
    std::vector<Pointer> values_;
    bool only_counts_;
  };

  program::Vocabulary& vocabulary_;
  const specs::MethodSpec& spec_;
  ProofOptions options_;
  std::int64_t conflicts_ = 0;  // left for the property at hand
  std::int64_t clauses_ = 0;    // of all its structures: making them is what takes time
  bool names_ways_ = false;
  std::string refusal_;
  std::string reason_;  // why the last question was not answered as it should be
  HeapProgram program_;
};

/// As many objects as the path and the formulas name. With little room some names look like others, so the first look
/// counts too few.
void HeapProofs::Engine::removeImpossiblePaths() {
  conflicts_ = options_.conflicts / kShareOfProperty;
  clauses_ = options_.conflicts * kClausesOfConflict;
  std::erase_if(program_.paths, [&](const Path& path) {
    names_ways_ = false;
    return Attempt(*this, path, std::nullopt, std::nullopt, roomFor(path, std::nullopt, std::nullopt)).isImpossible();
  });
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
      if (names > kMostObjects) throw NoProof{"a path comes to too many objects"};
      room[class_decl] = std::max(room[class_decl], names);
    }
  }
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
    }
    for (const auto& goal : goals)
      for (const Path& path : program_.paths) {
        // Few names prove most, in a fraction of the time.
        bool is_proved = false;
        for (const bool names_ways : {false, true}) {
          names_ways_ = names_ways;
          const HeapStructure::Room room = roomFor(path, goal, error);
          int objects = 0;
          for (const auto& [class_decl, names] : room) objects += names;
          proof.cutoff = std::max(proof.cutoff, objects);
          is_proved = Attempt(*this, path, goal, error, room).isProved();
          if (is_proved) break;
        }
        if (!is_proved) throw NoProof{reason_};
      }
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
