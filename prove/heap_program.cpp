// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_program.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "ir/program/elsewhere.h"
#include "ir/program/walk.h"
#include "prove/live_variables.h"

namespace weir::prove {

using namespace program;

namespace {

constexpr std::size_t kMostPaths = 200;
constexpr std::size_t kMostCases = 16;  // of one condition
constexpr std::size_t kMostDepth = 12;  // of calls
constexpr std::size_t kMostHeads = 12;  // of loops

struct Refused {
  std::string reason;
};

Condition negated(Condition condition) { return {std::move(condition.when_false), std::move(condition.when_true)}; }

Condition constant(bool value) {
  const Cases always{{}};
  return value ? Condition{always, {}} : Condition{{}, always};
}

bool isDecided(const Condition& condition) {
  const auto isAlways = [](const Cases& cases) { return cases.size() == 1 && cases.front().empty(); };
  return (isAlways(condition.when_true) && condition.when_false.empty()) ||
         (isAlways(condition.when_false) && condition.when_true.empty());
}

Condition of(Test test) {
  Test other = test;
  other.positive = !test.positive;
  return {{{test}}, {{other}}};
}

Cases both(const Cases& a, const Cases& b) {
  Cases all;
  for (const Conjunction& x : a)
    for (const Conjunction& y : b) {
      all.push_back(x);
      all.back().insert(all.back().end(), y.begin(), y.end());
    }
  if (all.size() > kMostCases) throw Refused{"a condition has too many cases"};
  return all;
}

Cases either(Cases a, const Cases& b) {
  a.insert(a.end(), b.begin(), b.end());
  if (a.size() > kMostCases) throw Refused{"a condition has too many cases"};
  return a;
}

Condition conjunction(const Condition& a, const Condition& b) {
  return {both(a.when_true, b.when_true), either(a.when_false, b.when_false)};
}
Condition disjunction(const Condition& a, const Condition& b) { return negated(conjunction(negated(a), negated(b))); }

/// One path as far as it has come.
struct Symbolic {
  Path path;
  std::map<const Local*, Value> pointers;
  std::map<const Local*, Condition> conditions;
  std::map<const Local*, Number> numbers;
  std::map<const Local*, Path::Slot> slots;  // of variables that point to a pointer
};

using Continue = std::function<void(Symbolic)>;
using Leave = std::function<void(const ReturnStmt&, Symbolic)>;

/// Where control goes next.
struct Exits {
  std::map<std::string, Continue> breaks;
  std::map<std::string, Continue> continues;
  Leave leave;
  std::vector<const CallStmt*> called_by;
};

using Flags = std::vector<const Local*>;  // in the order in which they were met

class Recogniser {
 public:
  /// `flags`: variables whose truth values the heads of loops tell apart.
  Recogniser(const Procedure& procedure, const Program& program, Flags flags = {})
      : program_(program), flags_(std::move(flags)) {
    all_.procedure = &procedure;
  }

  /// Variables that are true or false and were read where it was not known which.
  const Flags& unknownFlags() const { return unknown_flags_; }

  HeapProgram run() {
    if (all_.procedure->is_constructor || all_.procedure->is_destructor) throw Refused{"it makes or ends an object"};
    checkLocals(*all_.procedure);
    Symbolic start;
    start.path.from = Path::kEntry;
    for (const Local* parameter : all_.procedure->parameters) {
      if (!parameter->type->isObjectPointer()) continue;
      all_.roots.push_back(parameter);
      start.pointers[parameter] = fresh(start, classOf(parameter->type));
      start.path.roots.push_back(start.pointers[parameter]);
    }
    addFixedNumbers(start);
    Exits exits;
    exits.leave = [this](const ReturnStmt& stmt, Symbolic state) { leave(stmt, std::move(state)); };
    const Continue end = [this](Symbolic state) { emit(std::move(state), Path::kExit); };
    for (Symbolic& one : withSlots(start)) body(all_.procedure->body, 0, std::move(one), exits, end);
    // Heads are found on the way.
    for (std::size_t head = 0; head < heads_.size(); ++head) {
      Symbolic here = atHead(static_cast<int>(head));
      const LoopStmt& loop = *all_.cut_points[head].loop;
      const Head continuation = heads_[head];
      fromHead(loop, std::move(here), continuation.exits, continuation.after);
    }
    if (const auto unset = keepLiveVariables(all_); !unset.empty())
      throw Refused{"'" + unset + "' may be read before it has a value"};
    return std::move(all_);
  }

 private:
  struct Head {
    Exits exits;
    Continue after;
  };

  /// One for each kind of place that a parameter may point to which points to a pointer; itself where there is no such
  /// parameter. With several of them, they are not followed: two may be elements of one array.
  std::vector<Symbolic> withSlots(const Symbolic& start) {
    std::vector<const Local*> slots;
    for (const Local* parameter : all_.procedure->parameters)
      if (parameter->type->isSlotPointer() && parameter->type->pointee->isObjectPointer()) slots.push_back(parameter);
    if (slots.size() != 1) return {start};
    std::vector<Symbolic> all{start};
    all_.slot_parameter = slots[0];
    all.back().path.slot = Path::Slot{.parameter = slots[0]};
    for (const ClassDecl* class_decl : program_.classes())
      for (const Field* field : class_decl->fields) {
        if (!mayAlias(field->elementType(), slots[0]->type->pointee)) continue;
        if (field->is_shadowed || field->union_state != nullptr || field->elementType() != slots[0]->type->pointee)
          return {start};
        all.push_back(start);
        all.back().path.slot =
            Path::Slot{.parameter = slots[0], .field = field, .owner = fresh(all.back(), class_decl)};
      }
    for (Symbolic& one : all) one.slots[slots[0]] = *one.path.slot;
    return all;
  }

  /// Parameters that keep their values are numbers everywhere.
  void addFixedNumbers(Symbolic& state) const {
    for (const Local* parameter : all_.procedure->parameters)
      if (parameter->type->kind == TypeKind::Int && !parameter->type->is_float &&
          !isAssigned(*all_.procedure, parameter))
        state.numbers[parameter] = {.parameter = parameter};
  }

  static void checkLocals(const Procedure& procedure) {
    for (const Local* local : procedure.locals)
      if (local->is_by_value) throw Refused{"'" + local->name + "' is an object"};
  }

  /// Objects that have one class, and are nothing else besides.
  const ClassDecl* classOf(TypeRef pointer) const {
    const ClassDecl* found = pointer->pointee->class_decl;
    if (!found->bases.empty() || program_.dynamicClasses(found).size() != 1 || found->is_union ||
        found->library.has_value() || found->is_array || found->is_incomplete)
      throw Refused{"'" + found->name + "' has bases, or is no plain class"};
    if (const ClassDecl* globals = program_.globalsClass())
      for (const Field* field : globals->fields)
        if (field->made_up_address && !isElsewhere(*field) && field->elementType()->class_decl == found)
          throw Refused{"a pointer to '" + found->name + "' may be an address that is made up"};
    return found;
  }

  static Value fresh(Symbolic& state, const ClassDecl* class_decl) {
    state.path.classes.push_back(class_decl);
    return state.path.values() - 1;
  }

  // Expressions.

  Value pointer(ExprRef expr, Symbolic& state) const {
    if (expr->kind == ExprKind::Null) return kNull;
    if (expr->kind == ExprKind::PointerCast && expr->operands[0]->type->isObjectPointer() &&
        expr->operands[0]->type->pointee->class_decl == expr->type->pointee->class_decl)
      return pointer(expr->operands[0], state);
    if (expr->kind == ExprKind::PartAddress && expr->operands.size() == 1) return part(*expr, state);
    if (expr->kind == ExprKind::LocalRef)
      if (const auto found = state.pointers.find(expr->local); found != state.pointers.end()) return found->second;
    throw Refused{"the pointer '" + toString(expr) + "' is not known"};
  }

  Value part(const Expr& expr, Symbolic& state) const {
    if (expr.field->type->isArray() || expr.field->is_shadowed || expr.field->union_state != nullptr)
      throw Refused{"'" + expr.field->name + "' is an array or in a union"};
    const Value object = pointer(expr.operands[0], state);
    touch(object, state);
    const Value value = fresh(state, classOf(expr.type));
    state.path.steps.push_back({.kind = Step::Kind::Part, .object = object, .value = value, .field = expr.field});
    return value;
  }

  /// Of an expression whose value is not followed: it must not fail by itself at a null pointer.
  static void passOver(ExprRef expr) {
    switch (expr->kind) {
      case ExprKind::Constant:
      case ExprKind::Null:
      case ExprKind::LocalRef:
      case ExprKind::FunctionRef:
      case ExprKind::Unary:
      case ExprKind::Binary:
      case ExprKind::Cast:
      case ExprKind::PointerCast: break;
      default: throw Refused{"'" + toString(expr) + "' is not followed"};
    }
    for (const ExprRef operand : expr->operands) passOver(operand);
  }

  /// A cast that keeps every value keeps the order.
  static bool keepsValues(TypeRef from, TypeRef to) {
    if (!from->isInteger() || !to->isInteger() || from->kind == TypeKind::Bool || to->kind == TypeKind::Bool)
      return false;
    return from->is_signed == to->is_signed ? to->width >= from->width : to->is_signed && to->width > from->width;
  }

  static std::optional<Number> number(ExprRef expr, const Symbolic& state) {
    if (expr->type->is_float) return std::nullopt;
    if (expr->kind == ExprKind::Cast && keepsValues(expr->operands[0]->type, expr->type))
      return number(expr->operands[0], state);
    if (expr->kind == ExprKind::Constant && expr->type->kind == TypeKind::Int) return Number{.constant = expr->integer};
    if (expr->kind == ExprKind::LocalRef)
      if (const auto found = state.numbers.find(expr->local); found != state.numbers.end()) return found->second;
    return std::nullopt;
  }

  static Condition equals(const Number& a, const Number& b) {
    return of({.kind = Test::Kind::Equal, .left = a, .right = b});
  }

  static std::optional<Condition> compared(const Expr& expr, const Symbolic& state) {
    const auto a = number(expr.operands[0], state), b = number(expr.operands[1], state);
    if (!a || !b) return std::nullopt;
    const auto isConstant = [](const Number& one) { return one.field == nullptr && one.parameter == nullptr; };
    if (isConstant(*a) && isConstant(*b)) return std::nullopt;
    const auto atMost = [&](const Number& x, const Number& y) {
      return of({.kind = Test::Kind::AtMost, .left = x, .right = y});
    };
    // A list has an order of the numbers of its cells, and nothing else.
    const bool is_of_cells = a->field != nullptr && a->field == b->field;
    switch (expr.op) {
      case Op::LessEqual: return atMost(*a, *b);
      case Op::GreaterEqual: return atMost(*b, *a);
      case Op::Less: return negated(atMost(*b, *a));
      case Op::Greater: return negated(atMost(*a, *b));
      case Op::Equal: return is_of_cells ? conjunction(atMost(*a, *b), atMost(*b, *a)) : equals(*a, *b);
      case Op::NotEqual: return negated(is_of_cells ? conjunction(atMost(*a, *b), atMost(*b, *a)) : equals(*a, *b));
      default: return std::nullopt;
    }
  }

  /// Nothing: it is about something else than cells.
  std::optional<Condition> condition(ExprRef expr, Symbolic& state) const {
    switch (expr->kind) {
      case ExprKind::Constant: return constant(expr->integer != 0);
      case ExprKind::LocalRef: {
        const auto found = state.conditions.find(expr->local);
        if (found != state.conditions.end()) return found->second;
        if (expr->type->isInteger() && !state.numbers.contains(expr->local) &&
            std::ranges::find(unknown_flags_, expr->local) == unknown_flags_.end())
          unknown_flags_.push_back(expr->local);
        return std::nullopt;
      }
      case ExprKind::Cast: return condition(expr->operands[0], state);
      case ExprKind::Unary: {
        if (expr->op != Op::LogicalNot) return std::nullopt;
        const auto inner = condition(expr->operands[0], state);
        return inner ? std::optional(negated(*inner)) : std::nullopt;
      }
      case ExprKind::Binary: return binary(*expr, state);
      default: return std::nullopt;
    }
  }

  std::optional<Condition> binary(const Expr& expr, Symbolic& state) const {
    if (expr.op == Op::LogicalAnd || expr.op == Op::LogicalOr) {
      const auto a = condition(expr.operands[0], state), b = condition(expr.operands[1], state);
      if (!a || !b) return std::nullopt;
      return expr.op == Op::LogicalAnd ? conjunction(*a, *b) : disjunction(*a, *b);
    }
    const bool is_equality = expr.op == Op::Equal || expr.op == Op::NotEqual;
    const auto isObject = [](ExprRef side) { return side->type->isObjectPointer() || side->kind == ExprKind::Null; };
    if (is_equality && isObject(expr.operands[0]) && isObject(expr.operands[1])) {
      const Value a = pointer(expr.operands[0], state), b = pointer(expr.operands[1], state);
      const Condition same = a == kNull || b == kNull ? of({.kind = Test::Kind::Null, .a = a == kNull ? b : a})
                                                      : of({.kind = Test::Kind::Same, .a = a, .b = b});
      return expr.op == Op::Equal ? same : negated(same);
    }
    if (auto order = compared(expr, state)) return order;
    // C compares truth values with 0.
    const auto isZero = [](ExprRef side) { return side->kind == ExprKind::Constant && side->integer == 0; };
    for (const int side : {0, 1})
      if (is_equality && isZero(expr.operands[at(1 - side)]))
        if (const auto truth = truthValue(expr.operands[at(side)], state))
          return expr.op == Op::NotEqual ? *truth : negated(*truth);
    return std::nullopt;
  }

  /// Of an expression that is 0 or 1.
  std::optional<Condition> truthValue(ExprRef expr, Symbolic& state) const {
    if (expr->kind == ExprKind::Constant && expr->integer != 0 && expr->integer != 1) return std::nullopt;
    if (expr->kind == ExprKind::Cast && expr->type->kind != TypeKind::Bool) {
      // Of one bit with a sign, 1 is -1.
      if (expr->type->width == 1) return std::nullopt;
      return truthValue(expr->operands[0], state);
    }
    return condition(expr, state);
  }

  /// What is not known may be true or false.
  Condition decided(ExprRef expr, Symbolic& state) const {
    if (auto known = condition(expr, state)) return std::move(*known);
    const bool is_truth = expr->kind == ExprKind::Cast && expr->type->kind == TypeKind::Bool;
    const auto one = number(is_truth ? expr->operands[0] : expr, state);
    if (one && (one->field != nullptr || one->parameter != nullptr)) return negated(equals(*one, {}));
    passOver(expr);
    return {{{}}, {{}}};
  }

  // Statements. `next` is what comes after.

  void body(const Body& statements, std::size_t index, Symbolic state, const Exits& exits, const Continue& next) {
    if (index == statements.size()) return next(std::move(state));
    const Continue rest = [this, &statements, index, exits, next](Symbolic after) {
      body(statements, index + 1, std::move(after), exits, next);
    };
    statement(*statements[index], std::move(state), exits, rest);
  }

  void split(const Condition& condition, const Symbolic& state, const Continue& then, const Continue& otherwise) {
    const auto go = [&](const Cases& cases, const Continue& where) {
      for (const Conjunction& one : cases) {
        Symbolic branch = state;
        for (const Test& test : one) branch.path.steps.push_back({.kind = Step::Kind::Assume, .test = test});
        where(std::move(branch));
      }
    };
    go(condition.when_true, then);
    go(condition.when_false, otherwise);
  }

  void statement(const Stmt& stmt, Symbolic state, const Exits& exits, const Continue& next) {
    switch (stmt.kind) {
      case StmtKind::Assign:
        set(as<AssignStmt>(stmt).target, as<AssignStmt>(stmt).value, state);
        return next(std::move(state));
      case StmtKind::Load: load(as<LoadStmt>(stmt), state); return next(std::move(state));
      case StmtKind::Store: store(as<StoreStmt>(stmt), state); return next(std::move(state));
      case StmtKind::LoadSlot: loadSlot(as<LoadSlotStmt>(stmt), state); return next(std::move(state));
      case StmtKind::StoreSlot: storeSlot(as<StoreSlotStmt>(stmt), state); return next(std::move(state));
      case StmtKind::If: {
        const auto& branch = as<IfStmt>(stmt);
        const Condition goes = decided(branch.condition, state);
        return split(
            goes, state, [&](Symbolic then) { body(branch.then_body, 0, std::move(then), exits, next); },
            [&](Symbolic otherwise) { body(branch.else_body, 0, std::move(otherwise), exits, next); });
      }
      case StmtKind::Loop: return loop(as<LoopStmt>(stmt), std::move(state), exits, next);
      case StmtKind::Block: {
        Exits inner = exits;
        inner.breaks[as<BlockStmt>(stmt).label] = next;
        return body(as<BlockStmt>(stmt).body, 0, std::move(state), inner, next);
      }
      case StmtKind::Break: return exits.breaks.at(as<BreakStmt>(stmt).label)(std::move(state));
      case StmtKind::Continue: return exits.continues.at(as<ContinueStmt>(stmt).label)(std::move(state));
      case StmtKind::Return: return exits.leave(as<ReturnStmt>(stmt), std::move(state));
      case StmtKind::Call: return call(as<CallStmt>(stmt), std::move(state), exits, next);
      case StmtKind::Allocate: allocate(as<AllocateStmt>(stmt), state); return next(std::move(state));
      case StmtKind::Free: free(as<FreeStmt>(stmt), state); return next(std::move(state));
      case StmtKind::Assume:
      case StmtKind::Assert: return assumed(stmt, std::move(state), next);
      default: throw Refused{"'" + toString(stmt) + "' is not followed"};
    }
  }

  /// What a variable is from here on.
  void set(const Local* target, ExprRef value, Symbolic& state) const {
    if (target->type->isObjectPointer()) {
      const Value now = pointer(value, state);
      state.pointers[target] = now;
      return;
    }
    std::optional<Number> number;
    std::optional<Condition> truth;
    if (target->type->isInteger()) {
      // What is 0 or 1 is rather true or false.
      if (value->kind != ExprKind::Constant) number = this->number(value, state);
      if (!number) truth = truthValue(value, state);
      if (!number && !truth) number = this->number(value, state);
    }
    const auto slot = slotOf(value, state);
    if (!number && !truth && !slot) passOver(value);
    forget(target, state);
    if (slot) state.slots[target] = *slot;
    if (number) state.numbers[target] = *number;
    if (truth) state.conditions[target] = *truth;
  }

  static void forget(const Local* target, Symbolic& state) {
    state.pointers.erase(target);
    state.conditions.erase(target);
    state.numbers.erase(target);
    state.slots.erase(target);
  }

  static void touch(Value object, Symbolic& state) {
    state.path.steps.push_back({.kind = Step::Kind::Touch, .object = object});
  }

  static void checkField(const Field& field, ExprRef index) {
    if (index != nullptr || field.type->isArray()) throw Refused{"'" + field.name + "' is an array"};
    if (field.is_shadowed || field.union_state != nullptr) throw Refused{"'" + field.name + "' is in a union"};
  }

  void load(const LoadStmt& stmt, Symbolic& state) {
    checkField(*stmt.field, stmt.index);
    const Value object = pointer(stmt.object, state);
    touch(object, state);
    forget(stmt.target, state);
    if (!stmt.target->type->isObjectPointer()) {
      if (stmt.target->type->kind == TypeKind::Int && !stmt.field->is_bit_field && !stmt.field->is_volatile &&
          !stmt.target->type->is_float && sameRepresentation(stmt.target->type, stmt.field->type))
        state.numbers[stmt.target] = {.object = object, .field = stmt.field};
      return;
    }
    if (stmt.field->is_volatile) throw Refused{"'" + stmt.field->name + "' is volatile"};
    const Value value = fresh(state, classOf(stmt.target->type));
    state.path.steps.push_back({.kind = Step::Kind::Load, .object = object, .value = value, .field = stmt.field});
    state.pointers[stmt.target] = value;
  }

  void store(const StoreStmt& stmt, Symbolic& state) {
    checkField(*stmt.field, stmt.index);
    const Value object = pointer(stmt.object, state);
    if (stmt.field->type->isObjectPointer()) {
      classOf(stmt.field->type);
      const Value value = pointer(stmt.value, state);
      touch(object, state);
      state.path.steps.push_back({.kind = Step::Kind::Store, .object = object, .value = value, .field = stmt.field});
      return;
    }
    const bool is_number = stmt.field->type->kind == TypeKind::Int && !stmt.field->is_bit_field &&
                           !stmt.field->is_volatile && !stmt.field->type->is_float;
    const auto number = is_number ? this->number(stmt.value, state) : std::nullopt;
    if (!number) passOver(stmt.value);
    touch(object, state);
    state.path.steps.push_back({.kind = Step::Kind::Change, .object = object, .field = stmt.field, .number = number});
    // What was read of it before is not what it is now, and nor is what was compared.
    std::erase_if(state.numbers, [&](const auto& known) { return known.second.field == stmt.field; });
    std::erase_if(state.conditions, [&](const auto& known) { return mentions(known.second, stmt.field); });
  }

  static bool mentions(const Condition& condition, const Field* field) {
    for (const Cases* cases : {&condition.when_true, &condition.when_false})
      for (const Conjunction& one : *cases)
        for (const Test& test : one)
          if (test.left.field == field || test.right.field == field) return true;
    return false;
  }

  /// The pointer that an expression points to.
  std::optional<Path::Slot> slotOf(ExprRef expr, Symbolic& state) const {
    if (!expr->type->isSlotPointer() || !expr->type->pointee->isObjectPointer()) return std::nullopt;
    if (expr->kind == ExprKind::Null) return Path::Slot{};
    if (expr->kind == ExprKind::LocalRef) {
      const auto found = state.slots.find(expr->local);
      return found == state.slots.end() ? std::nullopt : std::optional(found->second);
    }
    if (expr->kind != ExprKind::SlotAddress || expr->operands.size() != 1 || expr->field->type != expr->type->pointee)
      return std::nullopt;
    checkField(*expr->field, nullptr);
    classOf(expr->field->type);
    const Value object = pointer(expr->operands[0], state);
    touch(object, state);
    return Path::Slot{.field = expr->field, .owner = object};
  }

  Path::Slot slotAt(ExprRef pointer, Symbolic& state) const {
    const auto slot = slotOf(pointer, state);
    if (!slot) throw Refused{"the pointer '" + toString(pointer) + "' is not known"};
    touch(slot->owner, state);
    return *slot;
  }

  void loadSlot(const LoadSlotStmt& stmt, Symbolic& state) {
    if (!stmt.target->type->isObjectPointer()) throw Refused{"'" + toString(stmt) + "' is not followed"};
    const Path::Slot slot = slotAt(stmt.pointer, state);
    const Value value = fresh(state, classOf(stmt.target->type));
    forget(stmt.target, state);
    state.pointers[stmt.target] = value;
    if (slot.field != nullptr)
      state.path.steps.push_back({.kind = Step::Kind::Load, .object = slot.owner, .value = value, .field = slot.field});
  }

  void storeSlot(const StoreSlotStmt& stmt, Symbolic& state) {
    if (!stmt.value->type->isObjectPointer()) throw Refused{"'" + toString(stmt) + "' is not followed"};
    const Value value = pointer(stmt.value, state);
    const Path::Slot slot = slotAt(stmt.pointer, state);
    if (slot.field != nullptr)
      state.path.steps.push_back(
          {.kind = Step::Kind::Store, .object = slot.owner, .value = value, .field = slot.field});
  }

  bool isPartSomewhere(const ClassDecl* found) const {
    for (const ClassDecl* other : program_.classes())
      for (const Field* field : other->fields)
        if (field->holdsParts() && field->elementType()->class_decl == found) return true;
    return false;
  }

  const ClassDecl* withoutParts(TypeRef pointer) const {
    const ClassDecl* found = classOf(pointer);
    if (std::ranges::any_of(found->fields, [](const Field* field) { return field->holdsParts(); }))
      throw Refused{"objects of '" + found->name + "' have parts"};
    return found;
  }

  void allocate(const AllocateStmt& stmt, Symbolic& state) {
    if (stmt.extent != nullptr || !stmt.target->type->isObjectPointer() ||
        stmt.target->type->pointee->class_decl != stmt.class_decl)
      throw Refused{"'" + toString(stmt) + "' is not followed"};
    const Value value = fresh(state, withoutParts(stmt.target->type));
    state.path.steps.push_back({.kind = Step::Kind::Allocate, .value = value, .is_zeroed = stmt.zeroed});
    state.pointers[stmt.target] = value;
  }

  void free(const FreeStmt& stmt, Symbolic& state) {
    if (!stmt.pointer->type->isObjectPointer()) throw Refused{"'" + toString(stmt) + "' is not followed"};
    // What starts an object is freed with it, so a part must not be taken for the whole.
    if (const ClassDecl* freed = withoutParts(stmt.pointer->type);
        stmt.how != FreeKind::ScopeEnd && isPartSomewhere(freed))
      throw Refused{"objects of '" + freed->name + "' may be parts of others"};
    const Value object = pointer(stmt.pointer, state);
    state.path.steps.push_back({.kind = Step::Kind::Free, .object = object});
  }

  /// The callee's code, in place.
  void call(const CallStmt& stmt, Symbolic state, const Exits& exits, const Continue& next) {
    const Procedure* callee = stmt.callee;
    const bool is_known = callee != nullptr && !stmt.dispatch && !callee->is_external && !callee->is_constructor &&
                          !callee->is_destructor && !callee->has_result_parameter && !callee->construct;
    const auto name = [&] { return callee != nullptr ? callee->name : std::string("a pointer to a function"); };
    const bool is_recursive = callee == all_.procedure || std::ranges::any_of(exits.called_by, [&](const auto* outer) {
                                return outer->callee == callee;
                              });
    if (!is_known || is_recursive || exits.called_by.size() == kMostDepth) throw Refused{"it calls '" + name() + "'"};
    checkLocals(*callee);
    if (callee->method_of != nullptr && !callee->is_static_method) touch(pointer(stmt.arguments[0], state), state);
    Symbolic inside = state;
    for (const Local* local : callee->locals) forget(local, inside);
    for (std::size_t i = 0; i < callee->parameters.size(); ++i) {
      Symbolic before = state;  // the arguments are of the caller
      before.path = inside.path;
      const Local* parameter = callee->parameters[i];
      set(parameter, stmt.arguments[i], before);
      inside.path = before.path;
      if (const auto found = before.pointers.find(parameter); found != before.pointers.end())
        inside.pointers[parameter] = found->second;
      if (const auto found = before.numbers.find(parameter); found != before.numbers.end())
        inside.numbers[parameter] = found->second;
      if (const auto found = before.conditions.find(parameter); found != before.conditions.end())
        inside.conditions[parameter] = found->second;
      if (const auto found = before.slots.find(parameter); found != before.slots.end())
        inside.slots[parameter] = found->second;
    }
    Exits inner;
    inner.called_by = exits.called_by;
    inner.called_by.push_back(&stmt);
    const Local* target = stmt.target;
    inner.leave = [this, target, next](const ReturnStmt& end, Symbolic after) {
      if (target != nullptr && end.value != nullptr) set(target, end.value, after);
      next(std::move(after));
    };
    body(callee->body, 0, std::move(inside), inner, [target, next](Symbolic after) {
      if (target != nullptr) forget(target, after);
      next(std::move(after));
    });
  }

  /// An assertion that fails ends the execution with an error: what comes after it has the condition.
  void assumed(const Stmt& stmt, Symbolic state, const Continue& next) {
    if (stmt.kind == StmtKind::Assert && !hasCondition(as<AssertStmt>(stmt).what)) return;  // nothing comes after it
    const ExprRef expr =
        stmt.kind == StmtKind::Assert ? as<AssertStmt>(stmt).condition : as<AssumeStmt>(stmt).condition;
    const auto known = condition(expr, state);
    if (!known) {
      passOver(expr);
      return next(std::move(state));
    }
    split(*known, state, next, [](const Symbolic&) {});
  }

  void leave(const ReturnStmt& stmt, Symbolic state) {
    if (stmt.value != nullptr && stmt.value->type->isObjectPointer()) {
      state.path.result = pointer(stmt.value, state);
      state.path.has_result = true;
    } else if (stmt.value != nullptr) {
      state.path.truth = truthValue(stmt.value, state);
      if (!state.path.truth) passOver(stmt.value);
    }
    emit(std::move(state), Path::kExit);
  }

  // Loops.

  /// The parameter that points to a pointer, where it always points to the same.
  bool isFixedSlot(const Local* local) const {
    return local == all_.slot_parameter && !isAssigned(*all_.procedure, local);
  }

  bool isRunning(const Local* local, const Exits& exits) const {
    const auto has = [local](const Procedure* procedure) {
      return std::ranges::find(procedure->locals, local) != procedure->locals.end();
    };
    return has(all_.procedure) ||
           std::ranges::any_of(exits.called_by, [&](const CallStmt* call) { return has(call->callee); });
  }

  int headOf(const LoopStmt& stmt, const Exits& exits, const Continue& after, const Symbolic& state) {
    CutPoint point{.loop = &stmt, .called_by = exits.called_by, .variables = {}};
    std::vector<const Procedure*> running{all_.procedure};
    for (const CallStmt* outer : exits.called_by) running.push_back(outer->callee);
    for (const Procedure* procedure : running)
      for (const Local* local : procedure->locals) {
        const auto slot = state.slots.find(local);
        if (isFixedSlot(local)) continue;
        if (slot != state.slots.end() && slot->second.field != nullptr) point.slots[local] = slot->second.field;
        if (local->type->isObjectPointer() || point.slots.contains(local)) point.variables.push_back(local);
      }
    if (state.path.slot) point.entry_slot = state.path.slot->field;
    for (const Local* flag : flags_)
      if (const auto found = state.conditions.find(flag); found != state.conditions.end() && isRunning(flag, exits))
        point.flags[flag] = found->second.when_false.empty();
    for (std::size_t i = 0; i < all_.cut_points.size(); ++i) {
      const CutPoint& one = all_.cut_points[i];
      if (one.loop == &stmt && one.called_by == point.called_by && one.slots == point.slots &&
          one.flags == point.flags && one.entry_slot == point.entry_slot)
        return static_cast<int>(i);
    }
    if (all_.cut_points.size() == kMostHeads) throw Refused{"it has too many loops"};
    all_.cut_points.push_back(std::move(point));
    heads_.push_back({exits, after});
    return static_cast<int>(all_.cut_points.size()) - 1;
  }

  void loop(const LoopStmt& stmt, Symbolic state, const Exits& exits, const Continue& next) {
    if (stmt.test_last) return round(stmt, std::move(state), exits, next);
    toHead(stmt, std::move(state), exits, next);
  }

  /// Of each flag it is known there whether it is true, if anything is known of it.
  void toHead(const LoopStmt& stmt, Symbolic state, const Exits& exits, const Continue& next) {
    for (const Local* flag : flags_) {
      const auto found = state.conditions.find(flag);
      if (found == state.conditions.end() || isDecided(found->second) || !isRunning(flag, exits)) continue;
      const Condition truth = found->second;
      const auto withValue = [&](bool value) {
        return [this, flag, value, &stmt, exits, next](Symbolic branch) {
          branch.conditions[flag] = constant(value);
          toHead(stmt, std::move(branch), exits, next);
        };
      };
      return split(truth, state, withValue(true), withValue(false));
    }
    const int head = headOf(stmt, exits, next, state);
    emit(std::move(state), head);
  }

  /// The body, the step, and the head again.
  void round(const LoopStmt& stmt, Symbolic state, const Exits& exits, const Continue& next) {
    const Continue again = [this, &stmt, exits, next](Symbolic after) { toHead(stmt, std::move(after), exits, next); };
    const Continue step = [this, &stmt, exits, again](Symbolic after) {
      body(stmt.step, 0, std::move(after), exits, again);
    };
    Exits inner = exits;
    inner.breaks[stmt.label] = next;
    inner.continues[stmt.label] = step;
    body(stmt.body, 0, std::move(state), inner, step);
  }

  void fromHead(const LoopStmt& stmt, Symbolic state, const Exits& exits, const Continue& after) {
    Exits inner = exits;
    inner.breaks[stmt.label] = after;
    // Kept where the header has a loop of its own, so nothing is captured by reference.
    body(stmt.header, 0, std::move(state), inner, [this, &stmt, exits, after](Symbolic tested) {
      const Condition goes_on = decided(stmt.condition, tested);
      split(
          goes_on, tested, [&](Symbolic then) { round(stmt, std::move(then), exits, after); },
          [&](Symbolic otherwise) { after(std::move(otherwise)); });
    });
  }

  Symbolic atHead(int head) {
    const CutPoint point = all_.cut_points[at(head)];
    Symbolic state;
    state.path.from = head;
    for (const Local* root : all_.roots) state.path.roots.push_back(fresh(state, classOf(root->type)));
    if (point.entry_slot) {
      state.path.slot = Path::Slot{.parameter = all_.slot_parameter, .field = *point.entry_slot};
      if (*point.entry_slot != nullptr) state.path.slot->owner = fresh(state, (*point.entry_slot)->owner);
      if (isFixedSlot(all_.slot_parameter)) state.slots[all_.slot_parameter] = *state.path.slot;
    }
    for (const Local* local : point.variables) {
      const Value value = fresh(state, point.classOf(local));
      state.path.before.push_back(value);
      if (const auto slot = point.slots.find(local); slot != point.slots.end())
        state.slots[local] = {.field = slot->second, .owner = value};
      else
        state.pointers[local] = value;
    }
    for (const auto& [flag, value] : point.flags) state.conditions[flag] = constant(value);
    addFixedNumbers(state);
    return state;
  }

  void emit(Symbolic state, int to) {
    if (all_.paths.size() == kMostPaths) throw Refused{"it has too many paths"};
    state.path.to = to;
    if (to >= 0) {
      state.path.after = state.pointers;
      for (const auto& [local, field] : all_.cut_points[at(to)].slots)
        state.path.after[local] = state.slots.at(local).owner;
    }
    all_.paths.push_back(std::move(state.path));
  }

  const Program& program_;
  const Flags flags_;
  mutable Flags unknown_flags_;
  HeapProgram all_;
  std::vector<Head> heads_;
};

}  // namespace

bool isAssigned(const Procedure& procedure, const Local* local) {
  bool found = false;
  forEachStmt(procedure.body, [&](const Stmt& stmt) { found |= targetOf(stmt) == local; });
  return found;
}

const ClassDecl* CutPoint::classOf(const Local* variable) const {
  const auto slot = slots.find(variable);
  return slot == slots.end() ? variable->type->pointee->class_decl : slot->second->owner;
}

std::string CutPoint::premise() const {
  std::vector<std::string> texts;
  for (const auto& [flag, value] : flags) texts.push_back((value ? "" : "not ") + flag->name + "'");
  std::ranges::sort(texts);  // of pointers the order is not the same in every run
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " and ") + text;
  return all.empty() ? "" : all + " => ";
}

std::variant<HeapProgram, std::string> recognise(const Procedure& procedure, const Program& program) {
  try {
    Recogniser recogniser(procedure, program);
    HeapProgram all = recogniser.run();
    if (all.cut_points.empty() || recogniser.unknownFlags().empty()) return all;
    try {
      return Recogniser(procedure, program, recogniser.unknownFlags()).run();
    } catch (const Refused&) {
      return all;  // that many combinations are too many
    }
  } catch (const Refused& refused) {
    return refused.reason;
  }
}

}  // namespace weir::prove
