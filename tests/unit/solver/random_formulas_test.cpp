// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random formulas over random small bounds: the finder's answer for the formula and for its negation is that of an
// enumeration of all instances with the evaluator. WEIR_RANDOM_FORMULAS says how many, WEIR_RANDOM_SEED from which
// seed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <span>

#include "ir/logic/evaluator.h"
#include "solver/model_finder.h"
#include "solver/translate/translator.h"
#include "tests/support/random_formula.h"

namespace weir::solver {
namespace {

using logic::BoundCell;
using logic::BoundTuple;
using logic::Cell;
using logic::Multiplicity;
using logic::Relation;
using logic::RelationBound;

constexpr int kFreedom = 9;            // bits: at most 512 instances a formula
constexpr int kFreedomOfRelation = 3;  // so that all relations get some

// Bounds with at most kFreedom bits to choose; what else is listed is required.
class RandomBounds {
 public:
  RandomBounds(std::uint64_t seed, const logic::Universe& universe, const logic::Context& context)
      : random_(seed), universe_(universe), integers_(context.intSort()) {}

  RelationBound bound(Relation relation) {
    RelationBound result;
    const int others = std::max(0, freedom_ - kFreedomOfRelation);
    freedom_ -= others;
    if (relation->functional) result.multiplicity = pick(2) == 0 ? Multiplicity::Lone : Multiplicity::One;
    extend(relation, {}, result);
    freedom_ += others;
    return result;
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint64_t>(below)); }

  void extend(Relation relation, std::vector<BoundCell> cells, RelationBound& result) {
    const auto column = static_cast<std::size_t>(cells.size());
    if (column == relation->columns.size()) {
      const int chance = pick(10);
      if (chance < 5) return;
      const bool optional = chance < 9 && freedom_ > 0;
      if (optional) --freedom_;
      // Two required values for one key would be no bound at all.
      const bool required = chance == 9 && (!relation->functional || result.tuples.empty());
      if (optional || required) result.tuples.push_back({std::move(cells), required});
      return;
    }
    const auto with = [&](const BoundCell& cell) {
      auto longer = cells;
      longer.push_back(cell);
      extend(relation, std::move(longer), result);
    };
    if (relation->columns[column] != integers_) {
      for (const int atom : universe_.atomsOf(relation->columns[column])) with(BoundCell::ofAtom(atom));
      return;
    }
    for (int i = 0; i < 2; ++i) {
      const int width = 1 + pick(3);
      if (pick(3) == 0 && freedom_ >= width) {
        freedom_ -= width;
        with(BoundCell::free(width, pick(2) == 0));
      } else {
        with(BoundCell::ofInteger(pick(6) - 2));
      }
    }
  }

  std::mt19937_64 random_;
  const logic::Universe& universe_;
  logic::Sort integers_;
  int freedom_ = kFreedom;
};

bool respectsMultiplicity(const RelationBound& bound, const logic::TupleSet& chosen, const logic::TupleSet& all) {
  if (bound.multiplicity == Multiplicity::Any) return true;
  std::map<logic::Tuple, int> values;
  for (const logic::Tuple& tuple : chosen)
    if (++values[{tuple.begin(), tuple.end() - 1}] > 1) return false;
  if (bound.multiplicity == Multiplicity::One)
    for (const logic::Tuple& tuple : all)
      if (!values.contains({tuple.begin(), tuple.end() - 1})) return false;
  return true;
}

// Every value of one relation that its bound allows.
std::set<logic::TupleSet> valuesWithin(const RelationBound& bound) {
  int bits = 0;
  for (const BoundTuple& tuple : bound.tuples) {
    if (!tuple.required) ++bits;
    for (const BoundCell& cell : tuple.cells)
      if (cell.kind == BoundCell::Kind::Free) bits += cell.width;
  }
  std::set<logic::TupleSet> result;
  for (std::uint64_t assignment = 0; assignment < (std::uint64_t{1} << bits); ++assignment) {
    std::uint64_t rest = assignment;
    const auto take = [&](int width) {
      const std::uint64_t value = rest & ((std::uint64_t{1} << width) - 1);
      rest >>= width;
      return static_cast<int>(value);
    };
    logic::TupleSet all;
    logic::TupleSet chosen;
    for (const BoundTuple& listed : bound.tuples) {
      logic::Tuple tuple;
      for (const BoundCell& cell : listed.cells) {
        if (cell.kind == BoundCell::Kind::Atom) tuple.push_back(Cell::ofAtom(cell.atom));
        if (cell.kind == BoundCell::Kind::Integer) tuple.push_back(Cell::ofInteger(cell.integer));
        if (cell.kind == BoundCell::Kind::Free) {
          const int taken = take(cell.width);
          const bool negative = cell.is_signed && (taken >> (cell.width - 1)) != 0;
          tuple.push_back(Cell::ofInteger(negative ? taken - (1 << cell.width) : taken));
        }
      }
      all.insert(tuple);
      if (listed.required || take(1) != 0) chosen.insert(std::move(tuple));
    }
    if (respectsMultiplicity(bound, chosen, all)) result.insert(std::move(chosen));
  }
  return result;
}

using Bounds = std::map<int, std::pair<Relation, RelationBound>>;
using Values = std::vector<std::pair<Relation, std::set<logic::TupleSet>>>;

// Calls visit for every instance, made of one value for each relation, until it returns false.
template <class Visit>
bool forEachInstance(logic::Instance& instance, std::span<const Values::value_type> values, Visit& visit) {
  if (values.empty()) return visit(instance);
  for (const logic::TupleSet& value : values.front().second) {
    instance.set(values.front().first, value);
    if (!forEachInstance(instance, values.subspan(1), visit)) return false;
  }
  return true;
}

struct Expected {
  bool satisfiable = false;
  bool falsifiable = false;
};

int countFromEnvironment(const char* name, int otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::atoi(value);
}

struct RandomProblem {
  /// Whichever relation comes first has the most freedom: that is the `favoured` one.
  RandomProblem(int seed, int favoured) : formulas(context) {
    formulas.seed(static_cast<std::uint64_t>(seed));
    universe = formulas.universe(3);
    RandomBounds random_bounds(static_cast<std::uint64_t>(seed), universe, context);
    const auto& relations = formulas.relations();
    for (std::size_t i = 0; i < relations.size(); ++i) {
      const Relation relation = relations[(i + static_cast<std::size_t>(favoured)) % relations.size()];
      bounds.emplace(relation->id, std::pair{relation, random_bounds.bound(relation)});
    }
  }

  logic::Context context;
  test_support::RandomFormulas formulas;
  logic::Universe universe;
  Bounds bounds;
};

class RandomFormulasTest : public testing::TestWithParam<BackEnd> {};

// Some formulas one after the other in one finder, as a refinement adds them; then other bounds.
TEST_P(RandomFormulasTest, AnswersAreThoseOfEnumeration) {
  constexpr int kFormulasOfOneFinder = 4;
  const int count = countFromEnvironment("WEIR_RANDOM_FORMULAS", 10000);
  const int first = countFromEnvironment("WEIR_RANDOM_SEED", 1);
  int decided = 0;
  int undecided = 0;
  int mixed = 0;
  int impossible = 0;
  for (int seed = first; seed < first + count / kFormulasOfOneFinder; ++seed) {
    RandomProblem problem(seed, seed);
    auto& [context, formulas, universe, bounds] = problem;
    Options options;
    options.back_end = GetParam();
    options.break_symmetry = seed % 3 != 0;
    options.skolemise = seed % 5 != 0;
    ModelFinder finder(context, universe, options);
    Values values;
    for (const auto& [id, entry] : bounds) {
      finder.addRelation(entry.first, entry.second);
      values.emplace_back(entry.first, valuesWithin(entry.second));
    }
    for (int i = 0; i < kFormulasOfOneFinder; ++i) {
      const int size = 3 + (seed + i) % 3;
      logic::Formula formula = formulas.formula(size);
      while (formula->kind == logic::FormulaKind::True || formula->kind == logic::FormulaKind::False)
        formula = formulas.formula(size);
      const std::string text = "seed " + std::to_string(seed) + ": " + logic::toString(formula);
      const Label holds = 2 * i;
      const Label fails = 2 * i + 1;
      Expected expected;
      try {
        finder.assertLabelled(formula, holds);
        finder.assertLabelled(context.negate(formula), fails);
        const auto visit = [&](const logic::Instance& instance) {
          (logic::Evaluator(instance).evaluate(formula) ? expected.satisfiable : expected.falsifiable) = true;
          return !expected.satisfiable || !expected.falsifiable;
        };
        logic::Instance instance(universe);
        forEachInstance(instance, values, visit);
      } catch (const TranslationError&) {
        continue;
      } catch (const logic::EvaluationError&) {
        continue;
      }
      ++decided;
      if (!expected.satisfiable && !expected.falsifiable) ++impossible;
      if (expected.satisfiable && expected.falsifiable) ++mixed;
      for (const Label label : {holds, fails}) {
        const bool possible = label == holds ? expected.satisfiable : expected.falsifiable;
        Answer answer = Answer::Unknown;
        try {
          answer = finder.solve({label});
        } catch (const TranslationError&) {
          ++undecided;  // it depends on a range that is too long to be listed
          continue;
        }
        ASSERT_EQ(answer, possible ? Answer::Satisfiable : Answer::Unsatisfiable) << label << ' ' << text;
        if (!possible) continue;
        const logic::Instance instance = finder.instance();
        ASSERT_EQ(logic::Evaluator(instance).evaluate(formula), label == holds) << text;
      }
    }
  }
  RecordProperty("decided", decided);
  RecordProperty("mixed", mixed);
  RecordProperty("impossible", impossible);
  EXPECT_GT(decided - undecided, count * 9 / 10);
  EXPECT_GT(mixed, count / 10) << "enough formulas should be neither valid nor unsatisfiable";
}

// Random formulas under labels: a core is unsatisfiable in a fresh solver, a minimised one also without superfluous
// members, by a solver that has never seen the others.
class RandomCoresTest : public testing::TestWithParam<BackEnd> {};

TEST_P(RandomCoresTest, CoresAreUnsatisfiableAndMinimisedOnesMinimal) {
  constexpr int kFormulas = 8;
  int unsatisfiable = 0;
  int members = 0;
  for (int seed = 1; seed <= 250; ++seed) {
    RandomProblem problem(seed, 0);
    auto& [context, formulas, universe, bounds] = problem;
    Options options;
    options.back_end = GetParam();
    options.check_answers = true;
    ModelFinder finder(context, universe, options);
    for (const auto& [id, entry] : bounds) finder.addRelation(entry.first, entry.second);
    std::map<Label, logic::Formula> labelled;
    std::vector<Label> labels;
    for (Label label = 0; label < kFormulas; ++label) {
      const logic::Formula formula = formulas.formula(3);
      try {
        finder.assertLabelled(formula, label);
      } catch (const TranslationError&) {
        continue;
      }
      labelled.emplace(label, formula);
      labels.push_back(label);
    }
    try {
      if (finder.solve(labels) != Answer::Unsatisfiable) continue;
    } catch (const TranslationError&) {
      continue;
    }
    ++unsatisfiable;
    const auto answerOf = [&](const std::vector<Label>& some) {
      options.check_answers = false;
      ModelFinder fresh(context, universe, options);
      for (const auto& [id, entry] : bounds) fresh.addRelation(entry.first, entry.second);
      for (const Label label : some) fresh.assertFormula(labelled.at(label));
      return fresh.solve();
    };
    ASSERT_EQ(answerOf(finder.core()), Answer::Unsatisfiable) << seed;
    const std::vector<Label> core = finder.minimiseCore({});
    ASSERT_TRUE(finder.isMinimal());
    ASSERT_EQ(answerOf(core), Answer::Unsatisfiable) << seed;
    for (const Label label : core) {
      std::vector<Label> rest = core;
      std::erase(rest, label);
      ASSERT_EQ(answerOf(rest), Answer::Satisfiable) << seed << " without " << label;
    }
    members += static_cast<int>(core.size());
  }
  EXPECT_GT(unsatisfiable, 100);
  EXPECT_GT(members, unsatisfiable) << "some cores should have several members";
}

INSTANTIATE_TEST_SUITE_P(BackEnds, RandomCoresTest, testing::Values(BackEnd::Cadical, BackEnd::Z3, BackEnd::Auto),
                         [](const auto& back_end) { return std::string(toString(back_end.param)); });

INSTANTIATE_TEST_SUITE_P(BackEnds, RandomFormulasTest, testing::Values(BackEnd::Cadical, BackEnd::Z3),
                         [](const auto& back_end) { return std::string(toString(back_end.param)); });

}  // namespace
}  // namespace weir::solver
