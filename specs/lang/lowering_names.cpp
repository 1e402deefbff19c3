// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names: variables, parameters, fields, classes, globals, enumerators.
#include <algorithm>

#include "specs/lang/advice.h"
#include "specs/lang/lowering.h"
#include "specs/lang/model.h"
#include "specs/lang/model_state.h"
#include "support/invariant.h"

namespace weir::specs {
namespace {

std::string didYouMean(const std::string& name, const std::vector<std::string>& candidates) {
  const auto near = nearestName(name, candidates);
  return near ? "; did you mean '" + *near + "'?" : "";
}

}  // namespace

Lowering::Lowering(const LoweringContext& shared, SourceTextPtr text, Role role, const program::Procedure* procedure,
                   program::State state)
    : shared_(shared), text_(std::move(text)), role_(role), procedure_(procedure), state_(state) {}

void Lowering::report(Span span, std::string message) {
  if (quiet_ == 0) shared_.diagnostics.error(text_->rangeOf(span), std::move(message));
}

void Lowering::note(const Expr& expr, std::string message) {
  if (quiet_ == 0 && !text_->path().starts_with('<')) shared_.diagnostics.note(text_->rangeOf(expr.span), message);
}

const Value* Lowering::findBinding(const std::string& name) const {
  for (auto binding = bindings_.rbegin(); binding != bindings_.rend(); ++binding)
    if (binding->name == name) return &binding->value;
  return nullptr;
}

bool Lowering::isOfFunction(const std::string& name) const {
  for (auto binding = bindings_.rbegin(); binding != bindings_.rend(); ++binding)
    if (binding->name == name) return binding->is_of_function;
  return false;
}

const program::Local* Lowering::findParameter(const std::string& name) const {
  if (procedure_ == nullptr) return nullptr;
  for (const program::Local* parameter : procedure_->parameters)
    if (parameter->name == name) return parameter;
  return nullptr;
}

Value Lowering::parameterValue(const program::Local& local) {
  const logic::Expr expr = context().relation(shared_.vocabulary.parameter(&local));
  if (local.is_reference && local.type->isSlotPointer())
    return {shared_.vocabulary.deref(expr, local.type->pointee, state_),
            shared_.types.ofProgramType(local.type->pointee)};
  return objectOrText(expr, local.type, state_);
}

/// What a variable or a result is: an object, or the value of the string that is passed or pointed to.
Value Lowering::objectOrText(logic::Expr expr, program::TypeRef type, program::State state) {
  if (type->isObjectPointer()) type = type->pointee;
  return {readElement(shared_.vocabulary, expr, type, state), shared_.types.ofProgramType(type)};
}

std::optional<Value> Lowering::referenceSlot(const Expr& expr) {
  if (expr.kind != ExprKind::Name || findBinding(expr.name) != nullptr) return std::nullopt;
  const program::Local* local = findParameter(expr.name);
  if (local == nullptr || !local->is_reference || !local->type->isSlotPointer()) return std::nullopt;
  return Value{context().relation(shared_.vocabulary.parameter(local)), shared_.types.ofProgramType(local->type)};
}

std::vector<const program::Field*> Lowering::fieldsWithin(const std::vector<const program::Field*>& fields,
                                                          const std::vector<Column>& owners) const {
  std::vector<const program::Field*> here;
  for (const program::Field* field : fields)
    if (shared_.types.overlap(owners, {Column{Column::Kind::Object, field->owner}})) here.push_back(field);
  return here;
}

void Lowering::noteHidden(const Expr& expr, const std::vector<const program::Field*>& fields) {
  const bool is_bound = findBinding(expr.name) != nullptr;
  // What a fun or pred is given is meant to be called as its fields are: `pred list[head: Cell, next: Cell -> Cell]`.
  if (is_bound && isOfFunction(expr.name) && findBinding(expr.name)->type.arity > 1) return;
  const FunctionEntry* function = shared_.functions.find(expr.name, text_);
  std::string hidden;
  if (!fields.empty()) {
    const std::string field = fields.front()->owner->name + "::" + expr.name;
    hidden = "the field '" + field + "'; write '" + field + "' for that";
  } else if (function != nullptr && function->parameters.empty()) {
    hidden = std::string("the ") + (function->decl->predicate ? "pred" : "fun") + " of that name";
  } else if (is_bound && shared_.names.global(expr.name) != nullptr) {
    hidden = "the global of that name";
  } else if (is_bound && !shared_.names.classes(expr.name).empty()) {
    hidden = "the class of that name";
  }
  // That a parameter hides a global or a class is as in the program's own code.
  if (hidden.empty() || quiet_ > 0 || !noted_.insert(expr.name).second) return;
  note(expr, "'" + expr.name + "' is the " + (is_bound ? "variable" : "parameter") + " here, not " + hidden);
}

bool Lowering::isClassAndField(const Expr& expr) const {
  if (expr.kind == ExprKind::Unary && expr.op == Op::Prime) return isClassAndField(*expr.children[0]);
  return expr.kind == ExprKind::Name && findBinding(expr.name) == nullptr && findParameter(expr.name) == nullptr &&
         !shared_.names.fields(expr.name).empty() && !shared_.names.classes(expr.name).empty();
}

Value Lowering::name(const Expr& expr, Hint hint) {
  std::vector<const program::Field*> fields = shared_.names.fields(expr.name);
  const auto here = hint.first != nullptr ? fieldsWithin(fields, *hint.first) : std::vector<const program::Field*>();
  const Value* binding = findBinding(expr.name);
  const program::Local* parameter = binding == nullptr ? findParameter(expr.name) : nullptr;
  // A variable wins wherever it can stand. In `this.key`, with a parameter `key`, both sides would be sets, which
  // cannot be joined: that is the field.
  if ((binding != nullptr && (!hint.behind_set || binding->type.arity != 1)) ||
      (parameter != nullptr && !hint.behind_set)) {
    noteHidden(expr, here);
    return binding != nullptr ? *binding : parameterValue(*parameter);
  }
  if (hint.first != nullptr) {
    if (!here.empty()) return unionOf(expr, here);
    if (auto value = ghost(expr, hint)) return *value;
  }
  if (binding != nullptr) return *binding;
  if (parameter != nullptr) return parameterValue(*parameter);
  if (const FunctionEntry* function = functionOf(expr)) return application(*function, expr);
  if (hint.first == nullptr)
    if (auto value = ghost(expr, hint)) return *value;
  if (const program::Field* global = shared_.names.global(expr.name)) {
    const Value field = unionOf(expr, {global});
    if (field.isError()) return field;
    return {context().join(context().relation(shared_.vocabulary.globalsObject()), field.expr),
            shared_.types.ofProgramType(global->type)};
  }
  if (hint.last != nullptr) {
    std::vector<const program::Field*> leading_there;
    for (const program::Field* field : fields) {
      const Type type = shared_.types.ofField(*field);
      if (!type.is_error && shared_.types.overlap(*hint.last, type.last())) leading_there.push_back(field);
    }
    if (!leading_there.empty()) fields = leading_there;
  }
  const auto classes = shared_.names.classes(expr.name);
  if (!fields.empty() && hint.first == nullptr && (classes.empty() || hint.relation)) return unionOf(expr, fields);
  if (!classes.empty()) {
    if (!fields.empty() && hint.first == nullptr && noted_.insert(expr.name).second) {
      const std::string field = fields.front()->owner->name + "::" + expr.name;
      note(expr,
           "'" + expr.name + "' is the class here, not the field '" + field + "'; write '" + field + "' for that");
    }
    return classValue(expr, classes);
  }
  if (const program::Integer* enumerator = shared_.names.enumerator(expr.name))
    return {context().integer(*enumerator), Type::integer()};
  if (hint.first == nullptr)
    if (const auto functions = shared_.names.functionValues(expr.name); functions.size() == 1)
      return {context().relation(shared_.vocabulary.procedureAtom(functions.front())),
              Type::of({Column::Kind::Function})};
  if (isNullWord(expr.name) && hint.first == nullptr) return {context().none(1), Type::empty()};
  return unknownName(expr, hint);
}

std::optional<Value> Lowering::ghost(const Expr& expr, Hint hint) {
  if (shared_.ghosts == nullptr) return std::nullopt;
  for (const Ghost& field : *shared_.ghosts) {
    if (field.name != expr.name || (hint.first != nullptr && !shared_.types.overlap(*hint.first, field.type.first())))
      continue;
    const bool many = field.multiplicity == Multiplicity::Set || field.multiplicity == Multiplicity::Some;
    return Value{context().relation(state_ == program::State::Pre ? field.before : field.after), field.type, many};
  }
  return std::nullopt;
}

Value Lowering::classValue(const Expr& expr, const std::vector<const program::ClassDecl*>& classes) {
  if (classes.size() > 1) {
    report(expr, "'" + expr.name + "' may be '" + classes[0]->name + "' or '" + classes[1]->name + "'; qualify it");
    return error();
  }
  return {shared_.vocabulary.liveObjects(classes.front(), state_), Type::object(classes.front())};
}

Value Lowering::unionOf(const Expr& expr, const std::vector<const program::Field*>& fields) {
  Value result;
  for (const program::Field* field : fields) {
    const Type declared = shared_.types.ofField(*field);
    const auto ghost_state = ghostState(shared_.vocabulary, shared_.types, *field, state_);
    if (declared.is_error && !ghost_state) {
      const program::TypeRef element = field->elementType();
      report(expr, "field '" + field->owner->name + "::" + field->name +
                       "' has a type that specifications cannot read: " +
                       (element->reason.empty() ? program::toString(field->type) : element->reason));
      return error();
    }
    const Type type = ghost_state ? ghost_state->type : declared;
    const logic::Expr relation =
        ghost_state
            ? ghost_state->expr
            : readElement(shared_.vocabulary, shared_.vocabulary.fieldOf(field, state_), field->elementType(), state_);
    if (result.expr == nullptr) {
      result = {relation, type, ghost_state && ghost_state->many};
      continue;
    }
    if (relation->arity != result.expr->arity || relation->int_columns != result.expr->int_columns) {
      report(expr, "'" + expr.name + "' is a field of unrelated types, in '" + fields.front()->owner->name +
                       "' and in '" + field->owner->name + "'; write '" + field->owner->name + "::" + field->name +
                       "'");
      return error();
    }
    result.expr = context().unite(result.expr, relation);
    result.type = shared_.types.unite(result.type, type);
  }
  return result;
}

std::vector<const program::Field*> Lowering::fieldsBehind(const Expr& name, const std::vector<Column>& columns) {
  std::vector<const program::Field*> here;
  for (const program::Field* field : shared_.names.fields(name.name))
    if (shared_.types.overlap(columns, {Column{Column::Kind::Object, field->owner}})) here.push_back(field);
  if (here.empty()) unknownName(name, {&columns, nullptr});
  return here;
}

Value Lowering::unknownName(const Expr& expr, Hint hint) {
  const std::string& name = expr.name;
  if (hint.first != nullptr && hint.first->size() == 1 && hint.first->front().kind == Column::Kind::Object) {
    const program::ClassDecl& class_decl = *hint.first->front().class_decl;
    std::string message = "no field '" + name + "' in class '" + class_decl.name + "'";
    const std::vector<const program::Field*> elsewhere = shared_.names.fields(name);
    message += elsewhere.empty() ? didYouMean(name, NameTable::fieldNames(class_decl))
                                 : "; it is a field of '" + elsewhere.front()->owner->name + "'";
    report(expr, std::move(message));
    return error();
  }
  if (hint.first != nullptr && !shared_.names.fields(name).empty()) {
    Type left;
    left.arity = 1;
    for (const Column& column : *hint.first) left.products.push_back({column});
    report(expr, "this join is always empty: left ends in " + toString(left) + ", '" + name + "' is a field of '" +
                     shared_.names.fields(name).front()->owner->name + "'");
    return error();
  }
  std::vector<std::string> candidates = shared_.names.fieldNames();
  for (const auto& more : {shared_.names.classNames(), shared_.functions.names(), shared_.names.valueNames()})
    candidates.insert(candidates.end(), more.begin(), more.end());
  for (const Binding& binding : bindings_) candidates.push_back(binding.name);
  if (procedure_ != nullptr)
    for (const program::Local* parameter : procedure_->parameters) candidates.push_back(parameter->name);
  const std::string word = wordFor(name);
  report(expr, "nothing is called '" + name + "'" + (word.empty() ? didYouMean(name, candidates) : word));
  return error();
}

// The state of the solver has objects that are not there yet, or not any more, and more of them with a larger scope:
// nobody can want to count or to list them. Beside something else they do not matter.
logic::Expr Lowering::everythingLive() {
  logic::Expr all = context().none(1);
  for (const program::ClassDecl* class_decl : shared_.vocabulary.program().classes()) {
    if (class_decl->is_globals || class_decl->is_box || class_decl->is_array || !class_decl->bases.empty()) continue;
    all = context().unite(all, shared_.vocabulary.liveObjects(class_decl, state_));
  }
  return all;
}

Value Lowering::constant(const Expr& expr, Hint hint) {
  switch (expr.op) {
    case Op::Empty:
    case Op::Null: return {context().none(1), Type::empty()};
    case Op::Univ: return {hint.is_joined ? context().univ() : everythingLive(), Type::anything()};
    case Op::Iden: {
      const Column any{Column::Kind::Anything};
      const Type type{2, {{any, any}}};
      if (hint.is_filter) return {context().iden(), type};
      return {context().domainRestrict(everythingLive(), context().iden()), type};
    }
    // A string is an integer too: the domain of a map from strings, as well.
    case Op::Ints: {
      const Type type = shared_.types.unite(Type::integer(), Type::text());
      return {context().integers(), type, true, true};
    }
    case Op::True:
    case Op::False: return {context().integer(expr.op == Op::True ? 1 : 0), Type::boolean()};
    case Op::Return: return returned(expr);
    case Op::This: break;
    default: UNREACHABLE("a constant should be one of the language's");
  }
  if (const Value* binding = findBinding("this")) return *binding;
  if (const program::Local* parameter = findParameter("this")) return parameterValue(*parameter);
  report(expr, procedure_ == nullptr ? "there is no 'this' here; declare a parameter"
                                     : "'" + procedure_->name + "' has no 'this'");
  return error();
}

Value Lowering::returned(const Expr& expr) {
  if (const Value* binding = findBinding("return")) return *binding;
  if (procedure_ == nullptr || role_ != Role::Ensures) {
    report(expr, procedure_ == nullptr ? "there is no 'return' here; declare a parameter"
                                       : "'return' is known after the call; it can only be used in 'ensures'");
    return error();
  }
  if (procedure_->has_result_parameter) {
    const program::Local& result = *procedure_->parameters.back();
    return objectOrText(context().relation(shared_.vocabulary.parameter(&result)), result.type, program::State::Post);
  }
  if (!procedure_->result->isScalar()) {
    report(expr, "'" + procedure_->name + "' returns nothing that a specification can read");
    return error();
  }
  const logic::Expr result = context().relation(shared_.vocabulary.result(procedure_));
  if (procedure_->result_is_reference && procedure_->result->isSlotPointer())
    return {shared_.vocabulary.deref(result, procedure_->result->pointee, program::State::Post),
            shared_.types.ofProgramType(procedure_->result->pointee)};
  return objectOrText(result, procedure_->result, program::State::Post);
}

// What a declaration says, read as a type: classes and Int have no extent there.
Type Lowering::declaredType(const Expr& expr) {
  if (expr.kind == ExprKind::Binary && expr.op == Op::Product)
    return shared_.types.product(declaredType(*expr.children[0]), declaredType(*expr.children[1]));
  if (expr.kind == ExprKind::Binary && expr.op == Op::Union)
    return shared_.types.unite(declaredType(*expr.children[0]), declaredType(*expr.children[1]));
  if (expr.kind == ExprKind::Name && shared_.aliases != nullptr)
    if (const auto alias = shared_.aliases->find(expr.name); alias != shared_.aliases->end()) return alias->second;
  if (expr.kind == ExprKind::Name && expr.name == "bool") return Type::boolean();
  if (expr.kind == ExprKind::Name && expr.name == "int") return Type::integer();
  if (expr.kind == ExprKind::Name && expr.name == "std::string") return Type::text();
  if (expr.kind == ExprKind::Name && findBinding(expr.name) == nullptr && shared_.names.classes(expr.name).empty()) {
    const std::string meant = shared_.names.aliased(expr.name);
    if (meant == "Int") return Type::integer();
    if (meant == "bool") return Type::boolean();
  }
  if (expr.kind == ExprKind::Constant && expr.op == Op::Ints) return Type::integer();
  return set(expr).type;
}

}  // namespace weir::specs
