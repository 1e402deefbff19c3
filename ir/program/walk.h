// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Visits the statements and expressions of a body in printing order: a statement before what it contains, a loop as
// header, body, step, a try as body, handlers. Statement ids count in this order.
//
//   std::set<const Procedure*> callees;
//   forEachStmt(procedure.body, [&](const Stmt& s) {
//     if (s.kind == StmtKind::Call && as<CallStmt>(s).callee) callees.insert(as<CallStmt>(s).callee);
//   });
#pragma once

#include <functional>
#include <vector>

#include "ir/program/statement.h"

namespace weir::program {

void forEachStmt(const Body& body, const std::function<void(const Stmt&)>& visit);
void forEachStmt(Body& body, const std::function<void(Stmt&)>& visit);

/// The bodies directly inside a statement, in printing order.
std::vector<const Body*> bodiesOf(const Stmt& stmt);
/// The expressions the statement itself evaluates, in order of evaluation; not those of the bodies inside it.
std::vector<ExprRef> expressionsOf(const Stmt& stmt);
/// Does every exception that is thrown in it leave it as it came?
bool onlyCleansUp(const TryStmt& stmt);
/// Does every such exception end the program, as one that would leave a noexcept function does?
bool onlyEndsProgram(const TryStmt& stmt);
/// The local the statement itself writes; null if none. Handler variables are not counted.
const Local* targetOf(const Stmt& stmt);
/// The expression and everything below it, operands first.
void forEachSubexpression(ExprRef expr, const std::function<void(const Expr&)>& visit);

}  // namespace weir::program
