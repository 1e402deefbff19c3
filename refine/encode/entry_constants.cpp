// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants of static storage duration have the values that the program starts with, whatever was called before.
#include <algorithm>

#include "ir/program/interpreter.h"
#include "refine/encode/heap_model.h"

namespace weir::refine {

using namespace program;
using logic::BoundCell;

/// The atom that stands for a pointer of the initial state; -1 where there is none.
int HeapModel::atomOf(const Value& value, const std::map<ObjectId, int>& statics) const {
  if (value.kind == Value::Kind::Function) {
    const auto found = functions_.find(value.procedure);
    return found == functions_.end() ? -1 : found->second;
  }
  const auto object = statics.find(value.object);
  if (object == statics.end() || value.kind == Value::Kind::Object)
    return object == statics.end() ? -1 : object->second;
  const auto slots = slots_.find(value.field);
  if (slots == slots_.end()) return -1;
  for (const int slot : slots->second)
    if (atoms_[slot].owner == object->second && atoms_[slot].index == value.index) return slot;
  return -1;
}

HeapModel::Constants HeapModel::constantCells() const {
  Constants constants;
  const auto isConstant = [](const Field* field) { return field->is_constant; };
  if (globals_ < 0 || std::ranges::none_of(vocabulary_.program().globalsClass()->fields, isConstant)) return constants;
  Heap initial(vocabulary_.program());
  initializeStatics(initial, {.record_steps = false});
  std::map<ObjectId, int> statics{{initial.globals(), globals_}};
  for (int atom = 0; atom < universe_.size(); ++atom) {
    const Atom& info = atoms_[atom];
    if (info.class_decl == nullptr || info.owner < 0 || outermost(atom) != globals_) continue;
    // Owners come before their parts.
    for (const auto& [object, owner] : std::map(statics))
      if (owner == info.owner) statics[initial.read(object, info.field, info.index).object] = atom;
  }
  for (const auto& [object, row] : statics) {
    for (const auto& [field, values] : initial.at(object).fields) {
      if (!(initial.at(object).is_constant || field->is_constant) || !footprint_.hasField(field)) continue;
      if (!field->elementType()->isScalar()) continue;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const Value& value = values[i];
        const ConstantPlace place{row, field, static_cast<long>(i)};
        if (value.kind == Value::Kind::Integer) constants[place] = BoundCell::ofInteger(value.integer);
        if (value.kind == Value::Kind::Null) constants[place] = std::nullopt;
        if (!value.isPointer() || value.kind == Value::Kind::Null) continue;
        const int atom = atomOf(value, statics);
        const std::vector<int> possible = candidates(field->elementType());
        if (std::find(possible.begin(), possible.end(), atom) != possible.end())
          constants[place] = BoundCell::ofAtom(atom);
      }
    }
  }
  return constants;
}

bool HeapModel::holdsConstants(const Field* field) const {
  return std::ranges::any_of(constantCells(), [&](const auto& cell) { return std::get<1>(cell.first) == field; });
}

}  // namespace weir::refine
