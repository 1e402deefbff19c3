// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/moved_elements.h"

#include <algorithm>
#include <map>
#include <set>

#include "frontend/statement_bodies.h"
#include "ir/program/model_class.h"
#include "ir/program/walk.h"

namespace weir::frontend {
namespace {

using namespace program;

/// Where a container is: a member of some object, a local variable; neither: it may be anywhere.
struct Place {
  const Field* field = nullptr;
  const Local* local = nullptr;
  bool operator<(const Place& other) const { return field != other.field ? field < other.field : local < other.local; }
  bool isAnywhere() const { return field == nullptr && local == nullptr; }
};
using Places = std::set<Place>;

/// A local that points to an element which has moved; or (`inside`) an automatic object that may hold such a pointer,
/// and without a local: all other memory may.
struct Mark {
  const Local* local = nullptr;
  bool inside = false;
  bool operator<(const Mark& other) const { return local != other.local ? local < other.local : inside < other.inside; }
};
using Marks = std::set<Mark>;

bool meet(const Places& a, const Places& b) {
  return std::any_of(a.begin(), a.end(), [&](const Place& x) {
    return std::any_of(b.begin(), b.end(), [&](const Place& y) {
      return x.isAnywhere() || y.isAnywhere() || (x.field == y.field && x.local == y.local);
    });
  });
}

bool add(Places& to, const Places& from) {
  const std::size_t before = to.size();
  to.insert(from.begin(), from.end());
  return to.size() != before;
}

/// What a pointer may have to do with containers.
struct Pointing {
  Places containers;  // it points to the container that is there
  Places elements;    // it points to an element of that, or into one
};

bool add(Pointing& to, const Pointing& from) {
  const bool more = add(to.containers, from.containers);
  return add(to.elements, from.elements) || more;
}

bool pointsToModel(TypeRef type) { return type->isObjectPointer() && isModelClass(*type->pointee->class_decl); }
bool isModelMethod(const Procedure& procedure) {
  return procedure.method_of != nullptr && isModelClass(*procedure.method_of);
}

class MovedElements {
 public:
  MovedElements(const Program& program, const std::vector<Procedure*>& procedures) : procedures_(procedures) {
    for (const ClassDecl* class_decl : program.classes())
      if (isModelClass(*class_decl))
        for (const Field* field : class_decl->fields)
          if (field->type->isArray()) addElementType(field->elementType());
  }

  void run() {
    if (element_types_.empty()) return;
    for (changed_ = true; changed_;) {
      changed_ = false;
      for (Procedure* procedure : procedures_) learn(*procedure);
    }
    for (Procedure* procedure : procedures_) {
      if (isModelMethod(*procedure)) continue;
      Marks moved;
      Walk(*this, *procedure).walk(procedure->body, moved);
    }
  }

 private:
  /// What lies in an element can be pointed to as well.
  void addElementType(TypeRef type) {
    if (!element_types_.insert(type).second || !type->isClass()) return;
    for (const Field* field : allFields(type->class_decl)) addElementType(field->elementType());
  }

  template <typename Known>
  void learned(Known& to, const Known& from) {
    if (add(to, from)) changed_ = true;
  }

  /// Of a pointer that comes from somewhere else.
  Pointing anything(TypeRef type) const {
    Pointing result;
    if (pointsToModel(type)) result.containers = {Place{}};
    if (mayPointToElement(type)) result.elements = {Place{}};
    return result;
  }

  bool mayPointToElement(TypeRef type) const { return type->isPointer() && element_types_.contains(type->pointee); }

  Pointing pointing(ExprRef expr) const {
    switch (expr->kind) {
      case ExprKind::LocalRef: {
        const auto known = locals_.find(expr->local);
        return known == locals_.end() ? Pointing{} : known->second;
      }
      case ExprKind::PartAddress:
      case ExprKind::SlotAddress: {
        const Pointing owner = pointing(expr->operands[0]);
        Pointing result{{}, owner.elements};
        if (isModelClass(*expr->field->owner)) add(result.elements, owner.containers);
        const TypeRef element = expr->field->elementType();
        if (element->isClass() && isModelClass(*element->class_decl)) result.containers = {{expr->field, nullptr}};
        return result;
      }
      case ExprKind::PointerCast:
      case ExprKind::PointerAdd: return pointing(expr->operands[0]);
      case ExprKind::OwnerOf:
      case ExprKind::SlotOwner: return anything(expr->type);
      default: return {};
    }
  }

  std::vector<const Procedure*> targetsOf(const CallStmt& call) const {
    std::vector<const Procedure*> targets;
    if (call.callee != nullptr && !call.dispatch) return {call.callee};
    for (const Procedure* candidate : procedures_)
      if (call.callee == nullptr || candidate == call.callee || overrides(*candidate, call.callee))
        targets.push_back(candidate);
    return targets;
  }

  static bool overrides(const Procedure& procedure, const Procedure* overridden) {
    return std::any_of(procedure.overrides.begin(), procedure.overrides.end(),
                       [&](const Procedure* next) { return next == overridden || overrides(*next, overridden); });
  }

  /// Places of the callee, as its caller knows them.
  Places atCall(const Places& of_callee, const Procedure& callee, const CallStmt& call) const {
    Places result;
    for (const Place& place : of_callee) {
      if (place.local == nullptr) {
        result.insert(place);
        continue;
      }
      for (std::size_t i = 0; i < callee.parameters.size() && i < call.arguments.size(); ++i)
        if (callee.parameters[i] == place.local) add(result, pointing(call.arguments[i]).containers);
    }
    return result;
  }

  Places changedBy(const CallStmt& call) const {
    Places result;
    for (const Procedure* target : targetsOf(call)) {
      const auto known = changes_.find(target);
      if (known != changes_.end()) add(result, atCall(known->second, *target, call));
    }
    return result;
  }

  /// One round over a procedure: what its locals may point to, what it changes and what its result points to.
  void learn(const Procedure& procedure) {
    for (const Local* parameter : procedure.parameters) {
      Pointing given = isModelMethod(procedure) ? Pointing{} : anything(parameter->type);
      // For its callers a container that is handed over is that argument.
      if (pointsToModel(parameter->type)) given.containers = {{nullptr, parameter}};
      learned(locals_[parameter], given);
    }
    forEachStmt(procedure.body, [&](const Stmt& stmt) { learn(procedure, stmt); });
  }

  void learn(const Procedure& procedure, const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Assign: {
        const auto& assign = as<AssignStmt>(stmt);
        if (assign.target->type->isPointer()) learned(locals_[assign.target], pointing(assign.value));
        return;
      }
      case StmtKind::Allocate: {
        const auto& allocate = as<AllocateStmt>(stmt);
        if (isModelClass(*allocate.class_decl))
          learned(locals_[allocate.target].containers, {{nullptr, allocate.target}});
        return;
      }
      case StmtKind::Load:
      case StmtKind::LoadSlot: {
        const Local* target = targetOf(stmt);
        if (target->type->isPointer()) learned(locals_[target], anything(target->type));
        return;
      }
      case StmtKind::Store: {
        const auto& store = as<StoreStmt>(stmt);
        if (isModelMethod(procedure) && isModelLength(*store.field))
          learned(changes_[&procedure], pointing(store.object).containers);
        return;
      }
      case StmtKind::Call: return learnCall(procedure, as<CallStmt>(stmt));
      case StmtKind::Return:
        if (const ExprRef value = as<ReturnStmt>(stmt).value; value != nullptr && value->type->isPointer())
          learned(results_[&procedure], pointing(value));
        return;
      default: return;
    }
  }

  void learnCall(const Procedure& procedure, const CallStmt& call) {
    learned(changes_[&procedure], changedBy(call));
    if (call.target == nullptr || !call.target->type->isPointer()) return;
    for (const Procedure* target : targetsOf(call)) {
      const auto known = results_.find(target);
      if (known == results_.end()) continue;
      learned(locals_[call.target].containers, atCall(known->second.containers, *target, call));
      learned(locals_[call.target].elements, atCall(known->second.elements, *target, call));
    }
  }

  /// Walks one procedure with the locals that point to elements which have moved.
  class Walk {
   public:
    Walk(MovedElements& known, Procedure& procedure) : known_(known), procedure_(procedure) {
      forEachStmt(procedure.body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::Allocate && as<AllocateStmt>(stmt).storage == Storage::Automatic)
          automatic_.insert(as<AllocateStmt>(stmt).target);
      });
      std::map<const Local*, int> assignments;
      forEachStmt(procedure.body, [&](const Stmt& stmt) {
        if (const Local* target = targetOf(stmt)) ++assignments[target];
      });
      forEachStmt(procedure.body, [&](const Stmt& stmt) {
        const Local* target = targetOf(stmt);
        if (target == nullptr || assignments[target] != 1) return;
        ExprRef value = stmt.kind == StmtKind::Assign ? as<AssignStmt>(stmt).value : nullptr;
        // Structured bindings of a pair are what std::get returns: references into it.
        if (stmt.kind == StmtKind::Call && as<CallStmt>(stmt).callee != nullptr &&
            as<CallStmt>(stmt).callee->name.starts_with("std::get"))
          value = as<CallStmt>(stmt).arguments.front();
        if (value == nullptr) return;
        if (const Local* object = automaticIn(value)) bound_[target] = object;
      });
    }

    void walk(Body& body, Marks& moved) {
      Body checked;
      for (auto& stmt : body) {
        const Local* used = stmt->kind == StmtKind::Loop ? nullptr : movedIn(*stmt, moved);
        if (used != nullptr) checked.push_back(unsupported(*stmt, *used));
        step(*stmt, moved);
        checked.push_back(std::move(stmt));
      }
      body = std::move(checked);
    }

   private:
    static const Local* movedIn(const Stmt& stmt, const Marks& moved) {
      const Local* found = nullptr;
      for (const ExprRef expr : expressionsOf(stmt))
        forEachSubexpression(expr, [&](const Expr& inner) {
          if (inner.kind == ExprKind::LocalRef && moved.contains({inner.local})) found = inner.local;
        });
      return found;
    }

    static std::unique_ptr<Stmt> unsupported(const Stmt& stmt, const Local& local) {
      auto warning = std::make_unique<UnsupportedStmt>();
      warning->range = stmt.range;
      const std::string name = local.name.starts_with("%") || local.name.starts_with("__") ? "a reference or iterator"
                                                                                           : "'" + local.name + "'";
      warning->reason = name + " into a container that has changed since";
      return warning;
    }

    void step(Stmt& stmt, Marks& moved) {
      switch (stmt.kind) {
        case StmtKind::Call: {
          call(as<CallStmt>(stmt), moved);
          break;
        }
        case StmtKind::If: {
          auto& choice = static_cast<IfStmt&>(stmt);
          Marks otherwise = moved;
          walk(choice.then_body, moved);
          walk(choice.else_body, otherwise);
          moved.insert(otherwise.begin(), otherwise.end());
          return;
        }
        case StmtKind::Block: {
          Marks outside = std::move(escaped_);
          escaped_.clear();
          walk(static_cast<BlockStmt&>(stmt).body, moved);
          moved.insert(escaped_.begin(), escaped_.end());
          escaped_.insert(outside.begin(), outside.end());
          return;
        }
        case StmtKind::Loop: return loop(static_cast<LoopStmt&>(stmt), moved);
        case StmtKind::Try: {
          auto& guarded = static_cast<TryStmt&>(stmt);
          // An exception may come from anywhere in the body.
          Marks thrown = moved;
          Marks ever = std::move(ever_);
          ever_.clear();
          walk(guarded.body, moved);
          thrown.insert(ever_.begin(), ever_.end());
          ever_.insert(ever.begin(), ever.end());
          for (Handler& handler : guarded.handlers) {
            Marks caught = thrown;
            walk(handler.body, caught);
            moved.insert(caught.begin(), caught.end());
          }
          return;
        }
        case StmtKind::Break:
        case StmtKind::Continue: escaped_.insert(moved.begin(), moved.end()); return;
        default: break;
      }
      if (const Local* target = targetOf(stmt)) moved.erase({target});
      if (stmt.kind == StmtKind::Allocate) moved.erase({as<AllocateStmt>(stmt).target, true});
      load(stmt, moved);
    }

    /// A pointer that was kept in an object, read after a container has changed.
    void load(const Stmt& stmt, Marks& moved) {
      if (stmt.kind != StmtKind::Load && stmt.kind != StmtKind::LoadSlot) return;
      const Local* target = targetOf(stmt);
      if (!known_.mayPointToElement(target->type)) return;
      const ExprRef from = stmt.kind == StmtKind::Load ? as<LoadStmt>(stmt).object : as<LoadSlotStmt>(stmt).pointer;
      const Local* object = automaticIn(from);
      if (!moved.contains({object, true})) return;
      moved.insert({target});
      ever_.insert({target});
    }

    /// The automatic object that an address lies in; null where it may be any memory.
    const Local* automaticIn(ExprRef address) const {
      while (address->kind != ExprKind::LocalRef) {
        if (address->kind != ExprKind::PartAddress && address->kind != ExprKind::SlotAddress &&
            address->kind != ExprKind::PointerCast)
          return nullptr;
        address = address->operands[0];
      }
      if (automatic_.contains(address->local)) return address->local;
      const auto bound = bound_.find(address->local);
      return bound == bound_.end() ? nullptr : bound->second;
    }

    void call(const CallStmt& call, Marks& moved) {
      std::set<const Local*> given;
      for (const ExprRef argument : call.arguments)
        if (const Local* object = automaticIn(argument)) given.insert(object);
      const Places changed = known_.changedBy(call);
      if (!changed.empty()) {
        // The models return pointers to where elements are then.
        move(changed, call.callee != nullptr && isModelCode(*call.callee) ? given : std::set<const Local*>(), moved);
        return;
      }
      // What one of them holds may end in another.
      if (std::any_of(given.begin(), given.end(), [&](const Local* object) { return moved.contains({object, true}); }))
        for (const Local* object : given) moved.insert({object, true});
    }

    /// What is moved at the head in any round is so in the one that is walked: rounds add locals until none is new.
    void loop(LoopStmt& loop, Marks& moved) {
      Marks outside = std::move(escaped_);
      escaped_.clear();
      Marks head = moved;
      for (std::size_t before = head.size() + 1; before != head.size();) {
        before = head.size();
        Marks state = head;
        dryRun(loop.header, state);
        dryRun(loop.body, state);
        state.insert(escaped_.begin(), escaped_.end());
        dryRun(loop.step, state);
        head.insert(state.begin(), state.end());
      }
      Marks state = head;
      walk(loop.header, state);
      if (const Local* used = movedIn(loop, state)) loop.header.push_back(unsupported(loop, *used));
      Marks body = state;
      walk(loop.body, body);
      body.insert(escaped_.begin(), escaped_.end());
      walk(loop.step, body);
      moved = std::move(head);
      moved.insert(state.begin(), state.end());
      moved.insert(body.begin(), body.end());
      moved.insert(escaped_.begin(), escaped_.end());
      escaped_.insert(outside.begin(), outside.end());
    }

    /// The effect of a body, without marking it.
    void dryRun(Body& body, Marks& moved) {
      for (auto& stmt : body) {
        if (stmt->kind == StmtKind::Call) call(as<CallStmt>(*stmt), moved);
        load(*stmt, moved);
        forEachBody(*stmt, [&](Body& inner) { dryRun(inner, moved); });
      }
    }

    void move(const Places& changed, const std::set<const Local*>& told, Marks& moved) {
      moved.insert({nullptr, true});
      for (const Local* object : automatic_)
        if (!told.contains(object)) moved.insert({object, true});
      for (const Local* object : told) moved.erase({object, true});
      for (const Local* local : procedure_.locals) {
        const auto known = known_.locals_.find(local);
        if (known == known_.locals_.end() || !meet(known->second.elements, changed)) continue;
        moved.insert({local});
        ever_.insert({local});
      }
    }

    MovedElements& known_;
    Procedure& procedure_;
    std::set<const Local*> automatic_;            // each points to an object of this procedure
    std::map<const Local*, const Local*> bound_;  // a reference into one of those, for good
    Marks escaped_;                               // moved where the innermost block or loop is left early
    Marks ever_;                                  // moved anywhere so far
  };

  const std::vector<Procedure*>& procedures_;
  std::set<TypeRef> element_types_;
  std::map<const Local*, Pointing> locals_;
  std::map<const Procedure*, Places> changes_;
  std::map<const Procedure*, Pointing> results_;
  bool changed_ = false;
};

}  // namespace

void markMovedElements(const Program& program, const std::vector<Procedure*>& procedures) {
  MovedElements(program, procedures).run();
}

}  // namespace weir::frontend
