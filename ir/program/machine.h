// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter's state: a stack of frames, the exceptions being handled, the record so far. Its statements are in
// interpreter.cpp, machine_control.cpp, machine_memory.cpp and machine_call.cpp.
//
// Control travels as a Flow (an IR exception too: it is ordinary control here); the end of the whole execution as a
// thrown Stop.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/program/evaluate.h"

namespace weir::program {

class Machine {
 public:
  Machine(Heap& heap, const InterpreterOptions& options);
  Execution run(const Procedure& procedure, const std::vector<Value>& arguments);

 private:
  enum class Flow { Next, Break, Continue, Return, Throw };

  struct Frame {
    const Procedure* procedure = nullptr;
    std::vector<Value> locals;
    Value result;  // uninitialised where the end is reached without a return
  };

  struct Exception {
    TypeRef type = nullptr;
    Value value;
    const Stmt* at = nullptr;
    const Procedure* procedure = nullptr;
  };

  // machine_control.cpp
  Flow body(const Body& statements);
  Flow statement(const Stmt& stmt);
  Flow branch(const IfStmt& stmt);
  Flow loop(const LoopStmt& stmt);
  Flow block(const BlockStmt& stmt);
  Flow leave(Flow flow, const std::string& label);
  Flow raise(const ThrowStmt& stmt);
  Flow guarded(const TryStmt& stmt);
  void assertion(const AssertStmt& stmt);

  // machine_memory.cpp
  void load(const LoadStmt& stmt);
  void store(const StoreStmt& stmt);
  void loadSlot(const LoadSlotStmt& stmt);
  void storeSlot(const StoreSlotStmt& stmt);
  void allocate(const AllocateStmt& stmt);
  void free(const FreeStmt& stmt);
  void requireCounterpart(const Object& object, const FreeStmt& stmt) const;
  void requireWritable(const Position& place) const;
  Position accessed(const Value& object, const Field* field, Integer index) const;
  void requireUnshadowed(ObjectId id) const;
  Position slotAccessed(const Value& pointer, TypeRef pointee) const;
  bool isInContainer() const;
  void requireElement(bool is_missing) const;
  Value readChecked(const Position& place, const Local* target) const;

  // machine_call.cpp
  Flow call(const CallStmt& stmt);
  Flow invoke(const Procedure& callee, const std::vector<Value>& arguments, Value& result);
  const Procedure& calleeOf(const CallStmt& stmt, const Value& function, const std::vector<Value>& arguments) const;
  bool external(const Procedure& callee, const std::vector<Value>& arguments, std::size_t step, Value& result);
  const ClassDecl* dynamicClass(ObjectId object) const;

  // interpreter.cpp
  Value eval(ExprRef expr);
  /// Like eval, but the compiler's own copies may copy what has no value yet: as C++ copies a class byte by byte.
  Value evalCopied(ExprRef expr);
  bool test(ExprRef condition);
  void assign(const Local* target, Value value, std::size_t step);
  void assign(const Local* target, Value value) { assign(target, value, lastStep()); }
  void write(const Position& place, Value value);
  void neverWas(const Value& object);
  void beginStep(const Stmt& stmt);
  std::size_t lastStep() const { return execution_.steps.size() - 1; }
  Frame& frame() { return frames_.back(); }

  Heap& heap_;
  const InterpreterOptions& options_;
  Execution execution_;
  std::vector<Frame> frames_;
  std::map<const Procedure*, int> activations_;
  std::map<ObjectId, std::vector<const ClassDecl*>> under_construction_;
  const std::function<const ClassDecl*(ObjectId)> dynamic_class_;
  long step_count_ = 0;
  const Stmt* current_ = nullptr;
  const std::string* jump_label_ = nullptr;  // of the Break or Continue under way
  Exception pending_;                        // of the Throw under way
  std::vector<Exception> handled_;           // innermost last
};

}  // namespace weir::program
