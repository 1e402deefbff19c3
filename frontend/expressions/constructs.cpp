// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is not computed: a call of a function that nobody knows takes its place (program::Construct).
#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

using program::Construct;

const Procedure* Translation::standIn(const Construct& construct, TypeRef result,
                                      const std::vector<TypeRef>& parameters) {
  std::string signature = "%" + construct.what + ": " + program::toString(result) + " of";
  for (const TypeRef type : parameters) signature += " " + program::toString(type) + ",";
  const auto [known, is_new] = stand_ins_.try_emplace(signature, nullptr);
  if (!is_new) return known->second;
  Procedure* procedure = program_.addProcedure("%" + construct.what, signature);
  all_procedures_.push_back(procedure);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    program_.addParameter(procedure, "operand" + std::to_string(i), parameters[i]);
  procedure->result = result;
  procedure->is_external = true;
  procedure->cannot_throw = true;
  procedure->is_implicit = true;
  procedure->construct = construct;
  return known->second = procedure;
}

ExprRef BodyLowering::uncomputed(const Construct& construct, TypeRef result, std::vector<ExprRef> arguments) {
  std::vector<TypeRef> types;
  for (const ExprRef argument : arguments) types.push_back(argument->type);
  const Procedure* callee = unit_.standIn(construct, result, types);
  const Local* target = result->kind == program::TypeKind::Void ? nullptr : temporary(result);
  auto& stmt = emit<program::CallStmt>();
  stmt.callee = callee;
  stmt.arguments = std::move(arguments);
  stmt.target = target;
  return target == nullptr ? nullptr : ref(target);
}

ExprRef BodyLowering::anyValue(TypeRef type, const std::string& what) { return uncomputed({.what = what}, type); }

ExprRef BodyLowering::pointerAsNumber(ExprRef pointer, TypeRef type) {
  if (!pointer->type->isPointer()) return placeholder(type);
  if (type->kind == program::TypeKind::Bool) return notNull(pointer);
  if (pointer->kind == program::ExprKind::Null) return constant(type, 0);
  if (!pointer->type->isFunctionPointer()) pointer = convert(pointer, program_.pointerTo(program_.voidType()));
  const TypeRef number = program_.intType(64, false, "unsigned long");
  const Construct address{.what = "a pointer as a number", .result = Construct::Result::Address};
  return convert(uncomputed(address, number, {pointer}), type);
}

}  // namespace weir::frontend
