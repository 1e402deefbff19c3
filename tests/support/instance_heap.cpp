// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/instance_heap.h"

#include "ir/program/interpreter.h"
#include "support/invariant.h"

namespace weir::program {
namespace {

using logic::Cell;
using logic::Relation;

class Reader {
 public:
  Reader(Vocabulary& vocabulary, const Procedure& procedure, const logic::Instance& instance)
      : vocabulary_(vocabulary),
        program_(vocabulary.program()),
        procedure_(procedure),
        instance_(instance),
        state_{Heap(vocabulary.program()), {}, {}} {}

  ConcretePreState read() {
    findParts();
    findSlots();
    globals();
    objects();
    for (const auto& [atom, id] : state_.objects) fields(atom, id);
    arguments();
    return std::move(state_);
  }

 private:
  struct Place {
    int owner;
    const Field* field;
    Integer index;
  };

  void findParts() {
    for (const ClassDecl* class_decl : program_.classes())
      for (const Field* field : class_decl->fields)
        if (field->holdsParts())
          for (const logic::Tuple& tuple : instance_.valueOf(vocabulary_.part(field)))
            parts_[tuple.back().atom] = {tuple[0].atom, field, field->type->isArray() ? tuple[1].integer : 0};
  }

  void findSlots() {
    for (const ClassDecl* class_decl : program_.classes())
      for (const Field* field : class_decl->fields) {
        if (!field->elementType()->isScalar()) continue;
        for (const logic::Tuple& tuple : instance_.valueOf(vocabulary_.slotOwner(field)))
          slots_[tuple[0].atom] = {tuple[1].atom, field, 0};
        for (const logic::Tuple& tuple : instance_.valueOf(vocabulary_.slotIndex(field)))
          if (const auto found = slots_.find(tuple[0].atom); found != slots_.end())
            found->second.index = tuple[1].integer;
      }
    for (const Procedure* procedure : program_.procedures())
      for (const logic::Tuple& tuple : instance_.valueOf(vocabulary_.procedureAtom(procedure)))
        procedures_[tuple[0].atom] = procedure;
  }

  void globals() {
    if (program_.globalsClass() == nullptr) return;
    initializeStatics(state_.heap, {.record_steps = false});
    for (const logic::Tuple& tuple : instance_.valueOf(vocabulary_.globalsObject()))
      adopt(tuple[0].atom, state_.heap.globals());
  }

  void objects() {
    std::map<int, const ClassDecl*> live;
    for (const ClassDecl* class_decl : program_.classes()) {
      if (class_decl->is_globals) continue;
      for (const logic::Tuple& tuple : instance_.valueOf(vocabulary_.live(class_decl, State::Pre)))
        live[tuple[0].atom] = class_decl;
    }
    for (const auto& [atom, class_decl] : live)
      if (!parts_.contains(atom)) allocate(atom, class_decl);
    for (const auto& [atom, class_decl] : live)
      INVARIANT(state_.objects.contains(atom), "a live part should have a live owner");
  }

  ObjectId allocate(int atom, const ClassDecl* class_decl) {
    Integer extent = 0;
    if (class_decl->is_array)
      for (const logic::Tuple& tuple : instance_.valueOf(vocabulary_.extent(class_decl, State::Pre)))
        if (tuple[0].atom == atom) extent = tuple[1].integer;
    const ObjectId id = state_.heap.allocate(class_decl, Storage::Heap, true, static_cast<long>(extent));
    adopt(atom, id);
    return id;
  }

  /// The atom is this object, and the atoms of its parts are its parts.
  void adopt(int atom, ObjectId id) {
    state_.objects[atom] = id;
    for (const auto& [part, place] : parts_) {
      if (place.owner != atom) continue;
      const auto& values = state_.heap.at(id).fields.at(place.field);
      if (place.index >= 0 && place.index < static_cast<Integer>(values.size()))
        adopt(part, values[static_cast<std::size_t>(place.index)].object);
    }
  }

  void fields(int atom, ObjectId id) {
    const Object& object = state_.heap.at(id);
    if (!object.live) return;
    for (const Field* field : allFields(object.class_decl)) {
      if (!field->elementType()->isScalar()) continue;
      const Relation relation = vocabulary_.field(field, State::Pre);
      if (!instance_.has(relation)) continue;
      const auto count = static_cast<long>(state_.heap.at(id).fields.at(field).size());
      // Mentioned and absent: null, or an integer that has no value yet.
      for (long index = 0; index < count; ++index)
        state_.heap.write(id, field, field->elementType()->isPointer() ? Value::null() : Value{}, index);
      for (const logic::Tuple& tuple : instance_.valueOf(relation)) {
        if (tuple[0].atom != atom) continue;
        const Integer index = field->type->isArray() ? tuple[1].integer : 0;
        if (index >= 0 && index < count) state_.heap.write(id, field, valueOf(tuple.back()), static_cast<long>(index));
      }
    }
  }

  Value valueOf(const Cell& cell) {
    if (cell.is_integer) return Value::ofInteger(cell.integer);
    if (const auto found = state_.objects.find(cell.atom); found != state_.objects.end())
      return Value::ofObject(found->second);
    if (const auto found = procedures_.find(cell.atom); found != procedures_.end())
      return Value::ofFunction(found->second);
    if (const auto found = slots_.find(cell.atom); found != slots_.end()) {
      const Value owner = valueOf(Cell::ofAtom(found->second.owner));
      return Value::ofSlot(owner.object, found->second.field, static_cast<long>(found->second.index));
    }
    return dead(cell.atom);
  }

  /// An atom that is not live is an object that died before the call.
  Value dead(int atom) {
    if (const auto found = parts_.find(atom); found != parts_.end()) {
      valueOf(Cell::ofAtom(found->second.owner));
      if (const auto adopted = state_.objects.find(atom); adopted != state_.objects.end())
        return Value::ofObject(adopted->second);
    }
    for (const ClassDecl* class_decl : program_.classes())
      if (vocabulary_.sortOf(class_decl) == instance_.universe().at(atom).sort) {
        const ObjectId id = allocate(atom, class_decl);
        state_.heap.kill(id);
        return Value::ofObject(id);
      }
    UNREACHABLE("an atom that is a value should be an object, a slot or a procedure");
  }

  void arguments() {
    for (std::size_t i = 0; i < procedure_.parameters.size(); ++i) {
      const Local* parameter = procedure_.parameters[i];
      const bool is_this = i == 0 && procedure_.method_of != nullptr && !procedure_.is_static_method;
      const bool is_result = procedure_.has_result_parameter && i + 1 == procedure_.parameters.size();
      const Relation relation = vocabulary_.parameter(parameter);
      const logic::TupleSet& value = instance_.valueOf(relation);
      if (!value.empty()) {
        state_.arguments.push_back(valueOf((*value.begin())[0]));
        // A constructor and a result returned by value start from raw memory.
        if (((is_this && procedure_.is_constructor) || is_result) &&
            state_.arguments.back().kind == Value::Kind::Object)
          state_.heap.makeRaw(state_.arguments.back().object);
      } else if (!instance_.has(relation) && is_result) {
        const ObjectId id = state_.heap.allocate(parameter->type->pointee->class_decl, Storage::Heap);
        state_.arguments.push_back(Value::ofObject(id));
      } else {
        state_.arguments.push_back(parameter->type->isInteger() ? Value::ofInteger(0) : Value::null());
      }
    }
  }

  Vocabulary& vocabulary_;
  const Program& program_;
  const Procedure& procedure_;
  const logic::Instance& instance_;
  ConcretePreState state_;
  std::map<int, Place> parts_;
  std::map<int, Place> slots_;
  std::map<int, const Procedure*> procedures_;
};

}  // namespace

ConcretePreState preStateOf(Vocabulary& vocabulary, const Procedure& procedure, const logic::Instance& instance) {
  return Reader(vocabulary, procedure, instance).read();
}

}  // namespace weir::program
