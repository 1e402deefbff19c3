// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// <ctype.h>, as programs find it that do not change the locale: isdigit(c) is 2048 where c is from '0' to '9', else 0.
//
// The C library of Linux has macros that look it up: (*__ctype_b_loc())[c] & _ISdigit. The table is read as ranges, and
// the mask as the class it stands for. A number that is no character and not EOF has no place in the table.
#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

struct CharacterClass {
  const char* function;
  long mask;  // one bit, which is also the result for a character of the class
  std::vector<std::pair<char, char>> ranges;
};

const std::vector<CharacterClass>& characterClasses() {
  static const std::vector<CharacterClass> kClasses = {
      {"isupper", 0x100, {{'A', 'Z'}}},
      {"islower", 0x200, {{'a', 'z'}}},
      {"isalpha", 0x400, {{'A', 'Z'}, {'a', 'z'}}},
      {"isdigit", 0x800, {{'0', '9'}}},
      {"isxdigit", 0x1000, {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
      {"isspace", 0x2000, {{'\t', '\r'}, {' ', ' '}}},
      {"isprint", 0x4000, {{' ', '~'}}},
      {"isgraph", 0x8000, {{'!', '~'}}},
      {"isblank", 0x1, {{'\t', '\t'}, {' ', ' '}}},
      {"iscntrl", 0x2, {{'\0', '\x1f'}, {'\x7f', '\x7f'}}},
      {"ispunct", 0x4, {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
      {"isalnum", 0x8, {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
  };
  return kClasses;
}

/// The index in `(*__ctype_b_loc())[index]`; null where it is something else.
const clang::Expr* indexOfTable(const clang::Expr* expr) {
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr->IgnoreParenImpCasts());
  if (element == nullptr) return nullptr;
  const auto* table = llvm::dyn_cast<clang::UnaryOperator>(element->getBase()->IgnoreParenImpCasts());
  if (table == nullptr || table->getOpcode() != clang::UO_Deref) return nullptr;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(table->getSubExpr()->IgnoreParenImpCasts());
  const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  const bool is_table = callee != nullptr && callee->getIdentifier() != nullptr && callee->getName() == "__ctype_b_loc";
  return is_table ? element->getIdx() : nullptr;
}

/// Whether it is a character made wider, which is in the table whatever its value.
bool isWidened(const clang::Expr* expr, const clang::ASTContext& context) {
  expr = expr->IgnoreParens();
  while (const auto* casted = llvm::dyn_cast<clang::CastExpr>(expr)) {
    if (casted->getCastKind() != clang::CK_IntegralCast) return false;
    expr = casted->getSubExpr()->IgnoreParens();
    if (context.getTypeSizeInChars(expr->getType()).getQuantity() == 1) return true;
  }
  return false;
}

}  // namespace

ExprRef BodyLowering::isBetween(ExprRef number, long first, long last) {
  return binary(Op::LogicalAnd, program_.boolType(),
                binary(Op::GreaterEqual, program_.boolType(), number, constant(number->type, first)),
                binary(Op::LessEqual, program_.boolType(), number, constant(number->type, last)));
}

ExprRef BodyLowering::characterIn(const clang::Expr* expr) {
  const ExprRef character = saved(convert(rvalue(expr), program_.intType(32, true, "int")));
  if (!isWidened(expr, context_)) requireCharacter(character);
  return character;
}

void BodyLowering::requireCharacter(ExprRef number) {
  auto& outside = emit<program::IfStmt>();
  outside.condition = negate(isBetween(number, -128, 255));
  inside(outside.then_body, [&] { unsupported("the class of a number that is no character"); });
}

ExprRef BodyLowering::characterClass(ExprRef character, long mask) {
  ExprRef is_in = boolean(false);
  for (const CharacterClass& one : characterClasses()) {
    if (one.mask != mask) continue;
    for (const auto& [first, last] : one.ranges)
      is_in = binary(Op::LogicalOr, program_.boolType(), is_in, isBetween(character, first, last));
  }
  const TypeRef type = character->type;
  return saved(binary(Op::Multiply, type, convert(is_in, type), constant(type, mask)));
}

std::optional<ExprRef> BodyLowering::characterLookup(const clang::BinaryOperator* expr) {
  if (expr->getOpcode() != clang::BO_And) return std::nullopt;
  const clang::Expr* index = indexOfTable(expr->getLHS());
  clang::Expr::EvalResult mask;
  if (index == nullptr || !expr->getRHS()->EvaluateAsInt(mask, context_)) return std::nullopt;
  const long bits = static_cast<long>(mask.Val.getInt().getExtValue());
  for (const CharacterClass& one : characterClasses())
    if (one.mask == bits) return convert(characterClass(characterIn(index), bits), unit_.type(expr->getType()));
  return std::nullopt;
}

ExprRef BodyLowering::otherCase(ExprRef given, bool lower) {
  const Local* result = temporary(given->type);
  assign(result, given);
  const auto change = [&](long first, long last, long by) {
    auto& applies = emit<program::IfStmt>();
    applies.condition = isBetween(given, first, last);
    inside(applies.then_body, [&] { assign(result, binary(Op::Add, given->type, given, constant(given->type, by))); });
  };
  change(lower ? 'A' : 'a', lower ? 'Z' : 'z', lower ? 'a' - 'A' : 'A' - 'a');
  // A character that is negative stands in the table as the number that it is without a sign; -1 is EOF.
  change(-128, -2, 256);
  return ref(result);
}

std::optional<ExprRef> BodyLowering::characterCall(const clang::CallExpr* expr, llvm::StringRef name) {
  if (expr->getNumArgs() != 1) return std::nullopt;
  const TypeRef type = unit_.type(expr->getType());
  for (const CharacterClass& one : characterClasses())
    if (name == one.function) return convert(characterClass(characterIn(expr->getArg(0)), one.mask), type);
  if (name != "tolower" && name != "toupper") return std::nullopt;
  return convert(otherCase(saved(rvalue(expr->getArg(0))), name == "tolower"), type);
}

bool isCharacterFunction(const clang::FunctionDecl& function) {
  if (function.getIdentifier() == nullptr || function.getBuiltinID() == 0 || function.getNumParams() != 1 ||
      !function.getParamDecl(0)->getType()->isSpecificBuiltinType(clang::BuiltinType::Int) ||
      !function.getReturnType()->isSpecificBuiltinType(clang::BuiltinType::Int))
    return false;
  const llvm::StringRef name = function.getName();
  return name == "tolower" || name == "toupper" ||
         std::ranges::any_of(characterClasses(), [&](const CharacterClass& one) { return name == one.function; });
}

void BodyLowering::lowerCharacterFunction(const clang::FunctionDecl& function) {
  const llvm::StringRef name = function.getName();
  const ExprRef given = ref(procedure_->parameters.front());
  ExprRef value = nullptr;
  for (const CharacterClass& one : characterClasses()) {
    if (name != one.function) continue;
    requireCharacter(given);
    value = characterClass(given, one.mask);
  }
  if (value == nullptr) value = otherCase(given, name == "tolower");
  emit<program::ReturnStmt>().value = value;
}

}  // namespace weir::frontend
