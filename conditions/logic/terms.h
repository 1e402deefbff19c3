// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The language of conditions: quantifier-free formulas over linear integer terms and uninterpreted functions.
//
//   int f(node* l, int i) { if (i > 3 && l->next) … }        4 <= i  and  next(l) != 0
//
// Everything is an integer: null is 0, another pointer is the number of its object, a truth value is 0 or 1. An *atom*
// is what a linear term adds up: a symbol (a value at entry, or a choice), an application of a function (the value of a
// field at entry, `next(l)`), a value under a condition, or a quotient. Symbols never change their value: what the
// program assigns is a new term. So a fact that holds once holds for the rest of the execution.
//
// A *choice* is what the analysis does not know: the result of unknown code, a value that a loop leaves. Formulas are
// exact in inputs and choices; whoever eliminates choices (`for some value`) gets a necessary condition, and negating
// that of the opposite outcome a sufficient one (Dillig, chapter 3).
//
// Terms and formulas are hash-consed: the same one has the same address, in the order of making a number.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace weir::conditions {

using Integer = __int128;

struct Interval {  // from `low` to `high`; absent: no bound
  std::optional<Integer> low;
  std::optional<Integer> high;
  bool isEmpty() const { return low && high && *low > *high; }
  bool contains(const Interval& other) const {
    return (!low || (other.low && *other.low >= *low)) && (!high || (other.high && *other.high <= *high));
  }
};

struct AtomNode;
struct TermNode;
struct FormulaNode;
using Atom = const AtomNode*;
using Term = const TermNode*;
using Formula = const FormulaNode*;

struct Function {
  std::string name;  // how it is printed; empty where the specification language has no word for it
  int arity = 1;
  Interval range;               // of its values
  bool is_choice = false;       // its values are not of the entry state
  bool is_injective = false;    // of one argument, and never 0: the address of a part
  const void* about = nullptr;  // for whoever made it
  int number = 0;
};

enum class AtomKind { Symbol, Apply, Choose, Quotient };

struct AtomNode {
  AtomKind kind = AtomKind::Symbol;
  int number = 0;
  Interval range;           // every value lies in it, in every state
  bool has_choice = false;  // a choice occurs in it
  // Symbol
  std::string name;
  bool is_choice = false;
  const void* about = nullptr;
  // Apply
  const Function* function = nullptr;
  std::vector<Term> arguments;
  // Choose: `condition ? arguments[0] : arguments[1]`
  Formula condition = nullptr;
  // Quotient: arguments[0] / divisor, rounded towards minus infinity
  Integer divisor = 1;
};

struct Summand {
  Atom atom;
  Integer factor;
  bool operator==(const Summand&) const = default;
};

struct TermNode {
  Integer constant = 0;
  std::vector<Summand> summands;  // by number of their atoms, no factor is 0
  int number = 0;
  bool has_choice = false;
  bool isConstant() const { return summands.empty(); }
  /// The atom that the term is, if it is one; else null.
  Atom asAtom() const {
    return constant == 0 && summands.size() == 1 && summands[0].factor == 1 ? summands[0].atom : nullptr;
  }
};

enum class FormulaKind { True, False, LessEqual, Equal, NotEqual, And, Or };

struct FormulaNode {
  FormulaKind kind = FormulaKind::True;
  int number = 0;
  Term term = nullptr;            // LessEqual: term <= 0; Equal: term = 0; NotEqual: term != 0
  std::vector<Formula> operands;  // And, Or: at least two, by number, none of the same kind
  bool has_choice = false;
  long leaves = 0;  // occurrences of literals, capped
  bool isLiteral() const {
    return kind == FormulaKind::LessEqual || kind == FormulaKind::Equal || kind == FormulaKind::NotEqual;
  }
};

/// Makes and owns terms and formulas.
class Terms {
 public:
  Terms();
  ~Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  // Atoms.
  Atom symbol(const std::string& name, Interval range, bool is_choice,
              const void* about = nullptr);  // a new one each time
  const Function* function(Function made);   // a new one each time
  Term apply(const Function* function, std::vector<Term> arguments);
  Term choose(Formula condition, Term then, Term otherwise);
  Term quotient(Term term, Integer divisor);  // divisor > 0; towards minus infinity

  // Terms.
  Term constant(Integer value);
  Term of(Atom atom);
  Term add(Term a, Term b);
  Term subtract(Term a, Term b);
  Term scale(Term term, Integer factor);
  Term add(Term a, Integer value) { return add(a, constant(value)); }
  /// The values that it can have, from the ranges of its atoms.
  Interval rangeOf(Term term);

  // Formulas, in negation normal form; negation is pushed to the literals.
  Formula yes() const { return true_; }
  Formula no() const { return false_; }
  Formula lessEqual(Term a, Term b);
  Formula less(Term a, Term b) { return lessEqual(add(a, 1), b); }
  Formula equal(Term a, Term b);
  Formula notEqual(Term a, Term b) { return negate(equal(a, b)); }
  Formula inRange(Term term, Interval range);
  Formula conjoin(Formula a, Formula b) { return conjoin(std::vector<Formula>{a, b}); }
  Formula disjoin(Formula a, Formula b) { return disjoin(std::vector<Formula>{a, b}); }
  Formula conjoin(std::vector<Formula> operands);
  Formula disjoin(std::vector<Formula> operands);
  Formula negate(Formula formula);
  Formula implies(Formula a, Formula b) { return disjoin(negate(a), b); }
  /// Is the negation of the one the other? Without looking deeper than their nodes.
  bool areComplements(Formula a, Formula b);

  /// The number of nodes that were made: what an analysis has spent.
  long made() const { return made_; }

 private:
  Formula literal(FormulaKind kind, Term term);
  Formula joined(FormulaKind kind, std::vector<Formula> operands);
  Formula intern(FormulaNode node);
  Term intern(TermNode node);
  Atom intern(AtomNode node);
  Formula throughChoice(FormulaKind kind, Term term);

  std::deque<AtomNode> atoms_;
  std::deque<TermNode> terms_;
  std::deque<FormulaNode> formulas_;
  std::deque<Function> functions_;
  std::unordered_multimap<size_t, Atom> atom_index_;
  std::unordered_multimap<size_t, Term> term_index_;
  std::unordered_multimap<size_t, Formula> formula_index_;
  std::unordered_map<Formula, Formula> negations_;
  std::unordered_map<Term, Interval> ranges_;
  Formula true_ = nullptr;
  Formula false_ = nullptr;
  long made_ = 0;
};

/// A copy in which atoms are replaced: `replace` gives the term for an atom, or null to go on inside it. It is asked
/// once for each atom, after those inside it were replaced if it returns null.
class Substitution {
 public:
  Substitution(Terms& terms, std::function<Term(Atom)> replace) : terms_(terms), replace_(std::move(replace)) {}
  Term apply(Term term);
  Formula apply(Formula formula);
  Term apply(Atom atom);

 private:
  Terms& terms_;
  std::function<Term(Atom)> replace_;
  std::unordered_map<Term, Term> terms_done_;
  std::unordered_map<Formula, Formula> formulas_done_;
  std::unordered_map<Atom, Term> atoms_done_;
};

/// Every atom in it, also inside others; each once, in the order of their numbers.
std::vector<Atom> atomsOf(Formula formula);
std::vector<Atom> atomsOf(Term term);

/// What is left of a formula where one of its literals is false.
Formula without(Terms& terms, Formula formula, Formula literal);

/// For diagnostics and tests: "(2*x + -3 <= 0 and next(l) != 0)".
std::string toString(Term term);
std::string toString(Formula formula);

}  // namespace weir::conditions
