// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/footprint.h"

#include <algorithm>
#include <unordered_set>

#include "ir/logic/occurrences.h"
#include "ir/logic/substitute.h"
#include "ir/program/single_bytes.h"
#include "refine/encode/fixed_extents.h"
#include "refine/encode/footprint_mentions.h"
#include "refine/encode/only_ends.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;

bool Footprint::hasClass(const ClassDecl* class_decl) const { return class_set_.contains(class_decl); }
bool Footprint::hasField(const Field* field) const { return field_set_.contains(field); }
bool Footprint::hasSlots(const Field* field) const { return slot_set_.contains(field); }

/// The interpreter and the summaries read integers of one width as each other.
static bool haveOneWidth(TypeRef a, TypeRef b) { return a->isInteger() && a->kind == b->kind && a->width == b->width; }

bool Footprint::mayPoint(TypeRef pointee, TypeRef stored) const {
  return sameRepresentation(pointee, stored) || mayAlias(pointee, stored) ||
         (reads_bytes && isByteOf(pointee, stored)) || (loose_types.contains(pointee) && haveOneWidth(pointee, stored));
}

bool Footprint::mayPointAtEntry(TypeRef pointee, const Field& place) const {
  const TypeRef stored = place.elementType();
  const bool is_bit_field = place.is_bit_field;
  if (!is_bit_field && (mayAlias(pointee, stored) || (reads_bytes && isByteOf(pointee, stored)))) return true;
  const bool is_number_of_bytes =
      !is_bit_field && stored->isInteger() && stored->kind != TypeKind::Bool && stored->width % 8 == 0;
  if (is_number_of_bytes || !reads_bytes || !isCharacter(pointee)) return false;
  return stored_types.contains(pointee) || written.contains(&place) || mayPoint(stored_types, stored);
}

bool Footprint::mayPoint(const std::set<TypeRef>& pointees, TypeRef stored) const {
  return std::ranges::any_of(pointees, [&](TypeRef pointee) { return mayPoint(pointee, stored); });
}

bool Footprint::takesArrays(const ClassDecl* class_decl) const {
  const auto isOfClass = [&](TypeRef type) { return type->isClass() && type->class_decl == class_decl; };
  if (std::ranges::none_of(ended_types, isOfClass) || std::ranges::any_of(variable_types, isOfClass)) return false;
  if (deleted_classes.contains(class_decl)) return false;
  return std::ranges::any_of(classes, [&](const ClassDecl* array) {
    return array->is_array && isOfClass(array->fields.front()->elementType()) && hasField(array->fields.front());
  });
}

bool Footprint::hasEnd(const Field* field) const {
  if (field->type->isArray()) return false;
  if (field->holdsParts()) return ended_types.contains(field->type);
  return std::ranges::any_of(ended_types,
                             [&](TypeRef type) { return type->isScalar() && mayPoint(type, field->type); });
}

bool Footprint::walksArrays(const ClassDecl* array) const {
  const TypeRef element = array->fields.front()->elementType();
  if (allocated.contains(array) || element->isClass()) return true;
  return mayPoint(stepped_types, element);
}

bool isLink(const Field& field) {
  const TypeRef type = field.elementType();
  return type->isObjectPointer() && type->pointee->class_decl == field.owner;
}

std::vector<const Procedure*> targetsOf(const CallStmt& call, const Program& program) {
  std::vector<const Procedure*> targets;
  const auto add = [&](const Procedure* target) {
    if (target != nullptr && std::find(targets.begin(), targets.end(), target) == targets.end())
      targets.push_back(target);
  };
  if (call.function != nullptr) {
    // All unknown functions may do the same: one call stands for all.
    for (const Procedure* target : program.functionValues(call.function->type->pointee))
      if (target->same_as == nullptr) add(target);
  } else if (call.dispatch) {
    for (const ClassDecl* dynamic : program.dynamicClasses(call.callee->method_of))
      add(program.finalOverrider(call.callee, dynamic));
  } else {
    add(call.callee);
  }
  return targets;
}

/// Walks code and formulas; what it meets is closed under what pointers in it may lead to.
class FootprintBuilder : private Mentions {
 public:
  FootprintBuilder(Vocabulary& vocabulary, const FootprintQuestions& questions) : Mentions(vocabulary, questions) {}

  Footprint build(const Procedure& root) {
    for (const logic::Formula formula : questions_.of_calls) visit(formula);
    skips_targets_ = true;
    for (const logic::Formula formula : questions_.formulas) visit(formula);
    in_code_ = true;
    reach(&root);
    for (const Local* parameter : root.parameters) mentionEntryType(parameter->type);
    askForWhatIsGiven(root);
    // The list grows while it is walked.
    for (std::size_t i = 0; i < footprint_.procedures.size(); ++i) {
      const Procedure& procedure = *footprint_.procedures[i];
      for (const Local* local : procedure.locals) mentionType(local->type);
      visit(procedure.body);
    }
    in_code_ = false;
    mentionRest();
    const auto hasCharacter = [](const std::set<TypeRef>& types) { return std::ranges::any_of(types, isCharacter); };
    footprint_.reads_bytes = footprint_.accesses_characters && hasCharacter(entry_slot_types_) &&
                             !hasCharacter(footprint_.stepped_types) && !hasCharacter(subtracted_types_) &&
                             !hasCharacter(footprint_.loose_types);
    closeUnderSlots();
    footprint_.pointed_types = slot_types_;
    footprint_.fixed_extents = fixedExtents(footprint_.procedures, program_);
    inDeclarationOrder();
    leaveOutAlikeClasses();
    // A pointer past a part leads to no object.
    footprint_.may_mistype =
        footprint_.may_mistype ||
        std::ranges::any_of(footprint_.part_fields, [&](const Field* field) { return footprint_.hasEnd(field); });
    return std::move(footprint_);
  }

 private:
  /// What follows from what is mentioned, until nothing new does.
  void mentionRest() {
    std::size_t fields = 0, classes = 0;
    do {
      fields = footprint_.field_set_.size();
      classes = footprint_.class_set_.size();
      mentionUnmentioned();
      skips_targets_ = false;
      for (const FieldFrame& frame : questions_.frames)
        if (const logic::Formula kept = frameWithin(frame, footprint_, program_)) visit(kept);
    } while (footprint_.field_set_.size() > fields || footprint_.class_set_.size() > classes);
  }

  void reach(const Procedure* procedure) {
    if (!reached_.insert(procedure).second) return;
    footprint_.procedures.push_back(procedure);
    if (!procedure->is_external || onlyEnds(*procedure, program_)) return;
    mentionEntryType(procedure->result);
    if (procedure->construct && procedure->construct->changes_nothing) return;
    // What is not there to be read may free as well, and return what it was given by others.
    footprint_.frees = true;
  }

  void visit(const Body& body) {
    for (const auto& stmt : body) visit(*stmt);
  }

  void visitAllocation(const AllocateStmt& allocate) {
    mentionExactly(allocate.class_decl);
    footprint_.allocated.insert(allocate.class_decl);
    if (allocate.storage == Storage::Automatic) footprint_.allocates_automatic = true;
    if (allocate.storage == Storage::Heap) footprint_.made_by[allocate.class_decl].insert(allocate.allocator);
    // A box or an array only exists to hold its content.
    if (allocate.class_decl->is_array || allocate.class_decl->is_box) mentionField(allocate.class_decl->fields.front());
    visit(allocate.extent);
  }

  void visitFree(const FreeStmt& freed) {
    footprint_.frees = true;
    mentionFreed(freed);
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
    if (freed.how == FreeKind::Delete && freed.pointer->type->isObjectPointer())
      for (const ClassDecl* dynamic : program_.dynamicClasses(freed.pointer->type->pointee->class_decl))
        footprint_.deleted_classes.insert(dynamic);
    visit(freed.pointer);
  }

  void visitCall(const CallStmt& call) {
    visit(call.function);
    if (call.dispatch) class_questions_.dispatches(call.callee);
    for (const ExprRef argument : call.arguments) visit(argument);
    for (const Procedure* target : targetsOf(call, program_)) {
      if (call.function != nullptr) functions_.insert(target);  // the call asks which one it is
      reach(target);
    }
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
      case StmtKind::LoadSlot: {
        const ExprRef pointer = as<LoadSlotStmt>(stmt).pointer;
        footprint_.accesses_characters = footprint_.accesses_characters || isCharacter(pointer->type->pointee);
        return visit(pointer);
      }
      case StmtKind::StoreSlot: {
        const auto& store = as<StoreSlotStmt>(stmt);
        footprint_.stored_types.insert(store.pointer->type->pointee);
        footprint_.accesses_characters = footprint_.accesses_characters || isCharacter(store.pointer->type->pointee);
        visit(store.pointer);
        return visit(store.value);
      }
      case StmtKind::Allocate: return visitAllocation(as<AllocateStmt>(stmt));
      case StmtKind::Free: return visitFree(as<FreeStmt>(stmt));
      case StmtKind::Call: return visitCall(as<CallStmt>(stmt));
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
    if (expr->class_decl != nullptr) class_questions_.asksForOneOf(program_.dynamicClasses(expr->class_decl));
    if (expr->kind == ExprKind::Globals) {
      footprint_.uses_globals = true;
      mentionClass(program_.globalsClass());
    }
    if (expr->kind == ExprKind::FunctionRef) functions_.insert(expr->procedure);
    mentionType(expr->type);
    if (expr->kind == ExprKind::PointerAdd && expr->type->isSlotPointer()) step(expr->type->pointee);
    if (expr->kind == ExprKind::PointerAdd && expr->integer == 0) end(expr->type->pointee);
    const bool subtracts = expr->kind == ExprKind::PointerDiff || expr->kind == ExprKind::PointerLess;
    if (subtracts && expr->operands.front()->type->isSlotPointer())
      subtracted_types_.insert(expr->operands.front()->type->pointee);
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

  void end(TypeRef pointee) {
    footprint_.ended_types.insert(pointee);
    if (pointee->isClass() && vocabulary_.isAskedForPlace(pointee)) footprint_.variable_types.insert(pointee);
  }

  void castTo(TypeRef pointee, const Expr& cast) {
    const ExprRef operand = cast.operands.front();
    if (operand->kind == ExprKind::Null || operand->type == cast.type) return;
    // What an untyped pointer is used as is what it may point to at entry.
    if (operand->type->isVoidPointer()) mentionEntryType(cast.type);
    footprint_.loose_types.insert(pointee);
    if (!operand->type->isSlotPointer() || !haveOneWidth(operand->type->pointee, pointee))
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
    if (skips_targets_ && isTarget(expr)) return visit(expr->operands[0]);
    if (std::vector<const ClassDecl*> classes; isLiveObjects(expr, classes)) {
      for (const ClassDecl* class_decl : classes) footprint_.class_set_.insert(class_decl);
      return class_questions_.asksForOneOf(classes);
    }
    if (expr->kind == logic::ExprKind::Atoms) asks_for_sorts_ = true;
    for (const logic::Expr operand : expr->operands) visit(operand);
    for (const logic::Decl& decl : expr->decls) visit(decl.domain);
    if (expr->formula != nullptr) visit(expr->formula);
    if (expr->relation == nullptr) return;
    const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(expr->relation);
    if (meaning == nullptr) return;
    using Kind = Vocabulary::Meaning::Kind;
    switch (meaning->kind) {
      case Kind::Live: return;  // isLiveObjects
      case Kind::Extent: return mentionField(meaning->class_decl->fields.front());
      case Kind::PartIndex:
      case Kind::PartOwner:
        if (meaning->field->owner->is_array) mentionField(meaning->field);
        [[fallthrough]];
      case Kind::SlotOwner:
        // `deref[c]` reads a character as the code's `*c` does.
        footprint_.accesses_characters = true;
        asks_for_owner_ = asks_for_owner_ || vocabulary_.isAskedForOwner(meaning->field);
        return;
      case Kind::Field:
      case Kind::Part: return mentionField(meaning->field);
      case Kind::Globals: footprint_.uses_globals = true; return mentionClass(meaning->class_decl);
      case Kind::Procedure: functions_.insert(meaning->procedure); return;
      default: return;
    }
  }

  /// The live objects of some classes: a union over those that derive from one.
  bool isLiveObjects(logic::Expr expr, std::vector<const ClassDecl*>& classes) const {
    if (expr->kind == logic::ExprKind::Union)
      return std::ranges::all_of(expr->operands, [&](auto* operand) { return isLiveObjects(operand, classes); });
    const auto* meaning = expr->relation == nullptr ? nullptr : vocabulary_.meaningOf(expr->relation);
    if (meaning == nullptr || meaning->kind != Vocabulary::Meaning::Kind::Live) return false;
    classes.push_back(meaning->class_decl);
    return true;
  }

  /// p.slotOwner.f, the value of f where p points to it: it is none where nothing else brings f in.
  bool isTarget(logic::Expr expr) const {
    const auto meaning = [&](logic::Expr relation) {
      return relation->relation == nullptr ? nullptr : vocabulary_.meaningOf(relation->relation);
    };
    if (expr->kind != logic::ExprKind::Join || expr->operands[0]->kind != logic::ExprKind::Join) return false;
    const Vocabulary::Meaning* field = meaning(expr->operands[1]);
    const Vocabulary::Meaning* owner = meaning(expr->operands[0]->operands[1]);
    return field != nullptr && field->kind == Vocabulary::Meaning::Kind::Field && owner != nullptr &&
           owner->kind == Vocabulary::Meaning::Kind::SlotOwner && owner->field == field->field;
  }

  bool skips_targets_ = false;
  std::set<TypeRef> subtracted_types_;  // what pointers that are subtracted or ordered lead to
  std::unordered_set<const Procedure*> reached_;
  std::unordered_set<ExprRef> visited_exprs_;
  std::unordered_set<logic::Formula> visited_formulas_;
  std::unordered_set<logic::Expr> visited_logic_;
};

bool Footprint::isMixed(const ClassDecl* class_decl, Allocator allocator) const {
  const auto made = made_by.find(class_decl);
  if (made == made_by.end() || !made->second.contains(allocator)) return false;
  const auto& freed_by = class_decl->is_array ? arrays_freed_by : objects_freed_by;
  return std::any_of(freed_by.begin(), freed_by.end(), [&](Allocator other) { return other != allocator; });
}

logic::Formula frameWithin(const FieldFrame& frame, const Footprint& footprint, const Program& program) {
  if (footprint.hasField(frame.field)) return frame.keeps_value;
  const auto isPresent = [&](const ClassDecl* dynamic) { return footprint.hasClass(dynamic); };
  const bool is_present =
      isPresent(frame.field->owner) || std::ranges::any_of(program.dynamicClasses(frame.field->owner), isPresent);
  return is_present ? frame.keeps_objects : nullptr;
}

Footprint footprintOf(const Procedure& root, Vocabulary& vocabulary, const FootprintQuestions& questions) {
  return FootprintBuilder(vocabulary, questions).build(root);
}

logic::Formula withoutUnpointed(logic::Formula formula, Vocabulary& vocabulary, const Footprint& footprint) {
  logic::Substitution substitution(vocabulary.context());
  bool any = false;
  logic::Occurrences occurrences;
  occurrences.add(formula);
  for (const logic::Relation relation : occurrences.relations()) {
    const Vocabulary::Meaning* meaning = vocabulary.meaningOf(relation);
    if (meaning == nullptr || meaning->kind != Vocabulary::Meaning::Kind::SlotOwner) continue;
    if (meaning->field->holdsParts() || footprint.hasSlots(meaning->field)) continue;
    substitution.replace(relation, vocabulary.context().none(2));
    any = true;
  }
  return any ? substitution.apply(formula) : formula;
}

}  // namespace weir::refine
