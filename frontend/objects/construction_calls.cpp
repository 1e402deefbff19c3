// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// While a base class is constructed or destroyed, a virtual call on the object stays in that base class. The lowering
// sees to that where the call stands in the constructor itself. Where the constructor hands the object to another
// function that calls virtually, the program has no way to express it: that call is unsupported.
//
//   struct A { A() { helper(this); } virtual int f(); };     helper calls a->f(): A::f here, though the object is a B
//   struct B : A { int f() override; };
#include <algorithm>

#include "frontend/statements/statement_bodies.h"
#include "frontend/translation.h"
#include "ir/program/walk.h"

namespace weir::frontend {

using program::CallStmt;
using program::Stmt;
using program::StmtKind;

namespace {

bool mentions(ExprRef expr, const Local* local) {
  if (expr->local == local) return true;
  return std::any_of(expr->operands.begin(), expr->operands.end(),
                     [&](ExprRef inner) { return mentions(inner, local); });
}

class ConstructionCalls {
 public:
  explicit ConstructionCalls(const std::vector<Procedure*>& procedures) : procedures_(procedures) {}

  void mark(Procedure& procedure) const {
    if (!procedure.is_constructor && !procedure.is_destructor) return;
    mark(procedure.body, procedure);
  }

 private:
  /// Whether a class that derives from `base` has its own version of what this call runs in `base`.
  bool isOverriddenBelow(const Procedure* called, const ClassDecl* base) const {
    return std::any_of(procedures_.begin(), procedures_.end(), [&](const Procedure* other) {
      return other->method_of != nullptr && other->method_of != base && other->method_of->derivesFrom(base) &&
             overrides(other, called);
    });
  }

  static bool overrides(const Procedure* procedure, const Procedure* overridden) {
    return std::any_of(procedure->overrides.begin(), procedure->overrides.end(),
                       [&](const Procedure* next) { return next == overridden || overrides(next, overridden); });
  }

  bool dispatches(const Body& body, const ClassDecl* base, std::set<const Procedure*>& seen) const {
    bool found = false;
    program::forEachStmt(body, [&](const Stmt& stmt) {
      if (found || stmt.kind != StmtKind::Call) return;
      const auto& call = program::as<CallStmt>(stmt);
      if (call.callee == nullptr) return;
      if (call.dispatch && isOverriddenBelow(call.callee, base)) {
        found = true;
        return;
      }
      if (seen.insert(call.callee).second) found = dispatches(call.callee->body, base, seen);
    });
    return found;
  }

  void mark(Body& body, const Procedure& procedure) const {
    // Put in last: until then what the calls lead to, which may be this body, is read as it is.
    std::map<const Stmt*, std::unique_ptr<Stmt>> warnings;
    for (auto& stmt : body) {
      forEachBody(*stmt, [&](Body& inner) { mark(inner, procedure); });
      if (stmt->kind == StmtKind::Call) {
        const auto& call = program::as<CallStmt>(*stmt);
        const bool hands_on = std::any_of(call.arguments.begin(), call.arguments.end(), [&](ExprRef argument) {
          return argument->type->isPointer() && mentions(argument, procedure.parameters[0]);
        });
        const bool is_base = call.callee != nullptr && (call.callee->is_constructor || call.callee->is_destructor);
        std::set<const Procedure*> seen = {call.callee};
        if (hands_on && !is_base && call.callee != nullptr &&
            dispatches(call.callee->body, procedure.method_of, seen)) {
          auto warning = std::make_unique<program::UnsupportedStmt>();
          warning->range = stmt->range;
          warning->reason = "a virtual call on an object under construction, through '" + call.callee->name + "'";
          warnings[stmt.get()] = std::move(warning);
        }
      }
    }
    Body marked;
    for (auto& stmt : body) {
      if (const auto warning = warnings.find(stmt.get()); warning != warnings.end())
        marked.push_back(std::move(warning->second));
      marked.push_back(std::move(stmt));
    }
    body = std::move(marked);
  }

  const std::vector<Procedure*>& procedures_;
};

}  // namespace

void markConstructionCalls(const std::vector<Procedure*>& procedures) {
  const ConstructionCalls calls(procedures);
  for (Procedure* procedure : procedures) calls.mark(*procedure);
}

}  // namespace weir::frontend
