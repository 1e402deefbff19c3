// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/garbage.h"

#include <tuple>

namespace weir::refine {

using namespace program;

namespace {

using CellPlace = std::tuple<ObjectId, const Field*, long>;

/// What a pointer to no object leads to.
void nowhere(Heap& heap, ObjectId id, const std::string& name) {
  heap.at(id).name = name;
  heap.at(id).is_made_up = true;
  for (auto& [field, values] : heap.at(id).fields)
    for (std::size_t i = 0; field->holdsParts() && i < values.size(); ++i)
      nowhere(heap, values[i].object,
              name + "." + field->name + (field->type->isArray() ? "[" + std::to_string(i) + "]" : ""));
}

/// Where a piece of garbage comes from; nothing where the interpreter does not know.
std::optional<CellPlace> originOf(const program::Value& value) {
  if (value.origin == kNoObject) return std::nullopt;
  return CellPlace{value.origin, value.field, value.index};
}

}  // namespace

ChosenGarbage::ChosenGarbage(Query& query, logic::Formula formula, std::map<int, ObjectId> objects)
    : query_(query), formula_(formula), objects_(std::move(objects)) {}

/// Heap objects of a class are numbered as they come to be, in the instance as in the execution.
void ChosenGarbage::nameObjects(const Heap& heap, const std::vector<program::Value>& arguments) {
  std::map<const ClassDecl*, std::size_t> counts;
  const HeapModel& model = query_.model();
  const auto name = [&](const auto& self, int atom, ObjectId id) -> void {
    objects_[atom] = id;
    for (int part = 0; part < model.universe().size(); ++part) {
      const HeapModel::Atom& info = model.atom(part);
      if (info.owner != atom || info.class_decl == nullptr) continue;
      const auto& values = heap.at(id).fields.at(info.field);
      if (info.index < static_cast<long>(values.size())) self(self, part, values[info.index].object);
    }
  };
  for (ObjectId id = 0; id < heap.size(); ++id) {
    const Object& object = heap.at(id);
    if (object.owner != kNoObject || object.is_static || object.storage != Storage::Heap) continue;
    const std::vector<int>& atoms = model.objectsOf(object.class_decl);
    const std::size_t number = counts[object.class_decl]++;
    if (number < atoms.size()) name(name, atoms[number], id);
  }
  if (!query_.procedure().has_result_parameter) return;
  const ClassDecl* result = query_.procedure().parameters.back()->type->pointee->class_decl;
  name(name, query_.model().resultObject(result), arguments.back().object);
}

/// No such object came to be: a pointer to it leads nowhere.
std::optional<ObjectId> ChosenGarbage::makeNowhere(int atom, Heap& heap) {
  const HeapModel::Atom& info = query_.model().atom(atom);
  if (info.is_automatic || info.class_decl->is_globals) return std::nullopt;
  const long extent = info.class_decl->is_array ? query_.model().extentLimit(info.class_decl->fields.front()) : 0;
  const ObjectId id = heap.allocate(info.class_decl, Storage::Heap, false, extent);
  heap.kill(id);
  nowhere(heap, id, "nowhere" + (count_ == 0 ? "" : std::to_string(count_)));
  ++count_;
  return objects_[atom] = id;
}

AtomObjects ChosenGarbage::objectsIn(Heap& heap) {
  return {query_.model(), heap, objects_, [&](int atom) { return makeNowhere(atom, heap); }};
}

bool ChosenGarbage::fill(Heap& after, Execution& execution, const std::vector<program::Value>& arguments) {
  const TypeRef thrown = execution.outcome == Outcome::Threw ? execution.thrown_type : nullptr;
  std::vector<CellPlace> cells;
  for (ObjectId id = 0; id < after.size(); ++id)
    for (const auto& [field, values] : after.at(id).fields)
      for (std::size_t i = 0; after.at(id).live && i < values.size(); ++i)
        if (values[i].kind == program::Value::Kind::Uninitialized && field->elementType()->isScalar())
          cells.emplace_back(id, field, static_cast<long>(i));
  if (cells.empty()) return true;
  nameObjects(after, arguments);
  std::map<ObjectId, int> atoms;
  for (const auto& [atom, id] : objects_) atoms[id] = atom;

  std::map<CellPlace, program::Value> chosen;  // by origin
  std::map<CellPlace, program::Value> direct;  // of garbage whose origin is not known
  std::map<const Field*, logic::TupleSet> values;
  const std::vector<std::pair<const Field*, logic::Expr>> fields = query_.fieldsAtExit(formula_, thrown);
  std::vector<logic::Expr> exprs;
  for (const auto& [field, expr] : fields) exprs.push_back(expr);
  if (!exprs.empty()) {
    const std::vector<logic::TupleSet> read = query_.finder().valuesOf(exprs);
    for (std::size_t i = 0; i < fields.size(); ++i) values[fields[i].first] = read[i];
  }
  for (const CellPlace& place : cells) {
    const auto& [id, field, index] = place;
    const auto atom = atoms.find(id);
    const auto rows = values.find(field);
    if (rows == values.end()) continue;
    is_used_ = true;
    if (atom == atoms.end()) continue;
    std::optional<program::Value> value =
        field->elementType()->isPointer() ? std::optional(program::Value::null()) : std::nullopt;
    for (const logic::Tuple& tuple : rows->second) {
      if (tuple.front().atom != atom->second) continue;
      if (field->type->isArray() && tuple[1].integer != index) continue;
      value = objectsIn(after).valueOf(tuple.back());
      if (!value) return false;
    }
    if (!value) continue;
    const auto origin = originOf(after.read(id, field, index));
    const auto [known, is_new] = origin ? chosen.emplace(*origin, *value) : direct.emplace(place, *value);
    if (!is_new && !(known->second == *value)) return false;
  }
  for (const CellPlace& place : cells) {
    const auto& [id, field, index] = place;
    const auto origin = originOf(after.read(id, field, index));
    const auto& known = origin ? chosen : direct;
    const auto found = known.find(origin ? *origin : place);
    if (found != known.end()) after.write(id, field, found->second, index);
  }
  const auto reveal = [&](program::Value& value) {
    if (value.kind != program::Value::Kind::Uninitialized) return;
    if (const auto origin = originOf(value); origin && chosen.contains(*origin)) value = chosen.at(*origin);
  };
  for (program::Step& step : execution.steps)
    for (program::Change& change : step.changes) {
      reveal(change.before);
      reveal(change.after);
    }
  return true;
}

}  // namespace weir::refine
