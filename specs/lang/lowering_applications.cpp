// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes: box joins, elements, what the language defines, and the fun and pred of the specification.
#include <algorithm>

#include "specs/lang/lowering.h"
#include "support/invariant.h"

namespace weir::specs {

bool Lowering::applies(const Expr& expr, std::string_view builtin_name) const {
  return expr.kind == ExprKind::Box && expr.children[0]->kind == ExprKind::Name &&
         expr.children[0]->name == builtin_name && !isVariableApplied(*expr.children[0]);
}

bool Lowering::isVariableApplied(const Expr& head) const {
  Type type;
  if (const Value* binding = findBinding(head.name)) {
    type = binding->type;
  } else if (const program::Local* parameter = findParameter(head.name)) {
    type = shared_.types.ofProgramType(parameter->type);
  } else {
    return false;
  }
  // A number, or an object that is in no array, has neither elements nor columns to join: `list[list, next]`.
  if (type.is_error || type.arity != 1) return true;
  return std::ranges::any_of(type.last(), [&](const Column& column) {
    return column.kind == Column::Kind::Slot ||
           (column.kind == Column::Kind::Object && !arraysOf(column.class_decl).empty());
  });
}

// The function a name or box applies, unless a variable or parameter has its name.
const FunctionEntry* Lowering::functionOf(const Expr& expr) const {
  const bool is_box = expr.kind == ExprKind::Box;
  const Expr& head = is_box ? *expr.children[0] : expr;
  if (head.kind != ExprKind::Name) return nullptr;
  const bool is_variable = findBinding(head.name) != nullptr || findParameter(head.name) != nullptr;
  if (is_variable && (!is_box || isVariableApplied(head))) return nullptr;
  const FunctionEntry* function = shared_.functions.find(head.name, text_);
  if (function == nullptr) return nullptr;
  // What takes arguments is applied where it gets them. A library does not take names from the program: `use <heap>`
  // has a `list` and a `length`, and so may the program.
  const std::size_t given = is_box ? expr.children.size() - 1 : 0;
  if (given == function->parameters.size()) return function;
  const bool is_yielding = !is_box || (function->text != nullptr && function->text->path().starts_with('<'));
  const NameTable& names = shared_.names;
  const bool names_other = !names.fields(head.name).empty() || !names.classes(head.name).empty() ||
                           names.global(head.name) != nullptr || names.enumerator(head.name) != nullptr;
  return is_yielding && names_other ? nullptr : function;
}

// Primes need a clause about both states, and do not nest. `function` is the one that contains them, if the
// expression applies one.
bool Lowering::mayUsePrimes(const Expr& expr, const std::string& function) {
  const std::string who = function.empty() ? "" : "'" + function + "' uses a prime: ";
  if (primed_) {
    report(expr, who + "a prime cannot stand under a prime");
    return false;
  }
  switch (role_) {
    case Role::Ensures:
    case Role::Definition: return true;
    case Role::Requires: report(expr, who + "'requires' can only mention the state before the call"); return false;
    case Role::Invariant: report(expr, who + "an invariant is about one state: it has no primes"); return false;
    case Role::Modifies: report(expr, who + "'modifies' is read before the call, without primes"); return false;
  }
  return false;
}

Expansion::Expansion(Lowering& lowering, const FunctionEntry& function, std::vector<Binding> arguments)
    : lowering_(lowering),
      bindings_(std::move(lowering.bindings_)),
      text_(std::move(lowering.text_)),
      procedure_(lowering.procedure_) {
  lowering.bindings_ = std::move(arguments);
  lowering.text_ = function.text;
  lowering.procedure_ = nullptr;
  lowering.expanding_.push_back(function.decl);
  ++lowering.quiet_;
}

Expansion::~Expansion() {
  --lowering_.quiet_;
  lowering_.expanding_.pop_back();
  lowering_.procedure_ = procedure_;
  lowering_.text_ = std::move(text_);
  lowering_.bindings_ = std::move(bindings_);
}

std::optional<std::vector<Binding>> Lowering::arguments(const FunctionEntry& function, const Expr& expr) {
  const std::string& name = function.decl->name.text;
  const std::size_t given = expr.kind == ExprKind::Box ? expr.children.size() - 1 : 0;
  if (given != function.parameters.size()) {
    const std::size_t wanted = function.parameters.size();
    report(expr, "'" + name + "' takes " + std::to_string(wanted) + (wanted == 1 ? " argument" : " arguments") + ", " +
                     std::to_string(given) + (given == 1 ? " is given" : " are given"));
    return std::nullopt;
  }
  if (std::find(expanding_.begin(), expanding_.end(), function.decl) != expanding_.end()) return std::nullopt;
  if (function.uses_prime && !mayUsePrimes(expr, name)) return std::nullopt;
  std::vector<Binding> bound;
  bool good = !function.is_broken;
  for (std::size_t i = 0; i < given; ++i) {
    const auto& [identifier, decl] = function.parameters[i];
    const Expr& argument = *expr.children[i + 1];
    // The declared type is a property of the declaration, so it is read in its text.
    Type declared;
    {
      const Expansion inside(*this, function, {});
      declared = declaredType(*decl->type);
    }
    Value value = set(argument, {nullptr, nullptr, false, declared.arity >= 2});
    if (value.isError() || declared.is_error) {
      good = false;
      continue;
    }
    if (value.type.isEmpty()) {
      value.expr = context().none(declared.arity, declared.intColumns());
      value.type = declared;
    } else if (!shared_.types.overlap(value.type, declared)) {
      report(argument, "argument '" + identifier.text + "' of '" + name + "' is " + toString(declared) + ", not " +
                           toString(value.type));
      good = false;
      continue;
    } else {
      value.type = shared_.types.intersect(value.type, declared);
    }
    value.many = value.many || decl->multiplicity == Multiplicity::Set;
    bound.push_back({identifier.text, std::move(value)});
  }
  if (!good) return std::nullopt;
  return bound;
}

Value Lowering::application(const FunctionEntry& function, const Expr& expr) {
  if (function.decl->predicate) return {context().fromFormula(predicate(function, expr).formula), Type::boolean()};
  auto bound = arguments(function, expr);
  if (!bound) return error();
  const Expansion inside(*this, function, std::move(*bound));
  Value value = set(*function.decl->body);
  value.many = value.many || function.decl->result_multiplicity == Multiplicity::Set;
  return value;
}

Part Lowering::predicate(const FunctionEntry& function, const Expr& expr) {
  auto bound = arguments(function, expr);
  if (!bound) return broken(expr);
  // A report that quotes the body says what its parameters are, unless they are called as the arguments are.
  std::vector<Term> parameters;
  for (std::size_t i = 0; i < bound->size(); ++i)
    if (const Binding& parameter = (*bound)[i]; text_->quote(expr.children[i + 1]->span) != parameter.name)
      parameters.push_back({parameter.name, parameter.value.expr, parameter.value.type.textColumns()});
  Part body;
  {
    const Expansion inside(*this, function, std::move(*bound));
    body = formula(*function.decl->body);
  }
  const logic::Formula meaning = body.formula;
  Part whole = part(expr, Part::Shape::Body, meaning, {std::move(body)});
  whole.terms = std::move(parameters);
  return whole;
}

Value Lowering::box(const Expr& expr, Hint hint) {
  if (const FunctionEntry* function = functionOf(expr)) return application(*function, expr);
  if (expr.children[0]->kind == ExprKind::Name && isBuiltinFunction(expr.children[0]->name) &&
      !isVariableApplied(*expr.children[0])) {
    if (auto value = builtin(expr)) return *value;
    return error();
  }
  if (auto value = nestedElement(expr)) return *value;
  // The arguments first: what they are decides which field the head names.
  std::vector<Value> arguments;
  for (std::size_t i = 1; i < expr.children.size(); ++i) {
    arguments.push_back(set(*expr.children[i]));
    if (arguments.back().isError() || !requireBounded(arguments.back(), *expr.children[i])) return error();
  }
  const std::vector<Column> columns = arguments.front().type.last();
  const bool by_object = !columns.empty() && !columns.front().isNumber();
  const bool by_set = by_object && arguments.front().type.arity == 1;
  Value value = set(*expr.children[0], {by_object ? &columns : nullptr, hint.last, by_set, by_set});
  for (const Value& argument : arguments) {
    if (value.isError()) return value;
    if (auto found = element(value, argument))
      value = *found;
    else
      value = joinValues(argument, value, expr);
  }
  return value;
}

// `p[i]` where p points into an array: the element i further on. What is no array is one of a single element.
std::optional<Value> Lowering::element(const Value& pointer, const Value& index) {
  if (pointer.type.arity != 1 || pointer.type.products.size() != 1 || !index.type.isNumber()) return std::nullopt;
  const Column& column = pointer.type.products.front().front();
  const bool is_slot = column.kind == Column::Kind::Slot;
  if (!is_slot && column.kind != Column::Kind::Object) return std::nullopt;
  program::Vocabulary& vocabulary = shared_.vocabulary;
  const std::uint32_t numbers = is_slot && column.pointee->isInteger() ? 1 : 0;
  const logic::Formula at_itself = context().equal(index.expr, context().integer(0));
  logic::Expr value =
      is_slot ? context().none(1, numbers) : context().ifElse(at_itself, pointer.expr, context().none(1));
  for (const program::Field* field : is_slot ? vocabulary.slotFields(column.pointee) : arraysOf(column.class_decl)) {
    const logic::Relation owner_of = is_slot ? vocabulary.slotOwner(field) : vocabulary.partOwner(field);
    const logic::Expr owner = context().join(pointer.expr, context().relation(owner_of));
    logic::Expr here = context().join(owner, vocabulary.fieldOf(field, state_));
    const bool is_byte = is_slot && isByteOf(column.pointee, field->elementType());
    if (field->type->isArray()) {
      const logic::Relation index_of = is_slot ? vocabulary.slotIndex(field) : vocabulary.partIndex(field);
      const logic::Expr at = context().join(pointer.expr, context().relation(index_of));
      here = context().join(is_byte ? at : context().plus(at, index.expr), here);
    }
    if (is_byte || !field->type->isArray()) here = context().ifElse(at_itself, here, context().none(1, numbers));
    if (is_slot) here = vocabulary.seenAs(column.pointee, field, here);
    value = context().ifElse(context().some(owner), here, value);
  }
  return Value{value, is_slot ? shared_.types.ofProgramType(column.pointee) : pointer.type};
}

// Array fields whose elements are objects of this class.
std::vector<const program::Field*> Lowering::arraysOf(const program::ClassDecl* class_decl) const {
  std::vector<const program::Field*> fields;
  for (const program::ClassDecl* owner : shared_.vocabulary.program().classes())
    for (const program::Field* field : owner->fields)
      if (field->type->isArray() && field->holdsParts() && field->elementType()->class_decl == class_decl)
        fields.push_back(field);
  return fields;
}

// Of the heap array that p points into, `extent[p]`: how many elements it has, `position[p]`: which of them p points
// to. Nothing for any other pointer.
std::optional<Value> Lowering::placeInArray(const std::string& name, const Value& pointer, const Expr& expr) {
  program::Vocabulary& vocabulary = shared_.vocabulary;
  const bool is_pointer = pointer.type.arity == 1 && pointer.type.products.size() == 1;
  const Column column = is_pointer ? pointer.type.products.front().front() : Column{Column::Kind::Integer};
  if (column.kind != Column::Kind::Slot && column.kind != Column::Kind::Object) {
    report(expr, "'" + name + "' needs a pointer into an array, found " + toString(pointer.type));
    return std::nullopt;
  }
  const bool is_slot = column.kind == Column::Kind::Slot;
  logic::Expr value = context().none(1, 1);
  for (const program::Field* field : is_slot ? vocabulary.slotFields(column.pointee) : arraysOf(column.class_decl)) {
    if (!field->owner->is_array || (is_slot && isByteOf(column.pointee, field->elementType()))) continue;
    if (name == "position") {
      const logic::Relation index_of = is_slot ? vocabulary.slotIndex(field) : vocabulary.partIndex(field);
      value = context().unite(value, context().join(pointer.expr, context().relation(index_of)));
      continue;
    }
    const logic::Relation owner_of = is_slot ? vocabulary.slotOwner(field) : vocabulary.partOwner(field);
    const logic::Expr owner = context().join(pointer.expr, context().relation(owner_of));
    value = context().unite(value, context().join(owner, context().relation(vocabulary.extent(field->owner, state_))));
  }
  return Value{value, Type::integer()};
}

std::optional<Value> Lowering::builtin(const Expr& expr) {
  const std::string& name = expr.children[0]->name;
  if (name == "fresh") return Value{context().fromFormula(freshness(expr).formula), Type::boolean()};
  const std::optional<MachineInteger> machine = machineInteger(name);
  const bool is_unary = name == "deref" || name == "owner" || name == "extent" || name == "position" || machine;
  const std::size_t wanted = is_unary ? 1 : 2;
  if (expr.children.size() - 1 != wanted) {
    report(expr, "'" + name + "' takes " + std::to_string(wanted) + (wanted == 1 ? " argument" : " arguments"));
    return std::nullopt;
  }
  if (!is_unary) {
    const Value a = number(*expr.children[1]);
    const Value b = number(*expr.children[2]);
    if (a.isError() || b.isError()) return std::nullopt;
    if (name == "range") return Value{context().range(a.expr, b.expr), Type::integer(), true};
    if (name == "mul") return Value{context().times(a.expr, b.expr), Type::integer()};
    if (name == "div") return Value{context().divide(a.expr, b.expr), Type::integer()};
    if (name == "bitAnd") return Value{context().bitAnd(a.expr, b.expr), Type::integer()};
    if (name == "bitOr") return Value{context().bitOr(a.expr, b.expr), Type::integer()};
    if (name == "bitXor") return Value{context().bitXor(a.expr, b.expr), Type::integer()};
    if (name == "shiftLeft") return Value{context().shiftLeft(a.expr, b.expr), Type::integer()};
    if (name == "shiftRight") return Value{context().shiftRight(a.expr, b.expr), Type::integer()};
    return Value{context().remainder(a.expr, b.expr), Type::integer()};
  }
  const Expr& argument = *expr.children[1];
  if (machine) {
    const Value wide = number(argument);
    if (wide.isError()) return std::nullopt;
    return Value{context().wrap(wide.expr, machine->width, machine->is_signed), Type::integer()};
  }
  // `owner[p]` of a reference parameter asks for the place, not for the value that its name reads.
  const std::optional<Value> slot = name == "owner" ? referenceSlot(argument) : std::nullopt;
  const Value value = slot ? *slot : set(argument);
  if (value.isError()) return std::nullopt;
  if (name != "deref" && value.type.arity == 1)
    for (const auto& product : value.type.products)
      if (product.front().kind == Column::Kind::Slot) shared_.vocabulary.askForPlace(product.front().pointee);
  if (name == "extent" || name == "position") return placeInArray(name, value, expr);
  if (name == "owner") {
    const bool is_pointer = value.type.arity == 1 && !value.type.isNumber();
    for (const auto& product : value.type.products) {
      const Column& column = product.front();
      if (column.kind == Column::Kind::Slot) shared_.vocabulary.askForOwner(column.pointee);
      if (column.kind == Column::Kind::Object) shared_.vocabulary.askForOwner(column.class_decl);
    }
    if (!is_pointer) {
      report(expr, "'owner' needs a pointer or reference, found " + toString(value.type));
      return std::nullopt;
    }
    return Value{shared_.vocabulary.ownerOf(value.expr), Type::anything()};
  }
  if (value.type.arity != 1 || value.type.products.size() != 1 ||
      value.type.products.front().front().kind != Column::Kind::Slot) {
    report(expr, "'deref' needs a pointer to a scalar or to a pointer, found " + toString(value.type));
    return std::nullopt;
  }
  const program::TypeRef pointee = value.type.products.front().front().pointee;
  return Value{shared_.vocabulary.deref(value.expr, pointee, state_), shared_.types.ofProgramType(pointee)};
}

}  // namespace weir::specs
