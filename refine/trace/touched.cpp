// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/trace/touched.h"

#include <deque>

#include "ir/logic/occurrences.h"
#include "ir/program/model_class.h"
#include "ir/program/walk.h"

namespace weir::refine {
namespace {

using program::Field;
using program::kNoObject;
using program::ObjectId;
using program::StmtKind;

/// The objects and fields that statements read, write or free.
class Accesses : public ExecutionVisitor {
 public:
  explicit Accesses(const program::Heap& heap) : heap_(heap) {}

  void step(const Activation& activation, const program::Step& step,
            const std::vector<program::Change>& changes) override {
    for (const program::Change& change : changes)
      if (change.object != kNoObject) touch(change.object, change.field);
    for (ObjectId id : step.allocated) touch(id, nullptr);
    for (ObjectId id : step.freed) touch(id, nullptr);
    const program::Stmt& stmt = *step.stmt;
    switch (stmt.kind) {
      case StmtKind::Load:
        places(activation, program::as<program::LoadStmt>(stmt).object, program::as<program::LoadStmt>(stmt).field);
        break;
      case StmtKind::Store:
        places(activation, program::as<program::StoreStmt>(stmt).object, program::as<program::StoreStmt>(stmt).field);
        break;
      case StmtKind::LoadSlot: places(activation, program::as<program::LoadSlotStmt>(stmt).pointer, nullptr); break;
      case StmtKind::StoreSlot: places(activation, program::as<program::StoreSlotStmt>(stmt).pointer, nullptr); break;
      default: break;
    }
  }

  std::set<ObjectId> objects;
  std::set<const Field*> fields;

 private:
  void touch(ObjectId id, const Field* field) {
    objects.insert(id);
    if (field != nullptr && !field->is_union_state) fields.insert(field);
  }

  /// Whatever the address is made from; an address that needs no memory has no more than a few locals in it.
  void places(const Activation& activation, program::ExprRef address, const Field* field) {
    if (field != nullptr && !field->is_union_state) fields.insert(field);
    program::forEachSubexpression(address, [&](const program::Expr& part) {
      if (part.field != nullptr) fields.insert(part.field);
      if (part.kind != program::ExprKind::LocalRef) return;
      const program::Value& value = activation.locals.at(part.local->index);
      if (value.kind == program::Value::Kind::Object) touch(value.object, nullptr);
      if (value.kind == program::Value::Kind::Slot) touch(value.object, value.field);
      // A pointer to a part of an array walks over its siblings.
      if (value.kind == program::Value::Kind::Object && heap_.at(value.object).owner != kNoObject)
        touch(heap_.at(value.object).owner, heap_.at(value.object).owner_field);
    });
  }

  const program::Heap& heap_;
};

class Selection {
 public:
  Selection(const Violation& violation, Touched& touched) : violation_(violation), touched_(touched) {}

  void add(const program::Value& value) {
    if (value.kind == program::Value::Kind::Object || value.kind == program::Value::Kind::Slot) add(value.object);
  }

  void add(ObjectId id) {
    if (id == kNoObject || !seen_.insert(id).second) return;
    if (id != violation_.after->findGlobals()) touched_.objects.push_back(id);
    queue_.push_back(id);
  }

  /// Follows shown fields, in the heap before and in the heap after.
  void close() {
    for (; !queue_.empty(); queue_.pop_front()) {
      const ObjectId id = queue_.front();
      add(violation_.after->at(id).owner);
      if (id < violation_.before->size()) follow(*violation_.before, id);
      follow(*violation_.after, id);
    }
  }

 private:
  void follow(const program::Heap& heap, ObjectId id) {
    const bool is_globals = id == heap.findGlobals();
    for (const Field* field : program::allFields(heap.at(id).class_decl)) {
      if (is_globals ? !touched_.fields.contains(field) : !touched_.shows(field)) continue;
      for (const program::Value& value : heap.at(id).fields.at(field)) add(value);
    }
  }

  const Violation& violation_;
  Touched& touched_;
  std::set<ObjectId> seen_;
  std::deque<ObjectId> queue_;
};

}  // namespace

Touched touchedBy(const program::Procedure& method, const Violation& violation, program::Vocabulary& vocabulary,
                  const std::vector<logic::Formula>& formulas, const std::vector<logic::Formula>& assumed) {
  Touched touched;
  Accesses accesses(*violation.after);
  walkExecution(method, violation.arguments, violation.execution, accesses);
  touched.fields = accesses.fields;
  // A string is shown as such.
  std::erase_if(touched.fields,
                [](const Field* field) { return program::roleOf(*field) == program::LibraryRole::Characters; });

  logic::Occurrences in_property;
  logic::Occurrences in_all;
  for (logic::Formula formula : formulas) in_property.add(formula);
  for (logic::Formula formula : formulas) in_all.add(formula);
  for (logic::Formula formula : assumed) in_all.add(formula);
  for (logic::Relation relation : in_all.relations())
    if (const auto* meaning = vocabulary.meaningOf(relation);
        meaning != nullptr && meaning->kind == program::Vocabulary::Meaning::Kind::Field)
      touched.fields.insert(meaning->field);  // to ask whose slot a pointer is, owner[p], is not to read it
  // An array's elements are its whole content: hiding them would leave a name.
  for (ObjectId id = 0; id < violation.after->size(); ++id)
    if (const auto* class_decl = violation.after->at(id).class_decl; class_decl->is_array || class_decl->is_box)
      touched.fields.insert(class_decl->fields.front());

  Selection selection(violation, touched);
  selection.add(violation.after->findGlobals());
  for (const program::Value& argument : violation.arguments) selection.add(argument);
  if (violation.execution.result) selection.add(*violation.execution.result);
  selection.close();
  for (logic::Relation relation : in_property.relations()) {
    const auto* meaning = vocabulary.meaningOf(relation);
    if (meaning == nullptr || meaning->kind != program::Vocabulary::Meaning::Kind::Live) continue;
    for (ObjectId id = 0; id < violation.after->size(); ++id)
      if (violation.after->at(id).class_decl == meaning->class_decl) selection.add(id);
  }
  for (ObjectId id : accesses.objects) selection.add(id);
  selection.close();
  return touched;
}

}  // namespace weir::refine
