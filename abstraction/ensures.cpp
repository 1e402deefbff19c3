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
  const auto add = [&](const std::string& name, Formula formula, bool is_exact) {
    if (formula->kind == logic::FormulaKind::True) return;
    std::string label = labelOf(name);
    for (int i = 2; !labels.insert(label).second; ++i) label = labelOf(name) + "_" + std::to_string(i);
    const bool can_say = speaker.canSay(formula);
    const Formula said = can_say ? speaker.said(formula) : formula;
    if (said->kind == logic::FormulaKind::True) return;  // C' = C + (C' - C)
    lines.push_back({label, toString(said), is_exact, can_say});
  };
  for (const RelationBounds& bounds : summary.relations) {
    const Expr post = c.relation(bounds.post);
    if (bounds.isExact()) {
      add(bounds.pre->name, c.equal(post, bounds.upper), true);
      continue;
    }
    const bool is_wild = bounds.wild->kind != logic::ExprKind::None;
    const Expr rest = c.none(std::max(post->arity - 1, 1), post->int_columns >> 1);
    const Expr tame = !is_wild          ? post
                      : post->arity > 1 ? c.update(post, bounds.wild, rest)
                                        : c.subtract(post, bounds.wild);
    if (bounds.lower->kind != logic::ExprKind::None) add(bounds.pre->name, c.subset(bounds.lower, post), false);
    if (bounds.wild->kind != logic::ExprKind::Univ) add(bounds.pre->name, c.subset(tame, bounds.upper), false);
  }
  if (summary.result) {
    const Expr result = c.relation(vocabulary.result(summary.procedure));
    const bool is_flag = summary.procedure->result->kind == program::TypeKind::Bool;
    if (is_flag && summary.result->isExact()) {
      const Formula condition = truthOf(c, summary.result->lower);
      add("result", c.iff(c.equal(result, c.integer(1)), condition), true);
      const std::string said = "return = 1";  // a flag is a formula in the specification language
      if (!lines.empty() && lines.back().text.rfind(said, 0) == 0) lines.back().text.replace(0, said.size(), "return");
    } else if (!is_flag) {
      add("result", within(c, *summary.result, result), summary.result->isExact());
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
    const bool is_qualified = bounds.pre->name.find('#') != std::string::npos;
    modified += (modified.empty() ? "" : ", ") +
                (is_qualified ? meaning->field->owner->name + "::" + meaning->field->name : bounds.pre->name);
  }
  text += "  modifies " + (modified.empty() ? "nothing" : modified) + "\n";
  if (!summary.may_return) text += "  // never returns\n";
  if (summary.may_throw) text += "  // may throw: this is the state where it does not\n";
  for (const Opaque& each : summary.opaque)
    text += "  // not understood: " + each.reason + " at " + toString(each.range) + "\n";
  return text + "}\n";
}

}  // namespace weir::abstraction
