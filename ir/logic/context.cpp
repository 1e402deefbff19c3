// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/logic/context.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "support/invariant.h"

namespace weir::logic {
namespace {

class Hasher {
 public:
  void add(std::uint64_t value) {
    state_ ^= value + 0x9e3779b97f4a7c15ULL + (state_ << 12) + (state_ >> 4);
    state_ *= 0xff51afd7ed558ccdULL;
    state_ ^= state_ >> 33;
  }
  void add(const std::vector<Decl>& decls) {
    for (const Decl& decl : decls) {
      add(static_cast<std::uint64_t>(decl.variable->id));
      add(static_cast<std::uint64_t>(decl.domain->id));
    }
  }
  std::size_t value() const { return static_cast<std::size_t>(state_); }

 private:
  std::uint64_t state_ = 0x2545f4914f6cdd1dULL;
};

template <typename T>
std::uint64_t idOf(const T* item) {
  return item == nullptr ? 0 : static_cast<std::uint64_t>(item->id) + 1;
}

struct ExprHash {
  std::size_t operator()(Expr node) const {
    Hasher hasher;
    hasher.add(static_cast<std::uint64_t>(node->kind) | static_cast<std::uint64_t>(node->arity) << 8 |
               static_cast<std::uint64_t>(node->int_columns) << 32);
    hasher.add(idOf(node->relation) ^ idOf(node->variable) << 20 ^ idOf(node->sort) << 40);
    hasher.add(static_cast<std::uint64_t>(node->atom) ^ static_cast<std::uint64_t>(node->width) << 32 ^
               static_cast<std::uint64_t>(node->is_signed) << 63);
    hasher.add(static_cast<std::uint64_t>(node->integer));
    hasher.add(static_cast<std::uint64_t>(node->integer >> 64));
    for (const Expr operand : node->operands) hasher.add(idOf(operand));
    hasher.add(idOf(node->formula));
    hasher.add(node->decls);
    return hasher.value();
  }
};

struct ExprEqual {
  bool operator()(Expr a, Expr b) const {
    return a->kind == b->kind && a->arity == b->arity && a->int_columns == b->int_columns &&
           a->relation == b->relation && a->variable == b->variable && a->sort == b->sort && a->atom == b->atom &&
           a->integer == b->integer && a->width == b->width && a->is_signed == b->is_signed &&
           a->operands == b->operands && a->formula == b->formula && a->decls == b->decls;
  }
};

struct FormulaHash {
  std::size_t operator()(Formula node) const {
    Hasher hasher;
    hasher.add(static_cast<std::uint64_t>(node->kind));
    for (const Expr expr : node->exprs) hasher.add(idOf(expr));
    for (const Formula operand : node->operands) hasher.add(idOf(operand));
    hasher.add(node->decls);
    return hasher.value();
  }
};

struct FormulaEqual {
  bool operator()(Formula a, Formula b) const {
    return a->kind == b->kind && a->exprs == b->exprs && a->operands == b->operands && a->decls == b->decls;
  }
};

bool earlier(Variable a, Variable b) { return a->id < b->id; }

void merge(std::vector<Variable>& into, const std::vector<Variable>& more) {
  if (more.empty()) return;
  std::vector<Variable> merged;
  merged.reserve(into.size() + more.size());
  std::set_union(into.begin(), into.end(), more.begin(), more.end(), std::back_inserter(merged), earlier);
  into = std::move(merged);
}

void bindDecls(std::vector<Variable>& free, const std::vector<Decl>& decls) {
  for (auto decl = decls.rbegin(); decl != decls.rend(); ++decl) {
    std::erase(free, decl->variable);
    merge(free, decl->domain->free_variables);
  }
}

std::vector<Variable> freeVariables(const ExprNode& node) {
  std::vector<Variable> free;
  if (node.variable != nullptr) free.push_back(node.variable);
  for (const Expr operand : node.operands) merge(free, operand->free_variables);
  if (node.formula != nullptr) merge(free, node.formula->free_variables);
  bindDecls(free, node.decls);
  return free;
}

std::vector<Variable> freeVariables(const FormulaNode& node) {
  std::vector<Variable> free;
  for (const Expr expr : node.exprs) merge(free, expr->free_variables);
  for (const Formula operand : node.operands) merge(free, operand->free_variables);
  bindDecls(free, node.decls);
  return free;
}

}  // namespace

struct Context::Storage {
  std::deque<SortDecl> sort_decls;
  std::deque<RelationDecl> relation_decls;
  std::deque<VariableDecl> variable_decls;
  std::vector<Sort> sorts;
  std::vector<Relation> relations;
  std::unordered_set<std::string> relation_names;
  std::unordered_map<std::string, int> suffixes;
  std::deque<ExprNode> expr_nodes;
  std::deque<FormulaNode> formula_nodes;
  std::unordered_set<Expr, ExprHash, ExprEqual> exprs;
  std::unordered_set<Formula, FormulaHash, FormulaEqual> formulas;
  Sort int_sort = nullptr;
  Sort univ_sort = nullptr;
};

Context::Context() : storage_(std::make_unique<Storage>()) {
  storage_->int_sort = addSort("Int");
  storage_->univ_sort = addSort("univ");
}

Context::~Context() = default;

Sort Context::intSort() const { return storage_->int_sort; }
Sort Context::univSort() const { return storage_->univ_sort; }
const std::vector<Relation>& Context::relations() const { return storage_->relations; }
const std::vector<Sort>& Context::sorts() const { return storage_->sorts; }

Sort Context::addSort(std::string name, std::vector<Sort> parents) {
  SortDecl decl;
  decl.id = static_cast<int>(storage_->sorts.size());
  decl.name = std::move(name);
  decl.parents = std::move(parents);
  if (decl.parents.empty() && storage_->univ_sort != nullptr) decl.parents.push_back(storage_->univ_sort);
  storage_->sort_decls.push_back(std::move(decl));
  storage_->sorts.push_back(&storage_->sort_decls.back());
  return storage_->sorts.back();
}

bool Context::isSubsort(Sort sub, Sort super) {
  if (sub == super) return true;
  return std::any_of(sub->parents.begin(), sub->parents.end(), [&](Sort parent) { return isSubsort(parent, super); });
}

Relation Context::addRelation(std::string name, std::vector<Sort> columns, bool functional) {
  INVARIANT(!columns.empty(), "a relation should have a column");
  std::string unique = name;
  int& suffix = storage_->suffixes.try_emplace(name, 2).first->second;  // many symbols share a name
  while (!storage_->relation_names.insert(unique).second) unique = name + "#" + std::to_string(suffix++);
  RelationDecl decl;
  decl.id = static_cast<int>(storage_->relations.size());
  decl.name = std::move(unique);
  decl.columns = std::move(columns);
  decl.functional = functional;
  storage_->relation_decls.push_back(std::move(decl));
  storage_->relations.push_back(&storage_->relation_decls.back());
  return storage_->relations.back();
}

Variable Context::addVariable(std::string name, bool is_integer) {
  VariableDecl decl;
  decl.id = static_cast<int>(storage_->variable_decls.size());
  decl.name = std::move(name);
  decl.is_integer = is_integer;
  storage_->variable_decls.push_back(std::move(decl));
  return &storage_->variable_decls.back();
}

Expr Context::make(ExprNode node) {
  const auto found = storage_->exprs.find(&node);
  if (found != storage_->exprs.end()) return *found;
  node.id = static_cast<int>(storage_->expr_nodes.size());
  node.free_variables = freeVariables(node);
  storage_->expr_nodes.push_back(std::move(node));
  const Expr made = &storage_->expr_nodes.back();
  storage_->exprs.insert(made);
  return made;
}

Formula Context::make(FormulaNode node) {
  const auto found = storage_->formulas.find(&node);
  if (found != storage_->formulas.end()) return *found;
  node.id = static_cast<int>(storage_->formula_nodes.size());
  node.free_variables = freeVariables(node);
  storage_->formula_nodes.push_back(std::move(node));
  const Formula made = &storage_->formula_nodes.back();
  storage_->formulas.insert(made);
  return made;
}

}  // namespace weir::logic
