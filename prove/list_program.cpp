// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/list_program.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "ir/program/walk.h"
#include "prove/live_variables.h"

namespace weir::prove {

using namespace program;

namespace {

constexpr std::size_t kMostPaths = 200;
constexpr std::size_t kMostCases = 16;  // of one condition

struct Refused {
  std::string reason;
};

using Conjunction = std::vector<Test>;
using Cases = std::vector<Conjunction>;  // one of them holds

struct Condition {
  Cases when_true;
  Cases when_false;
};

Condition negated(Condition condition) { return {std::move(condition.when_false), std::move(condition.when_true)}; }

Condition constant(bool value) {
  const Cases always{{}};
  return value ? Condition{always, {}} : Condition{{}, always};
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

/// A number of a cell.
struct Key {
  Value cell = kNull;
  const Field* field = nullptr;
};

/// One path as far as it has come.
struct Symbolic {
  Path path;
  std::map<const Local*, Value> pointers;
  std::map<const Local*, Condition> conditions;
  std::map<const Local*, Key> keys;
};

using Continue = std::function<void(Symbolic)>;

/// Where control goes next.
struct Exits {
  std::map<std::string, Continue> breaks;
  std::map<std::string, Continue> continues;
};

class Recogniser {
 public:
  Recogniser(const Procedure& procedure, const Program& program) : program_(program) { all_.procedure = &procedure; }

  ListProgram run() {
    findCells();
    Symbolic start;
    start.path.from = Path::kEntry;
    for (const Local* parameter : all_.procedure->parameters) {
      if (!isCellPointer(parameter->type)) continue;
      all_.roots.push_back(parameter);
      start.pointers[parameter] = fresh(start);
      start.path.roots.push_back(start.pointers[parameter]);
    }
    const Continue end = [this](Symbolic state) { emit(std::move(state), Path::kExit); };
    body(all_.procedure->body, 0, std::move(start), {}, end);
    // Heads are found on the way.
    for (std::size_t head = 0; head < heads_.size(); ++head) {
      Symbolic start_here = atHead(static_cast<int>(head));
      const LoopStmt& loop = *all_.cut_points[head].loop;
      const Head continuation = heads_[head];
      fromHead(loop, std::move(start_here), continuation.exits, continuation.after);
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

  // What the procedure is about: the class that its pointers lead to, and the field that leads from cell to cell.
  void findCells() {
    const auto note = [&](TypeRef type) {
      if (!type->isObjectPointer()) return;
      if (all_.cell != nullptr && all_.cell != type->pointee->class_decl)
        throw Refused{"it is about objects of several classes"};
      all_.cell = type->pointee->class_decl;
    };
    for (const Local* local : all_.procedure->locals) {
      note(local->type);
      if (local->type->isPointer() && !local->type->isObjectPointer())
        throw Refused{"'" + local->name + "' is no pointer to a cell"};
      if (local->is_by_value || local->is_reference) throw Refused{"'" + local->name + "' is an object or a reference"};
    }
    if (all_.cell == nullptr) throw Refused{"it is about no list"};
    if (!all_.cell->bases.empty() || program_.dynamicClasses(all_.cell).size() != 1 || all_.cell->is_union ||
        all_.cell->library.has_value())
      throw Refused{"cells of several classes, or of the library"};
    forEachStmt(all_.procedure->body, [&](const Stmt& stmt) {
      const Field* field = stmt.kind == StmtKind::Load    ? as<LoadStmt>(stmt).field
                           : stmt.kind == StmtKind::Store ? as<StoreStmt>(stmt).field
                                                          : nullptr;
      if (field == nullptr) return;
      if (field->owner != all_.cell) throw Refused{"it uses '" + field->name + "', which is no field of a cell"};
      if (isCellPointer(field->type)) {
        if (all_.link != nullptr && all_.link != field) throw Refused{"cells have several links"};
        all_.link = field;
      } else if (!field->type->isInteger() || field->is_bit_field || field->is_shadowed) {
        throw Refused{"it uses '" + field->name + "', which is neither a link nor a number"};
      } else if (stmt.kind == StmtKind::Store) {
        throw Refused{"it changes '" + field->name + "'"};
      } else if (std::ranges::find(all_.keys, field) == all_.keys.end()) {
        all_.keys.push_back(field);
      }
    });
    if (all_.link == nullptr) throw Refused{"it follows no link"};
    if (all_.link->is_reference || all_.link->is_shadowed) throw Refused{"its link is a reference or in a union"};
  }

  bool isCellPointer(TypeRef type) const { return type->isObjectPointer() && type->pointee->class_decl == all_.cell; }

  static Value fresh(Symbolic& state) { return state.path.values++; }

  // Expressions.

  Value pointer(ExprRef expr, const Symbolic& state) const {
    if (expr->kind == ExprKind::Null) return kNull;
    if (expr->kind == ExprKind::PointerCast && isCellPointer(expr->type)) return pointer(expr->operands[0], state);
    if (expr->kind == ExprKind::LocalRef)
      if (const auto found = state.pointers.find(expr->local); found != state.pointers.end()) return found->second;
    throw Refused{"the pointer '" + toString(expr) + "' is not known"};
  }

  /// A cast that keeps every value keeps the order.
  static bool keepsValues(TypeRef from, TypeRef to) {
    if (!from->isInteger() || !to->isInteger() || from->kind == TypeKind::Bool || to->kind == TypeKind::Bool)
      return false;
    return from->is_signed == to->is_signed ? to->width >= from->width : to->is_signed && to->width > from->width;
  }

  std::optional<Key> key(ExprRef expr, const Symbolic& state) const {
    if (expr->kind == ExprKind::Cast && keepsValues(expr->operands[0]->type, expr->type))
      return key(expr->operands[0], state);
    if (expr->kind == ExprKind::LocalRef)
      if (const auto found = state.keys.find(expr->local); found != state.keys.end()) return found->second;
    return std::nullopt;
  }

  std::optional<Condition> compared(const Expr& expr, const Symbolic& state) const {
    const auto a = key(expr.operands[0], state), b = key(expr.operands[1], state);
    if (!a || !b || a->field != b->field) return std::nullopt;
    const auto atMost = [&](const Key& x, const Key& y) {
      return of({.kind = Test::Kind::AtMost, .a = x.cell, .b = y.cell, .key = x.field});
    };
    switch (expr.op) {
      case Op::LessEqual: return atMost(*a, *b);
      case Op::GreaterEqual: return atMost(*b, *a);
      case Op::Less: return negated(atMost(*b, *a));
      case Op::Greater: return negated(atMost(*a, *b));
      case Op::Equal: return conjunction(atMost(*a, *b), atMost(*b, *a));
      case Op::NotEqual: return negated(conjunction(atMost(*a, *b), atMost(*b, *a)));
      default: return std::nullopt;
    }
  }

  /// Nothing: it is about something else than cells.
  std::optional<Condition> condition(ExprRef expr, const Symbolic& state) const {
    switch (expr->kind) {
      case ExprKind::Constant: return constant(expr->integer != 0);
      case ExprKind::LocalRef: {
        const auto found = state.conditions.find(expr->local);
        return found == state.conditions.end() ? std::nullopt : std::optional(found->second);
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

  std::optional<Condition> binary(const Expr& expr, const Symbolic& state) const {
    if (expr.op == Op::LogicalAnd || expr.op == Op::LogicalOr) {
      const auto a = condition(expr.operands[0], state), b = condition(expr.operands[1], state);
      if (!a || !b) return std::nullopt;
      return expr.op == Op::LogicalAnd ? conjunction(*a, *b) : disjunction(*a, *b);
    }
    const bool is_equality = expr.op == Op::Equal || expr.op == Op::NotEqual;
    if (is_equality && expr.operands[0]->type->isPointer()) {
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
  std::optional<Condition> truthValue(ExprRef expr, const Symbolic& state) const {
    if (expr->kind == ExprKind::Constant && expr->integer != 0 && expr->integer != 1) return std::nullopt;
    return condition(expr, state);
  }

  Condition decided(ExprRef expr, const Symbolic& state) const {
    if (auto known = condition(expr, state)) return std::move(*known);
    throw Refused{"a branch depends on '" + toString(expr) + "'"};
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
      case StmtKind::Assign: assign(as<AssignStmt>(stmt), state); return next(std::move(state));
      case StmtKind::Load: load(as<LoadStmt>(stmt), state); return next(std::move(state));
      case StmtKind::Store: store(as<StoreStmt>(stmt), state); return next(std::move(state));
      case StmtKind::If: {
        const auto& branch = as<IfStmt>(stmt);
        return split(
            decided(branch.condition, state), state,
            [&](Symbolic then) { body(branch.then_body, 0, std::move(then), exits, next); },
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
      case StmtKind::Return: return leave(as<ReturnStmt>(stmt), std::move(state));
      case StmtKind::Assume:
      case StmtKind::Assert: return assumed(stmt, std::move(state), next);
      default: throw Refused{"'" + toString(stmt) + "' is not about the links of one kind of list"};
    }
  }

  void assign(const AssignStmt& stmt, Symbolic& state) {
    const TypeRef type = stmt.target->type;
    if (type->isPointer()) {
      state.pointers[stmt.target] = pointer(stmt.value, state);
      return;
    }
    state.conditions.erase(stmt.target);
    state.keys.erase(stmt.target);
    if (const auto number = key(stmt.value, state))
      state.keys[stmt.target] = *number;
    else if (const auto truth = truthValue(stmt.value, state))
      state.conditions[stmt.target] = *truth;
    // Any other number may not be asked for: whoever reads it is refused.
  }

  void touch(Value object, Symbolic& state) {
    state.path.steps.push_back({.kind = Step::Kind::Touch, .object = object});
  }

  void load(const LoadStmt& stmt, Symbolic& state) {
    if (stmt.index != nullptr) throw Refused{"cells have arrays"};
    const Value object = pointer(stmt.object, state);
    touch(object, state);
    if (stmt.field == all_.link) {
      const Value value = fresh(state);
      state.path.steps.push_back({.kind = Step::Kind::Load, .object = object, .value = value});
      state.pointers[stmt.target] = value;
      return;
    }
    state.conditions.erase(stmt.target);
    state.keys[stmt.target] = {object, stmt.field};
  }

  void store(const StoreStmt& stmt, Symbolic& state) {
    if (stmt.index != nullptr) throw Refused{"cells have arrays"};
    const Value object = pointer(stmt.object, state), value = pointer(stmt.value, state);
    touch(object, state);
    state.path.steps.push_back({.kind = Step::Kind::Store, .object = object, .value = value});
  }

  /// An assertion that fails ends the execution with an error: what comes after it has the condition.
  void assumed(const Stmt& stmt, Symbolic state, const Continue& next) {
    if (stmt.kind == StmtKind::Assert && !hasCondition(as<AssertStmt>(stmt).what)) return;  // nothing comes after it
    const ExprRef expr =
        stmt.kind == StmtKind::Assert ? as<AssertStmt>(stmt).condition : as<AssumeStmt>(stmt).condition;
    const auto known = condition(expr, state);
    if (!known) return next(std::move(state));
    split(*known, state, next, [](const Symbolic&) {});
  }

  void leave(const ReturnStmt& stmt, Symbolic state) {
    if (stmt.value != nullptr && stmt.value->type->isPointer()) {
      state.path.has_result = true;
      state.path.result = pointer(stmt.value, state);
    }
    emit(std::move(state), Path::kExit);
  }

  // Loops.

  int headOf(const LoopStmt& stmt, const Exits& exits, const Continue& after) {
    for (std::size_t i = 0; i < all_.cut_points.size(); ++i)
      if (all_.cut_points[i].loop == &stmt) return static_cast<int>(i);
    all_.cut_points.push_back({.loop = &stmt, .variables = {}});
    for (const Local* local : all_.procedure->locals)
      if (isCellPointer(local->type)) all_.cut_points.back().variables.push_back(local);
    heads_.push_back({exits, after});
    return static_cast<int>(all_.cut_points.size()) - 1;
  }

  void loop(const LoopStmt& stmt, Symbolic state, const Exits& exits, const Continue& next) {
    const int head = headOf(stmt, exits, next);
    if (!stmt.test_last) return emit(std::move(state), head);
    round(stmt, std::move(state), exits, next, head);
  }

  /// The body, the step, and the head again.
  void round(const LoopStmt& stmt, Symbolic state, const Exits& exits, const Continue& next, int head) {
    const Continue again = [this, head](Symbolic after) { emit(std::move(after), head); };
    const Continue step = [this, &stmt, exits, again](Symbolic after) {
      body(stmt.step, 0, std::move(after), exits, again);
    };
    Exits inner = exits;
    inner.breaks[stmt.label] = next;
    inner.continues[stmt.label] = step;
    body(stmt.body, 0, std::move(state), inner, step);
  }

  void fromHead(const LoopStmt& stmt, Symbolic state, const Exits& exits, const Continue& after) {
    const int head = headOf(stmt, exits, after);
    Exits inner = exits;
    inner.breaks[stmt.label] = after;
    // Kept where the header has a loop of its own, so nothing is captured by reference.
    body(stmt.header, 0, std::move(state), inner, [this, &stmt, exits, after, head](const Symbolic& tested) {
      const Condition goes_on = decided(stmt.condition, tested);
      split(
          goes_on, tested, [&](Symbolic then) { round(stmt, std::move(then), exits, after, head); },
          [&](Symbolic otherwise) { after(std::move(otherwise)); });
    });
  }

  Symbolic atHead(int head) {
    Symbolic state;
    state.path.from = head;
    for (std::size_t i = 0; i < all_.roots.size(); ++i) state.path.roots.push_back(fresh(state));
    for (const Local* local : all_.cut_points[at(head)].variables) {
      state.pointers[local] = fresh(state);
      state.path.before.push_back(state.pointers[local]);
    }
    return state;
  }

  void emit(Symbolic state, int to) {
    if (all_.paths.size() == kMostPaths) throw Refused{"it has too many paths"};
    state.path.to = to;
    if (to >= 0) state.path.after = state.pointers;
    all_.paths.push_back(std::move(state.path));
  }

  const Program& program_;
  ListProgram all_;
  std::vector<Head> heads_;
};

}  // namespace

std::variant<ListProgram, std::string> recognise(const Procedure& procedure, const Program& program) {
  try {
    return Recogniser(procedure, program).run();
  } catch (const Refused& refused) {
    return refused.reason;
  }
}

}  // namespace weir::prove
