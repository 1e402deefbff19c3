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

/// Of larger circles of procedures nothing is assumed of what their calls return. (Of smaller ones each is analysed
/// with what is known of the others, which costs a power of their number.)
constexpr size_t kMostNested = 4;
/// (Measured on mxml-file.c: four functions that read a document, 600 statements, took a minute with --timeout 0.5.)
constexpr long kMostStatements = 120;

constexpr size_t kMostErrors = 200;

long sizeOf(const Components::Members& procedures) {
  long count = 0;
  for (const Procedure* each : procedures) program::forEachStmt(each->body, [&](const program::Stmt&) { ++count; });
  return count;
}

/// Not those of the clock: on a busy machine the answers are the same.
double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

Analysis::Analysis(const program::Program& program, Limits limits)
    : program_(program), limits_(limits), entry_(terms_), decider_(terms_), simplifier_(terms_, decider_) {
  entry_.weak_updates = !limits.strong_updates;
  entry_.allocations_fail = limits.allocations_fail;
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

const Summary& Analysis::of(const Procedure& procedure, const Callbacks& given) {
  const bool is_one = procedure.is_external || !components().of(procedure).empty();
  const std::pair key{&procedure, is_one ? Callbacks{} : given};
  if (isInContext(procedure)) {
    if (const auto found = in_context_.find(key); found != in_context_.end()) return *found->second;
    under_way_.insert(&procedure);
    auto summary = std::make_unique<Summary>(analyse(procedure, key.second));
    under_way_.erase(&procedure);
    return *(in_context_[key] = std::move(summary));
  }
  if (const auto found = summaries_.find(key); found != summaries_.end()) return *found->second;
  // A callee is its own affair: what it takes is not charged to its caller.
  const long steps = steps_;
  const long made = terms_.made() - made_before_;
  const long left = decider_.left();
  const double seconds = processorSeconds() - started_;
  beginBudget();
  std::vector<Recursion*> recursions = std::exchange(recursions_, {});
  Summaries in_context = std::exchange(in_context_, {});
  under_way_.insert(&procedure);
  auto summary = std::make_unique<Summary>(analyse(procedure, key.second));
  under_way_.erase(&procedure);
  recursions_ = std::move(recursions);
  in_context_ = std::move(in_context);
  beginBudget();  // of questions about it
  if (!under_way_.empty()) {
    steps_ = steps;
    made_before_ -= made;
    decider_.allow(left);
    started_ -= seconds;
  }
  return *(summaries_[key] = std::move(summary));
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

Summary Analysis::analyse(const Procedure& procedure, const Callbacks& callbacks) {
  if (procedure.is_external) return notUnderstood(procedure, procedure.name + " has no body here");
  const Components::Members& circle = components().of(procedure);
  if (circle.size() > kMostNested || (circle.size() > 1 && sizeOf(circle) > kMostStatements))
    return inComponent(procedure);
  if (callsItselfHere(procedure)) return recursive(procedure);
  Executor executor(*this, procedure);
  executor.run(callbacks);
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
  if (!formula->isLiteral()) return formula;
  if (!hasWords(formula)) return terms_.yes();
  // Null alone has no elements, which is shorter to say.
  const Atom only = formula->term->summands.size() == 1 ? formula->term->summands[0].atom : nullptr;
  const bool is_extent = only != nullptr && only->kind == AtomKind::Apply &&
                         EntryState::about(only->function)->kind == EntryFunction::Kind::Extent;
  if (!is_extent || formula->term->constant != 0 || formula->kind == FormulaKind::LessEqual) return formula;
  const Formula is_null = terms_.equal(only->arguments[0], terms_.constant(0));
  return formula->kind == FormulaKind::Equal ? is_null : terms_.negate(is_null);
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
  // What is over its budget is not read through once for each of its errors.
  if (!mayGoOn() && formula->leaves > limits_.use_leaves) return terms_.yes();
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
  // Of very many, those of one place are told together, wherever inside its callees they happen.
  const bool is_by_place = errors.size() > kMostErrors;
  std::vector<ErrorCondition> grouped;
  for (const ErrorCondition& each : errors) {
    const auto same = std::find_if(grouped.begin(), grouped.end(), [&](const ErrorCondition& other) {
      return other.kind == each.kind && other.range == each.range && (is_by_place || other.origin == each.origin);
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
  made.inner_calls = innerCallsOf(executor.recursive_calls, [this](Formula path) {
    return path->leaves <= limits_.use_leaves ? path : overInputs(path);
  });
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
