// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/ensures.h"

#include <algorithm>
#include <map>
#include <set>

#include "abstraction/interval.h"
#include "ir/logic/occurrences.h"

namespace weir::abstraction {
namespace {

using logic::Expr;
using logic::Formula;
using program::State;
using program::Vocabulary;

/// Elements of arrays, variables whose address is taken and the flags of static variables have none.
bool hasName(const program::Field& field) {
  return !field.owner->is_array && !field.owner->is_box && field.name.find('.') == std::string::npos;
}

/// `+` and `-` between numbers are arithmetic in the language: sets of numbers cannot be united. Nor has it a word for
/// numbers of a width that only a bit-field has.
bool isBeyondNumbers(Expr expr);
bool isBeyondNumbers(Formula formula) {
  return std::any_of(formula->exprs.begin(), formula->exprs.end(), [](Expr each) { return isBeyondNumbers(each); }) ||
         std::any_of(formula->operands.begin(), formula->operands.end(),
                     [](Formula each) { return isBeyondNumbers(each); }) ||
         std::any_of(formula->decls.begin(), formula->decls.end(),
                     [](const logic::Decl& decl) { return isBeyondNumbers(decl.domain); });
}
bool isBeyondNumbers(Expr expr) {
  const bool is_set_operator = expr->kind == logic::ExprKind::Union || expr->kind == logic::ExprKind::Difference;
  if (is_set_operator && expr->arity == 1 && expr->int_columns == 1) return true;
  const bool is_common = expr->width == 8 || expr->width == 16 || expr->width == 32 || expr->width == 64;
  if (expr->kind == logic::ExprKind::Wrap && !is_common) return true;
  return (expr->formula != nullptr && isBeyondNumbers(expr->formula)) ||
         std::any_of(expr->operands.begin(), expr->operands.end(), [](Expr each) { return isBeyondNumbers(each); }) ||
         std::any_of(expr->decls.begin(), expr->decls.end(),
                     [](const logic::Decl& decl) { return isBeyondNumbers(decl.domain); });
}

/// x -> (1 + 2), of sets, is x -> 1 + x -> 2.
Expr spread(logic::Context& c, Expr expr) {
  if (expr->kind == logic::ExprKind::Union && expr->arity > 1) {
    return c.unite(spread(c, expr->operands[0]), spread(c, expr->operands[1]));
  }
  const bool is_product = expr->kind == logic::ExprKind::Product && expr->operands[1]->arity == 1 &&
                          expr->operands[1]->kind == logic::ExprKind::Union && expr->operands[1]->int_columns == 1;
  if (!is_product) return expr;
  const Expr values = expr->operands[1];
  return c.unite(spread(c, c.product(expr->operands[0], values->operands[0])),
                 spread(c, c.product(expr->operands[0], values->operands[1])));
}

/// Writes formulas of a summary in the specification language.
///
/// What a call allocates has no name in it. Of the objects of a class that are live afterwards and were not before,
///
///   made: C' - C          a quantified variable is an object that is surely allocated
///   C' - C - made         is all the rest: one further symbol
///
/// and any symbol beyond these is some of `C' - C`, so that a bound with it becomes weaker.
class SpecificationWriter {
 public:
  SpecificationWriter(const Summary& summary, Vocabulary& vocabulary)
      : summary_(summary), vocabulary_(vocabulary), context_(vocabulary.context()), naming_(context_) {
    std::map<const program::ClassDecl*, std::vector<const Allocation*>> by_class;
    std::vector<const program::ClassDecl*> classes;  // in order of appearance
    for (const Allocation& allocation : summary.allocations) {
      if (by_class[allocation.class_decl].empty()) classes.push_back(allocation.class_decl);
      by_class[allocation.class_decl].push_back(&allocation);
    }
    for (const program::ClassDecl* class_decl : classes) name(class_decl, by_class[class_decl]);
  }

  /// The bits of a floating-point number: the language has no numbers of that kind.
  static bool isFloat(const Vocabulary::Meaning& meaning) {
    if (meaning.field != nullptr) return meaning.field->elementType()->is_float;
    if (meaning.local != nullptr) return meaning.local->type->is_float;
    return meaning.kind == Vocabulary::Meaning::Kind::Result && meaning.procedure->result->is_float;
  }

  bool isExpressible(Formula formula) const {
    logic::Occurrences occurrences;
    occurrences.add(formula);
    using Kind = Vocabulary::Meaning::Kind;
    for (const logic::Relation relation : occurrences.relations()) {
      const auto* meaning = vocabulary_.meaningOf(relation);
      if (meaning == nullptr) continue;
      const bool is_hidden = meaning->kind == Kind::SlotOwner || meaning->kind == Kind::SlotIndex ||
                             meaning->kind == Kind::PartOwner || meaning->kind == Kind::PartIndex ||
                             meaning->kind == Kind::Extent || meaning->kind == Kind::Globals ||
                             meaning->kind == Kind::Procedure;
      const bool is_internal =
          meaning->class_decl != nullptr && (meaning->class_decl->is_box || meaning->class_decl->is_array);
      if (is_hidden || is_internal || isFloat(*meaning) || (meaning->field != nullptr && !hasName(*meaning->field)))
        return false;
    }
    return !isBeyondNumbers(formula);
  }

  /// Whether it is as strong with the names the language has.
  bool keepsAll(Formula formula) const {
    logic::Occurrences occurrences;
    occurrences.add(formula);
    return std::none_of(nameless_.begin(), nameless_.end(),
                        [&](logic::Relation each) { return occurrences.has(each); });
  }

  /// With names for what was allocated: implied by the formula, and equal to it where keepsAll.
  Formula expressed(Formula formula) { return naming_.evaluate(formula).may; }

  /// Null where it has none.
  Expr nameOf(const Allocation& allocation) {
    const Bounds name = naming_.evaluate(context_.relation(allocation.symbol));
    return name.isExact() ? name.lower : nullptr;
  }

  /// The variables it needs bound around it.
  std::vector<logic::Decl> needed(Formula formula) const {
    std::vector<logic::Decl> decls;
    logic::Occurrences occurrences;
    occurrences.add(formula);
    for (const auto& [symbol, decl] : quantified_) {
      const auto& free = formula->free_variables;
      const bool is_named = std::find(free.begin(), free.end(), decl.variable) != free.end();
      if (is_named || occurrences.has(symbol) || mentionsRest(occurrences, symbol)) decls.push_back(decl);
    }
    return decls;
  }

  /// Mentions what is named as all that was allocated but for this.
  bool mentionsRest(const logic::Occurrences& occurrences, logic::Relation symbol) const {
    const auto in = [&](const Allocation& each) { return occurrences.has(each.symbol); };
    const auto& all = summary_.allocations;
    const auto own =
        std::find_if(all.begin(), all.end(), [&](const Allocation& each) { return each.symbol == symbol; });
    return std::any_of(all.begin(), all.end(), [&](const Allocation& each) {
      return each.class_decl == own->class_decl && each.symbol != symbol && in(each);
    });
  }

  /// The objects of the class that the call made, if the summary's symbols are those.
  bool knowsAllMade(const program::ClassDecl* class_decl) const { return known_classes_.contains(class_decl); }

 private:
  void name(const program::ClassDecl* class_decl, const std::vector<const Allocation*>& allocations) {
    const Expr before = context_.relation(vocabulary_.live(class_decl, State::Pre));
    const Expr after = context_.relation(vocabulary_.live(class_decl, State::Post));
    const Expr made = context_.subtract(after, before);
    const RelationBounds* live = summary_.find(vocabulary_.live(class_decl, State::Pre));
    const bool is_known = live != nullptr && live->isExact() && isAllThere(live->upper, live->pre, allocations);
    if (is_known) known_classes_.insert(class_decl);
    const Allocation* rest = nullptr;
    Expr others = made;
    std::vector<const Allocation*> beyond;
    for (const Allocation* allocation : allocations) {
      const bool is_sure = !allocation->is_set && allocation->condition != nullptr &&
                           allocation->condition->kind == logic::FormulaKind::True;
      if (is_known && is_sure && allocations.size() > 1) {
        const logic::Variable variable = context_.addVariable("made", false);
        const Expr one = context_.variable(variable);
        naming_.replace(allocation->symbol, {one, one});
        quantified_.emplace_back(allocation->symbol, logic::Decl{variable, others});
        others = context_.subtract(others, one);
      } else if (is_known && rest == nullptr) {
        rest = allocation;
      } else {
        beyond.push_back(allocation);
      }
    }
    if (rest != nullptr && beyond.empty()) {
      naming_.replace(rest->symbol, {others, others});
      return;
    }
    if (rest != nullptr) beyond.push_back(rest);
    for (const Allocation* allocation : beyond) {
      nameless_.insert(allocation->symbol);
      naming_.replace(allocation->symbol, {context_.none(1), is_known ? others : nullptr});
    }
  }

  /// Live afterwards is what was live, perhaps without some of it, and all of these.
  bool isAllThere(Expr live, logic::Relation before, const std::vector<const Allocation*>& allocations) const {
    std::set<logic::Relation> added;
    const auto isOld = [&](Expr expr) {
      if (expr->kind == logic::ExprKind::Difference) expr = expr->operands[0];
      return expr->kind == logic::ExprKind::Relation && expr->relation == before;
    };
    while (live->kind == logic::ExprKind::Union && !isOld(live)) {
      const Expr more = live->operands[1];
      if (more->kind != logic::ExprKind::Relation) return false;
      added.insert(more->relation);
      live = live->operands[0];
    }
    return isOld(live) && std::all_of(allocations.begin(), allocations.end(),
                                      [&](const Allocation* each) { return added.contains(each->symbol); });
  }

  const Summary& summary_;
  Vocabulary& vocabulary_;
  logic::Context& context_;
  Interval naming_;
  std::vector<std::pair<logic::Relation, logic::Decl>> quantified_;
  std::set<logic::Relation> nameless_;
  std::set<const program::ClassDecl*> known_classes_;
};

/// The name a specification calls a relation by. A field that several classes declare is named with its class.
std::string nameOf(logic::Relation relation, const Vocabulary& vocabulary, const program::Procedure& procedure) {
  const auto* meaning = vocabulary.meaningOf(relation);
  if (meaning == nullptr) return relation->name;
  using Kind = Vocabulary::Meaning::Kind;
  const std::string prime = meaning->state == State::Post ? "'" : "";
  switch (meaning->kind) {
    case Kind::Parameter: return meaning->local->name == "%result" ? "return" : meaning->local->name;
    case Kind::Result: return "return";
    case Kind::Live: {
      // In the language a class has the objects of the classes that derive from it as well.
      std::string name = meaning->class_decl->name + prime;
      for (const program::ClassDecl* other : vocabulary.program().classes()) {
        const auto& bases = other->bases;
        const bool derives = std::find(bases.begin(), bases.end(), meaning->class_decl) != bases.end();
        if (derives) name = "(" + name + " - " + other->name + prime + ")";
      }
      return name;
    }
    case Kind::Field:
    case Kind::Part: {
      const program::Field* field = meaning->field;
      if (field->owner->is_globals) return field->name + prime;
      // A parameter hides a field of its name, and so does a class where both can stand.
      int declarations = 0;
      for (const program::Local* parameter : procedure.parameters)
        declarations += parameter->name == field->name ? 1 : 0;
      for (const program::ClassDecl* class_decl : vocabulary.program().classes()) {
        const std::string& name = class_decl->name;
        declarations += name == field->name || name.ends_with("::" + field->name) ? 1 : 0;
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

/// Whether the flag that is bounded by the set may be true.
Formula mayBeTrue(logic::Context& c, Expr set) {
  switch (set->kind) {
    case logic::ExprKind::IfElse:
      return c.ifElse(set->formula, mayBeTrue(c, set->operands[0]), mayBeTrue(c, set->operands[1]));
    case logic::ExprKind::Union: return c.disjoin(mayBeTrue(c, set->operands[0]), mayBeTrue(c, set->operands[1]));
    default: return set->functional ? c.equal(set, c.integer(1)) : c.subset(c.integer(1), set);
  }
}

/// Collects the lines of one summary.
class Lines {
 public:
  Lines(const Summary& summary, Vocabulary& vocabulary)
      : summary_(summary),
        vocabulary_(vocabulary),
        c_(vocabulary.context()),
        writer_(summary, vocabulary),
        naming_([&](logic::Relation relation) { return nameOf(relation, vocabulary_, *summary_.procedure); }) {}

  std::vector<EnsuresLine> all() {
    for (const RelationBounds& bounds : summary_.relations) {
      const auto countExpressible = [&] {
        return together_.size() +
               std::count_if(lines_.begin(), lines_.end(), [](const EnsuresLine& line) { return line.is_expressible; });
      };
      const std::size_t before = countExpressible();
      add(bounds);
      const auto* meaning = vocabulary_.meaningOf(bounds.pre);
      if (countExpressible() == before && meaning->kind == Vocabulary::Meaning::Kind::Live)
        addChanged(*meaning->class_decl);
    }
    if (summary_.result) addResult(*summary_.result);
    for (const Formula fact : summary_.facts) add("fact", fact, false);
    addTogether();
    return lines_;
  }

 private:
  void push(const std::string& name, std::string text, bool is_exact, bool is_expressible, bool is_weaker = false) {
    std::string label = labelOf(name);
    for (int i = 2; !labels_.insert(label).second; ++i) label = labelOf(name) + "_" + std::to_string(i);
    lines_.push_back({label, std::move(text), is_exact && !is_weaker, is_expressible, is_weaker});
  }

  void add(const std::string& name, Formula formula, bool is_exact) {
    Formula expressed = writer_.expressed(formula);
    if (expressed->kind == logic::FormulaKind::Subset)
      expressed = c_.subset(expressed->exprs[0], spread(c_, expressed->exprs[1]));
    if (expressed->kind == logic::FormulaKind::True && writer_.keepsAll(formula)) return;
    if (expressed->kind == logic::FormulaKind::True) return push(name, toString(formula, naming_), is_exact, false);
    if (!writer_.isExpressible(expressed)) return push(name, toString(formula, naming_), is_exact, false);
    const std::vector<logic::Decl> decls = writer_.needed(formula);
    if (!decls.empty()) {
      together_.push_back({name, expressed, is_exact, !writer_.keepsAll(formula)});
      for (const logic::Decl& decl : decls) {
        const auto is_same = [&](const logic::Decl& other) { return other.variable == decl.variable; };
        if (std::none_of(decls_.begin(), decls_.end(), is_same)) decls_.push_back(decl);
      }
      return;
    }
    push(name, toString(expressed, naming_), is_exact, true, !writer_.keepsAll(formula));
  }

  /// `modifies` cannot express it: objects of the class may have come and gone.
  void addChanged(const program::ClassDecl& class_decl) {
    if (class_decl.is_array || class_decl.is_box) return;
    const std::string name = class_decl.name;
    push(name, "all x: " + name + "' | x in " + name + " or fresh[x]", false, true, true);
  }

  /// Constraints on the same allocated objects stand under one quantifier: apart they would be weaker.
  void addTogether() {
    if (together_.empty()) return;
    // A variable's domain may mention those before it.
    std::vector<logic::Decl> decls;
    const auto include = [&](const auto& self, logic::Decl decl) -> void {
      for (const logic::Variable before : decl.domain->free_variables) {
        for (const logic::Decl& other : decls_) {
          if (other.variable == before) self(self, other);
        }
      }
      const auto is_same = [&](const logic::Decl& other) { return other.variable == decl.variable; };
      if (std::none_of(decls.begin(), decls.end(), is_same)) decls.push_back(decl);
    };
    for (const logic::Decl& decl : decls_) include(include, decl);
    std::vector<Formula> formulas;
    bool is_exact = true, is_weaker = false;
    for (const Together& each : together_) {
      formulas.push_back(each.formula);
      is_exact = is_exact && each.is_exact;
      is_weaker = is_weaker || each.is_weaker;
    }
    Formula formula = c_.conjoin(formulas);
    for (std::size_t i = decls.size(); i-- > 0;) formula = c_.exists({decls[i]}, formula);
    const std::string name = together_.size() == 1 ? together_[0].name : "allocated";
    push(name, toString(formula, naming_), is_exact, true, is_weaker);
  }

  /// `post = value` the way round a reader expects.
  void define(const std::string& name, Expr post, Expr value) {
    const Formula formula = c_.equal(post, value);
    if (const auto* meaning = vocabulary_.meaningOf(post->relation); meaning != nullptr &&
                                                                     meaning->kind == Vocabulary::Meaning::Kind::Live &&
                                                                     writer_.knowsAllMade(meaning->class_decl)) {
      return addMade(name, post, value, meaning->class_decl);
    }
    const Formula expressed = writer_.expressed(formula);
    const bool is_plain = expressed->kind == logic::FormulaKind::Equal && writer_.isExpressible(expressed) &&
                          writer_.needed(formula).empty() && writer_.keepsAll(formula);
    if (!is_plain) return add(name, formula, true);
    const Expr other = expressed->exprs[expressed->exprs[0] == post ? 1 : 0];
    const bool is_choice = other->kind == logic::ExprKind::IfElse;
    const std::string text = toString(other, naming_);
    push(name, toString(post, naming_) + " = " + (is_choice ? "(" + text + ")" : text), true, true);
  }

  /// C' = C - x + New: which of the old ones are left, and how many new ones there are.
  void addMade(const std::string& name, Expr post, Expr value, const program::ClassDecl* class_decl) {
    while (value->kind == logic::ExprKind::Union) value = value->operands[0];
    const Expr before = c_.relation(vocabulary_.live(class_decl, State::Pre));
    if (value == before) {
      add(name, c_.subset(before, post), true);
    } else {
      add(name, c_.equal(c_.intersect(before, post), value), true);
    }
    for (const Allocation& allocation : summary_.allocations) {
      if (allocation.class_decl != class_decl || allocation.is_set) continue;
      // Counted by its name in the language: of the symbol it is known that it is at most one.
      const Expr made = writer_.nameOf(allocation);
      if (made == nullptr) continue;
      if (allocation.condition == nullptr) {
        add(name, c_.lone(made), true);
      } else if (allocation.condition->kind == logic::FormulaKind::True) {
        add(name, c_.one(made), true);
      } else {
        add(name, c_.ifElse(allocation.condition, c_.one(made), c_.no(made)), true);
      }
    }
  }

  void add(const RelationBounds& bounds) {
    const Expr post = c_.relation(bounds.post);
    const std::string name = naming_(bounds.pre);
    if (bounds.isExact()) return define(name, post, bounds.upper);
    const bool is_wild = bounds.wild->kind != logic::ExprKind::None;
    const Expr rest = c_.none(std::max(post->arity - 1, 1), post->int_columns >> 1);
    const Expr tame = !is_wild          ? post
                      : post->arity > 1 ? c_.update(post, bounds.wild, rest)
                                        : c_.subtract(post, bounds.wild);
    if (bounds.lower->kind != logic::ExprKind::None) add(name, c_.subset(bounds.lower, post), false);
    if (bounds.wild->kind != logic::ExprKind::Univ) add(name, c_.subset(tame, bounds.upper), false);
  }

  void addResult(const Bounds& bounds) {
    const Expr result = c_.relation(vocabulary_.result(summary_.procedure));
    if (summary_.procedure->result->kind != program::TypeKind::Bool) {
      if (bounds.isExact()) return define("result", result, bounds.upper);
      if (bounds.lower->kind != logic::ExprKind::None) add("result", c_.subset(bounds.lower, result), false);
      if (bounds.upper == nullptr) return;
      std::vector<Formula> among;
      const auto visit = [&](const auto& self, Expr set) -> void {
        const bool is_union = set->kind == logic::ExprKind::Union && set->int_columns == 1;
        if (!is_union) return among.push_back(c_.subset(result, set));
        self(self, set->operands[0]);
        self(self, set->operands[1]);
      };
      visit(visit, bounds.upper);
      return add("result", c_.disjoin(among), false);
    }
    // A flag is a formula in the specification language.
    const Formula must = mayBeTrue(c_, bounds.lower);
    const Formula may = bounds.upper == nullptr ? c_.truth(true) : mayBeTrue(c_, bounds.upper);
    const auto addLine = [&](const std::string& before, Formula condition, const std::string& after, bool is_exact) {
      const Formula expressed = writer_.expressed(condition);
      const bool is_expressible =
          writer_.isExpressible(expressed) && writer_.needed(condition).empty() && writer_.keepsAll(condition);
      push("result", before + "(" + toString(is_expressible ? expressed : condition, naming_) + ")" + after, is_exact,
           is_expressible);
    };
    using logic::FormulaKind;
    if (bounds.isExact() && must->kind != FormulaKind::True && must->kind != FormulaKind::False) {
      return addLine("return <=> ", must, "", true);
    }
    if (must->kind == FormulaKind::True || may->kind == FormulaKind::False) {
      return push("result", must->kind == FormulaKind::True ? "return" : "not return", true, true);
    }
    if (must->kind != FormulaKind::False) addLine("", must, " => return", false);
    if (may->kind != FormulaKind::True) addLine("return => ", may, "", false);
  }

  struct Together {
    std::string name;
    Formula formula;
    bool is_exact;
    bool is_weaker;
  };
  const Summary& summary_;
  Vocabulary& vocabulary_;
  logic::Context& c_;
  SpecificationWriter writer_;
  logic::Naming naming_;
  std::vector<EnsuresLine> lines_;
  std::set<std::string> labels_;
  std::vector<Together> together_;
  std::vector<logic::Decl> decls_;
};

}  // namespace

std::vector<EnsuresLine> ensuresOf(const Summary& summary, Vocabulary& vocabulary) {
  return Lines(summary, vocabulary).all();
}

/// The bounds say nothing about executions that reach it, and whoever pasted them would have a wrong specification.
static std::string withoutSummary(const Summary& summary) {
  std::string text = "// " + summary.procedure->signature + ": no summary\n";
  if (summary.opaque.empty()) text += "//   it never returns\n";
  for (const Opaque& each : summary.opaque)
    text += "//   not understood: " + each.reason + " at " + toString(each.range) + "\n";
  return text;
}

std::string specificationOf(const Summary& summary, Vocabulary& vocabulary) {
  if (!summary.opaque.empty() || !summary.may_return) return withoutSummary(summary);
  std::string text = "method " + summary.procedure->signature + " {\n";
  for (const EnsuresLine& line : ensuresOf(summary, vocabulary)) {
    text += line.is_expressible ? "  ensures " + line.label + ": " + line.text + "\n" : "  // " + line.text + "\n";
  }
  std::string modified, nameless;
  for (const RelationBounds& bounds : summary.relations) {
    const auto* meaning = vocabulary.meaningOf(bounds.pre);
    if (meaning->kind != Vocabulary::Meaning::Kind::Field) continue;
    std::string& list = hasName(*meaning->field) ? modified : nameless;
    list += (list.empty() ? "" : ", ") + nameOf(bounds.pre, vocabulary, *summary.procedure);
  }
  if (nameless.empty()) {
    text += "  modifies " + (modified.empty() ? "nothing" : modified) + "\n";
  } else {
    text +=
        "  // modifies " + (modified.empty() ? "" : modified + ", ") + nameless + ", which no specification can name\n";
  }
  if (summary.may_throw)
    text += "  // may throw: this is the state where it does not, so it cannot be trusted in place of the code\n";
  return text + "}\n";
}

}  // namespace weir::abstraction
