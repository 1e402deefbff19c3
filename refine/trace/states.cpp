// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/trace/states.h"

#include "refine/entry_heap.h"

namespace weir::refine {
namespace {

using program::Heap;
using program::kNoObject;
using program::ObjectId;

void addRoots(const StateInput& in, const Heap& heap, HeapState& state) {
  const auto& parameters = in.method.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (isTemporary(*parameters[i])) continue;
    const program::Value& argument = in.violation.arguments.at(i);
    const std::string name = sourceName(*parameters[i]);
    const Variable* box = argument.kind == program::Value::Kind::Slot ? in.naming.variable(argument.object) : nullptr;
    if (box != nullptr && box->is_root && box->name == name) {
      state.roots.emplace_back(name, in.naming.field(heap, argument.object, argument.field));
    } else {
      state.roots.emplace_back(name, in.naming.value(argument, parameters[i]->type));
    }
  }
  const ObjectId globals = in.violation.after->findGlobals();
  if (globals == kNoObject || globals >= heap.size()) return;
  // The text of a literal is its name, and the name of a made-up address says what it is.
  for (const program::Field* field : program::allFields(heap.at(globals).class_decl))
    if (in.touched.fields.contains(field) && !field->name.starts_with('"') && !field->made_up_address)
      state.roots.emplace_back(field->name, in.naming.field(heap, globals, field));
}

HeapObject shownObject(const StateInput& in, const Heap& heap, ObjectId id) {
  const program::Object& object = heap.at(id);
  HeapObject shown{
      .id = in.naming.object(id), .class_name = object.class_decl->name, .freed = !object.live && !object.is_made_up};
  if (object.owner != kNoObject && !in.naming.isGlobals(object.owner)) shown.owner = in.naming.object(object.owner);
  for (const program::Field* field : program::allFields(object.class_decl))
    if (in.touched.shows(field) && !object.is_made_up)
      shown.fields.emplace_back(field->name, in.naming.field(heap, id, field));
  return shown;
}

bool isOwnObject(const StateInput& in, ObjectId id) {
  const program::Object& object = in.violation.after->at(id);
  return id >= in.violation.before->size() && object.storage == program::Storage::Automatic;
}

/// What a constructor never writes was in its memory before.
void showGarbage(const Violation& violation, Heap& start) {
  for (ObjectId id = 0; id < start.size(); ++id)
    for (auto& [field, values] : start.at(id).fields)
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto index = static_cast<long>(i);
        if (values[i].kind == program::Value::Kind::Uninitialized && violation.left != nullptr &&
            violation.left->read(id, field, index) == values[i])
          values[i] = violation.after->read(id, field, index);
      }
}

}  // namespace

std::set<ObjectId> danglingLocals(const StateInput& in) {
  const Heap& heap = *in.violation.after;
  std::set<ObjectId> found;
  const auto add = [&](const program::Value& value) {
    if (value.kind != program::Value::Kind::Object && value.kind != program::Value::Kind::Slot) return;
    for (ObjectId id = value.object; id != kNoObject; id = heap.at(id).owner)
      if (isOwnObject(in, id)) found.insert(id);
  };
  if (in.violation.execution.result) add(*in.violation.execution.result);
  for (const program::Value& argument : in.violation.arguments) add(argument);
  for (ObjectId id : in.touched.objects) {
    if (isOwnObject(in, id) || !heap.at(id).live) continue;
    for (const auto& [field, values] : heap.at(id).fields)
      for (const program::Value& value : values)
        if (in.touched.shows(field)) add(value);
  }
  return found;
}

HeapState stateBefore(const StateInput& in) {
  HeapState state;
  Heap heap = heapAtStart(*in.violation.before, in.method, in.violation.arguments);
  showGarbage(in.violation, heap);
  addRoots(in, heap, state);
  for (ObjectId id : in.touched.objects)
    if (id < heap.size() && in.naming.variable(id) == nullptr) state.objects.push_back(shownObject(in, heap, id));
  return state;
}

HeapState stateAfter(const StateInput& in) {
  HeapState state;
  const Heap& heap = *in.violation.after;
  addRoots(in, heap, state);
  const program::Execution& execution = in.violation.execution;
  if (execution.outcome == program::Outcome::Returned && in.method.has_result_parameter) {
    state.roots.emplace_back("return", in.naming.value(in.violation.arguments.back(), nullptr));
  } else if (execution.result && execution.result->kind != program::Value::Kind::Uninitialized) {
    state.roots.emplace_back("return", in.naming.value(*execution.result, in.method.result));
  }
  const std::set<ObjectId> own = danglingLocals(in);
  const bool ended = execution.outcome == program::Outcome::Returned || execution.outcome == program::Outcome::Threw;
  for (ObjectId id : in.touched.objects) {
    if (in.naming.variable(id) != nullptr) continue;
    // Where a pointer that was never written leads to there is nothing.
    if (in.violation.left != nullptr && id >= in.violation.left->size()) continue;
    // While the method still runs, its variables are there to be looked at.
    if (isOwnObject(in, id) && !own.contains(id) && (ended || !heap.at(id).live)) continue;
    state.objects.push_back(shownObject(in, heap, id));
  }
  return state;
}

}  // namespace weir::refine
