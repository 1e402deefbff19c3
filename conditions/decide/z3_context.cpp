// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/decide/z3_context.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <set>

#include "support/invariant.h"

namespace weir::conditions {
namespace {

// Measured with benchmarks/conditions on 2 cores of 2.6 GHz, Z3 4.8.12: microseconds a question of `Decide/2` (of
// which Z3 answers a fifth), milliseconds a formula of `Simplify/10`, `/50`, `/100` (20 to 100 formulas each).
//
//   a solver for each question, by reset                              113 us   3.9   38    81 ms
//   a level of the solver for each question                            38 us   2.7   19    48 ms
//   the same with arith.solver 6                                       48 us   2.4   22    45 ms
//   guards of one solver, begun anew at 20,000 nodes                  788 us   6.0   97   328 ms
//   guards of one solver, begun anew at 1,000 guards                  157 us   3.5   37    81 ms
//   guards of one solver, begun anew at 100                            65 us   2.8   17    27 ms
//   the same with arith.solver 6                                      103 us   3.1   17    40 ms
//   a level for each question without a context, guards with one       39 us   1.3    9    28 ms
//
// The last is what is done. 100,000 questions leave the process as large as 10,000 do (35 MB).

/// Of Z3's resources: far more than a query of a program's condition takes.
constexpr unsigned kBudget = 2'000'000;
/// More of them in one scope cost more than what was learned with them saves.
constexpr size_t kMostGuards = 600;

std::string digitsOf(Integer value) {
  const bool is_negative = value < 0;
  std::string digits;
  do {
    const int digit = static_cast<int>(value % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    value /= 10;
  } while (value != 0);
  return is_negative ? "-" + digits : digits;
}

/// Symbols and applications in a formula: what a solution gives values to.
class Inputs {
 public:
  void visit(Formula formula) {
    if (!formulas_.insert(formula).second) return;
    if (formula->term != nullptr) visit(formula->term);
    for (Formula each : formula->operands) visit(each);
  }
  struct ByNumber {
    bool operator()(Atom a, Atom b) const { return a->number < b->number; }
  };
  std::set<Atom, ByNumber> found;

 private:
  void visit(Term term) {
    for (const Summand& each : term->summands) visit(each.atom);
  }
  void visit(Atom atom) {
    if (!atoms_.insert(atom).second) return;
    if (atom->kind == AtomKind::Symbol || atom->kind == AtomKind::Apply) found.insert(atom);
    for (Term each : atom->arguments) visit(each);
    if (atom->condition != nullptr) visit(atom->condition);
  }

  std::unordered_set<Formula> formulas_;
  std::unordered_set<Atom> atoms_;
};

}  // namespace

Z3Context::Z3Context() {
  const Z3_config configuration = Z3_mk_config();
  Z3_set_param_value(configuration, "auto_config", "false");
  context_ = Z3_mk_context_rc(configuration);
  Z3_del_config(configuration);
  Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
  integers_ = Z3_mk_int_sort(context_);
  keep(Z3_sort_to_ast(context_, integers_));
  truth_values_ = Z3_mk_bool_sort(context_);
  keep(Z3_sort_to_ast(context_, truth_values_));
  solver_ = Z3_mk_simple_solver(context_);
  Z3_solver_inc_ref(context_, solver_);
  const Z3_params parameters = Z3_mk_params(context_);
  Z3_params_inc_ref(context_, parameters);
  Z3_params_set_uint(context_, parameters, Z3_mk_string_symbol(context_, "rlimit"), kBudget);
  Z3_params_set_uint(context_, parameters, Z3_mk_string_symbol(context_, "arith.solver"), 2);
  Z3_solver_set_params(context_, solver_, parameters);
  Z3_params_dec_ref(context_, parameters);
  INVARIANT(Z3_get_error_code(context_) == Z3_OK, "Z3 has the parameters that are set");
}

Z3Context::~Z3Context() {
  Z3_solver_dec_ref(context_, solver_);
  for (Z3_ast each : kept_) Z3_dec_ref(context_, each);
  Z3_del_context(context_);
}

Z3_ast Z3Context::keep(Z3_ast ast) {
  INVARIANT(ast != nullptr, "Z3 makes every node it is asked for");
  Z3_inc_ref(context_, ast);
  kept_.push_back(ast);
  return ast;
}

Z3_ast Z3Context::number(Integer value) {
  if (value >= std::numeric_limits<int64_t>::min() && value <= std::numeric_limits<int64_t>::max()) {
    return keep(Z3_mk_int64(context_, static_cast<int64_t>(value), integers_));
  }
  return keep(Z3_mk_numeral(context_, digitsOf(value).c_str(), integers_));
}

Z3_func_decl Z3Context::function(const std::string& name, int arity) {
  if (const auto found = functions_.find(name); found != functions_.end()) return found->second;
  const std::vector<Z3_sort> domain(static_cast<size_t>(arity), integers_);
  const Z3_func_decl made = Z3_mk_func_decl(context_, Z3_mk_string_symbol(context_, name.c_str()),
                                            static_cast<unsigned>(arity), domain.data(), integers_);
  keep(Z3_func_decl_to_ast(context_, made));
  functions_.emplace(name, made);
  return made;
}

void Z3Context::addRange(Z3_ast value, const Interval& range, std::vector<Z3_ast>& axioms) {
  if (range.low) axioms.push_back(keep(Z3_mk_ge(context_, value, number(*range.low))));
  if (range.high) axioms.push_back(keep(Z3_mk_le(context_, value, number(*range.high))));
}

/// Not 0, told apart from parts of other kinds by a number of the kind, and the object can be had back from it: so two
/// that are equal are of the same object. One fact for each, not one for each pair.
void Z3Context::addPart(Atom atom, Z3_ast value, std::vector<Z3_ast>& axioms) {
  const Z3_ast is_null = keep(Z3_mk_eq(context_, value, number(0)));
  axioms.push_back(keep(Z3_mk_not(context_, is_null)));
  const auto inverse = [&](const std::string& name) { return keep(Z3_mk_app(context_, function(name, 1), 1, &value)); };
  axioms.push_back(keep(Z3_mk_eq(context_, inverse("kind"), number(atom->function->number))));
  for (size_t i = 0; i < atom->arguments.size(); ++i) {
    const std::string name = "inverse" + std::to_string(atom->function->number) + "_" + std::to_string(i);
    axioms.push_back(keep(Z3_mk_eq(context_, inverse(name), of(atom->arguments[i]))));
  }
}

std::vector<Z3_ast> Z3Context::axiomsOf(Atom atom) {
  std::vector<Z3_ast> axioms;
  if (atom->kind != AtomKind::Symbol && atom->kind != AtomKind::Apply) return axioms;  // what they are made of has some
  const Z3_ast value = of(atom);
  addRange(value, atom->range, axioms);
  if (atom->kind == AtomKind::Apply && atom->function->is_injective) addPart(atom, value, axioms);
  return axioms;
}

void Z3Context::introduce(Formula formula) {
  if (!introduced_formulas_.insert(formula).second) return;
  if (formula->term != nullptr) introduce(formula->term);
  for (Formula each : formula->operands) introduce(each);
}

void Z3Context::introduce(Term term) {
  for (const Summand& each : term->summands) introduce(each.atom);
}

void Z3Context::introduce(Atom atom) {
  if (!introduced_atoms_.insert(atom).second) return;
  for (Term each : atom->arguments) introduce(each);
  if (atom->condition != nullptr) introduce(atom->condition);
  auto found = axioms_.find(atom);
  if (found == axioms_.end()) found = axioms_.emplace(atom, axiomsOf(atom)).first;
  for (Z3_ast each : found->second) assertFact(each);
}

Z3_ast Z3Context::application(Atom atom) {
  std::vector<Z3_ast> arguments;
  for (Term each : atom->arguments) arguments.push_back(of(each));
  const std::string name = "f" + std::to_string(atom->function->number);
  return keep(Z3_mk_app(context_, function(name, atom->function->arity), static_cast<unsigned>(arguments.size()),
                        arguments.data()));
}

Z3_ast Z3Context::of(Atom atom) {
  if (const auto found = atoms_.find(atom); found != atoms_.end()) return found->second;
  Z3_ast made = nullptr;
  switch (atom->kind) {
    case AtomKind::Symbol:
      made = keep(Z3_mk_const(context_, Z3_mk_int_symbol(context_, atom->number), integers_));
      break;
    case AtomKind::Apply: made = application(atom); break;
    case AtomKind::Choose:
      made = keep(Z3_mk_ite(context_, of(atom->condition), of(atom->arguments[0]), of(atom->arguments[1])));
      break;
    case AtomKind::Quotient:
      // With a positive divisor Z3's div rounds towards minus infinity.
      made = keep(Z3_mk_div(context_, of(atom->arguments[0]), number(atom->divisor)));
      break;
  }
  atoms_.emplace(atom, made);
  return made;
}

Z3_ast Z3Context::of(Term term) {
  if (const auto found = terms_.find(term); found != terms_.end()) return found->second;
  std::vector<Z3_ast> summands;
  for (const Summand& each : term->summands) {
    Z3_ast summand = of(each.atom);
    if (each.factor != 1) {
      const Z3_ast factors[] = {number(each.factor), summand};
      summand = keep(Z3_mk_mul(context_, 2, factors));
    }
    summands.push_back(summand);
  }
  if (term->constant != 0 || summands.empty()) summands.push_back(number(term->constant));
  const Z3_ast made = summands.size() == 1
                          ? summands.front()
                          : keep(Z3_mk_add(context_, static_cast<unsigned>(summands.size()), summands.data()));
  terms_.emplace(term, made);
  return made;
}

Z3_ast Z3Context::of(Formula formula) {
  if (const auto found = formulas_.find(formula); found != formulas_.end()) return found->second;
  Z3_ast made = nullptr;
  switch (formula->kind) {
    case FormulaKind::True: made = keep(Z3_mk_true(context_)); break;
    case FormulaKind::False: made = keep(Z3_mk_false(context_)); break;
    case FormulaKind::LessEqual: made = keep(Z3_mk_le(context_, of(formula->term), number(0))); break;
    case FormulaKind::Equal: made = keep(Z3_mk_eq(context_, of(formula->term), number(0))); break;
    case FormulaKind::NotEqual:
      made = keep(Z3_mk_eq(context_, of(formula->term), number(0)));
      made = keep(Z3_mk_not(context_, made));
      break;
    case FormulaKind::And:
    case FormulaKind::Or: {
      std::vector<Z3_ast> operands;
      for (Formula each : formula->operands) operands.push_back(of(each));
      const auto count = static_cast<unsigned>(operands.size());
      made = keep(formula->kind == FormulaKind::And ? Z3_mk_and(context_, count, operands.data())
                                                    : Z3_mk_or(context_, count, operands.data()));
      break;
    }
  }
  formulas_.emplace(formula, made);
  return made;
}

Z3_ast Z3Context::guard(Formula formula) {
  if (const auto found = guards_.find(formula); found != guards_.end()) return found->second;
  const Z3_ast made = keep(Z3_mk_fresh_const(context_, "g", truth_values_));
  introduce(formula);
  assertFact(keep(Z3_mk_implies(context_, made, of(formula))));
  guards_.emplace(formula, made);
  return made;
}

void Z3Context::endScope() {
  if (scope_ == Scope::None) return;
  Z3_solver_pop(context_, solver_, 1);
  scope_ = Scope::None;
  guards_.clear();
  introduced_formulas_.clear();
  introduced_atoms_.clear();
}

Answer Z3Context::check(std::span<const Formula> facts, Scope scope) {
  ++queries_;
  if (scope_ != Scope::Again || scope_ != scope || guards_.size() > kMostGuards) endScope();
  if (scope_ == Scope::None) Z3_solver_push(context_, solver_);
  scope_ = scope;
  std::vector<Z3_ast> assumptions;
  for (Formula each : facts) {
    if (scope == Scope::Again) {
      assumptions.push_back(guard(each));
    } else {
      introduce(each);
      assertFact(of(each));
    }
  }
  const Z3_lbool answer =
      Z3_solver_check_assumptions(context_, solver_, static_cast<unsigned>(assumptions.size()), assumptions.data());
  resources_ = countedResources();
  if (Z3_get_error_code(context_) != Z3_OK || answer == Z3_L_UNDEF) return Answer::Unknown;
  return answer == Z3_L_TRUE ? Answer::Yes : Answer::No;
}

long Z3Context::countedResources() {
  const Z3_stats statistics = Z3_solver_get_statistics(context_, solver_);
  if (statistics == nullptr) return resources_;
  Z3_stats_inc_ref(context_, statistics);
  long counted = resources_;
  for (unsigned i = Z3_stats_size(context_, statistics); i-- > 0;) {
    if (std::strcmp(Z3_stats_get_key(context_, statistics, i), "rlimit count") != 0) continue;
    if (Z3_stats_is_uint(context_, statistics, i)) counted = Z3_stats_get_uint_value(context_, statistics, i);
    break;
  }
  Z3_stats_dec_ref(context_, statistics);
  return counted;
}

std::optional<Assignment> Z3Context::solution(std::span<const Formula> facts) {
  const Z3_model model = Z3_solver_get_model(context_, solver_);
  if (model == nullptr) return std::nullopt;
  Z3_model_inc_ref(context_, model);
  Inputs inputs;
  for (Formula each : facts) inputs.visit(each);
  std::optional<Assignment> made(std::in_place);
  for (Atom each : inputs.found) {
    Z3_ast value = nullptr;
    int64_t digits = 0;
    if (!Z3_model_eval(context_, model, of(each), true, &value) || !Z3_get_numeral_int64(context_, value, &digits) ||
        !made->set(each, digits)) {
      made.reset();
      break;
    }
  }
  Z3_model_dec_ref(context_, model);
  return made;
}

}  // namespace weir::conditions
