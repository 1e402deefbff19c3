// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/container_size.h"

#include "ir/program/model_class.h"

namespace weir::specs {
namespace {

const program::ClassDecl* containerOf(const Type& type) {
  if (type.arity != 1 || type.products.size() != 1 || type.products[0][0].kind != Column::Kind::Object) return nullptr;
  const program::ClassDecl* class_decl = type.products[0][0].class_decl;
  const bool is_container = class_decl != nullptr && program::isModelClass(*class_decl) &&
                            program::lengthFieldOf(*class_decl) != nullptr &&
                            program::elementsFieldOf(*class_decl) != nullptr;
  return is_container ? class_decl : nullptr;
}

/// Is what it yields read after the call: `this.log'`, `(this.log)'`?
bool isReadAfter(const Expr& expr) {
  if (expr.kind == ExprKind::Unary && expr.op == Op::Prime) return true;
  return expr.kind == ExprKind::Binary && expr.op == Op::Join && isReadAfter(*expr.children[1]);
}

class SizeMaker {
 public:
  SizeMaker(const Expr& size, const program::Field& length) : size_(size), length_(length) {}

  ExprPtr of(const ExprPtr& container) const {
    ExprPtr field = name(length_.name);
    if (isReadAfter(*size_.children[0]))
      field = made({.kind = ExprKind::Unary, .op = Op::Prime, .children = {std::move(field)}});
    const ExprPtr length = made({.kind = ExprKind::Binary, .op = Op::Join, .children = {container, std::move(field)}});
    if (length_.type->kind != program::TypeKind::Bool) return length;
    return made({.kind = ExprKind::Conditional, .children = {length, integer(1), integer(0)}});
  }

  ExprPtr ofAll() const {
    VariableDecl each{.names = {{"container", size_.span}}, .type = size_.children[0]};
    return made(
        {.kind = ExprKind::Quantified, .op = Op::Sum, .children = {of(name("container"))}, .decls = {std::move(each)}});
  }

 private:
  ExprPtr name(const std::string& text) const { return made({.kind = ExprKind::Name, .name = text}); }
  ExprPtr integer(std::uint64_t value) const { return made({.kind = ExprKind::Integer, .value = value}); }
  ExprPtr made(Expr expr) const {
    expr.span = size_.span;
    return makeExpr(std::move(expr));
  }

  const Expr& size_;
  const program::Field& length_;
};

}  // namespace

ExprPtr sizeOfContainer(const Expr& size, const Type& type, bool several) {
  const program::ClassDecl* container = containerOf(type);
  if (container == nullptr) return nullptr;
  const SizeMaker maker(size, *program::lengthFieldOf(*container));
  return several ? maker.ofAll() : maker.of(size.children[0]);
}

}  // namespace weir::specs
