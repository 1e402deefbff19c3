// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/reachable.h"

#include <algorithm>
#include <set>

#include "ir/program/walk.h"

namespace weir::tools {
namespace {

using program::Procedure;

void addCallees(const program::Program& program, const program::CallStmt& call, std::vector<const Procedure*>& to) {
  if (call.callee == nullptr) {
    for (const Procedure* target : program.addressTaken(call.function->type->pointee)) to.push_back(target);
    return;
  }
  to.push_back(call.callee);
  if (!call.dispatch || call.callee->method_of == nullptr) return;
  for (const program::ClassDecl* dynamic : program.dynamicClasses(call.callee->method_of))
    if (const Procedure* target = program.finalOverrider(call.callee, dynamic)) to.push_back(target);
}

}  // namespace

std::vector<const Procedure*> reachableFrom(const program::Program& program, const Procedure& procedure) {
  std::vector<const Procedure*> queue{&procedure};
  std::set<const Procedure*> seen;
  while (!queue.empty()) {
    const Procedure* at = queue.back();
    queue.pop_back();
    if (!seen.insert(at).second) continue;
    program::forEachStmt(at->body, [&](const program::Stmt& stmt) {
      if (stmt.kind == program::StmtKind::Call) addCallees(program, program::as<program::CallStmt>(stmt), queue);
    });
  }
  std::vector<const Procedure*> ordered;
  for (const Procedure* one : program.procedures())
    if (seen.contains(one)) ordered.push_back(one);
  return ordered;
}

bool mayMeet(program::ErrorKind error, const program::Program& program, const Procedure& procedure) {
  bool found = false;
  for (const Procedure* at : reachableFrom(program, procedure))
    program::forEachStmt(at->body, [&](const program::Stmt& stmt) {
      if (stmt.kind != program::StmtKind::Assert) return;
      const auto& check = program::as<program::AssertStmt>(stmt);
      found = found || (program::hasCondition(check.what) && check.error == error);
    });
  return found;
}

}  // namespace weir::tools
