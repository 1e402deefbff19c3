// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/memory.h"

#include <algorithm>

namespace weir::conditions {
namespace {

/// Longer logs are not kept: of a summary they are written again at every call.
/// (The longest function of the API suite, 400 lines of stores, has logs of 60 entries by itself.)
constexpr int kMostEntries = 120;

bool isScalarAlias(program::TypeRef a, program::TypeRef b) {
  if (a == b || program::sameRepresentation(a, b)) return true;
  if (a->isPointer() && b->isPointer()) return true;
  return a->isInteger() && b->isInteger() && program::mayAlias(a, b);
}

/// May a pointer to one lead into the other, behind its beginning: to a member, an element, a part? Of what is not
/// known nothing is said.
bool mayLieIn(program::TypeRef part, program::TypeRef whole) {
  if (part == nullptr || whole == nullptr) return false;
  if (whole->isArray()) return mayLieIn(part, whole->element);
  if (!whole->isClass()) return !part->isClass() && isScalarAlias(part, whole);
  for (const program::Field* field : program::allFields(whole->class_decl)) {
    const program::TypeRef element = field->elementType();
    const bool is_it = element->isClass() ? part->isClass() && (element->class_decl == part->class_decl)
                                          : !part->isClass() && isScalarAlias(part, element);
    if (is_it || (element->isClass() && mayLieIn(part, element))) return true;
  }
  return false;
}

/// A character behind a pointer may be a byte of a number.
bool isByte(const Cell& a, const Cell& b) {
  return (a.field == nullptr && program::isByteOf(a.type, b.type)) ||
         (b.field == nullptr && program::isByteOf(b.type, a.type));
}

}  // namespace

const EntrySymbol* madeObject(Term object) {
  const Atom atom = object->asAtom();
  if (atom == nullptr || atom->kind != AtomKind::Symbol) return nullptr;
  const auto* symbol = static_cast<const EntrySymbol*>(atom->about);
  return symbol->kind == EntrySymbol::Kind::Object ? symbol : nullptr;
}

Term outermost(const EntryState& entry, Term object) {
  for (;;) {
    const Atom atom = object->asAtom();
    if (atom == nullptr || atom->kind != AtomKind::Apply) return object;
    const EntryFunction* about = EntryState::about(atom->function);
    using Kind = EntryFunction::Kind;
    if (about->kind != Kind::Part && about->kind != Kind::Slot && about->kind != Kind::Element) return object;
    object = atom->arguments[0];
  }
  (void)entry;
}

Term addressOf(EntryState& entry, const Value& pointer) {
  if (pointer.offset->isConstant() && pointer.offset->constant == 0) return pointer.base;
  return entry.terms().apply(entry.element(), {pointer.base, pointer.offset});
}

Term addressOrNull(EntryState& entry, const Value& pointer) {
  Terms& terms = entry.terms();
  const Term zero = terms.constant(0);
  if (pointer.offset == zero) return pointer.base;
  return terms.choose(terms.equal(pointer.base, zero), zero, addressOf(entry, pointer));
}

void Memory::append(LogEntry entry) {
  entry.before = log_;
  entry.depth = log_ ? log_->depth + 1 : 1;
  log_ = std::make_shared<const LogEntry>(std::move(entry));
}

void Memory::write(const Cell& cell, const Value& value, Formula guard) {
  if (guard == entry_->terms().no()) return;
  escape(value);
  LogEntry entry;
  entry.guard = guard;
  if (entry_->weak_updates) {
    const Formula perhaps = entry_->terms().equal(entry_->choice(Interval{0, 1}, "weak"), entry_->terms().constant(1));
    entry.guard = entry_->terms().conjoin(guard, perhaps);
  }
  entry.cell = cell;
  entry.value = value;
  append(std::move(entry));
}

void Memory::forget(const Cell& cells, Formula guard, bool is_by_unknown_code, std::optional<Integer> made_after) {
  if (guard == entry_->terms().no()) return;
  LogEntry entry;
  entry.made_after = made_after;
  entry.kind = LogEntry::Kind::Forget;
  entry.guard = guard;
  entry.cell = cells;
  entry.is_by_unknown_code = is_by_unknown_code;
  entry.escaped = escaped_;
  entry.unknown = std::make_shared<UnknownCells>();
  append(std::move(entry));
}

void Memory::escape(const Value& value) {
  std::shared_ptr<Escaped> more;
  for (Atom atom : atomsOf(value.base)) {
    const Term object = entry_->terms().of(atom);
    if (madeObject(object) == nullptr || (escaped_ && escaped_->contains(object))) continue;
    if (!more) more = std::make_shared<Escaped>(escaped_ ? *escaped_ : Escaped());
    more->insert(object);
  }
  if (more) escaped_ = more;
}

void Memory::escape(const Escaped& objects) {
  auto more = std::make_shared<Escaped>(escaped_ ? *escaped_ : Escaped());
  more->insert(objects.begin(), objects.end());
  escaped_ = more;
}

void Memory::freeAnything(bool by_scope_end_alone) {
  Terms& terms = entry_->terms();
  const Term object = entry_->choice(Interval{1, std::nullopt}, "freed", true);
  const Term perhaps = entry_->choice(Interval{0, 1}, "perhaps");
  free(object, nullptr, terms.equal(perhaps, terms.constant(1)), by_scope_end_alone);
}

void Memory::free(Term object, program::TypeRef type, Formula guard, bool is_scope_end) {
  if (guard == entry_->terms().no()) return;
  if (frees_ && frees_->depth > kMostEntries) {  // one of them
    frees_.reset();
    return freeAnything();
  }
  FreeEntry entry{guard, object, type, is_scope_end, frees_, frees_ ? frees_->depth + 1 : 1};
  frees_ = std::make_shared<const FreeEntry>(std::move(entry));
}

Formula Memory::isDead(Term object, program::TypeRef type, bool by_scope_end_too) const {
  Terms& terms = entry_->terms();
  const Term whole = outermost(*entry_, object);
  if (whole->isConstant()) return terms.no();  // nobody frees global variables: that is an error where it is done
  std::vector<Formula> ways;
  for (const FreeEntry* each = frees_.get(); each != nullptr; each = each->before.get()) {
    if (each->is_scope_end && !by_scope_end_too) continue;
    ways.push_back(terms.conjoin(each->guard, entry_->same(whole, each->object)));
    const bool may_lie_in_it = !each->is_scope_end && whole != each->object && madeObject(whole) == nullptr &&
                               madeObject(each->object) == nullptr && mayLieIn(type, each->type);
    if (!may_lie_in_it) continue;
    const Term perhaps = entry_->choice(Interval{0, 1}, "inside");
    ways.push_back(terms.conjoin(
        {each->guard, terms.notEqual(whole, terms.constant(0)), terms.equal(perhaps, terms.constant(1))}));
  }
  return terms.disjoin(std::move(ways));
}

Value Memory::initial(const Cell& cell) const {
  Terms& terms = entry_->terms();
  const Term zero = terms.constant(0);
  const Function* function = cell.field != nullptr ? entry_->field(cell.field) : entry_->deref(cell.type);
  if (const EntrySymbol* made = madeObject(outermost(*entry_, cell.object))) {
    if (made->is_zeroed) return {zero, zero};
    function = entry_->uninitialised(function);
  }
  std::vector<Term> arguments{cell.object};
  if (function->arity == 2) arguments.push_back(cell.index != nullptr ? cell.index : zero);
  return {terms.apply(function, std::move(arguments)), zero};
}

/// Where the two are one cell. What cannot be compared may be: an equality of terms that nobody else mentions.
Formula Memory::isSame(const Cell& written, const Cell& read) const {
  Terms& terms = entry_->terms();
  const Term zero = terms.constant(0);
  const auto indexOf = [&](const Cell& cell) { return cell.index != nullptr ? cell.index : zero; };
  if (written.field != nullptr && read.field != nullptr) {
    if (written.field != read.field) return terms.no();
    return terms.conjoin(entry_->same(written.object, read.object), terms.equal(indexOf(written), indexOf(read)));
  }
  if (!isScalarAlias(written.type, read.type)) return terms.no();
  if (written.field == nullptr && read.field == nullptr) {
    if (written.object == read.object) return terms.equal(indexOf(written), indexOf(read));
    // Two pointers may lead to different places of one array.
    return entry_->same(addressOf(*entry_, {written.object, indexOf(written)}),
                        addressOf(*entry_, {read.object, indexOf(read)}));
  }
  const Cell& field = written.field != nullptr ? written : read;
  const Cell& pointed = written.field != nullptr ? read : written;
  const Term slot = terms.apply(entry_->slot(field.field), {field.object});
  return entry_->same(addressOf(*entry_, {slot, indexOf(field)}),
                      addressOf(*entry_, {pointed.object, indexOf(pointed)}));
}

Value Memory::read(const Cell& cell) const {
  Terms& terms = entry_->terms();
  const Term zero = terms.constant(0);
  const Term index = cell.index != nullptr ? cell.index : zero;
  struct Layer {
    Formula condition;
    Value value;
  };
  std::vector<Layer> layers;
  const Function* function = cell.field != nullptr ? entry_->field(cell.field) : entry_->deref(cell.type);
  const Term whole = outermost(*entry_, cell.object);
  const bool is_made = madeObject(whole) != nullptr;
  Formula covered = terms.no();
  bool has_bytes = false;
  for (const LogEntry* each = log_.get(); each != nullptr; each = each->before.get()) {
    if (covered == terms.yes()) break;
    if (each->cell.type != nullptr && isByte(each->cell, cell)) {
      const bool may_be_here =
          each->cell.object == nullptr || entry_->same(outermost(*entry_, each->cell.object), whole) != terms.no();
      if (!may_be_here || has_bytes) continue;  // one value for all of them: it may be anything
      has_bytes = true;
      const Term perhaps = entry_->choice(Interval{0, 1}, "bytes");
      layers.push_back({terms.equal(perhaps, terms.constant(1)), {entry_->choice(cell.type, false, "bytes"), zero}});
      continue;
    }
    Formula condition = terms.no();
    Value value;
    if (each->kind == LogEntry::Kind::Write) {
      condition = terms.conjoin(each->guard, isSame(each->cell, cell));
      if (condition == terms.no()) continue;
      value = each->value;
      if (cell.type->isInteger() && each->cell.type != cell.type) value.base = wrapped(terms, value.base, cell.type);
    } else {
      if (each->is_by_unknown_code && is_made && !(each->escaped && each->escaped->contains(whole))) continue;
      condition = each->guard;
      const Cell& cells = each->cell;
      if (each->made_after) {
        if (entry_->isOfEntry(whole)) continue;
        condition = terms.conjoin(condition, terms.less(terms.constant(*each->made_after), whole));
      }
      if (cells.field != nullptr || cells.type != nullptr) {
        if (cells.object == nullptr) {
          const bool is_of_them =
              cells.field != nullptr
                  ? cells.field == cell.field || (cell.field == nullptr && isScalarAlias(cells.type, cell.type))
                  : isScalarAlias(cells.type, cell.type);
          if (!is_of_them) continue;
        } else {
          Cell at = cells;
          at.index = index;  // of every index
          condition = terms.conjoin(condition, isSame(at, cell));
        }
      }
      if (condition == terms.no()) continue;
      const Function*& unknown = (*each->unknown)[function];
      if (unknown == nullptr) unknown = entry_->unknown(function);
      std::vector<Term> arguments{cell.object};
      if (function->arity == 2) arguments.push_back(index);
      value = {terms.apply(unknown, std::move(arguments)), zero};
    }
    layers.push_back({condition, value});
    if (condition == terms.yes()) covered = terms.yes();
  }
  Value made;
  size_t from = layers.size();
  if (covered == terms.yes()) {
    made = layers.back().value;
    --from;
  } else {
    made = initial(cell);
  }
  for (size_t i = from; i-- > 0;) {
    made = {terms.choose(layers[i].condition, layers[i].value.base, made.base),
            terms.choose(layers[i].condition, layers[i].value.offset, made.offset)};
  }
  return made;
}

std::vector<const LogEntry*> Memory::since(const Log& earlier) const {
  std::vector<const LogEntry*> entries;
  // Of a log that was made short since then, all of it.
  for (const LogEntry* each = log_.get(); each != earlier.get() && each != nullptr; each = each->before.get()) {
    entries.push_back(each);
  }
  std::reverse(entries.begin(), entries.end());
  return entries;
}

std::vector<const FreeEntry*> Memory::since(const FreeLog& earlier) const {
  std::vector<const FreeEntry*> entries;
  for (const FreeEntry* each = frees_.get(); each != earlier.get() && each != nullptr; each = each->before.get()) {
    entries.push_back(each);
  }
  std::reverse(entries.begin(), entries.end());
  return entries;
}

void Memory::shortenLog() {
  if (!log_ || log_->depth <= kMostEntries) return;
  std::set<const program::Field*> fields;
  std::set<program::TypeRef> types;
  bool everything = false;
  bool by_unknown_code = false;
  for (const LogEntry* each = log_.get(); each != nullptr; each = each->before.get()) {
    if (each->cell.field != nullptr) {
      fields.insert(each->cell.field);
    } else if (each->cell.type != nullptr) {
      types.insert(each->cell.type);
    } else {
      (each->is_by_unknown_code ? by_unknown_code : everything) = true;
    }
  }
  const Formula always = entry_->terms().yes();
  const Log before = log_;  // while it is let go of
  log_.reset();
  if (everything || static_cast<int>(fields.size() + types.size()) > kMostEntries / 2) return forget({}, always);
  if (by_unknown_code) forget({}, always, true);
  for (program::TypeRef type : types) forget({nullptr, type, nullptr, nullptr}, always);
  for (const program::Field* field : fields) forget({field, field->elementType(), nullptr, nullptr}, always);
}

void Memory::join(const Memory& other, Formula guard) {
  Terms& terms = entry_->terms();
  const auto common = []<typename List>(List a, List b) {
    while (a != b) {
      if (b == nullptr || (a != nullptr && a->depth >= b->depth)) {
        a = a->before;
      } else {
        b = b->before;
      }
    }
    return a;
  };
  if (escaped_ != other.escaped_ && other.escaped_) {
    auto both = std::make_shared<Escaped>(escaped_ ? *escaped_ : Escaped());
    both->insert(other.escaped_->begin(), other.escaped_->end());
    escaped_ = both;
  }
  const Formula otherwise = terms.negate(guard);
  if (log_ != other.log_) {
    const Log shared = common(log_, other.log_);
    const auto mine = since(shared);
    const auto theirs = other.since(shared);
    const Log keep_mine = log_;  // while entries are read
    log_ = shared;
    const auto guarded = [&](const std::vector<const LogEntry*>& entries, Formula side) {
      for (const LogEntry* each : entries) {
        LogEntry copy = *each;
        copy.guard = terms.conjoin(side, each->guard);
        if (copy.guard != terms.no()) append(std::move(copy));
      }
    };
    guarded(mine, guard);
    guarded(theirs, otherwise);
    shortenLog();
  }
  if (frees_ != other.frees_) {
    const FreeLog shared = common(frees_, other.frees_);
    const auto mine = since(shared);
    const auto theirs = other.since(shared);
    const FreeLog keep_mine = frees_;
    frees_ = shared;
    for (const FreeEntry* each : mine)
      free(each->object, each->type, terms.conjoin(guard, each->guard), each->is_scope_end);
    for (const FreeEntry* each : theirs)
      free(each->object, each->type, terms.conjoin(otherwise, each->guard), each->is_scope_end);
  }
}

}  // namespace weir::conditions
