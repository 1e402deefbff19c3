// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops. break and continue run the cleanups of the scopes they leave.
#include "frontend/body_lowering.h"

namespace weir::frontend {

JumpTarget BodyLowering::targetHere(const std::string& label, bool is_continue) const {
  return {.label = label,
          .scopes = scopes_.size() - 1,
          .cleanups = scopes_.back().cleanups.size(),
          .is_continue = is_continue};
}

void BodyLowering::jump(const JumpTarget& target) {
  runCleanups(target.scopes, target.cleanups);
  if (target.is_continue) {
    emit<program::ContinueStmt>().label = target.label;
  } else {
    breakTo(target.label);
  }
}

void BodyLowering::loopBody(const JumpTarget& breaks, const JumpTarget& continues, const std::function<void()>& lower) {
  break_targets_.push_back(breaks);
  continue_targets_.push_back(continues);
  lower();
  break_targets_.pop_back();
  continue_targets_.pop_back();
}

/// The test of a round in which the condition declares a variable.
void BodyLowering::leaveUnless(const clang::VarDecl* variable, const clang::Expr* cond, const JumpTarget& breaks) {
  declareVariable(variable);
  openScope(true);
  const ExprRef decided = condition(cond);
  closeScope();
  auto& leave = emit<program::IfStmt>();
  leave.condition = negate(decided);
  inside(leave.then_body, [&] { jump(breaks); });
}

void BodyLowering::whileStatement(const clang::WhileStmt* stmt) {
  const SourceRange test_range = unit_.range(stmt->getCond()->getSourceRange());
  auto& loop = emit<program::LoopStmt>();
  loop.range = test_range;
  loop.label = newLabel("loop");
  const JumpTarget breaks = targetHere(loop.label, false);
  const JumpTarget continues = targetHere(loop.label, true);
  if (const clang::VarDecl* variable = stmt->getConditionVariable()) {
    // The variable is made anew, and dies, in every round.
    loop.condition = boolean(true);
    inside(loop.body, [&] {
      openScope();
      range_ = test_range;
      leaveUnless(variable, stmt->getCond(), breaks);
      loopBody(breaks, continues, [&] { statementBody(stmt->getBody()); });
      closeScope();
    });
    return;
  }
  inside(loop.header, [&] {
    range_ = test_range;
    openScope(true);
    loop.condition = condition(stmt->getCond());
    closeScope();
  });
  inside(loop.body, [&] { loopBody(breaks, continues, [&] { statementBody(stmt->getBody()); }); });
}

void BodyLowering::doStatement(const clang::DoStmt* stmt) {
  clang::Expr::EvalResult result;
  if (!stmt->getCond()->isValueDependent() && stmt->getCond()->EvaluateAsInt(result, context_) &&
      result.Val.getInt() == 0) {
    // do { … } while (0), the wrapping of macros: runs once; continue ends it as break does.
    auto& block = emit<program::BlockStmt>();
    block.label = newLabel("once");
    const JumpTarget ends = targetHere(block.label, false);
    inside(block.body, [&] { loopBody(ends, ends, [&] { statementBody(stmt->getBody()); }); });
    return;
  }
  auto& loop = emit<program::LoopStmt>();
  loop.range = unit_.range(stmt->getCond()->getSourceRange());
  loop.label = newLabel("loop");
  loop.test_last = true;
  const JumpTarget breaks = targetHere(loop.label, false);
  const JumpTarget continues = targetHere(loop.label, true);
  inside(loop.body, [&] { loopBody(breaks, continues, [&] { statementBody(stmt->getBody()); }); });
  inside(loop.header, [&] {
    range_ = unit_.range(stmt->getCond()->getSourceRange());
    openScope(true);
    loop.condition = condition(stmt->getCond());
    closeScope();
  });
}

void BodyLowering::forStatement(const clang::ForStmt* stmt) {
  openScope();
  if (stmt->getInit() != nullptr) statement(stmt->getInit());
  const clang::SourceRange head =
      stmt->getCond() != nullptr ? stmt->getCond()->getSourceRange() : stmt->getSourceRange();
  auto& loop = emit<program::LoopStmt>();
  loop.range = unit_.range(head);
  loop.label = newLabel("loop");
  const JumpTarget breaks = targetHere(loop.label, false);
  const JumpTarget continues = targetHere(loop.label, true);
  loop.condition = boolean(true);
  const clang::VarDecl* variable = stmt->getConditionVariable();
  if (stmt->getCond() != nullptr && variable == nullptr)
    inside(loop.header, [&] {
      range_ = unit_.range(head);
      openScope(true);
      loop.condition = condition(stmt->getCond());
      closeScope();
    });
  inside(loop.body, [&] {
    openScope();
    if (variable != nullptr) {
      range_ = unit_.range(head);
      leaveUnless(variable, stmt->getCond(), breaks);
    }
    loopBody(breaks, continues, [&] { statementBody(stmt->getBody()); });
    closeScope();
  });
  if (stmt->getInc() != nullptr) inside(loop.step, [&] { statement(stmt->getInc()); });
  closeScope();
}

void BodyLowering::rangeFor(const clang::CXXForRangeStmt* stmt) {
  const SourceRange head = unit_.range({stmt->getForLoc(), stmt->getRParenLoc()});
  openScope();
  if (stmt->getInit() != nullptr) statement(stmt->getInit());
  statement(stmt->getRangeStmt());
  statement(stmt->getBeginStmt());
  statement(stmt->getEndStmt());
  auto& loop = emit<program::LoopStmt>();
  loop.range = head;
  loop.label = newLabel("loop");
  const JumpTarget breaks = targetHere(loop.label, false);
  const JumpTarget continues = targetHere(loop.label, true);
  inside(loop.header, [&] {
    range_ = head;
    openScope(true);
    loop.condition = condition(stmt->getCond());
    closeScope();
  });
  inside(loop.body, [&] {
    openScope();
    statement(stmt->getLoopVarStmt());
    loopBody(breaks, continues, [&] { statementBody(stmt->getBody()); });
    closeScope();
  });
  inside(loop.step, [&] { statement(stmt->getInc()); });
  closeScope();
}

}  // namespace weir::frontend
