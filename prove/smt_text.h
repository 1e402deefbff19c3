// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas in the language of SMT-LIB 2, and the script that asks one question.
//
//   (assert (forall ((?u Cell)) (=> (not (= ?u Cell.null)) (reach x ?u))))
//
// What a proof rests on is written so, for another engine to check and for a person to read. No code is shared with the
// structures of the prover (heap_structure.h, list_structure.h): there is no number of objects here, and quantifiers
// are quantifiers.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weir::prove {

/// One question of a proof: that its formulas cannot be true together.
struct VerificationCondition {
  std::string name;         // "path-3-null-deref"
  std::string script;       // expects unsat
  bool leaves_out = false;  // something that is required could not be said: sat is then no evidence against the proof
};

namespace smt {

/// A name of the program as a symbol: quoted where it has to be.
std::string symbol(std::string_view name);
std::string call(const std::string& function, const std::vector<std::string>& arguments);
std::string negation(const std::string& formula);
std::string conjunction(const std::vector<std::string>& formulas);
std::string disjunction(const std::vector<std::string>& formulas);
std::string implication(const std::string& premise, const std::string& conclusion);
std::string equal(const std::string& a, const std::string& b);
std::string atMost(const std::string& a, const std::string& b);
std::string choice(const std::string& condition, const std::string& then, const std::string& otherwise);

struct Variable {
  std::string name;
  std::string sort;
};
std::string forAll(const std::vector<Variable>& variables, const std::string& body);
std::string exists(const std::vector<Variable>& variables, const std::string& body);
/// Only of objects for which these terms occur: where a formula makes terms that it is about, that goes on for ever.
std::string forAllWith(const std::vector<std::string>& terms, const std::vector<Variable>& variables,
                       const std::string& body);

/// What is declared and assumed up to some place.
class Script {
 public:
  void comment(const std::string& text);
  /// A symbol for a name of the program that nothing else has here.
  std::string unique(const std::string& name);
  void sort(const std::string& name) { line("(declare-sort " + name + " 0)"); }
  void function(const std::string& name, const std::vector<std::string>& arguments, const std::string& result);
  void constant(const std::string& name, const std::string& sort) { function(name, {}, sort); }
  void define(const std::string& name, const std::vector<Variable>& variables, const std::string& result,
              const std::string& body);
  void assume(const std::string& formula) {
    if (formula != "true") line("(assert " + formula + ")");
  }
  const std::string& text() const { return text_; }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }
  std::string text_;
  std::map<std::string, int> names_;
};

/// `head`: for people, of any number of lines.
std::string question(const std::string& head, const std::string& assumed, const std::string& negated_goal);

}  // namespace smt
}  // namespace weir::prove
