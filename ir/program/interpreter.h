// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a procedure on a concrete heap, one step a statement. The reference semantics of the IR: the native harness
// checks it against the compiler, and the verifier executes every counterexample with it.
//
// What ends an execution, where C and C++ leave room:
// - The operands of a statement are evaluated first, in the order walk.h gives; then the access is checked: null,
//   freed, a member the object does not have (a wrong cast: `bounds`), index, uninitialised.
// - The address of a member of null is null-deref; of a freed object it is an address like any other. Pointer
//   arithmetic out of the array, from null (but not + 0), and order or difference across arrays is `bounds`.
// - A method called on null is null-deref, virtual or not; a virtual call or IsInstance of a freed object is
//   use-after-free.
// - `overflow` is checked only when asked for, and wraps otherwise; but INT_MIN / -1, INT_MIN % -1 and a shift by a
//   negative amount or by the width or more have no value and are `overflow` always.
// - Reading a location or local without a value is `uninitialized`, except that an implicit procedure (the
//   compiler's copies) may load, store, pass and return it unread. A result that no return gave is uninitialised.
// - Where the procedure that is run throws, the object it was to construct or to return is not live: it never was.
// - While a constructor or destructor runs on an object, the object's dynamic type is that constructor's class.
// - container_of of what is no such member, the end position of an object that is no array element, arithmetic
//   through a base class and type punning are Unsupported: C makes something of them, weir does not.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/program/builtin_properties.h"
#include "ir/program/heap.h"

namespace weir::program {

enum class Outcome {
  Returned,
  Threw,         // an exception left the procedure
  Error,         // see error
  Aborted,       // abort or exit
  Assumption,    // an assume was false: this execution does not exist
  Unsupported,   // reached an unsupported statement, an external procedure without a model, …: see reason
  LimitReached,  // steps, loop iterations, call depth, objects
};
const char* spelling(Outcome outcome);

struct Change {                 // one location written
  ObjectId object = kNoObject;  // kNoObject: a local
  const Field* field = nullptr;
  long index = 0;
  const Local* local = nullptr;
  Value before;
  Value after;
};

/// One executed statement; also each test of a loop (the statement is the Loop) and each entry of a handler (the Try).
/// The statement that ends an execution has its step. The step of a call comes before those of the callee and has
/// the change of its target.
struct Step {
  const Procedure* procedure = nullptr;
  const Stmt* stmt = nullptr;
  int depth = 0;  // 0 in the procedure under analysis
  std::vector<Change> changes;
  std::vector<ObjectId> allocated;  // without the parts, which come with their owner
  std::vector<ObjectId> freed;      // likewise
  std::optional<bool> condition;    // of an If, or of one test of a Loop
};

/// One executed call: what a call site did. In the order the calls began.
struct CallRecord {
  const Procedure* caller = nullptr;
  const CallStmt* site = nullptr;
  const Procedure* callee = nullptr;
  int depth = 0;       // of the caller
  int first_step = 0;  // steps of the callee: [first_step, last_step)
  int last_step = 0;
  std::vector<Value> arguments;
  std::optional<Value> result;  // none for void, and where the call did not return
};

struct Execution {
  Outcome outcome = Outcome::Returned;
  std::optional<Value> result;
  ErrorKind error = ErrorKind::NullDeref;
  std::string reason;
  const Stmt* at = nullptr;  // where it ended, unless it returned
  const Procedure* at_procedure = nullptr;
  const Field* outside_of = nullptr;  // of an error `bounds`: the array, or the single slot, that was left
  bool of_local = false;              // of an error `use-after-free`: what was used is a local that is gone
  TypeRef thrown_type = nullptr;
  Value thrown;
  std::map<ObjectId, FreeKind> freed;  // what was released while it ran, without automatic objects, and how
  int max_iterations = 0;              // rounds of the body of one loop, from entering it to leaving it
  int max_recursion = 0;               // activations of one procedure at one time: 1 where nothing recurses
  std::vector<Step> steps;
  std::vector<CallRecord> calls;
};

struct InterpreterOptions {
  CheckedErrors checked;
  bool record_steps = true;  // and calls
  long max_steps = 1'000'000;
  long max_iterations = 1'000'000;
  int max_depth = 500;
  int max_objects = 100'000;  // in the heap, parts included; also the greatest extent of an array
  /// Stands in for procedures without a body and for trusted ones: asked at every call. Where it sets `known` it has
  /// done the call (written the heap, and returned the result if there is one); else the body runs, and where there
  /// is none the execution ends as Unsupported.
  std::function<std::optional<Value>(const Procedure&, const std::vector<Value>&, Heap&, bool& known)> external;
};

/// Runs `procedure` on `heap`, in place. Requires one argument a parameter (a %result parameter included).
Execution run(const Procedure& procedure, const std::vector<Value>& arguments, Heap& heap,
              const InterpreterOptions& options = {});

/// Makes the globals object of the heap, all zero, and runs the static initializer on it: the state at program start.
Execution initializeStatics(Heap& heap, const InterpreterOptions& options = {});

}  // namespace weir::program
