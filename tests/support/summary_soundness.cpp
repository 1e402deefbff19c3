// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/summary_soundness.h"

#include "ir/logic/evaluator.h"
#include "ir/program/heap_instance.h"
#include "ir/program/interpreter.h"
#include "ir/program/pre_state.h"

namespace weir::test_support {
namespace {

using namespace program;
using abstraction::Allocation;
using abstraction::Summary;
using logic::Cell;

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
    const std::vector<logic::Relation> relations = c.relations();
    for (const logic::Relation relation : relations) {
      const auto* meaning = vocabulary_.meaningOf(relation);
      using Kind = Vocabulary::Meaning::Kind;
      if (meaning == nullptr || meaning->state != State::Pre || summary_.find(relation) != nullptr) continue;
      logic::Relation post = nullptr;
      if (meaning->kind == Kind::Field) post = vocabulary_.field(meaning->field, State::Post);
      if (meaning->kind == Kind::Extent) post = vocabulary_.extent(meaning->class_decl, State::Post);
      if (meaning->kind == Kind::Live) post = vocabulary_.live(meaning->class_decl, State::Post);
      if (post != nullptr && !check(c.equal(c.relation(relation), c.relation(post)), "frame")) return false;
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

}  // namespace

SoundnessRuns checkSoundness(Vocabulary& vocabulary, const Summary& summary, int count, std::uint64_t seed) {
  SoundnessRuns runs;
  mentionEverything(vocabulary);
  if (summary.procedure->result != nullptr && summary.procedure->result->isScalar()) {
    vocabulary.result(summary.procedure);
  }
  for (int i = 0; i < count; ++i) {
    auto state = randomPreState(vocabulary.program(), *summary.procedure, seed + i,
                                {.objects = 2 + i % 3, .unreachable = i % 2 == 0});
    if (!state) continue;
    ++runs.executions;
    const Heap before = state->heap;
    InterpreterOptions options;
    options.record_steps = false;
    options.max_steps = 2000;
    const Execution execution = run(*summary.procedure, state->arguments, state->heap, options);
    if (execution.outcome != Outcome::Returned) continue;
    ++runs.returned;
    const CallStates states{.procedure = summary.procedure,
                            .before = &before,
                            .after = &state->heap,
                            .arguments = state->arguments,
                            .result = execution.result};
    const HeapInstance instance(vocabulary, states);
    std::vector<ObjectId> made;
    for (ObjectId id = before.size(); id < state->heap.size(); ++id) {
      if (state->heap.at(id).owner == kNoObject && !state->heap.at(id).is_static) made.push_back(id);
    }
    if (!summary.may_return) {
      runs.failure = "it returned";
      return runs;
    }
    Choices choices(vocabulary, summary, instance.instance(), made, state->heap);
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
    for (const Value& argument : state->arguments) runs.failure += " " + toString(state->heap, argument);
    runs.failure += "\nbefore:\n" + describe(before) + "after:\n" + describe(state->heap);
    if (execution.result) runs.failure += "result: " + toString(state->heap, *execution.result) + "\n";
    return runs;
  }
  return runs;
}

}  // namespace weir::test_support
