// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C's functions on texts: loops over the characters up to the null that ends them.
//
//   strcmp(a, b)    i = 0; loop { x = a[i]; y = b[i] } while x == y and x != 0 { i = i + 1 }; the sign of x - y
//
// With a literal among the texts it is known where they end at the latest: then the rounds stand in a row, and no limit
// on loops leaves out any of them. Of a comparison only the sign is modelled, as -1, 0 or 1.
#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

constexpr long kLongestInARow = 32;

/// The number of characters of a literal, its null included.
std::optional<long> literalLength(const clang::Expr* expr) {
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expr->IgnoreParenCasts());
  if (literal == nullptr || literal->getCharByteWidth() != 1) return std::nullopt;
  const std::size_t end = literal->getString().find('\0');
  const auto length = static_cast<long>(end == llvm::StringRef::npos ? literal->getLength() : end) + 1;
  return length <= kLongestInARow ? std::optional(length) : std::nullopt;
}

std::optional<long> least(std::optional<long> a, std::optional<long> b) {
  return a && b ? std::min(*a, *b) : a ? a : b;
}

}  // namespace

/// Rounds of `look`, which says whether to go on, at 0, 1, …; `rounds` of them end it for sure. The index it ended at.
ExprRef BodyLowering::scan(std::optional<long> rounds, const std::function<ExprRef(ExprRef)>& look) {
  const Local* index = temporary(indexType());
  const Local* go_on = temporary(program_.boolType());
  assign(index, constant(indexType(), 0));
  const auto next = [&] { assign(index, binary(Op::Add, indexType(), ref(index), constant(indexType(), 1))); };
  const std::string label = newLabel("text");
  if (!rounds) {
    auto& loop = emit<program::LoopStmt>();
    loop.label = label;
    inside(loop.header, [&] { assign(go_on, look(ref(index))); });
    loop.condition = ref(go_on);
    inside(loop.step, next);
    return ref(index);
  }
  auto& block = emit<program::BlockStmt>();
  block.label = label;
  inside(block.body, [&] {
    for (long round = 1; round <= *rounds; ++round) {
      assign(go_on, look(ref(index)));
      if (round == *rounds) break;
      auto& ends = emit<program::IfStmt>();
      ends.condition = negate(ref(go_on));
      inside(ends.then_body, [&] { breakTo(label); });
      next();
    }
  });
  return ref(index);
}

/// The address of characters; null where they are something else.
ExprRef BodyLowering::textAt(const clang::Expr* expr) {
  ExprRef text = untyped(expr);
  // A key of no type, `const void*`, is the text that it is taken for.
  if (text->type->isVoidPointer()) text = convert(text, program_.pointerTo(unit_.type(context_.CharTy)));
  const bool is_text =
      text->type->isSlotPointer() && text->type->pointee->isInteger() && text->type->pointee->width == 8;
  return is_text ? saved(text) : nullptr;
}

ExprRef BodyLowering::characterAt(ExprRef text, ExprRef index) {
  const TypeRef type = text->type->pointee;
  return convert(load({.kind = Place::Kind::Slot, .type = type, .pointer = pointerAdd(text, index)}),
                 program_.intType(8, false, "unsigned char"));
}

void BodyLowering::putCharacter(ExprRef text, ExprRef index, ExprRef character) {
  const TypeRef type = text->type->pointee;
  store({.kind = Place::Kind::Slot, .type = type, .pointer = pointerAdd(text, index)}, convert(character, type));
}

ExprRef BodyLowering::compareTexts(const clang::CallExpr* expr, ExprRef a, ExprRef b, ExprRef count) {
  const TypeRef type = unit_.type(expr->getType());
  const TypeRef byte = program_.intType(8, false, "unsigned char");
  const Local* x = temporary(byte);
  const Local* y = temporary(byte);
  const auto both = [&](ExprRef left, ExprRef right) {
    return binary(Op::LogicalAnd, program_.boolType(), left, right);
  };
  const auto look = [&](ExprRef index) {
    assign(x, characterAt(a, index));
    assign(y, characterAt(b, index));
  };
  std::optional<long> rounds = least(literalLength(expr->getArg(0)), literalLength(expr->getArg(1)));
  scan(rounds, [&](ExprRef index) {
    if (count == nullptr) {
      look(index);
    } else {
      // Behind the last of them there is nothing that differs.
      auto& counts = emit<program::IfStmt>();
      counts.condition = binary(Op::Less, program_.boolType(), convert(index, count->type), count);
      inside(counts.then_body, [&] { look(index); });
      inside(counts.else_body, [&] {
        assign(x, constant(byte, 0));
        assign(y, constant(byte, 0));
      });
    }
    return both(binary(Op::Equal, program_.boolType(), ref(x), ref(y)),
                binary(Op::NotEqual, program_.boolType(), ref(x), constant(byte, 0)));
  });
  const auto is = [&](Op op) { return convert(binary(op, program_.boolType(), ref(x), ref(y)), type); };
  return saved(binary(Op::Subtract, type, is(Op::Greater), is(Op::Less)));
}

ExprRef BodyLowering::lengthOfText(const clang::Expr* argument, ExprRef text, ExprRef most) {
  const TypeRef byte = program_.intType(8, false, "unsigned char");
  return scan(literalLength(argument), [&](ExprRef index) {
    const Local* goes_on = temporary(program_.boolType());
    const auto look = [&] {
      assign(goes_on, binary(Op::NotEqual, program_.boolType(), saved(characterAt(text, index)), constant(byte, 0)));
    };
    if (most == nullptr) {
      look();
    } else {
      auto& counts = emit<program::IfStmt>();
      counts.condition = binary(Op::Less, program_.boolType(), convert(index, most->type), most);
      inside(counts.then_body, look);
      inside(counts.else_body, [&] { assign(goes_on, boolean(false)); });
    }
    return ref(goes_on);
  });
}

void BodyLowering::copyText(const clang::Expr* argument, ExprRef to, ExprRef from) {
  const TypeRef byte = program_.intType(8, false, "unsigned char");
  scan(literalLength(argument), [&](ExprRef index) {
    requireApart(to, from, index, false);
    const ExprRef character = saved(characterAt(from, index));
    putCharacter(to, index, character);
    return binary(Op::NotEqual, program_.boolType(), character, constant(byte, 0));
  });
}

/// As many characters as asked for: those of the text, then nulls.
void BodyLowering::copyCharacters(ExprRef to, ExprRef from, ExprRef count) {
  const TypeRef byte = program_.intType(8, false, "unsigned char");
  const Local* character = temporary(byte);
  assign(character, constant(byte, 1));
  countingLoop(count, [&](ExprRef index) {
    auto& goes_on = emit<program::IfStmt>();
    goes_on.condition = binary(Op::NotEqual, program_.boolType(), ref(character), constant(byte, 0));
    inside(goes_on.then_body, [&] { requireApart(to, from, index, false); });
    inside(goes_on.then_body, [&] { assign(character, characterAt(from, index)); });
    putCharacter(to, index, ref(character));
  });
}

/// The characters of a text, but not more than `most`, and a null behind them.
void BodyLowering::appendCharacters(const clang::Expr* argument, ExprRef to, ExprRef from, ExprRef most) {
  const TypeRef byte = program_.intType(8, false, "unsigned char");
  const std::optional<long> fixed = most->kind == program::ExprKind::Constant && most->integer < kLongestInARow
                                        ? std::optional(static_cast<long>(most->integer) + 1)
                                        : std::nullopt;
  const Local* character = temporary(byte);
  scan(least(literalLength(argument), fixed), [&](ExprRef index) {
    auto& counts = emit<program::IfStmt>();
    counts.condition = binary(Op::Less, program_.boolType(), convert(index, most->type), most);
    inside(counts.then_body, [&] {
      requireApart(to, from, index, false);
      assign(character, characterAt(from, index));
    });
    inside(counts.else_body, [&] { assign(character, constant(byte, 0)); });
    putCharacter(to, index, ref(character));
    return binary(Op::NotEqual, program_.boolType(), ref(character), constant(byte, 0));
  });
}

/// Among `count` characters, or up to the null that ends the text.
ExprRef BodyLowering::findCharacter(const clang::CallExpr* expr, ExprRef text, ExprRef count) {
  const TypeRef byte = program_.intType(8, false, "unsigned char");
  const ExprRef wanted = saved(convert(rvalue(expr->getArg(1)), byte));
  const Local* character = temporary(byte);
  const Local* found = temporary(text->type);
  if (count != nullptr) {
    assign(found, null(text->type));
    scan(literalLength(expr->getArg(0)), [&](ExprRef at) {
      const Local* goes_on = temporary(program_.boolType());
      assign(goes_on, boolean(false));
      auto& counts = emit<program::IfStmt>();
      counts.condition = binary(Op::Less, program_.boolType(), convert(at, count->type), count);
      inside(counts.then_body, [&] {
        assign(character, characterAt(text, at));
        auto& is_it = emit<program::IfStmt>();
        is_it.condition = binary(Op::Equal, program_.boolType(), ref(character), wanted);
        inside(is_it.then_body, [&] { assign(found, pointerAdd(text, at)); });
        inside(is_it.else_body, [&] { assign(goes_on, boolean(true)); });
      });
      return ref(goes_on);
    });
    return ref(found);
  }
  const ExprRef index = scan(literalLength(expr->getArg(0)), [&](ExprRef at) {
    assign(character, characterAt(text, at));
    return binary(Op::LogicalAnd, program_.boolType(),
                  binary(Op::NotEqual, program_.boolType(), ref(character), wanted),
                  binary(Op::NotEqual, program_.boolType(), ref(character), constant(byte, 0)));
  });
  auto& is_there = emit<program::IfStmt>();
  is_there.condition = binary(Op::Equal, program_.boolType(), ref(character), wanted);
  inside(is_there.then_body, [&] { assign(found, pointerAdd(text, index)); });
  inside(is_there.else_body, [&] { assign(found, null(text->type)); });
  return ref(found);
}

std::optional<ExprRef> BodyLowering::textCall(const clang::CallExpr* expr, llvm::StringRef name) {
  name.consume_front("__builtin_");
  static const std::map<llvm::StringRef, unsigned> kArguments = {
      {"strlen", 1}, {"strnlen", 2}, {"strcmp", 2}, {"strncmp", 3}, {"strcpy", 2}, {"strncpy", 3},
      {"strcat", 2}, {"strncat", 3}, {"strdup", 1}, {"strchr", 2},  {"memchr", 3}};
  const auto known = kArguments.find(name);
  if (known == kArguments.end() || expr->getNumArgs() != known->second) return std::nullopt;
  const TypeRef type = unit_.type(expr->getType());
  clang::Expr::EvalResult constant_value;
  if (type->isInteger() && expr->EvaluateAsInt(constant_value, context_) && !constant_value.HasSideEffects)
    return constant(type, constant_value.Val.getInt().getExtValue());
  const ExprRef first = textAt(expr->getArg(0));
  const bool has_second =
      name != "strlen" && name != "strnlen" && name != "strdup" && name != "strchr" && name != "memchr";
  const ExprRef second = has_second && first != nullptr ? textAt(expr->getArg(1)) : nullptr;
  if (first == nullptr || (has_second && second == nullptr)) {
    unsupported(name.str() + " of anything but characters");
    return placeholder(type);
  }
  if (name == "strlen") return convert(lengthOfText(expr->getArg(0), first, nullptr), type);
  if (name == "strnlen") {
    const ExprRef most = saved(rvalue(expr->getArg(1)));
    return convert(lengthOfText(expr->getArg(0), first, most), type);
  }
  if (name == "strdup") {
    const ExprRef length = saved(lengthOfText(expr->getArg(0), first, nullptr));
    const ExprRef room = binary(Op::Add, indexType(), length, constant(indexType(), 1));
    const ExprRef copy = allocateHeap(context_.CharTy, saved(room), false);
    copyText(expr->getArg(0), copy, first);
    return convert(copy, type);
  }
  if (name == "strchr") return convert(findCharacter(expr, first, nullptr), type);
  if (name == "memchr") {
    const ExprRef count = countOf(expr->getArg(2));
    return convert(findCharacter(expr, first, count), type);
  }
  if (name == "strcmp") return compareTexts(expr, first, second, nullptr);
  if (name == "strncmp") {
    const ExprRef count = saved(rvalue(expr->getArg(2)));
    return compareTexts(expr, first, second, count);
  }
  if (name == "strncpy") {
    copyCharacters(first, second, countOf(expr->getArg(2)));
  } else if (name == "strncat") {
    const ExprRef most = countOf(expr->getArg(2));
    const ExprRef end = saved(pointerAdd(first, lengthOfText(expr->getArg(0), first, nullptr)));
    appendCharacters(expr->getArg(1), end, second, most);
  } else if (name == "strcat") {
    const ExprRef end = saved(pointerAdd(first, lengthOfText(expr->getArg(0), first, nullptr)));
    copyText(expr->getArg(1), end, second);
  } else {
    copyText(expr->getArg(1), first, second);
  }
  return convert(first, type);
}

}  // namespace weir::frontend
