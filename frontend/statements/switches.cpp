// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// switch. Where no case runs into the next it is a chain of ifs; else the cases are nested blocks, and a value
// breaks out of those before its own:
//
//   switch (x) { case 1: a; case 2: b; break; default: c; }
//
//   block end { block d { block two { block one { if x == 1 break one; if x == 2 break two; break d } a } b; break end
//   } c }
#include <algorithm>

#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

struct Segment {
  std::vector<const clang::SwitchCase*> labels;
  std::vector<const clang::Stmt*> statements;
};

bool hasCaseInside(const clang::Stmt* stmt) {
  if (stmt == nullptr || llvm::isa<clang::SwitchStmt>(stmt)) return false;
  if (llvm::isa<clang::SwitchCase>(stmt)) return true;
  for (const clang::Stmt* child : stmt->children())
    if (hasCaseInside(child)) return true;
  return false;
}

/// Braces without variables of their own are no statement, but only a way to write several: case 1: { a; case 2: b; }
bool isOnlyBraces(const clang::Stmt* stmt) {
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt);
  return block != nullptr && std::none_of(block->body_begin(), block->body_end(),
                                          [](const clang::Stmt* inner) { return llvm::isa<clang::DeclStmt>(inner); });
}

/// Nothing where a label stands inside another statement.
std::optional<std::vector<Segment>> segmentsOf(const clang::Stmt* body) {
  std::vector<const clang::Stmt*> open = {body};  // the next one last
  const auto openBraces = [&](const clang::Stmt* stmt) {
    const auto* block = llvm::cast<clang::CompoundStmt>(stmt);
    open.insert(open.end(), block->body_rbegin(), block->body_rend());
  };
  if (llvm::isa<clang::CompoundStmt>(body)) {
    open.pop_back();
    openBraces(body);
  }
  std::vector<Segment> segments;
  while (!open.empty()) {
    const clang::Stmt* stmt = open.back();
    open.pop_back();
    bool starts = true;
    while (const auto* label = llvm::dyn_cast<clang::SwitchCase>(stmt)) {
      if (starts) segments.emplace_back();
      starts = false;
      segments.back().labels.push_back(label);
      stmt = label->getSubStmt();
    }
    if (hasCaseInside(stmt)) {
      if (!isOnlyBraces(stmt)) return std::nullopt;
      openBraces(stmt);
      continue;
    }
    if (segments.empty()) {
      if (llvm::isa<clang::DeclStmt>(stmt))
        segments.emplace_back();  // variables without initializer, before the cases
      else
        continue;  // never reached
    }
    segments.back().statements.push_back(stmt);
  }
  return segments;
}

bool leaves(const Body& body) {
  using program::StmtKind;
  if (body.empty()) return false;
  const StmtKind last = body.back()->kind;
  if (last == StmtKind::If) {
    const auto& branch = program::as<program::IfStmt>(*body.back());
    return leaves(branch.then_body) && leaves(branch.else_body);
  }
  if (last == StmtKind::Assert) return !program::hasCondition(program::as<program::AssertStmt>(*body.back()).what);
  return last == StmtKind::Break || last == StmtKind::Continue || last == StmtKind::Return || last == StmtKind::Throw;
}

}  // namespace

ExprRef BodyLowering::caseCondition(const clang::SwitchCase* label, ExprRef value) {
  const auto* one = llvm::cast<clang::CaseStmt>(label);
  const auto number = [&](const clang::Expr* expr) {
    return constant(value->type, expr->EvaluateKnownConstInt(context_).getExtValue());
  };
  if (one->getRHS() == nullptr) return binary(Op::Equal, program_.boolType(), value, number(one->getLHS()));
  return binary(Op::LogicalAnd, program_.boolType(),
                binary(Op::GreaterEqual, program_.boolType(), value, number(one->getLHS())),
                binary(Op::LessEqual, program_.boolType(), value, number(one->getRHS())));
}

/// The segments of a switch, each with its statements and what its labels ask of the value.
struct BodyLowering::LoweredCases {
  std::vector<Body> bodies;
  std::vector<ExprRef> conditions;  // null: the segment has no label but default
  std::optional<std::size_t> default_segment;
  bool fall_through = false;
};

/// if x == 1 { a } else if x == 2 { b } else { c }
void BodyLowering::chainOfCases(LoweredCases& cases, Body& out) {
  Body* rest = &out;
  for (std::size_t i = 0; i < cases.bodies.size(); ++i) {
    if (cases.default_segment == i || cases.conditions[i] == nullptr) continue;
    inside(*rest, [&] {
      auto& branch = emit<program::IfStmt>();
      branch.condition = cases.conditions[i];
      branch.then_body = std::move(cases.bodies[i]);
      rest = &branch.else_body;
    });
  }
  if (cases.default_segment) *rest = std::move(cases.bodies[*cases.default_segment]);
}

/// The innermost block breaks to the segment of the value; after it the segments run into each other.
void BodyLowering::nestedCases(LoweredCases& cases, const std::string& end, Body& out) {
  Body current;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < cases.bodies.size(); ++i) labels.push_back(newLabel("case"));
  inside(current, [&] {
    for (std::size_t i = 0; i < cases.bodies.size(); ++i) {
      if (cases.conditions[i] == nullptr || cases.default_segment == i) continue;
      auto& branch = emit<program::IfStmt>();
      branch.condition = cases.conditions[i];
      inside(branch.then_body, [&] { breakTo(labels[i]); });
    }
    breakTo(cases.default_segment ? labels[*cases.default_segment] : end);
  });
  for (std::size_t i = 0; i < cases.bodies.size(); ++i) {
    Body outer;
    inside(outer, [&] {
      auto& block = emit<program::BlockStmt>();
      block.label = labels[i];
      block.body = std::move(current);
    });
    for (auto& inner : cases.bodies[i]) outer.push_back(std::move(inner));
    current = std::move(outer);
  }
  out = std::move(current);
}

void BodyLowering::switchStatement(const clang::SwitchStmt* stmt) {
  const SourceRange head = unit_.range(stmt->getCond()->getSourceRange());
  openScope();
  if (stmt->getInit() != nullptr) statement(stmt->getInit());
  if (stmt->getConditionVariable() != nullptr) declareVariable(stmt->getConditionVariable());
  range_ = head;
  openScope(true);
  const ExprRef value = saved(rvalue(stmt->getCond()));
  closeScope();
  const auto segments = segmentsOf(stmt->getBody());
  if (!segments || !value->type->isInteger()) {
    unsupported("a switch with a case inside another statement");
    return closeScope();
  }

  // A variable lives to the end of the switch, whatever cases are in between.
  const auto always = [](const clang::VarDecl*) { return true; };
  for (const Segment& segment : *segments)
    for (const clang::Stmt* inner : segment.statements)
      if (segments->size() > 1) beginEarly(inner, {.wanted = always});
  auto& end = emit<program::BlockStmt>();
  end.label = newLabel("switch");
  const JumpTarget breaks = targetHere(end.label, false);
  break_targets_.push_back(breaks);
  LoweredCases cases;
  cases.bodies.resize(segments->size());
  cases.conditions.resize(segments->size(), nullptr);
  for (std::size_t i = 0; i < segments->size(); ++i) {
    const Segment& segment = (*segments)[i];
    inside(cases.bodies[i], [&] {
      openScope();
      sequence(segment.statements);
      closeScope();
    });
    range_ = head;
    for (const clang::SwitchCase* label : segment.labels) {
      if (llvm::isa<clang::DefaultStmt>(label)) {
        cases.default_segment = i;
        continue;
      }
      const ExprRef matches = caseCondition(label, value);
      ExprRef& condition = cases.conditions[i];
      condition = condition == nullptr ? matches : binary(Op::LogicalOr, program_.boolType(), condition, matches);
    }
    const bool is_last = i + 1 == segments->size();
    if (!is_last && !segment.labels.empty() && !leaves(cases.bodies[i])) cases.fall_through = true;
  }
  break_targets_.pop_back();
  range_ = head;
  if (cases.fall_through)
    nestedCases(cases, end.label, end.body);
  else
    chainOfCases(cases, end.body);
  closeScope();
}

}  // namespace weir::frontend
