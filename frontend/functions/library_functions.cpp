// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of C's library and of POSIX of which it is known what they read and write, and whose results are not
// computed: any number, any file or none, any place in the text that is looked through.
//
//   n = strtol(text, &end, 10)       the text is read up to its end; n: any number; end: text + k, 0 <= k <= its length
//   got = fread(buffer, 4, n, f)     4 * n bytes have to be there, and are any bytes afterwards
//
// What they may do wrong with what they are handed is checked as if they went as far as they may: a text ends, a buffer
// has room for all that is allowed.
#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

enum class Gives {
  Number,
  Natural,  // a number that is not negative
  Length,   // a number up to the length of the first text
  Place,    // in the first text, or none
  File,     // or none
  Buffer,   // what was written to, or none
};

/// What is done with each argument:
///   t  a text, read up to its end          m  the same, but at most as far as the next argument says
///   f  a file, which has to be there       e  where a place in the first text is stored, unless null
///   w  written: as many bytes as the arguments marked n say, multiplied      r  read: the same
///   o  one number is written, unless null  .  only evaluated
struct KnownFunction {
  const char* arguments;
  Gives gives = Gives::Number;
};

const std::map<llvm::StringRef, KnownFunction>& knownFunctions() {
  static const std::map<llvm::StringRef, KnownFunction> kFunctions = {
      {"atoi", {"t"}},
      {"atol", {"t"}},
      {"atoll", {"t"}},
      {"atof", {"t"}},
      {"strtol", {"te."}},
      {"strtoul", {"te."}},
      {"strtoll", {"te."}},
      {"strtoull", {"te."}},
      {"strtod", {"te"}},
      {"strtof", {"te"}},
      {"__isoc23_strtol", {"te."}},
      {"__isoc23_strtoul", {"te."}},
      {"__isoc23_strtoll", {"te."}},
      {"__isoc23_strtoull", {"te."}},
      {"strrchr", {"t.", Gives::Place}},
      {"strstr", {"tt", Gives::Place}},
      {"strcasestr", {"tt", Gives::Place}},
      {"strpbrk", {"tt", Gives::Place}},
      {"strspn", {"tt", Gives::Length}},
      {"strcspn", {"tt", Gives::Length}},
      {"strcasecmp", {"tt"}},
      {"strcoll", {"tt"}},
      {"strncasecmp", {"mm."}},
      {"fopen", {"tt", Gives::File}},
      {"fdopen", {".t", Gives::File}},
      {"tmpfile", {"", Gives::File}},
      {"fclose", {"f"}},
      {"feof", {"f"}},
      {"ferror", {"f"}},
      {"clearerr", {"f"}},
      {"fileno", {"f"}},
      {"fgetc", {"f"}},
      {"getc", {"f"}},
      {"getchar", {""}},
      {"ungetc", {".f"}},
      {"fseek", {"f.."}},
      {"fseeko", {"f.."}},
      {"ftell", {"f"}},
      {"ftello", {"f"}},
      {"rewind", {"f"}},
      {"fgets", {"wnf", Gives::Buffer}},
      {"fread", {"wnnf"}},
      {"fwrite", {"rnnf"}},
      {"read", {".wn"}},
      {"write", {".rn"}},
      {"recv", {".wn."}},
      {"send", {".rn."}},
      {"pread", {".wn."}},
      {"pwrite", {".rn."}},
      {"close", {"."}},
      {"dup", {"."}},
      {"dup2", {".."}},
      {"fsync", {"."}},
      {"isatty", {"."}},
      {"unlink", {"t"}},
      {"remove", {"t"}},
      {"access", {"t."}},
      {"time", {"o"}},
      {"clock", {""}},
      {"rand", {"", Gives::Natural}},
      {"srand", {"."}},
      {"random", {"", Gives::Natural}},
      {"srandom", {"."}},
      {"getpid", {""}},
      {"getuid", {""}},
      {"usleep", {"."}},
      {"sleep", {"."}},
      {"tolower_l", {".."}},
      {"toupper_l", {".."}},
  };
  return kFunctions;
}

bool isStandardStream(const clang::Expr* expr) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  if (named == nullptr) return false;
  const std::string name = named->getDecl()->getNameAsString();
  return name == "stdin" || name == "stdout" || name == "stderr";
}

/// A function of the user's may be called `read` or `random`, too.
bool isOfTheUser(const clang::FunctionDecl* callee, const Translation& unit) {
  const auto isHere = [&](const clang::FunctionDecl* one) { return unit.isUserCode(one); };
  return callee != nullptr && llvm::all_of(callee->redecls(), isHere);
}

}  // namespace

/// Any number from 0 to the one given.
ExprRef BodyLowering::anyUpTo(ExprRef most, const std::string& what) {
  const ExprRef chosen = anyValue(indexType(), what);
  const ExprRef last = saved(convert(most, indexType()));
  emit<program::AssumeStmt>().condition = binary(
      Op::LogicalAnd, program_.boolType(), binary(Op::LessEqual, program_.boolType(), constant(indexType(), 0), chosen),
      binary(Op::LessEqual, program_.boolType(), chosen, last));
  return chosen;
}

/// The function goes through as many bytes from here on, and leaves any bytes there if it writes.
void BodyLowering::goThrough(ExprRef pointer, ExprRef bytes, bool writes, const std::string& what) {
  const TypeRef type = pointer->type->pointee;
  ExprRef extent = checkedCount(bytes);
  if (type->width > 8) {
    const TypeRef number = program_.intType(64, false, "unsigned long");
    extent =
        convert(dynamicCount(convert(extent, number), type->width / 8, what + ": a part of a number"), indexType());
  }
  extent = saved(extent);
  const auto use = [&](ExprRef index) {
    const Place place{.kind = Place::Kind::Slot, .type = type, .pointer = pointerAdd(pointer, index)};
    if (writes)
      store(place, anyValue(type, what));
    else
      saved(load(place));
  };
  // The last byte is one that it may get to, however many rounds are looked at.
  auto& is_any = emit<program::IfStmt>();
  is_any.condition = binary(Op::Greater, program_.boolType(), extent, constant(indexType(), 0));
  inside(is_any.then_body, [&] { use(saved(binary(Op::Subtract, indexType(), extent, constant(indexType(), 1)))); });
  countingLoop(extent, use);
}

/// The library may look at less than it is allowed to: what goes wrong there is for the replay to confirm.
void BodyLowering::goesAsFarAsItMay(llvm::StringRef name) {
  anyValue(program_.boolType(), "how far '" + name.str() + "' goes");
}

/// A text of fewer than `room` characters, whatever they are.
void BodyLowering::writeAnyText(ExprRef text, ExprRef room, const std::string& what) {
  goThrough(text, room, true, what);
  auto& is_any = emit<program::IfStmt>();
  is_any.condition = binary(Op::Greater, program_.boolType(), room, constant(indexType(), 0));
  inside(is_any.then_body, [&] {
    const ExprRef last = anyUpTo(binary(Op::Subtract, indexType(), room, constant(indexType(), 1)), what);
    putCharacter(text, last, constant(program_.intType(8, false, "unsigned char"), 0));
  });
}

/// How many characters a conversion without a width gives at most; absent: that is not known.
static std::optional<long> longestConversion(llvm::StringRef& format) {
  while (format.consume_front("l") || format.consume_front("h") || format.consume_front("z") ||
         format.consume_front("j")) {
  }
  if (format.empty()) return std::nullopt;
  const char conversion = format.front();
  format = format.drop_front();
  switch (conversion) {
    case '%':
    case 'c': return 1;
    case 'd':
    case 'i':
    case 'u': return 20;
    case 'x':
    case 'X': return 16;
    case 'o': return 22;
    default: return std::nullopt;
  }
}

/// The same of all that a format gives, with the null at its end.
static std::optional<long> longestText(const clang::Expr* expr) {
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expr->IgnoreParenCasts());
  if (literal == nullptr || literal->getCharByteWidth() != 1) return std::nullopt;
  long longest = 1;
  for (llvm::StringRef rest = literal->getString(); !rest.empty();) {
    if (!rest.consume_front("%")) {
      ++longest;
      rest = rest.drop_front();
    } else if (const auto length = longestConversion(rest)) {
      longest += *length;
    } else {
      return std::nullopt;
    }
  }
  return longest;
}

/// sprintf and its relatives. The texts that are printed are read; a format that is no literal may read anything.
std::optional<ExprRef> BodyLowering::formattedText(const clang::CallExpr* expr, llvm::StringRef name) {
  const bool has_room = name == "snprintf" || name == "vsnprintf";
  const bool takes_list = name == "vsprintf" || name == "vsnprintf";
  if (!has_room && name != "sprintf" && name != "vsprintf") return std::nullopt;
  const unsigned format = has_room ? 2 : 1;
  if (expr->getNumArgs() <= format) return std::nullopt;
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(expr->getArg(format)->IgnoreParenCasts());
  if (literal == nullptr && !takes_list) return std::nullopt;
  const TypeRef type = unit_.type(expr->getType());
  const std::string what = "the result of '" + name.str() + "'";
  // Without a buffer it only counts.
  const bool only_counts =
      has_room && expr->getArg(0)->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNotNull) !=
                      clang::Expr::NPCK_NotNull;
  const ExprRef pointer = only_counts ? null(program_.pointerTo(program_.voidType())) : saved(untyped(expr->getArg(0)));
  if (!only_counts &&
      (!pointer->type->isSlotPointer() || !pointer->type->pointee->isInteger() || pointer->type->pointee->width != 8))
    return std::nullopt;
  goesAsFarAsItMay(name);
  ExprRef room = has_room ? checkedCount(rvalue(expr->getArg(1))) : nullptr;
  for (unsigned i = format + 1; i < expr->getNumArgs() && !takes_list; ++i) {
    const clang::Expr* argument = expr->getArg(i);
    if (isMereValue(argument)) continue;
    const clang::QualType pointee = argument->getType()->getPointeeType();
    const bool is_text = !pointee.isNull() && pointee->isCharType() && literal->getString().contains('s');
    const ExprRef text = is_text ? textAt(argument) : nullptr;
    if (text == nullptr) {
      if (!is_text) effect(argument);
      continue;
    }
    // The library prints null as such.
    auto& is_there = emit<program::IfStmt>();
    is_there.condition = notNull(text);
    inside(is_there.then_body, [&] { lengthOfText(argument, text, nullptr); });
  }
  if (!has_room) {
    constexpr long kAnyLength = 1L << 20;
    const auto longest = longestText(expr->getArg(format));
    const ExprRef more = anyUpTo(constant(indexType(), longest.value_or(kAnyLength) - 1), what);
    room = saved(binary(Op::Add, indexType(), more, constant(indexType(), 1)));
  }
  if (!only_counts) writeAnyText(pointer, room, "what '" + name.str() + "' writes");
  return expr == discarded_ ? placeholder(type) : anyValue(type, what);
}

void BodyLowering::requireFile(const clang::Expr* expr) {
  const ExprRef file = saved(rvalue(expr));
  if (!file->type->isPointer() || isStandardStream(expr)) return;
  auto& check = emit<program::AssertStmt>();
  check.error = program::ErrorKind::NullDeref;
  check.reason = "a file that is null";
  check.condition = notNull(file);
}

std::optional<ExprRef> BodyLowering::libraryCall(const clang::CallExpr* expr, llvm::StringRef name) {
  const TypeRef type = unit_.type(expr->getType());
  if (name == "__errno_location" && expr->getNumArgs() == 0)
    return convert(slotAddress(globals(), unit_.errorNumber()), type);
  if (isOfTheUser(expr->getDirectCallee(), unit_)) return std::nullopt;
  if (const auto formatted = formattedText(expr, name)) return *formatted;
  const auto found = knownFunctions().find(name);
  if (found == knownFunctions().end()) return std::nullopt;
  const KnownFunction& known = found->second;
  const llvm::StringRef roles = known.arguments;
  if (expr->getNumArgs() != roles.size()) return std::nullopt;
  const std::string what = "the result of '" + name.str() + "'";
  goesAsFarAsItMay(name);
  // What it is handed has to be of the kind that is spoken of here, or nothing is known.
  std::vector<ExprRef> given(roles.size(), nullptr);
  for (unsigned i = 0; i < roles.size(); ++i) {
    const clang::Expr* argument = expr->getArg(i);
    if (roles[i] == 't' || roles[i] == 'm') {
      given[i] = textAt(argument);
      if (given[i] == nullptr) {
        unsupported("'" + name.str() + "' of anything but characters");
        return placeholder(type);
      }
    } else if (roles[i] == 'w' || roles[i] == 'r') {
      given[i] = saved(bytesAt(argument));
      const TypeRef pointer = given[i]->type;
      if (!pointer->isSlotPointer() || !pointer->pointee->isInteger() || pointer->pointee->width % 8 != 0) {
        unsupported("'" + name.str() + "' of anything but characters");
        return placeholder(type);
      }
    } else if (roles[i] == 'f') {
      requireFile(argument);
    } else if (roles[i] == 'n' || roles[i] == 'e' || roles[i] == 'o') {
      given[i] = saved(rvalue(argument));
    } else if (!isMereValue(argument)) {
      given[i] = saved(rvalue(argument));
    }
  }
  ExprRef bytes = nullptr;
  for (unsigned i = 0; i < roles.size(); ++i)
    if (roles[i] == 'n') {
      const ExprRef count = convert(given[i], indexType());
      bytes = bytes == nullptr ? count : saved(binary(Op::Multiply, indexType(), bytes, count));
    }
  ExprRef length = nullptr;
  for (unsigned i = 0; i < roles.size(); ++i) {
    if (roles[i] == 't' || roles[i] == 'm') {
      const ExprRef most = roles[i] == 'm' ? given.back() : nullptr;
      const ExprRef here = saved(lengthOfText(expr->getArg(i), given[i], most));
      if (length == nullptr) length = here;
    } else if ((roles[i] == 'w' || roles[i] == 'r') && bytes != nullptr) {
      const std::string written = "what '" + name.str() + "' writes";
      if (known.gives == Gives::Buffer)
        writeAnyText(given[i], checkedCount(bytes), written);
      else
        goThrough(given[i], bytes, roles[i] == 'w', written);
    } else if ((roles[i] == 'e' || roles[i] == 'o') && given[i]->type->isSlotPointer() &&
               given[i]->kind != program::ExprKind::Null) {
      const TypeRef stored = given[i]->type->pointee;
      const ExprRef value = roles[i] == 'o' ? anyValue(stored, what) : pointerAdd(given[0], anyUpTo(length, what));
      auto& is_wanted = emit<program::IfStmt>();
      is_wanted.condition = notNull(given[i]);
      inside(is_wanted.then_body,
             [&] { store({.kind = Place::Kind::Slot, .type = stored, .pointer = given[i]}, convert(value, stored)); });
    }
  }
  if (expr == discarded_ || type->kind == program::TypeKind::Void) return placeholder(type);
  switch (known.gives) {
    case Gives::Length: return convert(anyUpTo(length, what), type);
    case Gives::Place: {
      const ExprRef place = saved(pointerAdd(given[0], anyUpTo(length, what)));
      return convert(orNull(place, what), type);
    }
    case Gives::Buffer: return convert(orNull(given[0], what), type);
    case Gives::Natural: return convert(anyUpTo(constant(indexType(), 0x7fffffff), what), type);
    case Gives::File:
    case Gives::Number: break;
  }
  return type->isScalar() ? anyValue(type, what) : placeholder(type);
}

ExprRef BodyLowering::orNull(ExprRef pointer, const std::string& what) {
  const Local* result = temporary(pointer->type);
  assign(result, pointer);
  const ExprRef none = anyValue(program_.boolType(), what);
  auto& is_none = emit<program::IfStmt>();
  is_none.condition = none;
  inside(is_none.then_body, [&] { assign(result, null(pointer->type)); });
  return ref(result);
}

}  // namespace weir::frontend
