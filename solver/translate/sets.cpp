// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Set and relation operators on matrices.
#include <algorithm>
#include <array>

#include "solver/translate/bindings.h"
#include "solver/translate/translator.h"
#include "support/invariant.h"

namespace weir::solver {

using logic::Expr;
using logic::ExprKind;

namespace {

bool isConstantCell(Cell cell, const NumberTable& numbers) { return !isNumber(cell) || numbers.at(cell).isConstant(); }

bool hasConstantCells(const Matrix& matrix, const NumberTable& numbers) {
  return std::all_of(matrix.cells.begin(), matrix.cells.end(),
                     [&](Cell cell) { return isConstantCell(cell, numbers); });
}

}  // namespace

Matrix Translator::translate(Expr expr) {
  const auto operand = [&](std::size_t i) { return matrix(expr->operands[i]); };
  switch (expr->kind) {
    case ExprKind::Relation: break;
    case ExprKind::Variable: return variable(expr->variable);
    case ExprKind::None: {
      Matrix empty;
      empty.arity = expr->arity;
      return empty;
    }
    case ExprKind::Univ:
    case ExprKind::Iden:
    case ExprKind::Atoms:
    case ExprKind::Atom: {
      MatrixBuilder builder(circuit_, expr->arity);
      const auto add = [&](Cell atom) {
        const Cell twice[] = {atom, atom};
        builder.add(std::span(twice).first(static_cast<std::size_t>(expr->arity)), kTrue);
      };
      if (expr->kind == ExprKind::Atom)
        add(expr->atom);
      else if (expr->kind == ExprKind::Atoms)
        for (const int atom : universe_.atomsOf(expr->sort)) add(atom);
      else
        for (int atom = 0; atom < universe_.size(); ++atom) add(atom);
      return builder.build();
    }
    case ExprKind::Integers: throw TranslationError("the set of all integers cannot be listed");
    case ExprKind::Union: return unite(expr);
    case ExprKind::Intersection: return intersect(expr);
    case ExprKind::Difference: return subtract(expr);
    case ExprKind::Product: return product(*operand(0), *operand(1));
    case ExprKind::Join: return join(expr);
    case ExprKind::Override: return overrideBy(expr);
    case ExprKind::Update: return update(expr);
    case ExprKind::DomainRestrict:
    case ExprKind::RangeRestrict: return restrict(expr);
    case ExprKind::Transpose: return transpose(*operand(0));
    case ExprKind::Closure: return closure(*operand(0));
    case ExprKind::ReflexiveClosure: {
      MatrixBuilder builder(circuit_, 2);
      unite(builder, closure(*operand(0)));
      for (Cell atom = 0; atom < universe_.size(); ++atom) builder.add(std::array{atom, atom}, kTrue);
      return builder.build();
    }
    case ExprKind::IfElse: return ifElse(expr);
    case ExprKind::Comprehension: return comprehension(expr);
    case ExprKind::Range: return range(expr);
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
    case ExprKind::Wrap: return number(arithmetic(expr));
  }
  UNREACHABLE("an expression should have one of the kinds");
}

Matrix Translator::variable(logic::Variable variable) {
  const Binding binding = bindingOf(variable);
  if (binding >= kFirstWitness) return *witnesses_[static_cast<std::size_t>(binding - kFirstWitness)];
  Matrix result;
  result.cells = {static_cast<Cell>(binding)};
  result.guards = {kTrue};
  return result;
}

Gate Translator::same(Cell a, Cell b) {
  if (a == b) return kTrue;
  if (!isNumber(a) || !isNumber(b)) return kFalse;
  return arithmetic_.equal(numbers_.at(a), numbers_.at(b));
}

Gate Translator::same(Tuple a, Tuple b) {
  std::vector<Gate> parts;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Gate part = same(a[i], b[i]);
    if (part == kFalse) return kFalse;
    if (part != kTrue) parts.push_back(part);
  }
  return circuit_.conjunction(parts);
}

Gate Translator::member(const Matrix& set, Tuple tuple) {
  const auto first_number = std::find_if(tuple.begin(), tuple.end(), isNumber);
  if (first_number == tuple.end()) return set.guardOf(tuple);
  // Rows with other numbers may be equal too: all that begin with the same atoms are candidates.
  const auto head = static_cast<std::size_t>(first_number - tuple.begin());
  const auto [first, last] = set.beginningWith(tuple.first(head));
  std::vector<Gate> parts;
  for (std::size_t i = first; i < last; ++i) {
    const Gate equal = same(set.row(i).subspan(head), tuple.subspan(head));
    if (equal != kFalse) parts.push_back(circuit_.conjunction(set.guards[i], equal));
  }
  return circuit_.disjunction(parts);
}

bool Translator::isInfinite(Expr expr) { return boundlessness(expr).is_infinite; }

/// Kept for each expression: one that is shared often would be walked as often as there are ways to it.
Translator::Boundlessness Translator::boundlessness(Expr expr) {
  if (expr->int_columns == 0) return {};
  if (expr->kind == ExprKind::Integers) return {.is_infinite = true, .has_ranges = true};
  if (expr->kind == ExprKind::Range) return {.is_infinite = false, .has_ranges = true};
  const bool is_difference = expr->kind == ExprKind::Difference;
  const bool is_either =
      expr->kind == ExprKind::Union || expr->kind == ExprKind::Product || expr->kind == ExprKind::IfElse;
  if (!is_difference && !is_either && expr->kind != ExprKind::Intersection) return {};
  if (const auto known = boundless_.find(expr); known != boundless_.end()) return known->second;
  const Boundlessness a = boundlessness(expr->operands[0]);
  const Boundlessness b = boundlessness(expr->operands[1]);
  const Boundlessness both{.is_infinite = is_difference ? a.is_infinite
                                          : is_either   ? a.is_infinite || b.is_infinite
                                                        : a.is_infinite && b.is_infinite,
                           .has_ranges = a.has_ranges || b.has_ranges};
  boundless_.emplace(expr, both);
  return both;
}

Gate Translator::member(Expr set, Tuple tuple) {
  const auto operand = [&](std::size_t i) { return member(set->operands[i], tuple); };
  const auto isAtom = [&](Cell cell) { return !isNumber(cell) && cell < universe_.size(); };
  switch (set->kind) {
    case ExprKind::Union:
    case ExprKind::Intersection:
    case ExprKind::Difference:
    case ExprKind::IfElse:
      // What can be listed is listed, once: to ask each operand again, for what it shares with the others, need not
      // end.
      if (!boundlessness(set).has_ranges) return member(*matrix(set), tuple);
      break;
    default: break;
  }
  switch (set->kind) {
    case ExprKind::Integers: return constantGate(isNumber(tuple[0]));
    case ExprKind::Univ: return constantGate(isAtom(tuple[0]));
    case ExprKind::Iden: return constantGate(isAtom(tuple[0]) && tuple[0] == tuple[1]);
    case ExprKind::Product: {
      const auto left = static_cast<std::size_t>(set->operands[0]->arity);
      const Gate first = member(set->operands[0], tuple.first(left));
      return first == kFalse ? kFalse : circuit_.conjunction(first, member(set->operands[1], tuple.subspan(left)));
    }
    case ExprKind::Union: return circuit_.disjunction(operand(0), operand(1));
    case ExprKind::Intersection: return circuit_.conjunction(operand(0), operand(1));
    case ExprKind::Difference: return circuit_.conjunction(operand(0), !operand(1));
    case ExprKind::IfElse: return circuit_.choice(formula(set->formula), operand(0), operand(1));
    case ExprKind::Range: {
      if (!isNumber(tuple[0])) return kFalse;
      const Number value = numbers_.at(tuple[0]);
      return circuit_.conjunction(arithmetic_.lessEqual(integer(set->operands[0]), value),
                                  arithmetic_.less(value, integer(set->operands[1])));
    }
    default: return member(*matrix(set), tuple);
  }
}

void Translator::unite(MatrixBuilder& builder, const Matrix& a) {
  for (std::size_t i = 0; i < a.rows(); ++i) builder.add(a.row(i), a.guards[i]);
}

Matrix Translator::unite(Expr expr) {
  MatrixBuilder builder(circuit_, expr->arity);
  for (const Expr part : expr->operands) unite(builder, *matrix(part));
  return builder.build();
}

Matrix Translator::intersect(Expr expr) {
  Expr listed = expr->operands[0];
  Expr tested = expr->operands[1];
  // List the side that can be listed, and of two the one whose numbers are constants: {i} & {0, 1, 2} is then a set
  // of constants, which later operators fold.
  const auto cannotBeListed = [&](Expr side) { return isInfinite(side) || side->kind == ExprKind::Range; };
  if (cannotBeListed(listed)) {
    std::swap(listed, tested);
    // Two ranges: one of them has to be listed.
    if (listed->kind == ExprKind::Range && tested->kind == ExprKind::Range && !isListable(listed))
      std::swap(listed, tested);
  } else if (!cannotBeListed(tested) && expr->int_columns != 0) {
    const bool other_is_constant = hasConstantCells(*matrix(tested), numbers_);
    if (other_is_constant && !hasConstantCells(*matrix(listed), numbers_)) std::swap(listed, tested);
  } else if (tested->kind == ExprKind::Range && !hasConstantCells(*matrix(listed), numbers_)) {
    const Number low = integer(tested->operands[0]);
    const Number high = integer(tested->operands[1]);
    if (low.isConstant() && high.isConstant() && low.width() < 100 && high.width() < 100 &&
        constantValue(high) - constantValue(low) <= 64)
      std::swap(listed, tested);
  }
  const MatrixRef rows = matrix(listed);
  MatrixBuilder builder(circuit_, expr->arity);
  for (std::size_t i = 0; i < rows->rows(); ++i)
    builder.add(rows->row(i), circuit_.conjunction(rows->guards[i], member(tested, rows->row(i))));
  return builder.build();
}

Matrix Translator::subtract(Expr expr) {
  const MatrixRef rows = matrix(expr->operands[0]);
  MatrixBuilder builder(circuit_, expr->arity);
  for (std::size_t i = 0; i < rows->rows(); ++i)
    builder.add(rows->row(i), circuit_.conjunction(rows->guards[i], !member(expr->operands[1], rows->row(i))));
  return builder.build();
}

Matrix Translator::product(const Matrix& a, const Matrix& b) {
  MatrixBuilder builder(circuit_, a.arity + b.arity);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < b.rows(); ++j)
      builder.add(a.row(i), b.row(j), circuit_.conjunction(a.guards[i], b.guards[j]));
  return builder.build();
}

Matrix Translator::join(const Matrix& a, const Matrix& b, bool functional) {
  MatrixBuilder builder(circuit_, a.arity + b.arity - 2);
  for (std::size_t i = 0; i < a.rows(); ++i) {
    const Tuple left = a.row(i);
    const Cell middle = left.back();
    const auto [first, last] = isNumber(middle) ? std::pair{std::size_t{0}, b.rows()} : b.beginningWith(left.last(1));
    for (std::size_t j = first; j < last; ++j) {
      const Tuple right = b.row(j);
      const Gate matches = same(middle, right.front());
      if (matches == kFalse) continue;
      const Gate guard = circuit_.conjunction({matches, a.guards[i], b.guards[j]});
      builder.add(left.first(left.size() - 1), right.subspan(1), guard);
    }
  }
  Matrix result = builder.build();
  return functional ? collapsed(std::move(result)) : result;
}

Matrix Translator::join(Expr expr) {
  const Expr a = expr->operands[0];
  const Expr b = expr->operands[1];
  const auto isClosure = [](Expr side) {
    return side->kind == ExprKind::Closure || side->kind == ExprKind::ReflexiveClosure;
  };
  const auto reflexive = [](Expr side) { return side->kind == ExprKind::ReflexiveClosure; };
  // From one element after the other the whole closure is shared; from a set that is not listed its image is cheaper.
  const auto isElement = [](Expr side) { return side->kind == ExprKind::Variable || side->kind == ExprKind::Atom; };
  if (isClosure(b) && !isElement(a)) {
    const Expr step = b->operands[0];
    return image(*matrix(a), *matrix(step), reflexive(b), a->functional && step->functional);
  }
  if (isClosure(a) && b->arity == 1 && !isElement(b))
    return image(*matrix(b), transpose(*matrix(a->operands[0])), reflexive(a), false);
  // There may be too many of these numbers to list them; whether one is among them can always be asked.
  if (a->kind == ExprKind::Range || a->kind == ExprKind::Integers) {
    const MatrixRef rows = matrix(b);
    MatrixBuilder builder(circuit_, expr->arity);
    for (std::size_t i = 0; i < rows->rows(); ++i)
      builder.add(rows->row(i).subspan(1), circuit_.conjunction(rows->guards[i], member(a, rows->row(i).first(1))));
    Matrix result = builder.build();
    return expr->functional ? collapsed(std::move(result)) : result;
  }
  return join(*matrix(a), *matrix(b), expr->functional);
}

Matrix Translator::overrideBy(Expr expr) {
  const MatrixRef a = matrix(expr->operands[0]);
  const MatrixRef b = matrix(expr->operands[1]);
  const auto key = static_cast<std::size_t>(expr->arity - 1);
  MatrixBuilder domain_builder(circuit_, expr->arity - 1);
  for (std::size_t i = 0; i < b->rows(); ++i) domain_builder.add(b->row(i).first(key), b->guards[i]);
  const Matrix domain = domain_builder.build();
  MatrixBuilder builder(circuit_, expr->arity);
  for (std::size_t i = 0; i < a->rows(); ++i)
    builder.add(a->row(i), circuit_.conjunction(a->guards[i], !member(domain, a->row(i).first(key))));
  unite(builder, *b);
  return builder.build();
}

Matrix Translator::update(Expr expr) {
  const MatrixRef relation = matrix(expr->operands[0]);
  const MatrixRef domain = matrix(expr->operands[1]);
  const MatrixRef value = matrix(expr->operands[2]);
  const auto split = static_cast<std::size_t>(domain->arity);
  const bool numeric = expr->functional && ((expr->int_columns >> (expr->arity - 1)) & 1U) != 0 && value->rows() <= 1 &&
                       value->arity == 1;
  MatrixBuilder builder(circuit_, expr->arity);
  // A tuple is there if its head is in the domain and its tail in the value, or its head is not and it was there.
  std::vector<bool> done(domain->rows(), false);
  for (std::size_t i = 0; i < relation->rows(); ++i) {
    const Tuple row = relation->row(i);
    const Tuple head = row.first(split);
    const Gate replaced = member(*domain, head);
    const auto [at, end] = domain->beginningWith(head);
    if (numeric && at != end && value->rows() == 1) {
      done[at] = true;
      const Cell next[] = {
          numbers_.intern(arithmetic_.choice(replaced, numbers_.at(value->row(0)[0]), numbers_.at(row.back())))};
      builder.add(row.first(row.size() - 1), next, circuit_.choice(replaced, value->guards[0], relation->guards[i]));
    } else {
      builder.add(
          row, circuit_.choice(replaced, at == end ? kFalse : value->guardOf(row.subspan(split)), relation->guards[i]));
    }
  }
  for (std::size_t i = 0; i < domain->rows(); ++i) {
    if (done[i]) continue;
    for (std::size_t j = 0; j < value->rows(); ++j)
      builder.add(domain->row(i), value->row(j), circuit_.conjunction(domain->guards[i], value->guards[j]));
  }
  return builder.build();
}

Matrix Translator::restrict(Expr expr) {
  const bool by_domain = expr->kind == ExprKind::DomainRestrict;
  const Expr set = expr->operands[by_domain ? 0 : 1];
  const MatrixRef relation = matrix(expr->operands[by_domain ? 1 : 0]);
  const auto width = static_cast<std::size_t>(set->arity);
  MatrixBuilder builder(circuit_, expr->arity);
  for (std::size_t i = 0; i < relation->rows(); ++i) {
    const Tuple row = relation->row(i);
    const Tuple key = by_domain ? row.first(width) : row.last(width);
    builder.add(row, circuit_.conjunction(relation->guards[i], member(set, key)));
  }
  return builder.build();
}

Matrix Translator::transpose(const Matrix& a) {
  MatrixBuilder builder(circuit_, 2);
  for (std::size_t i = 0; i < a.rows(); ++i) builder.add(std::array{a.row(i)[1], a.row(i)[0]}, a.guards[i]);
  return builder.build();
}

Matrix Translator::ifElse(Expr expr) {
  const Gate condition = formula(expr->formula);
  if (condition.isConstant()) return *matrix(expr->operands[condition == kTrue ? 0 : 1]);
  const MatrixRef a = matrix(expr->operands[0]);
  const MatrixRef b = matrix(expr->operands[1]);
  const bool numeric = expr->functional && ((expr->int_columns >> (expr->arity - 1)) & 1U) != 0;
  const auto key = static_cast<std::size_t>(expr->arity - (numeric ? 1 : 0));
  MatrixBuilder builder(circuit_, expr->arity);
  for (std::size_t i = 0; i < a->rows(); ++i) {
    const Tuple row = a->row(i);
    const auto [at, end] = b->beginningWith(row.first(key));
    if (at == end) {
      builder.add(row, circuit_.conjunction(condition, a->guards[i]));
      continue;
    }
    const Gate guard = circuit_.choice(condition, a->guards[i], b->guards[at]);
    if (!numeric) {
      builder.add(row, guard);
      continue;
    }
    const Cell number[] = {
        numbers_.intern(arithmetic_.choice(condition, numbers_.at(row.back()), numbers_.at(b->row(at).back())))};
    builder.add(row.first(key), number, guard);
  }
  for (std::size_t i = 0; i < b->rows(); ++i) {
    const auto [at, end] = a->beginningWith(b->row(i).first(key));
    if (at == end) builder.add(b->row(i), circuit_.conjunction(!condition, b->guards[i]));
  }
  return builder.build();
}

Matrix Translator::comprehension(Expr expr) {
  MatrixBuilder builder(circuit_, expr->arity);
  forEachBinding(expr->decls, false, [&](Gate guard) {
    std::vector<Cell> tuple;
    for (const logic::Decl& decl : expr->decls) tuple.push_back(static_cast<Cell>(bindingOf(decl.variable)));
    builder.add(tuple, circuit_.conjunction(guard, formula(expr->formula)));
  });
  return builder.build();
}

// One row for each combination of the other columns where the last one holds integers and has at most one value: at
// most one guard of such rows holds, so the numbers can be multiplexed.
Matrix Translator::collapsed(Matrix matrix) {
  const auto head = static_cast<std::size_t>(matrix.arity - 1);
  bool needed = false;
  for (std::size_t i = 0; i + 1 < matrix.rows() && !needed; ++i)
    needed =
        isNumber(matrix.row(i).back()) && std::ranges::equal(matrix.row(i).first(head), matrix.row(i + 1).first(head));
  if (!needed) return matrix;
  MatrixBuilder builder(circuit_, matrix.arity);
  for (std::size_t i = 0; i < matrix.rows();) {
    const Tuple prefix = matrix.row(i).first(head);
    std::vector<Arithmetic::Guarded> cases;
    std::vector<Gate> guards;
    std::size_t j = i;
    for (; j < matrix.rows() && std::ranges::equal(matrix.row(j).first(head), prefix); ++j) {
      cases.push_back({matrix.guards[j], &numbers_.at(matrix.row(j).back())});
      guards.push_back(matrix.guards[j]);
    }
    const Cell number[] = {numbers_.intern(arithmetic_.select(cases))};
    builder.add(prefix, number, circuit_.disjunction(guards));
    i = j;
  }
  return builder.build();
}

}  // namespace weir::solver
