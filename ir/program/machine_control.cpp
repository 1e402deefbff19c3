// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "ir/program/machine.h"
#include "support/invariant.h"

namespace weir::program {

bool catches(TypeRef caught, TypeRef thrown) {
  if (caught == nullptr || caught == thrown) return true;
  if (caught->isClass() && thrown->isClass()) return thrown->class_decl->derivesFrom(caught->class_decl);
  // Numbers are caught by their own type only, however alike another is.
  return caught->isPointer() && thrown->isPointer() && convertsImplicitly(thrown, caught);
}

Machine::Flow Machine::body(const Body& statements) {
  for (const auto& stmt : statements)
    if (const Flow flow = statement(*stmt); flow != Flow::Next) return flow;
  return Flow::Next;
}

Machine::Flow Machine::statement(const Stmt& stmt) {
  // A block or a try only holds others; a loop makes a step of each of its tests.
  if (stmt.kind != StmtKind::Block && stmt.kind != StmtKind::Try && stmt.kind != StmtKind::Loop) beginStep(stmt);
  switch (stmt.kind) {
    case StmtKind::Assign:
      assign(as<AssignStmt>(stmt).target, evalCopied(as<AssignStmt>(stmt).value));
      return Flow::Next;
    case StmtKind::Load: load(as<LoadStmt>(stmt)); return Flow::Next;
    case StmtKind::Store: store(as<StoreStmt>(stmt)); return Flow::Next;
    case StmtKind::LoadSlot: loadSlot(as<LoadSlotStmt>(stmt)); return Flow::Next;
    case StmtKind::StoreSlot: storeSlot(as<StoreSlotStmt>(stmt)); return Flow::Next;
    case StmtKind::Allocate: allocate(as<AllocateStmt>(stmt)); return Flow::Next;
    case StmtKind::Free: free(as<FreeStmt>(stmt)); return Flow::Next;
    case StmtKind::Call: return call(as<CallStmt>(stmt));
    case StmtKind::If: return branch(as<IfStmt>(stmt));
    case StmtKind::Loop: return loop(as<LoopStmt>(stmt));
    case StmtKind::Block: return block(as<BlockStmt>(stmt));
    case StmtKind::Break: jump_label_ = &as<BreakStmt>(stmt).label; return Flow::Break;
    case StmtKind::Continue: jump_label_ = &as<ContinueStmt>(stmt).label; return Flow::Continue;
    case StmtKind::Return:
      if (as<ReturnStmt>(stmt).value != nullptr) frame().result = evalCopied(as<ReturnStmt>(stmt).value);
      return Flow::Return;
    case StmtKind::Throw: return raise(as<ThrowStmt>(stmt));
    case StmtKind::Try: return guarded(as<TryStmt>(stmt));
    case StmtKind::Assume:
      if (!test(as<AssumeStmt>(stmt).condition)) throw Stop{Outcome::Assumption, {}, "an assumption is false"};
      return Flow::Next;
    case StmtKind::Assert: assertion(as<AssertStmt>(stmt)); return Flow::Next;
    case StmtKind::Unsupported: throw Stop::unsupported(as<UnsupportedStmt>(stmt).reason);
  }
  UNREACHABLE("every kind of statement is executed");
}

Machine::Flow Machine::branch(const IfStmt& stmt) {
  return test(stmt.condition) ? body(stmt.then_body) : body(stmt.else_body);
}

/// What a jump that left the inside of `label` does next.
Machine::Flow Machine::leave(Flow flow, const std::string& label) {
  return flow == Flow::Break && *jump_label_ == label ? Flow::Next : flow;
}

Machine::Flow Machine::block(const BlockStmt& stmt) { return leave(body(stmt.body), stmt.label); }

Machine::Flow Machine::loop(const LoopStmt& stmt) {
  for (int round = 0;; ++round) {
    if (round > 0 || !stmt.test_last) {
      if (const Flow flow = body(stmt.header); flow != Flow::Next) return leave(flow, stmt.label);
      beginStep(stmt);
      if (!test(stmt.condition)) return Flow::Next;
    }
    current_ = &stmt;
    if (round >= options_.max_iterations && !stmt.is_over_fixed_extent)
      throw Stop{Outcome::LimitReached, {}, "more than " + std::to_string(options_.max_iterations) + " iterations"};
    if (!stmt.is_over_fixed_extent) execution_.max_iterations = std::max(execution_.max_iterations, round + 1);
    // An empty endless loop has no statement that would count.
    if (++step_count_ > options_.max_steps)
      throw Stop{Outcome::LimitReached, {}, "more than " + std::to_string(options_.max_steps) + " steps"};
    const Flow flow = body(stmt.body);
    const bool continues = flow == Flow::Continue && *jump_label_ == stmt.label;
    if (flow != Flow::Next && !continues) return leave(flow, stmt.label);
    if (const Flow after = body(stmt.step); after != Flow::Next) return leave(after, stmt.label);
  }
}

Machine::Flow Machine::raise(const ThrowStmt& stmt) {
  if (stmt.thrown != nullptr) {
    pending_ = {.type = stmt.thrown, .value = eval(stmt.value)};
  } else {
    if (handled_.empty()) throw Stop{Outcome::Aborted, {}, "a rethrow outside of a handler"};
    pending_ = handled_.back();
  }
  pending_.at = &stmt;
  pending_.procedure = frame().procedure;
  return Flow::Throw;
}

Machine::Flow Machine::guarded(const TryStmt& stmt) {
  const Flow flow = body(stmt.body);
  if (flow != Flow::Throw) return flow;
  for (const Handler& handler : stmt.handlers) {
    if (!catches(handler.caught, pending_.type)) continue;
    beginStep(stmt);
    if (handler.variable != nullptr) assign(handler.variable, pending_.value);
    handled_.push_back(pending_);
    const Flow after = body(handler.body);
    handled_.pop_back();
    return after;
  }
  return flow;
}

void Machine::assertion(const AssertStmt& stmt) {
  switch (stmt.what) {
    case AssertKind::Condition: {
      // A person wrote the condition of an assert, and sees in a trace how it went.
      const bool holds = stmt.error == ErrorKind::Assert ? test(stmt.condition) : eval(stmt.condition).integer != 0;
      if (holds) return;
      if (stmt.index == nullptr) throw Stop::because(stmt.error, stmt.reason);
      const std::string index = toString(eval(stmt.index).integer);
      throw Stop::because(stmt.error, stmt.extent == 0
                                          ? "a size of " + index
                                          : "the index " + index + " of an array of " + std::to_string(stmt.extent));
    }
    case AssertKind::Abort: throw Stop{Outcome::Aborted, {}, "abort"};
    case AssertKind::Exit: throw Stop{Outcome::Aborted, {}, "exit"};
  }
}

}  // namespace weir::program
