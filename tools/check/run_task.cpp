// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/run_task.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <new>
#include <optional>
#include <string_view>

#include "ir/logic/evaluator.h"
#include "refine/trace.h"
#include "solver/sat/limits.h"
#include "solver/translate/translator.h"
#include "support/invariant.h"
#include "tools/check/assumed.h"
#include "tools/check/confirm.h"
#include "tools/check/method_prover.h"
#include "tools/check/suggestion.h"
#include "tools/report/states.h"

namespace weir::tools {
namespace {

using results::Cause;

results::Location locationOf(const SourceRange& range) {
  if (!range.isKnown()) return {};
  return {range.file, range.begin.line, range.begin.column};
}

/// Where more is asked for, the system ends a process of its choice, and nothing is reported.
long defaultMegabytes(int jobs) {
  constexpr double kShare = 0.75;
  return static_cast<long>(kShare * solver::machineMegabytes() / std::max(1, jobs));
}

/// Of the method, or the built-in one.
refine::Property propertyOf(const specs::MethodSpec& spec, const std::string& label) {
  for (const specs::Property& property : spec.properties)
    if (property.label == label) return refine::Property(property);
  const program::BuiltinProperty* builtin = program::findBuiltin(label);
  INVARIANT(builtin != nullptr, "a planned property should be one of the method's or built in");
  return refine::Property(*builtin);
}

std::string lineOf(const refine::RefinementEvent& event) {
  std::string line = "round " + std::to_string(event.round) + ": " + event.what;
  if (!event.call_site.empty()) line += " at " + event.call_site;
  if (!event.callee.empty()) line += " (" + event.callee + ")";
  if (!event.text.empty()) line += ": " + event.text;
  return line;
}

class TaskRunner {
 public:
  TaskRunner(const Input& input, const Task& task, const CheckRequest& request, process::Interruption& interruption,
             const TaskEvents& events)
      : input_(input), task_(task), request_(request), interruption_(interruption), events_(events) {}

  TaskResult run() {
    for (const std::string& label : task_.labels) {
      events_.started(task_.method + "." + label);
      reporter_.restart();
      run_.results.push_back(guarded(label));
      events_.finished(run_.results.back());
    }
    check_.reset();
    confirmAll();
    suggestAll();
    return std::move(run_);
  }

 private:
  /// A mistake of ours costs the property it was met at, not the others.
  results::CheckResult guarded(const std::string& label) {
    if (interruption_.requested())
      return uncheckedResult(task_, label, request_, {Cause::Interrupted, "interrupted before it was checked"});
    try {
      return checked(label);
    } catch (const std::bad_alloc&) {
      endSession();
      return uncheckedResult(task_, label, request_, {Cause::Memory, "out of memory"});
    } catch (const solver::TranslationError& error) {
      // The formula asks for more than a circuit can list: that is not knowing, not a mistake of ours.
      endSession();
      return uncheckedResult(task_, label, request_, {Cause::TooLarge, error.what()});
    } catch (const logic::EvaluationLimit& error) {
      endSession();
      return uncheckedResult(task_, label, request_, {Cause::TooLarge, error.what()});
    } catch (const std::exception& error) {
      endSession();
      run_.failures.push_back(task_.method + "." + label + ": " + error.what());
      return uncheckedResult(task_, label, request_, {Cause::Failure, std::string("weir failed: ") + error.what()});
    }
  }

  refine::CheckOptions optionsOf() {
    refine::CheckOptions options;
    options.mode = request_.mode;
    options.scope = task_.scope;
    options.back_end = request_.back_end;
    options.timeout_seconds = request_.timeout_seconds;
    options.memory_megabytes =
        request_.memory_megabytes > 0 ? request_.memory_megabytes : defaultMegabytes(request_.jobs);
    options.self_check = request_.self_check;
    options.trace_refinement = request_.trace_refinement;
    options.dump_directory = request_.dump_queries;
    options.reporter = &reporter_;
    return options;
  }

  void startSession() {
    check_.emplace(*input_.vocabulary, input_.specification, *task_.spec, task_.builtins, optionsOf());
    interruption_.onRequest([this] { check_->interrupt(); });
  }

  void endSession() {
    interruption_.onRequest({});
    check_.reset();
  }

  results::CheckResult checked(const std::string& label) {
    failOnDemand(task_.method + "." + label);
    if (!check_) startSession();
    const refine::Property property = propertyOf(*task_.spec, label);
    refine::PropertyOutcome outcome = check_->run(property);
    static const std::vector<refine::RefinementEvent> kNone;
    for (const refine::RefinementEvent& event : request_.trace_refinement ? outcome.events : kNone)
      events_.note(task_.method + "." + label + ": " + lineOf(event));

    results::CheckResult result = uncheckedResult(task_, label, request_, outcome.reason);
    result.verdict = outcome.verdict;
    result.scope = outcome.scope;
    result.never_returns = outcome.never_returns;
    result.stats = outcome.stats;
    result.inferred = std::move(outcome.inferred);
    if (outcome.verdict == results::Verdict::Holds)
      if (std::string wrong = prover_.strengthen(property, task_.method + "." + label, result); !wrong.empty())
        run_.failures.push_back(std::move(wrong));
    if (outcome.verdict == results::Verdict::Violated) addTrace(property, std::move(outcome), result);
    return result;
  }

  void addTrace(const refine::Property& property, refine::PropertyOutcome outcome, results::CheckResult& result) {
    INVARIANT(outcome.violation.has_value(), "a violated property should come with its execution");
    refine::Trace trace =
        refine::makeTrace(*input_.vocabulary, *task_.spec, property, *outcome.violation, input_.enumerations);
    result.reason = trace.reason;
    result.counterexample = std::move(trace.counterexample);
    if (request_.tests) result.counterexample->test = testOf(property, *outcome.violation, result);
    if (request_.self_check) {
      const std::vector<std::string> gaps = report::traceGaps(*result.counterexample);
      INVARIANT(gaps.empty(), ("a trace should account for every change: " + gaps.front()).c_str());
    }
    violations_.push_back({run_.results.size(), std::move(*outcome.violation)});
  }

  std::string testOf(const refine::Property& property, const refine::Violation& violation,
                     const results::CheckResult& result) const {
    const replay::Case shown = caseOf(
        {task_.spec->procedure, &violation, result.method + "." + result.property, property}, *input_.vocabulary);
    const bool is_built_in = property.specified() == nullptr;
    const bool is_leak = property.ofHeap() == program::HeapProperty::Leak;
    return replay::writeTest(*input_.program,
                             {&shown, result.method + "." + result.property, result.reason.text, is_built_in, is_leak},
                             *request_.tests);
  }

  /// At the end and together: the compilation is what a replay costs.
  void confirmAll() {
    interruption_.onRequest({});
    if (!request_.replay)
      for (const auto& [index, violation] : violations_)
        if (const std::string open = constructIn(violation); !open.empty() && !violation.is_certain)
          dependsOn(open, "which only the replay could show", run_.results[index]);
    if (!request_.replay || violations_.empty()) return;
    reporter_.replaying(violations_.size());
    std::vector<Found> found;
    for (auto& [index, violation] : violations_)
      found.push_back({task_.spec->procedure, &violation, task_.method + "." + task_.labels[index],
                       propertyOf(*task_.spec, task_.labels[index])});
    const std::vector<Confirmation> all =
        confirm(*input_.vocabulary, input_.specification, found, program::CheckedErrors(task_.builtins),
                request_.keep_repro, functionsWithoutEffect(input_));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t index = violations_[i].first;
      run_.results[index].counterexample->replay = all[i].replay;
      if (const std::string open = openCallIn(violations_[i].second); !all[i].replay.confirmed && !open.empty())
        dependsOn(open, "which the replay could not show", run_.results[index]);
      if (all[i].disagrees)
        run_.failures.push_back(found[i].name +
                                ": the compiled program does not do what weir found: " + all[i].replay.reason);
    }
  }

  /// What is violated may only lack a precondition.
  void suggestAll() {
    if (!request_.suggest) return;
    Suggester suggester(input_, task_);
    for (const auto& [index, violation] : violations_) {
      results::CheckResult& result = run_.results[index];
      if (result.verdict != results::Verdict::Violated || interruption_.requested()) continue;
      try {
        suggester.suggest(propertyOf(*task_.spec, task_.labels[index]), optionsOf(), result);
      } catch (const std::bad_alloc&) {
        return;
      } catch (const solver::TranslationError&) {
        continue;
      } catch (const logic::EvaluationLimit&) {
        continue;
      } catch (const std::exception& error) {
        run_.failures.push_back(task_.method + "." + task_.labels[index] + ": no suggestion: " + error.what());
      }
    }
  }

  /// The first function without a body and without a specification whose behaviour was chosen; empty: there is none.
  std::string openCallIn(const refine::Violation& violation) const {
    if (const std::string construct = constructIn(violation); !construct.empty()) return construct;
    for (const program::CallRecord& call : violation.execution.calls)
      if (call.callee->is_external && !call.callee->is_unknown && input_.specification.find(call.callee) == nullptr)
        return "what '" + call.callee->name + "' does";
    return "";
  }

  /// The first of what is not computed whose value was chosen, and where; empty: there is none.
  static std::string constructIn(const refine::Violation& violation) {
    for (const program::CallRecord& call : violation.execution.calls)
      if (call.callee->construct) return call.callee->construct->what + " at " + toString(call.site->range);
    return "";
  }

  /// What a function that nobody knows would have to do could not be done by a function of the replay: nothing shows
  /// that it can be done at all.
  static void dependsOn(const std::string& what, const std::string& why, results::CheckResult& result) {
    result.verdict = results::Verdict::Unknown;
    result.reason = {results::Cause::Specification, "it depends on " + what + ", " + why};
    result.counterexample.reset();
  }

  const Input& input_;
  const Task& task_;
  const CheckRequest& request_;
  process::Interruption& interruption_;
  const TaskEvents& events_;
  StageReporter reporter_{[this](const Stage& stage) { events_.stage(task_.method, stage); }};
  std::optional<refine::MethodCheck> check_;
  MethodProver prover_{*input_.vocabulary, *task_.spec, request_, interruption_};
  std::vector<std::pair<std::size_t, refine::Violation>> violations_;
  TaskResult run_;
};

/// As deep as asked for: every call has its part of the stack, whatever the compiler makes of it.
int useStack(volatile char* above, long calls) {
  volatile char here[4096];
  here[0] = above == nullptr ? '\0' : above[0];
  return calls == 0 ? here[0] : useStack(here, calls - 1) + here[0];
}

}  // namespace

void failOnDemand(const std::string& what) {
  const char* wish = std::getenv("WEIR_TEST_FAILURE");
  if (wish == nullptr || !std::string_view(wish).starts_with(what + "=")) return;
  const std::string_view how = std::string_view(wish).substr(what.size() + 1);
  if (how == "segv") std::raise(SIGSEGV);
  if (how == "stack") useStack(nullptr, 1L << 40);
  if (how == "abort") std::abort();
  if (how == "kill") std::raise(SIGKILL);
  if (how == "throw") INVARIANT(false, "a test asked for it");
  if (how == "memory") throw std::bad_alloc();
  while (how == "hang") usleep(1000);
}

results::CheckResult uncheckedResult(const Task& task, const std::string& label, const CheckRequest& request,
                                     const results::Reason& reason) {
  const refine::Property about = propertyOf(*task.spec, label);
  const specs::Property* property = about.specified();
  results::CheckResult result;
  result.method = task.method;
  result.property = label;
  result.reason = reason;
  result.text = property != nullptr ? property->text : "";
  result.kind = about.kind();
  result.location = locationOf(property != nullptr ? property->range : task.spec->range);
  result.method_location = locationOf(task.spec->procedure->range);
  result.scope.unroll = task.scope.unroll;
  result.mode = refine::toString(request.mode);
  return result;
}

TaskResult runTask(const Input& input, const Task& task, const CheckRequest& request,
                   process::Interruption& interruption, const TaskEvents& events) {
  return TaskRunner(input, task, request, interruption, events).run();
}

}  // namespace weir::tools
