// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call of a function that takes objects by value, with what its caller does in the end: it destroys them.
//
//   Text& Text::operator=(Text other) { swap(other); return *this; }
//
//   Text::operator=           t = Text::operator=::%body(this, other); Text::~Text(other); return t
//   Text::operator=::%body    the code, which callers inside the program call: they have their own cleanups
//
// So who looks at the function alone sees what a caller outside would: the text that was swapped away is freed.
#include "frontend/body_lowering.h"
#include "ir/program/model_class.h"

namespace weir::frontend {

bool Translation::destroysArguments(const clang::FunctionDecl* function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (!isUserCode(function) || (method != nullptr && method->getParent()->isLambda())) return false;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    const clang::CXXRecordDecl* record = parameter->getType()->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition() || record->hasTrivialDestructor()) continue;
    if (isText(record) || isOpaque(record)) continue;
    if (!program::isModelClass(*classOf(record)) || program::isOwner(*classOf(record))) return true;
  }
  return false;
}

Procedure* Translation::splitOff(Procedure* whole, const clang::FunctionDecl* function) {
  Procedure* code = declare(function, whole->name + "::%body", whole->signature + "::%body");
  code->whole_call = whole;
  code->annotations.clear();
  code->annotation_ranges.clear();
  whole->is_virtual = false;  // what is dispatched is the code
  return code;
}

void BodyLowering::lowerWholeCall(const clang::FunctionDecl* function, const Procedure* code) {
  function_ = function;
  range_ = unit_.range(function->getNameInfo().getSourceRange());
  std::vector<ExprRef> arguments;
  for (const Local* parameter : procedure_->parameters) {
    initialised_.insert(parameter);
    arguments.push_back(ref(parameter));
  }
  openScope();
  std::string never_instantiated;
  std::size_t next = procedure_->method_of != nullptr && !procedure_->is_static_method ? 1 : 0;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    const Local* local = procedure_->parameters[next++];
    const clang::QualType type = parameter->getType().getUnqualifiedType();
    if (!local->is_by_value || !needsDestruction(type)) continue;
    // An object of the library's may be copied for the compiled program (tools/replay), which destroys its copy. A
    // smart pointer is moved: what it owns ends with the call.
    const ClassDecl& passed = *local->type->pointee->class_decl;
    if (program::holdsLibraryObject(passed) && !program::isOwner(passed)) continue;
    const clang::CXXDestructorDecl* destructor = type->getAsCXXRecordDecl()->getDestructor();
    if (program::isOwner(passed) && (destructor == nullptr || !destructor->isDefined())) {
      // A template's member that nothing in the source uses is not there.
      never_instantiated = "the end of a '" + passed.name + "', which only callers in other sources bring about";
      continue;
    }
    addCleanup({.object = ref(local), .destroyed = type, .storage = ref(local)});
  }
  const ExprRef value = emitCall(code, std::move(arguments), false);
  range_ = unit_.range(clang::SourceRange(function->getEndLoc()));
  closeScope();
  if (!never_instantiated.empty()) unsupported(never_instantiated);
  if (value != nullptr) emit<program::ReturnStmt>().value = value;
}

}  // namespace weir::frontend
