// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/translate/bounded_relation.h"

#include <algorithm>
#include <map>

#include "support/invariant.h"

namespace weir::solver {

namespace {

using logic::BoundCell;
using logic::Multiplicity;

Cell cellOf(const BoundCell& cell, Translator& translator) {
  switch (cell.kind) {
    case BoundCell::Kind::Atom: return cell.atom;
    case BoundCell::Kind::Integer: return translator.numbers().intern(Arithmetic::constant(cell.integer));
    case BoundCell::Kind::Free:
      return translator.numbers().intern(translator.arithmetic().variable(cell.width, cell.is_signed));
  }
  UNREACHABLE("a bound's cell should have one of the kinds");
}

// Guards of the rows that share all columns but the last, of which at most or exactly one is there.
void guardGroup(BoundedRelation& result, const std::vector<std::size_t>& group, bool exactly_one, Circuit& circuit) {
  const auto required =
      std::find_if(group.begin(), group.end(), [&](std::size_t i) { return result.bound.tuples[i].required; });
  if (required != group.end()) {
    for (const std::size_t i : group) result.rows[i].guard = constantGate(result.bound.tuples[i].required);
    return;
  }
  if (exactly_one && group.size() == 1) {
    result.rows[group[0]].guard = kTrue;
    return;
  }
  if (exactly_one && group.size() == 2) {
    result.rows[group[0]].guard = circuit.variable();
    result.rows[group[1]].guard = !result.rows[group[0]].guard;
    return;
  }
  std::vector<Gate> guards;
  for (const std::size_t i : group) {
    result.rows[i].guard = circuit.variable();
    guards.push_back(result.rows[i].guard);
  }
  result.conditions.push_back(circuit.atMostOne(guards));
  if (exactly_one) result.conditions.push_back(circuit.disjunction(guards));
}

// Whether a free integer stands before the last column. Then the combinations that the multiplicity constrains are only
// known in an instance: rows that look different may share one.
bool hasFreeKey(const BoundedRelation& result) {
  return std::any_of(result.bound.tuples.begin(), result.bound.tuples.end(), [](const logic::BoundTuple& tuple) {
    return std::any_of(tuple.cells.begin(), tuple.cells.end() - 1,
                       [](const BoundCell& cell) { return cell.kind == BoundCell::Kind::Free; });
  });
}

void guardFreeKeys(BoundedRelation& result, bool exactly_one, Circuit& circuit, Translator& translator) {
  const auto same = [&](Cell a, Cell b) {
    if (a == b) return kTrue;
    if (!isNumber(a) || !isNumber(b)) return kFalse;
    return translator.arithmetic().equal(translator.numbers().at(a), translator.numbers().at(b));
  };
  const std::size_t rows = result.rows.size();
  for (std::size_t i = 0; i < rows; ++i)
    result.rows[i].guard = result.bound.tuples[i].required ? kTrue : circuit.variable();
  for (std::size_t i = 0; i < rows; ++i) {
    const auto& a = result.rows[i].cells;
    std::vector<Gate> values;
    for (std::size_t j = 0; j < rows; ++j) {
      const auto& b = result.rows[j].cells;
      std::vector<Gate> both{result.rows[j].guard};
      for (std::size_t k = 0; k + 1 < a.size(); ++k) both.push_back(same(a[k], b[k]));
      const Gate shares_key = circuit.conjunction(both);
      values.push_back(shares_key);
      if (j < i)
        result.conditions.push_back(
            !circuit.conjunction({shares_key, result.rows[i].guard, !same(a.back(), b.back())}));
    }
    if (exactly_one) result.conditions.push_back(circuit.disjunction(values));
  }
}

}  // namespace

Matrix BoundedRelation::matrix(Circuit& circuit) const {
  MatrixBuilder builder(circuit, relation->arity());
  for (const Row& row : rows) builder.add(row.cells, row.guard);
  return builder.build();
}

BoundedRelation allocate(logic::Relation relation, const logic::RelationBound& bound, Circuit& circuit,
                         Translator& translator) {
  BoundedRelation result;
  result.relation = relation;
  result.bound = bound;
  // The expressions rely on what the relation says about itself, whatever the bound says.
  if (relation->functional && bound.multiplicity == Multiplicity::Any) result.bound.multiplicity = Multiplicity::Lone;
  for (const logic::BoundTuple& tuple : bound.tuples) {
    INVARIANT(static_cast<int>(tuple.cells.size()) == relation->arity(), "a bound should have its relation's arity");
    BoundedRelation::Row row;
    for (const BoundCell& cell : tuple.cells) row.cells.push_back(cellOf(cell, translator));
    result.rows.push_back(std::move(row));
  }
  const bool exactly_one = result.bound.multiplicity == Multiplicity::One;
  if (result.bound.multiplicity == Multiplicity::Any) {
    for (std::size_t i = 0; i < result.rows.size(); ++i)
      result.rows[i].guard = bound.tuples[i].required ? kTrue : circuit.variable();
  } else if (hasFreeKey(result)) {
    guardFreeKeys(result, exactly_one, circuit, translator);
  } else {
    std::map<std::vector<Cell>, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
      const auto& cells = result.rows[i].cells;
      groups[{cells.begin(), cells.end() - 1}].push_back(i);
    }
    for (const auto& [key, group] : groups) guardGroup(result, group, exactly_one, circuit);
  }
  return result;
}

}  // namespace weir::solver
