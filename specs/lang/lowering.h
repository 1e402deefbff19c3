// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One expression or formula: names resolved, types checked, meaning written in the logic, in one walk.
//
//   l.head.*next'   with l: List     join(join(l, head), reflexiveClosure(next'))
//
// The walk carries the state that plain names are read in (a prime switches it), the variables in scope, and behind a
// dot the columns the left side may end in, so that `x.next` is the field of x's class and not of every class.
// A fun or pred is expanded where it is applied; mistakes in its body are reported once, at its declaration.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/program/vocabulary.h"
#include "specs/lang/ast.h"
#include "specs/lang/function_table.h"
#include "specs/lang/name_table.h"
#include "specs/lang/specification.h"
#include "specs/lang/types.h"
#include "support/diagnostics.h"

namespace weir::specs {

/// The value of an expression.
struct Value {
  logic::Expr expr = nullptr;
  Type type;
  bool many = false;       // declared a set: `+` on it unites
  bool unbounded = false;  // Int itself

  bool isError() const { return type.is_error; }
};

struct Binding {
  std::string name;
  Value value;
  bool is_of_function = false;  // a parameter of the fun or pred at hand
};

/// What a formula stands in, which decides what it may mention.
enum class Role { Requires, Ensures, Invariant, Modifies, Definition };

struct Ghost;

/// What everything being lowered shares.
struct LoweringContext {
  program::Vocabulary& vocabulary;
  const NameTable& names;
  const TypeRules& types;
  const FunctionTable& functions;
  Diagnostics& diagnostics;
  const std::vector<Ghost>* ghosts = nullptr;            // inside a model: its fields
  const std::map<std::string, Type>* aliases = nullptr;  // inside a model: what its template parameters stand for
};

class Lowering {
 public:
  /// `procedure` is whose parameters may be named; null in an invariant or definition.
  Lowering(const LoweringContext& shared, SourceTextPtr text, Role role, const program::Procedure* procedure,
           program::State state = program::State::Pre);

  Part formula(const Expr& expr);
  Value set(const Expr& expr) { return set(expr, {}); }
  /// Reports and returns an error unless the value is an integer.
  Value text(const Expr& expr);
  Value number(const Expr& expr);
  /// The type a declaration gives, read without making anything: `Node -> Int`.
  Type declaredType(const Expr& expr);

  void bind(std::string name, Value value, bool is_of_function = false) {
    bindings_.push_back({std::move(name), std::move(value), is_of_function});
  }

  /// Another name for a parameter of the procedure, with its value at entry.
  void bindParameter(std::string name, const program::Local& parameter) {
    bind(std::move(name), parameterValue(parameter));
  }

  /// Fields that `expr.name` may mean behind something of these columns; reports where there are none.
  std::vector<const program::Field*> fieldsBehind(const Expr& name, const std::vector<Column>& columns);
  /// The slot a by-reference scalar parameter is bound to, if that is what the name means.
  std::optional<Value> referenceSlot(const Expr& expr);

  logic::Context& context() { return shared_.vocabulary.context(); }
  void report(const Expr& expr, std::string message) { report(expr.span, std::move(message)); }
  void report(Span span, std::string message);
  void note(const Expr& expr, std::string message);

 private:
  /// What is known of the first and last columns an operand will be joined with; null where nothing is.
  struct Hint {
    const std::vector<Column>* first = nullptr;
    const std::vector<Column>* last = nullptr;
    bool behind_set = false;  // right of a dot, with a set on its left: only a relation can stand there
    bool relation = false;    // several columns are wanted: of a class and a field of one name, the field is meant
    bool is_filter = false;   // what stands beside it bounds the result: `iden` and `*r` may have pairs of dead objects
    bool is_joined = false;   // in a join or restriction: so may `univ` have dead objects
  };
  struct Bound {
    std::vector<logic::Decl> decls;
    std::uint32_t text_decls = 0;       // as in Part
    logic::Formula distinct = nullptr;  // of `disj` variables
    std::size_t count = 0;
    bool is_error = false;
  };
  friend class Expansion;
  /// While it lives, names are read after the call.
  class Primed {
   public:
    explicit Primed(Lowering& lowering) : lowering_(lowering) { set(program::State::Post, true); }
    ~Primed() { set(program::State::Pre, false); }
    Primed(const Primed&) = delete;
    Primed& operator=(const Primed&) = delete;

   private:
    void set(program::State state, bool primed) {
      lowering_.state_ = state;
      lowering_.primed_ = primed;
    }
    Lowering& lowering_;
  };

  // lowering_sets.cpp
  Value set(const Expr& expr, Hint hint);
  Value unary(const Expr& expr, Hint hint);
  Value binary(const Expr& expr, Hint hint);
  Value setOperator(const Expr& expr, Hint hint);
  Value overriding(const Expr& expr, Hint hint);
  Value join(const Expr& left, const Expr& right, const Expr& whole, Hint hint);
  Value joinValues(const Value& left, const Value& right, const Expr& whole);
  Value restriction(const Expr& expr, Hint hint);
  Value closure(const Expr& expr, Hint hint);
  Value conditional(const Expr& expr, Hint hint);
  Value quantifiedSet(const Expr& expr);
  Value prime(const Expr& expr, Hint hint);
  bool alignColumns(Value& left, Value& right, const Expr& expr);
  bool requireBounded(const Value& value, const Expr& expr);
  bool requireSet(const Value& operand, const Expr& expr);
  bool isSingleNumber(const Value& value) const;
  Value error();

  // lowering_names.cpp
  Value name(const Expr& expr, Hint hint);
  Value constant(const Expr& expr, Hint hint);
  logic::Expr everythingLive();
  Value box(const Expr& expr, Hint hint);
  std::optional<Value> builtin(const Expr& expr);
  std::optional<Value> element(const Value& pointer, const Value& index);
  std::optional<Value> nestedElement(const Expr& expr);
  std::optional<Value> placeInArray(const std::string& name, const Value& pointer, const Expr& expr);
  std::vector<const program::Field*> arraysOf(const program::ClassDecl* class_decl) const;
  Value application(const FunctionEntry& function, const Expr& expr);
  std::optional<std::vector<Binding>> arguments(const FunctionEntry& function, const Expr& expr);
  Value objectOrText(logic::Expr expr, program::TypeRef type, program::State state);
  Value parameterValue(const program::Local& local);
  Value returned(const Expr& expr);
  Value classValue(const Expr& expr, const std::vector<const program::ClassDecl*>& classes);
  Value unionOf(const Expr& expr, const std::vector<const program::Field*>& fields);
  std::optional<Value> ghost(const Expr& expr, Hint hint);
  Value unknownName(const Expr& expr, Hint hint);
  const Value* findBinding(const std::string& name) const;
  bool isOfFunction(const std::string& name) const;
  /// `head[…]` is an element of the variable of that name, or its join: not an application of a function.
  bool isVariableApplied(const Expr& head) const;
  /// That a name means a variable and not the other thing that is called so.
  void noteHidden(const Expr& expr, const std::vector<const program::Field*>& fields);
  std::vector<const program::Field*> fieldsWithin(const std::vector<const program::Field*>& fields,
                                                  const std::vector<Column>& owners) const;
  bool isClassAndField(const Expr& expr) const;
  const program::Local* findParameter(const std::string& name) const;
  const FunctionEntry* functionOf(const Expr& expr) const;
  bool applies(const Expr& expr, std::string_view builtin_name) const;
  bool mayUsePrimes(const Expr& expr, const std::string& function);

  // lowering_formulas.cpp
  bool isFormula(const Expr& expr) const;
  Part part(const Expr& expr, Part::Shape shape, logic::Formula formula, std::vector<Part> parts = {});
  Part unaryFormula(const Expr& expr);
  Part connective(const Expr& expr);
  Part conditionalFormula(const Expr& expr);
  Part letFormula(const Expr& expr);
  Part comparison(const Expr& expr);
  Part freshness(const Expr& expr);
  Part broken(const Expr& expr);
  Part sizeTest(const Expr& expr);
  Part quantified(const Expr& expr);
  Part truthOf(const Expr& expr);
  Part block(const Expr& expr);
  Part predicate(const FunctionEntry& function, const Expr& expr);
  void addTerm(Part& part, const Expr& expr, const Value& value);
  Bound bindDeclarations(const std::vector<VariableDecl>& decls);
  void unbind(std::size_t count) { bindings_.resize(bindings_.size() - count); }

  LoweringContext shared_;
  SourceTextPtr text_;
  Role role_;
  const program::Procedure* procedure_;
  program::State state_;
  bool primed_ = false;
  int quiet_ = 0;
  std::vector<const FunctionDecl*> expanding_;
  std::vector<Binding> bindings_;
  std::set<std::string> noted_;  // names whose hidden meaning was reported
};

/// While it lives, the lowering is inside a function's body: only the parameters are in scope, and mistakes are not
/// reported again.
class Expansion {
 public:
  Expansion(Lowering& lowering, const FunctionEntry& function, std::vector<Binding> arguments);
  ~Expansion();
  Expansion(const Expansion&) = delete;
  Expansion& operator=(const Expansion&) = delete;

 private:
  Lowering& lowering_;
  std::vector<Binding> bindings_;
  SourceTextPtr text_;
  const program::Procedure* procedure_;
};

}  // namespace weir::specs
