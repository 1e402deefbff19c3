// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas in Z3, each node once; whoever asks knows nothing of Z3 (decider.h).
#pragma once

#include <z3.h>

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "conditions/decide/assignment.h"
#include "conditions/decide/decider.h"
#include "conditions/logic/terms.h"

namespace weir::conditions {

class Z3Context {
 public:
  Z3Context();
  ~Z3Context();
  Z3Context(const Z3Context&) = delete;
  Z3Context& operator=(const Z3Context&) = delete;

  /// Do all of them hold together for some values? After Yes `solution` is one. `Again` says that more questions about
  /// mostly the same facts follow, until `endScope`: what is learned of one serves the next.
  enum class Scope { None, Once, Again };
  Answer check(std::span<const Formula> facts, Scope scope);
  void endScope();
  /// Absent where a value is too large.
  std::optional<Assignment> solution(std::span<const Formula> facts);

  /// Grows with what queries take: Z3's own count of resources, and the nodes that are made for it.
  long spent() const { return static_cast<long>(kept_.size()) + resources_; }
  /// Grows with every new node and every query.
  long size() const { return static_cast<long>(kept_.size()) + queries_; }

 private:
  Z3_ast keep(Z3_ast ast);
  Z3_ast number(Integer value);
  Z3_ast of(Atom atom);
  Z3_ast of(Term term);
  Z3_ast of(Formula formula);
  Z3_ast application(Atom atom);
  Z3_func_decl function(const std::string& name, int arity);
  /// What is always true of an atom: of others inside it too.
  std::vector<Z3_ast> axiomsOf(Atom atom);
  void addRange(Z3_ast value, const Interval& range, std::vector<Z3_ast>& axioms);
  void addPart(Atom atom, Z3_ast value, std::vector<Z3_ast>& axioms);
  /// Asserts the axioms of atoms that are new in this scope.
  void introduce(Formula formula);
  void introduce(Term term);
  void introduce(Atom atom);
  void assertFact(Z3_ast fact) { Z3_solver_assert(context_, solver_, fact); }
  /// The count of resources since the context was made.
  long countedResources();
  /// A variable that implies the formula: what is assumed in a query.
  Z3_ast guard(Formula formula);

  Z3_context context_ = nullptr;
  Z3_solver solver_ = nullptr;
  Z3_sort integers_ = nullptr;
  Z3_sort truth_values_ = nullptr;
  std::unordered_map<Atom, Z3_ast> atoms_;
  std::unordered_map<Term, Z3_ast> terms_;
  std::unordered_map<Formula, Z3_ast> formulas_;
  std::unordered_map<Atom, std::vector<Z3_ast>> axioms_;
  std::unordered_map<std::string, Z3_func_decl> functions_;
  std::vector<Z3_ast> kept_;
  long queries_ = 0;
  long resources_ = 0;
  // Of the scope, which is one level of the solver's.
  Scope scope_ = Scope::None;
  std::unordered_map<Formula, Z3_ast> guards_;
  std::unordered_set<Formula> introduced_formulas_;
  std::unordered_set<Atom> introduced_atoms_;
};

}  // namespace weir::conditions
