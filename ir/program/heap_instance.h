// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two concrete heaps, before and after a call, as a logical instance: so that a specification can be evaluated on an
// execution, by the evaluator and without a solver.
//
//   HeapInstance states(vocabulary, {.procedure = &push, .before = &before, .after = &after, .arguments = {…}});
//   Evaluator(states.instance()).evaluate(property.formula)
//
// Every relation of the vocabulary that exists when the instance is made has its value: lower formulas first.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "ir/logic/universe.h"
#include "ir/program/heap.h"
#include "ir/program/vocabulary.h"

namespace weir::program {

struct CallStates {
  const Procedure* procedure = nullptr;
  const Heap* before = nullptr;
  const Heap* after = nullptr;  // the same objects under the same ids, and those that were allocated
  std::vector<Value> arguments;
  std::optional<Value> result;
  std::optional<Value> thrown;  // an object or a pointer
};

class HeapInstance {
 public:
  HeapInstance(Vocabulary& vocabulary, const CallStates& states);
  HeapInstance(const HeapInstance&) = delete;
  HeapInstance& operator=(const HeapInstance&) = delete;

  const logic::Instance& instance() const { return instance_; }
  /// What a cell of the instance is in the heaps.
  Value valueOf(const logic::Cell& cell) const;

 private:
  std::optional<logic::Cell> cellOf(const Value& value);
  int slotAtom(ObjectId object, const Field* field, long index);
  void fill(logic::Relation relation, const Vocabulary::Meaning& meaning);
  void fillField(logic::Relation relation, const Field* field, const Heap& heap);
  void fillConstants();

  Vocabulary& vocabulary_;
  const CallStates& states_;
  logic::Universe universe_;
  logic::Instance instance_{universe_};
  std::vector<Value> values_;  // by atom
  std::vector<int> atoms_;     // by object
  std::map<std::tuple<ObjectId, const Field*, long>, int> slots_;
  std::map<const Procedure*, int> procedures_;
};

}  // namespace weir::program
