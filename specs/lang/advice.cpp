// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/advice.h"

#include <algorithm>
#include <map>
#include <set>

namespace weir::specs {

std::string wordFor(const std::string& name) {
  static const std::map<std::string, std::string> kWords = {
      {"result", "what the method returns is 'return'"},
      {"ret", "what the method returns is 'return'"},
      {"self", "the object is 'this'"},
      {"nil", "the null pointer is 'null'"},
      {"None", "the null pointer is 'null'"},
      {"forall", "write 'all x: e | F'"},
      {"exists", "write 'some x: e | F'"},
      {"old", "a name without a prime means the value before the call"},
      {"len", "the size of a set is '#e'"},
      {"empty", "write 'no e'"},
  };
  const auto found = kWords.find(name);
  return found == kWords.end() ? "" : "; " + found->second;
}

namespace {

bool isName(const Expr& expr, const std::string& name) { return expr.kind == ExprKind::Name && expr.name == name; }

bool isNull(const Expr& expr) {
  return (expr.kind == ExprKind::Constant && expr.op == Op::Null) ||
         (expr.kind == ExprKind::Name && isNullWord(expr.name));
}

/// The parts of a formula that all have to hold.
void addConjuncts(const Expr& expr, std::vector<const Expr*>& out) {
  const bool is_conjunction = expr.kind == ExprKind::Block || (expr.kind == ExprKind::Binary && expr.op == Op::And);
  if (!is_conjunction) return out.push_back(&expr);
  for (const ExprPtr& child : expr.children) addConjuncts(*child, out);
}

bool excludesNull(const Expr& conjunct, const std::string& name) {
  if (conjunct.kind == ExprKind::Unary && (conjunct.op == Op::Some || conjunct.op == Op::One))
    return isName(*conjunct.children[0], name);
  if (conjunct.kind != ExprKind::Binary || conjunct.op != Op::NotEqual) return false;
  const Expr &left = *conjunct.children[0], &right = *conjunct.children[1];
  return (isName(left, name) && isNull(right)) || (isName(right, name) && isNull(left));
}

}  // namespace

void noteNullMembers(const program::Procedure& procedure, const SourceTextPtr& text, const std::vector<Clause>& clauses,
                     Diagnostics& diagnostics) {
  std::vector<const Expr*> conjuncts;
  for (const Clause& clause : clauses)
    if (clause.kind == Clause::Kind::Requires) addConjuncts(*clause.formula, conjuncts);
  std::set<std::string> noted;
  for (const Expr* conjunct : conjuncts) {
    if (conjunct->kind != ExprKind::Binary || conjunct->op != Op::In) continue;
    const Expr& member = *conjunct->children[0];
    const bool is_pointer =
        member.kind == ExprKind::Name && std::ranges::any_of(procedure.parameters, [&](const program::Local* each) {
          return each->name == member.name && each->name != "this" && !each->is_reference &&
                 each->type->isObjectPointer();
        });
    const bool is_there = std::ranges::any_of(
        conjuncts, [&](const Expr* other) { return is_pointer && excludesNull(*other, member.name); });
    if (is_pointer && !is_there && noted.insert(member.name).second)
      diagnostics.note(text->rangeOf(conjunct->span), "'" + member.name +
                                                          "' may be null here: null is the empty set, which is in " +
                                                          "every set; add 'some " + member.name + "' to exclude it");
  }
}

}  // namespace weir::specs
