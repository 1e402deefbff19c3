// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is read from a stream of the library, and what state it is in, may be anything.
//
//   while (std::getline(in, line)) n += line.size();      line: any string; whether there was one: any answer
//   in >> count;                                          count: any number
//   in.read(buffer, n);                                   n bytes have to be there, and are any bytes
//
// Streams over texts that the code made itself have a model (specs/lib/std_models_streams.h).
#include "frontend/body_lowering.h"
#include "frontend/library/library_models.h"
#include "frontend/library/streams.h"

namespace weir::frontend {

namespace {

bool isNamed(const clang::FunctionDecl* function, std::initializer_list<llvm::StringRef> names) {
  return function->getIdentifier() != nullptr && llvm::is_contained(names, function->getName());
}

/// One that reads into its arguments and returns the stream.
bool readsFromStream(const clang::FunctionDecl* callee) {
  const clang::QualType result = callee->getReturnType();
  if (!result->isReferenceType() || !isStreamClass(result, {"basic_istream"})) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method != nullptr &&
      !isStreamClass(callee->getASTContext().getRecordType(method->getParent()), {"basic_istream"}))
    return false;
  if (method == nullptr && (!callee->isInStdNamespace() || callee->getNumParams() == 0 ||
                            !isStreamClass(callee->getParamDecl(0)->getType(), {"basic_istream"})))
    return false;
  return callee->getOverloadedOperator() == clang::OO_GreaterGreater ||
         isNamed(callee, {"get", "getline", "read", "ignore", "unget", "putback", "ws"});
}

/// One that asks what state the stream is in, or for a character.
bool asksStream(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method == nullptr || method->isStatic() || method->getNumParams() != 0) return false;
  if (!isStreamClass(
          callee->getASTContext().getRecordType(method->getParent()),
          {"basic_ios", "basic_istream", "basic_ostream", "basic_ifstream", "basic_ofstream", "basic_fstream"}))
    return false;
  if (llvm::isa<clang::CXXConversionDecl>(method)) return method->getReturnType()->isBooleanType();
  if (callee->getOverloadedOperator() == clang::OO_Exclaim) return true;
  return isNamed(callee, {"eof", "fail", "bad", "good", "peek", "get", "gcount", "is_open"});
}

}  // namespace

bool isStreamClass(clang::QualType type, std::initializer_list<llvm::StringRef> names) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr && !isModel(*record) &&
         llvm::is_contained(names, record->getName());
}

ExprRef BodyLowering::streamIn(const clang::Expr* expr) {
  // Every stream has one basic_ios, whose state is nobody's here.
  const clang::Expr* stream = expr->IgnoreParenBaseCasts();
  return saved(receiver(stream, stream->getType()->isPointerType()));
}

/// Any value for what is passed to be read into; is it of a kind of which that is known?
bool BodyLowering::readsInto(const clang::Expr* passed, const clang::Expr* count) {
  const std::string what = "what is read from a stream";
  const clang::QualType type = passed->getType();
  if (passed->isLValue()) {
    const Place place = lvalue(passed);
    if (place.type->isInteger()) {
      store(place, anyValue(place.type, what));
      return true;
    }
    const Field* text =
        place.type->isClass() ? place.type->class_decl->findMember(program::LibraryRole::Text) : nullptr;
    if (text == nullptr || place.kind != Place::Kind::Object) return false;
    const ExprRef object = saved(place.pointer);
    // What pointed into it does so no more (moved_elements.h).
    for (const clang::CXXMethodDecl* method : type->getAsCXXRecordDecl()->methods())
      if (isNamed(method, {"clear"})) emitCall(unit_.procedureOf(method), {object}, false);
    storeField(object, text, anyValue(text->type, what));
    return true;
  }
  if (!type->isPointerType() || count == nullptr || !count->getType()->isIntegerType()) return false;
  const ExprRef buffer = saved(untyped(passed));
  if (!buffer->type->isSlotPointer() || !buffer->type->pointee->isInteger()) return false;
  goThrough(buffer, rvalue(count), true, what);
  return true;
}

std::optional<ExprRef> BodyLowering::inputCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee) {
  const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr);
  llvm::ArrayRef<const clang::Expr*> passed(expr->getArgs(), expr->getNumArgs());
  if (asksStream(callee)) {
    const bool is_operator = member_call == nullptr;
    if (is_operator && passed.empty()) return std::nullopt;
    streamIn(is_operator ? passed.front() : member_call->getImplicitObjectArgument());
    return anyValue(unit_.type(expr->getType()), "the state of a stream");
  }
  if (!readsFromStream(callee)) return std::nullopt;
  const clang::Expr* stream = nullptr;
  if (member_call != nullptr) {
    stream = member_call->getImplicitObjectArgument();
  } else {
    stream = passed.front();
    passed = passed.drop_front();
  }
  const bool is_shift = callee->getOverloadedOperator() == clang::OO_GreaterGreater;
  if (is_shift && passed.front()->getType()->isFunctionPointerType()) return std::nullopt;
  const ExprRef from = streamIn(stream);
  // Of the operator one is read into; of the others the first, and the rest are counts and ends of lines.
  const bool reads = is_shift || isNamed(callee, {"get", "getline", "read"});
  if (reads && !passed.empty()) {
    if (!readsInto(passed.front(), passed.size() > 1 ? passed[1] : nullptr)) {
      unsupported("what '" + unit_.procedureOf(callee)->name + "' reads into");
      return from;
    }
    passed = passed.drop_front();
  }
  for (const clang::Expr* other : passed)
    if (!isMereValue(other)) effect(other);
  return from;
}

}  // namespace weir::frontend
