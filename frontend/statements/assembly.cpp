// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline assembly: its outputs are any values, and where it says that it changes memory it may change what any function
// may that is handed its operands.
#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

/// The input that is in the same register as this output before the assembly runs.
std::optional<unsigned> tiedInput(const clang::GCCAsmStmt& stmt, unsigned output) {
  for (unsigned i = 0; i < stmt.getNumInputs(); ++i)
    if (stmt.getInputConstraint(i) == std::to_string(output)) return i;
  return std::nullopt;
}

}  // namespace

void BodyLowering::assembly(const clang::GCCAsmStmt* stmt) {
  if (stmt->isAsmGoto()) return unsupported("inline assembly that jumps");
  bool changes_memory = false;
  for (unsigned i = 0; i < stmt->getNumClobbers(); ++i)
    changes_memory = changes_memory || stmt->getClobber(i) == "memory";
  // Without an instruction it only tells the compiler to forget what it knows.
  const bool has_code = stmt->getAsmString()->getString().find_first_not_of(" \t\n;") != llvm::StringRef::npos;
  std::vector<ExprRef> inputs(stmt->getNumInputs(), nullptr);
  std::vector<ExprRef> operands;
  for (unsigned i = 0; i < stmt->getNumInputs(); ++i) {
    const clang::Expr* input = stmt->getInputExpr(i);
    if (input->isGLValue()) {
      const Place place = lvalue(input);
      const bool is_bit_field = place.kind == Place::Kind::Field && place.field->is_bit_field;
      if (place.kind == Place::Kind::Unsupported) return;
      if (place.kind != Place::Kind::Local && !is_bit_field) operands.push_back(saved(address(place)));
    } else if (const ExprRef value = rvalue(input); value->type->isScalar()) {
      operands.push_back(inputs[i] = saved(value));
    }
  }
  std::vector<Place> outputs;
  for (unsigned i = 0; i < stmt->getNumOutputs(); ++i) {
    const Place place = lvalue(stmt->getOutputExpr(i));
    if (place.kind == Place::Kind::Unsupported) return;
    const bool is_object = place.kind == Place::Kind::Object || place.kind == Place::Kind::Array;
    if (is_object || !place.type->isScalar()) return unsupported("inline assembly that writes to an object");
    outputs.push_back(place);
  }
  if (changes_memory && has_code)
    uncomputed({.what = "inline assembly", .changes_nothing = false}, program_.voidType(), operands);
  for (unsigned i = 0; i < stmt->getNumOutputs(); ++i) {
    const std::optional<unsigned> tied = tiedInput(*stmt, i);
    if (!has_code && stmt->isOutputPlusConstraint(i)) continue;  // it stays what it was
    if (!has_code && tied && inputs[*tied] != nullptr)
      store(outputs[i], inputs[*tied]);
    else if (outputs[i].type->isPointer())
      return unsupported("inline assembly that makes a pointer");
    else
      store(outputs[i], anyValue(outputs[i].type, "inline assembly"));
  }
}

}  // namespace weir::frontend
