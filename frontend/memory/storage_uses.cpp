// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/memory/storage_uses.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <set>

namespace weir::frontend {

namespace {

bool isByte(clang::QualType type) { return type->isCharType() || type->isStdByteType(); }

/// std::aligned_storage_t<…>
bool isAlignedStorage(clang::QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->getIdentifier() == nullptr || record->getName() != "type") return false;
  const auto* around = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record->getDeclContext());
  return around != nullptr && around->isInStdNamespace() && around->getName() == "aligned_storage";
}

/// How many objects of the type have room in it; 0: it is no such thing.
long roomFor(clang::QualType declared, clang::QualType object, const clang::ASTContext& context) {
  const auto* array = context.getAsConstantArrayType(declared);
  const auto size = [&](clang::QualType type) { return context.getTypeSizeInChars(type).getQuantity(); };
  const clang::QualType element = array != nullptr ? array->getElementType() : declared;
  const long count = array != nullptr ? static_cast<long>(array->getSize().getZExtValue()) : 1;
  if (array != nullptr && isByte(element)) return count / size(object);
  return isAlignedStorage(element) && size(object) <= size(element) ? count : 0;
}

bool isStorage(const clang::ValueDecl* decl, const clang::ASTContext& context) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
  if (variable != nullptr && (!variable->hasLocalStorage() || variable->hasInit())) {
    // A union is initialised by a constructor that does nothing.
    const auto* built = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(variable->getInit());
    if (!variable->hasLocalStorage() || built == nullptr || !built->getConstructor()->isTrivial()) return false;
  }
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(decl);
  if (variable == nullptr && (field == nullptr || field->hasInClassInitializer() || field->getParent()->isUnion()))
    return false;
  const clang::QualType type = decl->getType();
  if (type->isDependentType() || type.isVolatileQualified()) return false;
  const auto* array = context.getAsConstantArrayType(type);
  return array != nullptr ? isByte(array->getElementType()) || isAlignedStorage(array->getElementType())
                          : isAlignedStorage(type);
}

class StorageCollector : public clang::RecursiveASTVisitor<StorageCollector> {
 public:
  explicit StorageCollector(clang::ASTContext& context) : context_(context) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  /// The headers of the system know nothing of the user's storage.
  bool TraverseDecl(clang::Decl* decl) {
    const bool is_scope = llvm::isa_and_nonnull<clang::TranslationUnitDecl, clang::NamespaceDecl>(decl);
    if (decl != nullptr && !is_scope && context_.getSourceManager().isInSystemHeader(decl->getLocation())) return true;
    return RecursiveASTVisitor::TraverseDecl(decl);
  }

  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) { return true; }  // not evaluated

  // Parents are visited before their children.
  bool VisitCXXNewExpr(clang::CXXNewExpr* made) {
    const clang::FunctionDecl* function = made->getOperatorNew();
    if (function != nullptr && function->isReservedGlobalPlacementOperator() && !made->isArray())
      accept(made->getPlacementArg(0), made->getAllocatedType());
    return true;
  }

  bool VisitExplicitCastExpr(clang::ExplicitCastExpr* casted) {
    if (casted->getCastKind() == clang::CK_BitCast && !casted->isGLValue() && casted->getType()->isPointerType())
      accept(casted->getSubExpr(), casted->getType()->getPointeeType());
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* named) { return mentioned(named, named->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr* access) { return mentioned(access, access->getMemberDecl()); }

  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initializer) {
    if (const clang::FieldDecl* field = initializer->getAnyMember()) {
      const auto* built = llvm::dyn_cast<clang::CXXConstructExpr>(initializer->getInit());
      if (built == nullptr || !built->getConstructor()->isTrivial() || initializer->isWritten())
        lost.insert(field->getCanonicalDecl());
    }
    return RecursiveASTVisitor::TraverseConstructorInitializer(initializer);
  }

  /// An aggregate that is written as a list.
  bool VisitInitListExpr(clang::InitListExpr* list) {
    if (const clang::RecordDecl* record = list->getType()->getAsRecordDecl())
      for (const clang::FieldDecl* field : record->fields()) lost.insert(field->getCanonicalDecl());
    return true;
  }

  std::map<const clang::Decl*, clang::QualType> objects;
  std::set<const clang::Decl*> lost;

 private:
  void accept(const clang::Expr* pointer, clang::QualType object) {
    if (object->isDependentType() || object->isIncompleteType() || isByte(object)) return;
    object = object.getCanonicalType().getUnqualifiedType();
    if (!object->isRecordType() && !object->isScalarType()) return;
    const auto mention = storageMention(pointer, context_);
    if (!mention || accepted_.contains(mention->whole)) return;
    if (roomFor(mention->decl->getType(), object, context_) == 0) return;
    const auto [known, is_new] = objects.emplace(mention->decl->getCanonicalDecl(), object);
    if (is_new || known->second == object) accepted_.insert(mention->whole);
  }

  bool mentioned(const clang::Expr* expr, const clang::ValueDecl* decl) {
    if (!accepted_.contains(expr)) lost.insert(decl->getCanonicalDecl());
    return true;
  }

  clang::ASTContext& context_;
  std::set<const clang::Expr*> accepted_;
};

}  // namespace

std::optional<StorageMention> storageMention(const clang::Expr* expr, const clang::ASTContext& context) {
  StorageMention found;
  while (true) {
    expr = expr->IgnoreParenCasts();
    if (const auto* taken = llvm::dyn_cast<clang::UnaryOperator>(expr);
        taken != nullptr && taken->getOpcode() == clang::UO_AddrOf) {
      expr = taken->getSubExpr();
    } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr);
               element != nullptr && found.index == nullptr) {
      const bool is_first = element->getIdx()->isIntegerConstantExpr(context) &&
                            element->getIdx()->EvaluateKnownConstInt(context).isZero();
      if (!is_first && !isAlignedStorage(element->getType())) return std::nullopt;
      found.index = element->getIdx();
      expr = element->getBase();
    } else {
      break;
    }
  }
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr)) found.decl = named->getDecl();
  if (const auto* access = llvm::dyn_cast<clang::MemberExpr>(expr)) found.decl = access->getMemberDecl();
  if (found.decl == nullptr || !isStorage(found.decl, context)) return std::nullopt;
  found.whole = expr;
  return found;
}

StorageUses::StorageUses(clang::ASTContext& context) {
  StorageCollector collector(context);
  collector.TraverseDecl(context.getTranslationUnitDecl());
  for (const auto& [decl, object] : collector.objects) {
    if (collector.lost.contains(decl)) continue;
    const llvm::APInt count(64, roomFor(llvm::cast<clang::ValueDecl>(decl)->getType(), object, context));
    types_[decl] = context.getConstantArrayType(object, count, nullptr, clang::ArraySizeModifier::Normal, 0);
  }
}

clang::QualType StorageUses::typeOf(const clang::ValueDecl* decl) const {
  const auto known = types_.find(decl->getCanonicalDecl());
  return known == types_.end() ? clang::QualType() : known->second;
}

}  // namespace weir::frontend
