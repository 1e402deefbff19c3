// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_tree.h"

#include <array>
#include <string>

namespace weir::specs {
namespace {

template <typename T, std::size_t N>
T pick(Choices& choices, const std::array<T, N>& from) {
  return from[choices.below(N)];
}

std::string word(Choices& choices) {
  // Contextual words are names like any other, wherever an expression stands.
  constexpr std::array<const char*, 14> kWords = {"a",    "b",     "next", "head_", "size", "sums",  "check",
                                                  "node", "model", "x1",   "for_",  "with", "range", "$rel"};
  return pick(choices, kWords);
}

std::string qualified(Choices& choices) {
  constexpr std::array<const char*, 7> kNames = {"List",         "List<int>",   "std::map<K, V *>::node", "C::f", "::g",
                                                 "A<B<int>, 3>", "A<const T &>"};
  return choices.oneIn(2) ? pick(choices, kNames) : word(choices);
}

Identifier identifier(std::string text) { return {std::move(text), {}}; }

Multiplicity multiplicity(Choices& choices) {
  constexpr std::array kAll = {Multiplicity::Default, Multiplicity::Default, Multiplicity::One, Multiplicity::Lone,
                               Multiplicity::Some,    Multiplicity::Set,     Multiplicity::Seq};
  return pick(choices, kAll);
}

std::vector<VariableDecl> variables(Choices& choices, int depth) {
  std::vector<VariableDecl> decls;
  do {
    VariableDecl decl;
    decl.disjoint = choices.oneIn(4);
    do decl.names.push_back(identifier(word(choices)));
    while (choices.oneIn(3));
    decl.multiplicity = multiplicity(choices);
    decl.type = randomExpr(choices, depth);
    decls.push_back(std::move(decl));
  } while (choices.oneIn(4));
  return decls;
}

Expr leaf(Choices& choices) {
  Expr expr;
  switch (choices.below(6)) {
    case 0: {
      constexpr std::array kConstants = {Op::Empty, Op::Univ,  Op::Iden, Op::Ints,  Op::Null,
                                         Op::True,  Op::False, Op::This, Op::Return};
      expr.kind = ExprKind::Constant;
      expr.op = pick(choices, kConstants);
      return expr;
    }
    case 1:
      expr.kind = ExprKind::Integer;
      expr.value = choices.oneIn(5) ? 18446744073709551615ULL : choices.below(200);
      return expr;
    case 2:
      expr.kind = ExprKind::Character;
      expr.value = choices.below(256);
      return expr;
    default:
      expr.kind = ExprKind::Name;
      expr.name = qualified(choices);
      return expr;
  }
}

ExprPtr blockOf(Choices& choices, int depth) {
  Expr expr;
  expr.kind = ExprKind::Block;
  while (!choices.oneIn(3) && expr.children.size() < 4) expr.children.push_back(randomExpr(choices, depth));
  return makeExpr(std::move(expr));
}

MethodName methodName(Choices& choices) {
  constexpr std::array<const char*, 6> kNames = {
      "C::m", "f", "List<int>::~List", "C::operator==", "C::operator()", "C::operator bool"};
  MethodName method;
  method.name = identifier(pick(choices, kNames));
  method.has_signature = choices.oneIn(2);
  if (!method.has_signature) return method;
  constexpr std::array<const char*, 5> kTypes = {"int", "const T &", "unsigned long", "Node *const *",
                                                 "std::vector<int> &&"};
  while (choices.oneIn(2) && method.parameter_types.size() < 4)
    method.parameter_types.emplace_back(pick(choices, kTypes));
  method.is_const = choices.oneIn(2);
  return method;
}

Clause clause(Choices& choices, int depth) {
  Clause made;
  made.kind = static_cast<Clause::Kind>(choices.below(5));
  const bool labelled =
      made.kind == Clause::Kind::Requires || made.kind == Clause::Kind::Ensures || made.kind == Clause::Kind::Throws;
  if (labelled && choices.oneIn(2)) made.label = identifier(word(choices));
  switch (made.kind) {
    case Clause::Kind::Modifies:
      while (choices.oneIn(2) && made.locations.size() < 3) made.locations.push_back(randomExpr(choices, depth));
      break;
    case Clause::Kind::Checks: {
      constexpr std::array<const char*, 4> kChecks = {"null-deref", "use-after-free", "leak", "all"};
      do made.checks.push_back(identifier(pick(choices, kChecks)));
      while (choices.oneIn(2));
      break;
    }
    case Clause::Kind::Throws: made.exception = identifier(qualified(choices)); [[fallthrough]];
    default: made.formula = randomExpr(choices, depth);
  }
  return made;
}

std::vector<Clause> clauses(Choices& choices, int depth) {
  std::vector<Clause> made;
  while (choices.oneIn(2) && made.size() < 4) made.push_back(clause(choices, depth));
  return made;
}

ModelDecl model(Choices& choices, int depth) {
  ModelDecl made;
  made.class_name = identifier(qualified(choices));
  while (choices.oneIn(2) && made.ghosts.size() < 2) {
    made.ghosts.push_back(variables(choices, depth).front());
    made.ghosts.back().disjoint = false;
  }
  while (choices.oneIn(2) && made.methods.size() < 2) {
    MethodDecl method;
    method.trusted = true;
    method.method.name = identifier(word(choices));
    method.method.is_const = choices.oneIn(2);
    if (choices.oneIn(2)) method.parameters = variables(choices, depth);
    if (choices.oneIn(2)) {
      method.result_type = randomExpr(choices, depth);
      method.result_multiplicity = multiplicity(choices);
    }
    method.clauses = clauses(choices, depth);
    made.methods.push_back(std::move(method));
  }
  return made;
}

CheckDecl check(Choices& choices) {
  CheckDecl made;
  made.method = methodName(choices);
  if (choices.oneIn(2)) made.label = identifier(choices.oneIn(2) ? "null-deref" : word(choices));
  made.has_scope = choices.oneIn(2);
  if (made.has_scope) made.scope = choices.below(9);
  while (choices.oneIn(2) && made.limits.size() < 3)
    made.limits.push_back({choices.below(9), identifier(qualified(choices))});
  made.has_unroll = choices.oneIn(2);
  if (made.has_unroll) made.unroll = choices.below(9);
  return made;
}

}  // namespace

unsigned Choices::below(unsigned bound) {
  if (data_ == nullptr) return static_cast<unsigned>(generator_() % bound);
  if (size_ == 0) return 0;
  --size_;
  return *data_++ % bound;
}

ExprPtr randomExpr(Choices& choices, int depth) {
  if (depth <= 1 || choices.oneIn(6)) return makeExpr(leaf(choices));
  const auto operand = [&] { return randomExpr(choices, depth - 1); };
  Expr expr;
  switch (choices.below(12)) {
    case 0:
    case 1: {
      constexpr std::array kUnary = {Op::Some, Op::No,     Op::One,       Op::Lone,    Op::Not,
                                     Op::Size, Op::Negate, Op::Transpose, Op::Closure, Op::ReflexiveClosure,
                                     Op::Prime};
      expr.kind = ExprKind::Unary;
      expr.op = pick(choices, kUnary);
      expr.children = {operand()};
      break;
    }
    case 2:
    case 3:
    case 4:
    case 5: {
      constexpr std::array kBinary = {
          Op::Iff,           Op::Implies,    Op::Or,       Op::And,       Op::In,      Op::NotIn,
          Op::Equal,         Op::NotEqual,   Op::Less,     Op::LessEqual, Op::Greater, Op::GreaterEqual,
          Op::Union,         Op::Difference, Op::Override, Op::Intersect, Op::Product, Op::DomainRestrict,
          Op::RangeRestrict, Op::Join};
      expr.kind = ExprKind::Binary;
      expr.op = pick(choices, kBinary);
      expr.children = {operand(), operand()};
      break;
    }
    case 6:
      expr.kind = ExprKind::Conditional;
      expr.children = {operand(), operand(), operand()};
      break;
    case 7:
      expr.kind = ExprKind::Box;
      expr.children = {operand(), operand()};
      if (choices.oneIn(3)) expr.children.push_back(operand());
      break;
    case 8: {
      constexpr std::array kBinders = {Op::All, Op::Some, Op::No, Op::One, Op::Lone, Op::Sum};
      expr.kind = ExprKind::Quantified;
      expr.op = pick(choices, kBinders);
      expr.decls = variables(choices, depth - 1);
      expr.children = {operand()};
      break;
    }
    case 9:
      expr.kind = ExprKind::Comprehension;
      expr.decls = variables(choices, depth - 1);
      expr.children = {operand()};
      break;
    case 10:
      expr.kind = ExprKind::Let;
      do {
        VariableDecl decl;
        decl.names = {identifier(word(choices))};
        decl.type = operand();
        expr.decls.push_back(std::move(decl));
      } while (choices.oneIn(3));
      expr.children = {operand()};
      break;
    default: return blockOf(choices, depth - 1);
  }
  return makeExpr(std::move(expr));
}

Declaration randomDeclaration(Choices& choices, int depth) {
  Declaration made;
  switch (choices.below(7)) {
    case 0: {
      SourceDecl source{"a b.cpp", {}};
      while (choices.oneIn(2)) source.flags.emplace_back("-std=c++20");
      made.value = std::move(source);
      break;
    }
    case 1: made.value = UseDecl{choices.oneIn(2) ? "heap" : "std", choices.oneIn(2)}; break;
    case 2: {
      FunctionDecl function;
      function.predicate = choices.oneIn(2);
      function.name = identifier(word(choices));
      if (choices.oneIn(2)) function.parameters = variables(choices, depth);
      if (function.predicate) {
        function.body = blockOf(choices, depth);
      } else {
        function.result_multiplicity = multiplicity(choices);
        function.result_type = randomExpr(choices, depth);
        function.body = randomExpr(choices, depth);
      }
      made.value = std::move(function);
      break;
    }
    case 3: {
      InvariantDecl invariant;
      if (choices.oneIn(2)) invariant.label = identifier(word(choices));
      invariant.class_name = identifier(qualified(choices));
      invariant.body = blockOf(choices, depth);
      made.value = std::move(invariant);
      break;
    }
    case 4: {
      MethodDecl method;
      method.trusted = choices.oneIn(3);
      method.method = methodName(choices);
      method.clauses = clauses(choices, depth);
      made.value = std::move(method);
      break;
    }
    case 5: made.value = model(choices, depth); break;
    default: made.value = check(choices);
  }
  return made;
}

}  // namespace weir::specs
