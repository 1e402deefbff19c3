// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/library/clocks.h"

#include "frontend/body_lowering.h"

namespace weir::frontend {

Clock clockRead(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method == nullptr || !method->isStatic() || method->getIdentifier() == nullptr || method->getName() != "now" ||
      method->getNumParams() != 0 || !method->getQualifiedNameAsString().starts_with("std::chrono::") ||
      !method->getReturnType()->isRecordType())
    return Clock::None;
  const clang::CXXRecordDecl* clock = method->getParent();
  if (clock->getIdentifier() == nullptr) return Clock::None;
  if (clock->getName() == "steady_clock") return Clock::Steady;
  return clock->getName() == "system_clock" || clock->getName() == "high_resolution_clock" ? Clock::Other : Clock::None;
}

/// A point in time is a duration, and that a number.
void BodyLowering::lowerClock(const clang::FunctionDecl* function, Clock clock) {
  mapParameters(function);
  ExprRef object = ref(result_);
  const Field* number = nullptr;
  for (const ClassDecl* class_decl = unit_.classOf(function->getReturnType()->getAsRecordDecl());
       class_decl != nullptr;) {
    if (class_decl->fields.size() != 1) break;
    const Field* field = class_decl->fields.front();
    class_decl = nullptr;
    if (field->holdsParts()) {
      object = partAddress(object, field);
      class_decl = field->elementType()->class_decl;
    } else {
      number = field;
    }
  }
  if (number == nullptr || !number->type->isInteger()) return unsupported("a clock with another kind of time");
  const ExprRef shown = anyValue(number->type, "what a clock shows");
  if (clock == Clock::Steady) {
    const Field* last = unit_.clock(number->type);
    const Place place = {.kind = Place::Kind::Field, .type = last->type, .pointer = globals(), .field = last};
    emit<program::AssumeStmt>().condition =
        binary(Op::GreaterEqual, program_.boolType(), shown, convert(saved(load(place)), number->type));
    store(place, convert(shown, last->type));
  }
  storeField(object, number, shown);
}

const Field* Translation::clock(TypeRef type) {
  if (clock_ == nullptr) {
    auto* field = const_cast<Field*>(addGlobal("%clock", type));  // ours, made here
    field->is_private = true;
    clock_ = field;
  }
  return clock_;
}

}  // namespace weir::frontend
