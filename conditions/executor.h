// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes a procedure for all inputs at once (Popeea and Chin, section 2.1, on a guarded store).
//
// At each point there is one state; branches are joined where they meet. What can fail is recorded with the condition
// under which it does, and the execution goes on where it does not. A loop is what its body does once, from any state
// that it can reach (loops.cpp); a call is the summary of the callee (calls.cpp).
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conditions/state.h"

namespace weir::conditions {

class Analysis;
struct Recursion;
struct Summary;

/// The end of a procedure: all returns, and all exceptions, joined.
struct Ends {
  std::vector<State> returned;
  std::vector<Value> results;  // one for each
  std::vector<State> thrown;
};

/// A call of a procedure by itself, or by one that it calls.
struct RecursiveCall {
  const program::Procedure* callee = nullptr;
  Formula path = nullptr;
  std::vector<Value> arguments;
  SourceRange range;
};

class Executor {
 public:
  Executor(Analysis& analysis, const program::Procedure& procedure);

  /// Where these functions are passed, by the position of the parameter; null: not known.
  void run(const std::vector<const program::Procedure*>& callbacks = {});

  Ends ends;
  std::vector<ErrorCondition> errors;
  std::vector<ErrorCondition> unset_uses;  // of variables without a value: the execution goes on
  std::vector<NullCheck> null_checks;
  std::vector<Use> uses;
  std::vector<RecursiveCall> recursive_calls;
  std::vector<std::string> not_understood;  // why something may be anything

 private:
  friend class LoopExecutor;
  friend class Instantiation;
  struct Frame {  // where breaks and continues of a label go
    std::string label;
    std::vector<State> breaks;
    std::vector<State> continues;
  };
  struct Thrown {
    State state;
    program::TypeRef type;  // null: any
    Value value;
  };
  using Current = std::optional<State>;  // none: nothing gets here

  void body(const program::Body& body, Current& state);
  void statement(const program::Stmt& stmt, Current& state);
  bool allocateOrFail(const program::Body& body, size_t& at, Current& state);
  void branch(const program::IfStmt& stmt, Current& state);
  void block(const program::BlockStmt& stmt, Current& state);
  void loop(const program::LoopStmt& stmt, Current& state);
  void tryBlock(const program::TryStmt& stmt, Current& state);
  void giveUp(const std::string& why, Current& state);
  void load(const program::LoadStmt& stmt, State& state);
  void store(const program::StoreStmt& stmt, State& state);
  void loadSlot(const program::LoadSlotStmt& stmt, State& state);
  void storeSlot(const program::StoreSlotStmt& stmt, State& state);
  void allocate(const program::AllocateStmt& stmt, State& state);
  void freeObject(const program::FreeStmt& stmt, State& state);
  void call(const program::CallStmt& stmt, Current& state);
  void callVirtual(const program::CallStmt& stmt, const std::vector<Value>& arguments, Current& state);
  void callAgain(const program::CallStmt& stmt, const Recursion& recursion, const std::vector<Value>& arguments,
                 Current& state);
  void mayUseFreed(const Recursion& callee, State& state);
  void callUnknown(const program::CallStmt& stmt, const program::Procedure* callee, const std::vector<Value>& arguments,
                   Current& state);
  void callUnknownEffects(const std::vector<Value>& arguments, State& state);
  const Summary& summaryOf(const program::Procedure& callee, const std::vector<Value>& arguments);
  void errorsOf(const program::Procedure& callee, const std::vector<Value>& arguments, State& state);
  void usesOf(const Summary& summary, const std::vector<Value>& arguments, State& state);
  void apply(const program::CallStmt& stmt, const Summary& summary, const std::vector<Value>& arguments,
             Current& state);
  void assign(const program::Local* target, Value value, State& state);

  // Expressions (expressions.cpp). What can go wrong in them is recorded; the state goes on where it does not.
  Value value(program::ExprRef expr, State& state);
  Term number(program::ExprRef expr, State& state) { return value(expr, state).base; }
  Formula truth(program::ExprRef expr, State& state);
  Value unary(const program::Expr& expr, State& state);
  Value binary(const program::Expr& expr, State& state);
  Formula comparison(program::Op op, const Value& left, const Value& right, const program::Expr& expr, State& state);
  Term arithmetic(program::Op op, Term left, Term right, program::TypeRef type, const program::Expr& expr,
                  State& state);
  void learn(Term value, Formula where, Formula fact, State& state);
  Interval boundsOf(Term term, const State& state);
  Term product(Term left, Term right, program::TypeRef type, State& state);
  Term quotientOf(Term left, Term right, program::TypeRef type, bool is_remainder, State& state);
  Term shifted(program::Op op, Term left, Term right, program::TypeRef type, program::ShiftRule rule, State& state);
  Term bits(program::Op op, Term left, Term right, program::TypeRef type);
  Term fitting(Term exact, program::TypeRef type, State& state);
  Value address(const program::Expr& expr, State& state);
  Value pointerSum(const program::Expr& expr, State& state);
  Value anyOf(program::TypeRef type, State& state, const char* why);

  /// Where `bad` holds the execution ends with this error.
  void failWhere(program::ErrorKind kind, Formula bad, State& state, Formula from_null = nullptr);
  void noteNullCheck(const Value& pointer);
  void noteUse(Term pointer, program::TypeRef type, bool is_free, Formula where, State& state);
  /// The value of a variable; where it has none that is noted, and it is any.
  Value settled(const program::Local* local, State& state);
  /// Nobody knows whether the execution gets further.
  void mayFail(State& state, const std::string& why);
  /// What was recorded so far, to take back what a trial run records.
  struct Mark {
    size_t returned = 0;
    size_t thrown = 0;
    size_t errors = 0;
    size_t unset_uses = 0;
    size_t null_checks = 0;
    size_t uses = 0;
    size_t recursive_calls = 0;
    size_t not_understood = 0;
    std::vector<std::pair<size_t, size_t>> frames;
    std::vector<size_t> handlers;
  };
  Mark mark() const;
  void takeBack(const Mark& mark);
  void requireAccess(const Value& pointer, program::TypeRef type, State& state);
  void requireElement(const Value& pointer, bool may_be_end, State& state);
  Value readField(const program::Field* field, const Value& object, Term index, State& state);
  Value readCell(const Value& pointer, program::TypeRef type, State& state);
  void writeField(const program::Field* field, const Value& object, Term index, const Value& value, Formula guard,
                  State& state);
  void writeCell(const Value& pointer, program::TypeRef type, const Value& value, Formula guard, State& state);

  Analysis& analysis_;
  EntryState& entry_;
  Terms& terms_;
  const program::Procedure& procedure_;
  SourceRange here_;
  std::vector<Frame> frames_;
  std::vector<std::vector<Thrown>*> handlers_;  // innermost last
};

/// Where a pointer is the constant null.
Formula isNullConstant(Terms& terms, Term pointer);
/// Is the value of the atom an address?
bool isPointer(Atom atom);

/// How many elements there are from the pointer on, and how many before it.
Term elementsFrom(EntryState& entry, const Value& pointer);
Term elementsBefore(EntryState& entry, const Value& pointer);
/// What holds of every state: null has no elements, another pointer at least one.
Formula axiomsOf(EntryState& entry, Formula formula);

}  // namespace weir::conditions
