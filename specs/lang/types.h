// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of specification expressions: unions of products of columns, as in Alloy.
//
//   next                 {ListEntry -> ListEntry}
//   value, of two classes  {A -> Int, B -> Int}
//   null, none           {}: the empty set, of any arity
//
// Claim: the value of a well-typed expression lies in its type; so where two types have nothing in common, the join,
// intersection or equality of their values means nothing and is reported as a mistake.
#pragma once

#include <string>
#include <vector>

#include "ir/program/program.h"

namespace weir::specs {

struct Column {
  enum class Kind {
    Object,  // of class_decl or derived from it
    Integer,
    Boolean,   // an integer, 0 or 1, that may stand as a formula
    Text,      // a modelled string, an integer too (ir/program/model_text.h)
    Slot,      // a pointer to a scalar of type `pointee`
    Function,  // a pointer to a function
    Anything,  // any atom: univ, void*
  };
  Kind kind = Kind::Anything;
  const program::ClassDecl* class_decl = nullptr;
  program::TypeRef pointee = nullptr;

  bool isNumber() const { return kind == Kind::Integer || kind == Kind::Boolean || kind == Kind::Text; }
  bool operator==(const Column&) const = default;
};

using Product = std::vector<Column>;

struct Type {
  int arity = 0;  // 0: an empty set that fits every arity
  std::vector<Product> products;
  bool is_error = false;  // a mistake has been reported below: stay silent above

  static Type empty() { return {}; }
  static Type error() { return {.arity = 0, .products = {}, .is_error = true}; }
  static Type of(Column column) { return {1, {{column}}, false}; }
  static Type integer() { return of({Column::Kind::Integer}); }
  static Type boolean() { return of({Column::Kind::Boolean}); }
  static Type text() { return of({Column::Kind::Text}); }
  static Type object(const program::ClassDecl* class_decl) { return of({Column::Kind::Object, class_decl}); }
  static Type anything() { return of({Column::Kind::Anything}); }

  bool isEmpty() const { return products.empty(); }
  /// One column of integers (or booleans, or strings) and nothing else.
  bool isNumber() const { return arity == 1 && !products.empty() && products.front().front().isNumber(); }
  bool isBoolean() const;
  bool isText() const;
  /// Bit i: column i holds strings.
  std::uint32_t textColumns() const;
  std::vector<Column> first() const;
  std::vector<Column> last() const;
  /// Bit i: column i holds integers; the same for all products of a well-formed type.
  std::uint32_t intColumns() const;
};

class TypeRules {
 public:
  explicit TypeRules(const program::Program& program) : program_(program) {}

  /// The type of the values of a scalar or class type; an array gives Int -> element. Error if weir has no values of
  /// it.
  Type ofProgramType(program::TypeRef type) const;
  Type ofField(const program::Field& field) const;

  bool overlap(const Column& a, const Column& b) const;
  bool overlap(const std::vector<Column>& a, const std::vector<Column>& b) const;
  /// Some product of one may equal some product of the other; an empty type overlaps with everything.
  bool overlap(const Type& a, const Type& b) const;

  Type unite(const Type& a, const Type& b) const;
  Type intersect(const Type& a, const Type& b) const;
  Type join(const Type& a, const Type& b) const;
  Type product(const Type& a, const Type& b) const;
  Type transpose(const Type& a) const;
  Type closure(const Type& a) const;
  /// The products of `relation` whose first (or last) column overlaps with `set`.
  Type restrictFirst(const Type& set, const Type& relation) const;
  Type restrictLast(const Type& relation, const Type& set) const;

 private:
  Column meet(const Column& a, const Column& b) const;  // requires that they overlap

  const program::Program& program_;
};

/// "ListEntry -> Node", "Int", "List + Graph".
std::string toString(const Type& type);

}  // namespace weir::specs
