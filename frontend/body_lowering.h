// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body of one function, statement by statement, with everything that C++ leaves implicit spelt out.
//
//   int next() { return top ? top->depth + 1 : 0; }        t = load this.top
//                                                          if t != null { u = load this.top; v = load u.depth; r = v +
//                                                          1 } else { r = 0 } return r
//
// Expressions are lowered in one of four ways, by what is wanted of them: `rvalue` gives a scalar, `lvalue` a place,
// `into` builds an object of class or array type where it is to live, `effect` throws the value away. Each
// is spread over the files named beside its declaration, one idea a file.
#pragma once

#include "frontend/clang_ast.h"
#include "frontend/memory/place.h"
#include "frontend/translation.h"

namespace weir::frontend {

enum class Clock;  // library/clocks.h

/// Something to do when a scope is left: an object's destructor, the end of its storage, or both.
struct Cleanup {
  ExprRef object = nullptr;   // the address; for an array of its first element
  clang::QualType destroyed;  // null where there is no destructor to run
  ExprRef storage = nullptr;  // freed as ScopeEnd (or as `storage_kind`); null where it is not ours
  program::FreeKind storage_kind = program::FreeKind::ScopeEnd;
  const Local* flag = nullptr;                  // where set: only if it is true
  bool in_branch = false;                       // a temporary that only some executions of its full expression make
  bool only_when_thrown = false;                // a member of an object under construction
  bool is_base = false;                         // of the object at `object`
  const clang::VarDecl* variable = nullptr;     // left alone by the return that hands this variable to the caller
  const clang::FunctionDecl* called = nullptr;  // __attribute__((cleanup(f))): f(&variable)
  /// Where the destructor may throw: false once it was begun, so that the guard around a jump does not run it again.
  const Local* armed = nullptr;
  program::TryStmt* guard = nullptr;  // protects what follows in the scope
  Body* outside = nullptr;            // where statements went before the guard
};

struct Scope {
  std::vector<Cleanup> cleanups;
  bool is_full_expression = false;
  Body* body = nullptr;  // of a full expression: where it started
  std::size_t start = 0;
};

/// Where a jump goes and how many scopes, and cleanups of the last of them, stay.
struct JumpTarget {
  std::string label;
  std::size_t scopes = 0;
  std::size_t cleanups = 0;
  bool is_continue = false;
};

/// Is the variable named in the statement?
bool mentions(const clang::Stmt* stmt, const clang::VarDecl* variable);

/// Whether control can reach the end of these statements, as far as their shape shows.
bool fallsThrough(const Body& body);

class BodyLowering {
 public:
  /// `allocated` is the type of what an allocation wrapper allocates; null in every other function.
  BodyLowering(Translation& unit, Procedure* procedure, clang::QualType allocated = {});

  void lowerFunction(const clang::FunctionDecl* function);
  /// The code of the function, then the destructors of what it takes by value.
  void lowerWholeCall(const clang::FunctionDecl* function, const Procedure* code);
  /// As part of the static initializer.
  void lowerGlobal(const clang::VarDecl* variable);
  /// Member by member, as an implicit copy does.
  void lowerCopy(const ClassDecl* class_decl);
  /// The elements of one array to another, as realloc does.
  void lowerMemberUse(const clang::MemberPointerType* type, const std::vector<const clang::ValueDecl*>& members);
  void lowerMove(TypeRef element);
  void storeString(const Field* field, const clang::StringLiteral* literal);

 private:
  // build.cpp: expressions, statements, temporaries.
  ExprRef constant(TypeRef type, program::Integer value);
  ExprRef boolean(bool value) { return constant(program_.boolType(), value ? 1 : 0); }
  ExprRef null(TypeRef type);
  ExprRef zero(TypeRef type) { return type->isPointer() ? null(type) : constant(type, 0); }
  ExprRef ref(const Local* local);
  ExprRef unary(Op op, TypeRef type, ExprRef operand);
  ExprRef binary(Op op, TypeRef type, ExprRef left, ExprRef right);
  ExprRef convert(ExprRef value, TypeRef type);  // a Cast or PointerCast, where one is needed
  ExprRef notNull(ExprRef pointer);
  ExprRef negate(ExprRef condition);
  ExprRef truth(ExprRef value);  // as a condition
  ExprRef partAddress(ExprRef object, const Field* field, ExprRef index = nullptr);
  ExprRef slotAddress(ExprRef object, const Field* field, ExprRef index = nullptr);
  ExprRef pointerAdd(ExprRef pointer, ExprRef offset);
  ExprRef followed(
      ExprRef pointer);  // a sum that is followed at once: the end of a single object is the error `bounds`
  ExprRef extentOf(ExprRef pointer, bool only_array);
  ExprRef functionRef(const Procedure* procedure);
  ExprRef globals();
  ExprRef placeholder(TypeRef type);  // of type void, or behind an unsupported statement: never evaluated
  const Local* temporary(TypeRef type, const char* name = "%t");
  void copyRaw(ExprRef to, ExprRef from);  // *to = *from, whether there is a value or not
  ExprRef saved(ExprRef value);            // copied to a temporary
  template <typename S>
  S& emit() {
    auto stmt = std::make_unique<S>();
    stmt->range = range_;
    S& result = *stmt;
    out_->push_back(std::move(stmt));
    return result;
  }
  void assign(const Local* target, ExprRef value);
  /// As assign, where nothing else will read the temporary that `value` may be: it is computed in place.
  void assignFresh(const Local* target, ExprRef value);
  void storeField(ExprRef object, const Field* field, ExprRef value, ExprRef index = nullptr);
  void unsupported(const std::string& reason);
  ExprRef allocate(const ClassDecl* class_decl, const std::string& name);  // with automatic storage
  program::FreeStmt& freeStorage(ExprRef pointer, program::FreeKind how);
  /// Of a memcpy and its relatives: element `index` of neither range is where the other one starts.
  void requireApart(ExprRef to, ExprRef from, ExprRef index, bool may_be_same);
  void breakTo(const std::string& label);
  std::string newLabel(const std::string& stem);
  /// Runs `lower` with statements going to `body`.
  template <typename F>
  void inside(Body& body, F lower) {
    Body* before = out_;
    out_ = &body;
    lower();
    out_ = before;
  }
  /// Statements for each index from 0 to `extent` - 1: in a row where they are few, else a loop.
  template <typename F>
  void forEachIndex(long extent, F lower) {
    if (extent <= kUnrolled) {
      for (long i = 0; i < extent; ++i) lower(constant(indexType(), i));
    } else {
      countingLoop(constant(indexType(), extent), [&](ExprRef index) { lower(index); });
    }
  }
  void countingLoop(ExprRef extent, const std::function<void(ExprRef)>& lower, bool downwards = false);
  TypeRef indexType() { return program_.intType(64, true, "long"); }

  // memory/places.cpp
  Place lvalue(const clang::Expr* expr);
  Place accessedMember(const clang::MemberExpr* access);
  std::optional<Place> placeOfOperation(const clang::Expr* expr);
  // expressions/member_pointers.cpp
  ExprRef memberPointer(const clang::UnaryOperator* expr);
  std::pair<ExprRef, ExprRef> memberOperands(const clang::BinaryOperator* expr);
  Place pointedMember(const clang::BinaryOperator* expr);
  ExprRef callPointedMember(const clang::CallExpr* expr, const clang::BinaryOperator* callee, ExprRef result);
  std::optional<Place> placeOfCast(const clang::CastExpr* casted);
  Place materialized(const clang::MaterializeTemporaryExpr* expr);
  Place compoundLiteral(const clang::CompoundLiteralExpr* literal);
  Place placeOf(const clang::Expr* expr);  // as lvalue, without a look at volatile
  Place deref(ExprRef pointer, clang::QualType pointee);
  Place member(ExprRef object, const clang::FieldDecl* field, const std::optional<UnionAccess>& around = {});
  Place memberPlace(ExprRef object, const clang::FieldDecl* field, bool is_known);
  Place element(const clang::ArraySubscriptExpr* expr);
  void checkNestedIndex(const clang::ArraySubscriptExpr* expr, ExprRef index);
  Place variable(const clang::ValueDecl* decl, const clang::Expr* use);
  Place global(const clang::VarDecl* decl);
  Place fieldPlace(ExprRef object, const Field* field, clang::QualType type);
  // library/characters.cpp
  bool isCharacter(const clang::Expr* expr) const;
  bool leadsToCharacters(const clang::Expr* expr) const;
  ExprRef readCharacters(const clang::Expr* expr);
  Place character(const clang::CallExpr* expr);
  void keepCharacter(const Place& place);
  // assumptions.cpp
  bool leavesOutPureCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee);
  // library/streams.cpp
  std::optional<ExprRef> streamCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee);
  void lowerClock(const clang::FunctionDecl* function, Clock clock);
  std::optional<ExprRef> inputCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee);
  ExprRef streamIn(const clang::Expr* expr);
  bool readsInto(const clang::Expr* passed, const clang::Expr* count);
  bool swapCharacters(const clang::CallExpr* expr, const clang::FunctionDecl* callee);

  ExprRef load(const Place& place);
  ExprRef loadVolatile(Place place);
  void store(const Place& place, ExprRef value);
  ExprRef address(const Place& place);
  /// The address of an object of class type, temporary or not, and the union that it lies in.
  ExprRef objectOf(const clang::Expr* expr, std::optional<UnionAccess>* around = nullptr);

  // expressions/expressions.cpp, expressions/operators.cpp, statements/conditions.cpp
  ExprRef rvalue(const clang::Expr* expr);
  /// The expression that one which only wraps or chooses another stands for; null: it is of another kind.
  static const clang::Expr* standsFor(const clang::Expr* expr);
  ExprRef valueOfPlace(const clang::Expr* expr, TypeRef type);
  ExprRef literal(const clang::Expr* expr, TypeRef type);
  ExprRef thisPointer(TypeRef type);
  ExprRef statementExpression(const clang::StmtExpr* block, TypeRef type);
  void effect(const clang::Expr* expr);
  ExprRef unaryOperator(const clang::UnaryOperator* expr);
  ExprRef binaryOperator(const clang::BinaryOperator* expr);
  ExprRef arithmetic(clang::BinaryOperatorKind kind, ExprRef left, ExprRef right, const clang::BinaryOperator* expr);
  ExprRef pointerArithmetic(const clang::BinaryOperator* expr, ExprRef left, ExprRef right);
  ExprRef comparison(const clang::BinaryOperator* expr, ExprRef left, ExprRef right);
  ExprRef assignment(const clang::BinaryOperator* expr, Place* place_out);
  ExprRef compoundAssignment(const clang::CompoundAssignOperator* expr, Place* place_out);
  ExprRef increment(const clang::UnaryOperator* expr, Place* place_out, bool value_used = true);
  ExprRef conditional(const clang::AbstractConditionalOperator* expr);
  ExprRef condition(const clang::Expr* expr);
  ExprRef shortCircuit(const clang::BinaryOperator* expr);
  bool neverFails(ExprRef expr) const;
  ExprRef scaled(ExprRef offset, clang::QualType pointee);
  std::pair<ExprRef, ExprRef> operands(const clang::Expr* left, const clang::Expr* right);

  void threeWay(const clang::BinaryOperator* expr, ExprRef object);  // three_way.cpp
  // functions/bits.cpp
  ExprRef countOfBits(ExprRef value);
  std::optional<ExprRef> bitCall(const clang::CallExpr* expr, llvm::StringRef name);
  ExprRef absoluteValue(const clang::CallExpr* expr);
  std::optional<ExprRef> overflowCall(const clang::CallExpr* expr, llvm::StringRef name);

  // expressions/casts.cpp
  ExprRef cast(const clang::CastExpr* expr);
  ExprRef pointerCast(const clang::CastExpr* expr);
  /// Writing to a local that is const has no meaning, and nothing here distinguishes such a write.
  void refuseConstantLocal(const clang::CastExpr* expr);
  ExprRef integerToPointer(const clang::CastExpr* expr);
  ExprRef containerOf(const clang::Expr* operand, clang::QualType target);
  /// The object whose member the pointer leads to, or elsewhere (ir/program/elsewhere.h).
  ExprRef ownerOf(ExprRef pointer, const Field* field);
  /// `base` - offset of `path` in a `target`: the members from the target down to what `base` points to.
  struct Container {
    const clang::Expr* base = nullptr;
    std::vector<const clang::FieldDecl*> path;
  };
  std::optional<Container> matchContainer(const clang::Expr* operand, clang::QualType target) const;
  ExprRef firstMember(ExprRef pointer, clang::QualType from, clang::QualType to);
  ExprRef dynamicCast(const clang::CXXDynamicCastExpr* expr);
  ExprRef ifNotNull(ExprRef pointer, TypeRef type, const std::function<ExprRef(ExprRef)>& map);

  // expressions/constructs.cpp
  /// What is not computed: any value of a scalar type, and where `construct` says so any change. Null for void.
  ExprRef uncomputed(const program::Construct& construct, TypeRef result, std::vector<ExprRef> arguments = {});
  ExprRef anyValue(TypeRef type, const std::string& what);
  ExprRef pointerAsNumber(ExprRef pointer, TypeRef type);

  // expressions/floating_point.cpp
  ExprRef bitsOf(ExprRef number);
  ExprRef floatOrder(ExprRef number);
  ExprRef magnitude(ExprRef number);
  ExprRef isNan(ExprRef number);
  ExprRef floatComparison(Op op, ExprRef left, ExprRef right);
  ExprRef floatOperation(const std::string& what, TypeRef type, std::vector<ExprRef> operands);
  ExprRef floatConversion(ExprRef value, TypeRef type);
  ExprRef floatNegation(ExprRef number);
  std::optional<ExprRef> floatConstant(const clang::Expr* expr);
  std::optional<ExprRef> floatCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee);

  // functions/atomics.cpp
  ExprRef atomicOperation(const clang::AtomicExpr* expr);
  std::optional<ExprRef> atomicCall(const clang::CallExpr* expr, llvm::StringRef name);
  std::optional<ExprRef> flagOperation(const clang::CallExpr* expr, bool clears);
  ExprRef atomicUpdate(ExprRef pointer, clang::QualType pointee, Op op, bool inverted, ExprRef operand, bool wants_new);
  ExprRef exchanged(ExprRef pointer, clang::QualType pointee, ExprRef desired);  // what was there before
  ExprRef exchangedIfEqual(ExprRef pointer, clang::QualType pointee, ExprRef expected, ExprRef desired,
                           ExprRef* before);

  // statements/assembly.cpp
  void assembly(const clang::GCCAsmStmt* stmt);

  // functions/calls.cpp, functions/builtins.cpp
  /// The value of a scalar call, null for void; a class result is built at `result`.
  ExprRef call(const clang::CallExpr* expr, ExprRef result = nullptr);
  bool isMereValue(const clang::Expr* expr);
  ExprRef emitCall(const Procedure* callee, std::vector<ExprRef> arguments, bool dispatch);
  void pushArguments(std::vector<ExprRef>& arguments, llvm::ArrayRef<const clang::Expr*> expressions,
                     const clang::FunctionProtoType* prototype);
  ExprRef argument(const clang::Expr* expr, clang::QualType parameter);
  ExprRef receiver(const clang::Expr* object, bool is_arrow);
  ExprRef indirectCall(const clang::CallExpr* expr, ExprRef result);
  std::optional<ExprRef> builtinCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee);
  bool mayWriteLocals(const clang::Stmt* stmt) const;
  void construct(const clang::CXXConstructExpr* expr, ExprRef object);
  void callConstructor(const clang::CXXConstructorDecl* constructor, ExprRef object,
                       llvm::ArrayRef<const clang::Expr*> passed,
                       clang::CXXConstructionKind kind = clang::CXXConstructionKind::Complete);

  // memory/memory.cpp, memory/allocation.cpp, memory/bytes.cpp
  ExprRef newExpression(const clang::CXXNewExpr* expr);
  void deleteExpression(const clang::CXXDeleteExpr* expr);
  void deleteByOwnOperator(ExprRef pointer, clang::QualType type, const clang::CXXMethodDecl* own);
  void constructArray(const clang::CXXConstructExpr* construction, ExprRef pointer, ExprRef count);
  /// Builds as many elements as `count` says; where `lower` throws, those that are built are destroyed, the last first.
  void buildElements(ExprRef pointer, clang::QualType element, ExprRef count,
                     const std::function<void(ExprRef)>& lower);
  /// The object or array that a call of malloc or of a wrapper makes, where its result becomes a `pointee`*.
  std::optional<ExprRef> typedAllocation(const clang::Expr* expr, clang::QualType pointee);
  enum class Beyond { IsWrong, IsLarge };  // what more bytes than any memory has are to a copy and to an allocation
  std::optional<ExprRef> elementCount(const clang::Expr* bytes, long size, Beyond beyond);
  ExprRef elementsIn(ExprRef bytes, ExprRef times, long each, long size, Beyond beyond);
  /// As realloc does; `type` is that of the elements.
  ExprRef reallocation(const clang::CallExpr* expr, clang::QualType type);
  ExprRef dynamicCount(ExprRef bytes, long size, const std::string& reason);
  void moveFixed(ExprRef to, ExprRef from, ExprRef count, long most);
  std::optional<ExprRef> untypedAllocation(const clang::CallExpr* expr, const clang::FunctionDecl* callee);
  ExprRef dynamicAllocation(ExprRef bytes, clang::QualType pointee, bool zeroed, program::Allocator allocator);
  /// void* p = malloc(n), where the function then uses p as the place of one type of object.
  std::optional<clang::QualType> typeBuiltAt(const clang::VarDecl* variable) const;
  bool allocates(const clang::Stmt* stmt, int depth = 0) const;
  ExprRef allocateHeap(clang::QualType type, ExprRef count, bool zeroed,
                       program::Allocator allocator = program::Allocator::Malloc);
  std::optional<ExprRef> memoryCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee);
  void fillBytes(const clang::CallExpr* expr);
  void copyBytes(const clang::CallExpr* expr, bool may_overlap);
  /// What a memcpy takes the elements for, on either side; absent: they have no type in common.
  struct CopiedTypes {
    clang::QualType to;
    clang::QualType from;
  };
  std::optional<CopiedTypes> copiedTypes(clang::QualType to, clang::QualType from) const;
  bool copyNumber(const clang::CallExpr* expr, const clang::Expr* to, const clang::Expr* from);
  /// The pointer to bytes in `*(T*)bytes`, T a number of several of them; null: it is something else.
  const clang::Expr* bytesOfNumber(const clang::Expr* place) const;
  ExprRef numberAt(ExprRef bytes, TypeRef byte, long size);  // an unsigned long
  void storeNumberAt(ExprRef bytes, TypeRef byte, long size, ExprRef value);
  ExprRef compareBytes(const clang::CallExpr* expr);
  ExprRef checkedCount(ExprRef count);
  ExprRef countOf(const clang::Expr* bytes);
  std::optional<ExprRef> copiedCount(const clang::Expr* bytes, clang::QualType element, const std::string& reason);
  ExprRef untyped(const clang::Expr* expr);
  ExprRef bytesAt(const clang::Expr* expr);  // the same, and what has no type as bytes

  // functions/character_classes.cpp
  std::optional<ExprRef> characterCall(const clang::CallExpr* expr, llvm::StringRef name);
  std::optional<ExprRef> characterLookup(const clang::BinaryOperator* expr);
  ExprRef characterClass(ExprRef character, long mask);
  void requireCharacter(ExprRef number);
  ExprRef otherCase(ExprRef given, bool lower);
  void lowerCharacterFunction(const clang::FunctionDecl& function);
  ExprRef characterIn(const clang::Expr* expr);
  ExprRef isBetween(ExprRef number, long first, long last);

  // functions/library_functions.cpp
  std::optional<ExprRef> libraryCall(const clang::CallExpr* expr, llvm::StringRef name);
  ExprRef anyUpTo(ExprRef most, const std::string& what);
  void goThrough(ExprRef pointer, ExprRef bytes, bool writes, const std::string& what);
  void goesAsFarAsItMay(llvm::StringRef name);
  void requireFile(const clang::Expr* expr);
  void writeAnyText(ExprRef text, ExprRef room, const std::string& what);
  std::optional<ExprRef> formattedText(const clang::CallExpr* expr, llvm::StringRef name);
  ExprRef orNull(ExprRef pointer, const std::string& what);

  // functions/texts.cpp
  std::optional<ExprRef> textCall(const clang::CallExpr* expr, llvm::StringRef name);
  ExprRef scan(std::optional<long> rounds, const std::function<ExprRef(ExprRef)>& look);
  ExprRef textAt(const clang::Expr* expr);
  ExprRef characterAt(ExprRef text, ExprRef index);
  void putCharacter(ExprRef text, ExprRef index, ExprRef character);
  ExprRef compareTexts(const clang::CallExpr* expr, ExprRef a, ExprRef b, ExprRef count);
  ExprRef lengthOfText(const clang::Expr* argument, ExprRef text, ExprRef most);
  void copyText(const clang::Expr* argument, ExprRef to, ExprRef from);
  void copyCharacters(ExprRef to, ExprRef from, ExprRef count);
  void appendCharacters(const clang::Expr* argument, ExprRef to, ExprRef from, ExprRef most);

  // functions/output.cpp
  void printText(const clang::Expr* argument, bool may_be_null);
  std::optional<ExprRef> outputCall(const clang::CallExpr* expr, llvm::StringRef name);
  ExprRef findCharacter(const clang::CallExpr* expr, ExprRef text, ExprRef count);

  // memory/memory.cpp
  /// Of the first object that storage has room for, or of the one that is named (storage_uses.h); null: it is none.
  ExprRef storageAddress(const clang::Expr* expr);
  void copyObject(ExprRef target, ExprRef source, const ClassDecl* class_decl);
  void copyArray(ExprRef target, ExprRef source, TypeRef element, long extent);
  void zeroObject(ExprRef object, const ClassDecl* class_decl);
  void zeroField(ExprRef object, const Field* field);

  // objects/initialisation.cpp, objects/constructors.cpp
  void into(const clang::Expr* expr, ExprRef object);
  const clang::Expr* elidedSource(const clang::CXXConstructExpr* construction) const;
  void castInto(const clang::CastExpr* casted, ExprRef object);
  void inheritedConstructor(const clang::CXXInheritedCtorInitExpr* inherited, ExprRef object);
  void initialiseList(const clang::InitListExpr* list, ExprRef object);
  void initialiseRecord(const clang::InitListExpr* list, const clang::RecordDecl* record, ExprRef object);
  void initialiseField(ExprRef object, const clang::FieldDecl* field, const clang::Expr* value);
  /// Elements from `first` of the array whose element 0 is at `pointer`.
  void initialiseArray(ExprRef pointer, clang::QualType array, const clang::Expr* value, long first);
  void initialiseElements(ExprRef pointer, const clang::ConstantArrayType* array, const clang::InitListExpr* list,
                          long first);
  void copyElements(ExprRef pointer, const clang::ConstantArrayType* array, const clang::ArrayInitLoopExpr* loop,
                    long first);
  void zeroElements(ExprRef pointer, clang::QualType element, long begin, long end);
  void initialisePlace(const Place& place, clang::QualType type, const clang::Expr* value);
  void initializerList(const clang::CXXStdInitializerListExpr* expr, ExprRef object);
  Place elementAt(ExprRef pointer, clang::QualType element, long index);
  /// In a default member initializer `this` is the object that is being initialised.
  template <typename F>
  auto inDefaultInit(F lower) {
    const ExprRef outer = std::exchange(default_init_object_, aggregate_);
    struct Restore {
      ExprRef& place;
      ExprRef value;
      ~Restore() { place = value; }
    } restore{default_init_object_, outer};
    return lower();
  }
  bool mayAllocate(const clang::CXXMemberCallExpr* expr);
  /// Of a whole object, or of the part of one that is a base.
  const Procedure* constructorOf(const clang::CXXConstructorDecl* constructor, clang::CXXConstructionKind kind);
  void lowerConstructor(const clang::CXXConstructorDecl* constructor);
  void lowerInitializer(const clang::CXXCtorInitializer* initializer);
  void lowerDestructor(const clang::CXXDestructorDecl* destructor);
  void captureInto(const clang::LambdaExpr* expr, ExprRef object);

  // objects/cleanup.cpp
  void openScope(bool full_expression = false);
  void closeScope();
  void addCleanup(Cleanup cleanup);
  void runCleanup(const Cleanup& cleanup);
  /// As runCleanup, while an exception is on its way: another one ends the program.
  void unwind(const Cleanup& cleanup);
  /// What is finished of an object under construction is destroyed where the rest of it throws, until the scope ends.
  void undoIfThrown(ExprRef object, clang::QualType type);
  bool destructorMayThrow(clang::QualType type) const;
  /// Runs `lower`; an exception that leaves it ends the program, as the standard says of destructors that throw
  /// while another exception is on its way.
  void orTerminate(bool may_throw, const std::function<void()>& lower);
  void runCleanups(std::size_t scopes, std::size_t cleanups, const clang::VarDecl* returned = nullptr);
  void closeFullExpression(Scope scope);
  void unwindTemporaries(const Scope& scope, std::size_t count);
  void destroy(ExprRef object, clang::QualType type, bool dispatch = false);
  void destroy(const Cleanup& cleanup);
  bool needsDestruction(clang::QualType type) const;
  /// A temporary object that dies with the full expression; `build` initialises it.
  enum class Lifetime { FullExpression, Block, Program };
  ExprRef temporaryObject(clang::QualType type, const std::function<void(ExprRef)>& build,
                          const clang::ValueDecl* extended_by = nullptr, Lifetime lifetime = Lifetime::FullExpression);
  void addTemporary(Cleanup cleanup, const clang::ValueDecl* extended_by, Lifetime lifetime);
  ExprRef boxed(ExprRef value, const clang::ValueDecl* extended_by = nullptr,
                Lifetime lifetime = Lifetime::FullExpression);
  ExprRef fullExpression(const clang::Expr* expr, const std::function<ExprRef()>& lower);

  // statements/statements.cpp, statements/loops.cpp, statements/switches.cpp, statements/jumps.cpp,
  // statements/exceptions.cpp
  void statement(const clang::Stmt* stmt);
  void compound(const clang::CompoundStmt* stmt);
  void sequence(llvm::ArrayRef<const clang::Stmt*> statements);
  void declaration(const clang::DeclStmt* stmt);
  void declareVariable(const clang::VarDecl* variable);
  Cleanup beginVariable(const clang::VarDecl* variable);
  void staticLocal(const clang::VarDecl* variable);
  void statementBody(const clang::Stmt* stmt);  // in a scope of its own
  void ifStatement(const clang::IfStmt* stmt);
  void whileStatement(const clang::WhileStmt* stmt);
  void doStatement(const clang::DoStmt* stmt);
  void forStatement(const clang::ForStmt* stmt);
  void rangeFor(const clang::CXXForRangeStmt* stmt);
  JumpTarget targetHere(const std::string& label, bool is_continue) const;
  /// The body of a loop, where break leaves `breaks` and continue goes to `continues`.
  void loopBody(const JumpTarget& breaks, const JumpTarget& continues, const std::function<void()>& lower);
  void leaveUnless(const clang::VarDecl* variable, const clang::Expr* cond, const JumpTarget& breaks);
  void switchStatement(const clang::SwitchStmt* stmt);
  struct LoweredCases;
  void chainOfCases(LoweredCases& cases, Body& out);
  void nestedCases(LoweredCases& cases, const std::string& end, Body& out);
  ExprRef caseCondition(const clang::SwitchCase* label, ExprRef value);
  void labelled(llvm::ArrayRef<const clang::Stmt*> statements);
  struct EarlyVariables {
    std::function<bool(const clang::VarDecl*)> wanted;
    bool may_come_again = false;  // a jump may lead back to their declarations
  };
  void beginEarly(const clang::Stmt* stmt, const EarlyVariables& which);
  void finishBody(const clang::FunctionDecl* function);
  bool lowerLambdaInvoker(const clang::FunctionDecl* function);
  void mapParameters(const clang::FunctionDecl* function);
  void returnStatement(const clang::ReturnStmt* stmt);
  void jump(const JumpTarget& target);
  void handler(const clang::CXXCatchStmt* stmt, program::TryStmt& guarded, bool passes_on = false);
  void gotoStatement(const clang::GotoStmt* stmt);
  void tryStatement(const clang::CXXTryStmt* stmt);
  void functionTry(const clang::FunctionDecl* function, const clang::CXXTryStmt* stmt);
  void throwExpression(const clang::CXXThrowExpr* expr);
  void rethrow();
  // library/library_exceptions.cpp
  bool buildsText(const clang::Expr* expr) const;
  bool buildsString(const clang::Expr* expr) const;
  void effectsOfText(const clang::Expr* expr);
  bool throwsForLibrary(const clang::CallExpr* expr, const clang::FunctionDecl* callee);
  void throwLibraryException(const clang::CXXRecordDecl* record);
  std::optional<const clang::Expr*> failedAssertion(const clang::Stmt* stmt) const;

  // memory/unions.cpp
  Place leafPlace(const UnionAccess& access, const UnionLeaf& leaf, bool is_state);
  void setState(const UnionAccess& access, const UnionLeaf& leaf, program::UnionState state);
  void writeTwins(const UnionAccess& access, const UnionLeaf& leaf);
  void readTwins(const UnionAccess& access, const UnionLeaf& leaf, const Local* is_others);
  ExprRef isInState(ExprRef value, program::UnionState state);
  /// Before the leaf is read: its bytes have to be its own.
  void readLeaf(const UnionAccess& access);
  /// What was written has its bytes, and what shares them has not.
  void writeLeaves(const UnionAccess& access);
  void refuseUnread(ExprRef object, const Field* state);

  // memory/kept_members.cpp
  struct KeptMember {
    const clang::FieldDecl* field = nullptr;
    const Local* local = nullptr;  // once declared
  };
  void findKeptMembers(const clang::Stmt* body);
  const clang::FieldDecl* memberOfContainer(const clang::Expr* expr) const;
  const KeptMember* keptMember(const clang::Expr* expr) const;
  void declareKeptMember(const clang::VarDecl* variable);
  void assignKeptMember(const KeptMember& kept, const clang::Expr* value);
  ExprRef containerOf(const KeptMember& kept);

  // memory/boxes.cpp
  void findBoxes(const clang::Stmt* stmt);
  void findBoxesInPlace(const clang::Expr* expr);
  // memory/unset_variables.cpp
  void boxWhatLoopsUnset(const clang::Stmt* stmt, bool in_loop);

  Translation& unit_;
  clang::ASTContext& context_;
  Program& program_;
  Procedure* procedure_;
  clang::QualType allocated_;
  const clang::FunctionDecl* function_ = nullptr;
  Body* out_;
  SourceRange range_;
  const clang::CallExpr* discarded_ = nullptr;  // the last call whose result nobody wants
  const Local* this_ = nullptr;
  const Local* result_ = nullptr;                            // the %result parameter
  std::map<const clang::VarDecl*, const Local*> variables_;  // a box or class object: its address
  std::set<const clang::VarDecl*> boxes_;
  struct Early {
    Cleanup begun;
    bool may_come_again = false;
  };
  std::map<const clang::VarDecl*, Early> early_;  // variables whose life began before their declaration
  std::map<const clang::VarDecl*, KeptMember> kept_members_;
  std::map<const clang::VarDecl*, Place> texts_;  // references to characters of strings
  const clang::Expr* read_characters_ = nullptr;  // a call whose result is only read
  std::set<const Local*> initialised_;            // reading them never fails
  std::map<const clang::ValueDecl*, const clang::FieldDecl*> captures_;
  const clang::FieldDecl* captured_this_ = nullptr;
  std::map<const clang::OpaqueValueExpr*, ExprRef> opaque_scalars_;
  std::map<const clang::OpaqueValueExpr*, Place> opaque_places_;
  const clang::Expr* addressed_ = nullptr;  // what the last & stands before
  ExprRef array_loop_index_ = nullptr;
  ExprRef aggregate_ = nullptr;            // the object that a braced list is initialising
  ExprRef default_init_object_ = nullptr;  // `this` of a default member initializer of an aggregate
  std::vector<Scope> scopes_;
  std::vector<JumpTarget> break_targets_;
  std::vector<JumpTarget> continue_targets_;
  std::map<const clang::LabelDecl*, JumpTarget> goto_targets_;
  std::map<std::string, int> labels_;
  std::vector<Cleanup> extended_;  // of the variable being initialised
  /// The handlers around this place, innermost last: of one that has a reference to a scalar exception, where it is.
  struct Handled {
    TypeRef type = nullptr;
    ExprRef box = nullptr;
    clang::QualType declared;
  };
  std::vector<Handled> handled_;
  bool init_terminates_ = false;  // an exception from the initialiser of the next variable ends the program
  static constexpr long kUnrolled = 8;
  /// Each element is a state of the array: more than this many cost more than a scope that leaves them out.
  static constexpr long kFixedExtent = 512;
};

}  // namespace weir::frontend
