// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structured three-address statements. Every control structure of C and C++ is one of these:
//
//   while (p && p->v != k) p = p->next;
//
//   loop L {
//     header   { c = p != null; if c { t = load p.v; c = t != k } }
//     while c
//     body     { p = load p.next }
//     step     { }
//   }
//
// A forward goto, `break` and the exits of a switch are Break out of a Block; `continue` is Continue of a
// Loop. Destructors, temporaries and order of evaluation are explicit: nothing after the frontend knows C++.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ir/program/builtin_properties.h"
#include "ir/program/expression.h"
#include "support/source_range.h"

namespace weir::program {

enum class StmtKind {
  Assign,
  Load,
  Store,
  LoadSlot,
  StoreSlot,
  Allocate,
  Free,
  Call,
  If,
  Loop,
  Block,
  Break,
  Continue,
  Return,
  Throw,
  Try,
  Assume,
  Assert,
  Unsupported,
};

struct Stmt {
  explicit Stmt(StmtKind stmt_kind) : kind(stmt_kind) {}
  virtual ~Stmt() = default;
  const StmtKind kind;
  int id = -1;        // position in the procedure, in printing order; given by Program::finish
  SourceRange range;  // of the source statement or full expression this belongs to
};

using Body = std::vector<std::unique_ptr<Stmt>>;

/// `as<LoadStmt>(stmt)`: requires that the kind matches.
template <typename T>
const T& as(const Stmt& stmt) {
  return static_cast<const T&>(stmt);
}

struct AssignStmt : Stmt {  // target = value
  AssignStmt() : Stmt(StmtKind::Assign) {}
  const Local* target = nullptr;
  ExprRef value = nullptr;
};

struct LoadStmt : Stmt {  // target = object.field, or target = object.field[index]
  LoadStmt() : Stmt(StmtKind::Load) {}
  const Local* target = nullptr;
  ExprRef object = nullptr;
  const Field* field = nullptr;
  ExprRef index = nullptr;  // for a field of array type
};

struct StoreStmt : Stmt {  // object.field = value, or object.field[index] = value
  StoreStmt() : Stmt(StmtKind::Store) {}
  ExprRef object = nullptr;
  const Field* field = nullptr;
  ExprRef index = nullptr;
  ExprRef value = nullptr;
};

struct LoadSlotStmt : Stmt {  // target = *pointer, pointee scalar
  LoadSlotStmt() : Stmt(StmtKind::LoadSlot) {}
  const Local* target = nullptr;
  ExprRef pointer = nullptr;
};

struct StoreSlotStmt : Stmt {  // *pointer = value, pointee scalar
  StoreSlotStmt() : Stmt(StmtKind::StoreSlot) {}
  ExprRef pointer = nullptr;
  ExprRef value = nullptr;
};

enum class Storage { Heap, Automatic };  // automatic: class-typed and boxed locals, temporaries; they never leak

/// Whose memory it is: what one of them made, only its own counterpart takes back.
enum class Allocator { Malloc, New, NewArray };  // free; operator delete; operator delete[]

/// target = a new object of class_decl, fields uninitialised unless zeroed. With `extent`, class_decl is a
/// heap-array class. Constructors are separate calls. A negative extent is the error `bounds`.
/// The target is a pointer to the object; for an array of scalars a pointer to its slot 0, for an array of
/// class type a pointer to its part 0 (where the extent is 0: to the end position).
struct AllocateStmt : Stmt {
  AllocateStmt() : Stmt(StmtKind::Allocate) {}
  const Local* target = nullptr;
  const ClassDecl* class_decl = nullptr;
  ExprRef extent = nullptr;
  Storage storage = Storage::Heap;
  bool zeroed = false;    // calloc, new T()
  bool may_fail = false;  // malloc and friends: returning null is possible, but not explored unless a user asks
  Allocator allocator = Allocator::Malloc;  // of heap objects
};

enum class FreeKind { Delete, DeleteArray, Free, ScopeEnd };

/// The object dies, with its parts. Null is ignored. Freeing what is not the start of a live heap object is
/// `double-free` where it is dead and `bounds` where it never was one. For Free the address counts: that of a first
/// member is the object's. What the program itself allocated is given back as it was made; of an object that was there
/// before nobody knows how it was made, so that no way to free it is wrong.
struct FreeStmt : Stmt {
  FreeStmt() : Stmt(StmtKind::Free) {}
  ExprRef pointer = nullptr;
  FreeKind how = FreeKind::Free;
  Allocator allocator = Allocator::Malloc;
  bool only_of_type = false;  // delete without a virtual destructor: the object is of the very class of the pointer
};

/// target = callee(arguments). Exactly one of callee (direct; virtual when dispatch is set: the final overrider in
/// the dynamic type of arguments[0]) and function (a function pointer) is set. The receiver is arguments[0].
struct CallStmt : Stmt {
  CallStmt() : Stmt(StmtKind::Call) {}
  const Local* target = nullptr;
  const Procedure* callee = nullptr;
  bool dispatch = false;
  ExprRef function = nullptr;
  std::vector<ExprRef> arguments;
};

struct IfStmt : Stmt {
  IfStmt() : Stmt(StmtKind::If) {}
  ExprRef condition = nullptr;
  Body then_body;
  Body else_body;
};

/// Runs header, leaves where the condition is false, runs body, then step, and again. With test_last (do-while)
/// the first round skips the header and the test. Continue goes to step. The label is unique in the procedure.
struct LoopStmt : Stmt {
  LoopStmt() : Stmt(StmtKind::Loop) {}
  std::string label;
  Body header;
  ExprRef condition = nullptr;
  Body body;
  Body step;
  bool test_last = false;
  /// Goes over the elements of an array whose size the code fixes (an initialiser, a memset), which is no loop of the
  /// user's: a scope does not limit how often.
  bool is_over_fixed_extent = false;
};

struct BlockStmt : Stmt {  // Break to its label leaves it
  BlockStmt() : Stmt(StmtKind::Block) {}
  std::string label;
  Body body;
};

struct BreakStmt : Stmt {  // out of the enclosing Block or Loop with this label
  BreakStmt() : Stmt(StmtKind::Break) {}
  std::string label;
};

struct ContinueStmt : Stmt {  // to the step of the enclosing Loop with this label
  ContinueStmt() : Stmt(StmtKind::Continue) {}
  std::string label;
};

struct ReturnStmt : Stmt {
  ReturnStmt() : Stmt(StmtKind::Return) {}
  ExprRef value = nullptr;  // absent for void and for class results (those are written through the result parameter)
};

/// Raises an exception. For a class type `value` points to the exception object (allocated and constructed before);
/// for a scalar type it is the value. Without value: rethrow what the innermost enclosing handler caught.
struct ThrowStmt : Stmt {
  ThrowStmt() : Stmt(StmtKind::Throw) {}
  TypeRef thrown = nullptr;  // Class or scalar; null for a rethrow
  ExprRef value = nullptr;
};

struct Handler {
  TypeRef caught = nullptr;         // Class (matches derived ones too) or scalar; null for catch (...) and cleanups
  const Local* variable = nullptr;  // receives the pointer to the exception object, or the scalar; may be null
  Body body;
};

/// Does a handler of this type (null: of any) take an exception of that one?
bool catches(TypeRef caught, TypeRef thrown);

struct TryStmt : Stmt {
  TryStmt() : Stmt(StmtKind::Try) {}
  Body body;
  std::vector<Handler> handlers;  // first match wins
};

struct AssumeStmt : Stmt {  // executions where the condition is false do not exist
  AssumeStmt() : Stmt(StmtKind::Assume) {}
  ExprRef condition = nullptr;
};

enum class AssertKind {
  Condition,
  Abort,
  Exit,  // these two end the execution; they have no condition
};
inline bool hasCondition(AssertKind what) { return what == AssertKind::Condition; }

struct AssertStmt : Stmt {
  AssertStmt() : Stmt(StmtKind::Assert) {}
  AssertKind what = AssertKind::Condition;
  ErrorKind error = ErrorKind::Assert;           // what it is where the condition is false
  std::string word = "assert";                   // what it is printed as
  std::string reason = "an assertion is false";  // without an index
  ExprRef condition = nullptr;
  ExprRef index = nullptr;     // what the condition is about, if that is an index
  long extent = 0;             // and how many elements there are; 0: it is a size
  bool may_go_unseen = false;  // no sanitizer is sure to report it
};

struct UnsupportedStmt : Stmt {  // reaching it makes a verdict unknown
  UnsupportedStmt() : Stmt(StmtKind::Unsupported) {}
  std::string reason;
};

}  // namespace weir::program
