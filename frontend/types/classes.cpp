// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes and their fields. The members of an anonymous struct or union are members of the class around it. A base
// is not a part: its fields belong to the object itself, so a class that has the same base twice has no counterpart.
#include <clang/AST/CXXInheritance.h>

#include <algorithm>

#include "frontend/library/library_models.h"
#include "frontend/library/locks.h"
#include "frontend/translation.h"
#include "ir/program/model_class.h"
#include "support/invariant.h"

namespace weir::frontend {

namespace {

constexpr const char* kText = "basic_string";

// Their code is built on allocators and untyped memory; `use <std>` has models of them instead.
const std::set<std::string> kModelled = {"vector",
                                         "deque",
                                         "list",
                                         "forward_list",
                                         "map",
                                         "multimap",
                                         "set",
                                         "multiset",
                                         "unordered_map",
                                         "unordered_multimap",
                                         "unordered_set",
                                         "unordered_multiset",
                                         kText,
                                         "shared_ptr",
                                         "weak_ptr",
                                         "function",
                                         "basic_ostream",
                                         "basic_istream",
                                         "basic_iostream",
                                         "basic_stringstream",
                                         "basic_ostringstream",
                                         "basic_istringstream",
                                         "thread",
                                         "any"};

const std::set<std::string> kAdaptors = {"stack", "queue", "priority_queue"};

/// Classes that the object contains as bases, with repetitions where a base is not virtual.
void countBases(const clang::CXXRecordDecl* record, std::map<const clang::CXXRecordDecl*, int>& counts,
                std::set<const clang::CXXRecordDecl*>& shared) {
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    const clang::CXXRecordDecl* decl = base.getType()->getAsCXXRecordDecl();
    if (decl == nullptr) continue;
    decl = decl->getCanonicalDecl();
    if (base.isVirtual() && !shared.insert(decl).second) continue;
    ++counts[decl];
    if (const clang::CXXRecordDecl* definition = decl->getDefinition()) countBases(definition, counts, shared);
  }
}

/// The anonymous struct or union that has the field, as a member of what it is in. Null where there is none.
const clang::FieldDecl* anonymousAround(const clang::FieldDecl* field) {
  const clang::RecordDecl* record = field->getParent();
  if (!record->isAnonymousStructOrUnion()) return nullptr;
  for (const clang::FieldDecl* outer : llvm::cast<clang::RecordDecl>(record->getDeclContext())->fields())
    if (outer->isAnonymousStructOrUnion() && outer->getType()->getAsRecordDecl()->getDefinition() == record)
      return outer;
  return nullptr;
}

/// Where a member lies in the class that owns it here, through anonymous structs and unions.
struct Bits {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Bits bitsOf(const clang::FieldDecl* field) {
  const clang::ASTContext& context = field->getASTContext();
  const std::uint64_t size =
      field->isBitField() ? field->getBitWidthValue(context) : context.getTypeSize(field->getType());
  std::uint64_t begin = 0;
  for (const clang::FieldDecl* step = field; step != nullptr; step = anonymousAround(step))
    if (!step->getParent()->isInvalidDecl())
      begin += context.getASTRecordLayout(step->getParent()).getFieldOffset(step->getFieldIndex());
  return {.begin = begin, .end = begin + size};
}

/// Is it in a union that its class is, or that is anonymous in it?
bool isInUnion(const clang::FieldDecl* field) {
  for (const clang::FieldDecl* step = field; step != nullptr; step = anonymousAround(step))
    if (step->getParent()->isUnion()) return !step->getParent()->isInvalidDecl();
  return false;
}

/// Is it at the address of the class that owns it here?
bool isAtStart(const clang::FieldDecl* field) {
  return !field->getParent()->isInvalidDecl() && bitsOf(field).begin == 0;
}

}  // namespace

bool pointsToConstant(clang::QualType type) {
  if (const auto* array = type->getAsArrayTypeUnsafe()) return pointsToConstant(array->getElementType());
  const clang::QualType pointee = type->getPointeeType();
  return !pointee.isNull() && pointee.isConstQualified();
}

bool Translation::declareOverriders() {
  bool found = false;
  for (std::size_t i = 0; i < polymorphic_.size(); ++i) {
    const clang::CXXRecordDecl* record = polymorphic_[i];
    if (record->isDependentContext() || record->isInvalidDecl() || isLibraryException(record)) continue;
    for (const clang::CXXMethodDecl* method : record->methods()) {
      const auto isKnown = [&](const clang::CXXMethodDecl* overridden) {
        return procedures_.count(overridden->getCanonicalDecl()) != 0;
      };
      if (!method->isVirtual() || method->isDeleted() || isKnown(method)) continue;
      if (std::none_of(method->begin_overridden_methods(), method->end_overridden_methods(), isKnown)) continue;
      procedureOf(method);
      found = true;
    }
  }
  return found;
}

std::vector<program::PureFunction> Translation::pureFunctions(const clang::CXXRecordDecl* record) const {
  std::vector<program::PureFunction> found;
  clang::CXXFinalOverriderMap overriders;
  record->getFinalOverriders(overriders);
  std::set<const clang::CXXMethodDecl*> seen;
  for (const auto& [introduced, by_base] : overriders)
    for (const auto& [base, finals] : by_base)
      for (const clang::UniqueVirtualMethod& last : finals) {
        const clang::CXXMethodDecl* method = last.Method;
        if (!method->isPureVirtual() || llvm::isa<clang::CXXDestructorDecl>(method) || !seen.insert(method).second)
          continue;
        program::PureFunction pure{.name = method->getQualifiedNameAsString(),
                                   .declaration = method->getNameAsString() + "(",
                                   .result = typeName(method->getReturnType()),
                                   .passed = {}};
        for (const clang::ParmVarDecl* parameter : method->parameters()) {
          const std::string name = "argument" + std::to_string(parameter->getFunctionScopeIndex());
          std::string declared = name;
          parameter->getType().getCanonicalType().getAsStringInternal(declared, policy());
          pure.declaration += (parameter->getFunctionScopeIndex() == 0 ? "" : ", ") + declared;
          if (!parameter->getType()->isFloatingType())
            pure.passed.push_back((parameter->getType()->isReferenceType() ? "&" : "") + name);
        }
        pure.declaration += ")";
        if (method->isConst()) pure.declaration += " const";
        if (method->isVolatile()) pure.declaration += " volatile";
        if (method->getRefQualifier() != clang::RQ_None)
          pure.declaration += method->getRefQualifier() == clang::RQ_LValue ? " &" : " &&";
        if (!llvm::isa<clang::CXXConversionDecl>(method))
          method->getReturnType().getCanonicalType().getAsStringInternal(pure.declaration, policy());
        const auto* type = method->getType()->getAs<clang::FunctionProtoType>();
        if (type != nullptr && type->isNothrow()) pure.declaration += " noexcept";
        found.push_back(std::move(pure));
      }
  // The map is in order of addresses.
  std::ranges::sort(found, {}, &program::PureFunction::declaration);
  return found;
}

/// An abstract class that nothing here implements is implemented by other sources: an object of it may come from there.
/// What it calls then is what the class itself has, a pure function being one without a body.
void Translation::openAbstractClasses() {
  std::vector<std::pair<ClassDecl*, const clang::CXXRecordDecl*>> open;
  for (const clang::CXXRecordDecl* record : polymorphic_) {
    if (record->isDependentContext() || record->isInvalidDecl() || record->isInStdNamespace()) continue;
    if (!record->hasExternalFormalLinkage() || record->isLocalClass() != nullptr) continue;
    ClassDecl* class_decl = classes_.at(llvm::cast<clang::RecordDecl>(record->getCanonicalDecl()));
    if (class_decl->is_abstract && program_.dynamicClasses(class_decl).empty()) open.emplace_back(class_decl, record);
  }
  for (const auto& [class_decl, record] : open) {
    class_decl->is_abstract = false;
    class_decl->is_implemented_elsewhere = true;
    class_decl->pure_functions = pureFunctions(record);
  }
}

bool Translation::isOpaque(const clang::RecordDecl* record) const {
  // A class of the models' header (FrontendOptions::models) says what the library's would do.
  if (const clang::RecordDecl* definition = record->getDefinition(); definition != nullptr && isModel(*definition))
    return false;
  const clang::DeclContext* context = record->getDeclContext();
  // A class nested in a modelled one (an iterator, a node) is as opaque as that one.
  if (const auto* outer = llvm::dyn_cast<clang::RecordDecl>(context)) return isOpaque(outer);
  if (!context->isStdNamespace() || record->getIdentifier() == nullptr) return false;
  // The code of an adaptor is short and all its state is the container inside: it is as good as the model of that.
  if (kAdaptors.count(record->getNameAsString()) != 0) {
    const clang::RecordDecl* definition = record->getDefinition();
    if (definition == nullptr) return true;
    for (const clang::FieldDecl* field : definition->fields())
      if (field->getName() == "c") {
        const clang::RecordDecl* container = field->getType()->getAsRecordDecl();
        return container == nullptr || isOpaque(container);
      }
    return true;
  }
  return kModelled.count(record->getNameAsString()) != 0 || isMutex(*record);
}

const ClassDecl* Translation::classOf(const clang::RecordDecl* record) {
  const auto* canonical = llvm::cast<clang::RecordDecl>(record->getCanonicalDecl());
  const auto known = classes_.find(canonical);
  if (known != classes_.end()) return known->second;

  std::string name = className(record);
  const int count = ++class_names_[name];
  if (count > 1) name += "." + std::to_string(count);
  ClassDecl* class_decl = program_.addClass(name);
  classes_[canonical] = class_decl;

  const clang::RecordDecl* definition = record->getDefinition();
  const clang::RecordDecl* shown = definition != nullptr ? definition : record;
  class_decl->range = range(shown->getSourceRange());
  class_decl->is_union = record->isUnion();
  class_decl->is_untagged = record->getTypedefNameForAnonDecl() != nullptr;
  class_decl->is_incomplete = definition == nullptr || definition->isInvalidDecl() || isOpaque(record);
  class_decl->is_opaque_text =
      class_decl->is_incomplete && record->isInStdNamespace() && record->getNameAsString() == kText;
  if (class_decl->range.file == program::kModelsFile) class_decl->library = statedShape(*shown);
  annotate(shown, class_decl->annotations, class_decl->annotation_ranges);
  if (class_decl->is_incomplete) return class_decl;

  if (const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(definition)) {
    class_decl->is_abstract = cxx->isAbstract();
    for (const clang::CXXBaseSpecifier& base : cxx->bases())
      if (const clang::CXXRecordDecl* decl = base.getType()->getAsCXXRecordDecl()) {
        class_decl->bases.push_back(classOf(decl));
        if (base.isVirtual() || !context_.getASTRecordLayout(definition).getBaseClassOffset(decl).isZero())
          class_decl->bases_behind.push_back(class_decl->bases.back());
      }
    if (cxx->isPolymorphic()) polymorphic_.push_back(cxx);
  }
  // What an exception of the library's holds is the library's affair.
  const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(definition);
  if (cxx == nullptr || !isLibraryException(cxx)) addFields(class_decl, definition);
  return class_decl;
}

bool Translation::hasOwnAllocator(const clang::CXXRecordDecl* record) const {
  const auto* instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (instance == nullptr || instance->getDefinition() == nullptr || !isModel(*instance->getDefinition())) return false;
  for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
    if (argument.getKind() != clang::TemplateArgument::Type) continue;
    const clang::CXXRecordDecl* type = argument.getAsType()->getAsCXXRecordDecl();
    // The models never use it, so that it may be a template without an instance.
    if (const auto* unused = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type);
        unused != nullptr && unused->getDefinition() == nullptr)
      type = unused->getSpecializedTemplate()->getTemplatedDecl();
    type = type == nullptr ? nullptr : type->getDefinition();
    if (type == nullptr || type->isInStdNamespace()) continue;
    // std::pmr and the like are in an inner namespace of the library's.
    if (context_.getSourceManager().isInSystemHeader(type->getLocation())) continue;
    const clang::IdentifierInfo& allocate = context_.Idents.get("allocate");
    const auto isAllocator = [&](const clang::CXXRecordDecl* one) { return !one->lookup(&allocate).empty(); };
    if (isAllocator(type) || !type->forallBases([&](const clang::CXXRecordDecl* base) { return !isAllocator(base); }))
      return true;
  }
  return false;
}

clang::QualType Translation::storedType(const clang::ValueDecl* decl) const {
  const clang::QualType objects = storage_uses_.typeOf(decl);
  return objects.isNull() ? decl->getType() : objects;
}

std::string Translation::uniqueFieldName(const ClassDecl* class_decl, std::string name) const {
  const auto taken = [&](const std::string& candidate) {
    for (const Field* field : class_decl->fields)
      if (field->name == candidate) return true;
    return false;
  };
  const std::string plain = name;
  for (int count = 2; taken(name); ++count) name = plain + "." + std::to_string(count);
  return name;
}

void Translation::addFields(ClassDecl* class_decl, const clang::RecordDecl* record) {
  const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record);
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    if (field->isAnonymousStructOrUnion()) {
      addFields(class_decl, field->getType()->getAsRecordDecl()->getDefinition());
      continue;
    }
    TypeRef field_type = type(storedType(field));
    if (field->isBitField()) {
      const int width = static_cast<int>(field->getBitWidthValue(context_));
      if (field_type->isInteger() && field_type->kind != program::TypeKind::Bool)
        field_type = program_.intType(width, field_type->is_signed, field_type->name);
    }
    const auto* array = context_.getAsConstantArrayType(field->getType());
    if (field->getType()->isIncompleteArrayType() || (array != nullptr && array->getSize() == 0))
      field_type = program_.unsupportedType(typeName(field->getType()), "a flexible array member");
    std::string name = field->getNameAsString();
    if (cxx != nullptr && cxx->isLambda()) name = "capture" + std::to_string(field->getFieldIndex());
    if (name.empty()) name = "unnamed" + std::to_string(field->getFieldIndex());
    Field* added = program_.addField(class_decl, uniqueFieldName(class_decl, name), field_type);
    added->range = range(field->getSourceRange());
    added->is_bit_field = field->isBitField();
    added->is_reference = field->getType()->isReferenceType();
    added->is_first = !field->isBitField() && isAtStart(field);
    added->may_point_to_constant = pointsToConstant(field->getType());
    added->is_volatile = context_.getBaseElementType(field->getType()).isVolatileQualified();
    // A last[1] may be written in place of a flexible array.
    const bool is_last =
        field->getFieldIndex() + 1 == static_cast<unsigned>(std::distance(record->field_begin(), record->field_end()));
    added->may_extend = is_last && !record->isUnion() && array != nullptr && array->getSize() == 1;
    added->inner_extents = innerExtents(storedType(field));
    added->alternatives = alternativesOf(field);
    added->alternatives_from_here = alternativesFrom(field);
    fields_[field->getCanonicalDecl()] = added;
    if (union_uses_.isLeaf(field->getCanonicalDecl())) {
      Field* state = program_.addField(class_decl, uniqueFieldName(class_decl, added->name + " of the union"),
                                       program_.intType(2, false, "unsigned char"));
      state->range = added->range;
      state->is_bit_field = true;
      state->is_union_state = true;
      added->union_state = state;
    }
    if (const auto role = statedRole(*field); role && class_decl->library) class_decl->library->members[*role] = added;
  }
}

const Field* Translation::fieldOf(const clang::FieldDecl* field) {
  const clang::RecordDecl* record = field->getParent();
  // The outermost class that holds an anonymous struct or union owns its members.
  while (record->isAnonymousStructOrUnion()) record = llvm::cast<clang::RecordDecl>(record->getDeclContext());
  classOf(record);
  const auto known = fields_.find(field->getCanonicalDecl());
  return known == fields_.end() ? nullptr : known->second;
}

std::string Translation::unsupportedClass(const clang::RecordDecl* record) {
  const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record);
  if (cxx == nullptr || cxx->getDefinition() == nullptr) return "";
  std::map<const clang::CXXRecordDecl*, int> counts;
  std::set<const clang::CXXRecordDecl*> shared;
  countBases(cxx->getDefinition(), counts, shared);
  for (const auto& [base, count] : counts)
    if (count > 1 && !base->getDefinition()->isEmpty()) return "a class with the same base twice";
  return "";
}

void Translation::shadowUnionMembers() {
  for (const auto& [decl, field] : fields_) {
    const auto used = union_members_.find(llvm::cast<clang::RecordDecl>(decl->getParent()->getCanonicalDecl()));
    field->is_shadowed = (used != union_members_.end() && used->second != decl) || union_uses_.isUnnamed(decl);
  }
  // By their order in the class: the map is ordered by addresses.
  std::map<const ClassDecl*, std::vector<std::pair<Field*, Bits>>> of_unions;
  for (const auto& [decl, field] : fields_)
    if (isInUnion(decl)) of_unions[field->owner].emplace_back(field, bitsOf(decl));
  for (auto& [class_decl, members] : of_unions) {
    const auto position = [&](const auto& member) { return std::ranges::find(class_decl->fields, member.first); };
    std::ranges::sort(members, {}, position);
    for (auto& [field, bits] : members)
      for (const auto& [other, others] : members)
        if (other != field && bits.begin < others.end && others.begin < bits.end)
          field->shares_bytes_with.push_back(other);
  }
}

bool Translation::isUsedUnionMember(const clang::FieldDecl* field) {
  const clang::RecordDecl* record = field->getParent();
  if (!record->isUnion() || isInAlternatives(field)) return true;
  return union_members_
             .try_emplace(llvm::cast<clang::RecordDecl>(record->getCanonicalDecl()), field->getCanonicalDecl())
             .first->second == field->getCanonicalDecl();
}

}  // namespace weir::frontend
