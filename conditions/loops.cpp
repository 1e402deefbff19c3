// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop: what its body does once, from any state that it can reach.
//
//   int i = 0; while (i < n) { a[i] = 0; i = i + 1; }
//
// At the head of the loop every variable that the body changes has a value of its own, `i`. One round is a step from
// `i` to `i + 1` where `i < n`; what any number of steps from `i = 0` reach is a relation (numeric/relations.h), here
// `0 <= i and (i <= n or i = 0)`. The body is executed once more where it holds: that finds the errors and the states
// behind the loop. What the body changes is found by executing it too: trial rounds, until nothing new turns up.
#include <algorithm>
#include <map>
#include <set>

#include "conditions/analysis.h"
#include "conditions/executor.h"
#include "conditions/numeric/relations.h"
#include "ir/program/walk.h"

namespace weir::conditions {
namespace {

using program::Stmt;
using program::StmtKind;

/// Of more variables no relation is computed: isl's closures grow steeply with them. (Measured on the API suite: 99 %
/// of the loops have fewer.)
constexpr size_t kMostVariables = 8;
constexpr int kMostTrials = 12;

/// The locals that a round of the loop may read before it writes them, and those that are read elsewhere: behind the
/// loop they have what the round before has left.
class LiveAtHead {
 public:
  LiveAtHead(const program::LoopStmt& loop, const program::Procedure& procedure) {
    Written written;
    body(loop.header, written);
    if (loop.condition != nullptr) read(loop.condition, written);
    body(loop.body, written);
    body(loop.step, written);
    Reads elsewhere;
    count(procedure.body, 1, elsewhere);
    for (const program::Body* each : {&loop.header, &loop.body, &loop.step}) count(*each, -1, elsewhere);
    if (loop.condition != nullptr) count(loop.condition, -1, elsewhere);
    for (const auto& [local, reads] : elsewhere) {
      if (reads > 0) live_.insert(local);
    }
  }
  bool contains(const program::Local* local) const { return live_.contains(local); }

 private:
  using Written = std::set<const program::Local*>;
  using Reads = std::map<const program::Local*, int>;

  static void count(program::ExprRef expr, int times, Reads& reads) {
    program::forEachSubexpression(expr, [&](const program::Expr& each) {
      if (each.kind == program::ExprKind::LocalRef) reads[each.local] += times;
    });
  }

  static void count(const program::Body& body, int times, Reads& reads) {
    program::forEachStmt(body, [&](const Stmt& stmt) {
      for (program::ExprRef each : program::expressionsOf(stmt)) count(each, times, reads);
    });
  }

  void read(program::ExprRef expr, const Written& written) {
    program::forEachSubexpression(expr, [&](const program::Expr& each) {
      if (each.kind == program::ExprKind::LocalRef && !written.contains(each.local)) live_.insert(each.local);
    });
  }

  void body(const program::Body& body, Written& written) {
    for (const auto& stmt : body) {
      for (program::ExprRef each : program::expressionsOf(*stmt)) read(each, written);
      if (stmt->kind == StmtKind::If) {
        const auto& branch = program::as<program::IfStmt>(*stmt);
        Written then = written;
        Written otherwise = written;
        this->body(branch.then_body, then);
        this->body(branch.else_body, otherwise);
        for (const program::Local* each : then) {
          if (otherwise.contains(each)) written.insert(each);
        }
      } else {
        for (const program::Body* inner : program::bodiesOf(*stmt)) {
          Written there = written;  // may be left early, or not be entered
          this->body(*inner, there);
        }
      }
      if (const program::Local* target = program::targetOf(*stmt)) written.insert(target);
    }
  }

  Written live_;
};

}  // namespace

class LoopExecutor {
 public:
  LoopExecutor(Executor& executor, const program::LoopStmt& loop, State before)
      : executor_(executor),
        entry_(executor.entry_),
        terms_(executor.terms_),
        loop_(loop),
        before_(std::move(before)),
        live_(loop, executor.procedure_) {
    const auto note = [&](const program::Local* local) {
      if (local != nullptr) changed_.insert(local);
    };
    for (const program::Body* body : {&loop.header, &loop.body, &loop.step}) {
      program::forEachStmt(*body, [&](const Stmt& stmt) {
        note(program::targetOf(stmt));
        if (stmt.kind != StmtKind::Try) return;
        for (const program::Handler& each : program::as<program::TryStmt>(stmt).handlers) note(each.variable);
      });
    }
  }

  std::optional<State> run();

 private:
  struct Variable {
    const program::Local* local = nullptr;  // else a cell
    Cell cell;
    bool is_offset = false;  // of a pointer that stays in its array
    Atom at_head = nullptr;
    Term initial = nullptr;
  };
  /// What the rounds write, for the head of the loop.
  struct Effects {
    std::vector<Cell> cells;  // of objects that are the same in every round, each one scalar
    std::set<std::pair<const program::Field*, Term>> arrays;
    std::vector<Cell> pointed;                       // behind a pointer that is the same in every round
    std::set<const program::Field*> fields;          // of any object
    std::set<const program::Field*> fields_of_made;  // of objects that rounds make
    std::set<program::TypeRef> types;                // behind any pointer
    bool everything = false;
    bool by_unknown_code = false;
    bool frees = false;
    bool frees_made = false;
    bool only_scopes_end = true;  // of what is freed
    Escaped escaped;
    std::set<const program::Local*> moved_away;    // pointers that get another base
    std::set<const program::Local*> perhaps_null;  // of those, after some round
    std::set<const program::Local*> null_after;    // of those, after a round that changes it
    auto key() const {
      return std::tuple(cells.size(), arrays.size(), pointed.size(), fields.size(), fields_of_made.size(), types.size(),
                        everything, by_unknown_code, frees, frees_made, only_scopes_end, escaped.size(),
                        moved_away.size(), perhaps_null.size(), null_after.size());
    }
  };
  struct Round {
    std::vector<State> exits;
    std::optional<State> again;
  };

  State head();
  void forgetEffects(State& state);
  Round round(State state);
  void learn(const Round& round, const State& head);
  void learnWrite(const LogEntry& entry);
  bool staysOrIsSome(const State& state, const Value& now, const Value& at_head) const;
  bool isNeverNull(const State& state, const Value& pointer) const;
  bool isInvariant(Term term) const;
  bool isInner(Atom atom) const;
  Term betweenRounds(Term term);
  Value valueAfter(const Variable& variable, State& state);
  Formula relation(Round& round, size_t path_before);
  Formula noneOrFirst(Formula guard);
  void addVariable(const Variable& made) { variables_.push_back(made); }
  State givenUp();

  Executor& executor_;
  EntryState& entry_;
  Terms& terms_;
  const program::LoopStmt& loop_;
  State before_;
  LiveAtHead live_;
  std::set<const program::Local*> changed_;
  Effects effects_;
  std::vector<Variable> variables_;
  int first_atom_ = 0;  // made by the loop: numbers from here on
  int first_function_ = 0;
  Integer last_object_ = 0;
  mutable std::map<Term, bool> invariant_;
};

bool LoopExecutor::isInner(Atom atom) const {
  switch (atom->kind) {
    case AtomKind::Symbol: return atom->number > first_atom_;
    case AtomKind::Apply:
      if (atom->function->number > first_function_ && atom->function->is_choice) return true;
      return std::any_of(atom->arguments.begin(), atom->arguments.end(), [&](Term each) { return !isInvariant(each); });
    default: return false;  // what is inside counts
  }
}

/// The same in every round.
bool LoopExecutor::isInvariant(Term term) const {
  const auto found = invariant_.find(term);
  if (found != invariant_.end()) return found->second;
  bool is = true;
  for (Atom each : atomsOf(term)) {
    const bool is_leaf = each->kind == AtomKind::Symbol || each->kind == AtomKind::Apply;
    if (is_leaf &&
        (each->kind == AtomKind::Symbol ? each->number > first_atom_
                                        : each->function->number > first_function_ && each->function->is_choice)) {
      is = false;
      break;
    }
  }
  return invariant_[term] = is;
}

/// Objects of this round are others in the next one.
Term LoopExecutor::betweenRounds(Term term) {
  Substitution renamed(terms_, [&](Atom atom) -> Term {
    if (atom->kind != AtomKind::Symbol || atom->number <= first_atom_) return nullptr;
    const Term object = terms_.of(atom);
    if (madeObject(object) == nullptr) return nullptr;
    return entry_.madeSince(last_object_);
  });
  return renamed.apply(term);
}

void LoopExecutor::learnWrite(const LogEntry& entry) {
  const Cell& cell = entry.cell;
  if (entry.kind == LogEntry::Kind::Forget && cell.field == nullptr && cell.type == nullptr) {
    (entry.is_by_unknown_code ? effects_.by_unknown_code : effects_.everything) = true;
    return;
  }
  const bool is_one_object = cell.object != nullptr && isInvariant(cell.object);
  const bool is_one_cell =
      entry.kind == LogEntry::Kind::Write && is_one_object && (cell.index == nullptr || isInvariant(cell.index));
  if (cell.field == nullptr) {
    if (!is_one_object) {
      effects_.types.insert(cell.type);
    } else {
      const bool is_known = std::any_of(effects_.pointed.begin(), effects_.pointed.end(), [&](const Cell& each) {
        return each.type == cell.type && each.object == cell.object;
      });
      if (!is_known) effects_.pointed.push_back({nullptr, cell.type, cell.object, nullptr});
    }
    return;
  }
  if (entry.made_after && *entry.made_after >= last_object_) {
    effects_.fields_of_made.insert(cell.field);
    return;
  }
  if (is_one_cell && !effects_.arrays.contains({cell.field, cell.object})) {
    bool is_known = false;
    for (const Cell& each : effects_.cells) {
      if (each.field != cell.field || each.object != cell.object) continue;
      if (each.index == cell.index) {
        is_known = true;
      } else {  // two elements of one array: whichever
        effects_.arrays.insert({cell.field, cell.object});
        return;
      }
    }
    if (!is_known) effects_.cells.push_back(cell);
    return;
  }
  if (is_one_object) {
    effects_.arrays.insert({cell.field, cell.object});
    return;
  }
  const Term whole = cell.object != nullptr ? outermost(entry_, cell.object) : nullptr;
  const bool is_of_round = whole != nullptr && madeObject(whole) != nullptr;
  (is_of_round ? effects_.fields_of_made : effects_.fields).insert(cell.field);
}

void LoopExecutor::learn(const Round& round, const State& head) {
  if (!round.again) return;
  const State& again = *round.again;
  for (const LogEntry* each : again.memory.since(head.memory.log())) learnWrite(*each);
  for (const FreeEntry* each : again.memory.since(head.memory.frees())) {
    const EntrySymbol* made = madeObject(each->object);
    const bool is_of_round = made != nullptr && !isInvariant(each->object);
    (is_of_round ? effects_.frees_made : effects_.frees) = true;
    if (!each->is_scope_end) effects_.only_scopes_end = false;
  }
  if (const auto& escaped = again.memory.escaped()) {  // those of the round are others in the next one
    for (Term each : *escaped) {
      if (isInvariant(each)) effects_.escaped.insert(each);
    }
  }
  for (const program::Local* local : changed_) {
    if (!local->type->isPointer()) continue;
    const auto at = static_cast<size_t>(local->index);
    const Value& first = before_.locals[at];
    const Value& now = again.locals[at];
    const bool is_new = now.base != first.base && effects_.moved_away.insert(local).second;
    if (!effects_.moved_away.contains(local)) continue;
    if (now.base != first.base && !staysOrIsSome(again, now, head.locals[at])) effects_.null_after.insert(local);
    if (effects_.perhaps_null.contains(local)) continue;
    if ((is_new && !isNeverNull(before_, first)) || !isNeverNull(again, now)) effects_.perhaps_null.insert(local);
  }
}

/// A round leaves it as it was at the head, or not null.
bool LoopExecutor::staysOrIsSome(const State& state, const Value& now, const Value& at_head) const {
  if (now.base == nullptr || at_head.base == nullptr) return false;
  const Formula some = terms_.notEqual(now.base, terms_.constant(0));
  const Formula same = terms_.equal(now.base, at_head.base);
  return executor_.analysis_.decider().implies(state.pathCondition(terms_), terms_.disjoin(some, same));
}

/// Wherever the state is reached.
bool LoopExecutor::isNeverNull(const State& state, const Value& pointer) const {
  if (pointer.base == nullptr) return false;
  const Formula some = terms_.notEqual(pointer.base, terms_.constant(0));
  return executor_.analysis_.decider().implies(state.pathCondition(terms_), some);
}

void LoopExecutor::forgetEffects(State& state) {
  Memory& memory = state.memory;
  if (!effects_.escaped.empty()) memory.escape(effects_.escaped);
  if (effects_.everything) memory.forget({}, terms_.yes());
  if (effects_.by_unknown_code) memory.forget({}, terms_.yes(), true);
  for (program::TypeRef type : effects_.types) memory.forget({nullptr, type, nullptr, nullptr}, terms_.yes());
  for (const Cell& cell : effects_.pointed) memory.forget(cell, terms_.yes());
  for (const program::Field* field : effects_.fields)
    memory.forget({field, field->elementType(), nullptr, nullptr}, terms_.yes());
  for (const program::Field* field : effects_.fields_of_made) {
    memory.forget({field, field->elementType(), nullptr, nullptr}, terms_.yes(), false, last_object_);
  }
  for (const auto& [field, object] : effects_.arrays)
    memory.forget({field, field->elementType(), object, nullptr}, terms_.yes());
  for (const Cell& cell : effects_.cells) {
    if (effects_.arrays.contains({cell.field, cell.object}) || effects_.fields.contains(cell.field)) continue;
    if (effects_.everything || effects_.by_unknown_code) {
      memory.forget({cell.field, cell.type, cell.object, nullptr}, terms_.yes());
      continue;
    }
    const Term initial = before_.memory.read(cell).base;
    const Term at_head = entry_.choice(cell.type, true, cell.field->name);
    memory.write(cell, {at_head, terms_.constant(0)}, terms_.yes());
    addVariable({nullptr, cell, false, at_head->asAtom(), initial});
  }
  // Something may have been freed in an earlier round: nobody knows what.
  if (effects_.frees) {
    memory.freeAnything(effects_.only_scopes_end);
  } else if (effects_.frees_made) {
    const Formula guard = terms_.equal(entry_.choice(Interval{0, 1}, "earlier"), terms_.constant(1));
    memory.free(entry_.madeSince(last_object_), nullptr, guard, effects_.only_scopes_end);
  }
}

State LoopExecutor::head() {
  State state = before_;
  variables_.clear();
  forgetEffects(state);
  for (const program::Local* local : changed_) {
    Value& value = state.locals[static_cast<size_t>(local->index)];
    const bool has_value = value.base != nullptr;
    if (!live_.contains(local)) {
      value = {nullptr, nullptr};
      continue;
    }
    if (!local->type->isPointer()) {
      const Term at_head = entry_.choice(local->type, true, local->name);
      if (has_value) addVariable({local, {}, false, at_head->asAtom(), value.base});
      value = {at_head, terms_.constant(0)};
    } else if (has_value && !effects_.moved_away.contains(local)) {
      const Term at_head = entry_.choice(Interval{}, local->name);
      addVariable({local, {}, true, at_head->asAtom(), value.offset});
      value.offset = at_head;
    } else {
      const Term at_head = entry_.choice(local->type, true, local->name);
      const Value first = value;
      const bool is_plain = has_value && value.offset == terms_.constant(0);
      if (is_plain) addVariable({local, {}, false, at_head->asAtom(), value.base});
      value = {at_head, entry_.choice(Interval{}, local->name)};
      if (is_plain) value.offset = terms_.constant(0);
      // Not null before, nor after a round from where it is not: never.
      if (has_value && !effects_.perhaps_null.contains(local))
        state.assume(terms_, terms_.notEqual(at_head, terms_.constant(0)));
      // Null before, and no round leaves it so: where it is null it is the one that the code put there.
      if (has_value && first.base == terms_.constant(0) && !effects_.null_after.contains(local))
        value.base = terms_.choose(terms_.equal(at_head, terms_.constant(0)), terms_.constant(0), at_head);
    }
  }
  return state;
}

LoopExecutor::Round LoopExecutor::round(State state) {
  Round made;
  executor_.frames_.push_back({loop_.label, {}, {}});
  Executor::Current current = std::move(state);
  executor_.body(loop_.header, current);
  if (current && loop_.condition != nullptr) {
    if (loop_.range.isKnown()) executor_.here_ = loop_.range;
    const Formula goes_on = executor_.truth(loop_.condition, *current);
    State out = *current;
    out.assume(terms_, terms_.negate(goes_on));
    if (out.isReachable(terms_)) made.exits.push_back(std::move(out));
    current->assume(terms_, goes_on);
  }
  executor_.body(loop_.body, current);
  std::vector<State> ways = std::move(executor_.frames_.back().continues);
  if (current) ways.insert(ways.begin(), std::move(*current));
  current = joined(entry_, ways);
  executor_.frames_.back().continues.clear();
  if (current) executor_.body(loop_.step, current);
  for (State& each : executor_.frames_.back().breaks) made.exits.push_back(std::move(each));
  executor_.frames_.pop_back();
  if (current && current->isReachable(terms_)) made.again = std::move(current);
  return made;
}

Value LoopExecutor::valueAfter(const Variable& variable, State& state) {
  if (variable.local == nullptr) return state.memory.read(variable.cell);
  const Value value = state.locals[static_cast<size_t>(variable.local->index)];
  if (value.base == nullptr) return {variable.at_head != nullptr ? terms_.of(variable.at_head) : nullptr, nullptr};
  return variable.is_offset ? Value{value.offset, terms_.constant(0)} : value;
}

Formula LoopExecutor::relation(Round& round, size_t path_before) {
  if (variables_.size() > kMostVariables) {  // numbers before pointers
    std::stable_partition(variables_.begin(), variables_.end(), [](const Variable& each) {
      return each.is_offset || (each.local != nullptr ? each.local->type : each.cell.type)->isInteger();
    });
    variables_.resize(kMostVariables);
  }
  std::vector<Atom> variables;
  std::vector<Atom> initial;
  std::map<Atom, Term> values;
  std::vector<Formula> context;
  for (const Variable& each : variables_) {
    variables.push_back(each.at_head);
    const Term symbol = entry_.choice(each.at_head->range, each.at_head->name);
    initial.push_back(symbol->asAtom());
    values[symbol->asAtom()] = each.initial;
    context.push_back(terms_.equal(symbol, each.initial));
  }
  std::vector<Step> steps;
  if (round.again) {
    State& again = *round.again;
    Step step;
    step.guard =
        terms_.conjoin(std::vector<Formula>(again.path.begin() + static_cast<long>(path_before), again.path.end()));
    for (const Variable& each : variables_) {
      const Value after = valueAfter(each, again);
      const bool is_place_in_array = !each.is_offset && after.offset != nullptr && after.offset != terms_.constant(0);
      step.after.push_back(is_place_in_array ? entry_.choice(each.at_head->range, "place") : betweenRounds(after.base));
    }
    steps.push_back(std::move(step));
  }
  const Formula before = before_.pathCondition(terms_);
  if (before->leaves <= 60) context.push_back(before);
  const std::set<Atom> known(variables.begin(), variables.end());
  const std::set<Atom> known_initial(initial.begin(), initial.end());
  const auto inner = [&](Atom atom) { return !known.contains(atom) && !known_initial.contains(atom) && isInner(atom); };
  const Reached reached = reach(terms_, variables, initial, steps, inner, terms_.conjoin(context),
                                [this] { return !executor_.analysis_.mayGoOn(); });
  Substitution started(terms_, [&](Atom atom) -> Term {
    const auto found = values.find(atom);
    return found == values.end() ? nullptr : found->second;
  });
  const Formula relation = started.apply(reached.relation);
  return steps.empty() ? relation : terms_.conjoin(relation, noneOrFirst(steps.front().guard));
}

/// Either no round was made, or the first one was: what that says of the values before the loop.
Formula LoopExecutor::noneOrFirst(Formula guard) {
  constexpr long kMostLeaves = 20;
  std::map<Atom, Term> before;
  std::vector<Formula> none;
  for (const Variable& each : variables_) {
    before[each.at_head] = each.initial;
    none.push_back(terms_.equal(terms_.of(each.at_head), each.initial));
  }
  Substitution first(terms_, [&](Atom atom) -> Term {
    const auto found = before.find(atom);
    return found == before.end() ? nullptr : found->second;
  });
  const std::function<Formula(Formula)> known = [&](Formula formula) -> Formula {
    if (formula->kind == FormulaKind::And || formula->kind == FormulaKind::Or) {
      std::vector<Formula> operands;
      for (Formula each : formula->operands) operands.push_back(known(each));
      return formula->kind == FormulaKind::And ? terms_.conjoin(std::move(operands))
                                               : terms_.disjoin(std::move(operands));
    }
    return formula->isLiteral() && !isInvariant(formula->term) ? terms_.yes() : formula;
  };
  const Formula said = first.apply(guard);
  if (said->leaves > kMostLeaves) return terms_.yes();
  return terms_.disjoin(terms_.conjoin(std::move(none)), known(said));
}

/// Nothing is known any more.
State LoopExecutor::givenUp() {
  State state = before_;
  executor_.mayFail(state, "the loop at " + toString(loop_.range) + " is too large");
  state.memory.forget({}, terms_.yes());
  state.memory.freeAnything();
  for (const program::Local* local : changed_) {
    state.locals[static_cast<size_t>(local->index)] = {entry_.choice(local->type, true, local->name),
                                                       terms_.constant(0)};
  }
  return state;
}

std::optional<State> LoopExecutor::run() {
  first_atom_ = entry_.choice(Interval{0, 0}, "mark")->asAtom()->number;
  first_function_ = terms_.function({})->number;
  last_object_ = entry_.lastObject();
  const Executor::Mark mark = executor_.mark();
  for (int trial = 0;; ++trial) {
    if (trial == kMostTrials || !executor_.analysis_.mayGoOn()) return givenUp();
    const auto known = effects_.key();
    State start = head();
    const size_t path_before = start.path.size();
    Round made = round(start);
    learn(made, start);
    executor_.takeBack(mark);
    if (effects_.key() != known) continue;
    const Formula reached = relation(made, path_before);
    start.assume(terms_, reached);
    if (!start.isReachable(terms_)) return std::nullopt;
    return joined(entry_, round(std::move(start)).exits);
  }
}

void Executor::loop(const program::LoopStmt& stmt, Current& state) {
  std::vector<State> exits;
  if (stmt.test_last) {  // the first round has no test
    frames_.push_back({stmt.label, {}, {}});
    body(stmt.body, state);
    std::vector<State> ways = std::move(frames_.back().continues);
    if (state) ways.insert(ways.begin(), std::move(*state));
    frames_.back().continues.clear();
    state = joined(entry_, ways);
    if (state) body(stmt.step, state);
    exits = std::move(frames_.back().breaks);
    frames_.pop_back();
    if (!state) {
      state = joined(entry_, exits);
      return;
    }
  }
  if (auto behind = LoopExecutor(*this, stmt, std::move(*state)).run()) exits.insert(exits.begin(), std::move(*behind));
  state = joined(entry_, exits);
}

}  // namespace weir::conditions
