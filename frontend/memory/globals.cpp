// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of static storage duration and string literals: fields of one object, with a procedure that gives them
// their first values. A static local that is initialised when control first passes has a flag beside it.
#include <clang/AST/Mangle.h>

#include "frontend/body_lowering.h"
#include "frontend/translation.h"
#include "ir/program/elsewhere.h"
#include "ir/program/model_class.h"

namespace weir::frontend {

const Field* Translation::addGlobal(const std::string& name, TypeRef type) {
  ClassDecl* globals = program_.globals();
  return program_.addField(globals, uniqueFieldName(globals, name), type);
}

const Field* Translation::globalOf(const clang::VarDecl* variable) {
  const clang::VarDecl* canonical = variable->getCanonicalDecl();
  const auto known = globals_.find(canonical);
  if (known != globals_.end()) return known->second;
  const clang::VarDecl* definition = variable->getDefinition(context_);
  if (definition == nullptr && !isCxx()) definition = canonical->getActingDefinition();
  const clang::VarDecl* shown = definition != nullptr ? definition : variable->getMostRecentDecl();
  TypeRef lowered = type(shown->getType());
  // `extern const char names[]`: there is a first element; how many come after it is known elsewhere.
  const bool is_of_unknown_length = lowered->isArray() && !lowered->extent && shown->hasExternalStorage();
  if (is_of_unknown_length) lowered = program_.arrayOf(lowered->element, 1);
  const bool expressible =
      lowered->isScalar() || lowered->isClass() ||
      (lowered->isArray() && lowered->extent && (lowered->element->isScalar() || lowered->element->isClass()));
  if (!expressible || shown->getTLSKind() != clang::VarDecl::TLS_None) return globals_[canonical] = nullptr;
  // What stands for something in a model no other program has, nor can a replay name it.
  const bool is_of_model = range(shown->getSourceRange()).file == program::kModelsFile;
  const std::string name = is_of_model ? "%" + variableName(shown) : variableName(shown);
  auto* field = const_cast<Field*>(addGlobal(name, lowered));  // ours, made a line above
  field->range = range(shown->getSourceRange());
  field->inner_extents = innerExtents(shown->getType());
  field->is_reference = shown->getType()->isReferenceType();
  field->may_extend = is_of_unknown_length;
  const clang::QualType element = context_.getBaseElementType(shown->getType());
  const auto* record = element->getAsCXXRecordDecl();
  const bool has_mutable = record != nullptr && record->hasDefinition() && record->hasMutableFields();
  field->is_constant = element.isConstQualified() && !has_mutable && shown->hasInit() &&
                       shown->hasConstantInitialization() && !field->is_reference;
  field->is_read_only = field->is_constant;
  if (!shown->isExternallyVisible() && isUserCode(shown)) {
    const VariableUses& uses = variableUses();
    field->is_private = !uses.isHandedOut(canonical);
    const bool starts_plainly = shown->hasInit() ? shown->hasConstantInitialization() : !isCxx() || lowered->isScalar();
    const bool has_own_rules = shown->hasAttr<clang::UsedAttr>() || shown->hasAttr<clang::SectionAttr>() ||
                               shown->hasAttr<clang::WeakAttr>() || element.isVolatileQualified();
    if (field->is_private && !uses.isWritten(canonical) && starts_plainly && !has_own_rules && !field->is_reference)
      field->is_constant = field->is_read_only = true;
  }
  if (is_of_model) field->is_private = true;
  if (definition == nullptr && !is_of_model && (shown->hasExternalStorage() || shown->isStaticDataMember())) {
    const clang::QualType stored =
        field->is_reference ? context_.getPointerType(shown->getType().getNonReferenceType()) : shown->getType();
    clang::ASTNameGenerator names(context_);
    const clang::QualType sized = is_of_unknown_length ? flatElement(stored) : stored;
    field->elsewhere = {.symbol = names.getName(shown),
                        .size = static_cast<long>(context_.getTypeSizeInChars(sized).getQuantity()),
                        .alignment = static_cast<long>(context_.getDeclAlign(shown).getQuantity())};
    field->is_read_only =
        element.isConstQualified() && !element.isVolatileQualified() && !has_mutable && !field->is_reference;
  }
  // In C the first of that name in its function; further ones get numbers that are the compiler's affair.
  const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(shown->getParentFunctionOrMethod());
  if (function != nullptr && !isCxx() && field->name == variableName(shown) &&
      (function->isStatic() || !function->isInlineSpecified()))
    field->symbol = function->getNameAsString() + "." + shown->getNameAsString();
  globals_[canonical] = field;
  pending_globals_.push_back(shown);
  return field;
}

const VariableUses& Translation::variableUses() {
  if (!uses_) {
    uses_.emplace();
    for (clang::Decl* decl : context_.getTranslationUnitDecl()->decls())
      if (isUserCode(decl)) uses_->add(decl);
  }
  return *uses_;
}

const Field* Translation::guardOf(const clang::VarDecl* variable) {
  const clang::VarDecl* canonical = variable->getCanonicalDecl();
  const auto known = guards_.find(canonical);
  if (known != guards_.end()) return known->second;
  auto* guard = const_cast<Field*>(addGlobal(variableName(canonical) + ".initialised", program_.boolType()));
  guard->is_private = true;
  return guards_[canonical] = guard;
}

const Field* Translation::stringLiteral(const clang::StringLiteral* literal) {
  const std::string bytes = literal->getBytes().str();
  const std::string key = std::to_string(literal->getCharByteWidth()) + ":" + bytes;
  const auto known = strings_.find(key);
  if (known != strings_.end()) return known->second;
  std::string shown;
  for (const char c : bytes.substr(0, 24))
    shown += std::isprint(static_cast<unsigned char>(c)) != 0 && c != '"' ? c : '?';
  auto* field = const_cast<Field*>(addGlobal("\"" + shown + "\"", type(literal->getType())));  // ours, made here
  field->is_constant = field->is_read_only = true;
  strings_[key] = field;
  new_strings_.emplace_back(field, literal);
  return field;
}

const Field* Translation::sentinel(TypeRef class_type, program::Integer address) {
  const std::string number = program::toString(address < 0 ? -address : address);
  if (class_type == nullptr) {
    const ClassDecl* place = program_.findClass("place");
    if (place == nullptr) place = program_.addClass("place");
    class_type = program_.classType(place);
  }
  // No name that a source has, where the address is none that the source spells.
  const std::string place =
      address == program::kElsewhere ? " elsewhere" : (address < 0 ? "_at_minus_" : "_at_") + number;
  const std::string name = class_type->class_decl->name + place;
  const auto known = sentinels_.find(name);
  if (known != sentinels_.end()) return known->second;
  auto* field = const_cast<Field*>(addGlobal(name, class_type));  // ours, made here
  field->made_up_address = address;
  return sentinels_[name] = field;
}

const Field* Translation::errorNumber() {
  if (error_number_ == nullptr) {
    // No name that a source has: a replay cannot set it, and need not.
    auto* field = const_cast<Field*>(addGlobal("%errno", program_.intType(32, true, "int")));  // ours, made here
    field->is_volatile = true;
    field->is_private = true;
    error_number_ = field;
  }
  return error_number_;
}

void Translation::lowerGlobals() {
  while (next_global_ < pending_globals_.size() || next_string_ < new_strings_.size()) {
    // One lowering for them all, which gives each label once.
    if (statics_ == nullptr) {
      Procedure* initializer = syntheticProcedure("%static_initializer");
      statics_ = std::make_unique<BodyLowering>(*this, initializer);
      program_.static_initializer = initializer;
    }
    while (next_string_ < new_strings_.size()) {
      const auto [field, literal] = new_strings_[next_string_++];
      statics_->storeString(field, literal);
    }
    if (next_global_ < pending_globals_.size()) statics_->lowerGlobal(pending_globals_[next_global_++]);
    lowerPending();
  }
}

void BodyLowering::storeString(const Field* field, const clang::StringLiteral* literal) {
  const TypeRef element = field->elementType();
  for (long i = 0; i < field->type->extent.value_or(0); ++i) {
    const bool inside_literal = i < static_cast<long>(literal->getLength());
    const auto value = inside_literal ? literal->getCodeUnit(static_cast<unsigned>(i)) : 0;
    storeField(globals(), field, constant(element, value), constant(indexType(), i));
  }
}

void BodyLowering::lowerGlobal(const clang::VarDecl* variable) {
  const Field* field = unit_.globalOf(variable);
  range_ = unit_.range(variable->getSourceRange());
  // Another translation unit gives it its value.
  if (variable->hasExternalStorage() && !variable->hasInit()) return;
  const clang::Expr* init = variable->getInit();
  openScope();
  const bool runs_later = variable->isStaticLocal() && init != nullptr && !variable->hasConstantInitialization();
  const bool dynamic = init == nullptr || !variable->hasConstantInitialization();
  if (dynamic && !field->is_reference) zeroField(globals(), field);
  if (runs_later) {
    storeField(globals(), unit_.guardOf(variable), boolean(false));
  } else if (init != nullptr) {
    findBoxes(init);
    openScope(true);
    if (field->is_reference) {
      storeField(globals(), field, address(lvalue(init)));
    } else {
      initialisePlace(fieldPlace(globals(), field, variable->getType().getUnqualifiedType()), variable->getType(),
                      init);
    }
    // A temporary that a global reference extends lives as long as the program.
    extended_.clear();
    closeScope();
  }
  closeScope();
}

}  // namespace weir::frontend
