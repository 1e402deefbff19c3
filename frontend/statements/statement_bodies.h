// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bodies directly inside a statement, to be changed: what the passes over finished procedures walk.
#pragma once

#include "ir/program/statement.h"

namespace weir::frontend {

template <typename F>
void forEachBody(program::Stmt& stmt, F visit) {
  using program::StmtKind;
  switch (stmt.kind) {
    case StmtKind::If:
      visit(static_cast<program::IfStmt&>(stmt).then_body);
      visit(static_cast<program::IfStmt&>(stmt).else_body);
      return;
    case StmtKind::Block: return visit(static_cast<program::BlockStmt&>(stmt).body);
    case StmtKind::Loop:
      visit(static_cast<program::LoopStmt&>(stmt).header);
      visit(static_cast<program::LoopStmt&>(stmt).body);
      visit(static_cast<program::LoopStmt&>(stmt).step);
      return;
    case StmtKind::Try:
      visit(static_cast<program::TryStmt&>(stmt).body);
      for (program::Handler& handler : static_cast<program::TryStmt&>(stmt).handlers) visit(handler.body);
      return;
    default: return;
  }
}

}  // namespace weir::frontend
