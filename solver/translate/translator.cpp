// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bookkeeping: each node once for each binding of its free variables.
#include "solver/translate/translator.h"

#include "support/invariant.h"

namespace weir::solver {

std::size_t Translator::KeyHash::operator()(const Key& key) const {
  std::uint64_t hash = reinterpret_cast<std::uintptr_t>(key.node) * 0x9E3779B97F4A7C15ULL;
  for (const Binding binding : key.bindings)
    hash = (hash ^ (hash >> 31) ^ static_cast<std::uint64_t>(binding)) * 0xff51afd7ed558ccdULL;
  return static_cast<std::size_t>(hash ^ (hash >> 29));
}

Translator::Binding& Translator::bindingOf(logic::Variable variable) {
  const auto index = static_cast<std::size_t>(variable->id);
  if (environment_.size() <= index) environment_.resize(index + 1, 0);
  return environment_[index];
}

Translator::Key Translator::keyOf(const void* node, const std::vector<logic::Variable>& free) {
  Key key{node, {}};
  key.bindings.reserve(free.size());
  for (const logic::Variable variable : free) key.bindings.push_back(bindingOf(variable));
  return key;
}

void Translator::bind(logic::Relation relation, Matrix value) {
  INVARIANT(value.arity == relation->arity(), "a relation's value should have its arity");
  if (relation->functional) value = collapsed(std::move(value));
  const bool is_new = relations_.emplace(relation, std::make_shared<const Matrix>(std::move(value))).second;
  INVARIANT(is_new, "a relation should be added or defined once");
}

MatrixRef Translator::closed(logic::Expr expr) {
  INVARIANT(expr->free_variables.empty(), "a closed expression should have no free variables");
  return matrix(expr);
}

Gate Translator::closed(logic::Formula formula_) {
  INVARIANT(formula_->free_variables.empty(), "a closed formula should have no free variables");
  return formula(formula_);
}

MatrixRef Translator::matrix(logic::Expr expr) {
  if (expr->kind == logic::ExprKind::Relation) {
    const auto found = relations_.find(expr->relation);
    INVARIANT(found != relations_.end(), "a relation should be added or defined before it is used");
    return found->second;
  }
  Key key = keyOf(expr, expr->free_variables);
  const auto found = matrices_.find(key);
  if (found != matrices_.end()) return found->second;
  if (checkpoint_) checkpoint_();
  Matrix result = translate(expr);
  INVARIANT(result.arity == expr->arity, "a translation should have the arity of its expression");
  if (expr->functional) result = collapsed(std::move(result));
  return matrices_.emplace(std::move(key), std::make_shared<const Matrix>(std::move(result))).first->second;
}

Gate Translator::formula(logic::Formula formula_) {
  Key key = keyOf(formula_, formula_->free_variables);
  const auto found = gates_.find(key);
  if (found != gates_.end()) return found->second;
  if (checkpoint_) checkpoint_();
  const Gate result = translate(formula_);
  gates_.emplace(std::move(key), result);
  return result;
}

}  // namespace weir::solver
