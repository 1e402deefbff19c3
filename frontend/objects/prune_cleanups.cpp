// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lowering guards everything that might throw. Once all bodies are known, most of it turns out not to throw: a
// try whose body cannot throw is its body, and a flag that no handler reads any more is not set.
#include <algorithm>

#include "frontend/statements/statement_bodies.h"
#include "frontend/translation.h"
#include "ir/program/unseen_exceptions.h"
#include "ir/program/walk.h"

namespace weir::frontend {

using program::Stmt;
using program::StmtKind;

namespace {

class Throwing {
 public:
  explicit Throwing(const std::vector<Procedure*>& procedures) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Procedure* procedure : procedures) {
        if (throwing_.count(procedure) != 0 || !body(procedure->body)) continue;
        throwing_.insert(procedure);
        // Whoever calls what it overrides may end up here.
        markOverridden(procedure);
        changed = true;
      }
    }
  }

  bool body(const Body& statements) const {
    return std::any_of(statements.begin(), statements.end(), [&](const auto& stmt) { return statement(*stmt); });
  }

 private:
  void markOverridden(const Procedure* procedure) {
    for (const Procedure* overridden : procedure->overrides) {
      dispatched_.insert(overridden);
      markOverridden(overridden);
    }
  }

  bool statement(const Stmt& stmt) const {
    switch (stmt.kind) {
      case StmtKind::Throw: return true;
      case StmtKind::Call: {
        const auto& call = program::as<program::CallStmt>(stmt);
        if (call.callee == nullptr) return !throwing_.empty();
        return throwing_.count(call.callee) != 0 || (call.dispatch && dispatched_.count(call.callee) != 0);
      }
      case StmtKind::If:
        return body(program::as<program::IfStmt>(stmt).then_body) || body(program::as<program::IfStmt>(stmt).else_body);
      case StmtKind::Block: return body(program::as<program::BlockStmt>(stmt).body);
      case StmtKind::Loop: {
        const auto& loop = program::as<program::LoopStmt>(stmt);
        return body(loop.header) || body(loop.body) || body(loop.step);
      }
      case StmtKind::Try: {
        const auto& guarded = program::as<program::TryStmt>(stmt);
        if (!body(guarded.body)) return false;
        bool catches_all = false;
        for (const program::Handler& handler : guarded.handlers) {
          catches_all = catches_all || handler.caught == nullptr;
          if (body(handler.body)) return true;
        }
        return !catches_all;
      }
      default: return false;
    }
  }

  std::set<const Procedure*> throwing_;
  std::set<const Procedure*> dispatched_;
};

enum class Of { Any, User };

/// What calls functions that are not in the source, all of them or those of users: whether they throw is not known.
/// Those of C's library do not.
class Calling {
 public:
  Calling(const std::vector<Procedure*>& procedures, Of whose) : whose_(whose) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Procedure* procedure : procedures)
        if (callsOthers(procedure->body)) changed = calling_.insert(procedure).second || changed;
    }
  }

  bool callsOthers(const Body& statements) const {
    bool found = false;
    program::forEachStmt(statements, [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::Call) return;
      const Procedure* callee = program::as<program::CallStmt>(stmt).callee;
      if (callee == nullptr) {
        found = true;
        return;
      }
      const bool is_of_c = callee->is_library && callee->name.find("::") == std::string::npos;
      const bool counts = whose_ == Of::User ? program::mayThrowUnseen(*callee) : callee->is_external && !is_of_c;
      found = found || calling_.contains(callee) || counts;
    });
    return found;
  }

 private:
  Of whose_;
  std::set<const Procedure*> calling_;
};

void prune(Body& statements, const Throwing& throwing, const Calling& calling, const Calling& calling_users) {
  Body kept;
  for (auto& stmt : statements) {
    forEachBody(*stmt, [&](Body& inner) { prune(inner, throwing, calling, calling_users); });
    const auto isNeeded = [&](const program::TryStmt& guarded) {
      return throwing.body(guarded.body) ||
             (program::onlyCleansUp(guarded) ? calling_users : calling).callsOthers(guarded.body);
    };
    if (stmt->kind == StmtKind::Try && !isNeeded(static_cast<program::TryStmt&>(*stmt))) {
      for (auto& inner : static_cast<program::TryStmt&>(*stmt).body) kept.push_back(std::move(inner));
    } else {
      kept.push_back(std::move(stmt));
    }
  }
  statements = std::move(kept);
}

bool isFlag(const Local* local) { return local->name.rfind("%made", 0) == 0; }

/// A flag is only ever read as the condition of an if.
void findReadFlags(const Body& statements, std::set<const Local*>& flags) {
  for (const auto& stmt : statements) {
    if (stmt->kind == StmtKind::If) {
      const ExprRef condition = program::as<program::IfStmt>(*stmt).condition;
      if (condition->kind == program::ExprKind::LocalRef && isFlag(condition->local)) flags.insert(condition->local);
    }
    forEachBody(*stmt, [&](Body& inner) { findReadFlags(inner, flags); });
  }
}

void removeUnread(Body& statements, const std::set<const Local*>& read) {
  std::erase_if(statements, [&](const auto& stmt) {
    if (stmt->kind != StmtKind::Assign) return false;
    const Local* target = program::as<program::AssignStmt>(*stmt).target;
    return isFlag(target) && read.count(target) == 0;
  });
  for (auto& stmt : statements) forEachBody(*stmt, [&](Body& inner) { removeUnread(inner, read); });
}

}  // namespace

void pruneCleanups(const std::vector<Procedure*>& procedures) {
  const Throwing throwing(procedures);
  const Calling calling(procedures, Of::Any);
  const Calling calling_users(procedures, Of::User);
  for (Procedure* procedure : procedures) {
    prune(procedure->body, throwing, calling, calling_users);
    std::set<const Local*> read;
    findReadFlags(procedure->body, read);
    removeUnread(procedure->body, read);
  }
}

}  // namespace weir::frontend
