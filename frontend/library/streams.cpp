// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is written to a stream of the library is nothing that the program can tell.
//
//   std::cout << name << ": " << count() << std::endl;      count() is called
#include "frontend/library/streams.h"

#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

bool isOutputStream(clang::QualType type) { return isStreamClass(type, {"basic_ostream"}); }

/// One that only writes and returns the stream.
bool writesToStream(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (!isOutputStream(callee->getReturnType()) || !callee->getReturnType()->isReferenceType()) return false;
  if (method != nullptr && !isOutputStream(callee->getASTContext().getRecordType(method->getParent()))) return false;
  if (method == nullptr && (!callee->isInStdNamespace() || callee->getNumParams() == 0 ||
                            !isOutputStream(callee->getParamDecl(0)->getType())))
    return false;
  if (callee->getOverloadedOperator() == clang::OO_LessLess) return true;
  if (callee->getIdentifier() == nullptr) return false;
  static const std::set<llvm::StringRef> kWriters = {"put", "write", "flush", "endl", "ends"};
  return kWriters.contains(callee->getName());
}

/// Streams that only write to a string: one that reads, too, has a text and a place in it.
bool isStringWriter(const clang::CXXRecordDecl* record) {
  return isStreamClass(record->getASTContext().getRecordType(record), {"basic_ostringstream"});
}

bool isFileStream(const clang::CXXRecordDecl* record) {
  return isStreamClass(record->getASTContext().getRecordType(record),
                       {"basic_ifstream", "basic_ofstream", "basic_fstream"});
}

}  // namespace

bool onlyMakesStream(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method == nullptr) return false;
  if (isFileStream(method->getParent())) {
    const bool names_file = method->getNumParams() > 0 && method->getParamDecl(0)->getType()->isPointerType();
    if (llvm::isa<clang::CXXConstructorDecl>(method)) return names_file || method->getNumParams() == 0;
    if (llvm::isa<clang::CXXDestructorDecl>(method)) return true;
    return method->getIdentifier() != nullptr &&
           (method->getName() == "close" || (method->getName() == "open" && names_file));
  }
  if (!isStringWriter(method->getParent())) return false;
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
  return llvm::isa<clang::CXXDestructorDecl>(method) ||
         (constructor != nullptr && constructor->isDefaultConstructor() && constructor->getNumParams() == 0);
}

bool isTextOfStream(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method != nullptr && isStringWriter(method->getParent()) && method->getIdentifier() != nullptr &&
         method->getName() == "str" && method->getNumParams() == 0 && method->getReturnType()->isRecordType();
}

std::optional<ExprRef> BodyLowering::streamCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee) {
  if (unit_.isUserCode(callee)) return std::nullopt;
  if (const auto input = inputCall(expr, callee)) return input;
  if (!writesToStream(callee)) return std::nullopt;
  llvm::ArrayRef<const clang::Expr*> passed(expr->getArgs(), expr->getNumArgs());
  const clang::Expr* stream = nullptr;
  if (const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr)) {
    stream = member_call->getImplicitObjectArgument();
  } else {
    stream = passed.front();
    passed = passed.drop_front();
  }
  for (const clang::Expr* written : passed) {
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(written->IgnoreParenImpCasts());
    const auto* manipulator = named == nullptr ? nullptr : llvm::dyn_cast<clang::FunctionDecl>(named->getDecl());
    if (written->getType()->isFunctionPointerType() && (manipulator == nullptr || unit_.isUserCode(manipulator)))
      return std::nullopt;
  }
  const ExprRef to = saved(receiver(stream, stream->getType()->isPointerType()));
  for (const clang::Expr* written : passed)
    if (!written->getType()->isFunctionPointerType() && !isMereValue(written)) effect(written);
  return to;
}

}  // namespace weir::frontend
