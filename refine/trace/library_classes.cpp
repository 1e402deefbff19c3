// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/trace/library_classes.h"

#include <optional>
#include <set>
#include <string>

#include "ir/program/model_class.h"

namespace weir::refine {
namespace {

using program::ClassDecl;
using program::LibraryRole;

std::string memberName(const ClassDecl& class_decl, LibraryRole role) {
  const program::Field* field = class_decl.findMember(role);
  return field == nullptr ? "" : field->name;
}

/// Nothing of a model that is shown as it is: an iterator, a count of owners.
std::optional<LibraryClass> shapeOf(const ClassDecl& class_decl) {
  LibraryClass shape{.name = class_decl.name};
  const auto is = [&](const char* kind, LibraryRole elements) {
    shape.elements = memberName(class_decl, elements);
    if (shape.elements.empty()) return false;
    shape.kind = kind;
    return true;
  };
  const bool is_map = class_decl.findMember(LibraryRole::Mapping) != nullptr;
  if (is("sequence", LibraryRole::Sequence) || is(is_map ? "map" : "set", LibraryRole::Entries) ||
      is("optional", LibraryRole::Single)) {
    shape.length = memberName(class_decl, LibraryRole::Length);
    return shape;
  }
  if (is("string", LibraryRole::Text) || is("owner", LibraryRole::Target)) return shape;
  return std::nullopt;
}

}  // namespace

std::vector<LibraryClass> libraryClasses(const program::Heap& after, const Counterexample& shown) {
  std::set<std::string> names;
  for (const HeapState* state : {&shown.pre, &shown.post})
    for (const HeapObject& object : state->objects) names.insert(object.class_name);
  for (const Step& step : shown.steps)
    for (const Change& change : step.changes) names.insert(change.class_name);
  std::vector<LibraryClass> classes;
  for (program::ObjectId id = 0; id < after.size(); ++id) {
    const ClassDecl& class_decl = *after.at(id).class_decl;
    if (!program::isModelClass(class_decl) || names.erase(class_decl.name) == 0) continue;
    if (const auto shape = shapeOf(class_decl)) classes.push_back(*shape);
  }
  return classes;
}

}  // namespace weir::refine
