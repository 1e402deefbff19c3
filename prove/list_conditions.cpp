// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/list_conditions.h"

#include <algorithm>
#include <map>

#include "prove/path_text.h"
#include "support/invariant.h"

namespace weir::prove {

using namespace smt;
using Kind = FormulaNode::Kind;

namespace {

const std::string kU = "?u", kV = "?v", kW = "?w";

class PathConditions {
 public:
  PathConditions(const ListProgram& program, const std::vector<Formula>& requirements,
                 const std::vector<ListProofHead>& heads, const ListClaim& claim, std::size_t path)
      : program_(program),
        heads_(heads),
        claim_(claim),
        path_(program.paths[path]),
        name_("path-" + std::to_string(path + 1)),
        sort_(symbol(program.cell->name)),
        null_(symbol(program.cell->name + ".null")),
        link_(program.link->name) {
    declareState();
    nameValues();
    for (const Formula& requirement : requirements) script_.assume(meaning(requirement, namesBefore()));
    if (path_.from >= 0)
      for (const Clause* clause : heads_[at(path_.from)].invariants) {
        script_.comment("invariant: " + textOf(*clause, path_.from));
        script_.assume(meaning(*clause, heads_[at(path_.from)], namesBefore()));
      }
  }

  std::vector<VerificationCondition> run() {
    for (const Step& step : path_.steps) take(step);
    if (path_.to == Path::kExit && claim_.broken) {
      declareResult();
      ask("property", "The property at the end.", meaning(*claim_.broken, namesAfter()));
    }
    if (path_.to >= 0 && !heads_[at(path_.to)].invariants.empty()) {
      std::string head = "The invariants of the loop where it ends:";
      std::vector<std::string> kept;
      for (const Clause* clause : heads_[at(path_.to)].invariants) {
        head += "\n  " + textOf(*clause, path_.to);
        kept.push_back(meaning(*clause, heads_[at(path_.to)], namesAfter()));
      }
      ask("invariants", head, negation(conjunction(kept)));
    }
    return std::move(conditions_);
  }

 private:
  // The state.

  void declareState() {
    script_.sort(sort_);
    script_.constant(null_, sort_);
    if (program_.makes) {
      live_at_entry_ = live_ = symbol(program_.cell->name + ".live");
      script_.function(live_, {sort_}, "Bool");
      script_.assume(negation(call(live_, {null_})));
    }
    at_entry_ = now_ = symbol(link_ + ".reach");
    declareReach(now_, live_at_entry_);
    for (const program::Field* key : program_.keys) script_.function(keyOf(key), {sort_}, "Int");
    if (path_.from == Path::kEntry) return;
    if (program_.makes) {
      live_ = symbol(program_.cell->name + ".live'");
      script_.function(live_, {sort_}, "Bool");
      script_.assume(negation(call(live_, {null_})));
      script_.assume(forAll({{kU, sort_}}, implication(call(live_at_entry_, {kU}), call(live_, {kU}))));
    }
    now_ = symbol(link_ + ".reach'");
    declareReach(now_, live_);
  }

  /// Where no cells are made, all are there.
  std::string isLive(const std::string& live, const std::string& cell) const {
    return live.empty() ? negation(equal(cell, null_)) : call(live, {cell});
  }

  void declareReach(const std::string& reach, const std::string& live) {
    script_.comment("what a cell comes to along '" + link_ + "', in no step or more: lists that end");
    script_.function(reach, {sort_, sort_}, "Bool");
    const auto r = [&](const std::string& a, const std::string& b) { return call(reach, {a, b}); };
    const Variable u{kU, sort_}, v{kV, sort_}, w{kW, sort_};
    script_.assume(
        forAll({u, v}, implication(r(kU, kV), conjunction({negation(equal(kU, null_)), negation(equal(kV, null_))}))));
    script_.assume(forAll({u}, implication(negation(equal(kU, null_)), r(kU, kU))));
    script_.assume(forAll({u, v}, implication(conjunction({r(kU, kV), r(kV, kU)}), equal(kU, kV))));
    script_.assume(forAll({u, v, w}, implication(conjunction({r(kU, kV), r(kV, kW)}), r(kU, kW))));
    script_.assume(
        forAll({u, v, w}, implication(conjunction({r(kU, kV), r(kU, kW)}), disjunction({r(kV, kW), r(kW, kV)}))));
    if (program_.makes)
      script_.assume(forAll({u, v}, implication(conjunction({r(kU, kV), negation(equal(kU, kV))}),
                                                conjunction({call(live, {kU}), call(live, {kV})}))));
  }

  std::string keyOf(const program::Field* key) const { return symbol(program_.cell->name + "." + key->name); }

  void constant(const std::string& name) {
    values_.push_back(script_.unique(name));
    script_.constant(values_.back(), sort_);
  }

  void nameValues() {
    values_.push_back(null_);
    for (std::size_t i = 0; i < path_.roots.size(); ++i) {
      constant(program_.roots[i]->name);
      assumeLive(values_.back(), live_at_entry_);
    }
    for (std::size_t i = 0; i < path_.before.size(); ++i) {
      constant(program_.cut_points[at(path_.from)].variables[i]->name + "'");
      assumeLive(values_.back(), live_);
    }
  }
  void assumeLive(const std::string& value, const std::string& live) {
    if (program_.makes) script_.assume(disjunction({equal(value, null_), call(live, {value})}));
  }

  const std::string& value(Value value) const { return values_[at(value)]; }
  std::vector<std::string> names(const std::vector<Value>& named) const {
    std::vector<std::string> found;
    for (const Value one : named) found.push_back(value(one));
    return found;
  }
  std::vector<std::string> namesBefore() const { return names(program_.namedBefore(path_)); }
  std::vector<std::string> namesAfter() const { return names(program_.namedAfter(path_)); }

  // Steps.

  std::string reach(const std::string& a, const std::string& b) const { return call(now_, {a, b}); }
  std::string number(const Number& number) const { return call(keyOf(number.field), {value(number.object)}); }
  bool isKey(const program::Field* field) const {
    return std::ranges::find(program_.keys, field) != program_.keys.end();
  }

  std::string meaning(const Test& test) const {
    std::string holds;
    switch (test.kind) {
      case Test::Kind::Null: holds = equal(value(test.a), null_); break;
      case Test::Kind::Same: holds = equal(value(test.a), value(test.b)); break;
      case Test::Kind::AtMost: holds = atMost(number(test.left), number(test.right)); break;
      case Test::Kind::Equal: holds = equal(number(test.left), number(test.right)); break;
    }
    return test.positive ? holds : negation(holds);
  }

  void take(const Step& step) {
    switch (step.kind) {
      case Step::Kind::Assume: return script_.assume(meaning(step.test));
      case Step::Kind::Touch: {
        const std::string is_null = equal(value(step.object), null_);
        if (claim_.null_too) ask("null-deref", "What is followed is no null pointer.", is_null);
        return script_.assume(negation(is_null));
      }
      case Step::Kind::Load: return load(value(step.object));
      case Step::Kind::Allocate: return allocate();
      case Step::Kind::Change:
        // What is compared changes only in a new cell, before it is compared: it has had this value all the time.
        if (step.number && step.number->field == step.field && isKey(step.field))
          script_.assume(equal(call(keyOf(step.field), {value(step.object)}), number(*step.number)));
        return;
      case Step::Kind::Store: {
        const std::string closes = reach(value(step.value), value(step.object));
        ask("no-cycle", "What is stored makes no cycle.", closes);
        script_.assume(negation(closes));
        return store(value(step.object), value(step.value));
      }
      case Step::Kind::Part:
      case Step::Kind::Free: UNREACHABLE("lists have no parts and free nothing");
    }
  }

  void load(const std::string from) {
    constant("value." + std::to_string(values_.size()));
    const std::string next = values_.back();
    const Variable w{kW, sort_};
    const std::string later = conjunction({reach(from, kW), negation(equal(kW, from))});
    script_.comment(next + " is the next one of " + from);
    script_.assume(disjunction({conjunction({equal(next, null_), forAll({w}, negation(later))}),
                                conjunction({reach(from, next), negation(equal(next, from)),
                                             forAll({w}, implication(later, reach(next, kW)))})}));
  }

  void allocate() {
    constant("value." + std::to_string(values_.size()));
    const std::string made = values_.back();
    script_.comment(made + " is new");
    script_.assume(conjunction({negation(equal(made, null_)), negation(call(live_, {made}))}));
    const std::string before = live_;
    live_ = symbol(program_.cell->name + ".live/" + std::to_string(++states_));
    script_.define(live_, {{kU, sort_}}, "Bool", disjunction({call(before, {kU}), equal(kU, made)}));
  }

  void store(const std::string& x, const std::string& y) {
    const std::string before = now_;
    const auto r = [&](const std::string& a, const std::string& b) { return call(before, {a, b}); };
    now_ = symbol(link_ + ".reach/" + std::to_string(++states_));
    script_.comment(x + "." + link_ + " = " + y);
    script_.function(now_, {sort_, sort_}, "Bool");
    const std::string stays =
        conjunction({r(kU, kV), negation(conjunction({r(kU, x), r(x, kV), negation(equal(kV, x))}))});
    script_.assume(forAll({{kU, sort_}, {kV, sort_}},
                          equal(reach(kU, kV), disjunction({stays, conjunction({r(kU, x), r(y, kV)})}))));
  }

  void declareResult() {
    if (!path_.truth) {
      result_ = "false";
      return;
    }
    std::vector<std::string> cases;
    for (const Conjunction& one : path_.truth->when_true) {
      std::vector<std::string> tests;
      for (const Test& test : one) {
        const bool is_number = test.kind == Test::Kind::AtMost || test.kind == Test::Kind::Equal;
        if (is_number && (test.kind != Test::Kind::AtMost || !isKey(test.key()))) {
          // It may be so or not.
          script_.constant("result", "Bool");
          result_ = "result";
          return;
        }
        tests.push_back(meaning(test));
      }
      cases.push_back(conjunction(tests));
    }
    result_ = disjunction(cases);
  }

  // Formulas.

  std::string meaning(const Formula& formula, const std::vector<std::string>& names) const {
    const auto term = [&](const Term& one) {
      return one.variable >= 0 ? "?" + std::to_string(one.variable) : names.at(at(one.name));
    };
    const auto part = [&](std::size_t i) { return meaning(formula->parts[i], names); };
    std::vector<std::string> parts;
    switch (formula->kind) {
      case Kind::True: return "true";
      case Kind::False: return "false";
      case Kind::Null: return equal(term(formula->a), null_);
      case Kind::Same: return equal(term(formula->a), term(formula->b));
      case Kind::Reach: return call(formula->at_entry ? at_entry_ : now_, {term(formula->a), term(formula->b)});
      case Kind::Result: return result_;
      case Kind::Made:
        if (!program_.makes) return "false";
        return conjunction({call(live_, {term(formula->a)}), negation(call(live_at_entry_, {term(formula->a)}))});
      case Kind::AtMost: return atMostThere(formula->key, term(formula->a), term(formula->b));
      case Kind::Not: return negation(part(0));
      case Kind::And:
      case Kind::Or:
        for (std::size_t i = 0; i < formula->parts.size(); ++i) parts.push_back(part(i));
        return formula->kind == Kind::And ? conjunction(parts) : disjunction(parts);
      case Kind::ForAll:
      case Kind::Exists: {
        const Variable variable{"?" + std::to_string(formula->variable), sort_};
        const std::string there = negation(equal(variable.name, null_));
        return formula->kind == Kind::ForAll ? forAll({variable}, implication(there, part(0)))
                                             : exists({variable}, conjunction({there, part(0)}));
      }
    }
    UNREACHABLE("a formula should be of a known kind");
  }

  std::string atMostThere(const program::Field* key, const std::string& a, const std::string& b) const {
    return conjunction(
        {negation(equal(a, null_)), negation(equal(b, null_)), atMost(call(keyOf(key), {a}), call(keyOf(key), {b}))});
  }

  std::string meaning(const Clause& clause, const ListProofHead& head, const std::vector<std::string>& names) const {
    const int cells = cellsOf(clause, *head.atoms);
    std::vector<Variable> variables;
    std::vector<std::string> literals;
    for (const auto& [bit, name] : {std::pair{1, kU}, std::pair{2, kV}})
      if ((cells & bit) != 0) {
        variables.push_back({name, sort_});
        literals.push_back(negation(isLive(live_, name)));
      }
    for (const int literal : clause.literals) {
      const std::string atom = meaning((*head.atoms)[at(atomOf(literal))], names);
      literals.push_back(isNegated(literal) ? negation(atom) : atom);
    }
    return forAll(variables, disjunction(literals));
  }

  std::string meaning(const Atom& atom, const std::vector<std::string>& names) const {
    using AtomKind = Atom::Kind;
    const std::string &x = names[at(atom.x)], &y = names[at(atom.y)], &w = atom.cells == 2 ? kV : kU;
    const auto old = [&](const std::string& a, const std::string& b) { return call(at_entry_, {a, b}); };
    switch (atom.kind) {
      case AtomKind::Null: return equal(x, null_);
      case AtomKind::Same: return equal(x, y);
      case AtomKind::Reaches: return reach(x, y);
      case AtomKind::Is: return equal(x, w);
      case AtomKind::ReachedFrom: return reach(x, w);
      case AtomKind::Reaching: return reach(w, x);
      case AtomKind::AtEntryFrom: return old(x, w);
      case AtomKind::Old: return isLive(live_at_entry_, w);
      case AtomKind::KeyAtMost: return atMostThere(atom.key, x, w);
      case AtomKind::KeyAtLeast: return atMostThere(atom.key, w, x);
      case AtomKind::KeySame: return conjunction({atMostThere(atom.key, x, w), atMostThere(atom.key, w, x)});
      case AtomKind::CellsSame: return equal(kU, kV);
      case AtomKind::CellsReach: return reach(kU, kV);
      case AtomKind::CellsReachBack: return reach(kV, kU);
      case AtomKind::CellsAtEntry: return old(kU, kV);
      case AtomKind::CellsAtEntryBack: return old(kV, kU);
      case AtomKind::CellsAtMost: return atMostThere(atom.key, kU, kV);
      case AtomKind::CellsAtLeast: return atMostThere(atom.key, kV, kU);
    }
    UNREACHABLE("an atom should be of a known kind");
  }

  std::string textOf(const Clause& clause, int head) const {
    return toString(clause, *heads_[at(head)].atoms, program_, program_.cut_points[at(head)]);
  }

  // Questions.

  void ask(const std::string& what, const std::string& about, const std::string& broken) {
    if (broken == "false" && what != "property") return;
    std::string name = name_ + "-" + what;
    if (const int count = ++asked_[name]; count > 1) name += "-" + std::to_string(count);
    conditions_.push_back(
        {.name = name,
         .script = question("On a path " + describe(program_, path_) + ".\n" + about, script_.text(), broken)});
  }

  const ListProgram& program_;
  const std::vector<ListProofHead>& heads_;
  const ListClaim& claim_;
  const Path& path_;
  std::string name_, sort_, null_, link_;
  Script script_;
  std::vector<std::string> values_;
  std::string at_entry_, now_, live_at_entry_, live_, result_;
  int states_ = 0;
  std::map<std::string, int> asked_;
  std::vector<VerificationCondition> conditions_;
};

}  // namespace

std::vector<VerificationCondition> conditionsOf(const ListProgram& program, const std::vector<Formula>& requirements,
                                                const std::vector<ListProofHead>& heads, const ListClaim& claim) {
  std::vector<VerificationCondition> all;
  for (std::size_t path = 0; path < program.paths.size(); ++path)
    for (VerificationCondition& one : PathConditions(program, requirements, heads, claim, path).run())
      all.push_back(std::move(one));
  return all;
}

}  // namespace weir::prove
