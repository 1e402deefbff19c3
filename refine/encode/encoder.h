// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns a procedure into relational expressions over its state at entry, by symbolic execution of the unrolled code.
//
// One encoder serves every use; who uses it decides, through a Sink, what becomes of each assigned value:
//
//   p = p->next;        assigned(place, p, join(p1, next1))
//   if (c) x = a;       merged(place, x, c, x1, x0)          "c => x2 = x1" and "not c => x2 = x0"
//
// The default sink returns the value itself, so that inlined code costs no variables: the state is one shared
// expression. A sink that makes a relation for each and keeps `place` as the label gives the labelled constraints that
// a callee is validated with and refined from.
//
// An execution that errs, needs more iterations or objects than the scope allows, or meets something unsupported ends
// there: it is recorded with its condition and is not among the executions of any exit.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ir/program/interpreter.h"
#include "refine/encode/call_path.h"
#include "refine/encode/symbolic_state.h"

namespace weir::refine {

/// One call being encoded. Its path goes on into the iterations of loops while these are encoded.
struct Activation {
  const program::Procedure* procedure = nullptr;
  int depth = 0;
  CallPath path;
  const Activation* caller = nullptr;
  const program::Stmt* called_at = nullptr;  // in the caller
  int catchers = 0;                          // enclosing try statements after whose handlers it goes on
};

/// Where in the unrolled program a value is assigned.
struct Place {
  const Activation* activation = nullptr;
  const program::Stmt* stmt = nullptr;
};

/// What is assigned: a local of the activation (or its result, where both are empty) or a component of the heap.
struct Target {
  const program::Local* local = nullptr;
  int component = -1;
};

class Sink {
 public:
  explicit Sink(logic::Context& context) : context_(context) {}
  virtual ~Sink() = default;
  virtual logic::Expr assigned(const Place& place, const Target& target, logic::Expr value);
  virtual logic::Expr merged(const Place& place, const Target& target, logic::Formula condition, logic::Expr then_value,
                             logic::Expr else_value);

 protected:
  logic::Context& context_;
};

struct ErrorSite {
  program::ErrorKind kind = program::ErrorKind::NullDeref;
  logic::Formula condition = nullptr;
  const program::Stmt* at = nullptr;
  const program::Procedure* in = nullptr;
};

/// An execution that weir does not follow further: out of scope, unsupported, ended.
struct StopSite {
  enum class Kind { Iterations, Recursion, Objects, Extents, Elements, Characters, Unsupported, Ended };
  Kind kind = Kind::Iterations;
  logic::Formula condition = nullptr;
  logic::Formula otherwise = nullptr;  // the executions that go on
  const program::Stmt* at = nullptr;
  const program::Procedure* in = nullptr;
  std::string reason;
};

struct Exit {
  SymbolicState state;           // locals are not meaningful
  logic::Expr result = nullptr;  // of a scalar result
};

struct ThrownExit {
  SymbolicState state;
  program::TypeRef type = nullptr;
  logic::Expr value = nullptr;
};

/// How the executions of one call end.
struct Outcomes {
  Exit normal;                     // state.active is false where it never returns
  std::vector<ThrownExit> thrown;  // one a type
};

/// The type of an exception that a function without a body throws: any.
program::TypeRef unseenException();

/// A call of a function without a body, which may throw. What follows from that is encoded beside what happens where it
/// does not: an execution that goes on may throw here as well, so these are no executions to look for, and only
/// whether something would break is asked of them.
struct UnseenThrow {
  logic::Formula chosen = nullptr;  // that it throws
  const program::Procedure* callee = nullptr;
  const program::Stmt* at = nullptr;
};

/// What can happen where functions without a body throw.
struct IfThrown {
  std::vector<UnseenThrow> calls;
  std::vector<ErrorSite> errors;
  std::vector<StopSite> stops;
  std::optional<ThrownExit> exit;  // out of the method
};

class Encoder;

/// Decides what stands for a call: its body (the default), or whatever `encode` makes of it.
class CallPolicy {
 public:
  virtual ~CallPolicy() = default;
  /// Encodes the call of `callee` and returns true, or returns false: then the body is inlined.
  virtual bool encode(Encoder& encoder, const Place& site, const program::Procedure& callee,
                      const std::vector<logic::Expr>& arguments, const SymbolicState& state, Outcomes& outcomes) = 0;
  /// Has a procedure without a body a specification, so that it does not throw?
  virtual bool isSpecified(const program::Procedure&) const { return false; }
  /// A choice of the solver's at this call: yes or no. Null: none is needed.
  virtual logic::Formula chooseAt(const Place&, const program::Procedure&, const char*) { return nullptr; }
};

struct EncoderOptions {
  program::CheckedErrors checked = {};
  std::function<void()> checkpoint = {};  // called at each statement; may throw to end the encoding
  /// Asked before a recursive call is inlined, with the executions that get there; false: there are none, and nothing
  /// stands for the call. Calls that recurse along two ways would else be inlined exponentially often.
  std::function<bool(logic::Formula)> is_reachable = {};
};

class Encoder {
 public:
  Encoder(HeapModel& model, const Components& components, Sink& sink, EncoderOptions options = {},
          CallPolicy* policy = nullptr);

  /// The root procedure on every state at entry: parameters have the values of the vocabulary's relations.
  Outcomes encodeRoot(const CallTree& tree);
  /// A call from a given state; `caller` may be null. The arguments are initialised.
  Outcomes encodeCall(const program::Procedure& procedure, const std::vector<logic::Expr>& arguments,
                      const SymbolicState& state, const Activation* caller, CallPath path,
                      const program::Stmt* called_at = nullptr);

  const std::vector<ErrorSite>& errors() const { return errors_; }
  const std::vector<StopSite>& stops() const { return stops_; }
  const IfThrown& ifThrown() const { return if_thrown_; }
  HeapModel& model() { return model_; }
  const Components& components() const { return components_; }
  logic::Context& context() { return context_; }

  /// Live objects of a class (subclasses included) in a state.
  logic::Expr liveObjects(const SymbolicState& state, const program::ClassDecl* base) const;

 private:
  struct Frame;  // an activation with its pending jumps

  // Statements (encoder.cpp).
  void encode(const program::Body& body, SymbolicState& state, Frame& frame);
  void encode(const program::Stmt& stmt, SymbolicState& state, Frame& frame);
  void encodeIf(const program::IfStmt& stmt, SymbolicState& state, Frame& frame);
  void encodeLoop(const program::LoopStmt& stmt, SymbolicState& state, Frame& frame);
  void encodeBlock(const program::BlockStmt& stmt, SymbolicState& state, Frame& frame);
  void encodeTry(const program::TryStmt& stmt, SymbolicState& state, Frame& frame);
  void encodeThrow(const program::ThrowStmt& stmt, SymbolicState& state, Frame& frame);
  void encodeHandler(const program::Handler& handler, ThrownExit& exception, const Place& place, Frame& frame);
  void raise(SymbolicState& state, program::TypeRef type, logic::Expr value, Frame& frame);
  void assign(const program::Local* local, logic::Expr value, SymbolicState& state, const Place& place);
  void set(int component, logic::Expr value, SymbolicState& state, const Place& place);
  SymbolicState merge(std::vector<SymbolicState> states, const Place& place);
  SymbolicState merge(logic::Formula condition, const SymbolicState& then_state, const SymbolicState& else_state,
                      const Place& place);

  // Calls (encode_call.cpp).
  void encodeCallStmt(const program::CallStmt& stmt, SymbolicState& state, Frame& frame);
  Outcomes encodeTarget(const program::Procedure& callee, const std::vector<logic::Expr>& arguments,
                        const SymbolicState& state, const Place& place, const Frame& frame);
  void mayThrowUnseenHere(const program::Procedure& callee, const Place& place, Outcomes& outcomes);

  // Memory (encode_memory.cpp).
  void encodeLoad(const program::LoadStmt& stmt, SymbolicState& state, const Place& place);
  void encodeStore(const program::StoreStmt& stmt, SymbolicState& state, const Place& place);
  void encodeLoadSlot(const program::LoadSlotStmt& stmt, SymbolicState& state, const Place& place);
  void encodeStoreSlot(const program::StoreSlotStmt& stmt, SymbolicState& state, const Place& place);
  void encodeAllocate(const program::AllocateStmt& stmt, SymbolicState& state, const Place& place);
  logic::Expr startOf(int object, const program::AllocateStmt& stmt, logic::Expr extent);
  void encodeFree(const program::FreeStmt& stmt, SymbolicState& state, const Place& place);
  /// What freeing a pointer can mean: the heap objects that may start there, and whether one of them does.
  struct Allocation {
    logic::Expr object = nullptr;
    const program::ClassDecl* class_decl = nullptr;
  };
  struct Allocations {
    logic::Formula known = nullptr;
    std::vector<Allocation> wholes;  // at most one of them is not empty
  };
  Allocations allocationsAt(logic::Expr pointer, program::TypeRef type, program::FreeKind how);
  void requireLive(const Allocations& found, SymbolicState& state, const Place& place);
  void requireNotMadeUp(logic::Expr object, SymbolicState& state, const Place& place);
  void requireUnshadowed(logic::Expr object, SymbolicState& state, const Place& place);
  logic::Formula dependsOnWhereElsewhere(logic::Expr left, logic::Expr right);
  void requireObject(logic::Expr object, const program::ClassDecl* class_decl, SymbolicState& state,
                     const Place& place);
  /// A value that may not have been initialised: copying it is no error inside what the compiler made.
  struct Copied {
    logic::Expr value = nullptr;
    logic::Formula initialized = nullptr;
  };
  Copied copied(program::ExprRef expr, SymbolicState& state, const Place& place);
  Copied readField(logic::Expr object, const program::Field* field, logic::Expr index, const SymbolicState& state);
  void writeField(logic::Expr object, const program::Field* field, logic::Expr index, const Copied& value,
                  SymbolicState& state, const Place& place);
  void assignRead(const program::Local* target, const Copied& read, SymbolicState& state, const Place& place);
  std::vector<const program::Field*> slotCandidates(program::TypeRef pointee) const;
  void requireElement(const program::Field* array, logic::Expr container, logic::Expr index, SymbolicState& state,
                      const Place& place);
  /// The error of an object that is no `class_decl`, but of its hierarchy; any other is not followed.
  void requireClass(logic::Expr object, const program::ClassDecl* class_decl, SymbolicState& state, const Place& place);
  logic::Expr hierarchyOf(const program::ClassDecl* class_decl);
  void requireInElement(logic::Expr object, const program::ClassDecl* class_decl, SymbolicState& state,
                        const Place& place);
  bool mayBeInElement(const program::Field* field) const;
  logic::Formula isInside(logic::Expr object, const program::Field* field, logic::Expr index,
                          const SymbolicState& state);
  logic::Expr extentOf(logic::Expr object, const program::Field* field, const SymbolicState& state);
  /// The error of an index that is not inside the array; unsupported where the array may be longer than it says.
  void failOutside(const program::Field* field, logic::Expr index, logic::Formula outside, SymbolicState& state,
                   const Place& place);
  void requireSlot(logic::Expr pointer, program::TypeRef pointee, SymbolicState& state, const Place& place);
  logic::Expr addressOf(logic::Expr object, const program::Field* field, logic::Expr index, const SymbolicState& state);
  /// Makes `object` (of exactly this class) live with its parts; its values are zero or uninitialised. `is_one`: it is
  /// not several.
  void bringToLife(logic::Expr object, const program::ClassDecl* class_decl, bool zeroed, logic::Expr extent,
                   SymbolicState& state, const Place& place, bool is_one = true);
  void fillWithGarbage(const program::Field* field, logic::Expr rows, bool is_one, SymbolicState& state,
                       const Place& place);
  /// Takes the values of an object that is not an array, and of its parts, away.
  void makeRaw(logic::Expr object, const program::ClassDecl* class_decl, SymbolicState& state, const Place& place,
               bool is_one = true);
  logic::Expr constantObjects();
  void requireWritable(logic::Expr object, const program::Field* field, SymbolicState& state, const Place& place);
  logic::Expr outermostAt(logic::Expr pointer);
  void requireCounterpart(const Allocations& found, const program::FreeStmt& stmt, SymbolicState& state,
                          const Place& place);
  void killExactly(logic::Expr object, const program::ClassDecl* class_decl, SymbolicState& state, const Place& place);
  void kill(logic::Expr object, const program::ClassDecl* class_decl, SymbolicState& state, const Place& place);

  // Expressions (encode_expression.cpp).
  logic::Expr evaluate(program::ExprRef expr, SymbolicState& state, const Place& place);
  logic::Formula condition(program::ExprRef expr, SymbolicState& state, const Place& place);
  logic::Expr unary(program::ExprRef expr, SymbolicState& state, const Place& place);
  logic::Expr binary(program::ExprRef expr, SymbolicState& state, const Place& place);
  logic::Expr wrapped(logic::Expr exact, program::TypeRef type, SymbolicState& state, const Place& place);
  logic::Expr addressValue(program::ExprRef expr, SymbolicState& state, const Place& place);
  logic::Expr ownerValue(program::ExprRef expr, SymbolicState& state, const Place& place);
  logic::Expr pointerSum(program::ExprRef expr, SymbolicState& state, const Place& place);
  logic::Expr allocatedExtent(program::ExprRef expr, SymbolicState& state, const Place& place);
  logic::Expr pointerDistance(program::ExprRef expr, SymbolicState& state, const Place& place);
  /// Where a pointer is among the elements of array fields: empty where it is in none.
  struct ArrayPosition {
    const program::Field* field = nullptr;
    logic::Expr object = nullptr;
    logic::Expr index = nullptr;
  };
  std::vector<ArrayPosition> arrayPositions(logic::Expr pointer, program::TypeRef pointee);
  void requireKnownOrder(const ArrayPosition& position, logic::Formula moves, SymbolicState& state, const Place& place);
  logic::Formula isZero(logic::Expr integer);

  // Ends (encoder.cpp).
  void fail(program::ErrorKind kind, logic::Formula when, SymbolicState& state, const Place& place);
  void stop(StopSite::Kind kind, logic::Formula when, SymbolicState& state, const Place& place, std::string reason);

  HeapModel& model_;
  const Components& components_;
  program::Vocabulary& vocabulary_;
  logic::Context& context_;
  Sink& sink_;
  EncoderOptions options_;
  CallPolicy* policy_;
  std::map<const program::ClassDecl*, logic::Expr> hierarchies_;
  logic::Expr constants_ = nullptr;  // once asked for
  std::vector<ErrorSite> errors_;
  std::vector<StopSite> stops_;
  IfThrown if_thrown_;
  int handling_unseen_ = 0;                 // handlers of such exceptions that are being encoded
  logic::Expr elsewhere_ = nullptr;         // what container_of makes of pointers to something else, once asked for
  logic::Expr inside_elsewhere_ = nullptr;  // and what would be in it
};

}  // namespace weir::refine
