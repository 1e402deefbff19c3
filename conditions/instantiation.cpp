// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/instantiation.h"

namespace weir::conditions {

Value decoded(EntryState& entry, Term address) {
  Terms& terms = entry.terms();
  const Atom atom = address->asAtom();
  if (atom != nullptr && atom->kind == AtomKind::Choose) {
    const Value then = decoded(entry, atom->arguments[0]);
    const Value otherwise = decoded(entry, atom->arguments[1]);
    return {terms.choose(atom->condition, then.base, otherwise.base),
            terms.choose(atom->condition, then.offset, otherwise.offset)};
  }
  if (atom != nullptr && atom->kind == AtomKind::Apply &&
      EntryState::about(atom->function)->kind == EntryFunction::Kind::Element) {
    return {atom->arguments[0], atom->arguments[1]};
  }
  return {address, terms.constant(0)};
}

Instantiation::Instantiation(Executor& executor, const State& at_call, const program::Procedure& callee,
                             const std::vector<Value>& arguments)
    : executor_(executor),
      entry_(executor.entry_),
      terms_(executor.terms_),
      state_(at_call),
      substitution_(terms_, [this](Atom atom) { return replaced(atom); }) {
  for (size_t i = 0; i < callee.parameters.size(); ++i) {
    const program::Local* parameter = callee.parameters[i];
    arguments_[parameter] = i < arguments.size() ? arguments[i] : executor.anyOf(parameter->type, state_, "argument");
  }
}

Value Instantiation::value(const Value& value) {
  const Value base = decoded(entry_, term(value.base));
  return {base.base, terms_.add(base.offset, term(value.offset))};
}

Term Instantiation::replaced(Atom atom) {
  const auto found = replaced_.find(atom);
  if (found != replaced_.end()) return found->second;
  if (atom->kind == AtomKind::Symbol) return replaced_[atom] = symbol(atom);
  if (atom->kind == AtomKind::Apply) return application(atom);
  return nullptr;
}

Term Instantiation::symbol(Atom atom) {
  const EntrySymbol& symbol = *entry_.about(atom);
  switch (symbol.kind) {
    case EntrySymbol::Kind::Parameter: return addressOrNull(entry_, arguments_.at(symbol.parameter));
    case EntrySymbol::Kind::Other: return terms_.of(atom);
    case EntrySymbol::Kind::Choice:
      // A pointer that the callee had from elsewhere may lead to what the caller made and told others of.
      return entry_.choiceLike(atom, symbol.may_be_made || (symbol.is_pointer && state_.memory.anyEscaped()));
    case EntrySymbol::Kind::Object: {
      const Term extent = symbol.extent != nullptr ? term(symbol.extent) : nullptr;
      return entry_.object(symbol.class_decl, extent, symbol.is_zeroed, symbol.is_automatic, symbol.allocator);
    }
  }
  return nullptr;
}

Term Instantiation::application(Atom atom) {
  std::vector<Term> arguments;
  for (Term each : atom->arguments) arguments.push_back(term(each));
  const Function* function = atom->function;
  if (function->is_choice) {
    if (entry_.isUninitialised(function)) return terms_.apply(function, std::move(arguments));
    const Function*& mine = functions_[function];
    if (mine == nullptr) mine = terms_.function(*function);
    return terms_.apply(mine, std::move(arguments));
  }
  const EntryFunction& about = *EntryState::about(function);
  using Kind = EntryFunction::Kind;
  switch (about.kind) {
    case Kind::Field: {
      const Value object = decoded(entry_, arguments[0]);
      const Value read =
          executor_.readField(about.field, object, function->arity == 2 ? arguments[1] : nullptr, state_);
      return addressOrNull(entry_, read);
    }
    case Kind::Deref: {
      Value pointer = decoded(entry_, arguments[0]);
      pointer.offset = terms_.add(pointer.offset, arguments[1]);
      return addressOrNull(entry_, executor_.readCell(pointer, about.type, state_));
    }
    case Kind::Extent: return elementsFrom(entry_, decoded(entry_, arguments[0]));
    case Kind::Position: return elementsBefore(entry_, decoded(entry_, arguments[0]));
    case Kind::Element: {
      Value pointer = decoded(entry_, arguments[0]);
      pointer.offset = terms_.add(pointer.offset, arguments[1]);
      return addressOf(entry_, pointer);
    }
    case Kind::Class:
      if (const EntrySymbol* made = madeObject(arguments[0])) {
        return terms_.constant(made->class_decl != nullptr && made->class_decl->derivesFrom(about.class_decl) ? 1 : 0);
      }
      return terms_.apply(function, std::move(arguments));
    case Kind::Part:
    case Kind::Slot:
    case Kind::Operation: return terms_.apply(function, std::move(arguments));
  }
  return nullptr;
}

}  // namespace weir::conditions
