// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/trace/steps.h"

#include <map>
#include <set>

#include "ir/program/model_class.h"
#include "ir/program/walk.h"

namespace weir::refine {
namespace {

using program::kNoObject;
using program::ObjectId;
using program::StmtKind;

/// A source statement under way in one activation.
struct Group {
  SourceRange range;
  std::set<const program::Stmt*> stmts;
  Step step;
  bool is_open = false;
  bool is_continued = false;  // a call of the statement has been shown already
  bool only_jumps = true;     // nothing but Break, Continue and ends of scopes
};

class StepWriter : public ExecutionVisitor {
 public:
  explicit StepWriter(const StepsInput& input) : in_(input), heap_(*input.violation.after) { findInitialValues(); }

  void enter(const Activation& activation) override {
    const bool shown = isShown(activation);
    if (activation.caller != nullptr && shown) {
      Group& group = groups_[visible(*activation.caller)];
      group.step.kind = Step::Kind::Call;
      group.step.callee = activation.procedure->name;
      group.only_jumps = false;
      flush(*visible(*activation.caller), true);
    }
    if (shown) groups_[&activation];
  }

  void step(const Activation& activation, const program::Step& step,
            const std::vector<program::Change>& changes) override {
    ++seen_;
    const Activation& shown = *visible(activation);
    if (&shown == &activation && movesParameter(*step.stmt)) return;
    if (&shown == &activation) begin(activation, step);
    Group& group = groups_[&shown];
    // What has no place in the source belongs to the statement before it.
    if (!group.is_open) open(group, shown, step.stmt->range);
    group.stmts.insert(step.stmt);
    const StmtKind kind = step.stmt->kind;
    const bool is_jump = kind == StmtKind::Break || kind == StmtKind::Continue || isAlwaysTheSame(*step.stmt);
    const bool is_scope_end =
        kind == StmtKind::Free && program::as<program::FreeStmt>(*step.stmt).how == program::FreeKind::ScopeEnd;
    if (!is_jump && !is_scope_end) group.only_jumps = false;
    if (&shown == &activation && !isAlwaysTheSame(*step.stmt)) {
      if (step.condition && (kind == StmtKind::If || kind == StmtKind::Loop)) {
        group.step.outcome = step.condition;
      } else if (kind != StmtKind::Break && kind != StmtKind::Continue) {
        group.step.outcome.reset();
      }
    }
    for (ObjectId id : step.allocated) allocated(group.step, id);
    for (const program::Change& change : changes) changed(group.step, shown, activation, change);
    for (ObjectId id : step.freed) freed(group.step, id);
    if (&shown != &activation) return;
    if (kind == StmtKind::Return) returned(group.step, activation);
    if (kind == StmtKind::Throw) group.step.kind = Step::Kind::Throw;
  }

  void leave(const Activation& activation, const program::Change* result) override {
    if (isFaulty() && !faulted_) fault_here_ = fault_here_ || hasFault(activation);
    if (isShown(activation)) {
      if (activation.caller == nullptr) returnedAtEnd(activation);
      if (fault_here_) fault(activation);
      if (!faulted_) flush(activation, false);
      groups_.erase(&activation);
    }
    if (result == nullptr || activation.caller == nullptr) return;
    const Activation& shown = *visible(*activation.caller);
    Group& group = groups_[&shown];
    changed(group.step, shown, *activation.caller, *result);
  }

  std::vector<Step> steps;

 private:
  using Place = std::tuple<ObjectId, const program::Field*, long>;

  /// Values that new objects have from the start, zeroed ones and those a specification made: what the first
  /// change of a place says was there, or what is there at the end where none is recorded.
  void findInitialValues() {
    for (const program::Step& step : in_.violation.execution.steps)
      for (const program::Change& change : step.changes)
        if (change.object != kNoObject)
          initial_.try_emplace({change.object, change.field, change.index}, change.before);
  }

  bool isFaulty() const {
    const auto outcome = in_.violation.execution.outcome;
    return outcome == program::Outcome::Error || outcome == program::Outcome::Aborted;
  }

  /// The activation that the execution ended in. A callee that came to its end before that is none, even where its last
  /// step is the last one: the statement that failed has a step only where a part of it was done.
  bool hasFault(const Activation& activation) const {
    const program::Execution& execution = in_.violation.execution;
    if (seen_ < execution.steps.size()) return false;
    return activation.caller == nullptr || activation.procedure == execution.at_procedure;
  }

  void fault(const Activation& activation) {
    Group& group = groups_[&activation];
    const program::Stmt* at = in_.violation.execution.at;
    const bool is_own =
        at != nullptr && at->range.isKnown() && activation.procedure == in_.violation.execution.at_procedure;
    if (is_own && (!group.is_open || group.range != at->range)) {
      flush(activation, false);
      open(group, activation, at->range);
    }
    group.step.kind = Step::Kind::Fault;
    group.step.note = faultNote(in_);
    group.step.outcome.reset();
    group.only_jumps = false;
    flush(activation, false);
    fault_here_ = false;
    faulted_ = true;
  }

  /// A parameter whose address is taken is copied to where it lives: no statement of the user's.
  static bool movesParameter(const program::Stmt& stmt) {
    if (stmt.kind == StmtKind::Allocate) return isBoxOfParameter(*program::as<program::AllocateStmt>(stmt).target);
    if (stmt.kind != StmtKind::Store) return false;
    const auto& store = program::as<program::StoreStmt>(stmt);
    return store.value->kind == program::ExprKind::LocalRef && store.object->kind == program::ExprKind::LocalRef &&
           isBoxOfParameter(*store.object->local) &&
           sourceName(*store.object->local) == sourceName(*store.value->local);
  }

  /// The test of `for (;;)` and of `do … while (0)` tells nothing.
  static bool isAlwaysTheSame(const program::Stmt& stmt) {
    if (stmt.kind != StmtKind::Loop) return false;
    const program::ExprRef condition = program::as<program::LoopStmt>(stmt).condition;
    return condition == nullptr || condition->kind == program::ExprKind::Constant;
  }

  /// What the compiler wrote, and what a specification stands for, has no lines to show.
  bool isShown(const Activation& activation) const {
    if (activation.caller == nullptr) return true;
    return !activation.procedure->is_implicit && activation.procedure->range.isKnown() &&
           !isHiddenLibraryCode(*activation.procedure, in_.method);
  }

  const Activation* visible(const Activation& activation) const {
    const Activation* at = &activation;
    while (!isShown(*at)) at = at->caller;
    return at;
  }

  int depth(const Activation& activation) const {
    int count = 0;
    for (const Activation* at = activation.caller; at != nullptr; at = at->caller)
      if (isShown(*at)) ++count;
    return count;
  }

  void begin(const Activation& activation, const program::Step& step) {
    Group& group = groups_[&activation];
    const SourceRange& range = step.stmt->range;
    const bool same = !range.isKnown() || range == group.range;
    if (group.is_open && same && !group.stmts.contains(step.stmt)) return;
    if (group.is_open) flush(activation, false);
    open(group, activation, range);
  }

  void open(Group& group, const Activation& activation, const SourceRange& range) {
    group = Group{.range = range, .is_open = true};
    group.step.file = range.file;
    group.step.line = range.begin.line;
    group.step.column = range.begin.column;
    group.step.function = activation.procedure->name;
    group.step.depth = depth(activation);
    group.step.text = in_.source.of(range);
  }

  void flush(const Activation& activation, bool continues) {
    Group& group = groups_[&activation];
    if (!group.is_open) return;
    const Step& step = group.step;
    const bool has_effect = !step.changes.empty() || step.outcome || step.kind != Step::Kind::Statement;
    const bool is_jump = step.text.starts_with("break") || step.text.starts_with("continue") ||
                         step.text.starts_with("goto") || step.text.starts_with("return");
    const bool is_brace = step.text.empty() || step.text == "}" || step.text == "{";
    bool shown = has_effect || !group.is_continued;
    if (shown && step.changes.empty() && (group.only_jumps || is_brace))
      shown = is_jump || step.kind == Step::Kind::Fault;
    if (shown) steps.push_back(step);
    if (continues) {
      Group rest{.range = group.range, .stmts = group.stmts, .step = step, .is_open = true, .is_continued = true};
      rest.step.kind = Step::Kind::Statement;
      rest.step.callee.clear();
      rest.step.changes.clear();
      rest.step.outcome.reset();
      group = std::move(rest);
    } else {
      group.is_open = false;
    }
  }

  void changed(Step& step, const Activation& shown, const Activation& activation, const program::Change& change) {
    if (change.local != nullptr) {
      const bool holds_object = change.after.kind == program::Value::Kind::Object && isOwnObject(change);
      if (&shown != &activation || isTemporary(*change.local) || holds_object) return;
      std::optional<Value> from;
      if (change.before.kind != program::Value::Kind::Uninitialized)
        from = in_.naming.value(change.before, change.local->type);
      step.changes.push_back(Change::local(sourceName(*change.local), std::move(from),
                                           in_.naming.value(change.after, change.local->type)));
      return;
    }
    place(step, {change.object, change.field, change.index}, change.before, change.after);
  }

  /// The address of a variable of class type or of a box is no value the user gave it.
  bool isOwnObject(const program::Change& change) const {
    const program::Object& object = heap_.at(change.after.object);
    return object.storage == program::Storage::Automatic && object.owner == kNoObject &&
           !change.local->type->isSlotPointer() &&
           (in_.naming.variable(change.after.object) != nullptr ||
            in_.naming.object(change.after.object) == sourceName(*change.local));
  }

  void place(Step& step, const Place& at, const program::Value& before, const program::Value& after) {
    const auto& [id, field, index] = at;
    if (!in_.touched.shows(field)) return;
    Value to = in_.naming.value(after, *field);
    if (const Variable* variable = in_.naming.variable(id)) {
      if (variable->is_temporary) return;
      std::optional<Value> from;
      if (before.kind != program::Value::Kind::Uninitialized || variable->is_root)
        from = in_.naming.value(before, *field);
      const std::string name = in_.naming.place(id, field, index);
      step.changes.push_back(variable->is_root ? Change::global(name, *from, std::move(to))
                                               : Change::local(name, std::move(from), std::move(to)));
    } else if (in_.naming.isGlobals(id)) {
      step.changes.push_back(
          Change::global(Naming::member(field, index), in_.naming.value(before, *field), std::move(to)));
    } else {
      step.changes.push_back(Change::field(in_.naming.object(id), Naming::member(field, index),
                                           in_.naming.value(before, *field), std::move(to)));
    }
  }

  void allocated(Step& step, ObjectId id) {
    if (in_.naming.isGlobals(id)) return;
    if (in_.naming.variable(id) != nullptr) return allocatedParts(step, id);
    const program::Object& object = heap_.at(id);
    step.changes.push_back(Change::allocate(in_.naming.object(id), object.class_decl->name));
    initialise(step, id);
  }

  /// A box is shown as its variable; of an array of objects the elements are objects of their own.
  void allocatedParts(Step& step, ObjectId box) {
    for (const program::Field* field : program::allFields(heap_.at(box).class_decl)) {
      if (!field->holdsParts()) continue;
      for (const program::Value& part : heap_.at(box).fields.at(field)) allocated(step, part.object);
    }
  }

  void initialise(Step& step, ObjectId id) {
    for (const program::Field* field : program::allFields(heap_.at(id).class_decl)) {
      const std::vector<program::Value>& values = heap_.at(id).fields.at(field);
      for (long index = 0; index < static_cast<long>(values.size()); ++index) {
        if (field->holdsParts()) {
          initialise(step, values[index].object);
          continue;
        }
        const auto first = initial_.find({id, field, index});
        const program::Value& value = first == initial_.end() ? values[index] : first->second;
        if (value.kind != program::Value::Kind::Uninitialized) place(step, {id, field, index}, {}, value);
      }
    }
  }

  void freed(Step& step, ObjectId id) {
    const program::Object& object = heap_.at(id);
    if (object.storage == program::Storage::Heap || in_.dangling.contains(id))
      step.changes.push_back(Change::free(in_.naming.object(id)));
  }

  void returned(Step& step, const Activation& activation) {
    step.kind = Step::Kind::Return;
    const program::Procedure& procedure = *activation.procedure;
    if (procedure.has_result_parameter) {
      const program::Value& result = activation.locals.at(procedure.parameters.back()->index);
      if (activation.caller != nullptr) return;
      step.changes.push_back(Change::returned(in_.naming.value(result, nullptr)));
      has_returned_ = true;
      return;
    }
    const auto& result = activation.call == nullptr ? in_.violation.execution.result : activation.call->result;
    if (result && result->kind != program::Value::Kind::Uninitialized)
      step.changes.push_back(Change::returned(in_.naming.value(*result, procedure.result)));
  }

  /// A procedure that only ends its by-value parameters around its body has no return statement of its own.
  void returnedAtEnd(const Activation& activation) {
    const bool returns = in_.violation.execution.outcome == program::Outcome::Returned;
    Group& group = groups_[&activation];
    if (!returns || has_returned_ || !activation.procedure->has_result_parameter || !group.is_open) return;
    returned(group.step, activation);
  }

  const StepsInput& in_;
  const program::Heap& heap_;
  bool has_returned_ = false;  // a return of the checked method, into its result parameter, has been shown
  std::map<const Activation*, Group> groups_;
  std::map<Place, program::Value> initial_;
  bool faulted_ = false;
  bool fault_here_ = false;  // in the activation that is being left, or in what it does not show
  std::size_t seen_ = 0;     // steps
};

/// The line of a step, of the user's call where the library took it.
int usersLine(const program::Execution& execution, std::size_t step) {
  const program::Stmt* stmt = execution.steps[step].stmt;
  if (!program::isLibraryCode(*execution.steps[step].procedure)) return stmt->range.begin.line;
  int depth = -1;
  for (const program::CallRecord& call : execution.calls) {
    const bool is_in_it =
        static_cast<std::size_t>(call.first_step) <= step && step < static_cast<std::size_t>(call.last_step);
    if (!is_in_it || call.depth <= depth || program::isLibraryCode(*call.caller)) continue;
    depth = call.depth;
    stmt = call.site;
  }
  return depth < 0 ? 0 : stmt->range.begin.line;
}

/// Where an object died; 0 where it did not.
int lineOfFree(const Violation& violation, const std::string& name) {
  const program::Execution& execution = violation.execution;
  for (std::size_t step = 0; step < execution.steps.size(); ++step)
    for (ObjectId id : execution.steps[step].freed)
      if (violation.after->at(id).name == name) return usersLine(execution, step);
  return 0;
}

}  // namespace

std::vector<Step> stepsOf(const StepsInput& input) {
  StepWriter writer(input);
  walkExecution(input.method, input.violation.arguments, input.violation.execution, writer);
  return std::move(writer.steps);
}

bool isHiddenLibraryCode(const program::Procedure& procedure, const program::Procedure& method) {
  return program::isModelCode(procedure) || (procedure.is_library && !method.is_library);
}

/// What the program calls of the library, not the pieces that its model is made of: "std::list<int>::back".
static std::string askedOf(const Violation& violation) {
  const program::Procedure* procedure = violation.execution.at_procedure;
  const program::Value* receiver = nullptr;
  const auto& calls = violation.execution.calls;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    if (call->callee != procedure) continue;
    receiver = procedure->method_of == nullptr || call->arguments.empty() ? nullptr : call->arguments.data();
    if (!program::isModelCode(*call->caller)) break;
    procedure = call->caller;
    receiver = nullptr;
  }
  const bool is_object = receiver != nullptr && receiver->kind == program::Value::Kind::Object;
  if (!is_object || !program::isBaseOfModel(*procedure->method_of)) return procedure->name;
  // What models have in common stands in a base that no program names.
  return violation.after->at(receiver->object).class_decl->name +
         procedure->name.substr(procedure->method_of->name.size());
}

std::string faultNote(const StepsInput& input) {
  const program::Execution& execution = input.violation.execution;
  if (execution.outcome == program::Outcome::Aborted) return "the program ends here: " + execution.reason;
  // The interpreter names the object as the heap does.
  for (ObjectId id = 0; id < input.violation.after->size(); ++id) {
    const std::string& name = input.violation.after->at(id).name;
    if (name.empty() || !execution.reason.starts_with(name + " is freed")) continue;
    const int line = lineOfFree(input.violation, name);
    return input.naming.object(id) + " has been freed" + (line > 0 ? " at line " + std::to_string(line) : "");
  }
  if (execution.error == program::ErrorKind::Assert) return "the assertion is false";
  if (execution.at_procedure != nullptr && execution.at_procedure->range.file == program::kModelsFile &&
      execution.error == program::ErrorKind::Bounds)
    return askedOf(input.violation) + " is asked for an element that is not there";
  return execution.reason;
}

}  // namespace weir::refine
