// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words in which conditions speak of a program: what its inputs are.
//
//   int f(node* l, int i)      the symbols l and i, of each its range; next(l), v(l): fields at entry
//
// A pointer is a *base* and an *offset* in elements. At entry it is a symbol with offset 0: `extent(p)` elements follow
// from there on and `position(p)` come before. Objects that the execution makes have numbers above all others. Parts
// and slots of objects are injective functions of the object, so that two of them are equal where the objects are.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "conditions/logic/terms.h"
#include "ir/program/program.h"

namespace weir::conditions {

/// What a pointer or number is: of numbers the offset is 0.
struct Value {
  Term base = nullptr;
  Term offset = nullptr;
  bool operator==(const Value&) const = default;
};

/// What an entry function is about; Function::about points to one.
struct EntryFunction {
  enum class Kind { Field, Deref, Extent, Position, Part, Slot, Element, Operation, Class };
  Kind kind = Kind::Field;
  const program::Field* field = nullptr;
  program::TypeRef type = nullptr;  // Deref: of the cells
  program::Op op = program::Op::Add;
  const program::ClassDecl* class_decl = nullptr;
};

/// What a symbol is about; AtomNode::about points to one.
struct EntrySymbol {
  enum class Kind { Parameter, Object, Choice, Other };
  Kind kind = Kind::Choice;
  const program::Local* parameter = nullptr;
  bool is_pointer = false;   // Choice
  bool may_be_made = false;  // Choice: a pointer perhaps to an object that the execution made
  bool is_unset = false;     // Choice: of a variable that nobody gave a value
  SourceRange failed_at;     // Choice: whether the allocation there fails
  // Object: made by the execution
  const program::ClassDecl* class_decl = nullptr;
  Term extent = nullptr;
  bool is_zeroed = false;
  bool is_automatic = false;
  program::Allocator allocator = program::Allocator::Malloc;
};

Interval rangeOfType(program::TypeRef type);

/// The value of the type that is congruent to it modulo 2^width; for bool, whether it is not 0.
Term wrapped(Terms& terms, Term term, program::TypeRef type);

class EntryState {
 public:
  explicit EntryState(Terms& terms) : terms_(terms) {}

  Term parameter(const program::Local* local);
  /// The value in the first call of a procedure that calls itself.
  Term firstValue(const program::Local* local);
  Term resultOf(const program::Procedure& procedure);
  /// A new one each time. Pointers among choices may lead to objects that the execution made where `may_be_made` says
  /// so.
  Term choice(program::TypeRef type, bool may_be_made, const std::string& name = "choice");
  Term choice(Interval range, const std::string& name = "choice", bool may_be_made = false);
  /// 1 where an allocation fails.
  Term failure(const SourceRange& place);
  /// What is in a variable before anybody gives it a value.
  Term unset(Interval range);
  Term choiceLike(Atom symbol, bool may_be_made);
  /// An object, nobody knows which, with a larger number than this one.
  Term madeSince(Integer object);
  Term object(const program::ClassDecl* class_decl, Term extent, bool is_zeroed, bool is_automatic,
              program::Allocator allocator);
  const EntrySymbol* about(Atom atom) const { return static_cast<const EntrySymbol*>(atom->about); }
  static const EntryFunction* about(const Function* function) {
    return static_cast<const EntryFunction*>(function->about);
  }

  /// Of all objects that are made from now on the numbers are larger.
  Integer lastObject() const;
  /// A pointer that leads to nothing that the execution made.
  bool isOfEntry(Term pointer) const;
  /// Where two pointers to the beginning of something are the same.
  Formula same(Term a, Term b);

  const Function* field(const program::Field* field);
  const Function* deref(program::TypeRef type);
  const Function* extent();
  const Function* position();
  const Function* part(const program::Field* field);
  const Function* slot(const program::Field* field);
  const Function* element();
  const Function* operation(program::Op op, program::TypeRef type);
  const Function* isOfClass(const program::ClassDecl* class_decl);
  /// The same cells with values that nobody knows: what is left after unknown code.
  const Function* unknown(const Function* cells);
  /// What cells of made objects hold before anybody writes them.
  const Function* uninitialised(const Function* cells);
  bool isUninitialised(const Function* cells) const { return uninitialised_values_.contains(cells); }
  Term functionAddress(const program::Procedure* procedure);
  const program::Procedure* functionAt(Term address) const;  // null: not known

  /// What holds of the value of an operation in every state, by arithmetic alone.
  void addLemma(Atom operation, Formula lemma);
  const std::vector<Formula>& lemmasOf(Atom operation) const;

  Terms& terms() { return terms_; }

  bool allocations_fail = false;  // malloc and its like give an object or null
  bool weak_updates = false;      // for measurements: what is written may be there or not

 private:
  const Function* get(const EntryFunction& about, Function made);

  Terms& terms_;
  using Key = std::tuple<int, const void*, const void*, int>;
  std::map<Key, const Function*> functions_;
  std::deque<EntryFunction> abouts_;
  std::deque<EntrySymbol> symbols_;
  std::map<const Function*, const Function*> uninitialised_;
  std::set<const Function*> uninitialised_values_;
  std::map<const program::Local*, Term> parameters_;
  std::map<const program::Local*, Term> first_values_;
  std::map<const program::Procedure*, Term> results_;
  std::map<const program::Procedure*, Term> addresses_;
  std::map<Term, const program::Procedure*> procedures_;
  std::map<Atom, std::vector<Formula>> lemmas_;
  int objects_ = 0;
};

}  // namespace weir::conditions
