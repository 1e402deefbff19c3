// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/analysis.h"

#include <time.h>

#include <algorithm>
#include <utility>

#include "conditions/decide/shorten.h"
#include "conditions/numeric/relations.h"
#include "conditions/words.h"
#include "ir/program/walk.h"

namespace weir::conditions {
namespace {

using program::Procedure;

/// Chains of formulas for what a recursive procedure returns: exact so often, then with hulls, then widened.
constexpr int kRoundsBeforeWidening = 2;
constexpr int kMostRounds = 8;
constexpr int kPieces = 4;

/// What writes can change: neither is the length of an array, nor which object a part belongs to.
bool isWritten(Atom atom) {
  const auto isCell = [](Atom each) {
    if (each->kind != AtomKind::Apply) return false;
    const EntryFunction::Kind kind = EntryState::about(each->function)->kind;
    return kind == EntryFunction::Kind::Field || kind == EntryFunction::Kind::Deref;
  };
  if (isCell(atom)) return true;
  return std::any_of(atom->arguments.begin(), atom->arguments.end(), [&](Term each) {
    const std::vector<Atom> inside = atomsOf(each);
    return std::any_of(inside.begin(), inside.end(), isCell);
  });
}

/// Not those of the clock: on a busy machine the answers are the same.
double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

bool callsItself(const Procedure& procedure) {
  bool found = false;
  program::forEachStmt(procedure.body, [&](const program::Stmt& stmt) {
    if (stmt.kind == program::StmtKind::Call && program::as<program::CallStmt>(stmt).callee == &procedure) found = true;
  });
  return found;
}

}  // namespace

Analysis::Analysis(const program::Program& program, Limits limits)
    : program_(program), limits_(limits), entry_(terms_), decider_(terms_), simplifier_(terms_, decider_) {
  entry_.weak_updates = !limits.strong_updates;
  decider_.goOnWhile([this] { return mayGoOn(); });
  beginBudget();
  if (!limits.simplify) simplifier_.onlyDecide();
}

Analysis::~Analysis() = default;

bool Analysis::mayGoOn() const {
  if (steps_ >= limits_.steps || terms_.made() - made_before_ >= limits_.nodes || decider_.left() <= 0) return false;
  return !limits_.seconds || processorSeconds() - started_ < *limits_.seconds;
}

void Analysis::beginBudget() {
  steps_ = 0;
  made_before_ = terms_.made();
  decider_.allow(limits_.resources);
  started_ = processorSeconds();
}

const Summary& Analysis::of(const Procedure& procedure) {
  const auto found = summaries_.find(&procedure);
  if (found != summaries_.end()) return *found->second;
  // A callee is its own affair: what it takes is not charged to its caller.
  const long steps = steps_;
  const long made = terms_.made() - made_before_;
  const long left = decider_.left();
  const double seconds = processorSeconds() - started_;
  beginBudget();
  Recursion* recursion = std::exchange(recursion_, nullptr);
  under_way_.insert(&procedure);
  auto summary = std::make_unique<Summary>(analyse(procedure));
  under_way_.erase(&procedure);
  recursion_ = recursion;
  beginBudget();  // of questions about it
  if (!under_way_.empty()) {
    steps_ = steps;
    made_before_ -= made;
    decider_.allow(left);
    started_ -= seconds;
  }
  return *(summaries_[&procedure] = std::move(summary));
}

Summary Analysis::notUnderstood(const Procedure& procedure, const std::string& why) {
  Summary made;
  made.procedure = &procedure;
  made.ok = made.throws = terms_.yes();
  made.errors.push_back({std::nullopt, procedure.range, {}, terms_.yes()});
  State end(entry_);
  end.memory.forget({}, terms_.yes());
  end.memory.freeAnything();
  made.end = std::move(end);
  made.result = {entry_.choice(procedure.result, true, "result"), terms_.constant(0)};
  made.not_understood.push_back(why);
  return made;
}

Summary Analysis::analyse(const Procedure& procedure) {
  if (procedure.is_external) return notUnderstood(procedure, procedure.name + " has no body here");
  if (callsItself(procedure)) return recursive(procedure);
  Executor executor(*this, procedure);
  executor.run();
  return summarise(procedure, executor);
}

/// What the language has no words for is dropped: the condition gets weaker.
Formula Analysis::wordable(Formula formula) {
  std::map<Formula, Formula> done;
  return wordable(formula, done);
}

Formula Analysis::wordable(Formula formula, std::map<Formula, Formula>& done) {
  if (const auto found = done.find(formula); found != done.end()) return found->second;
  if (formula->kind == FormulaKind::And || formula->kind == FormulaKind::Or) {
    std::vector<Formula> operands;
    for (Formula each : formula->operands) operands.push_back(wordable(each, done));
    return done[formula] = formula->kind == FormulaKind::And ? terms_.conjoin(std::move(operands))
                                                             : terms_.disjoin(std::move(operands));
  }
  return formula->isLiteral() && !hasWords(formula) ? terms_.yes() : formula;
}

Formula Analysis::simplified(Formula formula) {
  return limits_.readable ? shortest(formula) : simplifier_.simplify(formula, axiomsOf(entry_, formula));
}

Formula Analysis::shortest(Formula formula) {
  const Formula axioms = axiomsOf(entry_, formula);
  Formula made = simplifier_.simplify(formula, axioms);
  if (made->isLiteral() || made == terms_.yes() || made == terms_.no()) return made;
  made = shorten(terms_, made);
  // Shorter, but not where only a sum of pointers says it: `a + b = 0` of two that are null.
  const Formula other = coalesced(terms_, made);
  if (other->leaves < made->leaves && (wordable(other) == other || wordable(made) != made))
    made = simplifier_.simplify(other, axioms);
  return made;
}

Formula Analysis::projected(Formula formula, Atom kept) {
  formula = simplifier_.simplify(formula, axiomsOf(entry_, formula));
  const auto is_eliminated = [&](Atom atom) {
    if (atom == kept) return false;
    if (atom->kind == AtomKind::Symbol || atom->kind == AtomKind::Apply) return !hasWord(atom);
    return false;
  };
  formula = eliminate(terms_, formula, is_eliminated, [this] { return !mayGoOn(); }).formula;
  if (kept == nullptr) formula = wordable(formula);
  return simplified(formula);
}

void Analysis::addErrors(Summary& summary, const std::vector<ErrorCondition>& errors,
                         const std::function<Formula(Formula)>& over_inputs) {
  std::vector<ErrorCondition> grouped;
  for (const ErrorCondition& each : errors) {
    const auto same = std::find_if(grouped.begin(), grouped.end(), [&](const ErrorCondition& other) {
      return other.kind == each.kind && other.range == each.range && other.origin == each.origin;
    });
    if (same == grouped.end()) {
      grouped.push_back(each);
    } else {
      same->condition = terms_.disjoin(same->condition, each.condition);
    }
  }
  for (ErrorCondition& each : grouped) {
    each.condition = over_inputs(each.condition);
    if (each.condition != terms_.no()) summary.errors.push_back(std::move(each));
  }
}

std::vector<Use> Analysis::usesOf(const Executor& executor) {
  std::vector<Use> made;
  std::map<std::pair<Term, bool>, size_t> known;
  for (const Use& each : executor.uses) {
    const auto [at, is_new] = known.try_emplace({each.object, each.is_free}, made.size());
    if (is_new) {
      made.push_back(each);
      continue;
    }
    Use& same = made[at->second];
    same.path = terms_.disjoin(same.path, each.path);
    same.is_exact = same.is_exact && each.is_exact;
  }
  for (Use& each : made) {
    if (each.path->leaves <= limits_.use_leaves) continue;
    each.path = terms_.yes();
    each.is_exact = false;
  }
  if (made.size() <= limits_.uses) return made;
  std::vector<Use> any{made.front()};
  any.front().path = terms_.yes();
  any.front().object = nullptr;
  any.front().is_exact = any.front().is_free = false;
  return any;
}

Summary Analysis::summarise(const Procedure& procedure, Executor& executor) {
  Summary made;
  made.procedure = &procedure;
  made.not_understood = executor.not_understood;
  std::sort(made.not_understood.begin(), made.not_understood.end());
  made.not_understood.erase(std::unique(made.not_understood.begin(), made.not_understood.end()),
                            made.not_understood.end());
  made.met = executor.errors;
  made.met.insert(made.met.end(), executor.unset_uses.begin(), executor.unset_uses.end());
  made.null_checks = executor.null_checks;
  made.uses = usesOf(executor);
  addErrors(made, executor.errors, [&](Formula formula) { return overInputs(formula); });
  std::vector<Formula> thrown;
  for (const State& each : executor.ends.thrown) thrown.push_back(each.pathCondition(terms_));
  made.throws = overInputs(terms_.disjoin(std::move(thrown)));
  // The result is one more variable of the states that are joined.
  std::vector<State> returned = executor.ends.returned;
  for (size_t i = 0; i < returned.size(); ++i) {
    returned[i].locals.assign(1, executor.ends.results[i]);
  }
  made.end = joined(entry_, returned);
  made.ok = made.throws;
  if (made.end) {
    made.result = made.end->locals[0];
    made.end->locals.clear();
    const Formula path = made.end->pathCondition(terms_);
    const Formula short_path = simplifier_.simplify(path, axiomsOf(entry_, path));
    if (short_path == terms_.no()) {
      made.end.reset();
    } else {
      const Formula returns = overInputs(short_path);
      made.ok = simplified(terms_.disjoin(made.ok, returns));
      made.end->path = {short_path->leaves <= limits_.summary_leaves ? short_path : returns};
    }
  }
  return made;
}

/// `for some way to return with that result`, over inputs and the result.
Formula Analysis::returnsOf(const Executor& executor, Term result) {
  std::vector<Formula> ways;
  for (size_t i = 0; i < executor.ends.returned.size(); ++i) {
    const State& end = executor.ends.returned[i];
    const Value& value = executor.ends.results[i];
    Formula is_result = terms_.yes();
    if (value.offset == terms_.constant(0)) is_result = terms_.equal(result, value.base);
    ways.push_back(terms_.conjoin(end.pathCondition(terms_), is_result));
  }
  return projected(terms_.disjoin(std::move(ways)), result->asAtom());
}

/// Positions of the parameters that some call gives another value; the others are the same in every call.
std::vector<size_t> Analysis::changed(const Procedure& procedure, const std::vector<RecursiveCall>& calls) {
  std::vector<size_t> positions;
  for (size_t i = 0; i < procedure.parameters.size(); ++i) {
    const Value same{entry_.parameter(procedure.parameters[i]), terms_.constant(0)};
    const bool is_same = std::all_of(calls.begin(), calls.end(),
                                     [&](const RecursiveCall& each) { return each.arguments.at(i) == same; });
    if (!is_same) positions.push_back(i);
  }
  return positions;
}

/// Over the parameters as they are in some call and, as `initial`, in the first one.
Formula Analysis::reachable(const Procedure& procedure, const std::vector<RecursiveCall>& calls, bool writes) {
  std::vector<Atom> variables;
  std::vector<Atom> initial;
  const std::vector<size_t> positions = changed(procedure, calls);
  for (size_t i : positions) {
    variables.push_back(entry_.parameter(procedure.parameters[i])->asAtom());
    initial.push_back(entry_.firstValue(procedure.parameters[i])->asAtom());
  }
  if (variables.empty()) return terms_.yes();
  std::vector<Step> steps;
  for (const RecursiveCall& call : calls) {
    Step step;
    step.guard = call.path;
    for (size_t i : positions) {
      const Value& argument = call.arguments.at(i);
      step.after.push_back(addressOf(entry_, argument));
    }
    steps.push_back(std::move(step));
  }
  const std::set<Atom> known(variables.begin(), variables.end());
  const std::set<Atom> known_initial(initial.begin(), initial.end());
  const auto inner = [&](Atom atom) {
    if (known.contains(atom) || known_initial.contains(atom)) return false;
    if (atom->kind == AtomKind::Symbol) return atom->is_choice || madeObject(terms_.of(atom)) != nullptr;
    if (atom->kind != AtomKind::Apply) return false;
    if (atom->has_choice || atom->function->is_choice || (writes && isWritten(atom))) return true;
    for (Term each : atom->arguments) {
      for (Atom below : atomsOf(each)) {
        if (known.contains(below)) return true;
      }
    }
    return false;
  };
  return reach(terms_, variables, initial, steps, inner, terms_.yes(), [this] { return !mayGoOn(); }).relation;
}

Summary Analysis::recursive(const Procedure& procedure) {
  Recursion recursion;
  recursion.procedure = &procedure;
  recursion.returns = terms_.no();
  recursion.result = entry_.resultOf(procedure);
  recursion_ = &recursion;
  Formula leaves = terms_.no();  // returns without calling itself
  std::unique_ptr<Executor> executor;
  for (int round = 0;; ++round) {
    executor = std::make_unique<Executor>(*this, procedure);
    executor->run();
    for (const State& each : executor->ends.returned) {
      if (each.memory.log() != nullptr || each.memory.frees() != nullptr) recursion.writes = true;
      if (each.memory.frees() != nullptr) recursion.frees = true;
    }
    const Formula now = returnsOf(*executor, recursion.result);
    if (round == 0) leaves = now;
    if (now == recursion.returns || includes(terms_, recursion.returns, now)) break;
    if (round == kMostRounds || !mayGoOn()) {
      recursion.returns = terms_.yes();
      recursion.writes = recursion.frees = true;
      executor = std::make_unique<Executor>(*this, procedure);
      executor->run();
      break;
    }
    recursion.returns = hull(terms_, recursion.returns, now, round >= kRoundsBeforeWidening, kPieces);
  }
  recursion_ = nullptr;
  const Formula calls = reachable(procedure, executor->recursive_calls, recursion.writes);
  std::map<Atom, Term> back;
  std::set<Atom> variables;
  std::set<Atom> same;
  for (const program::Local* each : procedure.parameters) same.insert(entry_.parameter(each)->asAtom());
  for (size_t i : changed(procedure, executor->recursive_calls)) {
    const program::Local* each = procedure.parameters[i];
    back[entry_.firstValue(each)->asAtom()] = entry_.parameter(each);
    variables.insert(entry_.parameter(each)->asAtom());
    same.erase(entry_.parameter(each)->asAtom());
  }
  // In some call that is reached, as a condition on the first one.
  const auto inSomeCall = [&](Formula formula) {
    const auto is_eliminated = [&](Atom atom) {
      if (back.contains(atom) || same.contains(atom)) return false;
      if (variables.contains(atom)) return true;
      if (atom->kind == AtomKind::Apply) return (recursion.writes && isWritten(atom)) || !hasWord(atom);
      return atom->kind == AtomKind::Symbol;
    };
    const Formula made =
        eliminate(terms_, terms_.conjoin(calls, formula), is_eliminated, [this] { return !mayGoOn(); }).formula;
    Substitution first(terms_, [&](Atom atom) -> Term {
      const auto found = back.find(atom);
      return found == back.end() ? nullptr : found->second;
    });
    return simplified(wordable(first.apply(made)));
  };
  std::vector<ErrorCondition> errors = std::move(executor->errors);
  executor->errors.clear();
  Summary made = summarise(procedure, *executor);
  addErrors(made, errors, inSomeCall);
  if (!made.uses.empty()) {  // an inner call uses nobody knows what
    Use any = made.uses.front();
    any.path = terms_.yes();
    any.object = nullptr;
    any.is_exact = false;
    made.uses.push_back(std::move(any));
  }
  made.met = std::move(errors);
  made.met.insert(made.met.end(), executor->unset_uses.begin(), executor->unset_uses.end());
  // Whoever returns has reached a call that returns without another one.
  const Formula leaf =
      eliminate(
          terms_, leaves, [&](Atom atom) { return atom == recursion.result->asAtom(); }, [this] { return !mayGoOn(); })
          .formula;
  const Formula ends = terms_.disjoin(inSomeCall(leaf), made.throws == terms_.no() ? terms_.no() : terms_.yes());
  made.ok = simplified(terms_.conjoin(made.ok, ends));
  if (made.end) made.end->assume(terms_, made.ok);
  return made;
}

Classes Analysis::classesOf(const Summary& summary) {
  std::vector<Formula> all;
  for (const ErrorCondition& each : summary.errors) all.push_back(each.condition);
  const Formula fails = simplified(terms_.disjoin(std::move(all)));
  const Formula ok = summary.ok;
  Classes made;
  made.must = simplified(terms_.conjoin(fails, terms_.negate(ok)));
  made.never = simplified(terms_.conjoin(ok, terms_.negate(fails)));
  made.may = simplified(terms_.conjoin(ok, fails));
  made.loops = simplified(terms_.conjoin(terms_.negate(ok), terms_.negate(fails)));
  return made;
}

Analysis::ErrorClasses Analysis::classesOf(const Summary& summary, const ErrorCondition& error) {
  // Where nothing returns and no other error is possible, this one happens, or nothing ever.
  std::vector<Formula> other{summary.ok};
  for (const ErrorCondition& each : summary.errors) {
    if (&each != &error) other.push_back(each.condition);
  }
  const Formula others = terms_.disjoin(std::move(other));
  ErrorClasses made;
  made.must = simplified(terms_.conjoin(error.condition, terms_.negate(others)));
  made.may = simplified(terms_.conjoin(error.condition, others));
  return made;
}

}  // namespace weir::conditions
