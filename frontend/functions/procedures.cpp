// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Procedures: declared when first called or when the user's files define them, lowered from a worklist.
#include <clang/AST/DeclFriend.h>

#include "frontend/body_lowering.h"
#include "frontend/library/clocks.h"
#include "frontend/library/library_models.h"
#include "frontend/library/locks.h"
#include "frontend/library/streams.h"
#include "frontend/translation.h"
#include "support/invariant.h"

namespace weir::frontend {

namespace {

/// The definition to lower, or null where there is none in this translation unit.
const clang::FunctionDecl* definitionOf(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* definition = nullptr;
  if (function->isDefined(definition) && definition->doesThisDeclarationHaveABody() && !definition->isInvalidDecl())
    return definition;
  return nullptr;
}

}  // namespace

const Procedure* Translation::procedureOf(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* canonical = function->getCanonicalDecl();
  const auto known = procedures_.find(canonical);
  if (known != procedures_.end()) return known->second;
  if (const auto construct = statedConstruct(*function)) {
    std::vector<TypeRef> parameters;
    for (const clang::ParmVarDecl* parameter : function->parameters()) parameters.push_back(type(parameter->getType()));
    return standIn(*construct, type(function->getReturnType()), parameters);
  }

  std::string full_signature = signature(function);
  const int count = ++signatures_[full_signature];
  if (count > 1) full_signature += "." + std::to_string(count);
  Procedure* procedure = declare(function, procedureName(function), full_signature);
  procedures_[canonical] = procedure;
  procedure->is_library = !isUserCode(function);

  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const clang::FunctionDecl* definition = definitionOf(function);
  const bool opaque = method != nullptr && isOpaque(method->getParent());
  const bool is_builtin = definition != nullptr && definition->getBuiltinID() != 0 && !isUserCode(definition);
  const bool makes_stream = onlyMakesStream(*function), is_text_of_stream = isTextOfStream(*function);
  const bool has_code = definition != nullptr && !opaque && !is_builtin && !makes_stream && !is_text_of_stream;
  if (has_code && destroysArguments(definition)) {
    Procedure* whole = procedure;
    procedure = splitOff(whole, function);
    procedures_[canonical] = procedure;
    pending_.push_back({definition, whole, {}, procedure});
  }
  if (method != nullptr)
    for (const clang::CXXMethodDecl* overridden : method->overridden_methods())
      procedure->overrides.push_back(procedureOf(overridden));
  if (has_code) {
    pending_.push_back({definition, procedure, {}, nullptr});
  } else if (is_text_of_stream) {
    pending_.push_back({function, procedure, {}, nullptr});
  } else if (llvm::isa<clang::CXXDestructorDecl>(function) && !opaque && !makes_stream && !method->isUserProvided() &&
             method->getParent()->getDefinition() != nullptr) {
    pending_.push_back({function, procedure, {}, nullptr});  // implicit: its members and bases decide what it does
  } else if (isCharacterFunction(*function) || clockRead(*function) != Clock::None ||
             missing_.in(function) != nullptr) {
    pending_.push_back({function, procedure, {}, nullptr});
  } else if (!onlyLocks(*function) && !makes_stream) {
    procedure->is_external = true;
    procedure->cannot_throw = isNothrow(function);
    procedure->never_returns = neverReturns(function);
  }
  return procedure;
}

const Procedure* Translation::procedureOfBase(const clang::CXXMethodDecl* method) {
  const Procedure* whole = procedureOf(method);
  if (method->getParent()->getNumVBases() == 0 || whole->is_external || onlyMakesStream(*method)) return whole;
  const auto known = of_bases_.find(method->getCanonicalDecl());
  if (known != of_bases_.end()) return known->second;
  Procedure* procedure = declare(method, whole->name + "::%base", whole->signature + "::%base");
  procedure->whole_call = whole;
  procedure->is_library = whole->is_library;
  procedure->is_virtual = false;
  procedure->annotations.clear();
  procedure->annotation_ranges.clear();
  of_bases_[method->getCanonicalDecl()] = procedure;
  leaves_virtual_bases_.insert(procedure);
  const clang::FunctionDecl* definition = definitionOf(method);
  pending_.push_back({definition != nullptr ? definition : method, procedure, {}, nullptr});
  return procedure;
}

const Procedure* Translation::calledWith(const Procedure* external, const std::vector<TypeRef>& further) {
  std::string signature = external->signature + " called with";
  for (const TypeRef type : further) signature += " " + program::toString(type) + ",";
  const auto known = variadic_.find({external, signature});
  if (known != variadic_.end()) return known->second;
  Procedure* procedure = program_.addProcedure(external->name, signature);
  all_procedures_.push_back(procedure);
  variadic_[{external, signature}] = procedure;
  for (const Local* parameter : external->parameters) {
    Local* copied = program_.addParameter(procedure, parameter->name, parameter->type);
    copied->is_reference = parameter->is_reference;
    copied->may_point_to_constant = parameter->may_point_to_constant;
  }
  for (std::size_t i = 0; i < further.size(); ++i)
    program_.addParameter(procedure, "further" + std::to_string(i), further[i]);
  procedure->result = external->result;
  procedure->is_external = true;
  procedure->cannot_throw = external->cannot_throw;
  procedure->never_returns = external->never_returns;
  procedure->is_library = external->is_library;
  procedure->is_implicit = external->is_implicit;
  procedure->range = external->range;
  return procedure;
}

const Procedure* Translation::allocatorOf(const clang::FunctionDecl* function, clang::QualType allocated) {
  const clang::FunctionDecl* definition = definitionOf(function);
  INVARIANT(definition != nullptr, "only an allocator with a body is lowered for a type");
  const std::string full_signature = signature(function) + " for " + typeName(allocated);
  const auto known = allocators_.find(full_signature);
  if (known != allocators_.end()) return known->second;
  Procedure* procedure = declare(definition, procedureName(function) + " for " + typeName(allocated), full_signature);
  procedure->is_implicit = true;
  allocators_[full_signature] = procedure;
  pending_.push_back({definition, procedure, allocated, nullptr});
  return procedure;
}

const Procedure* Translation::copyProcedure(const ClassDecl* class_decl) {
  const auto known = copies_.find(class_decl);
  if (known != copies_.end()) return known->second;
  const std::string name = class_decl->name + "::%copy";
  Procedure* procedure = program_.addProcedure(name, name + "(const " + class_decl->name + " &)");
  copies_[class_decl] = procedure;
  all_procedures_.push_back(procedure);
  const TypeRef pointer = program_.pointerTo(program_.classType(class_decl));
  program_.addParameter(procedure, "this", pointer);
  program_.addParameter(procedure, "source", pointer)->is_reference = true;
  procedure->result = program_.voidType();
  procedure->method_of = class_decl;
  procedure->is_implicit = true;  // uninitialised members are copied as they are
  procedure->range = class_decl->range;
  BodyLowering(*this, procedure).lowerCopy(class_decl);
  return procedure;
}

const Procedure* Translation::moveProcedure(TypeRef element) {
  const auto known = moves_.find(element);
  if (known != moves_.end()) return known->second;
  const std::string type = program::toString(element);
  Procedure* procedure = syntheticProcedure("%move<" + type + ">");
  moves_[element] = procedure;
  program_.addParameter(procedure, "to", program_.pointerTo(element));
  program_.addParameter(procedure, "from", program_.pointerTo(element));
  program_.addParameter(procedure, "count", program_.intType(64, true, "long"));
  BodyLowering(*this, procedure).lowerMove(element);
  return procedure;
}

Procedure* Translation::syntheticProcedure(const std::string& name) {
  Procedure* procedure = program_.addProcedure(name, name + "()");
  all_procedures_.push_back(procedure);
  procedure->result = program_.voidType();
  procedure->is_implicit = true;
  return procedure;
}

Procedure* Translation::declare(const clang::FunctionDecl* function, const std::string& name,
                                const std::string& full_signature) {
  Procedure* procedure = program_.addProcedure(name, full_signature);
  all_procedures_.push_back(procedure);
  const clang::FunctionDecl* definition = definitionOf(function);
  const clang::FunctionDecl* shown = definition != nullptr ? definition : function;
  procedure->range = range(shown->getSourceRange());
  procedure->is_implicit = shown->isImplicit() || shown->isDefaulted();
  procedure->note = statedNote(*function);

  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method != nullptr) {
    procedure->method_of = classOf(method->getParent());
    procedure->is_private = method->getAccess() == clang::AS_private;
    procedure->is_static_method = method->isStatic();
    procedure->is_const_method = method->isConst();
    procedure->is_virtual = method->isVirtual();
    procedure->is_constructor = llvm::isa<clang::CXXConstructorDecl>(method);
    procedure->is_destructor = llvm::isa<clang::CXXDestructorDecl>(method);
    if (!method->isStatic())
      program_.addParameter(procedure, "this", program_.pointerTo(program_.classType(procedure->method_of)));
  }
  int position = 0;
  for (const clang::ParmVarDecl* parameter : shown->parameters()) {
    std::string parameter_name = parameter->getNameAsString();
    if (parameter_name.empty()) parameter_name = "argument" + std::to_string(position);
    ++position;
    TypeRef parameter_type = type(parameter->getType());
    if (parameter_type->isClass()) parameter_type = program_.pointerTo(parameter_type);
    Local* local = program_.addParameter(procedure, parameter_name, parameter_type);
    local->is_reference = parameter->getType()->isReferenceType();
    local->may_point_to_constant = pointsToConstant(parameter->getType());
    if (const clang::RecordDecl* record = parameter->getType()->getAsRecordDecl()) {
      local->is_by_value = true;
      local->is_unknown_to_others = record->canPassInRegisters();
    }
    local->range = range(parameter->getSourceRange());
  }
  const clang::QualType result = function->getReturnType();
  procedure->result = type(result);
  procedure->result_is_reference = result->isReferenceType();
  if (procedure->result->isClass()) {
    procedure->has_result_parameter = true;
    program_.addParameter(procedure, "%result", program_.pointerTo(procedure->result));
    procedure->result = program_.voidType();
  }
  for (const clang::FunctionDecl* redeclaration : function->redecls()) {
    annotate(redeclaration, procedure->annotations, procedure->annotation_ranges);
    if (redeclaration->getFriendObjectKind() == clang::Decl::FOK_None) continue;
    if (const auto* of = llvm::dyn_cast<clang::CXXRecordDecl>(redeclaration->getLexicalDeclContext()))
      if (!of->isDependentContext()) procedure->friend_of.push_back(classOf(of));
  }
  return procedure;
}

/// `friend class Owner;`: its methods know what is inside. Functions that are friends are known where they are
/// declared.
void Translation::markFriendClasses() {
  for (const auto& [record, befriending] : classes_) {
    const auto* cxx = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record->getDefinition());
    if (cxx == nullptr || cxx->isDependentContext()) continue;
    for (const clang::FriendDecl* declared : cxx->friends()) {
      if (declared->getFriendType() == nullptr) continue;
      const clang::CXXRecordDecl* type = declared->getFriendType()->getType()->getAsCXXRecordDecl();
      const auto known = type == nullptr ? classes_.end() : classes_.find(type->getCanonicalDecl());
      if (known == classes_.end()) continue;
      for (Procedure* procedure : all_procedures_)
        if (procedure->method_of == known->second) procedure->friend_of.push_back(befriending);
    }
  }
}

void Translation::lowerPending() {
  while (!pending_.empty()) {
    const Pending next = pending_.front();
    pending_.pop_front();
    BodyLowering lowering(*this, next.procedure, next.allocated);
    if (next.code != nullptr)
      lowering.lowerWholeCall(next.function, next.code);
    else
      lowering.lowerFunction(next.function);
  }
}

}  // namespace weir::frontend
