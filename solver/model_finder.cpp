// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/model_finder.h"

#include <algorithm>
#include <ctime>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>

#include "solver/check/check_core.h"
#include "solver/check/check_instance.h"
#include "solver/circuit/circuit.h"
#include "solver/circuit/cnf.h"
#include "solver/problem.h"
#include "solver/sat/recording_solver.h"
#include "solver/translate/bounded_relation.h"
#include "solver/translate/symmetry.h"
#include "solver/translate/translator.h"
#include "support/invariant.h"

namespace weir::solver {

namespace {

// An answer that takes the checker more conflicts than this is not confirmed.
// tests/verify/models/registry.weir: 21 s of processor time with no limit, 7 s with this one; without checks 2 s. Where
// the other engine finds a model it needs far fewer.
constexpr std::int64_t kCheckConflicts = 20'000;

// Processor time of this thread, which a busy machine does not change.
class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total), start_(now()) {}
  ~Stopwatch() { total_ += now() - start_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  double& total_;
  double start_;
};

std::unique_ptr<SatSolver> makeSolver(const Options& options, RecordingSolver*& recorder) {
  auto solver = makeSatSolver(options.back_end);
  if (options.dump_directory.empty()) return solver;
  auto recording = std::make_unique<RecordingSolver>(std::move(solver));
  recorder = recording.get();
  return recording;
}

}  // namespace

struct ModelFinder::State {
  State(logic::Context& context_, const logic::Universe& universe_, Options options_)
      : context(context_),
        universe(universe_),
        options(std::move(options_)),
        sat(makeSolver(options, recorder)),
        translator(circuit, universe),
        emitter(circuit, *sat, translator.arithmetic().words()),
        symmetry(circuit, universe, translator.numbers()) {}

  Literal literalOf(Label label);
  Gate translated(logic::Formula formula, std::optional<Label> label);
  Answer solveLabels(std::span<const Label> assumed, const Limits& limits);
  Answer solveWithinWindows(std::span<const Label> assumed, std::vector<Literal> assumptions, const Limits& limits);
  void breakSymmetry();
  bool isChecked(std::span<const Label> labels) const;
  void confirm(std::span<const Label> assumed);
  void dump(std::span<const Label> assumed, std::span<const Literal> assumptions) const;
  logic::Instance instance() const;
  Valuation model() const {
    return Valuation(circuit, [this](std::uint32_t variable) { return emitter.modelValue(variable); });
  }
  logic::TupleSet tuplesOf(const Matrix& matrix, Valuation& valuation) const;

  logic::Context& context;
  const logic::Universe& universe;
  Options options;
  RecordingSolver* recorder = nullptr;
  std::unique_ptr<SatSolver> sat;
  Circuit circuit;
  Translator translator;
  CnfEmitter emitter;
  Symmetry symmetry;
  Problem problem;
  std::deque<BoundedRelation> bounded;
  std::map<Label, Literal> literals;
  std::optional<Literal> leader;                    // switches the symmetry constraints on
  std::map<std::optional<Label>, Literal> windows;  // keep the ranges of its formulas within their windows
  logic::Expr beyond_window = nullptr;              // a range that is too long in an instance that was found
  bool is_beyond_windows = false;  // the last answer is Unknown because an instance may need more than the windows
  bool solved_once = false;
  Answer answer = Answer::Unknown;
  std::vector<Label> core;
  bool core_is_minimal = false;
  std::vector<std::vector<Label>> checked_cores;  // sorted, as `core` is
  Statistics statistics;
};

Literal ModelFinder::State::literalOf(Label label) {
  const auto [at, is_new] = literals.try_emplace(label, 0);
  if (is_new) at->second = sat->newVariable();
  return at->second;
}

/// Where a range reaches beyond its window the translation is no longer exact, and says nothing at all. So no instance
/// means that there is none, and one in which every range is within its window is one. Each conjunct for itself: one of
/// them may be what keeps the ranges of the others short.
Gate ModelFinder::State::translated(logic::Formula formula, std::optional<Label> label) {
  if (formula->kind == logic::FormulaKind::And) {
    std::vector<Gate> parts;
    for (const logic::Formula part : formula->operands) parts.push_back(translated(part, label));
    return circuit.conjunction(parts);
  }
  const Gate gate = options.skolemise ? translator.skolemised(formula) : translator.closed(formula);
  const Gate left_out = translator.leftOut(formula, options.skolemise);
  std::vector<Gate> beyond = translator.takeBeyondWindows();
  if (left_out != kFalse) beyond.push_back(left_out);
  for (const Gate one : beyond) {
    const auto [window, is_new] = windows.try_emplace(label, 0);
    if (is_new) window->second = sat->newVariable();
    emitter.assertImplied(window->second, !one);
  }
  return circuit.disjunction(gate, left_out);
}

void ModelFinder::State::breakSymmetry() {
  if (solved_once || !options.break_symmetry) return;
  const Gate gate = symmetry.leader();
  if (gate == kTrue) return;
  leader = sat->newVariable();
  emitter.assertImplied(*leader, gate);
}

/// First with every range within its window. Where that is what makes it unsatisfiable, without: then an instance is
/// none that can be relied on.
Answer ModelFinder::State::solveWithinWindows(std::span<const Label> assumed, std::vector<Literal> assumptions,
                                              const Limits& limits) {
  is_beyond_windows = false;
  const std::size_t without_windows = assumptions.size();
  if (const auto always = windows.find(std::nullopt); always != windows.end()) assumptions.push_back(always->second);
  for (const Label label : assumed)
    if (const auto window = windows.find(label); window != windows.end()) assumptions.push_back(window->second);
  const Answer within = sat->solve(assumptions, limits);
  if (within != Answer::Unsatisfiable || assumptions.size() == without_windows) return within;
  const std::vector<Literal> failed = sat->failedAssumptions();
  const auto is_window = [&](Literal literal) {
    return std::find(assumptions.begin() + static_cast<std::ptrdiff_t>(without_windows), assumptions.end(), literal) !=
           assumptions.end();
  };
  if (std::ranges::none_of(failed, is_window)) return within;
  assumptions.resize(without_windows);
  const Answer beyond = sat->solve(assumptions, limits);
  if (beyond != Answer::Satisfiable) return beyond;
  is_beyond_windows = true;
  Valuation valuation = model();
  beyond_window = translator.beyondWindow([&](Gate gate) { return valuation(gate); });
  return Answer::Unknown;
}

Answer ModelFinder::State::solveLabels(std::span<const Label> assumed, const Limits& limits) {
  {
    const Stopwatch watch(statistics.translation_seconds);
    breakSymmetry();
    solved_once = true;
  }
  std::vector<Literal> assumptions;
  // Later additions may tell apart what was taken as interchangeable: then the constraints are simply left off.
  if (leader && symmetry.stillHolds()) assumptions.push_back(*leader);
  std::map<Literal, Label> labels;
  for (const Label label : assumed) {
    assumptions.push_back(literalOf(label));
    labels.emplace(assumptions.back(), label);
  }
  ++statistics.solver_calls;
  dump(assumed, assumptions);
  {
    const Stopwatch watch(statistics.sat_seconds);
    answer = solveWithinWindows(assumed, std::move(assumptions), limits);
  }
  if (answer == Answer::Unsatisfiable) {
    core.clear();
    for (const Literal literal : sat->failedAssumptions())
      if (const auto found = labels.find(literal); found != labels.end()) core.push_back(found->second);
    std::sort(core.begin(), core.end());
    core_is_minimal = core.empty();
  }
  return answer;
}

void ModelFinder::State::dump(std::span<const Label> assumed, std::span<const Literal> assumptions) const {
  if (recorder == nullptr) return;
  std::filesystem::create_directories(options.dump_directory);
  const std::string stem = options.dump_directory + "/" + options.name + "-" + std::to_string(statistics.solver_calls);
  std::ofstream cnf(stem + ".cnf");
  recorder->writeDimacs(cnf, assumptions);
  std::ofstream text(stem + ".txt");
  text << toString(problem, universe) << "solve";
  for (const Label label : assumed) text << ' ' << label;
  text << '\n';
}

/// What was added since leaves an unsatisfiable core one, and so do more labels.
bool ModelFinder::State::isChecked(std::span<const Label> labels) const {
  return std::ranges::any_of(checked_cores,
                             [&](const auto& checked) { return std::ranges::includes(labels, checked); });
}

void ModelFinder::State::confirm(std::span<const Label> assumed) {
  if (!options.check_answers) return;
  std::string wrong;
  if (answer == Answer::Satisfiable) wrong = checkInstance(problem, assumed, instance());
  if (answer == Answer::Unsatisfiable && !isChecked(core)) {
    wrong = checkCore(context, universe, problem, core, circuit.size(), {.conflicts = kCheckConflicts});
    checked_cores.push_back(core);
  }
  if (!wrong.empty()) throw InternalError("a solver's answer is wrong: " + wrong);
}

logic::TupleSet ModelFinder::State::tuplesOf(const Matrix& matrix, Valuation& valuation) const {
  logic::TupleSet tuples;
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    if (!valuation(matrix.guards[i])) continue;
    logic::Tuple tuple;
    for (const Cell cell : matrix.row(i)) {
      if (!isNumber(cell)) {
        tuple.push_back(logic::Cell::ofAtom(cell));
        continue;
      }
      const Number& number = translator.numbers().at(cell);
      INVARIANT(number.width() <= 128 || valuation(number.at(127)) == valuation(number.sign()),
                "an instance should have integers of at most 128 bits");
      unsigned __int128 value = 0;
      for (std::size_t bit = 0; bit < 128; ++bit)
        if (valuation(number.at(bit))) value |= static_cast<unsigned __int128>(1) << bit;
      tuple.push_back(logic::Cell::ofInteger(static_cast<logic::Integer>(value)));
    }
    tuples.insert(std::move(tuple));
  }
  return tuples;
}

logic::Instance ModelFinder::State::instance() const {
  Valuation valuation = model();
  logic::Instance result(universe);
  for (const auto& one : problem.bounded)
    result.set(one.relation, tuplesOf(translator.valueOf(one.relation), valuation));
  for (const auto& one : problem.defined)
    result.set(one.relation, tuplesOf(translator.valueOf(one.relation), valuation));
  return result;
}

ModelFinder::ModelFinder(logic::Context& context, const logic::Universe& universe, Options options)
    : state_(std::make_unique<State>(context, universe, std::move(options))) {
  state_->translator.callAtEachStep(state_->options.checkpoint);
}

ModelFinder::~ModelFinder() = default;

void ModelFinder::addRelation(logic::Relation relation, const logic::RelationBound& bound) {
  const Stopwatch watch(state_->statistics.translation_seconds);
  State& s = *state_;
  const std::uint32_t before = s.circuit.variables();
  s.bounded.push_back(allocate(relation, bound, s.circuit, s.translator));
  const BoundedRelation& allocated = s.bounded.back();
  s.statistics.primary_variables += s.circuit.variables() - before;
  for (const Gate condition : allocated.conditions) s.emitter.assertTrue(condition);
  s.translator.bind(relation, allocated.matrix(s.circuit));
  s.symmetry.add(allocated);
  s.problem.bounded.push_back({relation, allocated.bound});
}

void ModelFinder::define(logic::Relation relation, logic::Expr expr) {
  const Stopwatch watch(state_->statistics.translation_seconds);
  State& s = *state_;
  const MatrixRef value = s.translator.closed(expr);
  if (s.translator.leftOut(expr) != kFalse)
    throw TranslationError("a range of integers is too large to be listed: " + logic::toString(expr));
  s.translator.bind(relation, *value);
  s.symmetry.add(expr);
  s.problem.defined.push_back({relation, expr});
}

bool ModelFinder::knows(logic::Relation relation) const { return state_->translator.knows(relation); }

void ModelFinder::assertFormula(logic::Formula formula) {
  const Stopwatch watch(state_->statistics.translation_seconds);
  State& s = *state_;
  s.emitter.assertTrue(s.translated(formula, std::nullopt));
  s.symmetry.add(formula);
  s.problem.asserted.push_back({formula, std::nullopt});
}

void ModelFinder::assertLabelled(logic::Formula formula, Label label) {
  const Stopwatch watch(state_->statistics.translation_seconds);
  State& s = *state_;
  s.emitter.assertImplied(s.literalOf(label), s.translated(formula, label));
  s.symmetry.add(formula);
  s.problem.asserted.push_back({formula, label});
}

Answer ModelFinder::solve(std::span<const Label> assumed, const Limits& limits) {
  solveUnchecked(assumed, limits);
  state_->confirm(assumed);
  return state_->answer;
}

Answer ModelFinder::solveUnchecked(std::span<const Label> assumed, const Limits& limits) {
  state_->solveLabels(assumed, limits);
  if (state_->is_beyond_windows)
    throw TranslationError((state_->beyond_window == nullptr ? "a range" : logic::toString(state_->beyond_window)) +
                           " may have too many elements to be listed; bound their number in 'requires'");
  return state_->answer;
}

logic::Instance ModelFinder::instance() const {
  INVARIANT(state_->answer == Answer::Satisfiable, "an instance should only be read after a satisfiable answer");
  return state_->instance();
}

std::vector<logic::TupleSet> ModelFinder::valuesOf(std::span<const logic::Expr> exprs) {
  INVARIANT(state_->answer == Answer::Satisfiable, "values should only be read after a satisfiable answer");
  State& s = *state_;
  std::vector<MatrixRef> matrices;
  for (const logic::Expr expr : exprs) matrices.push_back(s.translator.closed(expr));
  Valuation valuation = s.model();
  std::vector<logic::TupleSet> values;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    if (valuation(s.translator.leftOut(exprs[i])))
      throw TranslationError("a range of integers is too large to be listed: " + logic::toString(exprs[i]));
    values.push_back(s.tuplesOf(*matrices[i], valuation));
  }
  return values;
}

const std::vector<Label>& ModelFinder::core() const {
  INVARIANT(state_->answer == Answer::Unsatisfiable, "a core should only be read after an unsatisfiable answer");
  return state_->core;
}

const std::vector<Label>& ModelFinder::minimiseCore(const Limits& budget) {
  State& s = *state_;
  INVARIANT(s.answer == Answer::Unsatisfiable, "only an unsatisfiable answer should have its core minimised");
  const Budget clock(budget);
  std::vector<Label> current = s.core;
  std::vector<Label> needed;
  bool complete = true;
  while (!current.empty()) {
    // Everything in `needed` stays; try without the last of the others.
    const Label candidate = current.back();
    current.pop_back();
    Limits left = budget;
    left.seconds = budget.seconds - clock.elapsedSeconds();
    std::vector<Label> trial = needed;
    trial.insert(trial.end(), current.begin(), current.end());
    const Answer answer = left.seconds > 0 ? s.solveLabels(trial, left) : Answer::Unknown;
    if (answer == Answer::Unsatisfiable) {
      std::erase_if(current, [&](Label label) { return !std::ranges::binary_search(s.core, label); });
    } else {
      needed.push_back(candidate);
      complete = complete && answer == Answer::Satisfiable;
    }
  }
  std::sort(needed.begin(), needed.end());
  s.core = std::move(needed);
  s.core_is_minimal = complete;
  s.answer = Answer::Unsatisfiable;
  s.confirm(s.core);
  return s.core;
}

bool ModelFinder::isMinimal() const { return state_->core_is_minimal; }
Stop ModelFinder::stop() const { return state_->sat->stop(); }
void ModelFinder::interrupt() { state_->sat->interrupt(); }
void ModelFinder::resume() { state_->sat->resume(); }

Statistics ModelFinder::statistics() const {
  Statistics result = state_->statistics;
  result.variables = state_->emitter.variables() + static_cast<std::int64_t>(state_->literals.size());
  result.clauses = state_->emitter.clauses();
  result.gates = state_->circuit.size();
  result.conflicts = state_->sat->conflicts();
  return result;
}

}  // namespace weir::solver
