// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees back to text, with the fewest parentheses the precedence allows.
//
//   print(Union(Join(l, *next), return))  is  l.*next + return
//
// Claim: parsing what is printed gives an equal tree (checked on random trees in the tests).
#pragma once

#include <string>
#include <vector>

#include "specs/lang/ast.h"

namespace weir::specs {

std::string print(const Expr& expr, Level least = Level::Quantifier);
/// `x, y: set e, z: e2`
std::string print(const std::vector<VariableDecl>& decls);
/// `set e`
std::string printType(Multiplicity multiplicity, const Expr& type);
std::string print(const Clause& clause);
std::string print(const MethodName& method);
std::string print(const Declaration& declaration);
std::string print(const SpecFile& file);

}  // namespace weir::specs
