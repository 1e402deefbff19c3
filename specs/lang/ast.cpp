// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/ast.h"

#include <algorithm>

namespace weir::specs {
namespace {

bool equal(const Identifier& a, const Identifier& b) { return a.text == b.text; }
bool equal(const CheckDecl::Limit& a, const CheckDecl::Limit& b) {
  return a.count == b.count && equal(a.class_name, b.class_name);
}
bool equal(const VariableDecl& a, const VariableDecl& b);
bool equal(const MethodDecl& a, const MethodDecl& b);

template <typename T>
bool equalAll(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return equal(x, y); });
}

bool equal(const VariableDecl& a, const VariableDecl& b) {
  return a.disjoint == b.disjoint && a.multiplicity == b.multiplicity && equalAll(a.names, b.names) &&
         specs::equal(a.type, b.type);
}

bool equal(const MethodName& a, const MethodName& b) {
  return equal(a.name, b.name) && a.has_signature == b.has_signature && a.parameter_types == b.parameter_types &&
         a.is_const == b.is_const;
}

bool equal(const SourceDecl& a, const SourceDecl& b) { return a.path == b.path && a.flags == b.flags; }
bool equal(const UseDecl& a, const UseDecl& b) { return a.name == b.name && a.library == b.library; }
bool equal(const FunctionDecl& a, const FunctionDecl& b) {
  return a.predicate == b.predicate && equal(a.name, b.name) && equalAll(a.parameters, b.parameters) &&
         a.result_multiplicity == b.result_multiplicity && specs::equal(a.result_type, b.result_type) &&
         specs::equal(a.body, b.body);
}
bool equal(const InvariantDecl& a, const InvariantDecl& b) {
  return equal(a.label, b.label) && equal(a.class_name, b.class_name) && specs::equal(a.body, b.body);
}
bool equal(const MethodDecl& a, const MethodDecl& b) {
  return a.trusted == b.trusted && equal(a.method, b.method) && equalAll(a.parameters, b.parameters) &&
         a.result_multiplicity == b.result_multiplicity && specs::equal(a.result_type, b.result_type) &&
         std::equal(a.clauses.begin(), a.clauses.end(), b.clauses.begin(), b.clauses.end(),
                    [](const Clause& x, const Clause& y) { return specs::equal(x, y); });
}
bool equal(const ModelDecl& a, const ModelDecl& b) {
  return equal(a.class_name, b.class_name) && equalAll(a.ghosts, b.ghosts) && equalAll(a.methods, b.methods);
}
bool equal(const CheckDecl& a, const CheckDecl& b) {
  return equal(a.method, b.method) && equal(a.label, b.label) && a.has_scope == b.has_scope && a.scope == b.scope &&
         equalAll(a.limits, b.limits) && a.has_unroll == b.has_unroll && a.unroll == b.unroll;
}

}  // namespace

ExprPtr makeExpr(Expr expr) {
  for (const ExprPtr& child : expr.children) expr.depth = std::max(expr.depth, child->depth + 1);
  for (const VariableDecl& decl : expr.decls) expr.depth = std::max(expr.depth, decl.type->depth + 1);
  return std::make_shared<const Expr>(std::move(expr));
}

bool equal(const ExprPtr& a, const ExprPtr& b) {
  if (a == b) return true;
  if (!a || !b) return false;
  if (a->kind != b->kind || a->op != b->op || a->name != b->name || a->value != b->value ||
      a->multiplicity != b->multiplicity)
    return false;
  if (a->children.size() != b->children.size()) return false;
  for (std::size_t i = 0; i < a->children.size(); ++i)
    if (!equal(a->children[i], b->children[i])) return false;
  return equalAll(a->decls, b->decls);
}

bool equal(const Clause& a, const Clause& b) {
  if (a.kind != b.kind || a.label.text != b.label.text || a.exception.text != b.exception.text) return false;
  if (!equal(a.formula, b.formula) || a.locations.size() != b.locations.size()) return false;
  for (std::size_t i = 0; i < a.locations.size(); ++i)
    if (!equal(a.locations[i], b.locations[i])) return false;
  return equalAll(a.checks, b.checks);
}

bool equal(const Declaration& a, const Declaration& b) {
  if (a.value.index() != b.value.index()) return false;
  return std::visit([&](const auto& value) { return equal(value, std::get<std::decay_t<decltype(value)>>(b.value)); },
                    a.value);
}

bool equal(const SpecFile& a, const SpecFile& b) {
  return std::equal(a.declarations.begin(), a.declarations.end(), b.declarations.begin(), b.declarations.end(),
                    [](const Declaration& x, const Declaration& y) { return equal(x, y); });
}

}  // namespace weir::specs
