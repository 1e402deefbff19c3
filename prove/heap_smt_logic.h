// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas of a specification over a heap in SMT-LIB (heap_smt_state.h).
//
//   all n: l.*next | n.next.prev = n
//   (forall ((?1 node)) (=> (and (not (= ?1 node.null)) (node.next.between l ?1 ?1)) (= (node.prev (node.next ?1))
//   ?1)))
//
// What cannot be said is a predicate of which nothing is known: so no formula is said to be impossible that is not.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "prove/heap_formulas.h"
#include "prove/heap_smt_state.h"

namespace weir::prove {

class SmtHeapLogic {
 public:
  struct Object {
    std::string text;
    const ClassDecl* class_decl = nullptr;
  };
  struct Slot {
    const Field* field = nullptr;  // none: the parameter is null
    Object owner;
  };
  struct Names {
    std::map<const program::Local*, Object> parameters;
    std::map<const program::Local*, Slot> slots;
    const program::Procedure* procedure = nullptr;
    std::optional<Object> result;
    std::optional<std::string> truth;  // that is returned, as 0 or 1
  };

  SmtHeapLogic(program::Vocabulary& vocabulary, smt::Script& script, SmtHeap& heap, const Names& names)
      : vocabulary_(vocabulary), script_(script), heap_(heap), names_(names) {}

  std::string meaning(logic::Formula formula);
  /// The negation, with constants for what breaks the formula: they are declared, and what is known of them assumed.
  std::string denied(logic::Formula formula);
  /// Assumes of the constants, and of these objects, that a way to them goes step by step.
  void assumeWays(std::vector<Object> objects);
  /// Was there something that it cannot say?
  bool leavesOut() const { return said_.leaves_out; }

  /// What was met in the formulas so far.
  struct Said {
    std::vector<Object> witnesses;
    std::set<std::pair<const Field*, std::string>> starts;  // of ways at entry
    bool leaves_out = false;
  };
  const Said& said() const { return said_; }
  void forgetAllBut(const Said& said) { said_ = said; }

 private:
  using Texts = std::vector<std::string>;
  struct Bound {
    logic::Variable variable;
    Object object;
  };
  struct Numeric {
    std::string value;
    std::string there = "true";
  };

  Object witness(const ClassDecl* class_decl, const std::string& name);
  std::string deniedForAll(const logic::FormulaNode& node, std::size_t decl);
  std::string unknown();
  std::string quantified(const logic::FormulaNode& node, std::size_t decl);
  std::string some(logic::Expr set);
  std::string lone(logic::Expr set);
  std::string contained(logic::Expr part, logic::Expr whole);
  std::string equal(logic::Expr a, logic::Expr b);
  std::string equalNumbers(logic::Expr a, logic::Expr b);
  std::string ordered(logic::Expr a, logic::Expr b, bool is_strict);
  std::optional<Numeric> numeric(logic::Expr expr);
  std::optional<Numeric> valueOf(logic::Expr expr);
  /// Of an object that is not null.
  std::string member(const Object& object, logic::Expr set);
  std::string joined(const Object& object, logic::Expr set);
  std::string related(const Object& from, const Object& to, logic::Expr relation);
  std::optional<Object> single(logic::Expr set);
  std::optional<Object> slotOwner(logic::Expr set, const program::Vocabulary::Meaning& meaning);
  const Slot* slotOf(logic::Expr set) const;
  const ClassDecl* classOf(logic::Expr set) const;
  const program::Vocabulary::Meaning* meaningOf(logic::Expr expr) const {
    return expr->kind == logic::ExprKind::Relation ? vocabulary_.meaningOf(expr->relation) : nullptr;
  }
  std::string isNull(const Object& object) { return smt::equal(object.text, heap_.null(object.class_decl)); }
  /// For all objects of a class, or for some.
  template <typename Body>
  std::string over(const ClassDecl* class_decl, bool is_universal, const Body& body);

  program::Vocabulary& vocabulary_;
  smt::Script& script_;
  SmtHeap& heap_;
  const Names& names_;
  std::vector<Bound> bound_;
  std::vector<smt::Variable> variables_;
  Said said_;
  int count_ = 0;
};

}  // namespace weir::prove
