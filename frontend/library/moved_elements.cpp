// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/library/moved_elements.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "frontend/statements/statement_bodies.h"
#include "ir/program/model_text.h"
#include "ir/program/walk.h"

namespace weir::frontend {
namespace {

using namespace program;

/// Where a container is: a member of some object, a local variable, or where a parameter pointed when the procedure was
/// called (`given`), which is nothing that the procedure made itself; none of these: it may be anywhere.
struct Place {
  const Field* field = nullptr;
  const Local* local = nullptr;
  bool given = false;
  const ClassDecl* container = nullptr;  // its class, where that is known
  bool operator<(const Place& other) const {
    return std::tie(field, local, given, container) < std::tie(other.field, other.local, other.given, other.container);
  }
  bool isAnywhere() const { return field == nullptr && local == nullptr; }
  bool isMadeHere() const {
    return local != nullptr && (!local->is_parameter || local->is_by_value || local->name == "%result");
  }
};
using Places = std::set<Place>;

/// A local that points to an element which has moved; or (`inside`) an automatic object that may hold a pointer to an
/// element of such a container, and without a local: all other memory may.
struct Mark {
  const Local* local = nullptr;
  bool inside = false;
  const ClassDecl* container = nullptr;
  bool operator<(const Mark& other) const {
    return std::tie(local, inside, container) < std::tie(other.local, other.inside, other.container);
  }
};
using Marks = std::set<Mark>;

/// The marks where control is; none where it does not get.
struct Flow {
  Marks moved;
  bool is_reached = true;

  void join(const Flow& other) {
    if (!other.is_reached) return;
    is_reached = true;
    moved.insert(other.moved.begin(), other.moved.end());
  }
  void leave() { *this = {{}, false}; }
  bool operator<=(const Flow& other) const {
    return !is_reached ||
           (other.is_reached && std::includes(other.moved.begin(), other.moved.end(), moved.begin(), moved.end()));
  }
};

bool areRelated(const ClassDecl* one, const ClassDecl* other) {
  return one == nullptr || other == nullptr || one->derivesFrom(other) || other->derivesFrom(one);
}

bool meet(const Place& x, const Place& y) {
  if (!areRelated(x.container, y.container)) return false;
  if (x.isAnywhere() || y.isAnywhere()) return true;
  if (!x.given && !y.given) {
    if (x.field != nullptr && y.field != nullptr) return x.field == y.field;
    if (x.local == y.local) return true;
  }
  // What a parameter leads to may be a member of anything, and what another one leads to.
  return !x.isMadeHere() && !y.isMadeHere();
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
/// The class that a pointer to a container points to.
const ClassDecl* containerAt(TypeRef pointer) { return pointer->pointee->class_decl; }
bool isModelMethod(const Procedure& procedure) {
  return procedure.method_of != nullptr && isModelClass(*procedure.method_of);
}

class MovedElements {
 public:
  MovedElements(const Program& program, const std::vector<Procedure*>& procedures) : procedures_(procedures) {
    for (const ClassDecl* class_decl : program.classes())
      if (isModelClass(*class_decl) && (!isModelText(*class_decl) || handsOutCharacters())) {
        std::set<TypeRef>& inside = element_types_of_[class_decl];
        for (const Field* field : allFields(class_decl))
          if (isModelClass(*field->owner) && field->type->isArray()) addElementType(field->elementType(), inside);
        element_types_.insert(inside.begin(), inside.end());
      }
  }

  void run() {
    if (element_types_.empty()) return;
    for (const Procedure* procedure : procedures_) findAddressed(*procedure);
    for (changed_ = true; changed_;) {
      changed_ = false;
      for (Procedure* procedure : procedures_) learn(*procedure);
    }
    for (Procedure* procedure : procedures_) {
      // Functions of the models look after themselves.
      if (isModelCode(*procedure)) continue;
      Flow flow;
      Walk(*this, *procedure).walk(procedure->body, flow);
    }
  }

 private:
  void findAddressed(const Procedure& procedure) {
    forEachStmt(procedure.body, [&](const Stmt& stmt) {
      for (const ExprRef expr : expressionsOf(stmt))
        forEachSubexpression(expr, [&](const Expr& inner) {
          if (inner.kind == ExprKind::FunctionRef) addressed_.insert(inner.procedure);
        });
    });
  }
  /// Without that nothing points into a string.
  bool handsOutCharacters() const {
    return std::ranges::any_of(procedures_, [](const Procedure* procedure) {
      return procedure->method_of != nullptr && isModelText(*procedure->method_of) && procedure->result->isPointer() &&
             procedure->result->pointee->isInteger();
    });
  }
  /// What lies in an element can be pointed to as well.
  static void addElementType(TypeRef type, std::set<TypeRef>& types) {
    if (!types.insert(type).second || !type->isClass()) return;
    for (const Field* field : allFields(type->class_decl)) addElementType(field->elementType(), types);
  }

  template <typename Known>
  void learned(Known& to, const Known& from) {
    if (add(to, from)) changed_ = true;
  }

  /// Of a pointer that comes from somewhere else.
  Pointing anything(TypeRef type) const {
    Pointing result;
    if (pointsToModel(type)) result.containers = {Place{.container = containerAt(type)}};
    if (mayPointToElement(type)) result.elements = {Place{}};
    return result;
  }

  /// Numbers of one size can be seen as one another, and an object as one of its base class.
  static bool mayPointToOneOf(const std::set<TypeRef>& types, TypeRef type) {
    if (!type->isPointer()) return false;
    if (types.contains(type->pointee) || type->isVoidPointer()) return true;
    return std::ranges::any_of(types, [&](TypeRef element) {
      if (type->pointee->isClass())
        return element->isClass() && element->class_decl->derivesFrom(type->pointee->class_decl);
      return type->pointee->isInteger() && element->isInteger() && type->pointee->width == element->width;
    });
  }
  bool mayPointToElement(TypeRef type) const { return mayPointToOneOf(element_types_, type); }
  /// Can it point into an element of a container of this class?
  bool mayPointInto(TypeRef type, const ClassDecl* container) const {
    const auto known = element_types_of_.find(container);
    return mayPointToOneOf(known == element_types_of_.end() ? element_types_ : known->second, type);
  }

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
        if (element->isClass() && isModelClass(*element->class_decl))
          result.containers = {Place{.field = expr->field, .container = element->class_decl}};
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
      if (call.callee == nullptr ? isCalledByPointer(*candidate, call)
                                 : candidate == call.callee || overrides(*candidate, call.callee))
        targets.push_back(candidate);
    return targets;
  }

  bool isCalledByPointer(const Procedure& candidate, const CallStmt& call) const {
    return addressed_.contains(&candidate) && candidate.parameters.size() == call.arguments.size();
  }

  static bool overrides(const Procedure& procedure, const Procedure* overridden) {
    return std::any_of(procedure.overrides.begin(), procedure.overrides.end(),
                       [&](const Procedure* next) { return next == overridden || overrides(*next, overridden); });
  }

  /// Places of the callee, as its caller knows them: what the callee made itself is nowhere that the caller knows.
  Places atCall(const Places& of_callee, const Procedure& callee, const CallStmt& call) const {
    Places result;
    for (const Place& place : of_callee) {
      if (place.local == nullptr) {
        result.insert(place);
        continue;
      }
      for (std::size_t i = 0; i < callee.parameters.size() && i < call.arguments.size(); ++i) {
        if (callee.parameters[i] != place.local) continue;
        const Pointing argument = pointing(call.arguments[i]);
        add(result, place.given ? argument.elements : argument.containers);
      }
    }
    return result;
  }
  /// The same of what a callee returns a pointer to, which may be what it made.
  Places returned(const Places& of_callee, const Procedure& callee, const CallStmt& call) const {
    Places result = atCall(of_callee, callee, call);
    for (const Place& place : of_callee)
      if (place.local != nullptr && !place.local->is_parameter) result.insert(Place{.container = place.container});
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
      Pointing given;
      // For its callers a container that is handed over is that argument.
      if (pointsToModel(parameter->type))
        given.containers = {Place{.local = parameter, .container = containerAt(parameter->type)}};
      const Place there{.local = parameter, .given = true};
      if (mayPointToElement(parameter->type) && !there.isMadeHere()) given.elements = {there};
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
          learned(locals_[allocate.target].containers,
                  Places{Place{.local = allocate.target, .container = allocate.class_decl}});
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
        if (isModelMethod(procedure) && (isModelLength(*store.field) || isTextValue(*store.field)))
          learnChanges(procedure, pointing(store.object).containers);
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

  /// Nothing leads yet into a container that is being made.
  void learnChanges(const Procedure& procedure, Places changed) {
    if (procedure.is_constructor && isModelMethod(procedure))
      std::erase_if(changed,
                    [&](const Place& place) { return !place.given && place.local == procedure.parameters.front(); });
    learned(changes_[&procedure], changed);
  }

  void learnCall(const Procedure& procedure, const CallStmt& call) {
    learnChanges(procedure, changedBy(call));
    if (call.target == nullptr || !call.target->type->isPointer()) return;
    for (const Procedure* target : targetsOf(call)) {
      const auto known = results_.find(target);
      if (known == results_.end()) continue;
      learned(locals_[call.target].containers, returned(known->second.containers, *target, call));
      learned(locals_[call.target].elements, returned(known->second.elements, *target, call));
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

    void walk(Body& body, Flow& flow) {
      Body checked;
      for (auto& stmt : body) {
        const Local* used = stmt->kind == StmtKind::Loop ? nullptr : movedIn(*stmt, flow.moved);
        if (used != nullptr) reported(*stmt, *used, checked, flow);
        step(*stmt, flow);
        if (marks_) checked.push_back(std::move(stmt));
      }
      if (marks_) body = std::move(checked);
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

    /// No execution in which the element has moved goes beyond this.
    void reported(const Stmt& stmt, const Local& local, Body& into, Flow& flow) {
      flow.moved.erase({&local});
      if (!marks_) return;
      auto warning = std::make_unique<UnsupportedStmt>();
      warning->range = stmt.range;
      const std::string name = local.name.starts_with("%") || local.name.starts_with("__") ? "a reference or iterator"
                                                                                           : "'" + local.name + "'";
      warning->reason = name + " into a container that has changed since";
      into.push_back(std::move(warning));
    }

    void step(Stmt& stmt, Flow& flow) {
      if (!flow.is_reached) return;
      switch (stmt.kind) {
        case StmtKind::Call: call(as<CallStmt>(stmt), flow.moved); break;
        case StmtKind::If: {
          auto& choice = static_cast<IfStmt&>(stmt);
          Flow otherwise = flow;
          walk(choice.then_body, flow);
          walk(choice.else_body, otherwise);
          flow.join(otherwise);
          return;
        }
        case StmtKind::Block: {
          auto& block = static_cast<BlockStmt&>(stmt);
          left_[block.label].leave();
          walk(block.body, flow);
          flow.join(left_[block.label]);
          return;
        }
        case StmtKind::Loop: return loop(static_cast<LoopStmt&>(stmt), flow);
        case StmtKind::Try: return guarded(static_cast<TryStmt&>(stmt), flow);
        case StmtKind::Break: left_[as<BreakStmt>(stmt).label].join(flow); return flow.leave();
        case StmtKind::Continue: continued_[as<ContinueStmt>(stmt).label].join(flow); return flow.leave();
        case StmtKind::Return:
        case StmtKind::Throw:
        case StmtKind::Unsupported: return flow.leave();
        case StmtKind::Assert:
          if (!hasCondition(as<AssertStmt>(stmt).what)) flow.leave();
          return;
        default: break;
      }
      if (const Local* target = targetOf(stmt)) flow.moved.erase({target});
      if (stmt.kind == StmtKind::Allocate) forgetInside(as<AllocateStmt>(stmt).target, flow.moved);
      load(stmt, flow.moved);
      store(stmt, flow.moved);
    }

    /// An exception may come from anywhere in the body.
    void guarded(TryStmt& stmt, Flow& flow) {
      Flow thrown = flow;
      Marks ever = std::move(ever_);
      ever_.clear();
      walk(stmt.body, flow);
      thrown.moved.insert(ever_.begin(), ever_.end());
      ever_.insert(ever.begin(), ever.end());
      for (Handler& handler : stmt.handlers) {
        Flow caught = thrown;
        walk(handler.body, caught);
        flow.join(caught);
      }
    }

    static void forgetInside(const Local* object, Marks& moved) {
      std::erase_if(moved, [&](const Mark& mark) { return mark.inside && mark.local == object; });
    }

    /// A pointer that was kept in an object, read after a container has changed.
    void load(const Stmt& stmt, Marks& moved) {
      if (stmt.kind != StmtKind::Load && stmt.kind != StmtKind::LoadSlot) return;
      const Local* target = targetOf(stmt);
      if (!known_.mayPointToElement(target->type)) return;
      const ExprRef from = stmt.kind == StmtKind::Load ? as<LoadStmt>(stmt).object : as<LoadSlotStmt>(stmt).pointer;
      const Local* object = automaticIn(from);
      if (std::ranges::none_of(moved, [&](const Mark& mark) {
            return mark.inside && mark.local == object && known_.mayPointInto(target->type, mark.container);
          }))
        return;
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
      std::set<const ClassDecl*> held;
      for (const Mark& mark : moved)
        if (mark.inside && mark.local != nullptr && given.contains(mark.local)) held.insert(mark.container);
      for (const ClassDecl* container : held)
        for (const Local* object : given) remember({object, true, container}, moved);
    }

    /// What is moved at the head in any round is so in the one that is walked: rounds add marks until none is new.
    void loop(LoopStmt& loop, Flow& flow) {
      Flow head = flow;
      const bool marks = std::exchange(marks_, false);
      while (true) {
        Flow round = head;
        oneRound(loop, flow, round);
        if (round <= head) break;
        head.join(round);
      }
      marks_ = marks;
      Flow round = head;
      flow = oneRound(loop, flow, round);
    }

    /// From the head of the loop to the head; the result is what leaves the loop. The first round of a loop that tests
    /// last begins with its body.
    Flow oneRound(LoopStmt& loop, const Flow& entry, Flow& round) {
      left_[loop.label].leave();
      continued_[loop.label].leave();
      walk(loop.header, round);
      if (const Local* used = movedIn(loop, round.moved)) reported(loop, *used, loop.header, round);
      Flow after = round;
      if (loop.test_last) round.join(entry);
      walk(loop.body, round);
      round.join(continued_[loop.label]);
      walk(loop.step, round);
      after.join(left_[loop.label]);
      return after;
    }

    void remember(const Mark& mark, Marks& moved) {
      moved.insert(mark);
      ever_.insert(mark);
    }

    void move(const Places& changed, const std::set<const Local*>& told, Marks& moved) {
      for (const Local* object : told) forgetInside(object, moved);
      for (const Place& place : changed) {
        remember({nullptr, true, place.container}, moved);
        for (const Local* object : automatic_)
          if (!told.contains(object)) remember({object, true, place.container}, moved);
      }
      for (const Local* local : procedure_.locals) {
        const auto known = known_.locals_.find(local);
        if (known == known_.locals_.end()) continue;
        for (const Place& element : known->second.elements)
          if (std::ranges::any_of(changed, [&](const Place& place) { return isMoved(*local, element, place); }))
            remember({local}, moved);
      }
    }

    bool isMoved(const Local& pointer, const Place& element, const Place& changed) const {
      if (!meet(element, changed)) return false;
      return element.container != nullptr || known_.mayPointInto(pointer.type, changed.container) ||
             (element.given && known_.mayPointInto(element.local->type, changed.container));
    }

    /// The object holds nothing but what is put there.
    void store(const Stmt& stmt, Marks& moved) {
      if (stmt.kind != StmtKind::Store && stmt.kind != StmtKind::StoreSlot) return;
      const ExprRef to = stmt.kind == StmtKind::Store ? as<StoreStmt>(stmt).object : as<StoreSlotStmt>(stmt).pointer;
      const Local* object = automaticIn(to);
      if (object == nullptr) return;
      const auto fields = allFields(containerAt(object->type));
      if (fields.size() == 1 && fields.front()->type->isPointer()) forgetInside(object, moved);
    }

    MovedElements& known_;
    Procedure& procedure_;
    std::set<const Local*> automatic_;            // each points to an object of this procedure
    std::map<const Local*, const Local*> bound_;  // a reference into one of those, for good
    std::map<std::string, Flow> left_;            // where a block or loop is left early, by label
    std::map<std::string, Flow> continued_;       // where a round of a loop ends early
    Marks ever_;                                  // moved anywhere so far
    bool marks_ = true;                           // not in rounds that only find out what is moved
  };

  const std::vector<Procedure*>& procedures_;
  std::set<TypeRef> element_types_;
  std::map<const ClassDecl*, std::set<TypeRef>> element_types_of_;  // of each container
  std::map<const Local*, Pointing> locals_;
  std::map<const Procedure*, Places> changes_;
  std::set<const Procedure*> addressed_;  // what a pointer to a function may lead to
  std::map<const Procedure*, Pointing> results_;
  bool changed_ = false;
};

}  // namespace

void markMovedElements(const Program& program, const std::vector<Procedure*>& procedures) {
  MovedElements(program, procedures).run();
}

}  // namespace weir::frontend
