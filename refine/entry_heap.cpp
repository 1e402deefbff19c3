// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/entry_heap.h"

#include "ir/program/interpreter.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;

namespace {

class EntryHeapBuilder {
 public:
  EntryHeapBuilder(const logic::Instance& instance, const HeapModel& model)
      : instance_(instance), model_(model), vocabulary_(model.vocabulary()), heap_(vocabulary_.program()) {}

  EntryState build(const Procedure& procedure) {
    allocate();
    fillConstants();
    fill();
    std::vector<Value> arguments;
    for (const Local* parameter : procedure.parameters) {
      if (procedure.has_result_parameter && parameter == procedure.parameters.back()) {
        arguments.push_back(Value::ofObject(heap_.allocate(parameter->type->pointee->class_decl, Storage::Automatic)));
        continue;
      }
      if (parameter->type->kind == TypeKind::Unsupported) {  // whatever it is, nothing reads it
        arguments.emplace_back();
        continue;
      }
      const auto& tuples = instance_.valueOf(vocabulary_.parameter(parameter));
      arguments.push_back(tuples.empty() ? Value::null() : valueOf(tuples.begin()->back()));
    }
    return {std::move(heap_), std::move(arguments), std::move(objects_)};
  }

 private:
  bool isLive(int atom) const {
    const auto& live = instance_.valueOf(vocabulary_.live(model_.atom(atom).class_decl, State::Pre));
    return live.contains({logic::Cell::ofAtom(atom)});
  }

  /// In the order of the atoms, so that the names the heap gives are those of the atoms.
  void allocate() {
    for (int atom = 0; atom < model_.universe().size(); ++atom) {
      const HeapModel::Atom& info = model_.atom(atom);
      if (!info.isObject() || info.is_automatic || !isLive(atom)) continue;
      if (info.class_decl->is_globals) {
        objects_[atom] = heap_.globals();
        continue;
      }
      long extent = 0;
      if (info.class_decl->is_array)
        for (const auto& tuple : instance_.valueOf(vocabulary_.extent(info.class_decl, State::Pre)))
          if (tuple[0].atom == atom) extent = static_cast<long>(tuple[1].integer);
      objects_[atom] = heap_.allocate(info.class_decl, Storage::Heap, true, extent);
    }
    for (int atom = 0; atom < model_.universe().size(); ++atom) {
      const HeapModel::Atom& info = model_.atom(atom);
      if (info.class_decl == nullptr || info.owner < 0 || !objects_.contains(info.owner)) continue;
      const auto& elements = heap_.at(objects_.at(info.owner)).fields.at(info.field);
      if (info.index < static_cast<long>(elements.size())) objects_[atom] = elements[info.index].object;
    }
  }

  Value valueOf(const logic::Cell& cell) const {
    if (cell.is_integer) return Value::ofInteger(cell.integer);
    const HeapModel::Atom& info = model_.atom(cell.atom);
    if (info.procedure != nullptr) return Value::ofFunction(info.procedure);
    if (info.isSlot()) return Value::ofSlot(objects_.at(info.owner), info.field, info.index);
    return Value::ofObject(objects_.at(cell.atom));
  }

  /// Also those that the check does not look at: the compiled program has them. Other variables that no one outside can
  /// change have their first value where the check does not look at them.
  void fillConstants() {
    const ObjectId globals = heap_.findGlobals();
    if (globals == kNoObject) return;
    Heap initial(vocabulary_.program());
    initializeStatics(initial, {.record_steps = false});
    // Both heaps make the globals' parts in one order.
    const ObjectId shift = globals - initial.globals();
    const auto moved = [&](Value value) {
      if (value.object != kNoObject) value.object += shift;
      return value;
    };
    for (ObjectId id = initial.globals(); id < initial.size() && initial.at(id).is_static; ++id)
      for (const auto& [field, values] : initial.at(id).fields)
        for (std::size_t i = 0; i < values.size(); ++i) {
          const bool is_constant = initial.at(id).is_constant || field->is_constant ||
                                   (field->is_private && !model_.footprint().hasField(field));
          if (!is_constant || field->holdsParts() || values[i].kind == Value::Kind::Uninitialized) continue;
          const bool is_static = values[i].object == kNoObject || initial.at(values[i].object).is_static;
          if (is_static) heap_.write(id + shift, field, moved(values[i]), static_cast<long>(i));
        }
  }

  void fill() {
    for (const Field* field : model_.footprint().value_fields) {
      for (const auto& tuple : instance_.valueOf(vocabulary_.field(field, State::Pre))) {
        const auto object = objects_.find(tuple.front().atom);
        if (object == objects_.end()) continue;
        const long index = field->type->isArray() ? static_cast<long>(tuple[1].integer) : 0;
        heap_.write(object->second, field, valueOf(tuple.back()), index);
      }
    }
  }

  const logic::Instance& instance_;
  const HeapModel& model_;
  Vocabulary& vocabulary_;
  Heap heap_;
  std::map<int, ObjectId> objects_;
};

}  // namespace

Heap heapAtStart(Heap entry, const Procedure& procedure, const std::vector<Value>& arguments) {
  if (procedure.is_constructor && arguments.front().kind == Value::Kind::Object)
    entry.makeRaw(arguments.front().object);
  return entry;
}

EntryState entryStateOf(const logic::Instance& instance, const HeapModel& model, const Procedure& procedure) {
  return EntryHeapBuilder(instance, model).build(procedure);
}

}  // namespace weir::refine
