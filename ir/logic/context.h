// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes and owns sorts, relations, variables, expressions and formulas. Equal nodes are made once.
//
// Making a node folds what is cheap and always right (constants, empty sets, neutral elements, double negation), so
// that a formula over a mostly concrete state shrinks while it is built.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ir/logic/expression.h"

namespace weir::logic {

class Context {
 public:
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // Vocabulary.
  Sort intSort() const;
  Sort univSort() const;  // every sort of atoms is below it
  Sort addSort(std::string name, std::vector<Sort> parents = {});
  static bool isSubsort(Sort sub, Sort super);  // reflexive
  /// Renames on a clash ("next", "next#2").
  Relation addRelation(std::string name, std::vector<Sort> columns, bool functional);
  Variable addVariable(std::string name, bool is_integer);
  const std::vector<Relation>& relations() const;
  const std::vector<Sort>& sorts() const;

  // Sets and relations.
  Expr relation(Relation relation);
  Expr variable(Variable variable);
  Expr none(int arity, std::uint32_t int_columns = 0);
  Expr univ();
  Expr iden();
  Expr integers();
  Expr atoms(Sort sort);
  Expr atom(int index);
  Expr unite(Expr a, Expr b);
  Expr unite(std::span<const Expr> parts);  // at least one
  Expr intersect(Expr a, Expr b);
  Expr subtract(Expr a, Expr b);
  Expr product(Expr a, Expr b);
  Expr join(Expr a, Expr b);
  Expr override(Expr a, Expr b);
  Expr update(Expr relation, Expr domain, Expr value);
  Expr domainRestrict(Expr domain, Expr relation);
  Expr rangeRestrict(Expr relation, Expr range);
  Expr transpose(Expr a);
  Expr closure(Expr a);
  Expr reflexiveClosure(Expr a);
  Expr ifElse(Formula condition, Expr a, Expr b);
  Expr comprehension(std::vector<Decl> decls, Formula body);

  // Integers.
  Expr integer(Integer value);
  Expr plus(Expr a, Expr b);
  Expr minus(Expr a, Expr b);
  Expr times(Expr a, Expr b);
  Expr divide(Expr a, Expr b);
  Expr remainder(Expr a, Expr b);
  Expr count(Expr a);
  Expr sum(std::vector<Decl> decls, Expr body);
  Expr bitAnd(Expr a, Expr b);
  Expr bitOr(Expr a, Expr b);
  Expr bitXor(Expr a, Expr b);
  Expr shiftLeft(Expr a, Expr b);
  Expr shiftRight(Expr a, Expr b);
  Expr wrap(Expr a, int width, bool is_signed);
  Expr range(Expr from, Expr to);
  Expr fromFormula(Formula condition) { return ifElse(condition, integer(1), integer(0)); }

  // Formulas.
  Formula truth(bool value);
  Formula subset(Expr a, Expr b);
  Formula equal(Expr a, Expr b);
  Formula less(Expr a, Expr b);
  Formula lessEqual(Expr a, Expr b);
  Formula some(Expr a);
  Formula no(Expr a);
  Formula one(Expr a);
  Formula lone(Expr a);
  Formula negate(Formula a);
  Formula conjoin(std::span<const Formula> parts);
  Formula conjoin(Formula a, Formula b);
  Formula disjoin(std::span<const Formula> parts);
  Formula disjoin(Formula a, Formula b);
  Formula implies(Formula a, Formula b);
  Formula iff(Formula a, Formula b);
  Formula ifElse(Formula condition, Formula a, Formula b);
  Formula forAll(std::vector<Decl> decls, Formula body);
  Formula exists(std::vector<Decl> decls, Formula body);

 private:
  struct Storage;
  std::unique_ptr<Storage> storage_;

  Expr make(ExprNode node);
  Formula make(FormulaNode node);
  Expr binary(ExprKind kind, Expr a, Expr b);
  Expr arithmetic(ExprKind kind, Expr a, Expr b);
};

}  // namespace weir::logic
