// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transitive closure: by squaring where the whole relation is asked for, step by step where it is followed from a set.
#include <algorithm>
#include <set>

#include "solver/translate/translator.h"

namespace weir::solver {

namespace {

// No path without a repetition has more edges than there are cells for edges to start from.
std::size_t longestPath(const Matrix& step) {
  std::set<Cell> sources;
  for (std::size_t i = 0; i < step.rows(); ++i) sources.insert(step.row(i)[0]);
  return sources.size();
}

bool identical(const Matrix& a, const Matrix& b) { return a.cells == b.cells && a.guards == b.guards; }

}  // namespace

Matrix Translator::closure(const Matrix& a) {
  const std::size_t longest = longestPath(a);
  Matrix result = a;
  for (std::size_t length = 1; length < longest; length *= 2) {
    MatrixBuilder builder(circuit_, 2);
    unite(builder, result);
    unite(builder, join(result, result, false));
    Matrix next = builder.build();
    if (identical(next, result)) break;
    result = std::move(next);
  }
  return result;
}

Matrix Translator::image(const Matrix& from, const Matrix& step, bool reflexive, bool functional) {
  const std::size_t longest = longestPath(step);
  if (functional) {
    // The element after exactly i steps, for each i: the gates a program that walks the list asks for as well.
    MatrixBuilder builder(circuit_, from.arity);
    if (reflexive) unite(builder, from);
    Matrix current = from;
    for (std::size_t i = 0; i < longest && current.rows() > 0; ++i) {
      current = join(current, step, false);
      unite(builder, current);
    }
    return builder.build();
  }
  const Matrix start = reflexive ? from : join(from, step, false);
  Matrix result = start;
  for (std::size_t i = reflexive ? 0 : 1; i < longest; ++i) {
    MatrixBuilder builder(circuit_, from.arity);
    unite(builder, start);
    unite(builder, join(result, step, false));
    Matrix next = builder.build();
    if (identical(next, result)) break;
    result = std::move(next);
  }
  return result;
}

}  // namespace weir::solver
