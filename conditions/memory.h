// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an execution wrote and freed, as a log over the entry state (the guarded store of Dillig, chapter 4).
//
//   *a = p; *b = q;         read *a:   b = a ? q : p
//
// A read goes from the last write backwards: a write counts where its guard holds and its cell is the cell that is
// read. What may alias is an equality of terms, so a write is strong where it is surely there, weak where it is surely
// not, and both where nobody knows. Two branches are joined by guarding the writes of each with the way it came. A log
// is a persistent list: branches share what came before.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "conditions/entry_state.h"

namespace weir::conditions {

/// A place that holds a scalar: an element of a field of an object, or what is behind a pointer that nobody knows more
/// of.
struct Cell {
  const program::Field* field = nullptr;  // null: behind a pointer
  program::TypeRef type = nullptr;        // of the scalar
  Term object = nullptr;                  // the object, or the pointer's base
  Term index = nullptr;                   // of an array's element; the pointer's offset
};

/// Objects that the execution made and whose address others may know.
using Escaped = std::set<Term>;
using UnknownCells = std::map<const Function*, const Function*>;

struct LogEntry {
  enum class Kind { Write, Forget };
  Kind kind = Kind::Write;
  Formula guard = nullptr;
  Cell cell;    // Forget: field null: all cells; object null: those of every object; index null: of every index
  Value value;  // Write
  std::optional<Integer> made_after;       // Forget: only cells of objects with larger numbers
  bool is_by_unknown_code = false;         // Forget: which reaches no made object but those that
  std::shared_ptr<const Escaped> escaped;  // had escaped
  std::shared_ptr<UnknownCells> unknown;   // Forget: the values since, made when they are asked for
  std::shared_ptr<const LogEntry> before;
  int depth = 0;
};
using Log = std::shared_ptr<const LogEntry>;

struct FreeEntry {
  Formula guard = nullptr;
  Term object = nullptr;
  program::TypeRef type = nullptr;  // of what the pointer that was freed leads to; null: not known
  bool is_scope_end = false;
  std::shared_ptr<const FreeEntry> before;
  int depth = 0;
};
using FreeLog = std::shared_ptr<const FreeEntry>;

class Memory {
 public:
  explicit Memory(EntryState& entry) : entry_(&entry) {}

  Value read(const Cell& cell) const;
  void write(const Cell& cell, const Value& value, Formula guard);
  /// The cells may hold anything from here on.
  void forget(const Cell& cells, Formula guard, bool is_by_unknown_code = false,
              std::optional<Integer> made_after = std::nullopt);
  void free(Term object, program::TypeRef type, Formula guard, bool is_scope_end);
  /// From here on the objects in the value may be known to others.
  void escape(const Value& value);
  void escape(const Escaped& objects);
  const std::shared_ptr<const Escaped>& escaped() const { return escaped_; }
  bool anyEscaped() const { return escaped_ != nullptr && !escaped_->empty(); }
  /// Something is freed, or nothing is: nobody knows.
  void freeAnything(bool by_scope_end_alone = false);
  /// Where an object is dead that is used as this type (null: not known). What the caller brings may also lie in an
  /// object that was freed.
  Formula isDead(Term object, program::TypeRef type, bool by_scope_end_too) const;

  /// This where `guard` holds (relative to what both have in common), else the other.
  void join(const Memory& other, Formula guard);

  /// Long logs are made short: which cells were written is kept, their values are forgotten.
  void shortenLog();

  const Log& log() const { return log_; }
  const FreeLog& frees() const { return frees_; }
  /// What was written since an earlier state of the same execution, oldest first.
  std::vector<const LogEntry*> since(const Log& earlier) const;
  std::vector<const FreeEntry*> since(const FreeLog& earlier) const;

  /// What a cell had before the execution, or an object when it was made.
  Value initial(const Cell& cell) const;

 private:
  Formula isSame(const Cell& written, const Cell& read) const;
  void append(LogEntry entry);

  EntryState* entry_;
  Log log_;
  FreeLog frees_;
  std::shared_ptr<const Escaped> escaped_;
};

/// The object that a part, an element or a slot belongs to, however deep.
Term outermost(const EntryState& entry, Term object);
/// The pointer as one number.
Term addressOf(EntryState& entry, const Value& pointer);
/// Where the beginning may be null: null and no elements further is null.
Term addressOrNull(EntryState& entry, const Value& pointer);
/// Made by the execution itself: its symbol; else null.
const EntrySymbol* madeObject(Term object);

}  // namespace weir::conditions
