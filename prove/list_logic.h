// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Specifications over one kind of list as first-order formulas: the relation to reason with is the closure of the link.
//
//   cells[return]' = cells[x]             all u | reach'(return, u) <=> reach(x, u)
//   some c.n'                             some u | reach'(c, u) and u != c
//   v = c.n'                              reach'(c, v), v != c, and all w | reach'(c, w) and w != c => reach'(v, w)
//
// The quantifiers range over the cells of lists that end: those from which no cycle is reached. Whatever a path of
// prove/heap_program.h comes to is such a cell if the parameters are, and no such cell leads to another.
//
// Numbers are compared only, and an absent one counts as 0 in the logic, so a comparison is not exactly one of two
// cells. A formula is therefore translated to one that implies it (Under), or one that it implies (Over).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/program/vocabulary.h"
#include "prove/heap_program.h"

namespace weir::prove {

/// A bound variable, or a name: the parameters at entry in their order, then the result.
struct Term {
  int variable = -1;
  int name = -1;
  bool operator==(const Term&) const = default;
};

struct FormulaNode;
using Formula = std::shared_ptr<const FormulaNode>;

struct FormulaNode {
  enum class Kind {
    True,
    False,
    Null,    // no a
    Same,    // a and b are one cell, or both are null
    Reach,   // b is reached from a, in no step or more, at entry or now; neither is null
    Result,  // what is returned is 1 and not 0
    Made,    // a is there now and was not at entry
    AtMost,  // a.key <= b.key; neither is null
    Not,     // of one of these
    And,
    Or,
    ForAll,  // variable
    Exists,
  };
  Kind kind = Kind::True;
  Term a = {};
  Term b = {};
  bool at_entry = false;
  const program::Field* key = nullptr;
  int variable = -1;
  std::vector<Formula> parts = {};
};

Formula negation(const Formula& formula);
Formula conjunction(std::vector<Formula> parts);

/// Is no existential quantifier inside a universal one? Then a model needs no more cells than there are names and
/// existential quantifiers.
bool isDecidable(const Formula& formula);
int existentials(const Formula& formula);

enum class Side { Under, Over };

class Translator {
 public:
  Translator(const ListProgram& program, program::Vocabulary& vocabulary)
      : program_(program), vocabulary_(vocabulary) {}

  /// Nothing where it speaks of something else; `reason` then says of what.
  std::optional<Formula> translated(logic::Formula formula, Side side);
  const std::string& reason() const { return reason_; }
  /// The parameters whose lists end if the formula holds.
  std::vector<const program::Local*> ending(logic::Formula formula) const;

 private:
  struct Refused {
    std::string reason;
  };
  Formula of(logic::Formula formula, Side side);
  Formula quantified(const logic::FormulaNode& node, std::size_t decl, Side side);
  Formula compared(const logic::FormulaNode& node, Side side);
  Formula comparedCells(logic::FormulaKind kind, const std::vector<logic::Expr>& numbers, Term a, Term b) const;
  const program::Field* keyOf(const std::vector<logic::Expr>& numbers) const;
  std::optional<bool> closedSet(logic::Expr set) const;
  std::optional<Formula> ordered(const logic::FormulaNode& node);
  Formula member(Term term, logic::Expr set);
  Formula surelyMember(Term term, logic::Expr set);
  bool isLive(logic::Expr set, program::State state) const;
  std::optional<Formula> resultIs(logic::Expr a, logic::Expr b) const;
  Formula related(Term a, Term b, logic::Expr relation);
  Formula some(logic::Expr set);
  Formula contains(logic::Expr all, logic::Expr part, Side side);
  std::optional<Term> singleton(logic::Expr set) const;
  std::optional<bool> linkAtEntry(logic::Expr expr) const;  // the state, where it is the link
  Term fresh() { return {.variable = variables_++, .name = -1}; }
  [[noreturn]] void refuse(logic::Expr expr) const;

  const ListProgram& program_;
  program::Vocabulary& vocabulary_;
  int variables_ = 0;
  std::vector<std::pair<logic::Variable, Term>> bound_;
  std::string reason_;
};

}  // namespace weir::prove
