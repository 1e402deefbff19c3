// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/summary_soundness.h"

#include <algorithm>
#include <random>

#include "ir/logic/evaluator.h"
#include "ir/program/heap_instance.h"
#include "ir/program/interpreter.h"
#include "tests/support/pre_state.h"

namespace weir::test_support {
namespace {

using namespace program;
using abstraction::Allocation;
using abstraction::Summary;
using logic::Cell;

/// Every relation of the pre-state with the same of the post-state.
std::vector<std::pair<logic::Relation, logic::Relation>> statesOf(Vocabulary& vocabulary) {
  std::vector<std::pair<logic::Relation, logic::Relation>> pairs;
  const std::vector<logic::Relation> relations = vocabulary.context().relations();
  for (const logic::Relation relation : relations) {
    const auto* meaning = vocabulary.meaningOf(relation);
    using Kind = Vocabulary::Meaning::Kind;
    if (meaning == nullptr || meaning->state != State::Pre) continue;
    logic::Relation post = nullptr;
    if (meaning->kind == Kind::Field) post = vocabulary.field(meaning->field, State::Post);
    if (meaning->kind == Kind::Extent) post = vocabulary.extent(meaning->class_decl, State::Post);
    if (meaning->kind == Kind::Live) post = vocabulary.live(meaning->class_decl, State::Post);
    if (post != nullptr) pairs.emplace_back(relation, post);
  }
  return pairs;
}

/// Gives every object that the call allocated to one of the symbols of its class, in all ways, until one fits.
class Choices {
 public:
  Choices(Vocabulary& vocabulary, const Summary& summary, logic::Instance instance, std::vector<ObjectId> made,
          const Heap& after)
      : vocabulary_(vocabulary),
        summary_(summary),
        instance_(std::move(instance)),
        made_(std::move(made)),
        after_(after) {
    for (const Allocation& allocation : summary.allocations) instance_.set(allocation.symbol, {});
  }

  bool fit(std::size_t next = 0) {
    if (++tried_ > 5000) {
      gave_up_ = true;
      return true;
    }
    if (next == made_.size()) return holds();
    // An object that died may have no symbol, and one of a class whose live objects are not bounded.
    if (fit(next + 1)) return true;
    for (const Allocation& allocation : summary_.allocations) {
      if (allocation.class_decl != after_.at(made_[next]).class_decl) continue;
      const logic::TupleSet before = instance_.valueOf(allocation.symbol);
      if (!allocation.is_set && !before.empty()) continue;
      instance_.add(allocation.symbol, {Cell::ofAtom(made_[next])});  // the atom of an object has its number
      if (fit(next + 1)) return true;
      instance_.set(allocation.symbol, before);
    }
    return false;
  }

  bool gaveUp() const { return gave_up_; }
  const std::string& failure() const { return failure_; }

 private:
  bool holds() {
    logic::Context& c = vocabulary_.context();
    logic::Evaluator evaluator(instance_);
    const auto check = [&](logic::Formula formula, const std::string& what) {
      if (evaluator.evaluate(formula)) return true;
      if (failure_.empty()) failure_ = what + ": " + toString(formula);
      return false;
    };
    for (const Allocation& allocation : summary_.allocations) {
      if (allocation.is_set || allocation.condition == nullptr) continue;
      if (!check(c.iff(c.some(c.relation(allocation.symbol)), allocation.condition), "allocation condition")) {
        return false;
      }
    }
    for (const abstraction::RelationBounds& bounds : summary_.relations) {
      if (!check(within(c, bounds, c.relation(bounds.post)), bounds.post->name)) return false;
    }
    if (summary_.result) {
      const logic::Expr result = c.relation(vocabulary_.result(summary_.procedure));
      if (!check(within(c, *summary_.result, result), "return")) return false;
    }
    for (const logic::Formula fact : summary_.facts) {
      if (!check(fact, "fact")) return false;
    }
    // What is not mentioned is unchanged.
    for (const auto& [pre, post] : statesOf(vocabulary_)) {
      if (summary_.find(pre) != nullptr) continue;
      if (!check(c.equal(c.relation(pre), c.relation(post)), "frame")) return false;
    }
    return true;
  }

  Vocabulary& vocabulary_;
  const Summary& summary_;
  logic::Instance instance_;
  std::vector<ObjectId> made_;
  const Heap& after_;
  int tried_ = 0;
  bool gave_up_ = false;
  std::string failure_;
};

/// The states of all classes and fields, so that the frame is checked as well.
void mentionEverything(Vocabulary& vocabulary) {
  for (const ClassDecl* class_decl : vocabulary.program().classes()) {
    for (const State state : {State::Pre, State::Post}) {
      vocabulary.live(class_decl, state);
      if (class_decl->is_array) vocabulary.extent(class_decl, state);
      for (const Field* field : class_decl->fields) {
        if (!field->holdsParts() && field->elementType()->isScalar()) vocabulary.field(field, state);
      }
    }
  }
}

std::vector<ObjectId> madeBetween(const Heap& before, const Heap& after) {
  std::vector<ObjectId> made;
  for (ObjectId id = before.size(); id < after.size(); ++id) {
    if (after.at(id).owner == kNoObject && !after.at(id).is_static) made.push_back(id);
  }
  return made;
}

/// Another value in one place of a live object; false where there is none to change.
bool changeOneValue(Heap& heap, std::mt19937_64& random) {
  struct Place {
    ObjectId object;
    const Field* field;
  };
  std::vector<Place> places;
  for (ObjectId id = 0; id < heap.size(); ++id) {
    if (!heap.at(id).live) continue;
    for (const auto& [field, values] : heap.at(id).fields) {
      const bool is_plain = !field->holdsParts() && !field->type->isArray();
      if (is_plain && (field->type->isInteger() || field->type->isObjectPointer())) places.push_back({id, field});
    }
  }
  // In the order of declaration, so that a seed gives the same run everywhere.
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::pair(a.object, a.field->name) < std::pair(b.object, b.field->name);
  });
  if (places.empty()) return false;
  const Place& place = places[random() % places.size()];
  std::vector<Value> values;
  if (place.field->type->isInteger()) {
    const bool is_flag = place.field->type->kind == TypeKind::Bool;
    for (int i = 0; i < (is_flag ? 2 : 4); ++i) values.push_back(Value::ofInteger(i));
  } else {
    values.push_back(Value::null());
    for (ObjectId id = 0; id < heap.size(); ++id) {
      const bool fits = heap.at(id).live && heap.at(id).class_decl->derivesFrom(place.field->type->pointee->class_decl);
      if (fits) values.push_back(Value::ofObject(id));
    }
  }
  heap.write(place.object, place.field, values[random() % values.size()]);
  return true;
}

std::string describe(const Heap& heap) {
  std::string text;
  for (ObjectId id = 0; id < heap.size(); ++id) {
    const Object& object = heap.at(id);
    text += "  " + object.name + (object.live ? "" : " (dead)");
    for (const auto& [field, values] : object.fields) {
      for (const Value& value : values) text += " " + field->name + "=" + toString(heap, value);
    }
    text += "\n";
  }
  return text;
}

/// One execution from a random state.
struct RandomRun {
  std::vector<Value> arguments;
  Heap before, after;
  Execution execution;
};

/// Nothing where no state could be made.
std::optional<RandomRun> randomRun(const Vocabulary& vocabulary, const Procedure& procedure, std::uint64_t seed,
                                   int variant) {
  auto state = randomPreState(vocabulary.program(), procedure, seed,
                              {.objects = 2 + variant % 3, .unreachable = variant % 2 == 0});
  if (!state) return std::nullopt;
  RandomRun made{
      .arguments = state->arguments, .before = state->heap, .after = std::move(state->heap), .execution = {}};
  InterpreterOptions options;
  options.record_steps = false;
  options.max_steps = 2000;
  made.execution = run(procedure, made.arguments, made.after, options);
  return made;
}

void mentionWhatAStateHas(Vocabulary& vocabulary, const Procedure& procedure) {
  mentionEverything(vocabulary);
  if (procedure.result != nullptr && procedure.result->isScalar()) vocabulary.result(&procedure);
}

}  // namespace

SoundnessRuns checkSoundness(Vocabulary& vocabulary, const Summary& summary, int count, std::uint64_t seed) {
  SoundnessRuns runs;
  mentionWhatAStateHas(vocabulary, *summary.procedure);
  for (int i = 0; i < count; ++i) {
    const auto random_run = randomRun(vocabulary, *summary.procedure, seed + i, i);
    if (!random_run) continue;
    const auto& [arguments, before, after, execution] = *random_run;
    ++runs.executions;
    if (execution.outcome != Outcome::Returned) continue;
    ++runs.returned;
    const CallStates states{.procedure = summary.procedure,
                            .before = &before,
                            .after = &after,
                            .arguments = arguments,
                            .result = execution.result};
    const HeapInstance instance(vocabulary, states);
    const std::vector<ObjectId> made = madeBetween(before, after);
    if (!summary.may_return) {
      runs.failure = "it returned";
      return runs;
    }
    Choices choices(vocabulary, summary, instance.instance(), made, after);
    try {
      if (choices.fit()) {
        runs.skipped += choices.gaveUp() ? 1 : 0;
        continue;
      }
    } catch (const logic::EvaluationError&) {
      ++runs.skipped;
      continue;
    }
    runs.failure = summary.procedure->signature + ", seed " + std::to_string(seed + i) + "\n" + choices.failure() +
                   "\nsummary:\n" + toString(summary) + "arguments:";
    for (const Value& argument : arguments) runs.failure += " " + toString(after, argument);
    runs.failure += "\nbefore:\n" + describe(before) + "after:\n" + describe(after);
    if (execution.result) runs.failure += "result: " + toString(after, *execution.result) + "\n";
    return runs;
  }
  return runs;
}

SoundnessRuns compareMeaning(Vocabulary& vocabulary, const Summary& summary, const OtherWords& words, int count,
                             std::uint64_t seed) {
  SoundnessRuns runs;
  mentionWhatAStateHas(vocabulary, *summary.procedure);
  logic::Context& c = vocabulary.context();
  std::vector<logic::Formula> formulas = words.formulas;
  for (const auto& [pre, post] : statesOf(vocabulary)) {
    if (!words.changed.contains(pre)) formulas.push_back(c.equal(c.relation(pre), c.relation(post)));
  }
  std::mt19937_64 random(seed);
  for (int i = 0; i < count; ++i) {
    const auto random_run = randomRun(vocabulary, *summary.procedure, seed + i, i);
    if (!random_run) continue;
    const auto& [arguments, before, returned, execution] = *random_run;
    if (execution.outcome != Outcome::Returned) continue;
    const std::vector<ObjectId> made = madeBetween(before, returned);
    for (int change = 0; change < 4; ++change) {
      Heap after = returned;
      if (change > 0 && !changeOneValue(after, random)) break;
      ++runs.executions;
      const CallStates states{.procedure = summary.procedure,
                              .before = &before,
                              .after = &after,
                              .arguments = arguments,
                              .result = execution.result};
      const HeapInstance instance(vocabulary, states);
      Choices choices(vocabulary, summary, instance.instance(), made, after);
      try {
        const bool is_allowed = choices.fit();
        if (choices.gaveUp()) {
          ++runs.skipped;
          continue;
        }
        logic::Evaluator evaluator(instance.instance());
        logic::Formula broken = nullptr;
        for (const logic::Formula formula : formulas) {
          if (broken == nullptr && !evaluator.evaluate(formula)) broken = formula;
        }
        const bool agree = is_allowed ? broken == nullptr : broken != nullptr || !words.is_equal;
        runs.returned += is_allowed ? 0 : 1;
        if (agree) continue;
        runs.failure = summary.procedure->signature +
                       (is_allowed ? ": said again it forbids " : ": said again it allows ") +
                       (is_allowed ? toString(broken) : choices.failure()) + "\nsummary:\n" + toString(summary) +
                       "before:\n" + describe(before) + "after:\n" + describe(after);
        return runs;
      } catch (const logic::EvaluationError&) {
        ++runs.skipped;
      }
    }
  }
  return runs;
}

}  // namespace weir::test_support
