// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An asserted `some x: e | F` needs one x, which the solver may as well choose: F is translated once, for a fresh set
// of one element, instead of once for every element of e. The negation of a property with `all` is such a formula.
#include <algorithm>

#include "solver/translate/bindings.h"
#include "solver/translate/translator.h"
#include "support/invariant.h"

namespace weir::solver {

using logic::Formula;
using logic::FormulaKind;

Gate Translator::skolemised(Formula node) {
  INVARIANT(node->free_variables.empty(), "an asserted formula should have no free variables");
  return positively(node, false);
}

/// Is there a quantifier in it, outside of expressions? Formulas of unrolled code share their parts: each is looked
/// at once.
bool Translator::isQuantified(Formula node) {
  if (node->kind == FormulaKind::ForAll || node->kind == FormulaKind::Exists) return true;
  if (node->operands.empty()) return false;
  const auto known = quantified_.find(node);
  if (known != quantified_.end()) return known->second;
  const bool found =
      std::any_of(node->operands.begin(), node->operands.end(), [&](Formula part) { return isQuantified(part); });
  quantified_.emplace(node, found);
  return found;
}

// A gate that implies the formula, or its negation. Asked again it gives the same gate: one witness serves all.
Gate Translator::positively(Formula node, bool negated) {
  if (!isQuantified(node)) return negated ? !formula(node) : formula(node);
  Key key = keyOf(node, node->free_variables);
  auto& known = implying_[negated ? 1 : 0];
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const Gate result = implying(node, negated);
  known.emplace(std::move(key), result);
  return result;
}

Gate Translator::implying(Formula node, bool negated) {
  const auto parts = [&](bool flip) {
    std::vector<Gate> result;
    for (const Formula part : node->operands) result.push_back(positively(part, negated != flip));
    return result;
  };
  switch (node->kind) {
    case FormulaKind::Not: return positively(node->operands[0], !negated);
    case FormulaKind::And: return negated ? circuit_.disjunction(parts(false)) : circuit_.conjunction(parts(false));
    case FormulaKind::Or: return negated ? circuit_.conjunction(parts(false)) : circuit_.disjunction(parts(false));
    case FormulaKind::Implies: {
      const Gate premise = positively(node->operands[0], !negated);
      const Gate conclusion = positively(node->operands[1], negated);
      return negated ? circuit_.conjunction(premise, conclusion) : circuit_.disjunction(premise, conclusion);
    }
    case FormulaKind::ForAll:
      if (negated) return witness(node, negated, 0);
      break;
    case FormulaKind::Exists:
      if (!negated) return witness(node, negated, 0);
      break;
    default: break;
  }
  return negated ? !formula(node) : formula(node);
}

/// What `positively` asks for, but for the ranges of which it takes a witness without listing them.
void Translator::addListed(Formula node, bool negated, logic::Occurrences& listed) {
  const bool has_witness = node->kind == (negated ? FormulaKind::ForAll : FormulaKind::Exists);
  switch (isQuantified(node) ? node->kind : FormulaKind::True) {
    case FormulaKind::Not: return addListed(node->operands[0], !negated, listed);
    case FormulaKind::And:
    case FormulaKind::Or:
      for (const Formula part : node->operands) addListed(part, negated, listed);
      return;
    case FormulaKind::Implies:
      addListed(node->operands[0], !negated, listed);
      return addListed(node->operands[1], negated, listed);
    default: break;
  }
  if (!has_witness) return listed.add(node);
  for (const logic::Decl& decl : node->decls) {
    // Its ends may depend on variables, whose values are not at hand here: it is listed if it was, for any of them.
    const bool is_range = decl.domain->kind == logic::ExprKind::Range;
    if (!is_range || !decl.domain->free_variables.empty() || isListable(decl.domain)) {
      listed.add(decl.domain);
      continue;
    }
    for (const logic::Expr end : decl.domain->operands) listed.add(end);
  }
  addListed(node->operands[0], negated, listed);
}

Gate Translator::witness(Formula node, bool negated, std::size_t decl) {
  if (decl == node->decls.size()) return positively(node->operands[0], negated);
  const logic::Decl& declared = node->decls[decl];
  const Binding outer = bindingOf(declared.variable);
  std::vector<Gate> parts;
  if (declared.domain->kind == logic::ExprKind::Range && !isListable(declared.domain)) {
    // Exact however long the range is; still, what lies within the window is a better example.
    const Number from = integer(declared.domain->operands[0]);
    const Number to = integer(declared.domain->operands[1]);
    reachesBeyondWindow(from, to);
    const Number chosen = arithmetic_.variable(static_cast<int>(std::max(from.width(), to.width())), true);
    parts = {arithmetic_.lessEqual(from, chosen), arithmetic_.less(chosen, to)};
    bindingOf(declared.variable) = kFirstWitness + static_cast<Binding>(witnesses_.size());
    witnesses_.push_back(std::make_shared<const Matrix>(number(chosen)));
    parts.push_back(witness(node, negated, decl + 1));
    bindingOf(declared.variable) = outer;
    return circuit_.conjunction(parts);
  }
  const MatrixRef domain = matrix(declared.domain);
  if (domain->rows() == 0) return kFalse;
  if (domain->rows() == 1) {
    parts.push_back(domain->guards[0]);
    bindingOf(declared.variable) = domain->row(0)[0];
  } else {
    Matrix chosen = *domain;
    for (Gate& guard : chosen.guards) {
      const Gate fresh = circuit_.variable();
      parts.push_back(circuit_.implication(fresh, guard));
      guard = fresh;
    }
    parts.push_back(circuit_.disjunction(chosen.guards));
    parts.push_back(circuit_.atMostOne(chosen.guards));
    chosen = collapsed(std::move(chosen));
    bindingOf(declared.variable) = kFirstWitness + static_cast<Binding>(witnesses_.size());
    witnesses_.push_back(std::make_shared<const Matrix>(std::move(chosen)));
  }
  parts.push_back(witness(node, negated, decl + 1));
  bindingOf(declared.variable) = outer;
  return circuit_.conjunction(parts);
}

}  // namespace weir::solver
