// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/ensures.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/logic/occurrences.h"
#include "ir/logic/substitute.h"

namespace weir::abstraction {
namespace {

using logic::Expr;
using logic::Formula;
using program::State;
using program::Vocabulary;

/// Makes formulas of a summary speak the specification language.
class Speaker {
 public:
  Speaker(const Summary& summary, Vocabulary& vocabulary)
      : summary_(summary), vocabulary_(vocabulary), context_(vocabulary.context()), naming_(context_) {
    std::map<const program::ClassDecl*, int> symbols;
    for (const Allocation& allocation : summary.allocations) ++symbols[allocation.class_decl];
    for (const Allocation& allocation : summary.allocations) {
      const program::ClassDecl* class_decl = allocation.class_decl;
      const Expr before = context_.relation(vocabulary.live(class_decl, State::Pre));
      const Expr after = context_.relation(vocabulary.live(class_decl, State::Post));
      const Expr made = context_.subtract(after, before);
      if (symbols[class_decl] == 1 && !frees(class_decl, allocation)) {
        naming_.replace(allocation.symbol, made);
      } else if (!allocation.is_set && allocation.condition != nullptr &&
                 allocation.condition->kind == logic::FormulaKind::True) {
        const logic::Variable variable = context_.addVariable("made", false);
        naming_.replace(allocation.symbol, context_.variable(variable));
        quantified_.push_back({variable, made});
        names_[allocation.symbol] = variable;
      } else {
        nameless_.insert(allocation.symbol);
      }
    }
  }

  bool canSay(Formula formula) const {
    logic::Occurrences occurrences;
    occurrences.add(formula);
    using Kind = Vocabulary::Meaning::Kind;
    for (const logic::Relation relation : occurrences.relations()) {
      if (nameless_.contains(relation)) return false;
      const auto* meaning = vocabulary_.meaningOf(relation);
      if (meaning == nullptr) continue;
      const bool is_hidden = meaning->kind == Kind::SlotOwner || meaning->kind == Kind::SlotIndex ||
                             meaning->kind == Kind::PartOwner || meaning->kind == Kind::PartIndex ||
                             meaning->kind == Kind::Extent || meaning->kind == Kind::Globals ||
                             meaning->kind == Kind::Procedure;
      const bool is_internal =
          meaning->class_decl != nullptr && (meaning->class_decl->is_box || meaning->class_decl->is_array);
      if (is_hidden || is_internal) return false;
    }
    return true;
  }

  Formula said(Formula formula) {
    logic::Occurrences occurrences;
    occurrences.add(formula);
    std::vector<logic::Decl> decls;
    for (const Allocation& allocation : summary_.allocations) {
      const auto name = names_.find(allocation.symbol);
      if (name == names_.end() || !occurrences.has(allocation.symbol)) continue;
      for (const logic::Decl& decl : quantified_) {
        if (decl.variable == name->second) decls.push_back(decl);
      }
    }
    return context_.exists(decls, naming_.apply(formula));
  }

 private:
  /// Whether live objects of the class afterwards may be less than those before and the symbol.
  bool frees(const program::ClassDecl* class_decl, const Allocation& allocation) {
    const RelationBounds* live = summary_.find(vocabulary_.live(class_decl, State::Pre));
    if (live == nullptr || !live->isExact()) return true;
    const Expr grown = context_.unite(context_.relation(live->pre), context_.relation(allocation.symbol));
    return live->upper != grown;
  }

  const Summary& summary_;
  Vocabulary& vocabulary_;
  logic::Context& context_;
  logic::Substitution naming_;
  std::vector<logic::Decl> quantified_;
  std::map<logic::Relation, logic::Variable> names_;
  std::set<logic::Relation> nameless_;
};

/// The name a specification calls a relation by. A field that several classes declare is named with its class.
std::string nameOf(logic::Relation relation, const Vocabulary& vocabulary) {
  const auto* meaning = vocabulary.meaningOf(relation);
  if (meaning == nullptr) return relation->name;
  using Kind = Vocabulary::Meaning::Kind;
  const std::string prime = meaning->state == State::Post ? "'" : "";
  switch (meaning->kind) {
    case Kind::Parameter: return meaning->local->name;
    case Kind::Result: return "return";
    case Kind::Live: return meaning->class_decl->name + prime;
    case Kind::Field:
    case Kind::Part: {
      const program::Field* field = meaning->field;
      if (field->owner->is_globals) return field->name + prime;
      int declarations = 0;
      for (const program::ClassDecl* class_decl : vocabulary.program().classes()) {
        for (const program::Field* other : class_decl->fields) declarations += other->name == field->name ? 1 : 0;
      }
      return (declarations > 1 ? field->owner->name + "::" + field->name : field->name) + prime;
    }
    default: return relation->name;
  }
}

/// "List.head'" is no label; "head" is.
std::string labelOf(const std::string& relation) {
  std::string label;
  for (const char c : relation) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') label += c;
  }
  return label.empty() || std::isdigit(static_cast<unsigned char>(label[0])) != 0 ? "l" + label : label;
}

/// The condition under which a value of a boolean function is true.
Formula truthOf(logic::Context& c, Expr value) {
  if (value->kind == logic::ExprKind::IfElse) {
    return c.ifElse(value->formula, truthOf(c, value->operands[0]), truthOf(c, value->operands[1]));
  }
  return c.equal(value, c.integer(1));
}

}  // namespace

std::vector<EnsuresLine> ensuresOf(const Summary& summary, Vocabulary& vocabulary) {
  logic::Context& c = vocabulary.context();
  std::vector<EnsuresLine> lines;
  std::set<std::string> labels;
  Speaker speaker(summary, vocabulary);
  const logic::Naming naming = [&](logic::Relation relation) { return nameOf(relation, vocabulary); };
  const auto push = [&](const std::string& name, std::string text, bool is_exact, bool can_say) {
    std::string label = labelOf(name);
    for (int i = 2; !labels.insert(label).second; ++i) label = labelOf(name) + "_" + std::to_string(i);
    lines.push_back({label, std::move(text), is_exact, can_say});
  };
  const auto add = [&](const std::string& name, Formula formula, bool is_exact) {
    const bool can_say = speaker.canSay(formula);
    const Formula said = can_say ? speaker.said(formula) : formula;
    if (said->kind != logic::FormulaKind::True) push(name, toString(said, naming), is_exact, can_say);
  };
  // `post = value` the way round a reader expects; quantified as a whole where it needs names.
  const auto define = [&](const std::string& name, Expr post, Expr value) {
    const Formula formula = c.equal(post, value);
    const Formula said = speaker.canSay(formula) ? speaker.said(formula) : formula;
    if (said->kind != logic::FormulaKind::Equal) return add(name, formula, true);
    const Expr other = said->exprs[said->exprs[0] == post ? 1 : 0];
    if (other->kind == logic::ExprKind::Union && other->operands[1] == c.subtract(post, other->operands[0])) {
      // C' = C + (C' - C) says no more than that nothing of C died; how many were made is said as well.
      push(name, toString(c.subset(other->operands[0], post), naming), true, true);
      for (const Allocation& allocation : summary.allocations) {
        const bool is_this = vocabulary.live(allocation.class_decl, State::Post) == post->relation;
        if (!is_this || allocation.is_set) continue;
        const bool is_sure = allocation.condition != nullptr && allocation.condition->kind == logic::FormulaKind::True;
        const Formula one = is_sure ? c.one(other->operands[1]) : c.lone(other->operands[1]);
        push(name, toString(one, naming), is_sure, true);
      }
      return;
    }
    const bool is_choice = other->kind == logic::ExprKind::IfElse;
    const std::string text = toString(other, naming);
    push(name, toString(post, naming) + " = " + (is_choice ? "(" + text + ")" : text), true, speaker.canSay(formula));
  };
  for (const RelationBounds& bounds : summary.relations) {
    const Expr post = c.relation(bounds.post);
    const std::string name = naming(bounds.pre);
    if (bounds.isExact()) {
      define(name, post, bounds.upper);
      continue;
    }
    const bool is_wild = bounds.wild->kind != logic::ExprKind::None;
    const Expr rest = c.none(std::max(post->arity - 1, 1), post->int_columns >> 1);
    const Expr tame = !is_wild          ? post
                      : post->arity > 1 ? c.update(post, bounds.wild, rest)
                                        : c.subtract(post, bounds.wild);
    if (bounds.lower->kind != logic::ExprKind::None) add(name, c.subset(bounds.lower, post), false);
    if (bounds.wild->kind != logic::ExprKind::Univ) add(name, c.subset(tame, bounds.upper), false);
  }
  if (summary.result) {
    const Expr result = c.relation(vocabulary.result(summary.procedure));
    const bool is_flag = summary.procedure->result->kind == program::TypeKind::Bool;
    if (is_flag && summary.result->isExact()) {  // a flag is a formula in the specification language
      const Formula condition = truthOf(c, summary.result->lower);
      const bool can_say = speaker.canSay(condition);
      const std::string text = toString(can_say ? speaker.said(condition) : condition, naming);
      push("result",
           condition->kind == logic::FormulaKind::True    ? "return"
           : condition->kind == logic::FormulaKind::False ? "not return"
                                                          : "return <=> (" + text + ")",
           true, can_say);
    } else if (!is_flag && summary.result->isExact()) {
      define("result", result, summary.result->upper);
    } else if (!is_flag) {
      add("result", within(c, *summary.result, result), false);
    }
  }
  for (const Formula fact : summary.facts) add("fact", fact, false);
  return lines;
}

std::string specificationOf(const Summary& summary, Vocabulary& vocabulary) {
  std::string text = "method " + summary.procedure->signature + " {\n";
  for (const EnsuresLine& line : ensuresOf(summary, vocabulary)) {
    text += line.is_expressible ? "  ensures " + line.label + ": " + line.text + "\n" : "  // " + line.text + "\n";
  }
  std::string modified;
  for (const RelationBounds& bounds : summary.relations) {
    const auto* meaning = vocabulary.meaningOf(bounds.pre);
    if (meaning->kind != Vocabulary::Meaning::Kind::Field) continue;
    if (meaning->field->owner->is_box || meaning->field->owner->is_array) continue;
    modified += (modified.empty() ? "" : ", ") + nameOf(bounds.pre, vocabulary);
  }
  text += "  modifies " + (modified.empty() ? "nothing" : modified) + "\n";
  if (!summary.may_return) text += "  // never returns\n";
  if (summary.may_throw) text += "  // may throw: this is the state where it does not\n";
  for (const Opaque& each : summary.opaque)
    text += "  // not understood: " + each.reason + " at " + toString(each.range) + "\n";
  return text + "}\n";
}

}  // namespace weir::abstraction
