// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A translation unit as weir sees it: classes with their fields, procedures with their bodies.
//
// Objects and addresses. An object of class type has an identity; its dynamic type is part of it. A base-class
// part is the object itself: fields of the base apply to it and a pointer conversion keeps the identity. A member of
// class type (and an array element of class type) is a *part*: an object of its own, fixed to its owner, that lives
// and dies with it. A heap array is an object of a class with is_array set, whose only field `elements` has array
// type; its extent belongs to the object. A local of class type, and a local whose address is taken (a `box`, with
// one field `value`), are objects with automatic storage. Variables of static storage duration are fields of one
// object, Globals, of the class `globals`.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/program/library_shape.h"
#include "ir/program/statement.h"
#include "ir/program/type.h"
#include "support/source_range.h"

namespace weir::program {

struct Field;

/// What a ghost field of a `model` holds: state that specifications mention and no code has. A set, a sequence and a
/// map are kept in an array of which the first elements count, as many as another ghost field says.
struct GhostShape {
  enum class Kind { Value, Set, Sequence, Map };
  Kind kind = Kind::Value;
  const Field* length = nullptr;  // all but Value
  const Field* keys = nullptr;    // Map: of the values, which are the field's own elements
  bool is_functional = false;     // Map: a key has one value
};

struct Field {
  std::string
      name;  // unique in its class; the members of an anonymous struct or union are hoisted into the outer class
  TypeRef type = nullptr;
  const ClassDecl* owner = nullptr;
  SourceRange range;
  bool is_bit_field = false;
  bool is_reference = false;
  bool is_first = false;               // at the address of the class that declares it
  bool may_point_to_constant = false;  // declared as a pointer to what is const
  bool is_volatile = false;            // what is read is anything
  bool is_read_only = false;           // globals: never written after the static initializer
  bool is_constant = false;            // and with the value that this gives it, in every state
  /// Globals: stands for an address that the source makes up, such as (T*)-1. No object is there: the address can be
  /// compared, and using it is the error `bounds`.
  std::optional<Integer> made_up_address;
  /// Globals: how the compiler names a static local that the source cannot name from outside; empty where unknown.
  std::string symbol;
  /// Globals: defined in another source, which gives it its value. With what a replay needs to define it.
  struct Elsewhere {
    std::string symbol;  // as the linker knows it
    long size = 0;       // in bytes
    long alignment = 1;
  };
  std::optional<Elsewhere> elsewhere;
  /// Globals: no other source can name it, and no pointer leads to it. Only code of this source changes it.
  bool is_private = false;
  /// An array of at most one element at the end of a struct: those who allocate more than the struct use more
  /// elements, and how many there are is not known. An index past the declared ones is unsupported, not an error.
  bool may_extend = false;
  /// Says which of the alternatives of a std::variant is there, by the library's code: below `count`, or with all bits
  /// set where none is. No caller has another value.
  struct Alternatives {
    long count = 0;
    bool may_be_none = false;
  };
  std::optional<Alternatives> alternatives;
  /// An alternative in the unions that hold them, one inside the other: it and how many come after it. Unlike the
  /// members of other unions it has a place of its own, since the library never reads one that is not there.
  std::optional<long> alternatives_from_here;
  /// Of a scalar in a union of C of which several members are in use: the field with its UnionState.
  const Field* union_state = nullptr;
  bool is_union_state = false;
  /// A member of a union of which another one is in use: it has no value of its own.
  bool is_shadowed = false;
  /// The members of its class that lie in the same union as it does, and share bytes with it.
  std::vector<const Field*> shares_bytes_with;
  std::optional<GhostShape> ghost;
  /// An array of arrays has all its elements in one row: how many each of the inner arrays has, from outside in.
  std::vector<long> inner_extents;

  /// Of class type, or an array of class type: it holds parts, not values.
  bool holdsParts() const { return elementType()->isClass(); }
  /// The type of one element (the type itself where it is no array).
  TypeRef elementType() const { return type->isArray() ? type->element : type; }
};

/// What shares its bytes is not seen to change through a pointer.
inline constexpr const char* kPointerIntoUnion = "an access through a pointer into a union";
/// Nor which bits of it do.
inline constexpr const char* kPointerIntoBits = "an access through a pointer into a bit-field";

/// Are the bytes of a scalar in a union its own? Each has a place for its value, and those that share bytes keep this
/// of each other.
enum class UnionState {
  Own,          // nothing else was written there since, or all is as it was made
  AtEntry,      // it, or something that shares its bytes, was there before the call
  Read,         // it was there before the call: it is what was read
  Overwritten,  // something that shares its bytes was written
};

/// A pure virtual function, as another source has to write it to implement its class.
struct PureFunction {
  std::string name;                 // "Index::find"
  std::string declaration;          // "const Item *find(int argument0, double argument1) const"
  std::string result;               // "const Item *"
  std::vector<std::string> passed;  // "argument0", "&argument1": what is no number with a fraction
};

struct ClassDecl {
  std::string name;  // qualified, template arguments as C++ spells them: "List<int>"
  std::vector<const ClassDecl*> bases;
  std::vector<const ClassDecl*> bases_behind;  // those of them that do not start where the object does
  std::vector<const Field*> fields;            // its own, not those of its bases
  SourceRange range;
  bool is_array = false;  // a heap array: "int[]", "Node[]"
  bool is_box = false;    // a local whose address is taken: "box int"
  bool is_globals = false;
  bool is_union = false;
  bool is_untagged = false;                    // named by a typedef alone: C writes no `struct` before it
  bool is_abstract = false;                    // has a pure virtual function: it is no object's dynamic type
  bool is_implemented_elsewhere = false;       // would be abstract: stands for the classes of other sources below it
  std::vector<PureFunction> pure_functions;    // of such a class
  bool is_incomplete = false;                  // declared only: an opaque object
  bool is_opaque_text = false;                 // incomplete, and a string of the library's
  std::optional<LibraryShape> library;         // of the model of a class of the standard library (model_class.h)
  std::vector<std::string> annotations;        // text of //@ and /*@ */ comments above it
  std::vector<SourceRange> annotation_ranges;  // where each starts

  bool derivesFrom(const ClassDecl* other) const;               // reflexive
  const Field* findField(const std::string& field_name) const;  // here or in a base
  const Field* findMember(LibraryRole role) const;              // here or in a base
};

/// A source that belongs to the same program, and how it is compiled.
struct OtherSource {
  std::string file;
  std::vector<std::string> flags;
};

class Program;
/// Is the field at the address of the objects of this class?
bool startsWith(const ClassDecl* class_decl, const Field* field);
/// The classes, but for arrays and variables, whose objects may start with something of this type, however deep.
std::vector<const ClassDecl*> startingWith(const Program& program, TypeRef type);
/// Do objects of this class have the base (or themselves) somewhere else than at their own address?
bool hasBehind(const ClassDecl* class_decl, const ClassDecl* base);

/// Of the class and its bases, bases first, each once: what an object of it has values for.
std::vector<const Field*> allFields(const ClassDecl* class_decl);

struct Local {
  std::string name;  // unique in the procedure; a temporary starts with '%'
  TypeRef type = nullptr;
  int index = -1;  // position in Procedure::locals
  bool is_parameter = false;
  bool is_reference = false;  // declared as T& or T&&: for a scalar T the specification reads and primes the referent
  /// A parameter of class type: the callee's own object, of this very class. No other argument leads into it.
  bool is_by_value = false;
  /// By value, and passed byte by byte: no code of its class could tell anybody where it is.
  bool is_unknown_to_others = false;
  bool is_raw = false;  // a temporary for what is copied from one place to another: having no value is no error
  bool may_point_to_constant = false;  // a parameter that is declared as a pointer or reference to what is const
  SourceRange range;
};

/// Something in the source that weir does not compute, made a call of a function that nobody knows:
///
///   if ((long)p & 8)      %t = call «a pointer as a number»(p); …
///
/// The result is any value of its type. An execution with a value that the compiled program does not have shows
/// nothing: only the replay makes a violation of one that depends on it.
struct Construct {
  enum class Result {
    Any,       // where there is an argument, its value is the likely one
    Function,  // any, but the same for the same arguments
    Address,   // the same, of one pointer: 0 for null and for nothing else
  };
  std::string what;  // "inline assembly"
  Result result = Result::Any;
  bool changes_nothing = true;  // else it may do what any function without a body may
};

struct Procedure {
  std::string name;       // qualified: "Graph::fixIns", "max<int>"
  std::string signature;  // name and parameter types, "List::find(int, const Node &) const": unique
  /// `this` where there is one, then the declared ones, then %result where a class is returned by value (a pointer
  /// to the object to construct the result in).
  std::vector<const Local*> parameters;
  std::vector<const Local*> locals;  // all, parameters included
  TypeRef result = nullptr;          // Void where nothing or a class is returned
  const ClassDecl* method_of = nullptr;
  std::vector<const ClassDecl*> friend_of;  // the classes that declare it, or the class it is a method of, a friend
  bool is_private = false;
  bool is_static_method = false;
  bool is_const_method = false;
  bool is_constructor = false;
  bool is_destructor = false;
  bool is_virtual = false;
  bool result_is_reference = false;
  bool has_result_parameter = false;
  bool is_external = false;    // declared, not defined
  bool cannot_throw = false;   // external: declared so that no exception leaves it
  bool never_returns = false;  // external, and declared so (`noreturn`)
  /// A function of another source that this one only has pointers to. There are some of each type, so that pointers to
  /// them can differ; all may do the same, and a call of one is taken for one of the first, `same_as`.
  bool is_unknown = false;
  const Procedure* same_as = nullptr;
  std::optional<Construct> construct;  // external: stands for something else than a function
  bool is_library = false;             // of a header of the system's
  std::optional<LibraryNote> note;
  bool is_implicit = false;  // made by the compiler (defaulted copy, destructor) or by the frontend
  /// Callers destroy what they passed by value. Where this is code of a function with such parameters: the procedure
  /// of the function's name, which does so too, and stands for a whole call of it. And where this is what a constructor
  /// or destructor does to a base of another object: that of the whole object, virtual bases included.
  const Procedure* whole_call = nullptr;
  std::vector<const Procedure*> overrides;  // the virtual functions it overrides, directly
  Body body;
  SourceRange range;
  std::vector<std::string> annotations;        // text of //@ and /*@ */ comments above a declaration of it
  std::vector<SourceRange> annotation_ranges;  // where each starts
};

/// Owns everything; the rest is const pointers into it.
class Program {
 public:
  Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  // Types, interned.
  TypeRef voidType();
  TypeRef boolType();
  TypeRef intType(int width, bool is_signed, const std::string& name = "");
  TypeRef cEnumType(int width, bool is_signed, const std::string& name);
  TypeRef floatType(int width, const std::string& name);
  TypeRef pointerTo(TypeRef pointee);
  TypeRef classType(const ClassDecl* class_decl);
  TypeRef arrayOf(TypeRef element, std::optional<long> extent);
  TypeRef functionType(TypeRef result, std::vector<TypeRef> parameters, bool returns_class = false);
  TypeRef unsupportedType(const std::string& name, const std::string& reason);

  // Declarations.
  ClassDecl* addClass(std::string name);
  Field* addField(ClassDecl* owner, std::string name, TypeRef type);
  Procedure* addProcedure(std::string name, std::string signature);
  Local* addLocal(Procedure* procedure, std::string name, TypeRef type);  // renames on a clash: "x", "x.2"
  Local* addParameter(Procedure* procedure, std::string name, TypeRef type);
  /// The class of heap arrays of this element type, with its field `elements`.
  const ClassDecl* arrayClass(TypeRef element);
  /// The class of boxed locals of this scalar or array type, with its field `value`.
  const ClassDecl* boxClass(TypeRef type);
  ClassDecl* globals();
  /// The class of objects that a void pointer leads to and that this source has no class for. They can be compared,
  /// stored and handed on.
  const ClassDecl* unknownObjectClass();
  /// Functions of other sources, of this type (Procedure::is_unknown).
  void addUnknownFunctions(TypeRef function_type);

  ExprRef add(Expr expr);

  /// After `finish`: a class gets state that its code does not have, and a method loses its code to a specification.
  Field* addGhost(const ClassDecl* owner, std::string name, TypeRef type, GhostShape shape);
  void forgetBody(const Procedure* procedure);

  /// Numbers the statements and checks well-formedness (an InternalError names what is wrong). Call once, at the end.
  void finish();

  const std::vector<const ClassDecl*>& classes() const;     // in order of declaration
  const std::vector<const Procedure*>& procedures() const;  // in order of declaration
  const ClassDecl* findClass(const std::string& name) const;
  const ClassDecl* globalsClass() const;  // null where there are no such variables
  /// By signature, or by name: then all overloads.
  std::vector<const Procedure*> findProcedures(const std::string& name) const;
  /// What a virtual call of `method` on an object of dynamic class `dynamic` runs; null if none is known.
  const Procedure* finalOverrider(const Procedure* method, const ClassDecl* dynamic) const;
  /// Procedures whose address is taken, with this function type.
  std::vector<const Procedure*> addressTaken(TypeRef function_type) const;
  /// What a pointer to this function type may hold, whoever it comes from: these, and functions of other sources.
  std::vector<const Procedure*> functionValues(TypeRef function_type) const;
  const ClassDecl* findUnknownObjectClass() const;  // null where there is none
  /// All classes that derive from it (itself included) and can be a dynamic type.
  std::vector<const ClassDecl*> dynamicClasses(const ClassDecl* base) const;
  /// Is there a class that derives from both, or one that both derive from? A pointer to an object of neither kind is
  /// type punning, not a wrong cast within a hierarchy.
  bool areInOneHierarchy(const ClassDecl* one, const ClassDecl* other) const;

  std::map<std::string, Integer> enumerators;  // by qualified name, for specifications
  /// Runs at program start: gives the variables of static storage duration their values. May be null.
  const Procedure* static_initializer = nullptr;
  /// Void pointers are made of, or used as, objects and their first members: == compares addresses, not objects
  /// (comparesAddresses).
  bool compares_addresses = false;
  std::string main_file;
  bool is_c = false;
  std::vector<std::string> compile_flags;
  std::vector<OtherSource> other_sources;  // that code was taken from: a replay needs them as well

 private:
  struct Storage;
  std::unique_ptr<Storage> storage_;
};

/// What `weir ir` prints: stable, readable, complete.
std::string toString(const Program& program);
std::string toString(const Procedure& procedure);
/// One line: of a statement with bodies only the head, "if c", "loop L while c".
std::string toString(const Stmt& stmt);

}  // namespace weir::program
