// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/types.h"

#include <algorithm>

#include "ir/program/model_text.h"

namespace weir::specs {
namespace {

void addProduct(Type& type, Product product) {
  type.arity = static_cast<int>(product.size());
  if (std::find(type.products.begin(), type.products.end(), product) == type.products.end())
    type.products.push_back(std::move(product));
}

std::string toString(const Column& column) {
  switch (column.kind) {
    case Column::Kind::Object: return column.class_decl->name;
    case Column::Kind::Integer: return "Int";
    case Column::Kind::Boolean: return "bool";
    case Column::Kind::Text: return "string";
    case Column::Kind::Slot: return program::toString(column.pointee) + "*";
    case Column::Kind::Function: return "function";
    case Column::Kind::Anything: return "univ";
  }
  return "";
}

}  // namespace

bool Type::isBoolean() const {
  return arity == 1 && !products.empty() && products.front().front().kind == Column::Kind::Boolean;
}

bool Type::isText() const {
  return arity == 1 && !products.empty() && products.front().front().kind == Column::Kind::Text;
}

std::uint32_t Type::textColumns() const {
  std::uint32_t mask = 0;
  for (std::size_t i = 0; !products.empty() && i < products.front().size(); ++i)
    if (products.front()[i].kind == Column::Kind::Text) mask |= 1U << i;
  return mask;
}

std::vector<Column> Type::first() const {
  std::vector<Column> columns;
  for (const Product& product : products) columns.push_back(product.front());
  return columns;
}

std::vector<Column> Type::last() const {
  std::vector<Column> columns;
  for (const Product& product : products) columns.push_back(product.back());
  return columns;
}

std::uint32_t Type::intColumns() const {
  std::uint32_t mask = 0;
  if (products.empty()) return mask;
  for (std::size_t i = 0; i < products.front().size(); ++i)
    if (products.front()[i].isNumber()) mask |= 1U << i;
  return mask;
}

Type TypeRules::ofProgramType(program::TypeRef type) const {
  using program::TypeKind;
  switch (type->kind) {
    case TypeKind::Bool: return Type::boolean();
    case TypeKind::Int: return type->is_float ? Type::error() : Type::integer();
    case TypeKind::Class: return program::isModelText(type) ? Type::text() : Type::object(type->class_decl);
    case TypeKind::Array: {
      const Type element = ofProgramType(type->element);
      return element.is_error ? element : product(Type::integer(), element);
    }
    case TypeKind::Pointer:
      if (type->isObjectPointer()) return Type::object(type->pointee->class_decl);
      if (type->isSlotPointer()) return Type::of({Column::Kind::Slot, nullptr, type->pointee});
      if (type->isFunctionPointer()) return Type::of({Column::Kind::Function});
      if (type->isVoidPointer()) return Type::anything();
      return Type::error();
    default: return Type::error();
  }
}

Type TypeRules::ofField(const program::Field& field) const {
  const Type value = ofProgramType(field.type);
  return value.is_error ? value : product(Type::object(field.owner), value);
}

bool TypeRules::overlap(const Column& a, const Column& b) const {
  if (a.kind == Column::Kind::Text || b.kind == Column::Kind::Text) return a.kind == b.kind;
  if (a.isNumber() || b.isNumber()) return a.isNumber() && b.isNumber();
  if (a.kind == Column::Kind::Anything || b.kind == Column::Kind::Anything) return true;
  if (a.kind != b.kind) return false;
  if (a.kind == Column::Kind::Slot) return a.pointee == b.pointee;
  if (a.kind == Column::Kind::Function) return true;
  if (a.class_decl->derivesFrom(b.class_decl) || b.class_decl->derivesFrom(a.class_decl)) return true;
  // With several bases, an object may be both without either class deriving from the other.
  for (const program::ClassDecl* dynamic : program_.dynamicClasses(a.class_decl))
    if (dynamic->derivesFrom(b.class_decl)) return true;
  return false;
}

bool TypeRules::overlap(const std::vector<Column>& a, const std::vector<Column>& b) const {
  for (const Column& x : a)
    for (const Column& y : b)
      if (overlap(x, y)) return true;
  return false;
}

bool TypeRules::overlap(const Type& a, const Type& b) const {
  return a.isEmpty() || b.isEmpty() || !intersect(a, b).isEmpty();
}

Column TypeRules::meet(const Column& a, const Column& b) const {
  if (a.kind == Column::Kind::Anything || a.kind == Column::Kind::Integer) return b;
  if (a.kind == Column::Kind::Object && b.kind == Column::Kind::Object && b.class_decl->derivesFrom(a.class_decl))
    return b;
  return a;
}

Type TypeRules::unite(const Type& a, const Type& b) const {
  Type result = a;
  result.is_error = a.is_error || b.is_error;
  result.arity = std::max(a.arity, b.arity);
  for (const Product& product : b.products) addProduct(result, product);
  return result;
}

Type TypeRules::intersect(const Type& a, const Type& b) const {
  Type result;
  result.is_error = a.is_error || b.is_error;
  result.arity = std::max(a.arity, b.arity);
  for (const Product& x : a.products) {
    for (const Product& y : b.products) {
      if (x.size() != y.size()) continue;
      Product both;
      for (std::size_t i = 0; i < x.size() && overlap(x[i], y[i]); ++i) both.push_back(meet(x[i], y[i]));
      if (both.size() == x.size()) addProduct(result, std::move(both));
    }
  }
  return result;
}

Type TypeRules::join(const Type& a, const Type& b) const {
  Type result;
  result.is_error = a.is_error || b.is_error;
  result.arity = std::max(0, a.arity + b.arity - 2);
  for (const Product& x : a.products) {
    for (const Product& y : b.products) {
      if (!overlap(x.back(), y.front())) continue;
      Product joined(x.begin(), x.end() - 1);
      joined.insert(joined.end(), y.begin() + 1, y.end());
      if (!joined.empty()) addProduct(result, std::move(joined));
    }
  }
  return result;
}

Type TypeRules::product(const Type& a, const Type& b) const {
  Type result;
  result.is_error = a.is_error || b.is_error;
  result.arity = a.arity + b.arity;
  for (const Product& x : a.products) {
    for (const Product& y : b.products) {
      Product both = x;
      both.insert(both.end(), y.begin(), y.end());
      addProduct(result, std::move(both));
    }
  }
  return result;
}

Type TypeRules::transpose(const Type& a) const {
  Type result = a;
  for (Product& product : result.products) std::reverse(product.begin(), product.end());
  return result;
}

// Compositions of any length, until no product is new.
Type TypeRules::closure(const Type& a) const {
  Type result = a;
  for (;;) {
    const Type longer = unite(result, join(result, a));
    if (longer.products.size() == result.products.size()) return result;
    result = longer;
  }
}

Type TypeRules::restrictFirst(const Type& set, const Type& relation) const {
  Type result = relation;
  result.is_error = set.is_error || relation.is_error;
  std::erase_if(result.products, [&](const Product& product) { return !overlap(set.last(), {product.front()}); });
  return result;
}

Type TypeRules::restrictLast(const Type& relation, const Type& set) const {
  Type result = relation;
  result.is_error = set.is_error || relation.is_error;
  std::erase_if(result.products, [&](const Product& product) { return !overlap(set.first(), {product.back()}); });
  return result;
}

std::string toString(const Type& type) {
  if (type.products.empty()) return "empty";
  std::string text;
  for (const Product& product : type.products) {
    if (!text.empty()) text += " + ";
    for (std::size_t i = 0; i < product.size(); ++i) text += (i > 0 ? " -> " : "") + toString(product[i]);
  }
  return text;
}

}  // namespace weir::specs
