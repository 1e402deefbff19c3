// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/well_formed.h"

#include <algorithm>
#include <set>

#include "ir/program/well_formed_expression.h"
#include "support/invariant.h"

namespace weir::program {
namespace {

class Checker {
 public:
  explicit Checker(const Procedure& procedure) : procedure_(procedure) {}

  void check() {
    head();
    body(procedure_.body);
  }

 private:
  struct Enclosing {
    std::string label;
    bool may_continue;  // in the body of a loop
  };

  [[noreturn]] void fail(const std::string& what) const {
    std::string text = "not well-formed: " + procedure_.signature + ": ";
    if (current_ != nullptr) text += std::to_string(current_->id) + ": " + toString(*current_) + ": ";
    throw InternalError(text + what);
  }
  void require(bool condition, const std::string& what) const {
    if (!condition) fail(what);
  }

  void head() const {
    require(procedure_.result != nullptr, "no result type");
    require(procedure_.result->kind == TypeKind::Void || procedure_.result->isScalar() ||
                procedure_.result->kind == TypeKind::Unsupported,
            "the result is neither void nor a scalar");
    require(!procedure_.is_external || procedure_.body.empty(), "an external procedure with a body");
    for (std::size_t i = 0; i < procedure_.locals.size(); ++i) {
      const Local& local = *procedure_.locals[i];
      require(local.index == static_cast<int>(i), "the local " + local.name + " has the wrong index");
      require(local.type != nullptr, "the local " + local.name + " has no type");
      require(local.type->isScalar() || local.type->kind == TypeKind::Unsupported,
              "the local " + local.name + " of type " + toString(local.type) + " is no scalar");
    }
    for (const Local* parameter : procedure_.parameters) {
      require(owns(parameter), "the parameter " + parameter->name + " is not one of the locals");
      require(parameter->is_parameter, "the parameter " + parameter->name + " is not marked as one");
    }
  }

  bool owns(const Local* local) const {
    return local->index >= 0 && local->index < static_cast<int>(procedure_.locals.size()) &&
           procedure_.locals[local->index] == local;
  }

  void body(const Body& statements) {
    for (const auto& stmt : statements) {
      require(stmt != nullptr, "a missing statement");
      current_ = stmt.get();
      statement(*stmt);
    }
  }

  TypeRef expression(ExprRef expr, const char* role) const {
    require(expr != nullptr, std::string("no ") + role);
    if (const auto wrong = whatIsWrong(expr, procedure_)) fail(*wrong);
    return expr->type;
  }

  void condition(ExprRef expr) const {
    require(expression(expr, "condition")->kind == TypeKind::Bool, "the condition is not of type bool");
  }

  void index(ExprRef expr, const Field* field) const {
    require((expr != nullptr) == field->type->isArray(), "an index where there is no array, or none where there is");
    if (expr != nullptr) require(expression(expr, "index")->isInteger(), "the index is no integer");
  }

  void target(const Local* local, TypeRef value) const {
    require(local != nullptr, "no target");
    require(owns(local), "the target " + local->name + " belongs to another procedure");
    require(convertsImplicitly(value, local->type),
            "a value of type " + toString(value) + " does not fit the target of type " + toString(local->type));
  }

  void fits(TypeRef value, TypeRef place, const std::string& role) const {
    require(convertsImplicitly(value, place),
            role + ": " + toString(value) + " where " + toString(place) + " is expected");
  }

  void fieldAccess(ExprRef object, const Field* field, ExprRef index_expr) const {
    require(field != nullptr, "no field");
    if (const auto wrong = whatIsWrongWithAccess(expression(object, "object"), field)) fail(*wrong);
    require(field->elementType()->isScalar(), "the field " + field->name + " holds no scalars");
    index(index_expr, field);
  }

  void label(const std::string& name) {
    require(!name.empty(), "an empty label");
    require(labels_.insert(name).second, "the label " + name + " is used twice");
  }

  void allocate(const AllocateStmt& allocation) const {
    const ClassDecl* class_decl = allocation.class_decl;
    require(class_decl != nullptr, "no class");
    require(!class_decl->is_abstract, "an object of an abstract class");
    require(!class_decl->is_globals, "a second globals object");
    require((allocation.extent != nullptr) == class_decl->is_array, "an extent is for heap arrays");
    require(allocation.target != nullptr && owns(allocation.target), "no target of this procedure");
    const TypeRef type = allocation.target->type;
    if (allocation.extent != nullptr)
      require(expression(allocation.extent, "extent")->isInteger(), "the extent is no integer");
    if (type->isVoidPointer()) return;
    if (class_decl->is_array && !class_decl->fields.front()->holdsParts()) {
      require(type->isSlotPointer() && sameRepresentation(type->pointee, class_decl->fields.front()->elementType()),
              "the target is no pointer to an element");
      return;
    }
    const ClassDecl* object_class =
        class_decl->is_array ? class_decl->fields.front()->elementType()->class_decl : class_decl;
    require(type->isObjectPointer() && object_class->derivesFrom(type->pointee->class_decl),
            "the target is no pointer to the object");
  }

  void call(const CallStmt& statement) const {
    require((statement.callee != nullptr) != (statement.function != nullptr),
            "a call is of a procedure or of a function pointer");
    std::vector<TypeRef> wanted;
    TypeRef result = nullptr;
    if (statement.callee != nullptr) {
      for (const Local* parameter : statement.callee->parameters) wanted.push_back(parameter->type);
      result = statement.callee->result;
    } else {
      const TypeRef type = expression(statement.function, "function");
      require(type->isFunctionPointer(), "the called value is no function pointer");
      wanted = type->pointee->parameters;
      result = type->pointee->result;
    }
    require(wanted.size() == statement.arguments.size(), "wrong number of arguments");
    for (std::size_t i = 0; i < wanted.size(); ++i)
      fits(expression(statement.arguments[i], "argument"), wanted[i], "argument " + std::to_string(i));
    if (statement.dispatch)
      require(statement.callee != nullptr && statement.callee->is_virtual && statement.callee->method_of != nullptr,
              "dispatch of what is no virtual method");
    if (statement.target != nullptr) target(statement.target, result);
  }

  void loop(const LoopStmt& statement) {
    label(statement.label);
    enclosing_.push_back({statement.label, false});
    body(statement.header);
    current_ = &statement;
    condition(statement.condition);
    enclosing_.back().may_continue = true;
    body(statement.body);
    enclosing_.back().may_continue = false;
    body(statement.step);
    enclosing_.pop_back();
  }

  void thrown(const ThrowStmt& statement) const {
    require((statement.thrown != nullptr) == (statement.value != nullptr), "a throw has a type and a value or neither");
    if (statement.thrown == nullptr) return;
    const TypeRef value = expression(statement.value, "value");
    if (statement.thrown->isClass())
      require(value->isObjectPointer() && value->pointee->class_decl->derivesFrom(statement.thrown->class_decl),
              "the value is no pointer to the exception object");
    else
      fits(value, statement.thrown, "the value");
  }

  void handlers(const TryStmt& statement) {
    for (const Handler& handler : statement.handlers) {
      current_ = &statement;
      if (handler.variable != nullptr) {
        require(owns(handler.variable), "the handler's variable belongs to another procedure");
        require(handler.caught != nullptr, "catch (...) has no variable");
        const TypeRef type = handler.variable->type;
        require(handler.caught->isClass()
                    ? type->isObjectPointer() && handler.caught->class_decl->derivesFrom(type->pointee->class_decl)
                    : convertsImplicitly(handler.caught, type),
                "the handler's variable does not fit what it catches");
      }
      body(handler.body);
    }
  }

  void statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Assign:
        target(as<AssignStmt>(stmt).target, expression(as<AssignStmt>(stmt).value, "value"));
        return;
      case StmtKind::Load: {
        const auto& load = as<LoadStmt>(stmt);
        fieldAccess(load.object, load.field, load.index);
        target(load.target, load.field->elementType());
        return;
      }
      case StmtKind::Store: {
        const auto& store = as<StoreStmt>(stmt);
        fieldAccess(store.object, store.field, store.index);
        fits(expression(store.value, "value"), store.field->elementType(), "the value");
        return;
      }
      case StmtKind::LoadSlot: {
        const TypeRef type = expression(as<LoadSlotStmt>(stmt).pointer, "pointer");
        require(type->isSlotPointer(), "the pointer points to no scalar");
        target(as<LoadSlotStmt>(stmt).target, type->pointee);
        return;
      }
      case StmtKind::StoreSlot: {
        const TypeRef type = expression(as<StoreSlotStmt>(stmt).pointer, "pointer");
        require(type->isSlotPointer(), "the pointer points to no scalar");
        fits(expression(as<StoreSlotStmt>(stmt).value, "value"), type->pointee, "the value");
        return;
      }
      case StmtKind::Allocate: allocate(as<AllocateStmt>(stmt)); return;
      case StmtKind::Free:
        require(expression(as<FreeStmt>(stmt).pointer, "pointer")->isPointer(), "free of what is no pointer");
        return;
      case StmtKind::Call: call(as<CallStmt>(stmt)); return;
      case StmtKind::If:
        condition(as<IfStmt>(stmt).condition);
        body(as<IfStmt>(stmt).then_body);
        body(as<IfStmt>(stmt).else_body);
        return;
      case StmtKind::Loop: loop(as<LoopStmt>(stmt)); return;
      case StmtKind::Block:
        label(as<BlockStmt>(stmt).label);
        enclosing_.push_back({as<BlockStmt>(stmt).label, false});
        body(as<BlockStmt>(stmt).body);
        enclosing_.pop_back();
        return;
      case StmtKind::Break:
        require(std::any_of(enclosing_.begin(), enclosing_.end(),
                            [&](const Enclosing& outer) { return outer.label == as<BreakStmt>(stmt).label; }),
                "the label is not that of an enclosing block or loop");
        return;
      case StmtKind::Continue:
        require(std::any_of(enclosing_.begin(), enclosing_.end(),
                            [&](const Enclosing& outer) {
                              return outer.label == as<ContinueStmt>(stmt).label && outer.may_continue;
                            }),
                "the label is not that of a loop whose body this is in");
        return;
      case StmtKind::Return: {
        const ExprRef value = as<ReturnStmt>(stmt).value;
        require((value != nullptr) == (procedure_.result->kind != TypeKind::Void), "a return of the wrong kind");
        if (value != nullptr) fits(expression(value, "value"), procedure_.result, "the result");
        return;
      }
      case StmtKind::Throw: thrown(as<ThrowStmt>(stmt)); return;
      case StmtKind::Try:
        body(as<TryStmt>(stmt).body);
        handlers(as<TryStmt>(stmt));
        return;
      case StmtKind::Assume: condition(as<AssumeStmt>(stmt).condition); return;
      case StmtKind::Assert:
        require((as<AssertStmt>(stmt).condition != nullptr) == hasCondition(as<AssertStmt>(stmt).what),
                "an assert has a condition, an exit has none");
        if (as<AssertStmt>(stmt).condition != nullptr) condition(as<AssertStmt>(stmt).condition);
        return;
      case StmtKind::Unsupported:
        require(!as<UnsupportedStmt>(stmt).reason.empty(), "an unsupported statement without a reason");
        return;
    }
  }

  const Procedure& procedure_;
  const Stmt* current_ = nullptr;
  std::vector<Enclosing> enclosing_;
  std::set<std::string> labels_;
};

/// A part inside itself would make an object infinite.
bool contains(const ClassDecl* outer, const ClassDecl* inner, int depth = 0) {
  if (depth > 64) return true;
  for (const ClassDecl* base : outer->bases)
    if (base == inner || contains(base, inner, depth + 1)) return true;
  for (const Field* field : outer->fields)
    if (field->holdsParts()) {
      const ClassDecl* part = field->elementType()->class_decl;
      if (part == inner || contains(part, inner, depth + 1)) return true;
    }
  return false;
}

void checkClass(const ClassDecl& class_decl) {
  const auto fail = [&](const std::string& what) {
    throw InternalError("not well-formed: class " + class_decl.name + ": " + what);
  };
  std::set<std::string> names;
  for (const Field* field : class_decl.fields) {
    if (field->type == nullptr) fail("the field " + field->name + " has no type");
    if (field->owner != &class_decl) fail("the field " + field->name + " belongs to another class");
    if (!names.insert(field->name).second) fail("two fields " + field->name);
    const TypeKind kind = field->elementType()->kind;
    if (kind == TypeKind::Void || kind == TypeKind::Function || kind == TypeKind::Array)
      fail("the field " + field->name + " has type " + toString(field->type));
    if (field->type->isArray() && !field->type->extent && !class_decl.is_array)
      fail("the array " + field->name + " has no extent");
  }
  if ((class_decl.is_array || class_decl.is_box) && class_decl.fields.size() != 1) fail("it should have one field");
  if (contains(&class_decl, &class_decl)) fail("it contains itself");
}

}  // namespace

void checkWellFormed(const Program&, const Procedure& procedure) { Checker(procedure).check(); }

void checkWellFormed(const Program& program) {
  for (const ClassDecl* class_decl : program.classes()) checkClass(*class_decl);
  for (const Procedure* procedure : program.procedures()) checkWellFormed(program, *procedure);
}

}  // namespace weir::program
