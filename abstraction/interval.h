// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bounds of an expression whose relations are only known within bounds.
//
//   x.(f - g) with g in [g1, g2]     lower x.(f - g2), upper x.(f - g1)
//
// Where everything an expression mentions is exact, so is the result, and it is the expression with the values put
// in. So one template of a callee serves every context: what is exact at the call site stays exact.
//
// Ensures: whatever values within their bounds the relations have, the value of the expression lies within the result.
#pragma once

#include <unordered_map>

#include "abstraction/summary.h"
#include "abstraction/symbols.h"

namespace weir::abstraction {

/// must => condition => may.
struct Guard {
  logic::Formula must = nullptr;
  logic::Formula may = nullptr;
  bool isExact() const { return must == may; }
};

class Interval {
 public:
  /// With symbols, reads see through writes to objects that are surely others.
  explicit Interval(logic::Context& context, Symbols* symbols = nullptr) : context_(&context), symbols_(symbols) {}

  /// Relations that are not replaced stand for themselves. A missing upper bound is not known.
  void replace(logic::Relation relation, Bounds by) { relations_[relation] = by; }

  Bounds evaluate(logic::Expr expr);
  Guard evaluate(logic::Formula formula);

 private:
  Bounds compute(logic::Expr expr);
  Guard compute(logic::Formula formula);
  Bounds monotone(logic::Expr expr);
  Bounds update(logic::Expr expr);
  Bounds choice(logic::Expr expr);
  Bounds comprehension(logic::Expr expr);
  Bounds arithmetic(logic::Expr expr);
  logic::Expr rebuilt(logic::Expr expr, const std::vector<logic::Expr>& operands);
  Guard atomic(logic::Formula formula);
  Guard quantifier(logic::Formula formula);
  Guard unknown();

  logic::Context* context_;
  Symbols* symbols_;
  std::unordered_map<logic::Relation, Bounds> relations_;
  std::unordered_map<logic::Expr, Bounds> exprs_;
  std::unordered_map<logic::Formula, Guard> formulas_;
};

}  // namespace weir::abstraction
