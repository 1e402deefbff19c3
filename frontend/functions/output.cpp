// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output that no property sees: printf and its relatives, puts, fputs. What they read has to be there: texts up to the
// null that ends them, as the format asks for them, and the file. A format that stores something (%n), or that nobody
// can read while pointers are passed with it, makes the call one of an external function.
#include <optional>

#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

/// Where the arguments are; negative: there is none.
struct Output {
  int file = -1;
  int text = -1;
  int format = -1;
  bool takes_list = false;
};

const std::map<llvm::StringRef, Output>& outputFunctions() {
  static const std::map<llvm::StringRef, Output> kFunctions = {
      {"printf", {.format = 0}},
      {"__printf_chk", {.format = 1}},
      {"vprintf", {.format = 0, .takes_list = true}},
      {"fprintf", {.file = 0, .format = 1}},
      {"__fprintf_chk", {.file = 0, .format = 2}},
      {"vfprintf", {.file = 0, .format = 1, .takes_list = true}},
      {"puts", {.text = 0}},
      {"fputs", {.file = 1, .text = 0}},
      {"putchar", {}},
      {"fputc", {.file = 1}},
      {"putc", {.file = 1}},
      {"fflush", {}},
      {"perror", {}},
  };
  return kFunctions;
}

/// What becomes of the arguments behind a format.
struct Conversions {
  std::vector<bool> is_text;  // of each argument: is it read up to its end?
  bool stores = false;        // %n
};

Conversions conversionsOf(llvm::StringRef format) {
  Conversions found;
  while (!format.empty()) {
    const char first = format.front();
    format = format.drop_front();
    if (first != '%' || format.consume_front("%")) continue;
    bool is_limited = false;
    while (!format.empty() && llvm::StringRef("-+ #0123456789.*'hlLqjzt$").contains(format.front())) {
      if (format.front() == '*') found.is_text.push_back(false);
      is_limited = is_limited || format.front() == '.';
      format = format.drop_front();
    }
    if (format.empty()) break;
    found.is_text.push_back(format.front() == 's' && !is_limited);
    found.stores = found.stores || format.front() == 'n';
    format = format.drop_front();
  }
  return found;
}

const clang::StringLiteral* literalOf(const clang::Expr* expr) {
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expr->IgnoreParenCasts());
  return literal != nullptr && literal->getCharByteWidth() == 1 ? literal : nullptr;
}

bool mayBeWrittenTo(const clang::Expr* argument) {
  const clang::QualType type = argument->IgnoreParenImpCasts()->getType();
  const clang::QualType pointee =
      type->isArrayType() ? type->getAsArrayTypeUnsafe()->getElementType() : type->getPointeeType();
  return !pointee.isNull() && !pointee.isConstQualified() && literalOf(argument) == nullptr;
}

}  // namespace

/// A text that is printed; of a null one the library says so, where it may.
void BodyLowering::printText(const clang::Expr* argument, bool may_be_null) {
  if (literalOf(argument) != nullptr) return;
  const ExprRef text = textAt(argument);
  if (text == nullptr) return;
  if (!may_be_null) {
    lengthOfText(argument, text, nullptr);
    return;
  }
  auto& is_there = emit<program::IfStmt>();
  is_there.condition = notNull(text);
  inside(is_there.then_body, [&] { lengthOfText(argument, text, nullptr); });
}

std::optional<ExprRef> BodyLowering::outputCall(const clang::CallExpr* expr, llvm::StringRef name) {
  const auto known = outputFunctions().find(name);
  if (known == outputFunctions().end()) return std::nullopt;
  const Output& output = known->second;
  const int count = static_cast<int>(expr->getNumArgs());
  if (output.file >= count || output.text >= count || output.format >= count) return std::nullopt;
  Conversions conversions;
  if (output.format >= 0 && !output.takes_list) {
    const clang::StringLiteral* format = literalOf(expr->getArg(static_cast<unsigned>(output.format)));
    if (format != nullptr) conversions = conversionsOf(format->getString());
    bool may_store = conversions.stores;
    for (int i = output.format + 1; i < count && format == nullptr; ++i)
      may_store = may_store || mayBeWrittenTo(expr->getArg(static_cast<unsigned>(i)));
    if (may_store) return std::nullopt;
  }
  // Only what its arguments do to the program, and what can be wrong with them, matters: a float is no obstacle.
  const bool is_used = expr != discarded_;
  for (int i = 0; i < count; ++i) {
    const clang::Expr* argument = expr->getArg(static_cast<unsigned>(i));
    const auto printed = static_cast<std::size_t>(i - output.format - 1);
    const bool is_converted = output.format >= 0 && i > output.format;
    const bool is_text = is_converted && printed < conversions.is_text.size() && conversions.is_text[printed] &&
                         argument->getType()->isPointerType();
    if (i == output.file)
      requireFile(argument);
    else if (i == output.text || i == output.format || is_text)
      printText(argument, is_text);
    else if (!isMereValue(argument))
      effect(argument);
  }
  const TypeRef type = unit_.type(expr->getType());
  if (is_used && type->isInteger()) return anyValue(type, "the result of '" + name.str() + "'");
  return placeholder(type);
}

}  // namespace weir::frontend
