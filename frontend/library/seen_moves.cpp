// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/library/seen_moves.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "frontend/library/silent_calls.h"
#include "frontend/statements/statement_bodies.h"
#include "ir/program/model_text.h"
#include "ir/program/walk.h"

namespace weir::frontend {
namespace {

using namespace program;

/// A place in an object: members and elements, from outside in.
using Path = std::vector<std::pair<const Field*, long>>;
struct Address {
  int object = 0;
  Path path;
  bool operator<(const Address& other) const { return std::tie(object, path) < std::tie(other.object, other.path); }
  bool operator==(const Address& other) const = default;
};

/// What is known of a value. Original is what the moved element had at that path before.
struct Value {
  enum class Kind { Unknown, Null, Number, Pointer, Original, MovedFrom };
  Kind kind = Kind::Unknown;
  Integer number = 0;
  Address address;  // Pointer: where to; Original: of what
  bool operator==(const Value& other) const = default;
};

struct Memory {
  std::map<Address, Value> cells;
  std::map<const Local*, Value> locals;
  bool is_reached = true;

  void join(const Memory& other) {
    if (!other.is_reached) return;
    if (!is_reached) {
      *this = other;
      return;
    }
    keepCommon(cells, other.cells);
    keepCommon(locals, other.locals);
  }

 private:
  template <typename Key>
  static void keepCommon(std::map<Key, Value>& mine, const std::map<Key, Value>& others) {
    for (auto& [key, value] : mine)
      if (const auto found = others.find(key); found == others.end() || !(found->second == value)) value = {};
    for (const auto& [key, value] : others) mine.try_emplace(key, Value{});
  }
};

constexpr int kTo = 0;
constexpr int kFrom = 1;
constexpr int kDeepest = 24;

/// Containers are not looked into: their moves leave their elements alone.
bool isContainer(const ClassDecl& class_decl) {
  return isModelClass(class_decl) && lengthFieldOf(class_decl) != nullptr;
}

struct Seen {};  // thrown: somebody may see it

/// Executes `weir_move_away(to, from)`.
class MoveAway {
 public:
  static bool isSeen(const Procedure& move_away) {
    try {
      MoveAway().run(move_away);
      return false;
    } catch (const Seen&) {
      return true;
    }
  }

 private:
  void run(const Procedure& move_away) {
    Memory memory;
    memory.locals[move_away.parameters[0]] = pointer({kTo, {}});
    memory.locals[move_away.parameters[1]] = pointer({kFrom, {}});
    execute(move_away, memory, 0);
    requireOriginal(move_away.parameters[0]->type->pointee->class_decl, {}, memory);
  }

  static Value pointer(Address address) { return {.kind = Value::Kind::Pointer, .address = std::move(address)}; }

  /// The new element is as the old one was.
  static void requireOriginal(const ClassDecl* class_decl, const Path& path, const Memory& memory) {
    if (isContainer(*class_decl)) return requireOriginalAt(path, memory);
    for (const Field* field : allFields(class_decl)) {
      if (field->is_shadowed || field->elementType()->kind == TypeKind::Unsupported) continue;
      if (roleOf(*field) == LibraryRole::Characters) continue;
      const long count = field->type->isArray() ? field->type->extent.value_or(0) : 1;
      for (long i = 0; i < count; ++i) {
        Path inner = path;
        inner.emplace_back(field, i);
        if (field->holdsParts())
          requireOriginal(field->elementType()->class_decl, inner, memory);
        else
          requireOriginalAt(inner, memory);
      }
    }
  }
  static void requireOriginalAt(const Path& path, const Memory& memory) {
    const auto found = memory.cells.find({kTo, path});
    if (found == memory.cells.end() || found->second.kind != Value::Kind::Original ||
        found->second.address.path != path)
      throw Seen{};
  }

  static Value at(const Address& address, const Memory& memory) {
    if (const auto found = memory.cells.find(address); found != memory.cells.end()) return found->second;
    return address.object == kFrom ? Value{.kind = Value::Kind::Original, .address = address} : Value{};
  }

  static std::optional<Address> part(const Value& owner, const Field* field, const Value* index) {
    if (owner.kind != Value::Kind::Pointer) return std::nullopt;
    if (index != nullptr && index->kind != Value::Kind::Number) return std::nullopt;
    Address inner = owner.address;
    inner.path.emplace_back(field, index == nullptr ? 0 : static_cast<long>(index->number));
    return inner;
  }

  static Value evaluate(ExprRef expr, const Memory& memory) {
    switch (expr->kind) {
      case ExprKind::Constant: return {.kind = Value::Kind::Number, .number = expr->integer};
      case ExprKind::Null: return {.kind = Value::Kind::Null};
      case ExprKind::LocalRef: {
        const auto found = memory.locals.find(expr->local);
        return found == memory.locals.end() ? Value{} : found->second;
      }
      case ExprKind::PointerCast: return evaluate(expr->operands[0], memory);
      case ExprKind::Cast: {
        const Value value = evaluate(expr->operands[0], memory);
        const bool is_kept = value.kind == Value::Kind::Number && value.number >= 0 && value.number <= 1;
        return is_kept || sameRepresentation(expr->type, expr->operands[0]->type) ? value : Value{};
      }
      case ExprKind::PartAddress:
      case ExprKind::SlotAddress: {
        const Value owner = evaluate(expr->operands[0], memory);
        const Value index = expr->operands.size() > 1 ? evaluate(expr->operands[1], memory) : Value{};
        const auto place = part(owner, expr->field, expr->operands.size() > 1 ? &index : nullptr);
        return place ? pointer(*place) : Value{};
      }
      case ExprKind::Unary: {
        const Value value = evaluate(expr->operands[0], memory);
        if (expr->op != Op::LogicalNot || value.kind != Value::Kind::Number) return {};
        return {.kind = Value::Kind::Number, .number = value.number == 0 ? 1 : 0};
      }
      case ExprKind::Binary: {
        if (expr->op != Op::Equal && expr->op != Op::NotEqual) return {};
        const auto equal = areEqual(evaluate(expr->operands[0], memory), evaluate(expr->operands[1], memory));
        if (!equal) return {};
        return {.kind = Value::Kind::Number, .number = *equal == (expr->op == Op::Equal) ? 1 : 0};
      }
      default: return {};
    }
  }

  static std::optional<bool> areEqual(const Value& a, const Value& b) {
    using Kind = Value::Kind;
    if (a.kind == Kind::Unknown || b.kind == Kind::Unknown) return std::nullopt;
    if (a == b) return true;
    if (a.kind == Kind::Number && b.kind == Kind::Number) return false;
    if (a.kind == Kind::Null && b.kind == Kind::Pointer) return false;
    if (a.kind == Kind::Pointer && b.kind == Kind::Null) return false;
    if (a.kind == Kind::Pointer && b.kind == Kind::Pointer) return false;
    return std::nullopt;
  }

  // ---- statements

  Value execute(const Procedure& procedure, Memory& memory, int depth) {
    if (depth > kDeepest || procedure.is_external || procedure.body.empty()) {
      if (depth > kDeepest || procedure.is_external) throw Seen{};
      return {};
    }
    Frame frame{.depth = depth};
    frame.returned.is_reached = false;
    walk(procedure.body, memory, frame);
    if (memory.is_reached && frame.returned.is_reached) frame.result = {};
    memory.join(frame.returned);
    return frame.result;
  }

  struct Frame {
    int depth = 0;
    std::map<std::string, Memory> left;  // by label
    Memory returned;
    Value result;
  };

  void walk(const Body& body, Memory& memory, Frame& frame) {
    for (const auto& stmt : body) {
      if (!memory.is_reached) return;
      step(*stmt, memory, frame);
    }
  }

  void branch(const IfStmt& choice, Memory& memory, Frame& frame) {
    const Value condition = evaluate(choice.condition, memory);
    if (condition.kind == Value::Kind::Number)
      return walk(condition.number != 0 ? choice.then_body : choice.else_body, memory, frame);
    Memory otherwise = memory;
    walk(choice.then_body, memory, frame);
    walk(choice.else_body, otherwise, frame);
    memory.join(otherwise);
  }

  /// Only one that ends at once.
  void loop(const LoopStmt& loop, Memory& memory, Frame& frame) {
    if (loop.test_last) throw Seen{};
    walk(loop.header, memory, frame);
    const Value condition = evaluate(loop.condition, memory);
    if (condition.kind != Value::Kind::Number || condition.number != 0) throw Seen{};
  }

  static void leave(const ReturnStmt& end, Memory& memory, Frame& frame) {
    const Value value = end.value == nullptr ? Value{} : evaluate(end.value, memory);
    frame.result = frame.returned.is_reached && !(frame.result == value) ? Value{} : value;
    frame.returned.join(memory);
    memory.is_reached = false;
  }

  void step(const Stmt& stmt, Memory& memory, Frame& frame) {
    switch (stmt.kind) {
      case StmtKind::Assign: {
        const auto& assign = as<AssignStmt>(stmt);
        memory.locals[assign.target] = evaluate(assign.value, memory);
        return;
      }
      case StmtKind::Load: {
        const auto& load = as<LoadStmt>(stmt);
        const auto place = placeOf(load.object, load.field, load.index, memory);
        memory.locals[load.target] = place ? at(*place, memory) : Value{};
        return;
      }
      case StmtKind::LoadSlot: {
        const auto& load = as<LoadSlotStmt>(stmt);
        const Value from = evaluate(load.pointer, memory);
        memory.locals[load.target] = from.kind == Value::Kind::Pointer ? at(from.address, memory) : Value{};
        return;
      }
      case StmtKind::Store: {
        const auto& store = as<StoreStmt>(stmt);
        const auto place = placeOf(store.object, store.field, store.index, memory);
        if (!place) throw Seen{};
        memory.cells[*place] = evaluate(store.value, memory);
        return;
      }
      case StmtKind::StoreSlot: {
        const auto& store = as<StoreSlotStmt>(stmt);
        const Value to = evaluate(store.pointer, memory);
        if (to.kind != Value::Kind::Pointer) throw Seen{};
        memory.cells[to.address] = evaluate(store.value, memory);
        return;
      }
      case StmtKind::Allocate: {
        const auto& allocate = as<AllocateStmt>(stmt);
        if (allocate.storage != Storage::Automatic) throw Seen{};
        memory.locals[allocate.target] = pointer({next_object_++, {}});
        return;
      }
      case StmtKind::Free: {
        const auto& free = as<FreeStmt>(stmt);
        if (free.how != FreeKind::ScopeEnd && evaluate(free.pointer, memory).kind != Value::Kind::Null) throw Seen{};
        return;
      }
      case StmtKind::Call: return call(as<CallStmt>(stmt), memory, frame);
      case StmtKind::If: return branch(as<IfStmt>(stmt), memory, frame);
      case StmtKind::Block: {
        const auto& block = as<BlockStmt>(stmt);
        frame.left[block.label] = Memory{.is_reached = false};
        walk(block.body, memory, frame);
        memory.join(frame.left[block.label]);
        return;
      }
      case StmtKind::Break:
        frame.left[as<BreakStmt>(stmt).label].join(memory);
        memory.is_reached = false;
        return;
      case StmtKind::Loop: return loop(as<LoopStmt>(stmt), memory, frame);
      case StmtKind::Return: return leave(as<ReturnStmt>(stmt), memory, frame);
      case StmtKind::Try: return walk(as<TryStmt>(stmt).body, memory, frame);  // nothing is thrown
      case StmtKind::Assume: return;
      case StmtKind::Assert:
        if (!hasCondition(as<AssertStmt>(stmt).what)) throw Seen{};
        return;
      case StmtKind::Continue:
      case StmtKind::Throw:
      case StmtKind::Unsupported: throw Seen{};
    }
  }

  static std::optional<Address> placeOf(ExprRef object, const Field* field, ExprRef index, const Memory& memory) {
    const Value number = index == nullptr ? Value{} : evaluate(index, memory);
    return part(evaluate(object, memory), field, index == nullptr ? nullptr : &number);
  }

  void call(const CallStmt& call, Memory& memory, Frame& frame) {
    if (call.callee == nullptr || call.dispatch) throw Seen{};
    const Procedure& callee = *call.callee;
    std::vector<Value> arguments;
    for (const ExprRef argument : call.arguments) arguments.push_back(evaluate(argument, memory));
    if (callee.method_of != nullptr && isContainer(*callee.method_of)) return ofContainer(callee, arguments, memory);
    for (std::size_t i = 0; i < arguments.size(); ++i) memory.locals[callee.parameters[i]] = arguments[i];
    const Value result = execute(callee, memory, frame.depth + 1);
    if (call.target != nullptr) memory.locals[call.target] = result;
  }

  /// A copy of such elements is as good as they are, and nothing happens when they go.
  static bool areElementsPlain(const ClassDecl& container) {
    return std::ranges::all_of(allFields(&container), [](const Field* field) {
      if (!field->holdsParts()) return true;
      const ClassDecl& part = *field->elementType()->class_decl;
      return isModelText(part) || part.is_opaque_text;
    });
  }

  /// Moves and destruction of what was moved leave the elements alone.
  static void ofContainer(const Procedure& callee, const std::vector<Value>& arguments, Memory& memory) {
    if (arguments.empty() || arguments[0].kind != Value::Kind::Pointer) throw Seen{};
    const Address& self = arguments[0].address;
    if (callee.is_destructor) {
      const Value::Kind kind = at(self, memory).kind;
      if (kind != Value::Kind::MovedFrom && kind != Value::Kind::Null && !areElementsPlain(*callee.method_of))
        throw Seen{};
      return;
    }
    if (callee.is_constructor && arguments.size() == 1) {  // empty
      memory.cells[self] = {.kind = Value::Kind::Null};
      return;
    }
    // Copied or moved.
    const bool moves = callee.signature.find("&&)") != std::string::npos || areElementsPlain(*callee.method_of);
    const bool assigns = callee.name.ends_with("::operator=");
    if (!moves || !(callee.is_constructor || assigns) || arguments.size() != 2 ||
        arguments[1].kind != Value::Kind::Pointer || callee.parameters[1]->type != callee.parameters[0]->type)
      throw Seen{};
    if (assigns && at(self, memory).kind != Value::Kind::Null) throw Seen{};
    memory.cells[self] = at(arguments[1].address, memory);
    memory.cells[arguments[1].address] = {.kind = Value::Kind::MovedFrom};
  }

  int next_object_ = kFrom + 1;
};

/// Special members that were written by hand, in the class, its bases or what it has.
class WrittenByHand {
 public:
  explicit WrittenByHand(const std::vector<Procedure*>& procedures) {
    for (const Procedure* procedure : procedures) {
      const ClassDecl* of = procedure->method_of;
      if (of == nullptr || procedure->is_implicit || isModelClass(*of)) continue;
      const bool copies = procedure->is_constructor && procedure->parameters.size() == 2 &&
                          procedure->parameters[1]->type->isObjectPointer() &&
                          procedure->parameters[1]->type->pointee->class_decl == of;
      if (procedure->is_destructor || copies || procedure->name.ends_with("::operator=")) classes_.insert(of);
    }
  }

  bool in(const ClassDecl* class_decl) const {
    std::set<const ClassDecl*> seen;
    return in(class_decl, seen);
  }

 private:
  bool in(const ClassDecl* class_decl, std::set<const ClassDecl*>& seen) const {
    if (!seen.insert(class_decl).second) return false;
    if (classes_.contains(class_decl)) return true;
    for (const ClassDecl* base : class_decl->bases)
      if (in(base, seen)) return true;
    return std::ranges::any_of(class_decl->fields, [&](const Field* field) {
      return field->holdsParts() && in(field->elementType()->class_decl, seen);
    });
  }

  std::set<const ClassDecl*> classes_;
};

class SeenMoves {
 public:
  explicit SeenMoves(const std::vector<Procedure*>& procedures) : by_hand_(procedures), silent_(procedures) {}

  void rewrite(Body& body) {
    std::erase_if(body, [&](std::unique_ptr<Stmt>& stmt) {
      forEachBody(*stmt, [&](Body& inner) { rewrite(inner); });
      if (stmt->kind != StmtKind::Call || as<CallStmt>(*stmt).callee == nullptr) return false;
      const auto& call = as<CallStmt>(*stmt);
      if (!call.callee->note) return false;
      const bool moves = call.callee->note->kind == LibraryNote::Kind::UnlessMovesAreUnseen;
      if (moves && compares(moved(call))) {
        if (silent_.isSilent(moved(call))) return true;
        stmt = warningAt(*stmt, "how often a container compares or hashes its elements, which the program can observe");
        return false;
      }
      if (!moves && call.callee->note->kind != LibraryNote::Kind::UnlessElementsArePlain) return false;
      if (!(moves ? areMovesSeen(call) : by_hand_.in(call.callee->parameters[0]->type->pointee->class_decl)))
        return true;
      const TypeRef element = moves ? moved(call).parameters[0]->type : call.callee->parameters[0]->type;
      stmt = warningAt(*stmt, "how often a container copies, moves or assigns its elements, which '" +
                                  program::toString(element->pointee) + "' can observe");
      return false;
    });
  }

 private:
  /// What is asked for is an answer, not a move.
  static bool compares(const Procedure& asked) { return asked.result->kind != TypeKind::Void; }

  static std::unique_ptr<Stmt> warningAt(const Stmt& stmt, std::string reason) {
    auto warning = std::make_unique<UnsupportedStmt>();
    warning->range = stmt.range;
    warning->reason = std::move(reason);
    return warning;
  }

  static const Procedure& moved(const CallStmt& call) {
    const Expr* function = call.arguments[0];
    while (function->kind == ExprKind::PointerCast) function = function->operands[0];
    return *function->procedure;
  }

  bool areMovesSeen(const CallStmt& call) {
    const auto [known, is_new] = seen_.try_emplace(&moved(call), false);
    if (is_new) known->second = MoveAway::isSeen(*known->first);
    return known->second;
  }

  WrittenByHand by_hand_;
  SilentCalls silent_;
  std::map<const Procedure*, bool> seen_;
};

}  // namespace

void markSeenMoves(const std::vector<Procedure*>& procedures) {
  SeenMoves moves(procedures);
  for (Procedure* procedure : procedures)
    if (isModelCode(*procedure)) moves.rewrite(procedure->body);
}

}  // namespace weir::frontend
