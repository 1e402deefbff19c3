// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Procedures that call themselves, or each other: what is known of an inner call, and for which first calls an inner
// one fails or returns (Popeea and Chin, section 2.2).
//
//   int even(int n) { return n == 0 ? 1 : odd(n - 1); }   int odd(int n) { return n == 0 ? 0 : even(n - 1); }
//
// In the analysis of `even` the calls of `odd` are those of any callee, with a summary in which a call of `even` is
// what is assumed of it; that call is a step of `even` to itself. Of a circle in which `odd` calls itself too there is
// one analysis inside the other. Large circles have no fixpoint: of their calls nothing is known but where they are.
#include <algorithm>
#include <tuple>
#include <utility>

#include "conditions/analysis.h"
#include "conditions/numeric/relations.h"
#include "conditions/words.h"

namespace weir::conditions {
namespace {

using program::Procedure;

/// Chains of formulas for what a recursive procedure returns: exact so often, then with hulls, then widened.
constexpr int kRoundsBeforeWidening = 2;
constexpr int kMostRounds = 8;
constexpr int kPieces = 4;
constexpr long kMostOfFirst = 40;  // leaves of what the first call says

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

Value anyArgument(EntryState& entry, const Procedure& callee, size_t position) {
  Terms& terms = entry.terms();
  if (position >= callee.parameters.size()) return {entry.choice(Interval{}, "argument"), terms.constant(0)};
  return {entry.choice(callee.parameters[position]->type, true, "argument"), terms.constant(0)};
}

}  // namespace

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
    const bool is_same = std::all_of(calls.begin(), calls.end(), [&](const RecursiveCall& each) {
      return each.callee != &procedure || each.arguments.at(i) == same;
    });
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
    if (call.callee != &procedure) continue;
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
  const Formula any =
      reach(terms_, variables, initial, steps, inner, terms_.yes(), [this] { return !mayGoOn(); }).relation;
  // An inner call has been made by the first one.
  std::vector<Formula> is_first;
  std::vector<Formula> ways;
  for (size_t i = 0; i < variables.size(); ++i)
    is_first.push_back(terms_.equal(terms_.of(variables[i]), terms_.of(initial[i])));
  Substitution first(terms_, [&](Atom atom) -> Term {
    const auto found = std::find(variables.begin(), variables.end(), atom);
    return found == variables.end() ? nullptr : terms_.of(initial[static_cast<size_t>(found - variables.begin())]);
  });
  for (const Step& each : steps) ways.push_back(first.apply(each.guard));
  const Formula way = terms_.disjoin(std::move(ways));
  if (way->leaves > kMostOfFirst) return any;
  return terms_.conjoin(any, terms_.disjoin(terms_.conjoin(std::move(is_first)), way));
}

/// What is known of its calls, from nothing up to what its own text does with that.
std::unique_ptr<Executor> Analysis::fixpoint(Recursion& recursion, Formula& leaves) {
  const Procedure& procedure = *recursion.procedure;
  std::unique_ptr<Executor> executor;
  const auto execute = [&] {
    in_context_.clear();
    executor = std::make_unique<Executor>(*this, procedure);
    executor->run();
  };
  for (int round = 0;; ++round) {
    execute();
    const auto flags = std::tuple(recursion.writes, recursion.frees, recursion.throws);
    for (const State& each : executor->ends.returned) {
      if (each.memory.log() != nullptr || each.memory.frees() != nullptr) recursion.writes = true;
      if (each.memory.frees() != nullptr) recursion.frees = true;
    }
    if (!executor->ends.thrown.empty()) recursion.throws = true;
    const bool is_as_before = flags == std::tuple(recursion.writes, recursion.frees, recursion.throws);
    const Formula now = returnsOf(*executor, recursion.result);
    if (round == 0) leaves = now;
    const bool is_stable = now == recursion.returns || includes(terms_, recursion.returns, now);
    if (is_stable && is_as_before) return executor;
    if (round >= kMostRounds || !mayGoOn()) {
      recursion.returns = terms_.yes();
      recursion.writes = recursion.frees = recursion.throws = true;
      execute();
      return executor;
    }
    if (!is_stable) recursion.returns = hull(terms_, recursion.returns, now, round >= kRoundsBeforeWidening, kPieces);
  }
}

Summary Analysis::recursive(const Procedure& procedure) {
  Recursion recursion;
  recursion.procedure = &procedure;
  recursion.returns = terms_.no();
  recursion.result = entry_.resultOf(procedure);
  recursions_.push_back(&recursion);
  Summaries outside = std::exchange(in_context_, {});
  Formula leaves = terms_.no();  // returns without calling itself
  const std::unique_ptr<Executor> executor = fixpoint(recursion, leaves);
  in_context_ = std::move(outside);
  recursions_.pop_back();
  const std::vector<RecursiveCall> all_calls = executor->recursive_calls;
  const Formula calls = reachable(procedure, all_calls, recursion.writes);
  std::map<Atom, Term> back;
  std::set<Atom> variables;
  std::set<Atom> same;
  for (const program::Local* each : procedure.parameters) same.insert(entry_.parameter(each)->asAtom());
  for (size_t i : changed(procedure, all_calls)) {
    const program::Local* each = procedure.parameters[i];
    back[entry_.firstValue(each)->asAtom()] = entry_.parameter(each);
    variables.insert(entry_.parameter(each)->asAtom());
    same.erase(entry_.parameter(each)->asAtom());
  }
  // In some call that is reached, as a condition on the first one.
  const auto inSomeCall = [&](Formula formula) {
    Substitution first(terms_, [&](Atom atom) -> Term {
      const auto found = back.find(atom);
      return found == back.end() ? nullptr : found->second;
    });
    const auto is_eliminated = [&](Atom atom) {
      if (back.contains(atom) || same.contains(atom)) return false;
      if (variables.contains(atom)) return true;
      if (atom->kind != AtomKind::Apply) return atom->kind == AtomKind::Symbol;
      const Atom of_first = first.apply(terms_.of(atom))->asAtom();
      return (recursion.writes && isWritten(atom)) || of_first == nullptr || !hasWord(of_first);
    };
    const Formula somewhere = simplifier_.simplify(terms_.conjoin(calls, formula), axiomsOf(entry_, formula));
    const Formula made = eliminate(terms_, somewhere, is_eliminated, [this] { return !mayGoOn(); }).formula;
    return simplified(wordable(first.apply(made)));
  };
  std::vector<ErrorCondition> errors = std::move(executor->errors);
  executor->errors.clear();
  executor->recursive_calls.clear();
  Summary made = summarise(procedure, *executor);
  addErrors(made, errors, inSomeCall);
  if (!made.uses.empty()) {  // an inner call uses nobody knows what
    Use any = made.uses.front();
    any.path = terms_.yes();
    any.object = nullptr;
    any.is_exact = any.is_free = false;
    made.uses.push_back(std::move(any));
  }
  made.met = std::move(errors);
  made.met.insert(made.met.end(), executor->unset_uses.begin(), executor->unset_uses.end());
  // Whoever returns has reached a call that returns without another one.
  const Formula leaf =
      eliminate(
          terms_, leaves, [&](Atom atom) { return atom == recursion.result->asAtom(); }, [this] { return !mayGoOn(); })
          .formula;
  const bool may_throw = made.throws != terms_.no();
  const Formula returns = terms_.conjoin(made.ok, may_throw ? terms_.yes() : inSomeCall(leaf));
  if (may_throw) made.throws = simplified(terms_.disjoin(made.throws, inSomeCall(made.throws)));
  made.ok = simplified(terms_.disjoin(made.throws, returns));
  if (made.end) made.end->assume(terms_, made.ok);
  std::vector<RecursiveCall> others;
  for (const RecursiveCall& each : all_calls) {
    if (each.callee != &procedure) others.push_back(each);
  }
  for (RecursiveCall& each : made.inner_calls = innerCallsOf(others, inSomeCall)) {
    for (size_t i = 0; i < each.arguments.size(); ++i) {
      const auto isSame = [&](Term term) {
        const std::vector<Atom> atoms = atomsOf(term);
        return std::all_of(atoms.begin(), atoms.end(), [&](Atom atom) { return same.contains(atom); });
      };
      if (!isSame(each.arguments[i].base) || !isSame(each.arguments[i].offset))
        each.arguments[i] = anyArgument(entry_, *each.callee, i);
    }
  }
  return made;
}

/// Those of others whose analysis is under way, for who calls this one.
std::vector<RecursiveCall> Analysis::innerCallsOf(const std::vector<RecursiveCall>& calls,
                                                  const std::function<Formula(Formula)>& over_inputs) {
  constexpr size_t kMostCalls = 12;
  std::vector<RecursiveCall> made;
  if (calls.size() <= kMostCalls) {
    for (RecursiveCall each : calls) {
      each.path = over_inputs(each.path);
      if (each.path != terms_.no()) made.push_back(std::move(each));
    }
    return made;
  }
  for (const RecursiveCall& each : calls) {  // one of each callee, with any arguments
    const bool is_known =
        std::any_of(made.begin(), made.end(), [&](const RecursiveCall& other) { return other.callee == each.callee; });
    if (is_known) continue;
    RecursiveCall any{each.callee, terms_.yes(), {}, each.range};
    for (size_t i = 0; i < each.arguments.size(); ++i) any.arguments.push_back(anyArgument(entry_, *each.callee, i));
    made.push_back(std::move(any));
  }
  return made;
}

/// One of many that call each other: a call of any of them may do anything, return anything, and fail as any of them
/// does somewhere. Each text is executed once.
Summary Analysis::inComponent(const Procedure& procedure) {
  const Components::Members& members = components().of(procedure);
  std::vector<Recursion> any(members.size());
  std::set<const Procedure*> added;
  for (size_t i = 0; i < members.size(); ++i) {
    any[i].procedure = members[i];
    any[i].returns = terms_.yes();
    any[i].result = entry_.resultOf(*members[i]);
    any[i].writes = any[i].frees = any[i].throws = true;
    recursions_.push_back(&any[i]);
    if (under_way_.insert(members[i]).second) added.insert(members[i]);
  }
  std::vector<std::unique_ptr<Executor>> executors;
  std::vector<ErrorCondition> inner;  // each kind once
  std::vector<std::string> not_understood;
  bool may_throw = false;
  for (const Procedure* each : members) {
    beginBudget();
    executors.push_back(std::make_unique<Executor>(*this, *each));
    Executor& executor = *executors.back();
    executor.run();
    may_throw = may_throw || !executor.ends.thrown.empty();
    not_understood.insert(not_understood.end(), executor.not_understood.begin(), executor.not_understood.end());
    for (const ErrorCondition& error : executor.errors) {
      const bool is_known = std::any_of(inner.begin(), inner.end(),
                                        [&](const ErrorCondition& other) { return other.kind == error.kind; });
      if (!is_known) inner.push_back(error);
    }
  }
  recursions_.clear();
  Summary asked;
  for (size_t i = 0; i < members.size(); ++i) {
    beginBudget();
    executors[i]->not_understood = not_understood;
    Summary made = withInnerErrors(*members[i], *executors[i], inner, may_throw);
    executors[i].reset();
    if (members[i] == &procedure) {
      asked = std::move(made);
    } else {
      summaries_[{members[i], Callbacks{}}] = std::make_unique<Summary>(std::move(made));
    }
  }
  for (const Procedure* each : added) under_way_.erase(each);
  return asked;
}

Summary Analysis::withInnerErrors(const Procedure& procedure, Executor& executor,
                                  const std::vector<ErrorCondition>& inner, bool may_throw) {
  const std::vector<RecursiveCall> calls = std::exchange(executor.recursive_calls, {});
  std::vector<std::pair<SourceRange, Formula>> places;
  for (const RecursiveCall& each : calls) {
    auto place = std::find_if(places.begin(), places.end(), [&](const auto& one) { return one.first == each.range; });
    if (place == places.end()) place = places.insert(place, {each.range, terms_.no()});
    place->second = terms_.disjoin(place->second, each.path);
  }
  Summary made = summarise(procedure, executor);
  std::vector<Formula> all;
  std::vector<ErrorCondition> own = std::exchange(made.errors, {});
  for (const auto& [place, path] : places) {
    const Formula reached = path->leaves <= limits_.summary_leaves ? overInputs(path) : terms_.yes();
    all.push_back(reached);
    for (const ErrorCondition& each : inner) {
      ErrorCondition error{each.kind, place, {each.range}, reached, nullptr, nullptr, nullptr};
      error.origin.insert(error.origin.end(), each.origin.begin(), each.origin.end());
      if (reached != terms_.no()) made.errors.push_back(std::move(error));
    }
  }
  // A call of one of them may come back to this one.
  const Formula again = simplified(terms_.disjoin(std::move(all)));
  for (ErrorCondition& each : own) {
    each.condition = simplified(terms_.disjoin(each.condition, again));
    made.errors.push_back(std::move(each));
  }
  if (may_throw) {
    made.throws = simplified(terms_.disjoin(made.throws, again));
    made.ok = simplified(terms_.disjoin(made.ok, made.throws));
  }
  if (!made.uses.empty() || !calls.empty()) {
    Use any;
    any.path = terms_.yes();
    any.is_exact = false;
    any.range = procedure.range;
    made.uses.push_back(std::move(any));
  }
  return made;
}

const Recursion* Analysis::recursionOf(const Procedure& procedure) const {
  for (const Recursion* each : recursions_) {
    if (each->procedure == &procedure) return each;
  }
  return nullptr;
}

const Components& Analysis::components() {
  if (components_ == nullptr) components_ = std::make_unique<Components>(program_);
  return *components_;
}

/// Does it come to a call of which something is assumed at the moment?
bool Analysis::isInContext(const Procedure& procedure) {
  const Components::Members& members = components().of(procedure);
  return std::any_of(recursions_.begin(), recursions_.end(), [&](const Recursion* each) {
    return !members.empty() && &components().of(*each->procedure) == &members;
  });
}

bool Analysis::callsItselfHere(const Procedure& procedure) {
  std::set<const Procedure*> assumed;
  for (const Recursion* each : recursions_) assumed.insert(each->procedure);
  return components().isCyclicWithout(procedure, assumed);
}

}  // namespace weir::conditions
