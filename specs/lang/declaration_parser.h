// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses declarations and clauses, whose first words are recognised by position, not reserved.
#pragma once

#include <optional>
#include <vector>

#include "specs/lang/ast.h"
#include "specs/lang/expression_parser.h"
#include "specs/lang/token_cursor.h"

namespace weir::specs {

class DeclarationParser {
 public:
  explicit DeclarationParser(TokenCursor& cursor) : cursor_(cursor) {}

  std::vector<Declaration> parseFile();
  /// Clauses up to `}` or the end, neither of which is taken.
  std::vector<Clause> parseClauses();

 private:
  std::optional<Declaration> parseDeclaration();
  SourceDecl parseSource();
  UseDecl parseUse();
  FunctionDecl parseFunction(bool predicate);
  InvariantDecl parseInvariant();
  MethodDecl parseMethod(bool trusted);
  MethodDecl parseModelMethod();
  ModelDecl parseModel();
  CheckDecl parseCheck();

  Clause parseClause();
  void parseBody(std::vector<Clause>& clauses);
  MethodName parseMethodName();
  std::string parseOperatorName();
  void parseSignature(MethodName& method);
  Identifier parseOptionalLabel();
  Identifier parseHyphenated(std::string_view what);
  std::uint64_t parseCount(std::string_view what);
  void skipToDeclaration();
  bool atClause() const;

  TokenCursor& cursor_;
};

}  // namespace weir::specs
