// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/entry_state.h"

#include <algorithm>

#include "ir/program/integer.h"

namespace weir::conditions {
namespace {

/// No array is larger: half of an address space of 48 bits.
constexpr Integer kMostElements = Integer(1) << 47;
/// Functions are numbered behind every object.
constexpr Integer kFirstFunction = Integer(1) << 60;
/// And the objects that the execution makes behind those.
constexpr Integer kFirstObject = Integer(1) << 61;

}  // namespace

Interval rangeOfType(program::TypeRef type) {
  if (type->isInteger()) return {program::leastValue(type), program::greatestValue(type)};
  return {};
}

Term wrapped(Terms& terms, Term term, program::TypeRef type) {
  if (type->kind == program::TypeKind::Bool) {
    return terms.choose(terms.equal(term, terms.constant(0)), terms.constant(0), terms.constant(1));
  }
  const Interval fits = rangeOfType(type);
  const Interval range = terms.rangeOf(term);
  if (fits.contains(range)) return term;
  const Integer modulus = Integer(1) << type->width;
  // Off by at most one turn: two comparisons. Else a quotient, which is exact too.
  const Interval near{*fits.low - modulus, *fits.high + modulus};
  if (near.contains(range)) {
    const Term low = terms.choose(terms.less(term, terms.constant(*fits.low)), terms.add(term, modulus), term);
    return terms.choose(terms.less(terms.constant(*fits.high), term), terms.add(term, -modulus), low);
  }
  const Term shifted = terms.add(term, -*fits.low);
  return terms.subtract(term, terms.scale(terms.quotient(shifted, modulus), modulus));
}

Term EntryState::parameter(const program::Local* local) {
  Term& term = parameters_[local];
  if (term == nullptr) {
    symbols_.push_back({EntrySymbol::Kind::Parameter, local});
    Interval range = rangeOfType(local->type);
    if (local->type->isPointer())
      range.low = local->is_reference || local->is_by_value || local->name == "this" ? 1 : 0;
    term = terms_.of(terms_.symbol(local->name, range, false, &symbols_.back()));
  }
  return term;
}

Term EntryState::firstValue(const program::Local* local) {
  Term& term = first_values_[local];
  if (term == nullptr) {
    symbols_.push_back({EntrySymbol::Kind::Other});
    term = terms_.of(terms_.symbol("first " + local->name, parameter(local)->asAtom()->range, false, &symbols_.back()));
  }
  return term;
}

Term EntryState::resultOf(const program::Procedure& procedure) {
  Term& term = results_[&procedure];
  if (term == nullptr) {
    symbols_.push_back({EntrySymbol::Kind::Other});
    Interval range = rangeOfType(procedure.result);
    if (procedure.result->isPointer()) range.low = 0;
    term = terms_.of(terms_.symbol("result", range, false, &symbols_.back()));
  }
  return term;
}

Term EntryState::choice(program::TypeRef type, bool may_be_made, const std::string& name) {
  Interval range = rangeOfType(type);
  if (type->isPointer()) range.low = 0;
  const Term made = choice(range, name);
  symbols_.back().is_pointer = type->isPointer();
  symbols_.back().may_be_made = type->isPointer() && may_be_made;
  return made;
}

Term EntryState::unset(Interval range) {
  const Term made = choice(range, "unset");
  symbols_.back().is_unset = true;
  return made;
}

Term EntryState::choiceLike(Atom symbol, bool may_be_made) {
  const bool is_pointer = about(symbol)->is_pointer;
  const SourceRange failed_at = about(symbol)->failed_at;
  const Term made = choice(symbol->range, symbol->name, may_be_made);
  symbols_.back().is_pointer = is_pointer;
  symbols_.back().failed_at = failed_at;
  return made;
}

Term EntryState::failure(const SourceRange& place) {
  const Term made = choice(Interval{0, 1}, "failure");
  symbols_.back().failed_at = place;
  return made;
}

Term EntryState::madeSince(Integer object) { return choice({object + 1, std::nullopt}, "made", true); }

Term EntryState::choice(Interval range, const std::string& name, bool may_be_made) {
  symbols_.push_back({});
  symbols_.back().may_be_made = may_be_made;
  return terms_.of(terms_.symbol(name, range, true, &symbols_.back()));
}

Term EntryState::object(const program::ClassDecl* class_decl, Term extent, bool is_zeroed, bool is_automatic,
                        program::Allocator allocator) {
  EntrySymbol symbol;
  symbol.kind = EntrySymbol::Kind::Object;
  symbol.class_decl = class_decl;
  symbol.extent = extent;
  symbol.is_zeroed = is_zeroed;
  symbol.is_automatic = is_automatic;
  symbol.allocator = allocator;
  symbols_.push_back(symbol);
  // A range of one number: which of them are equal is known without a solver.
  const Integer number = kFirstObject + ++objects_;
  return terms_.of(terms_.symbol("new", {number, number}, false, &symbols_.back()));
}

Integer EntryState::lastObject() const { return kFirstObject + objects_; }

bool EntryState::isOfEntry(Term pointer) const {
  for (const Summand& each : pointer->summands) {
    const Atom atom = each.atom;
    switch (atom->kind) {
      case AtomKind::Symbol: {
        const EntrySymbol* symbol = about(atom);
        if (symbol->kind == EntrySymbol::Kind::Object ||
            (symbol->kind == EntrySymbol::Kind::Choice && symbol->may_be_made))
          return false;
        break;
      }
      case AtomKind::Apply:
        if (atom->function->is_choice || !isOfEntry(atom->arguments[0])) return false;
        break;
      case AtomKind::Choose:
        if (!isOfEntry(atom->arguments[0]) || !isOfEntry(atom->arguments[1])) return false;
        break;
      case AtomKind::Quotient: break;
    }
  }
  return true;
}

Formula EntryState::same(Term a, Term b) {
  if (a == b) return terms_.yes();
  for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
    const Atom atom = one->asAtom();
    if (atom == nullptr || atom->kind != AtomKind::Choose) continue;
    return terms_.disjoin(terms_.conjoin(atom->condition, same(atom->arguments[0], other)),
                          terms_.conjoin(terms_.negate(atom->condition), same(atom->arguments[1], other)));
  }
  // What was there before is nothing that was made since.
  const auto isMade = [&](Term term) {
    const Atom atom = term->asAtom();
    return atom != nullptr && atom->kind == AtomKind::Symbol && about(atom)->kind == EntrySymbol::Kind::Object;
  };
  const auto root = [](Term term) {
    for (Atom atom = term->asAtom(); atom != nullptr && atom->kind == AtomKind::Apply; atom = term->asAtom()) {
      const EntryFunction::Kind kind = about(atom->function)->kind;
      if (kind != EntryFunction::Kind::Part && kind != EntryFunction::Kind::Slot &&
          kind != EntryFunction::Kind::Element)
        break;
      term = atom->arguments[0];
    }
    return term;
  };
  const Term root_a = root(a);
  const Term root_b = root(b);
  if ((isMade(root_a) && isOfEntry(b)) || (isMade(root_b) && isOfEntry(a))) return terms_.no();
  if (isMade(root_a) && isMade(root_b) && root_a != root_b) return terms_.no();
  return terms_.equal(a, b);
}

const Function* EntryState::get(const EntryFunction& about, Function made) {
  const Key key{static_cast<int>(about.kind), about.field,
                about.type != nullptr ? static_cast<const void*>(about.type) : about.class_decl,
                static_cast<int>(about.op)};
  const Function*& found = functions_[key];
  if (found == nullptr) {
    abouts_.push_back(about);
    made.about = &abouts_.back();
    found = terms_.function(std::move(made));
  }
  return found;
}

const Function* EntryState::field(const program::Field* field) {
  Function made;
  made.name = field->name;
  made.arity = field->type->isArray() ? 2 : 1;
  made.range = rangeOfType(field->elementType());
  if (field->elementType()->isPointer()) made.range.low = field->is_reference ? 1 : 0;
  return get({EntryFunction::Kind::Field, field}, made);
}

const Function* EntryState::deref(program::TypeRef type) {
  Function made;
  made.name = "deref";
  made.arity = 2;
  made.range = rangeOfType(type);
  if (type->isPointer()) made.range.low = 0;
  EntryFunction about;
  about.kind = EntryFunction::Kind::Deref;
  about.type = type;
  return get(about, made);
}

const Function* EntryState::extent() {
  Function made;
  made.name = "extent";
  made.range = {0, kMostElements};
  return get({EntryFunction::Kind::Extent}, made);
}

const Function* EntryState::position() {
  Function made;
  made.name = "position";
  made.range = {0, kMostElements};
  return get({EntryFunction::Kind::Position}, made);
}

const Function* EntryState::part(const program::Field* field) {
  Function made;
  made.name = field->name;
  made.range.low = 1;
  made.is_injective = true;
  return get({EntryFunction::Kind::Part, field}, made);
}

const Function* EntryState::slot(const program::Field* field) {
  Function made;
  made.name = "&" + field->name;
  made.range.low = 1;
  made.is_injective = true;
  return get({EntryFunction::Kind::Slot, field}, made);
}

const Function* EntryState::element() {
  Function made;
  made.name = "element";
  made.arity = 2;
  made.range.low = 1;
  return get({EntryFunction::Kind::Element}, made);
}

const Function* EntryState::operation(program::Op op, program::TypeRef type) {
  Function made;
  made.name = program::spelling(op);
  made.arity = 2;
  made.range = rangeOfType(type);
  EntryFunction about;
  about.kind = EntryFunction::Kind::Operation;
  about.op = op;
  about.type = type;
  return get(about, made);
}

const Function* EntryState::isOfClass(const program::ClassDecl* class_decl) {
  Function made;
  made.name = "is " + class_decl->name;
  made.range = {0, 1};
  EntryFunction about;
  about.kind = EntryFunction::Kind::Class;
  about.class_decl = class_decl;
  return get(about, made);
}

const Function* EntryState::unknown(const Function* cells) {
  Function made = *cells;
  made.is_choice = true;
  return terms_.function(std::move(made));
}

const Function* EntryState::uninitialised(const Function* cells) {
  const Function*& found = uninitialised_[cells];
  if (found == nullptr) uninitialised_values_.insert(found = unknown(cells));
  return found;
}

Term EntryState::functionAddress(const program::Procedure* procedure) {
  Term& term = addresses_[procedure];
  if (term == nullptr) {
    const Integer number = kFirstFunction + static_cast<Integer>(addresses_.size());
    term = terms_.constant(number);
    procedures_[term] = procedure;
  }
  return term;
}

const program::Procedure* EntryState::functionAt(Term address) const {
  const auto found = procedures_.find(address);
  return found == procedures_.end() ? nullptr : found->second;
}

void EntryState::addLemma(Atom operation, Formula lemma) {
  std::vector<Formula>& known = lemmas_[operation];
  if (lemma != terms_.yes() && std::find(known.begin(), known.end(), lemma) == known.end()) known.push_back(lemma);
}

const std::vector<Formula>& EntryState::lemmasOf(Atom operation) const {
  static const std::vector<Formula> none;
  const auto found = lemmas_.find(operation);
  return found == lemmas_.end() ? none : found->second;
}

}  // namespace weir::conditions
