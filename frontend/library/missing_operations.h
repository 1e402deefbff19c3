// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program asks of the standard library that the models of `use <std>` do not have.
//
//   bool before(const Names& a, const Names& b) { return a.list < b.list; }     no model has this operator
//
// With the models in place of the library such code does not compile, which is not its fault. Where the mistake that
// the compiler sees lies in the body of a function, that function is not read and says so; the others are as they would
// be. Elsewhere (in a type, in the initial value of a global) it may have changed what other code means, and nothing is
// read.
#pragma once

#include "frontend/clang_ast.h"

namespace weir::frontend {

struct MissingOperation {
  clang::SourceLocation at;
  std::string message;  // the compiler's
};

class MissingOperations {
 public:
  MissingOperations() = default;
  explicit MissingOperations(std::vector<MissingOperation> all) : all_(std::move(all)) {}

  /// The first in what the function does, or null.
  const MissingOperation* in(const clang::FunctionDecl* function) const;
  /// The first that is in no function whose calls mean the same without its body.
  const MissingOperation* outsideOfBodies(const clang::ASTContext& context) const;

 private:
  std::vector<MissingOperation> all_;
};

}  // namespace weir::frontend
