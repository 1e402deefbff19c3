// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/executor.h"

#include <algorithm>

#include "conditions/analysis.h"
#include "ir/program/walk.h"
#include "support/invariant.h"

namespace weir::conditions {

using program::as;
using program::ErrorKind;
using program::Stmt;
using program::StmtKind;
using program::TypeRef;

Executor::Executor(Analysis& analysis, const program::Procedure& procedure)
    : analysis_(analysis), entry_(analysis.entry()), terms_(analysis.terms()), procedure_(procedure) {}

void Executor::run(const std::vector<const program::Procedure*>& callbacks) {
  State start(entry_);
  start.locals.resize(procedure_.locals.size());
  for (size_t i = 0; i < procedure_.parameters.size(); ++i) {
    const program::Local* parameter = procedure_.parameters[i];
    const bool is_known = i < callbacks.size() && callbacks[i] != nullptr;
    const Term first = is_known ? entry_.functionAddress(callbacks[i]) : entry_.parameter(parameter);
    start.locals[static_cast<size_t>(parameter->index)] = {first, terms_.constant(0)};
  }
  std::vector<Thrown> uncaught;
  handlers_.push_back(&uncaught);
  Current state = std::move(start);
  body(procedure_.body, state);
  if (state) {
    ends.returned.push_back(std::move(*state));
    ends.results.push_back({terms_.constant(0), terms_.constant(0)});
  }
  handlers_.pop_back();
  for (Thrown& each : uncaught) ends.thrown.push_back(std::move(each.state));
}

Formula isNullConstant(Terms& terms, Term pointer) {
  if (pointer == terms.constant(0)) return terms.yes();
  const Atom atom = pointer->asAtom();
  if (atom == nullptr || atom->kind != AtomKind::Choose) return terms.no();
  return terms.disjoin(terms.conjoin(atom->condition, isNullConstant(terms, atom->arguments[0])),
                       terms.conjoin(terms.negate(atom->condition), isNullConstant(terms, atom->arguments[1])));
}

bool isPointer(Atom atom) {
  if (atom->kind == AtomKind::Symbol) {
    const auto* symbol = static_cast<const EntrySymbol*>(atom->about);
    return symbol->kind == EntrySymbol::Kind::Parameter ? symbol->parameter->type->isPointer() : symbol->is_pointer;
  }
  if (atom->kind != AtomKind::Apply) return false;
  const EntryFunction* about = EntryState::about(atom->function);
  if (about->kind == EntryFunction::Kind::Field) return about->field->elementType()->isPointer();
  return about->kind == EntryFunction::Kind::Deref && about->type->isPointer();
}

/// One of several pointers, or null, says nothing of each.
void Executor::noteNullCheck(const Value& pointer) {
  const Atom atom = pointer.base->asAtom();
  if (atom != nullptr && isPointer(atom)) null_checks.push_back({pointer.base, here_, nullptr});
}

void Executor::failWhere(ErrorKind kind, Formula bad, State& state, Formula from_null) {
  if (bad == terms_.no()) return;
  const Formula path = state.pathCondition(terms_);
  const Formula condition = terms_.conjoin(path, bad);
  if (condition != terms_.no()) {
    errors.push_back({kind, here_, {}, condition, path, bad, from_null != nullptr ? from_null : terms_.no()});
    errors.back().sure = bad;
  }
  state.assume(terms_, terms_.negate(bad));
}

void Executor::mayFail(State& state, const std::string& why) {
  not_understood.push_back(why);
  const Formula fails = terms_.equal(entry_.choice(Interval{0, 1}, "fails"), terms_.constant(1));
  const Formula path = state.pathCondition(terms_);
  errors.push_back({std::nullopt, here_, {}, terms_.conjoin(path, fails), path, fails, terms_.no()});
}

Executor::Mark Executor::mark() const {
  Mark made;
  made.returned = ends.returned.size();
  made.thrown = ends.thrown.size();
  made.errors = errors.size();
  made.unset_uses = unset_uses.size();
  made.null_checks = null_checks.size();
  made.uses = uses.size();
  made.recursive_calls = recursive_calls.size();
  made.not_understood = not_understood.size();
  for (const Frame& each : frames_) made.frames.emplace_back(each.breaks.size(), each.continues.size());
  for (const auto* each : handlers_) made.handlers.push_back(each->size());
  return made;
}

void Executor::takeBack(const Mark& mark) {
  const auto shorten = [](auto& list, size_t size) { list.erase(list.begin() + static_cast<long>(size), list.end()); };
  shorten(ends.returned, mark.returned);
  shorten(ends.results, mark.returned);
  shorten(ends.thrown, mark.thrown);
  shorten(errors, mark.errors);
  shorten(unset_uses, mark.unset_uses);
  shorten(null_checks, mark.null_checks);
  shorten(uses, mark.uses);
  shorten(recursive_calls, mark.recursive_calls);
  shorten(not_understood, mark.not_understood);
  for (size_t i = 0; i < mark.frames.size(); ++i) {
    shorten(frames_[i].breaks, mark.frames[i].first);
    shorten(frames_[i].continues, mark.frames[i].second);
  }
  for (size_t i = 0; i < mark.handlers.size(); ++i) shorten(*handlers_[i], mark.handlers[i]);
}

/// What a pointer leads to, by the type that it had before it became a void*; null where it was one.
static TypeRef pointeeOf(program::ExprRef pointer) {
  const auto isVoid = [](program::ExprRef each) { return each->type->pointee->kind == program::TypeKind::Void; };
  if (!pointer->type->isPointer()) return nullptr;
  while (isVoid(pointer) && pointer->kind == program::ExprKind::PointerCast) pointer = pointer->operands[0];
  return !pointer->type->isPointer() || isVoid(pointer) ? nullptr : pointer->type->pointee;
}

/// It must lead to something that lives.
void Executor::requireAccess(const Value& pointer, TypeRef type, State& state) {
  failWhere(ErrorKind::NullDeref, terms_.equal(pointer.base, terms_.constant(0)), state,
            isNullConstant(terms_, pointer.base));
  failWhere(ErrorKind::UseAfterFree, state.memory.isDead(pointer.base, type, true), state);
  noteUse(pointer.base, type, false, terms_.yes(), state);
  requireElement(pointer, false, state);
}

/// What the execution made itself no caller can have freed before, and no caller frees its global variables.
void Executor::noteUse(Term pointer, TypeRef type, bool is_free, Formula where, State& state) {
  const Term object = outermost(entry_, pointer);
  if (object->isConstant() || madeObject(object) != nullptr) return;
  const Formula path = terms_.conjoin(state.pathCondition(terms_), where);
  if (path != terms_.no()) uses.push_back({path, object, type, is_free, true, here_, {}});
}

void Executor::requireElement(const Value& pointer, bool may_be_end, State& state) {
  const Term zero = terms_.constant(0);
  if (pointer.offset == zero && (may_be_end || !pointer.base->isConstant())) {
    // Where nothing was added, a pointer leads to what it led to before: that was an element, or the end of one.
    const Atom atom = pointer.base->asAtom();
    const bool is_known_array = atom != nullptr && atom->kind == AtomKind::Apply && atom->function->is_injective;
    if (!is_known_array || may_be_end) return;
  }
  const Term from = elementsFrom(entry_, pointer);
  const Formula too_far = may_be_end ? terms_.less(from, zero) : terms_.lessEqual(from, zero);
  const Formula too_early = terms_.less(elementsBefore(entry_, pointer), zero);
  // Of null only where nothing is added: the caller has looked.
  const Formula is_null = terms_.equal(pointer.base, zero);
  failWhere(ErrorKind::Bounds, terms_.conjoin(terms_.negate(is_null), terms_.disjoin(too_far, too_early)), state);
}

void Executor::assign(const program::Local* target, Value value, State& state) {
  if (target != nullptr) state.locals.at(static_cast<size_t>(target->index)) = value;
}

void Executor::body(const program::Body& body, Current& state) {
  for (size_t at = 0; at < body.size(); ++at) {
    if (!state) return;
    if (!state->isReachable(terms_)) {
      state.reset();
      return;
    }
    if (!analysis_.mayGoOn()) return giveUp("the function is too large", state);
    if (!entry_.allocations_fail || !allocateOrFail(body, at, state)) statement(*body[at], state);
  }
}

namespace {

bool mentions(program::ExprRef expr, const program::Local* local) {
  bool found = false;
  program::forEachSubexpression(expr, [&](const program::Expr& each) {
    found = found || (each.kind == program::ExprKind::LocalRef && each.local == local);
  });
  return found;
}

/// What `realloc` and `strdup` do with their new block.
bool isWorkOnBlock(const Stmt& stmt, const program::Local* block) {
  bool found = stmt.kind == StmtKind::Free;
  const auto look = [&](const Stmt& each) {
    if (each.kind == StmtKind::Store) found = found || mentions(as<program::StoreStmt>(each).object, block);
    if (each.kind == StmtKind::StoreSlot) found = found || mentions(as<program::StoreSlotStmt>(each).pointer, block);
    if (each.kind != StmtKind::Call) return;
    const program::Procedure* callee = as<program::CallStmt>(each).callee;
    found = found || (callee != nullptr && callee->name.starts_with("%"));
  };
  look(stmt);
  for (const program::Body* body : program::bodiesOf(stmt)) program::forEachStmt(*body, look);
  return found;
}

}  // namespace

/// An allocation gives null where it fails. What is done at the same place with the new block is done where there is
/// one.
bool Executor::allocateOrFail(const program::Body& body, size_t& at, Current& state) {
  if (body[at]->kind != StmtKind::Allocate) return false;
  const auto& allocation = as<program::AllocateStmt>(*body[at]);
  if (!allocation.may_fail || allocation.target == nullptr) return false;
  if (allocation.range.isKnown()) here_ = allocation.range;
  const SourceRange place = here_;
  Current failed = state;
  const Formula fails = terms_.equal(entry_.failure(place), terms_.constant(1));
  failed->assume(terms_, fails);
  state->assume(terms_, terms_.negate(fails));
  statement(*body[at], state);
  assign(allocation.target, {terms_.constant(0), terms_.constant(0)}, *failed);
  const auto isOfPlace = [&](const Stmt& stmt) { return !stmt.range.isKnown() || stmt.range == place; };
  for (; state && at + 1 < body.size() && isOfPlace(*body[at + 1]); ++at) {
    const Stmt& next = *body[at + 1];
    if (next.kind == StmtKind::Return) break;
    statement(next, state);
    if (failed && !isWorkOnBlock(next, allocation.target)) statement(next, failed);
  }
  if (!failed) return true;
  state = state ? joined(entry_, std::move(*state), *failed) : std::move(failed);
  return true;
}

void Executor::statement(const Stmt& stmt, Current& state) {
  if (stmt.range.isKnown()) here_ = stmt.range;
  analysis_.step();
  switch (stmt.kind) {
    case StmtKind::Assign: {
      const auto& assignment = as<program::AssignStmt>(stmt);
      assign(assignment.target, value(assignment.value, *state), *state);
      return;
    }
    case StmtKind::Load: return load(as<program::LoadStmt>(stmt), *state);
    case StmtKind::Store: return store(as<program::StoreStmt>(stmt), *state);
    case StmtKind::LoadSlot: return loadSlot(as<program::LoadSlotStmt>(stmt), *state);
    case StmtKind::StoreSlot: return storeSlot(as<program::StoreSlotStmt>(stmt), *state);
    case StmtKind::Allocate: return allocate(as<program::AllocateStmt>(stmt), *state);
    case StmtKind::Free: return freeObject(as<program::FreeStmt>(stmt), *state);
    case StmtKind::Call: return call(as<program::CallStmt>(stmt), state);
    case StmtKind::If: return branch(as<program::IfStmt>(stmt), state);
    case StmtKind::Loop: return loop(as<program::LoopStmt>(stmt), state);
    case StmtKind::Block: return block(as<program::BlockStmt>(stmt), state);
    case StmtKind::Try: return tryBlock(as<program::TryStmt>(stmt), state);
    case StmtKind::Break:
    case StmtKind::Continue: {
      const bool is_break = stmt.kind == StmtKind::Break;
      const std::string& label = is_break ? as<program::BreakStmt>(stmt).label : as<program::ContinueStmt>(stmt).label;
      for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
        if (frame->label != label) continue;
        (is_break ? frame->breaks : frame->continues).push_back(std::move(*state));
        break;
      }
      state.reset();
      return;
    }
    case StmtKind::Return: {
      const auto& end = as<program::ReturnStmt>(stmt);
      const Value result =
          end.value != nullptr ? value(end.value, *state) : Value{terms_.constant(0), terms_.constant(0)};
      ends.returned.push_back(std::move(*state));
      ends.results.push_back(result);
      state.reset();
      return;
    }
    case StmtKind::Throw: {
      const auto& thrown = as<program::ThrowStmt>(stmt);
      const Value value_thrown =
          thrown.value != nullptr ? value(thrown.value, *state) : Value{terms_.constant(0), terms_.constant(0)};
      handlers_.back()->push_back({std::move(*state), thrown.thrown, value_thrown});
      state.reset();
      return;
    }
    case StmtKind::Assume: {
      const size_t checks = null_checks.size();
      state->assume(terms_, truth(as<program::AssumeStmt>(stmt).condition, *state));
      return null_checks.resize(checks);  // nobody asked
    }
    case StmtKind::Assert: {
      const auto& assertion = as<program::AssertStmt>(stmt);
      if (!hasCondition(assertion.what)) {  // the program ends, which is no error of this function
        ends.thrown.push_back(std::move(*state));
        state.reset();
        return;
      }
      // Who asserts that a pointer is not null does not show that it may be.
      const size_t checks = null_checks.size();
      const Formula good = assertion.condition != nullptr ? truth(assertion.condition, *state) : terms_.no();
      null_checks.resize(checks);
      return failWhere(assertion.error, terms_.negate(good), *state);
    }
    case StmtKind::Unsupported: {
      const auto& unsupported = as<program::UnsupportedStmt>(stmt);
      return giveUp(unsupported.reason + " at " + toString(unsupported.range), state);
    }
  }
  UNREACHABLE("every kind of statement is executed");
}

/// What follows works with values that stand for what is not known: nothing is learnt from it. The procedure may do
/// anything from here on, and return anything.
void Executor::giveUp(const std::string& why, Current& state) {
  mayFail(*state, why);
  state->memory.forget({}, terms_.yes());
  const Value zero{terms_.constant(0), terms_.constant(0)};
  if (!analysis_.program().is_c) handlers_.back()->push_back({*state, nullptr, zero});
  ends.results.push_back({entry_.choice(procedure_.result, true, "result"), zero.offset});
  ends.returned.push_back(std::move(*state));
  state.reset();
}

void Executor::branch(const program::IfStmt& stmt, Current& state) {
  const Formula condition = truth(stmt.condition, *state);
  Current other = state;
  state->assume(terms_, condition);
  other->assume(terms_, terms_.negate(condition));
  body(stmt.then_body, state);
  body(stmt.else_body, other);
  if (state && !state->isReachable(terms_)) state.reset();
  if (!other || !other->isReachable(terms_)) return;
  state = state ? joined(entry_, std::move(*state), *other) : std::move(other);
}

void Executor::block(const program::BlockStmt& stmt, Current& state) {
  frames_.push_back({stmt.label, {}, {}});
  body(stmt.body, state);
  std::vector<State> ways = std::move(frames_.back().breaks);
  frames_.pop_back();
  if (state) ways.insert(ways.begin(), std::move(*state));
  state = joined(entry_, ways);
}

void Executor::tryBlock(const program::TryStmt& stmt, Current& state) {
  std::vector<Thrown> thrown;
  handlers_.push_back(&thrown);
  body(stmt.body, state);
  handlers_.pop_back();
  std::vector<State> ways;
  if (state) ways.push_back(std::move(*state));
  for (Thrown& each : thrown) {
    bool is_caught = false;
    for (const program::Handler& handler : stmt.handlers) {
      // An exception of unknown type may be caught by any handler, and by none.
      const bool may_match =
          each.type == nullptr || handler.caught == nullptr || program::catches(handler.caught, each.type);
      if (!may_match) continue;
      Current caught = each.state;
      if (each.type == nullptr && handler.caught != nullptr) {
        const Formula matches = terms_.equal(entry_.choice(Interval{0, 1}, "matches"), terms_.constant(1));
        caught->assume(terms_, matches);
        each.state.assume(terms_, terms_.negate(matches));
      } else {
        is_caught = true;
      }
      if (handler.variable != nullptr) {
        const Value any = anyOf(handler.variable->type, *caught, "exception");
        assign(handler.variable, each.type != nullptr ? each.value : any, *caught);
      }
      // A rethrow inside the handler throws what it caught.
      std::vector<Thrown> inner;
      handlers_.push_back(&inner);
      body(handler.body, caught);
      handlers_.pop_back();
      for (Thrown& again : inner) {
        if (again.type == nullptr) again.type = each.type, again.value = each.value;
        handlers_.back()->push_back(std::move(again));
      }
      if (caught) ways.push_back(std::move(*caught));
      if (is_caught) break;
    }
    if (!is_caught) handlers_.back()->push_back(std::move(each));
  }
  state = joined(entry_, ways);
}

void Executor::load(const program::LoadStmt& stmt, State& state) {
  const Value object = value(stmt.object, state);
  const Term index = stmt.index != nullptr ? number(stmt.index, state) : nullptr;
  requireAccess(object, pointeeOf(stmt.object), state);
  if (index != nullptr)
    requireElement({terms_.apply(entry_.slot(stmt.field), {addressOf(entry_, object)}), index}, false, state);
  assign(stmt.target, readField(stmt.field, object, index, state), state);
}

Value Executor::readField(const program::Field* field, const Value& object, Term index, State& state) {
  const TypeRef type = field->elementType();
  if (field->union_state != nullptr || field->is_shadowed || field->is_volatile || type->is_float) {
    return anyOf(type, state, "content");
  }
  // One of two objects: each has its own value.
  if (const Atom atom = object.base->asAtom(); atom != nullptr && atom->kind == AtomKind::Choose) {
    const Value then = readField(field, {atom->arguments[0], object.offset}, index, state);
    const Value otherwise = readField(field, {atom->arguments[1], object.offset}, index, state);
    return {terms_.choose(atom->condition, then.base, otherwise.base),
            terms_.choose(atom->condition, then.offset, otherwise.offset)};
  }
  if (object.base == terms_.constant(0)) return {terms_.constant(0), terms_.constant(0)};  // null: not on this path
  return state.memory.read({field, type, addressOf(entry_, object), index});
}

void Executor::store(const program::StoreStmt& stmt, State& state) {
  const Value object = value(stmt.object, state);
  const Term index = stmt.index != nullptr ? number(stmt.index, state) : nullptr;
  const Value stored = value(stmt.value, state);
  requireAccess(object, pointeeOf(stmt.object), state);
  if (index != nullptr)
    requireElement({terms_.apply(entry_.slot(stmt.field), {addressOf(entry_, object)}), index}, false, state);
  writeField(stmt.field, object, index, stored, terms_.yes(), state);
}

void Executor::writeField(const program::Field* field, const Value& object, Term index, const Value& value,
                          Formula guard, State& state) {
  if (const Atom atom = object.base->asAtom(); atom != nullptr && atom->kind == AtomKind::Choose) {
    writeField(field, {atom->arguments[0], object.offset}, index, value, terms_.conjoin(guard, atom->condition), state);
    return writeField(field, {atom->arguments[1], object.offset}, index, value,
                      terms_.conjoin(guard, terms_.negate(atom->condition)), state);
  }
  if (object.base == terms_.constant(0)) return;  // null: not on this path
  state.memory.write({field, field->elementType(), addressOf(entry_, object), index}, value, guard);
}

Value Executor::readCell(const Value& pointer, TypeRef type, State& state) {
  const Atom atom = pointer.base->asAtom();
  if (type->is_float) return anyOf(type, state, "float");
  if (atom != nullptr && atom->kind == AtomKind::Choose) {
    const Value then = readCell({atom->arguments[0], pointer.offset}, type, state);
    const Value otherwise = readCell({atom->arguments[1], pointer.offset}, type, state);
    return {terms_.choose(atom->condition, then.base, otherwise.base),
            terms_.choose(atom->condition, then.offset, otherwise.offset)};
  }
  if (atom != nullptr && atom->kind == AtomKind::Apply &&
      EntryState::about(atom->function)->kind == EntryFunction::Kind::Slot) {
    const program::Field* field = EntryState::about(atom->function)->field;
    const TypeRef stored = field->elementType();
    const bool is_as_it_is = program::sameRepresentation(stored, type) || (stored->isPointer() && type->isPointer());
    if (!is_as_it_is || field->union_state != nullptr || field->is_shadowed || field->is_volatile)
      return anyOf(type, state, "content");
    return state.memory.read({field, stored, atom->arguments[0], field->type->isArray() ? pointer.offset : nullptr});
  }
  if (pointer.base->isConstant()) return {terms_.constant(0), terms_.constant(0)};
  if (atom == nullptr || madeObject(pointer.base) != nullptr || atom->kind == AtomKind::Quotient)
    return anyOf(type, state, "content");
  return state.memory.read({nullptr, type, pointer.base, pointer.offset});
}

void Executor::writeCell(const Value& pointer, TypeRef type, const Value& value, Formula guard, State& state) {
  const Atom atom = pointer.base->asAtom();
  if (atom != nullptr && atom->kind == AtomKind::Choose) {
    writeCell({atom->arguments[0], pointer.offset}, type, value, terms_.conjoin(guard, atom->condition), state);
    return writeCell({atom->arguments[1], pointer.offset}, type, value,
                     terms_.conjoin(guard, terms_.negate(atom->condition)), state);
  }
  if (atom != nullptr && atom->kind == AtomKind::Apply &&
      EntryState::about(atom->function)->kind == EntryFunction::Kind::Slot) {
    const program::Field* field = EntryState::about(atom->function)->field;
    const TypeRef stored = field->elementType();
    const Cell cell{field, stored, atom->arguments[0], field->type->isArray() ? pointer.offset : nullptr};
    if (program::sameRepresentation(stored, type) || (stored->isPointer() && type->isPointer()))
      return state.memory.write(cell, value, guard);
    return state.memory.forget({field, stored, atom->arguments[0], nullptr}, guard);
  }
  if (pointer.base->isConstant()) return;
  if (atom == nullptr || madeObject(pointer.base) != nullptr || atom->kind == AtomKind::Quotient)
    return state.memory.forget({}, guard);
  state.memory.write({nullptr, type, pointer.base, pointer.offset}, value, guard);
}

void Executor::loadSlot(const program::LoadSlotStmt& stmt, State& state) {
  const Value pointer = value(stmt.pointer, state);
  requireAccess(pointer, pointeeOf(stmt.pointer), state);
  assign(stmt.target, readCell(pointer, stmt.pointer->type->pointee, state), state);
}

void Executor::storeSlot(const program::StoreSlotStmt& stmt, State& state) {
  const Value pointer = value(stmt.pointer, state);
  const Value stored = value(stmt.value, state);
  requireAccess(pointer, pointeeOf(stmt.pointer), state);
  writeCell(pointer, stmt.pointer->type->pointee, stored, terms_.yes(), state);
}

void Executor::allocate(const program::AllocateStmt& stmt, State& state) {
  const Term zero = terms_.constant(0);
  const Term extent = stmt.extent != nullptr ? number(stmt.extent, state) : nullptr;
  if (extent != nullptr) failWhere(ErrorKind::Bounds, terms_.less(extent, zero), state);
  const Term object =
      entry_.object(stmt.class_decl, extent, stmt.zeroed, stmt.storage == program::Storage::Automatic, stmt.allocator);
  if (extent == nullptr || !stmt.class_decl->is_array) return assign(stmt.target, {object, zero}, state);
  const program::Field* elements = stmt.class_decl->fields.front();
  const Function* first = elements->holdsParts() ? entry_.part(elements) : entry_.slot(elements);
  assign(stmt.target, {terms_.apply(first, {object}), zero}, state);
}

void Executor::freeObject(const program::FreeStmt& stmt, State& state) {
  const Term zero = terms_.constant(0);
  const Value pointer = value(stmt.pointer, state);
  const Formula is_null = terms_.equal(pointer.base, zero);
  const Formula some = terms_.negate(is_null);
  const bool is_scope_end = stmt.how == program::FreeKind::ScopeEnd;
  const Term whole = outermost(entry_, pointer.base);
  if (!is_scope_end) {
    failWhere(ErrorKind::DoubleFree, terms_.conjoin(some, state.memory.isDead(pointer.base, nullptr, false)), state);
    noteUse(pointer.base, nullptr, true, some, state);
    if (const EntrySymbol* made = madeObject(whole)) {
      const bool is_other_way =
          (stmt.how == program::FreeKind::Free) != (made->allocator == program::Allocator::Malloc);
      if (made->is_automatic || is_other_way) failWhere(ErrorKind::Bounds, some, state);
    }
    // What was added may lead back to the beginning.
    const Formula is_inside = terms_.notEqual(elementsBefore(entry_, pointer), zero);
    failWhere(ErrorKind::Bounds, terms_.conjoin({some, terms_.notEqual(pointer.offset, zero), is_inside}), state);
  }
  state.memory.free(whole, pointeeOf(stmt.pointer), some, is_scope_end);
}

}  // namespace weir::conditions
