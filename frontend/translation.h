// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One translation unit on its way from Clang's tree to the program: which type, class, field, global and procedure
// stands for which of Clang's declarations. Each is made when it is first asked for, so that a system header
// costs nothing where it is not used.
#pragma once

#include <deque>
#include <optional>

#include "frontend/assumptions.h"
#include "frontend/clang_ast.h"
#include "frontend/library/missing_operations.h"
#include "frontend/memory/storage_uses.h"
#include "frontend/memory/union_uses.h"
#include "frontend/memory/variable_uses.h"
#include "ir/program/program.h"
#include "ir/program/source_names.h"

namespace weir::frontend {

using program::Body;
using program::ClassDecl;
using program::ExprRef;
using program::Field;
using program::Local;
using program::Op;
using program::Procedure;
using program::Program;
using program::TypeRef;

class BodyLowering;

class Translation {
 public:
  Translation(clang::ASTContext& context, Program& program, MissingOperations missing = {},
              Assumptions assumptions = {});
  ~Translation();

  /// Lowers the functions of the user's files and all they reach. Leaves the program ready for Program::finish.
  void run();

  clang::ASTContext& context() { return context_; }
  const clang::ASTContext& context() const { return context_; }
  Program& program() { return program_; }
  bool isCxx() const { return context_.getLangOpts().CPlusPlus; }
  const MissingOperations& missing() const { return missing_; }

  // Where something stands: for a macro, where it is used.
  SourceRange range(clang::SourceRange source) const;
  bool isUserCode(const clang::Decl* decl) const;

  // assumptions.cpp
  bool neverReturns(const clang::FunctionDecl* function);
  bool isAssumedPure(const clang::FunctionDecl* function, const Procedure* caller);
  void noteAssumedEnd(const Procedure* callee, const Procedure* caller);
  using Assumed = std::map<const Procedure*, program::SourceNames::Assumed>;
  const Assumed& assumed() const { return assumed_; }

  // types/types.cpp
  TypeRef type(clang::QualType type);
  /// Number of elements of the innermost element type in one value of an array type: 12 for int[3][4]; else 1.
  long flatExtent(clang::QualType type) const;
  /// 4, 5 of `int[3][4][5]`.
  std::vector<long> innerExtents(clang::QualType type) const;
  clang::QualType flatElement(clang::QualType type) const;

  // types/classes.cpp
  const ClassDecl* classOf(const clang::RecordDecl* record);
  const Field* fieldOf(const clang::FieldDecl* field);
  /// A library class that stands for itself: only its interface is used, a model says what it does.
  bool isOpaque(const clang::RecordDecl* record) const;
  /// Why objects of this class cannot be expressed; empty where they can.
  std::string unsupportedClass(const clang::RecordDecl* record);
  /// A container of the models' with an allocator that is not the library's.
  bool hasOwnAllocator(const clang::CXXRecordDecl* record) const;
  /// The member of a union that this program uses; accesses to others are unsupported.
  bool isUsedUnionMember(const clang::FieldDecl* field);
  const UnionUses& unionUses() const { return union_uses_; }
  const StorageUses& storageUses() const { return storage_uses_; }
  /// As it is declared, or the array of objects that it is storage for.
  clang::QualType storedType(const clang::ValueDecl* decl) const;
  /// Marks the others, and what shares bytes with what, once all code was read.
  void shadowUnionMembers();

  // library/library_exceptions.cpp
  /// std::NAME where the program has its definition.
  const clang::CXXRecordDecl* standardClass(llvm::StringRef name) const;
  /// std::string and its relatives, where no model says more.
  bool isText(const clang::CXXRecordDecl* record) const;

  // functions/procedures.cpp
  const Procedure* procedureOf(const clang::FunctionDecl* function);
  /// Of a constructor or destructor, what it does to a base of another object: it leaves virtual bases alone.
  const Procedure* procedureOfBase(const clang::CXXMethodDecl* method);
  bool leavesVirtualBases(const Procedure* procedure) const { return leaves_virtual_bases_.contains(procedure); }
  /// The procedure of a wrapper around malloc, for one type of object: allocations in it make objects of this type.
  const Procedure* allocatorOf(const clang::FunctionDecl* function, clang::QualType allocated);
  /// A function without a body that takes any number of arguments (`...`), as it is called with further ones of these
  /// types: it may follow the pointers among them.
  const Procedure* calledWith(const Procedure* external, const std::vector<TypeRef>& further);
  /// The function that stands for something that is not computed (expressions/constructs.cpp).
  const Procedure* standIn(const program::Construct& construct, TypeRef result, const std::vector<TypeRef>& parameters);
  /// Copies an object member by member: what a trivial copy constructor or assignment, or C's assignment, does.
  const Procedure* copyProcedure(const ClassDecl* class_decl);
  /// Moves elements from the start of one array to that of another: `%move(T* to, T* from, long count)`.
  const Procedure* moveProcedure(TypeRef element);
  // expressions/member_pointers.cpp
  program::Integer memberNumber(const clang::ValueDecl* member);
  /// What a use of such a pointer leads to. It is lowered last, when all members are known.
  Procedure* memberUse(const clang::MemberPointerType* type, const SourceRange& range);
  /// Made by the frontend itself, with no declaration behind it; the signature must be new.
  Procedure* syntheticProcedure(const std::string& name);

  // memory/globals.cpp
  const Field* globalOf(const clang::VarDecl* variable);
  /// Of the user's files.
  const VariableUses& variableUses();
  /// The flag that tells whether a static local has been initialised.
  const Field* guardOf(const clang::VarDecl* variable);
  const Field* stringLiteral(const clang::StringLiteral* literal);
  /// What `errno` is in C's library: any number, whenever it is read.
  const Field* errorNumber();
  /// What the steady clock has shown last, if anybody looks at it: a number of the type.
  const Field* clock(TypeRef type);
  const Field* knownErrorNumber() const { return error_number_; }  // null: nobody asked for it
  /// An object nobody owns: what a pointer made from a constant, such as (T*)-1, points to. Without a class, for
  /// (void*)-1, it is an empty object of the class `place`.
  const Field* sentinel(TypeRef class_type, program::Integer address);

  // types/names.cpp
  std::string className(const clang::RecordDecl* record);
  std::string procedureName(const clang::FunctionDecl* function);
  std::string signature(const clang::FunctionDecl* function);
  std::string typeName(clang::QualType type) const;
  std::string variableName(const clang::VarDecl* variable);

 private:
  struct Pending {
    const clang::FunctionDecl* function;  // a definition
    Procedure* procedure;
    clang::QualType allocated;        // of an allocator
    const Procedure* code = nullptr;  // of a whole call: the code it calls
  };

  void visit(const clang::DeclContext* declarations);
  void visit(const clang::Decl* decl);
  void visitClass(const clang::CXXRecordDecl* record);
  void visitFunction(const clang::FunctionDecl* function);
  void visitEnum(const clang::EnumDecl* decl);
  void lowerPending();
  void lowerMemberUses();
  /// What overrides a method that is called: a class may be local to a function, or the library's. Were there new ones?
  bool declareOverriders();
  void openAbstractClasses();
  std::vector<program::PureFunction> pureFunctions(const clang::CXXRecordDecl* record) const;
  void markFriendClasses();
  void lowerGlobals();
  void addFields(ClassDecl* class_decl, const clang::RecordDecl* record);
  std::string uniqueFieldName(const ClassDecl* class_decl, std::string name) const;
  Procedure* declare(const clang::FunctionDecl* function, const std::string& name, const std::string& full_signature);
  const Field* addGlobal(const std::string& name, TypeRef type);
  clang::PrintingPolicy policy() const;
  std::string fileName(llvm::StringRef path) const;

  // functions/whole_calls.cpp
  bool destroysArguments(const clang::FunctionDecl* function);
  Procedure* splitOff(Procedure* whole, const clang::FunctionDecl* function);

  // annotations.cpp
  void annotate(const clang::Decl* decl, std::vector<std::string>& texts, std::vector<SourceRange>& ranges) const;

  clang::ASTContext& context_;
  Program& program_;
  MissingOperations missing_;
  Assumptions assumptions_;
  Assumed assumed_;
  std::set<std::string> assumed_ends_;  // names of functions that are said never to return
  std::string absolute_folder_;         // of the main file, as Clang spells it
  std::string given_folder_;            // as the user spelt it
  std::map<const clang::RecordDecl*, ClassDecl*> classes_;
  std::map<const clang::FieldDecl*, Field*> fields_;
  std::map<const clang::FunctionDecl*, Procedure*> procedures_;
  std::map<const clang::FunctionDecl*, const Procedure*> of_bases_;
  std::set<const Procedure*> leaves_virtual_bases_;
  std::map<std::string, const Procedure*> allocators_;
  std::map<std::pair<const Procedure*, std::string>, const Procedure*> variadic_;
  std::map<std::string, const Procedure*> stand_ins_;  // by signature
  std::map<const ClassDecl*, const Procedure*> copies_;
  std::map<TypeRef, const Procedure*> moves_;
  std::map<const clang::VarDecl*, const Field*> globals_;
  std::map<const clang::VarDecl*, const Field*> guards_;
  std::map<std::string, const Field*> strings_;
  std::map<std::string, const Field*> sentinels_;
  const Field* clock_ = nullptr;
  const Field* error_number_ = nullptr;
  std::optional<VariableUses> uses_;  // made when it is first asked for
  std::map<const clang::RecordDecl*, const clang::FieldDecl*> union_members_;
  UnionUses union_uses_;
  StorageUses storage_uses_;
  std::vector<const clang::ValueDecl*> members_;  // that pointers to members are made of
  std::vector<std::pair<Procedure*, const clang::MemberPointerType*>> member_uses_;
  std::map<std::string, int> class_names_;
  std::map<std::string, int> signatures_;
  std::deque<Pending> pending_;
  std::size_t next_global_ = 0;
  std::size_t next_string_ = 0;
  std::unique_ptr<BodyLowering> statics_;               // of the static initializer
  std::vector<const clang::VarDecl*> pending_globals_;  // declared, their initializers not lowered yet
  std::vector<std::pair<const Field*, const clang::StringLiteral*>> new_strings_;  // elements not stored yet
  std::vector<Procedure*> all_procedures_;
  std::vector<const clang::CXXRecordDecl*> polymorphic_;  // classes with virtual functions, in order of discovery
};

inline constexpr const char* kOwnAllocator = "a container with an allocator of the program's own";
/// One of the standard library's exceptions, of which only the type matters.
bool isLibraryException(const clang::CXXRecordDecl* record);
/// Declared as a pointer or reference to what is const, or an array of such pointers.
bool pointsToConstant(clang::QualType type);
/// Whether an exception cannot leave it.
bool isNothrow(const clang::FunctionDecl* function);

/// tolower, isdigit and their like of C's library, of which it is known what they do.
bool isCharacterFunction(const clang::FunctionDecl& function);
/// Of the index of a std::variant.
std::optional<Field::Alternatives> alternativesOf(const clang::FieldDecl* field);
/// A member of the library's unions of alternatives, each of which has a place of its own.
bool isInAlternatives(const clang::FieldDecl* field);
/// Of one that is an alternative: how many there are from it on.
std::optional<long> alternativesFrom(const clang::FieldDecl* field);
/// Marks casts through void* that would change the address, and says whether void pointers compare as addresses.
void markAddressCasts(Program& program, const std::vector<Procedure*>& procedures);
/// Marks calls that a constructor or destructor makes and that would call virtually on the unfinished object.
void markConstructionCalls(const std::vector<Procedure*>& procedures);
/// Removes handlers, of cleanups above all, where nothing that they guard can throw.
void pruneCleanups(const std::vector<Procedure*>& procedures);

}  // namespace weir::frontend
