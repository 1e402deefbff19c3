// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/atom_objects.h"

namespace weir::refine {

using namespace program;

std::optional<ObjectId> AtomObjects::objectOf(int atom) const {
  if (const auto found = known.find(atom); found != known.end()) return found->second;
  const HeapModel::Atom& info = model.atom(atom);
  if (info.owner < 0) return find(atom);
  const auto owner = objectOf(info.owner);
  if (!owner) return std::nullopt;
  const auto& parts = heap.at(*owner).fields.at(info.field);
  if (info.index >= static_cast<long>(parts.size())) return std::nullopt;
  return parts[info.index].object;
}

std::optional<program::Value> AtomObjects::valueOf(const logic::Cell& cell) const {
  if (cell.is_integer) return program::Value::ofInteger(cell.integer);
  const HeapModel::Atom& info = model.atom(cell.atom);
  if (info.procedure != nullptr) return program::Value::ofFunction(info.procedure);
  const auto object = objectOf(info.isSlot() ? info.owner : cell.atom);
  if (!object) return std::nullopt;
  return info.isSlot() ? program::Value::ofSlot(*object, info.field, info.index) : program::Value::ofObject(*object);
}

}  // namespace weir::refine
