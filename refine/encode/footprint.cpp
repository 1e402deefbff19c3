// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/footprint.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "ir/program/heap.h"
#include "ir/program/interpreter.h"
#include "ir/program/model_class.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;

bool Footprint::hasClass(const ClassDecl* class_decl) const { return class_set_.contains(class_decl); }
bool Footprint::hasField(const Field* field) const { return field_set_.contains(field); }
bool Footprint::hasSlots(const Field* field) const { return slot_set_.contains(field); }

/// C lets the signed and the unsigned type of one width alias; the interpreter and the summaries read it so.
static bool alias(TypeRef a, TypeRef b) { return a->isInteger() && a->kind == b->kind && a->width == b->width; }

bool Footprint::mayPoint(TypeRef pointee, TypeRef stored) const {
  return sameRepresentation(pointee, stored) || (loose_types.contains(pointee) && alias(pointee, stored));
}

bool Footprint::mayStore(const std::set<TypeRef>& pointees, TypeRef stored) const {
  return std::ranges::any_of(pointees, [&](TypeRef pointee) { return mayPoint(pointee, stored); });
}

std::vector<const Procedure*> targetsOf(const CallStmt& call, const Program& program) {
  std::vector<const Procedure*> targets;
  const auto add = [&](const Procedure* target) {
    if (target != nullptr && std::find(targets.begin(), targets.end(), target) == targets.end())
      targets.push_back(target);
  };
  if (call.function != nullptr) {
    for (const Procedure* target : program.addressTaken(call.function->type->pointee)) add(target);
  } else if (call.dispatch) {
    for (const ClassDecl* dynamic : program.dynamicClasses(call.callee->method_of))
      add(program.finalOverrider(call.callee, dynamic));
  } else {
    add(call.callee);
  }
  return targets;
}

/// Walks code and formulas; what it meets is closed under what pointers in it may lead to.
class FootprintBuilder {
 public:
  FootprintBuilder(Vocabulary& vocabulary, const std::set<const Procedure*>& stops_at)
      : vocabulary_(vocabulary), program_(vocabulary.program()), stops_at_(stops_at) {}

  Footprint build(const Procedure& root, std::span<const logic::Formula> formulas) {
    for (const logic::Formula formula : formulas) visit(formula);
    in_code_ = true;
    reach(&root);
    for (const Local* parameter : root.parameters) mentionEntryType(parameter->type);
    // The list grows while it is walked.
    for (std::size_t i = 0; i < footprint_.procedures.size(); ++i) {
      const Procedure& procedure = *footprint_.procedures[i];
      for (const Local* local : procedure.locals) mentionType(local->type);
      if (!stops_at_.contains(&procedure)) visit(procedure.body);
    }
    closeUnderSlots();
    footprint_.pointed_types = slot_types_;
    inDeclarationOrder();
    return std::move(footprint_);
  }

 private:
  void reach(const Procedure* procedure) {
    if (!reached_.insert(procedure).second) return;
    footprint_.procedures.push_back(procedure);
    // What is not there to be read may free as well.
    if (procedure->is_external) footprint_.frees = true;
  }

  void mentionClass(const ClassDecl* class_decl) {
    for (const ClassDecl* dynamic : program_.dynamicClasses(class_decl)) footprint_.class_set_.insert(dynamic);
    if (class_decl->is_incomplete || class_decl->is_globals) footprint_.class_set_.insert(class_decl);
  }

  void mentionType(TypeRef type) {
    if (type->isObjectPointer()) mentionClass(type->pointee->class_decl);
    if (type->isSlotPointer()) slot_types_.insert(type->pointee);
  }

  /// A type whose values exist before the call: a slot pointer may then point to a variable of the caller or into an
  /// array as well.
  void mentionEntryType(TypeRef type) {
    mentionType(type);
    if (!type->isSlotPointer()) return;
    for (const ClassDecl* class_decl : program_.classes()) {
      if (!class_decl->is_array && !class_decl->is_box) continue;
      const Field* content = class_decl->fields.front();
      if (content->elementType() == type->pointee) mentionField(content);
    }
  }

  void mentionField(const Field* field) {
    if (in_code_) footprint_.in_code.insert(field);
    if (!footprint_.field_set_.insert(field).second) return;
    mentionClass(field->owner);
    if (isModelArray(*field)) mentionField(lengthFieldOf(*field->owner));
    // One past the end of an array of class type is a pointer to no object.
    if (field->holdsParts() && field->type->isArray()) footprint_.may_mistype = true;
    if (field->holdsParts())
      mentionClass(field->elementType()->class_decl);
    else if (field->elementType()->isPointer())
      mentionEntryType(field->elementType());
    if (field->elementType()->isObjectPointer()) mentionMadeUp(field->elementType()->pointee->class_decl);
    if (field->is_constant && field->owner->is_globals) mentionTargets(initial().findGlobals(), field);
  }

  /// A pointer to an object may point to an element of an array where that makes a difference: the code steps through
  /// it, or the property speaks of the array.
  void mentionArraysOf(TypeRef pointer) {
    if (!pointer->isObjectPointer()) return;
    for (const ClassDecl* array : program_.classes())
      if (array->is_array && array->fields.front()->elementType() == pointer->pointee)
        mentionField(array->fields.front());
  }

  /// The program may have stored an address such as (T*)-1 in any field for it.
  void mentionMadeUp(const ClassDecl* class_decl) {
    if (program_.globalsClass() == nullptr) return;
    for (const Field* field : program_.globalsClass()->fields)
      if (field->made_up_address && field->type->class_decl->derivesFrom(class_decl)) {
        footprint_.uses_globals = true;
        mentionField(field);
      }
  }

  /// The state that the program starts with.
  const Heap& initial() {
    if (!initial_) {
      initial_.emplace(program_);
      initializeStatics(*initial_, {.record_steps = false});
    }
    return *initial_;
  }

  /// What a constant points to: it does so in every state.
  void mentionTargets(ObjectId id, const Field* field) {
    const std::vector<Value> values = initial().at(id).fields.at(field);
    for (const Value& value : values) {
      if (field->holdsParts()) {
        for (const Field* inner : allFields(initial().at(value.object).class_decl)) mentionTargets(value.object, inner);
        continue;
      }
      if (value.kind == Value::Kind::Function) functions_.insert(value.procedure);
      if (value.kind == Value::Kind::Slot) mentionField(value.field);
      if (value.kind != Value::Kind::Slot && value.kind != Value::Kind::Object) continue;
      for (ObjectId in = value.object; initial().at(in).owner != kNoObject; in = initial().at(in).owner)
        mentionField(initial().at(in).owner_field);
    }
  }

  void visit(const Body& body) {
    for (const auto& stmt : body) visit(*stmt);
  }

  void visit(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Assign: return visit(as<AssignStmt>(stmt).value);
      case StmtKind::Load: {
        const auto& load = as<LoadStmt>(stmt);
        mentionField(load.field);
        visit(load.object);
        return visit(load.index);
      }
      case StmtKind::Store: {
        const auto& store = as<StoreStmt>(stmt);
        mentionField(store.field);
        footprint_.written.insert(store.field);
        visit(store.object);
        visit(store.index);
        return visit(store.value);
      }
      case StmtKind::LoadSlot: return visit(as<LoadSlotStmt>(stmt).pointer);
      case StmtKind::StoreSlot: {
        const auto& store = as<StoreSlotStmt>(stmt);
        footprint_.stored_types.insert(store.pointer->type->pointee);
        visit(store.pointer);
        return visit(store.value);
      }
      case StmtKind::Allocate: {
        const auto& allocate = as<AllocateStmt>(stmt);
        mentionClass(allocate.class_decl);
        footprint_.allocated.insert(allocate.class_decl);
        if (allocate.storage == Storage::Automatic) footprint_.allocates_automatic = true;
        if (allocate.storage == Storage::Heap) footprint_.made_by[allocate.class_decl].insert(allocate.allocator);
        // A box or an array only exists to hold its content.
        if (allocate.class_decl->is_array || allocate.class_decl->is_box)
          mentionField(allocate.class_decl->fields.front());
        return visit(allocate.extent);
      }
      case StmtKind::Free: {
        footprint_.frees = true;
        const auto& freed = as<FreeStmt>(stmt);
        if (freed.how != FreeKind::ScopeEnd) {
          if (freed.how != FreeKind::DeleteArray) footprint_.objects_freed_by.insert(freed.allocator);
          if (freed.how != FreeKind::Delete) footprint_.arrays_freed_by.insert(freed.allocator);
        }
        if (freed.only_of_type && freed.pointer->type->isObjectPointer() &&
            program_.dynamicClasses(freed.pointer->type->pointee->class_decl).size() > 1)
          footprint_.deletes_as_base = true;
        if (freed.how == FreeKind::DeleteArray) mentionArraysOf(freed.pointer->type);
        if (freed.how != FreeKind::Free && freed.pointer->type->isSlotPointer())
          footprint_.variable_types.insert(freed.pointer->type->pointee);
        return visit(freed.pointer);
      }
      case StmtKind::Call: {
        const auto& call = as<CallStmt>(stmt);
        visit(call.function);
        for (const ExprRef argument : call.arguments) visit(argument);
        for (const Procedure* target : targetsOf(call, program_)) {
          if (call.function != nullptr) functions_.insert(target);  // the call asks which one it is
          reach(target);
        }
        return;
      }
      case StmtKind::If: {
        const auto& branch = as<IfStmt>(stmt);
        visit(branch.condition);
        visit(branch.then_body);
        return visit(branch.else_body);
      }
      case StmtKind::Loop: {
        const auto& loop = as<LoopStmt>(stmt);
        visit(loop.header);
        visit(loop.condition);
        visit(loop.body);
        return visit(loop.step);
      }
      case StmtKind::Block: return visit(as<BlockStmt>(stmt).body);
      case StmtKind::Return: return visit(as<ReturnStmt>(stmt).value);
      case StmtKind::Throw:
        // The object of a constructor that throws ends.
        if (footprint_.procedures.front()->is_constructor) footprint_.frees = true;
        return visit(as<ThrowStmt>(stmt).value);
      case StmtKind::Try: {
        const auto& attempt = as<TryStmt>(stmt);
        visit(attempt.body);
        for (const Handler& handler : attempt.handlers) visit(handler.body);
        return;
      }
      case StmtKind::Assume: return visit(as<AssumeStmt>(stmt).condition);
      case StmtKind::Assert: return visit(as<AssertStmt>(stmt).condition);
      case StmtKind::Break:
      case StmtKind::Continue:
      case StmtKind::Unsupported: return;
    }
    UNREACHABLE("every statement kind is visited");
  }

  void visit(ExprRef expr) {
    if (expr == nullptr || !visited_exprs_.insert(expr).second) return;
    for (const ExprRef operand : expr->operands) visit(operand);
    if (expr->field != nullptr) mentionField(expr->field);
    if (expr->kind == ExprKind::Globals) {
      footprint_.uses_globals = true;
      mentionClass(program_.globalsClass());
    }
    if (expr->kind == ExprKind::FunctionRef) functions_.insert(expr->procedure);
    mentionType(expr->type);
    if (expr->kind == ExprKind::PointerAdd && expr->type->isSlotPointer()) step(expr->type->pointee);
    switch (expr->kind) {
      case ExprKind::PointerAdd:
      case ExprKind::PointerDiff:
      case ExprKind::PointerLess:
      case ExprKind::Extent:
        mentionArraysOf(expr->operands.front()->type);
        place(expr->operands.front()->type);
        break;
      case ExprKind::Binary:
        if (comparesPointers(*expr)) place(expr->operands.front()->type);
        break;
      default: break;
    }
    if (expr->kind == ExprKind::PointerCast && expr->type->isSlotPointer()) castTo(expr->type->pointee, *expr);
    if (expr->kind == ExprKind::PointerCast && expr->type->isFunctionPointer())
      footprint_.casts_functions = footprint_.casts_functions || expr->operands.front()->kind != ExprKind::Null;
    if (expr->kind == ExprKind::PointerCast && expr->type->isObjectPointer()) {
      const TypeRef from = expr->operands.front()->type;
      const ClassDecl* to = expr->type->pointee->class_decl;
      if (!from->isObjectPointer() || !from->pointee->class_decl->derivesFrom(to)) footprint_.may_mistype = true;
    }
  }

  static bool comparesPointers(const Expr& expr) {
    const auto isNull = [](ExprRef operand) {
      while (operand->kind == ExprKind::PointerCast) operand = operand->operands.front();
      return operand->kind == ExprKind::Null;
    };
    return expr.operands.front()->type->isPointer() && std::ranges::none_of(expr.operands, isNull);
  }

  void place(TypeRef pointer) {
    if (pointer->isPointer() && pointer->pointee != nullptr) footprint_.placed_types.insert(pointer->pointee);
  }

  void step(TypeRef pointee) {
    footprint_.stepped_types.insert(pointee);
    if (vocabulary_.isAskedForPlace(pointee)) footprint_.variable_types.insert(pointee);
  }

  void castTo(TypeRef pointee, const Expr& cast) {
    const ExprRef operand = cast.operands.front();
    if (operand->kind == ExprKind::Null || operand->type == cast.type) return;
    footprint_.loose_types.insert(pointee);
    if (!operand->type->isSlotPointer() || !alias(operand->type->pointee, pointee))
      footprint_.punned_types.insert(pointee);
  }

  void visit(logic::Formula formula) {
    if (!visited_formulas_.insert(formula).second) return;
    for (const logic::Expr expr : formula->exprs) visit(expr);
    for (const logic::Formula operand : formula->operands) visit(operand);
    for (const logic::Decl& decl : formula->decls) visit(decl.domain);
  }

  void visit(logic::Expr expr) {
    if (!visited_logic_.insert(expr).second) return;
    for (const logic::Expr operand : expr->operands) visit(operand);
    for (const logic::Decl& decl : expr->decls) visit(decl.domain);
    if (expr->formula != nullptr) visit(expr->formula);
    if (expr->relation == nullptr) return;
    const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(expr->relation);
    if (meaning == nullptr) return;
    using Kind = Vocabulary::Meaning::Kind;
    switch (meaning->kind) {
      case Kind::Live: return mentionClass(meaning->class_decl);
      case Kind::Extent: return mentionField(meaning->class_decl->fields.front());
      case Kind::PartIndex:
      case Kind::PartOwner:
        if (meaning->field->owner->is_array) mentionField(meaning->field);
        return;
      case Kind::Field:
      case Kind::Part: return mentionField(meaning->field);
      case Kind::Globals: footprint_.uses_globals = true; return mentionClass(meaning->class_decl);
      case Kind::Procedure: functions_.insert(meaning->procedure); return;
      default: return;
    }
  }

  /// Fields whose address can be held: mentioned, of a type that some pointer points to. What a pointer stores through
  /// is written.
  void closeUnderSlots() {
    for (const Field* field : footprint_.field_set_) {
      if (field->holdsParts() || field->is_bit_field || !slot_types_.contains(field->elementType())) continue;
      footprint_.slot_set_.insert(field);
      if (footprint_.mayStore(footprint_.stored_types, field->elementType())) footprint_.written.insert(field);
    }
  }

  void inDeclarationOrder() {
    for (const ClassDecl* class_decl : program_.classes()) {
      if (footprint_.class_set_.contains(class_decl)) footprint_.classes.push_back(class_decl);
      for (const Field* field : class_decl->fields) {
        if (!footprint_.field_set_.contains(field)) continue;
        (field->holdsParts() ? footprint_.part_fields : footprint_.value_fields).push_back(field);
        if (footprint_.slot_set_.contains(field)) footprint_.slot_fields.push_back(field);
      }
    }
    for (const Procedure* procedure : program_.procedures()) {
      const bool is_value = functions_.contains(procedure) || isFunctionPointerTarget(procedure);
      if (is_value) footprint_.function_values.push_back(procedure);
    }
  }

  /// Pointers that exist before the call may point to any procedure whose address the program takes.
  bool isFunctionPointerTarget(const Procedure* procedure) const {
    for (const Field* field : footprint_.field_set_) {
      if (!field->elementType()->isFunctionPointer()) continue;
      const auto targets = program_.addressTaken(field->elementType()->pointee);
      if (std::find(targets.begin(), targets.end(), procedure) != targets.end()) return true;
    }
    for (const Local* parameter : footprint_.procedures.front()->parameters) {
      if (!parameter->type->isFunctionPointer()) continue;
      const auto targets = program_.addressTaken(parameter->type->pointee);
      if (std::find(targets.begin(), targets.end(), procedure) != targets.end()) return true;
    }
    return false;
  }

  Vocabulary& vocabulary_;
  bool in_code_ = false;  // or in a formula
  const Program& program_;
  const std::set<const Procedure*>& stops_at_;
  Footprint footprint_;
  std::optional<Heap> initial_;
  std::unordered_set<const Procedure*> reached_;
  std::unordered_set<ExprRef> visited_exprs_;
  std::unordered_set<logic::Formula> visited_formulas_;
  std::unordered_set<logic::Expr> visited_logic_;
  std::set<TypeRef> slot_types_;
  std::set<const Procedure*> functions_;
};

bool Footprint::isMixed(const ClassDecl* class_decl, Allocator allocator) const {
  const auto made = made_by.find(class_decl);
  if (made == made_by.end() || !made->second.contains(allocator)) return false;
  const auto& freed_by = class_decl->is_array ? arrays_freed_by : objects_freed_by;
  return std::any_of(freed_by.begin(), freed_by.end(), [&](Allocator other) { return other != allocator; });
}

Footprint footprintOf(const Procedure& root, Vocabulary& vocabulary, std::span<const logic::Formula> formulas,
                      const std::set<const Procedure*>& stops_at) {
  return FootprintBuilder(vocabulary, stops_at).build(root, formulas);
}

}  // namespace weir::refine
