// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/words.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::conditions {
namespace {

using Kind = EntryFunction::Kind;

bool hasWord(Term term) {
  return std::all_of(term->summands.begin(), term->summands.end(),
                     [](const Summand& each) { return conditions::hasWord(each.atom); });
}

/// An object of the entry state, or the one whose fields are the global variables.
bool isPath(Term object) {
  if (object->isConstant()) return object->constant == 1;
  const Atom atom = object->asAtom();
  return atom != nullptr && (atom->kind == AtomKind::Symbol || atom->kind == AtomKind::Apply) &&
         conditions::hasWord(atom);
}

program::TypeRef typeOf(Atom atom) {
  if (atom->kind == AtomKind::Symbol) return static_cast<const EntrySymbol*>(atom->about)->parameter->type;
  if (atom->kind != AtomKind::Apply) return nullptr;
  const EntryFunction& about = *EntryState::about(atom->function);
  if (about.kind == Kind::Field) return about.field->elementType();
  if (about.kind == Kind::Deref) return about.type;
  return nullptr;
}

bool isPlace(Atom atom) {
  const program::TypeRef type = typeOf(atom);
  if (type != nullptr) return type->isPointer();
  return atom->kind == AtomKind::Apply && EntryState::about(atom->function)->kind == Kind::Part;
}

bool isTruthValue(Atom atom) {
  const program::TypeRef type = typeOf(atom);
  return type != nullptr && type->kind == program::TypeKind::Bool;
}

std::string words(Atom atom);
std::string words(Term term);

std::string path(Term object, const std::string& field) {
  return object->isConstant() ? field : words(object->asAtom()) + "." + field;
}

std::string words(Atom atom) {
  switch (atom->kind) {
    case AtomKind::Symbol: return atom->name;
    case AtomKind::Apply: {
      const EntryFunction& about = *EntryState::about(atom->function);
      const auto& arguments = atom->arguments;
      switch (about.kind) {
        case Kind::Field:
          return path(arguments[0], about.field->name) + (arguments.size() > 1 ? "[" + words(arguments[1]) + "]" : "");
        case Kind::Part: return path(arguments[0], about.field->name);
        case Kind::Deref: {
          // A reference is read by its name.
          const Atom pointer = arguments[0]->asAtom();
          const bool is_reference = pointer->kind == AtomKind::Symbol &&
                                    static_cast<const EntrySymbol*>(pointer->about)->parameter->is_reference;
          return is_reference ? words(pointer) : "deref[" + words(pointer) + "]";
        }
        case Kind::Extent: return "extent[" + words(arguments[0]->asAtom()) + "]";
        case Kind::Operation: {
          const char* name = about.op == program::Op::Multiply ? "mul"
                             : about.op == program::Op::Divide ? "div"
                                                               : "rem";
          return std::string(name) + "[" + words(arguments[0]) + ", " + words(arguments[1]) + "]";
        }
        default: UNREACHABLE("it has a word");
      }
    }
    case AtomKind::Quotient: {
      // The language rounds as C does, this towards minus infinity.
      const std::string dividend = words(atom->arguments[0]);
      const std::string divisor = program::toString(atom->divisor);
      if (atom->range.low && *atom->range.low >= 0) return "div[" + dividend + ", " + divisor + "]";
      return "(" + dividend + " < 0 => div[" + dividend + " - " + program::toString(atom->divisor - 1) + ", " +
             divisor + "] else div[" + dividend + ", " + divisor + "])";
    }
    case AtomKind::Choose: break;
  }
  UNREACHABLE("values under conditions have no words");
}

std::string summand(Atom atom, Integer factor) {
  const std::string word = isTruthValue(atom) ? "(" + words(atom) + " => 1 else 0)" : words(atom);
  return factor == 1 ? word : "mul[" + program::toString(factor) + ", " + word + "]";
}

/// The sum of what is added, and of a constant where it is not 0 or nothing else is there.
std::string sum(const std::vector<Summand>& summands, Integer constant) {
  std::string made;
  for (const Summand& each : summands) {
    const bool is_negative = each.factor < 0;
    if (made.empty()) {
      made = is_negative ? "0 - " + summand(each.atom, -each.factor) : summand(each.atom, each.factor);
    } else {
      made += (is_negative ? " - " : " + ") + summand(each.atom, is_negative ? -each.factor : each.factor);
    }
  }
  if (made.empty()) return program::toString(constant);
  if (constant > 0) made += " + " + program::toString(constant);
  if (constant < 0) made += " - " + program::toString(-constant);
  return made;
}

std::string words(Term term) { return sum(term->summands, term->constant); }

struct Sides {
  std::vector<Summand> left;  // factors are positive
  std::vector<Summand> right;
};

Sides sidesOf(Term term) {
  Sides made;
  for (const Summand& each : term->summands) {
    if (each.factor > 0) made.left.push_back(each);
    if (each.factor < 0) made.right.push_back({each.atom, -each.factor});
  }
  return made;
}

/// `x <= 3` rather than `3 >= x`, `x < y` rather than `x + 1 <= y`, `x > 10` rather than `x >= 11` where 11 says less.
std::string orderInWords(Term term) {
  const auto [left, right] = sidesOf(term);
  const Integer constant = term->constant;  // left + constant <= right
  if (right.empty())
    return constant == 1 ? sum(left, 0) + " < 0" : sum(left, 0) + " <= " + program::toString(-constant);
  if (left.empty()) {
    if (constant == 1) return sum(right, 0) + " > 0";
    return sum(right, 0) + " >= " + program::toString(constant);
  }
  if (constant == 1) return sum(left, 0) + " < " + sum(right, 0);
  return constant >= 0 ? sum(left, constant) + " <= " + sum(right, 0) : sum(left, 0) + " <= " + sum(right, -constant);
}

std::string equalityInWords(Term term, bool is_equal) {
  auto [left, right] = sidesOf(term);
  Integer constant = term->constant;
  const Atom only = term->summands.size() == 1 ? term->summands[0].atom : nullptr;
  if (only != nullptr && isPlace(only) && constant == 0) return (is_equal ? "no " : "some ") + words(only);
  if (only != nullptr && isTruthValue(only) && (constant == 0 || constant == -1)) {
    return (constant == 0) == is_equal ? "not " + words(only) : words(only);
  }
  if (left.empty()) {
    std::swap(left, right);
    constant = -constant;
  }
  const char* relation = is_equal ? " = " : " != ";
  if (right.empty()) return sum(left, 0) + relation + program::toString(-constant);
  return constant >= 0 ? sum(left, constant) + relation + sum(right, 0)
                       : sum(left, 0) + relation + sum(right, -constant);
}

std::string literalInWords(Formula literal) {
  if (literal->kind != FormulaKind::LessEqual)
    return equalityInWords(literal->term, literal->kind == FormulaKind::Equal);
  const Term term = literal->term;
  const Atom only = term->summands.size() == 1 ? term->summands[0].atom : nullptr;
  if (only != nullptr && isPlace(only)) return (term->summands[0].factor < 0 ? "some " : "no ") + words(only);
  return orderInWords(term);
}

}  // namespace

bool hasWord(Atom atom) {
  switch (atom->kind) {
    case AtomKind::Symbol: {
      const auto* symbol = static_cast<const EntrySymbol*>(atom->about);
      return symbol->kind == EntrySymbol::Kind::Parameter && symbol->parameter->name.front() != '%' &&
             !symbol->parameter->type->isFunctionPointer();
    }
    case AtomKind::Apply: {
      if (atom->function->is_choice) return false;
      const EntryFunction& about = *EntryState::about(atom->function);
      const auto& arguments = atom->arguments;
      switch (about.kind) {
        case Kind::Field:
          return isPath(arguments[0]) && !about.field->elementType()->isFunctionPointer() &&
                 (arguments.size() < 2 || hasWord(arguments[1]));
        case Kind::Part: return isPath(arguments[0]) && !about.field->type->isArray();
        case Kind::Deref:
          return !arguments[0]->isConstant() && isPath(arguments[0]) && arguments[1]->isConstant() &&
                 arguments[1]->constant == 0 && isPlace(arguments[0]->asAtom());
        case Kind::Extent: return !arguments[0]->isConstant() && isPath(arguments[0]);
        case Kind::Operation: {
          const bool is_exact = about.op == program::Op::Divide || about.op == program::Op::Remainder ||
                                (about.op == program::Op::Multiply && about.type->is_signed);
          return is_exact && hasWord(arguments[0]) && hasWord(arguments[1]);
        }
        default: return false;
      }
    }
    case AtomKind::Choose: return false;
    case AtomKind::Quotient: return hasWord(atom->arguments[0]);
  }
  return false;
}

bool hasWords(Formula literal) {
  const Term term = literal->term;
  if (!hasWord(term)) return false;
  const auto places = std::count_if(term->summands.begin(), term->summands.end(),
                                    [](const Summand& each) { return isPlace(each.atom); });
  if (places == 0) return true;
  if (static_cast<size_t>(places) != term->summands.size() || places > 2) return false;
  const auto isOne = [](Integer factor) { return factor == 1 || factor == -1; };
  if (places == 1) {
    if (!isOne(term->summands[0].factor)) return false;
    if (literal->kind != FormulaKind::LessEqual) return term->constant == 0;
    // 1 <= p and p <= 0
    return term->summands[0].factor < 0 ? term->constant == 1 : term->constant == 0;
  }
  return literal->kind != FormulaKind::LessEqual && term->constant == 0 && isOne(term->summands[0].factor) &&
         term->summands[0].factor == -term->summands[1].factor;
}

std::string inWords(Formula formula) {
  switch (formula->kind) {
    case FormulaKind::True: return "true";
    case FormulaKind::False: return "false";
    case FormulaKind::And:
    case FormulaKind::Or: {
      const char* word = formula->kind == FormulaKind::And ? " and " : " or ";
      std::string made;
      for (Formula each : formula->operands) {
        if (!made.empty()) made += word;
        made += each->isLiteral() ? inWords(each) : "(" + inWords(each) + ")";
      }
      return made;
    }
    default: return literalInWords(formula);
  }
}

}  // namespace weir::conditions
