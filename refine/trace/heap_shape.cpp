// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/trace/heap_shape.h"

#include <deque>
#include <set>

namespace weir::refine {
namespace {

using program::Heap;
using program::kNoObject;
using program::ObjectId;

void follow(const Heap& heap, std::deque<ObjectId> from, std::set<ObjectId>& reached) {
  for (; !from.empty(); from.pop_front()) {
    if (from.front() == kNoObject || !reached.insert(from.front()).second) continue;
    const program::Object& object = heap.at(from.front());
    if (!object.live) continue;  // it has nothing any more
    from.push_back(object.owner);
    for (const auto& [field, values] : object.fields)
      for (const program::Value& value : values) from.push_back(value.object);
  }
}

/// Does the object reach itself over fields that lead from its class to its class?
bool reachesItself(const Heap& heap, ObjectId start) {
  const program::ClassDecl* class_decl = heap.at(start).class_decl;
  std::deque<ObjectId> queue{start};
  std::set<ObjectId> seen;
  for (; !queue.empty(); queue.pop_front()) {
    for (const auto& [field, values] : heap.at(queue.front()).fields) {
      if (!field->type->isObjectPointer() || field->type->pointee->class_decl != field->owner) continue;
      const ObjectId next = values.at(0).object;
      if (next == start) return true;
      if (next != kNoObject && heap.at(next).class_decl == class_decl && seen.insert(next).second)
        queue.push_back(next);
    }
  }
  return false;
}

}  // namespace

std::vector<ObjectId> leakedObjects(const Violation& violation) {
  const Heap& heap = *violation.after;
  std::deque<ObjectId> roots;
  for (ObjectId id = 0; id < violation.before->size(); ++id) roots.push_back(id);
  for (const program::Value& argument : violation.arguments) roots.push_back(argument.object);
  if (violation.execution.result) roots.push_back(violation.execution.result->object);
  if (violation.execution.outcome == program::Outcome::Threw) roots.push_back(violation.execution.thrown.object);
  std::set<ObjectId> reached;
  follow(heap, roots, reached);
  std::vector<ObjectId> lost;
  for (ObjectId id = violation.before->size(); id < heap.size(); ++id) {
    const program::Object& object = heap.at(id);
    const bool counts = object.storage == program::Storage::Heap && object.owner == kNoObject && object.live;
    if (counts && !reached.contains(id)) lost.push_back(id);
  }
  return lost;
}

std::optional<ObjectId> newCycle(const Violation& violation) {
  for (ObjectId id = 0; id < violation.after->size(); ++id) {
    if (!violation.after->at(id).live || !reachesItself(*violation.after, id)) continue;
    if (id < violation.before->size() && reachesItself(*violation.before, id)) continue;
    return id;
  }
  return std::nullopt;
}

}  // namespace weir::refine
