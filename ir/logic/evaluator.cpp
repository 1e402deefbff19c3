// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every case is the definition of its operator, written out over sets of tuples. Speed comes from one idea
// only: a node without free variables has one value in an instance, so it is computed once.
#include "ir/logic/evaluator.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <unordered_map>

#include "support/invariant.h"

namespace weir::logic {
namespace {

[[noreturn]] void tooLarge() { throw EvaluationLimit("an integer left the range the evaluator computes in"); }

Integer add(Integer a, Integer b) {
  Integer result = 0;
  if (__builtin_add_overflow(a, b, &result)) tooLarge();
  return result;
}

Integer subtract(Integer a, Integer b) {
  Integer result = 0;
  if (__builtin_sub_overflow(a, b, &result)) tooLarge();
  return result;
}

Integer multiply(Integer a, Integer b) {
  Integer result = 0;
  if (__builtin_mul_overflow(a, b, &result)) tooLarge();
  return result;
}

Integer divide(Integer a, Integer b) {
  if (b == 0) return 0;
  return b == -1 ? subtract(0, a) : a / b;
}

Integer shiftLeft(Integer value, int by) {
  for (; by > 0 && value != 0; --by) value = multiply(value, 2);
  return value;
}

Integer shiftRight(Integer value, int by) {
  for (; by > 0; --by) value = value >= 0 ? value / 2 : (value - (value % 2 != 0 ? 1 : 0)) / 2;
  return value;
}

Integer wrap(Integer value, int width, bool is_signed) {
  if (width >= 127) {
    if (!is_signed && value < 0) tooLarge();
    return value;
  }
  const Integer modulus = static_cast<Integer>(1) << width;
  Integer rest = value % modulus;
  if (rest < 0) rest += modulus;
  return is_signed && rest >= modulus / 2 ? rest - modulus : rest;
}

Tuple prefix(const Tuple& tuple, std::size_t length) { return {tuple.begin(), tuple.begin() + length}; }
Tuple suffix(const Tuple& tuple, std::size_t length) { return {tuple.end() - length, tuple.end()}; }
Tuple concatenate(Tuple a, const Tuple& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

class Evaluation {
 public:
  Evaluation(const Instance& instance, std::map<Variable, Cell>& environment)
      : instance_(&instance), environment_(&environment) {}

  TupleSet value(Expr expr) {
    if (!expr->free_variables.empty()) return compute(expr);
    const auto found = values_.find(expr);
    if (found != values_.end()) return found->second;
    return values_.emplace(expr, compute(expr)).first->second;
  }

  bool value(Formula formula) {
    if (!formula->free_variables.empty()) return compute(formula);
    const auto found = truths_.find(formula);
    if (found != truths_.end()) return found->second;
    return truths_.emplace(formula, compute(formula)).first->second;
  }

  Integer number(Expr expr) {
    Integer total = 0;
    for (const Tuple& tuple : value(expr)) {
      if (!tuple.at(0).is_integer) throw EvaluationError("an atom stands where an integer is needed");
      total = add(total, tuple[0].integer);
    }
    return total;
  }

 private:
  /// Is the tuple in the set? Unlike `value` it can look into sets that are not finite (Integers).
  /// A set of integers that follow each other, known without listing them: there may be too many.
  struct Stretch {
    Integer begin = 0;
    Integer end = 0;
    Integer size() const { return std::max<Integer>(0, end - begin); }
    bool operator==(const Stretch& other) const {
      return size() == other.size() && (size() == 0 || begin == other.begin);
    }
  };
  std::optional<Stretch> stretch(Expr expr) {
    if (expr->kind == ExprKind::Range) return Stretch{number(expr->operands[0]), number(expr->operands[1])};
    if (expr->kind != ExprKind::Intersection) return std::nullopt;
    const auto a = stretch(expr->operands[0]);
    const auto b = a ? stretch(expr->operands[1]) : std::nullopt;
    if (!b) return std::nullopt;
    return Stretch{std::max(a->begin, b->begin), std::min(a->end, b->end)};
  }
  TupleSet listed(const Stretch& all) {
    constexpr Integer kMost = 1'000'000;
    if (all.size() > kMost) throw EvaluationLimit("a range of integers is too long to be listed");
    TupleSet result;
    for (Integer i = all.begin; i < all.end; ++i) result.insert({Cell::ofInteger(i)});
    return result;
  }
  static TupleSet setOf(const auto& atoms) {
    TupleSet result;
    for (const int atom : atoms) result.insert({Cell::ofAtom(atom)});
    return result;
  }
  Integer sizeOf(Expr expr) {
    if (const auto all = stretch(expr)) return all->size();
    return static_cast<Integer>(value(expr).size());
  }

  bool contains(Expr expr, const Tuple& tuple) {
    const auto in = [&](int i, const Tuple& part) { return contains(expr->operands[i], part); };
    switch (expr->kind) {
      case ExprKind::Integers: return tuple[0].is_integer;
      case ExprKind::Range:
        return tuple[0].is_integer && number(expr->operands[0]) <= tuple[0].integer &&
               tuple[0].integer < number(expr->operands[1]);
      case ExprKind::Union: return in(0, tuple) || in(1, tuple);
      case ExprKind::Intersection: return in(0, tuple) && in(1, tuple);
      case ExprKind::Difference: return in(0, tuple) && !in(1, tuple);
      case ExprKind::IfElse: return value(expr->formula) ? in(0, tuple) : in(1, tuple);
      case ExprKind::Product: {
        const std::size_t left = expr->operands[0]->arity;
        return in(0, prefix(tuple, left)) && in(1, suffix(tuple, tuple.size() - left));
      }
      case ExprKind::Update: {
        const std::size_t left = expr->operands[1]->arity;
        if (!in(1, prefix(tuple, left))) return in(0, tuple);
        return in(2, suffix(tuple, tuple.size() - left));
      }
      case ExprKind::DomainRestrict: return in(1, tuple) && in(0, prefix(tuple, expr->operands[0]->arity));
      case ExprKind::RangeRestrict: return in(0, tuple) && in(1, suffix(tuple, expr->operands[1]->arity));
      case ExprKind::Transpose: return in(0, {tuple[1], tuple[0]});
      default: return value(expr).contains(tuple);
    }
  }

  template <typename Keep>
  TupleSet filtered(const TupleSet& all, Keep keep) {
    TupleSet result;
    for (const Tuple& tuple : all) {
      if (keep(tuple)) result.insert(tuple);
    }
    return result;
  }

  static TupleSet united(TupleSet a, const TupleSet& b) {
    a.insert(b.begin(), b.end());
    return a;
  }

  static TupleSet joined(const TupleSet& a, const TupleSet& b) {
    TupleSet result;
    for (const Tuple& left : a) {
      // Tuples are ordered, so those that begin with the shared cell stand together.
      for (auto right = b.lower_bound({left.back()}); right != b.end() && right->front() == left.back(); ++right) {
        result.insert(concatenate(prefix(left, left.size() - 1), suffix(*right, right->size() - 1)));
      }
    }
    return result;
  }

  static TupleSet closed(const TupleSet& relation) {
    TupleSet result = relation;
    for (;;) {
      TupleSet more = united(result, joined(result, relation));
      if (more == result) return result;
      result = std::move(more);
    }
  }

  TupleSet identity() const {
    TupleSet result;
    for (int i = 0; i < instance_->universe().size(); ++i) result.insert({Cell::ofAtom(i), Cell::ofAtom(i)});
    return result;
  }

  TupleSet overridden(const TupleSet& base, const TupleSet& over) {
    std::set<Tuple> keys;
    for (const Tuple& tuple : over) keys.insert(prefix(tuple, tuple.size() - 1));
    return united(filtered(base, [&](const Tuple& t) { return !keys.contains(prefix(t, t.size() - 1)); }), over);
  }

  static TupleSet product(const TupleSet& a, const TupleSet& b) {
    TupleSet result;
    for (const Tuple& left : a) {
      for (const Tuple& right : b) result.insert(concatenate(left, right));
    }
    return result;
  }

  /// Calls `visit(values)` for each assignment of the variables, until it returns false. Ensures the
  /// variables have the values they had before.
  template <typename Visit>
  bool forEach(const std::vector<Decl>& decls, std::size_t next, Tuple& values, const Visit& visit) {
    if (next == decls.size()) return visit(values);
    const Decl& decl = decls[next];
    const auto outer = environment_->find(decl.variable);
    const bool had = outer != environment_->end();
    const Cell before = had ? outer->second : Cell{};
    bool go_on = true;
    for (const Tuple& tuple : value(decl.domain)) {
      (*environment_)[decl.variable] = tuple[0];
      values.push_back(tuple[0]);
      go_on = forEach(decls, next + 1, values, visit);
      values.pop_back();
      if (!go_on) break;
    }
    if (had) {
      (*environment_)[decl.variable] = before;
    } else {
      environment_->erase(decl.variable);
    }
    return go_on;
  }

  template <typename Visit>
  void forEach(const std::vector<Decl>& decls, const Visit& visit) {
    Tuple values;
    forEach(decls, 0, values, visit);
  }

  /// The one number that an expression of numbers is.
  Integer arithmetic(Expr expr) {
    const auto left = [&] { return number(expr->operands[0]); };
    const auto right = [&] { return number(expr->operands[1]); };
    const auto shift = [&] { return static_cast<int>(std::clamp<Integer>(right(), 0, 127)); };
    switch (expr->kind) {
      case ExprKind::Constant: return expr->integer;
      case ExprKind::Plus: return add(left(), right());
      case ExprKind::Minus: return subtract(left(), right());
      case ExprKind::Times: return multiply(left(), right());
      case ExprKind::Divide: return divide(left(), right());
      case ExprKind::Remainder: {
        const Integer divisor = right();
        return divisor == 0 || divisor == -1 ? 0 : left() % divisor;
      }
      case ExprKind::Count: return sizeOf(expr->operands[0]);
      case ExprKind::Sum: {
        Integer total = 0;
        forEach(expr->decls, [&](const Tuple&) {
          total = add(total, number(expr->operands[0]));
          return true;
        });
        return total;
      }
      case ExprKind::BitAnd: return left() & right();
      case ExprKind::BitOr: return left() | right();
      case ExprKind::BitXor: return left() ^ right();
      case ExprKind::ShiftLeft: return shiftLeft(left(), shift());
      case ExprKind::ShiftRight: return shiftRight(left(), shift());
      case ExprKind::Wrap: return wrap(left(), expr->width, expr->is_signed);
      default: UNREACHABLE("only expressions of numbers have an arithmetic");
    }
  }

  TupleSet compute(Expr expr) {
    const auto operand = [&](int i) { return value(expr->operands[i]); };
    const auto in = [&](int i, const Tuple& tuple) { return contains(expr->operands[i], tuple); };
    switch (expr->kind) {
      case ExprKind::Relation: return instance_->valueOf(expr->relation);
      case ExprKind::Variable: {
        const auto found = environment_->find(expr->variable);
        if (found == environment_->end()) throw EvaluationError("the variable " + expr->variable->name + " is unbound");
        return {{found->second}};
      }
      case ExprKind::None: return {};
      case ExprKind::Univ: return setOf(std::views::iota(0, instance_->universe().size()));
      case ExprKind::Iden: return identity();
      case ExprKind::Integers: throw EvaluationError("the set of all integers is not finite");
      case ExprKind::Atoms: return setOf(instance_->universe().atomsOf(expr->sort));
      case ExprKind::Atom: return {{Cell::ofAtom(expr->atom)}};
      case ExprKind::Union: return united(operand(0), operand(1));
      case ExprKind::Intersection: {
        if (const auto all = stretch(expr)) return listed(*all);
        const ExprKind first = expr->operands[0]->kind;
        const int finite = first == ExprKind::Integers || first == ExprKind::Range ? 1 : 0;
        return filtered(operand(finite), [&](const Tuple& t) { return in(1 - finite, t); });
      }
      case ExprKind::Difference: return filtered(operand(0), [&](const Tuple& t) { return !in(1, t); });
      case ExprKind::Product: return product(operand(0), operand(1));
      case ExprKind::Join: {
        const ExprKind left_kind = expr->operands[0]->kind;
        if (left_kind != ExprKind::Range && left_kind != ExprKind::Integers) return joined(operand(0), operand(1));
        // There may be too many of these numbers to list them.
        TupleSet result;
        for (const Tuple& tuple : operand(1))
          if (in(0, prefix(tuple, 1))) result.insert(suffix(tuple, tuple.size() - 1));
        return result;
      }
      case ExprKind::Override: return overridden(operand(0), operand(1));
      case ExprKind::Update: {
        const std::size_t width = expr->operands[1]->arity;
        const TupleSet kept = filtered(operand(0), [&](const Tuple& t) { return !in(1, prefix(t, width)); });
        return united(kept, product(operand(1), operand(2)));
      }
      case ExprKind::DomainRestrict:
        return filtered(operand(1), [&](const Tuple& t) { return in(0, prefix(t, expr->operands[0]->arity)); });
      case ExprKind::RangeRestrict:
        return filtered(operand(0), [&](const Tuple& t) { return in(1, suffix(t, expr->operands[1]->arity)); });
      case ExprKind::Transpose: {
        TupleSet result;
        for (const Tuple& tuple : operand(0)) result.insert({tuple[1], tuple[0]});
        return result;
      }
      case ExprKind::Closure: return closed(operand(0));
      case ExprKind::ReflexiveClosure: return united(closed(operand(0)), identity());
      case ExprKind::IfElse: return value(expr->formula) ? operand(0) : operand(1);
      case ExprKind::Comprehension: {
        TupleSet result;
        forEach(expr->decls, [&](const Tuple& values) {
          if (value(expr->formula)) result.insert(values);
          return true;
        });
        return result;
      }
      case ExprKind::Range: return listed(*stretch(expr));
      case ExprKind::Constant:
      case ExprKind::Plus:
      case ExprKind::Minus:
      case ExprKind::Times:
      case ExprKind::Divide:
      case ExprKind::Remainder:
      case ExprKind::Count:
      case ExprKind::Sum:
      case ExprKind::BitAnd:
      case ExprKind::BitOr:
      case ExprKind::BitXor:
      case ExprKind::ShiftLeft:
      case ExprKind::ShiftRight:
      case ExprKind::Wrap: return {{Cell::ofInteger(arithmetic(expr))}};
    }
    UNREACHABLE("every kind of expression has a value");
  }

  bool compute(Formula formula) {
    const auto expr = [&](int i) { return value(formula->exprs[i]); };
    const auto operand = [&](int i) { return value(formula->operands[i]); };
    const auto size = [&] { return sizeOf(formula->exprs[0]); };
    switch (formula->kind) {
      case FormulaKind::True: return true;
      case FormulaKind::False: return false;
      case FormulaKind::Subset: {
        if (const auto part = stretch(formula->exprs[0])) {
          const auto whole = stretch(formula->exprs[1]);
          if (whole) return part->size() == 0 || (whole->begin <= part->begin && part->end <= whole->end);
          if (formula->exprs[1]->kind == ExprKind::Integers) return true;
          if (part->size() > sizeOf(formula->exprs[1])) return false;
        }
        const TupleSet all = expr(0);
        return std::all_of(all.begin(), all.end(), [&](const Tuple& t) { return contains(formula->exprs[1], t); });
      }
      case FormulaKind::Equal: {
        const auto a = stretch(formula->exprs[0]);
        const auto b = stretch(formula->exprs[1]);
        if (a && b) return *a == *b;
        if ((a || b) && sizeOf(formula->exprs[0]) != sizeOf(formula->exprs[1])) return false;
        return expr(0) == expr(1);
      }
      case FormulaKind::Less: return number(formula->exprs[0]) < number(formula->exprs[1]);
      case FormulaKind::LessEqual: return number(formula->exprs[0]) <= number(formula->exprs[1]);
      case FormulaKind::Some: return size() > 0;
      case FormulaKind::No: return size() == 0;
      case FormulaKind::One: return size() == 1;
      case FormulaKind::Lone: return size() <= 1;
      case FormulaKind::Not: return !operand(0);
      case FormulaKind::And:
        return std::all_of(formula->operands.begin(), formula->operands.end(), [&](Formula f) { return value(f); });
      case FormulaKind::Or:
        return std::any_of(formula->operands.begin(), formula->operands.end(), [&](Formula f) { return value(f); });
      case FormulaKind::Implies: return !operand(0) || operand(1);
      case FormulaKind::Iff: return operand(0) == operand(1);
      case FormulaKind::ForAll:
      case FormulaKind::Exists: {
        const bool is_all = formula->kind == FormulaKind::ForAll;
        bool result = is_all;
        forEach(formula->decls, [&](const Tuple&) {
          result = operand(0);
          return result == is_all;
        });
        return result;
      }
    }
    UNREACHABLE("every kind of formula has a value");
  }

  const Instance* instance_;
  std::map<Variable, Cell>* environment_;
  std::unordered_map<Expr, TupleSet> values_;
  std::unordered_map<Formula, bool> truths_;
};

}  // namespace

TupleSet Evaluator::evaluate(Expr expr) { return Evaluation(*instance_, environment_).value(expr); }
bool Evaluator::evaluate(Formula formula) { return Evaluation(*instance_, environment_).value(formula); }
Integer Evaluator::evaluateInteger(Expr expr) { return Evaluation(*instance_, environment_).number(expr); }

}  // namespace weir::logic
