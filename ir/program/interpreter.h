// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a procedure on a concrete heap, one step a statement. The reference semantics of the IR: the native harness
// checks it against the compiler, and the verifier executes every counterexample with it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/program/heap.h"

namespace weir::program {

/// What can end an execution before it returns; the names are those of the built-in properties.
enum class ErrorKind { NullDeref, UseAfterFree, DoubleFree, Bounds, DivZero, Uninitialized, Assert, Overflow };
const char* spelling(ErrorKind kind);  // "null-deref", …

enum class Outcome {
  Returned,
  Threw,        // an exception left the procedure
  Error,        // see error
  Aborted,      // abort or exit
  Assumption,   // an assume was false: this execution does not exist
  Unsupported,  // reached an unsupported statement, an external procedure without a model, …: see reason
  LimitReached, // steps, loop iterations, call depth, objects
};

struct Change {  // one location written
  ObjectId object = kNoObject;   // kNoObject: a local
  const Field* field = nullptr;
  long index = 0;
  const Local* local = nullptr;
  Value before;
  Value after;
};

struct Step {
  const Procedure* procedure = nullptr;
  const Stmt* stmt = nullptr;
  int depth = 0;  // 0 in the procedure under analysis
  std::vector<Change> changes;
  std::vector<ObjectId> allocated;
  std::vector<ObjectId> freed;
  std::optional<bool> condition;  // of an If, or of one test of a Loop
};

struct CallRecord {  // one executed call: what a call site did
  const Procedure* caller = nullptr;
  const CallStmt* site = nullptr;
  const Procedure* callee = nullptr;
  int depth = 0;       // of the caller
  int first_step = 0;  // steps of the callee: [first_step, last_step)
  int last_step = 0;
  std::vector<Value> arguments;
  std::optional<Value> result;
};

struct Execution {
  Outcome outcome = Outcome::Returned;
  std::optional<Value> result;
  ErrorKind error = ErrorKind::NullDeref;
  std::string reason;
  const Stmt* at = nullptr;              // where it ended, unless it returned
  const Procedure* at_procedure = nullptr;
  TypeRef thrown_type = nullptr;
  Value thrown;
  int max_iterations = 0;  // of one loop in one activation
  int max_recursion = 0;   // of one procedure on the stack
  std::vector<Step> steps;
  std::vector<CallRecord> calls;
};

struct InterpreterOptions {
  bool check_overflow = false;
  bool record_steps = true;
  long max_steps = 1'000'000;
  long max_iterations = 1'000'000;
  int max_depth = 500;
  /// Stands in for procedures without a body (and for trusted ones): writes the heap and returns the result, or
  /// std::nullopt where it does not know the procedure, which ends the execution as Unsupported.
  std::function<std::optional<Value>(const Procedure&, const std::vector<Value>&, Heap&, bool& known)> external;
};

/// Runs `procedure` on `heap`, in place. Requires one argument a parameter (a %result parameter included).
Execution run(const Procedure& procedure, const std::vector<Value>& arguments, Heap& heap,
              const InterpreterOptions& options = {});

}  // namespace weir::program
