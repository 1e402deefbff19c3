// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/fixed_extents.h"

#include <algorithm>
#include <optional>
#include <set>

#include "ir/program/integer.h"
#include "ir/program/walk.h"
#include "refine/encode/footprint.h"

namespace weir::refine {

using namespace program;

namespace {

/// The constants that flow into variables, without a look at the order of statements.
class ConstantFlow {
 public:
  ConstantFlow(const std::vector<const Procedure*>& procedures, const Program& program) {
    for (const Procedure* procedure : procedures)
      forEachStmt(procedure->body, [&](const Stmt& stmt) {
        switch (stmt.kind) {
          case StmtKind::Assign: into_[as<AssignStmt>(stmt).target].push_back(as<AssignStmt>(stmt).value); return;
          case StmtKind::Load: loaded_[as<LoadStmt>(stmt).target].push_back(as<LoadStmt>(stmt).field); return;
          case StmtKind::Store: stored_[as<StoreStmt>(stmt).field].push_back(as<StoreStmt>(stmt).value); return;
          case StmtKind::Call: return addCall(as<CallStmt>(stmt), program);
          case StmtKind::Return: returned_[procedure].push_back(as<ReturnStmt>(stmt).value); return;
          default: return;
        }
      });
  }

  /// The greatest value that constants alone can give the expression.
  std::optional<Integer> greatest(ExprRef expr) {
    if (expr == nullptr || !expr->type->isInteger()) return std::nullopt;
    switch (expr->kind) {
      case ExprKind::Constant: return expr->integer;
      case ExprKind::LocalRef: return greatestOf(expr->local);
      case ExprKind::Cast: {
        const auto value = greatest(expr->operands[0]);
        return value ? std::optional(wrap(*value, expr->type)) : std::nullopt;
      }
      case ExprKind::Binary: {
        const auto left = greatest(expr->operands[0]);
        const auto right = greatest(expr->operands[1]);
        if (!left || !right) return std::nullopt;
        const IntegerResult result = binary(expr->op, *left, *right, expr->operands[0]->type);
        return result.fault == IntegerResult::Fault::None ? std::optional(result.value) : std::nullopt;
      }
      default: return std::nullopt;
    }
  }

 private:
  void addCall(const CallStmt& call, const Program& program) {
    for (const Procedure* target : targetsOf(call, program)) {
      for (std::size_t i = 0; i < std::min(call.arguments.size(), target->parameters.size()); ++i)
        into_[target->parameters[i]].push_back(call.arguments[i]);
      if (call.target != nullptr) called_[call.target].push_back(target);
    }
  }

  std::optional<Integer> greatestOf(const Local* local) {
    if (const auto known = known_.find(local); known != known_.end()) return known->second;
    known_[local] = std::nullopt;  // what a variable gets from itself adds nothing
    std::optional<Integer> most;
    const auto add = [&](const std::vector<ExprRef>& values) {
      for (const ExprRef value : values)
        if (const auto one = greatest(value)) most = most ? std::max(*most, *one) : *one;
    };
    add(into_[local]);
    for (const Field* field : loaded_[local]) add(stored_[field]);
    for (const Procedure* callee : called_[local]) add(returned_[callee]);
    return known_[local] = most;
  }

  std::map<const Local*, std::vector<ExprRef>> into_;
  std::map<const Local*, std::vector<const Field*>> loaded_;
  std::map<const Local*, std::vector<const Procedure*>> called_;
  std::map<const Field*, std::vector<ExprRef>> stored_;
  std::map<const Procedure*, std::vector<ExprRef>> returned_;
  std::map<const Local*, std::optional<Integer>> known_;
};

}  // namespace

std::map<const ClassDecl*, long> fixedExtents(const std::vector<const Procedure*>& procedures, const Program& program) {
  std::map<const ClassDecl*, long> extents;
  std::optional<ConstantFlow> flow;
  for (const Procedure* procedure : procedures)
    forEachStmt(procedure->body, [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::Allocate || as<AllocateStmt>(stmt).extent == nullptr) return;
      if (!flow) flow.emplace(procedures, program);
      const auto extent = flow->greatest(as<AllocateStmt>(stmt).extent);
      if (!extent || *extent > kMostFixedElements) return;
      long& most = extents[as<AllocateStmt>(stmt).class_decl];
      most = std::max(most, static_cast<long>(*extent));
    });
  return extents;
}

}  // namespace weir::refine
