// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/problem.h"

#include "ir/logic/shared_printer.h"

namespace weir::solver {

namespace {

std::string toString(const logic::BoundCell& cell, const logic::Universe& universe) {
  switch (cell.kind) {
    case logic::BoundCell::Kind::Atom: return universe.at(cell.atom).name;
    case logic::BoundCell::Kind::Integer: return logic::toString(cell.integer);
    case logic::BoundCell::Kind::Free: break;
  }
  return (cell.is_signed ? "signed" : "unsigned") + std::to_string(cell.width);
}

const char* toString(logic::Multiplicity multiplicity) {
  switch (multiplicity) {
    case logic::Multiplicity::Any: return "set";
    case logic::Multiplicity::Lone: return "lone";
    case logic::Multiplicity::One: break;
  }
  return "one";
}

}  // namespace

std::string toString(const Problem& problem, const logic::Universe& universe) {
  std::string text;
  for (const auto& [relation, bound] : problem.bounded) {
    text += "relation " + relation->name + ": " + toString(bound.multiplicity) + " {";
    const char* separator = "";
    for (const logic::BoundTuple& tuple : bound.tuples) {
      text += separator;
      separator = ", ";
      text += '(';
      for (std::size_t i = 0; i < tuple.cells.size(); ++i)
        text += (i == 0 ? "" : ", ") + toString(tuple.cells[i], universe);
      text += tuple.required ? ")!" : ")";
    }
    text += "}\n";
  }
  logic::SharedPrinter printer;
  for (const Problem::Defined& one : problem.defined) printer.expect(one.expr);
  for (const Problem::Asserted& one : problem.asserted) printer.expect(one.formula);
  for (const auto& [relation, expr] : problem.defined) {
    const std::string value = printer.print(expr);
    text += printer.definitions() + "define " + relation->name + " = " + value + "\n";
  }
  for (const auto& [formula, label] : problem.asserted) {
    const std::string condition = printer.print(formula);
    text += printer.definitions() + (label ? "assert " + std::to_string(*label) + ": " : "assert ") + condition + "\n";
  }
  return text;
}

}  // namespace weir::solver
