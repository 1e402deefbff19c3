// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/heap_conditions.h"

#include "prove/heap_smt_logic.h"
#include "prove/path_text.h"
#include "support/invariant.h"

namespace weir::prove {

using program::ErrorKind;
using smt::conjunction;
using smt::disjunction;
using smt::negation;
using Kind = HeapAtom::Kind;
using Object = SmtHeapLogic::Object;

namespace {

/// The atoms of invariants, as valueOf of heap_invariants.h has them.
class Atoms {
 public:
  Atoms(SmtHeap& heap, const HeapFamily& family, const std::vector<Object>& names) : heap_(heap), family_(family) {
    for (const HeapTerm& term : family.terms) {
      const Object& name = names[at(term.name)];
      if (term.field == nullptr)
        terms_.push_back(name);
      else if (term.field->holdsParts())
        terms_.push_back({heap.part(term.field, name.text), term.class_decl});
      else
        terms_.push_back({heap.field(term.field, name.text, term.at_entry), term.class_decl});
    }
  }

  std::string meaning(const Clause& clause) {
    const int cells = cellsOf(clause, family_.mined());
    std::vector<smt::Variable> variables;
    std::vector<std::string> literals;
    for (const auto& [bit, object] : {std::pair{1, cell("?u")}, std::pair{2, cell("?v")}})
      if ((cells & bit) != 0) {
        variables.push_back({object.text, heap_.sort(family_.cell)});
        literals.push_back(isNull(object));
      }
    for (const int literal : clause.literals) {
      const std::string atom = meaning(family_.atoms[at(atomOf(literal))]);
      literals.push_back(isNegated(literal) ? negation(atom) : atom);
    }
    return smt::forAll(variables, disjunction(literals));
  }

 private:
  Object cell(const char* name) const { return {name, family_.cell}; }
  std::string isNull(const Object& object) { return smt::equal(object.text, heap_.null(object.class_decl)); }
  std::string same(const Object& a, const Object& b) {
    return a.class_decl == b.class_decl ? smt::equal(a.text, b.text) : conjunction({isNull(a), isNull(b)});
  }
  std::string holds(const HeapAtom& atom, const Object& a, const Object& b) {
    return conjunction({negation(isNull(b)), smt::equal(heap_.field(atom.field, a.text, atom.at_entry), b.text)});
  }
  std::string reach(const HeapAtom& atom, const Object& a, const Object& b) {
    return heap_.reaches(atom.field, a.text, b.text, atom.at_entry);
  }
  std::string key(const HeapAtom& atom, const Object& a) { return heap_.field(atom.field, a.text, atom.at_entry); }
  std::string atMost(const HeapAtom& atom, const Object& a, const Object& b) {
    return conjunction({negation(isNull(a)), negation(isNull(b)), smt::atMost(key(atom, a), key(atom, b))});
  }

  std::string meaning(const HeapAtom& atom) {
    const Object &x = terms_[at(atom.x)], &y = terms_[at(atom.y)];
    const Object u = cell("?u"), v = cell("?v"), w = atom.cells == 2 ? v : u;
    switch (atom.kind) {
      case Kind::Null: return isNull(x);
      case Kind::Same: return same(x, y);
      case Kind::Reaches: return reach(atom, x, y);
      case Kind::Is: return same(x, w);
      case Kind::From: return reach(atom, x, w);
      case Kind::To: return reach(atom, w, x);
      case Kind::Between: return heap_.between(atom.field, x.text, w.text, y.text, atom.at_entry);
      case Kind::Holds: return holds(atom, w, x);
      case Kind::Ends:
        return smt::equal(heap_.field(atom.field, w.text, atom.at_entry),
                          heap_.null(atom.field->type->pointee->class_decl));
      case Kind::Lives: return heap_.isLive(w.class_decl, w.text, atom.at_entry);
      case Kind::OnCycle: return heap_.isOnCycle(atom.field, w.text, atom.at_entry);
      case Kind::Kept: return smt::equal(heap_.field(atom.field, w.text, true), heap_.field(atom.field, w.text, false));
      case Kind::AtMost: return atMost(atom, x, w);
      case Kind::AtLeast: return atMost(atom, w, x);
      case Kind::ParameterAtMost:
        return smt::atMost(heap_.parameter(atom.parameter), heap_.field(atom.field, w.text, false));
      case Kind::ParameterAtLeast:
        return smt::atMost(heap_.field(atom.field, w.text, false), heap_.parameter(atom.parameter));
      case Kind::CellsSame: return same(u, v);
      case Kind::CellsReach: return reach(atom, u, v);
      case Kind::CellsReachBack: return reach(atom, v, u);
      case Kind::CellsHold: return holds(atom, u, v);
      case Kind::CellsHoldBack: return holds(atom, v, u);
      case Kind::CellsAtMost: return atMost(atom, u, v);
      case Kind::CellsAtLeast: return atMost(atom, v, u);
    }
    UNREACHABLE("an atom should be of a known kind");
  }

  SmtHeap& heap_;
  const HeapFamily& family_;
  std::vector<Object> terms_;
};

/// One path, once through.
class PathScript {
 public:
  struct Asked {
    const Subject& subject;
    std::size_t number;
    const Path& path;
    bool is_impossible;
    const std::vector<HeapHead>& heads;
    const std::vector<std::set<ClauseIndex>>& needed;
    const HeapClaim& claim;
  };

  PathScript(const Asked& asked, SmtHeap::Words& words)
      : asked_(asked),
        path_(asked.path),
        heap_(script_, words, path_.from < 0 ? std::nullopt : std::optional(asked.heads[at(path_.from)].changes)),
        logic_(asked.subject.vocabulary, script_, heap_, names_) {}

  std::vector<VerificationCondition> run() {
    values_.emplace_back();
    nameParameters();
    names_.procedure = asked_.subject.program.procedure;
    for (const specs::Requirement& requirement : asked_.subject.spec.requirements)
      script_.assume(logic_.meaning(requirement.formula()));
    nameHead();
    if (!takeAll()) return std::move(conditions_);
    if (asked_.is_impossible)
      ask("impossible", "No execution takes this path.", "true");
    else if (path_.to == Path::kExit && asked_.claim.ensured)
      askProperty();
    else if (path_.to >= 0)
      askInvariants();
    return std::move(conditions_);
  }

 private:
  // Names.

  Object name(const std::string& name, const ClassDecl* class_decl) {
    return {heap_.any(name, heap_.sort(class_decl)), class_decl};
  }
  std::string isNull(const Object& object) { return smt::equal(object.text, heap_.null(object.class_decl)); }
  const ClassDecl* classOf(Value value) const { return path_.classes[at(value)]; }
  void assumeLive(const Object& object) {
    script_.assume(disjunction({isNull(object), heap_.isLive(object.class_decl, object.text, true)}));
  }

  void nameParameters() {
    const program::Procedure& procedure = *asked_.subject.program.procedure;
    for (std::size_t i = 0; i < path_.roots.size(); ++i) {
      const program::Local* parameter = asked_.subject.program.roots[i];
      const Object root = name(parameter->name, classOf(path_.roots[i]));
      assumeLive(root);
      const bool is_this = procedure.method_of != nullptr && !procedure.is_static_method && i == 0 &&
                           parameter == procedure.parameters.front();
      if (is_this || parameter->is_reference) script_.assume(negation(isNull(root)));
      names_.parameters[parameter] = root;
      values_.push_back(root);
    }
    if (!path_.slot) return;
    SmtHeapLogic::Slot& slot = names_.slots[path_.slot->parameter];
    if (slot.field = path_.slot->field; slot.field == nullptr) return;
    slot.owner = name("owner[" + path_.slot->parameter->name + "]", slot.field->owner);
    script_.assume(negation(isNull(slot.owner)));
    assumeLive(slot.owner);
    values_.push_back(slot.owner);
  }

  void nameHead() {
    if (path_.from < 0) return;
    const CutPoint& head = asked_.subject.program.cut_points[at(path_.from)];
    for (std::size_t i = 0; i < path_.before.size(); ++i)
      values_.push_back(name(head.variables[i]->name + "'", classOf(path_.before[i])));
    std::vector<Object> names = rootNames();
    for (const Value before : path_.before) names.push_back(value(before, classOf(before)));
    const HeapHead& families = asked_.heads[at(path_.from)];
    for (const ClauseIndex index : asked_.needed[at(path_.from)]) {
      const HeapFamily& family = families.families[index.family];
      script_.comment("invariant: " + textOf(index, path_.from));
      script_.assume(Atoms(heap_, family, names).meaning(family.clauses[index.clause]));
    }
  }

  std::string textOf(ClauseIndex index, int head) const {
    const HeapFamily& family = asked_.heads[at(head)].families[index.family];
    return toString(family.clauses[index.clause], family, asked_.subject.program,
                    asked_.subject.program.cut_points[at(head)]);
  }

  std::vector<Object> rootNames() {
    std::vector<Object> names;
    for (const Value root : path_.roots) names.push_back(value(root, classOf(root)));
    if (path_.slot && path_.slot->field != nullptr) names.push_back(value(path_.slot->owner, nullptr));
    return names;
  }
  Object value(Value value, const ClassDecl* class_decl) {
    return value == kNull ? Object{heap_.null(class_decl), class_decl} : values_[at(value)];
  }

  // Steps.

  /// False: every execution ends on the way with an error.
  bool takeAll() {
    for (const Step& step : path_.steps) {
      if (step.kind == Step::Kind::Touch && step.object == kNull) {
        oblige(ErrorKind::NullDeref, "false");
        return false;
      }
      take(step);
    }
    return true;
  }

  void take(const Step& step) {
    switch (step.kind) {
      case Step::Kind::Assume: return script_.assume(meaning(step.test));
      case Step::Kind::Touch: {
        const Object& object = values_[at(step.object)];
        oblige(ErrorKind::NullDeref, negation(isNull(object)));
        return oblige(ErrorKind::UseAfterFree, heap_.isLive(object.class_decl, object.text, false));
      }
      case Step::Kind::Load: {
        const Object& object = values_[at(step.object)];
        return define(heap_.field(step.field, object.text, false), classOf(static_cast<Value>(values_.size())));
      }
      case Step::Kind::Part:
        return define(heap_.part(step.field, values_[at(step.object)].text), step.field->type->class_decl);
      case Step::Kind::Store: {
        const ClassDecl* target = step.field->elementType()->pointee->class_decl;
        return heap_.store(values_[at(step.object)].text, step.field, value(step.value, target).text);
      }
      case Step::Kind::Change:
        return heap_.change(values_[at(step.object)].text, step.field,
                            step.number ? number(*step.number) : std::nullopt);
      case Step::Kind::Allocate: {
        const ClassDecl* made = path_.classes[at(step.value)];
        values_.push_back({heap_.allocate(made, step.is_zeroed), made});
        return;
      }
      case Step::Kind::Free: {
        if (step.object == kNull) return;
        const Object object = values_[at(step.object)];
        oblige(ErrorKind::DoubleFree,
               disjunction({isNull(object), heap_.isLive(object.class_decl, object.text, false)}));
        return heap_.free(object.class_decl, object.text);
      }
    }
  }

  void define(const std::string& text, const ClassDecl* class_decl) {
    const std::string name = script_.unique("value." + std::to_string(values_.size()));
    script_.define(name, {}, heap_.sort(class_decl), text);
    values_.push_back({name, class_decl});
  }

  /// An execution that meets an error goes no further.
  void oblige(ErrorKind error, const std::string& obligation) {
    if (asked_.claim.error == error && !asked_.is_impossible) {
      const smt::Script before = script_;
      logic_.assumeWays(values_);
      ask("step", "The next step is without this error.", negation(obligation));
      script_ = before;
    }
    script_.assume(obligation);
  }

  /// Nothing: of such numbers nothing is known.
  std::optional<std::string> number(const Number& number) {
    if (number.field != nullptr) {
      if (!isFollowedNumber(*number.field)) return std::nullopt;
      return heap_.field(number.field, values_[at(number.object)].text, false);
    }
    return number.parameter != nullptr ? heap_.parameter(number.parameter) : SmtHeap::number(number.constant);
  }

  std::string meaning(const Test& test) {
    std::string holds;
    if (test.kind == Test::Kind::AtMost || test.kind == Test::Kind::Equal) {
      const auto left = number(test.left), right = number(test.right);
      if (!left || !right) return "true";
      holds = test.kind == Test::Kind::AtMost ? smt::atMost(*left, *right) : smt::equal(*left, *right);
    } else if (test.kind == Test::Kind::Null) {
      holds = test.a == kNull ? "true" : isNull(values_[at(test.a)]);
    } else {
      if (test.a == test.b) return test.positive ? "true" : "false";
      const Object a = value(test.a, classOf(test.b)), b = value(test.b, classOf(test.a));
      holds = a.class_decl == b.class_decl ? smt::equal(a.text, b.text) : conjunction({isNull(a), isNull(b)});
    }
    return test.positive ? holds : negation(holds);
  }

  // Questions.

  void askProperty() {
    const program::Procedure& procedure = *asked_.subject.program.procedure;
    if (path_.has_result) names_.result = value(path_.result, procedure.result->pointee->class_decl);
    if (path_.truth) names_.truth = truth(*path_.truth);
    const smt::Script before = script_;
    for (const logic::Formula goal : goalsOf(*asked_.claim.ensured, asked_.subject.vocabulary.context())) {
      const SmtHeapLogic::Said said = logic_.said();
      const std::string broken = logic_.denied(goal);
      logic_.assumeWays(values_);
      ask("property", "At the end: " + asWritten(toString(goal)), broken);
      logic_.forgetAllBut(said);
      script_ = before;
    }
  }

  std::optional<std::string> truth(const Condition& condition) {
    std::vector<std::string> cases;
    for (const Conjunction& one : condition.when_true) {
      std::vector<std::string> tests;
      for (const Test& test : one) {
        // The number may have changed since it was compared.
        if (test.kind == Test::Kind::AtMost || test.kind == Test::Kind::Equal) return std::nullopt;
        tests.push_back(meaning(test));
      }
      cases.push_back(conjunction(tests));
    }
    return disjunction(cases);
  }

  void askInvariants() {
    const auto& needed = asked_.needed[at(path_.to)];
    if (needed.empty()) return;
    const CutPoint& head = asked_.subject.program.cut_points[at(path_.to)];
    std::vector<Object> names = rootNames();
    for (const program::Local* local : head.variables)
      names.push_back(value(path_.after.at(local), head.classOf(local)));
    std::string about = "The invariants of the loop where it ends:";
    std::vector<std::string> kept;
    for (const ClauseIndex index : needed) {
      about += "\n  " + textOf(index, path_.to);
      const HeapFamily& family = asked_.heads[at(path_.to)].families[index.family];
      kept.push_back(Atoms(heap_, family, names).meaning(family.clauses[index.clause]));
    }
    ask("invariants", about, negation(conjunction(kept)));
  }

  void ask(const std::string& what, const std::string& about, const std::string& broken) {
    if (broken == "false" && what != "property") return;
    std::string name = "path-" + std::to_string(asked_.number + 1) + "-" + what;
    if (const int count = ++names_asked_[name]; count > 1) name += "-" + std::to_string(count);
    conditions_.push_back(
        {.name = name,
         .script = smt::question("On a path " + describe(asked_.subject.program, path_) + ".\n" + about, script_.text(),
                                 broken),
         .leaves_out = logic_.leavesOut()});
  }

  const Asked& asked_;
  const Path& path_;
  smt::Script script_;
  SmtHeap heap_;
  SmtHeapLogic::Names names_;
  SmtHeapLogic logic_;
  std::vector<Object> values_;
  std::map<std::string, int> names_asked_;
  std::vector<VerificationCondition> conditions_;
};

}  // namespace

std::vector<VerificationCondition> conditionsOf(const Subject& subject, std::size_t path, const Path& taken,
                                                bool is_impossible, const std::vector<HeapHead>& heads,
                                                const std::vector<std::set<ClauseIndex>>& needed,
                                                const HeapClaim& claim) {
  const PathScript::Asked asked{subject, path, taken, is_impossible, heads, needed, claim};
  SmtHeap::Words words;
  while (true) {
    const SmtHeap::Words before = words;
    std::vector<VerificationCondition> all = PathScript(asked, words).run();
    if (words == before) return all;
  }
}

}  // namespace weir::prove
