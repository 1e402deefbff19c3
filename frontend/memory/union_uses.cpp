// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/memory/union_uses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace weir::frontend {

namespace {

using Path = std::vector<const clang::FieldDecl*>;

const clang::RecordDecl* recordOf(clang::QualType type) {
  const clang::RecordDecl* record = type->getAsRecordDecl();
  return record == nullptr ? nullptr : llvm::cast<clang::RecordDecl>(record->getCanonicalDecl());
}

const clang::FieldDecl* canonical(const clang::FieldDecl* field) { return field->getCanonicalDecl(); }

/// One that a person wrote, of which nothing but its members is the user's code: the bytes are all there is to it. What
/// an instance of a template names is not seen here.
bool isPlainUnion(const clang::RecordDecl* record, const clang::ASTContext& context) {
  const auto* definition = llvm::dyn_cast<clang::CXXRecordDecl>(record->getDefinition());
  if (definition == nullptr) return true;  // of C
  if (context.getSourceManager().isInSystemHeader(definition->getLocation())) return false;
  for (const clang::DeclContext* around = definition; around != nullptr; around = around->getParent())
    if (around->isDependentContext() || llvm::isa<clang::ClassTemplateSpecializationDecl>(around)) return false;
  const auto isBytes = [](const clang::CXXRecordDecl* one) {
    return one->isTriviallyCopyable() && !one->hasUserDeclaredConstructor() && !one->isPolymorphic() &&
           std::ranges::all_of(one->methods(), [](const auto* method) { return method->isImplicit(); });
  };
  if (!isBytes(definition)) return false;
  return std::ranges::all_of(definition->fields(), [&](const clang::FieldDecl* field) {
    const auto* inner = field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return !field->getType()->isReferenceType() && (inner == nullptr || isPlainUnion(inner, context));
  });
}

class UnionCollector : public clang::RecursiveASTVisitor<UnionCollector> {
 public:
  explicit UnionCollector(clang::ASTContext& context) : context_(context) {}

  /// The headers of the system know nothing of the user's unions.
  bool TraverseDecl(clang::Decl* decl) {
    const bool is_scope = llvm::isa_and_nonnull<clang::TranslationUnitDecl, clang::NamespaceDecl>(decl);
    if (decl != nullptr && !is_scope && context_.getSourceManager().isInSystemHeader(decl->getLocation())) return true;
    return RecursiveASTVisitor::TraverseDecl(decl);
  }

  // Parents are visited before their children.
  bool VisitUnaryOperator(clang::UnaryOperator* operation) {
    if (operation->getOpcode() == clang::UO_AddrOf) addressed_.insert(operation->getSubExpr()->IgnoreParens());
    return true;
  }

  bool VisitMemberExpr(clang::MemberExpr* access) {
    if (inner_.contains(access)) return true;
    Path path;
    for (const clang::Expr* step = access;;) {
      const auto* member = llvm::dyn_cast<clang::MemberExpr>(step);
      const auto* field = member == nullptr ? nullptr : llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
      if (field == nullptr) break;
      inner_.insert(member);
      path.insert(path.begin(), canonical(field));
      if (member->isArrow()) break;
      step = member->getBase()->IgnoreParenNoopCasts(context_);
    }
    const bool is_plain = !addressed_.contains(access) && isPlainScalar(access->getType());
    for (std::size_t i = 0; i < path.size(); ++i)
      if (path[i]->getParent()->isUnion()) use(Path(path.begin() + static_cast<long>(i), path.end()), is_plain);
    return true;
  }

  bool VisitInitListExpr(clang::InitListExpr* list) {
    const clang::FieldDecl* field = list->isSemanticForm() ? list->getInitializedFieldInUnion() : nullptr;
    if (field == nullptr) return true;
    Path path{canonical(field)};
    useAll(path);
    return true;
  }

  /// A constructor's `: number(7)`.
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initializer) {
    const clang::FieldDecl* field = initializer->getAnyMember();
    if (field != nullptr && field->getParent()->isUnion()) use({canonical(field)}, isPlainScalar(field->getType()));
    return RecursiveASTVisitor::TraverseConstructorInitializer(initializer);
  }

  bool VisitExpr(clang::Expr* expr) { return note(expr->getType()); }
  bool VisitValueDecl(clang::ValueDecl* decl) { return note(decl->getType()); }
  bool VisitTypedefNameDecl(clang::TypedefNameDecl* decl) { return note(decl->getUnderlyingType()); }

  /// What is read and written of each union, by the union.
  std::map<const clang::RecordDecl*, std::set<Path>> used;

  bool isKnown(const clang::RecordDecl* record) const {
    return !lost_.contains(record) && std::ranges::none_of(record->getDefinition()->fields(), [&](auto* field) {
      return isPointedInto(field->getType());
    });
  }

 private:
  bool isPlainScalar(clang::QualType type) const {
    return type->isScalarType() && !type->isAtomicType() && !type.isVolatileQualified();
  }

  void use(const Path& path, bool is_plain) {
    const clang::RecordDecl* record = llvm::cast<clang::RecordDecl>(path.front()->getParent()->getCanonicalDecl());
    used[record].insert(path);
    if (!is_plain) lost_.insert(record);
  }

  /// Every scalar from here on down.
  void useAll(Path& path) {
    const clang::QualType type = path.back()->getType();
    const clang::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr || record->getDefinition() == nullptr) return use(path, isPlainScalar(type));
    for (const clang::FieldDecl* field : record->getDefinition()->fields()) {
      if (field->isUnnamedBitField()) continue;
      path.push_back(canonical(field));
      useAll(path);
      path.pop_back();
    }
  }

  /// Is there a pointer to a class that an object of this type is or has in it?
  bool isPointedInto(clang::QualType type) const {
    while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
    const clang::RecordDecl* record = recordOf(type);
    if (record == nullptr) return false;
    if (pointees_.contains(record) || record->getDefinition() == nullptr) return true;
    return std::ranges::any_of(record->getDefinition()->fields(),
                               [&](auto* field) { return isPointedInto(field->getType()); });
  }

  bool note(clang::QualType type, bool is_pointee = false) {
    if (type.isNull() || type->isDependentType()) return true;
    type = type.getCanonicalType();
    if (const auto* pointer = type->getAs<clang::PointerType>()) return note(pointer->getPointeeType(), true);
    if (const auto* reference = type->getAs<clang::ReferenceType>()) return note(reference->getPointeeType(), true);
    if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) return note(array->getElementType(), is_pointee);
    if (const auto* function = type->getAs<clang::FunctionProtoType>()) {
      note(function->getReturnType());
      for (const clang::QualType parameter : function->param_types()) note(parameter);
    } else if (const clang::RecordDecl* record = recordOf(type); record != nullptr) {
      if (is_pointee) pointees_.insert(record);
      noteArguments(record);
    }
    return true;
  }

  /// A template may have pointers to what it is given.
  void noteArguments(const clang::RecordDecl* record) {
    const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (instance == nullptr || !instances_.insert(instance).second) return;
    for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray())
      if (argument.getKind() == clang::TemplateArgument::Type) note(argument.getAsType(), true);
  }

  clang::ASTContext& context_;
  std::set<const clang::RecordDecl*> instances_;
  std::set<const clang::Expr*> inner_;      // members that were seen with the place they are part of
  std::set<const clang::Expr*> addressed_;  // places whose address is taken
  std::set<const clang::RecordDecl*> lost_;
  std::set<const clang::RecordDecl*> pointees_;
};

}  // namespace

namespace {

constexpr long kMostTwins = 3;

bool haveOneTypeAndPlace(const UnionLeaf& a, const UnionLeaf& b) {
  const auto typeOf = [](const UnionLeaf& leaf) {
    return leaf.path.back()->getType().getCanonicalType().getUnqualifiedType();
  };
  return a.begin == b.begin && a.end == b.end && typeOf(a) == typeOf(b);
}

}  // namespace

bool UnionLeaf::isTwinOf(const UnionLeaf& other) const {
  return has_twins && path != other.path && haveOneTypeAndPlace(*this, other);
}

UnionUses::UnionUses(clang::ASTContext& context) {
  UnionCollector collector(context);
  collector.TraverseDecl(context.getTranslationUnitDecl());
  for (const auto& [record, paths] : collector.used) {
    std::set<const clang::FieldDecl*> members;
    for (const Path& path : paths) members.insert(path.front());
    if (members.size() < 2 || record->getDefinition()->isInvalidDecl() || !collector.isKnown(record)) continue;
    if (!isPlainUnion(record, context)) continue;
    addInside(record);
    std::vector<UnionLeaf>& leaves = leaves_[record];
    for (const Path& path : paths) {
      UnionLeaf leaf{.path = path};
      for (const clang::FieldDecl* step : path)
        leaf.begin += static_cast<long>(
            context.getASTRecordLayout(step->getParent()->getDefinition()).getFieldOffset(step->getFieldIndex()));
      const clang::FieldDecl* scalar = path.back();
      leaf.end = leaf.begin + static_cast<long>(scalar->isBitField() ? scalar->getBitWidthValue(context)
                                                                     : context.getTypeSize(scalar->getType()));
      scalars_.insert(scalar);
      leaves.push_back(std::move(leaf));
    }
    for (UnionLeaf& leaf : leaves) {
      const auto alike =
          std::ranges::count_if(leaves, [&](const auto& other) { return haveOneTypeAndPlace(leaf, other); });
      leaf.has_twins = alike > 1 && alike <= kMostTwins;
    }
    // By their places in the source: the set is ordered by addresses.
    std::ranges::sort(leaves, [](const UnionLeaf& a, const UnionLeaf& b) {
      return std::ranges::lexicographical_compare(
          a.path, b.path, [](auto* x, auto* y) { return x->getFieldIndex() < y->getFieldIndex(); });
    });
  }
}

void UnionUses::addInside(const clang::RecordDecl* record) {
  for (const clang::FieldDecl* field : record->getDefinition()->fields()) {
    clang::QualType type = field->getType();
    while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
    if (const clang::RecordDecl* inner = recordOf(type))
      addInside(inner);
    else
      inside_.insert(canonical(field));
  }
}

const std::vector<UnionLeaf>* UnionUses::leavesOf(const clang::RecordDecl* record) const {
  const auto found = leaves_.find(llvm::cast<clang::RecordDecl>(record->getCanonicalDecl()));
  return found == leaves_.end() ? nullptr : &found->second;
}

}  // namespace weir::frontend
