// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/unit/conditions/random_conditions.h"

#include <algorithm>
#include <set>

namespace weir::conditions {
namespace {

Integer floorOf(Integer value, Integer divisor) {
  Integer quotient = 0;
  while (quotient * divisor > value) --quotient;
  while ((quotient + 1) * divisor <= value) ++quotient;
  return quotient;
}

}  // namespace

Integer World::any(const Interval& range) {
  const Integer low = range.low.value_or(-20);
  const Integer high = range.high.value_or(low + 40);
  return low + static_cast<Integer>(random_() % static_cast<unsigned>(high - low + 1));
}

bool World::isPossible(const Function* function, Integer value) const {
  if (!function->is_injective) return true;
  if (value == 0) return false;
  return std::none_of(functions.begin(), functions.end(),
                      [&](const auto& each) { return each.first.first->is_injective && each.second == value; });
}

Integer World::symbol(Atom symbol) {
  if (const auto found = symbols.find(symbol); found != symbols.end()) return found->second;
  return symbols.emplace(symbol, any(symbol->range)).first->second;
}

Integer World::apply(const Function* function, const std::vector<Integer>& arguments) {
  const auto key = std::make_pair(function, arguments);
  if (const auto found = functions.find(key); found != functions.end()) return found->second;
  Integer value = any(function->range);
  while (!isPossible(function, value)) value = any(function->range);
  return functions.emplace(key, value).first->second;
}

Integer World::value(Atom atom) {
  switch (atom->kind) {
    case AtomKind::Symbol: return symbol(atom);
    case AtomKind::Apply: {
      std::vector<Integer> arguments;
      for (Term each : atom->arguments) arguments.push_back(value(each));
      return apply(atom->function, arguments);
    }
    case AtomKind::Choose: return holds(atom->condition) ? value(atom->arguments[0]) : value(atom->arguments[1]);
    case AtomKind::Quotient: return floorOf(value(atom->arguments[0]), atom->divisor);
  }
  return 0;
}

Integer World::value(Term term) {
  Integer sum = term->constant;
  for (const Summand& each : term->summands) sum += each.factor * value(each.atom);
  return sum;
}

bool World::holds(Formula formula) {
  switch (formula->kind) {
    case FormulaKind::True: return true;
    case FormulaKind::False: return false;
    case FormulaKind::LessEqual: return value(formula->term) <= 0;
    case FormulaKind::Equal: return value(formula->term) == 0;
    case FormulaKind::NotEqual: return value(formula->term) != 0;
    case FormulaKind::And:
      return std::all_of(formula->operands.begin(), formula->operands.end(), [&](Formula each) { return holds(each); });
    case FormulaKind::Or:
      return std::any_of(formula->operands.begin(), formula->operands.end(), [&](Formula each) { return holds(each); });
  }
  return false;
}

namespace {

bool forEachWorldFrom(const std::vector<Atom>& atoms, size_t first, World& world,
                      const std::function<bool(World&)>& body) {
  if (first == atoms.size()) return body(world);
  const Atom atom = atoms[first];
  if (atom->kind == AtomKind::Symbol) {
    for (Integer value = *atom->range.low; value <= *atom->range.high; ++value) {
      world.symbols[atom] = value;
      if (!forEachWorldFrom(atoms, first + 1, world, body)) return false;
    }
    return true;
  }
  if (atom->kind != AtomKind::Apply) return forEachWorldFrom(atoms, first + 1, world, body);
  std::vector<Integer> arguments;
  for (Term each : atom->arguments) arguments.push_back(world.value(each));
  const auto key = std::make_pair(atom->function, arguments);
  if (world.functions.contains(key)) return forEachWorldFrom(atoms, first + 1, world, body);
  for (Integer value = *atom->range.low; value <= *atom->range.high; ++value) {
    if (!world.isPossible(atom->function, value)) continue;
    world.functions[key] = value;
    const bool goes_on = forEachWorldFrom(atoms, first + 1, world, body);
    world.functions.erase(key);
    if (!goes_on) return false;
  }
  return true;
}

}  // namespace

bool forEachWorld(const std::vector<Formula>& formulas, const std::function<bool(World&)>& body) {
  const auto byNumber = [](Atom a, Atom b) { return a->number < b->number; };
  std::set<Atom, decltype(byNumber)> atoms(byNumber);
  for (Formula each : formulas) {
    for (Atom atom : atomsOf(each)) atoms.insert(atom);
  }
  World world;
  return forEachWorldFrom({atoms.begin(), atoms.end()}, 0, world, body);
}

bool isSatisfiable(Formula formula) {
  return !forEachWorld({formula}, [&](World& world) { return !world.holds(formula); });
}

bool areEquivalent(Formula a, Formula b, Formula context) {
  return forEachWorld({a, b, context},
                      [&](World& world) { return !world.holds(context) || world.holds(a) == world.holds(b); });
}

RandomConditions::RandomConditions(Terms& terms, unsigned seed, Shape shape)
    : terms_(terms), shape_(shape), random_(seed) {
  const Interval ranges[] = {{-2, 2}, {0, 3}, {0, 1}, {1, 2}, {-1, 0}, {0, 5}, {2, 2}};
  for (int i = 0; i < shape.symbols; ++i) {
    const auto which = static_cast<size_t>(pick(7));
    symbols_.push_back(terms.symbol(std::string(1, static_cast<char>('x' + i)), ranges[which], pick(4) == 0));
  }
  for (int i = 0; i < 2 && shape.applications > 0; ++i) {
    functions_.push_back(terms.function(
        {.name = i == 0 ? "f" : "g", .arity = i + 1, .range = {Integer(-pick(2)), Integer(1 + pick(2))}}));
  }
  for (int i = 0; i < 2 && shape.parts > 0; ++i) {
    parts_.push_back(terms.function({.name = i == 0 ? "left" : "right", .range = {0, 7}, .is_injective = true}));
  }
}

MeantTerm RandomConditions::atom(int depth) {
  if (depth > 0 && shape_.applications > 0 && pick(4) == 0) {
    --shape_.applications;
    const Function* function = functions_[static_cast<size_t>(pick(2))];
    const MeantTerm a = term(depth - 1);
    if (function->arity == 1) {
      return {terms_.apply(function, {a.term}),
              [=](World& world) { return world.apply(function, {a.meaning(world)}); }};
    }
    const MeantTerm b = term(depth - 1);
    return {terms_.apply(function, {a.term, b.term}), [=](World& world) {
              const Integer first = a.meaning(world);
              return world.apply(function, {first, b.meaning(world)});
            }};
  }
  if (depth > 0 && pick(6) == 0) {
    const MeantFormula condition = literal(depth - 1);
    const MeantTerm a = term(depth - 1);
    const MeantTerm b = term(depth - 1);
    return {terms_.choose(condition.formula, a.term, b.term),
            [=](World& world) { return condition.meaning(world) ? a.meaning(world) : b.meaning(world); }};
  }
  if (depth > 0 && pick(6) == 0) {
    const MeantTerm a = term(depth - 1);
    const Integer divisor = 1 + pick(4);
    return {terms_.quotient(a.term, divisor), [=](World& world) { return floorOf(a.meaning(world), divisor); }};
  }
  const Atom made = symbols_[static_cast<size_t>(pick(static_cast<int>(symbols_.size())))];
  return {terms_.of(made), [=](World& world) { return world.symbol(made); }};
}

MeantTerm RandomConditions::term(int depth) {
  if (depth > 0 && shape_.parts > 0 && pick(8) == 0) {
    --shape_.parts;
    const Function* part = parts_[static_cast<size_t>(pick(2))];
    const Atom object = symbols_[static_cast<size_t>(pick(static_cast<int>(symbols_.size())))];
    return {terms_.apply(part, {terms_.of(object)}),
            [=](World& world) { return world.apply(part, {world.symbol(object)}); }};
  }
  MeantTerm made = atom(depth);
  for (int more = pick(3); more > 0; --more) {
    const Integer factor =
        static_cast<Integer>(pick(static_cast<int>(2 * shape_.largest_factor + 1))) - shape_.largest_factor;
    const MeantTerm next = atom(depth - 1);
    made = {terms_.add(made.term, terms_.scale(next.term, factor)),
            [=](World& world) { return made.meaning(world) + factor * next.meaning(world); }};
  }
  const Integer constant = pick(5) - 2;
  return {terms_.add(made.term, constant), [=](World& world) { return made.meaning(world) + constant; }};
}

MeantFormula RandomConditions::literal(int depth) {
  const MeantTerm a = term(depth);
  const Integer constant = pick(5) - 2;
  MeantTerm b{terms_.constant(constant), [=](World&) { return constant; }};
  if (pick(3) == 0) b = term(depth);
  switch (pick(4)) {
    case 0:
      return {terms_.lessEqual(a.term, b.term), [=](World& world) { return a.meaning(world) <= b.meaning(world); }};
    case 1: return {terms_.less(b.term, a.term), [=](World& world) { return b.meaning(world) < a.meaning(world); }};
    case 2: return {terms_.equal(a.term, b.term), [=](World& world) { return a.meaning(world) == b.meaning(world); }};
    default:
      return {terms_.notEqual(a.term, b.term), [=](World& world) { return a.meaning(world) != b.meaning(world); }};
  }
}

MeantFormula RandomConditions::formula(int depth) {
  if (depth == 0) return literal(1);
  const MeantFormula a = formula(depth - 1 - pick(depth));
  if (pick(6) == 0) {
    return {terms_.negate(a.formula), [=](World& world) { return !a.meaning(world); }};
  }
  const MeantFormula b = formula(depth - 1);
  if (pick(6) == 0) {
    return {terms_.implies(a.formula, b.formula), [=](World& world) { return !a.meaning(world) || b.meaning(world); }};
  }
  if (pick(2) == 0) {
    return {terms_.conjoin(a.formula, b.formula), [=](World& world) { return a.meaning(world) && b.meaning(world); }};
  }
  return {terms_.disjoin(a.formula, b.formula), [=](World& world) { return a.meaning(world) || b.meaning(world); }};
}

Formula RandomConditions::formulaOf(int leaves) {
  if (leaves <= 1) return literal(pick(2)).formula;
  const int left = 1 + pick(leaves - 1);
  const Formula a = formulaOf(left);
  const Formula b = formulaOf(leaves - left);
  return pick(2) == 0 ? terms_.conjoin(a, b) : terms_.disjoin(a, b);
}

}  // namespace weir::conditions
