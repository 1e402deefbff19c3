// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses expressions and formulas, by precedence climbing over the table in operators.h.
//
//   l.head.*next        (l.head).(*next): prefix closures and primes bind tighter than the join
//   List<int>' - List   a name may have template arguments; a `<` that does not close like them is a comparison
//   { F G H }           formulas side by side are conjoined; line breaks do not matter
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "specs/lang/ast.h"
#include "specs/lang/token_cursor.h"

namespace weir::specs {

class ExpressionParser {
 public:
  explicit ExpressionParser(TokenCursor& cursor) : cursor_(cursor) {}

  ExprPtr parse(Level least = Level::Quantifier);
  /// Formulas up to the closing brace, which is taken; recovers after each that cannot be understood.
  ExprPtr parseBlock();
  /// `x, y: set e, z: e2`, at least one.
  std::vector<VariableDecl> parseDeclarations();
  /// `set e`: a multiplicity, where one stands, and a type in which `->` may carry another.
  ExprPtr parseType(Multiplicity& multiplicity);
  /// `a::b<c, d *>::e`; `what` completes "expected ...".
  Identifier parseQualifiedName(std::string_view what);
  /// The type at hand up to a `,`, `)` or `>` outside of brackets, spelled canonically; nothing if it is not a type.
  std::optional<std::string> tryTypeText();
  /// `<a, b *>`, spelled canonically; nothing, and nothing taken, if what follows does not read as such.
  std::optional<std::string> tryTemplateArgumentText();

 private:
  // Counts how deep the parser has gone, and gives up before the stack would.
  class Nesting {
   public:
    explicit Nesting(ExpressionParser& parser);
    ~Nesting() { --parser_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    ExpressionParser& parser_;
  };

  ExprPtr parsePrefix();
  ExprPtr parsePostfix();
  ExprPtr parseClosure(bool behind_dot);
  ExprPtr parsePrimary(bool behind_dot);
  ExprPtr parseName();
  ExprPtr parseBinder(Op op, std::size_t first);
  ExprPtr parseLet();
  ExprPtr parseIf();
  ExprPtr parseBraces();
  ExprPtr parsePrimes(ExprPtr operand, std::size_t first);
  std::vector<ExprPtr> parseArguments(std::string_view close);
  std::optional<InfixOperator> infixAt(std::size_t& length) const;
  bool declarationsFollow(std::size_t ahead) const;
  bool acceptMultiplicity(Multiplicity& multiplicity);

  ExprPtr seal(Expr expr, std::size_t first);
  ExprPtr unary(Op op, ExprPtr operand, std::size_t first);
  ExprPtr binary(Op op, ExprPtr left, ExprPtr right, std::size_t first);

  TokenCursor& cursor_;
  int nesting_ = 0;
  bool in_type_ = false;
};

}  // namespace weir::specs
