// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "audit/reports.h"

#include <algorithm>
#include <map>
#include <set>

#include "conditions/null_reason.h"
#include "conditions/words.h"
#include "ir/program/walk.h"

namespace weir::audit {
namespace {

using conditions::Answer;
using conditions::Atom;
using conditions::AtomKind;
using conditions::ErrorCondition;
using conditions::Formula;
using conditions::FormulaKind;
using conditions::NullCheck;
using conditions::Term;
using program::ErrorKind;
using program::StmtKind;

bool isNull(program::ExprRef expr) {
  while (expr->kind == program::ExprKind::PointerCast) expr = expr->operands[0];
  return expr->kind == program::ExprKind::Null;
}

std::string beliefOf(const NullCheck& check) {
  if (check.by_callee != nullptr) return "the result of " + check.by_callee->name;
  const Atom atom = check.pointer->asAtom();
  if (atom == nullptr || atom->kind != AtomKind::Apply) return "";
  const conditions::EntryFunction* about = conditions::EntryState::about(atom->function);
  if (about->kind != conditions::EntryFunction::Kind::Field || about->field->owner == nullptr) return "";
  return about->field->owner->name + "." + about->field->name;
}

class Finder {
 public:
  Finder(conditions::Analysis& analysis, const program::Procedure& procedure)
      : analysis_(analysis), terms_(analysis.terms()), procedure_(procedure), summary_(analysis.of(procedure)) {}

  std::vector<Report> run() {
    assumeArguments();
    for (const ErrorCondition& use : summary_.met) {
      if (!use.kind || *use.kind == ErrorKind::Assert || use.is_callees_own) continue;
      if (isReported(use)) continue;
      if (isPossible(use.condition)) look(use);
    }
    if (std::all_of(reports_.begin(), reports_.end(), [](const Report& each) { return each.needs_execution; }))
      findHopeless();
    findEndless();
    return std::move(reports_);
  }

 private:
  bool isPossible(Formula formula) { return analysis_.decider().satisfiable(formula) == Answer::Yes; }

  /// Nobody passes null for what is never checked here: that is a precondition, not a bug of this function.
  void assumeArguments() {
    std::vector<Formula> facts;
    for (const program::Local* each : procedure_.parameters) {
      if (!each->type->isPointer()) continue;
      const Term parameter = analysis_.entry().parameter(each);
      const bool is_checked =
          std::any_of(summary_.null_checks.begin(), summary_.null_checks.end(),
                      [&](const NullCheck& check) { return check.pointer == parameter && check.by_callee == nullptr; });
      if (!is_checked) facts.push_back(terms_.notEqual(parameter, terms_.constant(0)));
    }
    arguments_ = terms_.conjoin(std::move(facts));
  }

  void look(const ErrorCondition& use) {
    if (use.sure != nullptr && analysis_.decider().implies(use.path, use.sure)) {
      add(Kind::Must, use, use.condition, {}, whenever(*use.kind), use.kind == ErrorKind::Uninitialized);
      return;
    }
    switch (*use.kind) {
      case ErrorKind::NullDeref: return lookAtNull(use);
      case ErrorKind::UseAfterFree:
      case ErrorKind::DoubleFree: return lookAtFreed(use);
      case ErrorKind::Bounds:
      case ErrorKind::DivZero: return lookAtNumbers(use);
      case ErrorKind::Uninitialized: return lookAtUnset(use);
      default: return;
    }
  }

  static std::string whenever(ErrorKind kind) {
    switch (kind) {
      case ErrorKind::NullDeref: return "the pointer is null whenever this is reached";
      case ErrorKind::UseAfterFree: return "the object has been freed whenever this is reached";
      case ErrorKind::DoubleFree: return "it has been freed before whenever this is reached";
      case ErrorKind::Bounds: return "outside of its array whenever this is reached";
      case ErrorKind::DivZero: return "the divisor is 0 whenever this is reached";
      case ErrorKind::Uninitialized: return "the variable has no value whenever this is reached";
      default: return std::string(program::spelling(kind)) + " whenever this is reached";
    }
  }

  void lookAtNull(const ErrorCondition& use) {
    // Where a callee fails, not only may: of inner calls and of what is not known the condition says where they are.
    const Formula fails = use.sure != nullptr ? use.sure : terms_.no();
    const Formula sourced = terms_.conjoin({use.condition, use.from_null, fails, arguments_});
    if (isPossible(sourced)) {
      if (const std::vector<SourceRange> failed = failuresIn(use.from_null); !failed.empty()) {
        add(Kind::SourceSink, use, sourced, failed,
            "the allocation at " + fileAndLine(failed.front()) +
                " may fail, and its result is followed here without a check");
        reports_.back().needs_failure = true;
        return;
      }
      // One that nobody can be shown is that of a function of the library, for what is in a text.
      const std::vector<SourceRange> sources = nullSources();
      if (sources.empty() && use.origin.empty() && !callsForPointers()) return;
      add(Kind::SourceSink, use, sourced, sources, "a null pointer of this code's own is followed here");
      return;
    }
    for (const NullCheck& check : summary_.null_checks) {
      const Formula is_null = terms_.equal(check.pointer, terms_.constant(0));
      const Formula bad = becauseOf(terms_, use.bad, is_null);
      if (bad == terms_.no()) continue;
      const Formula both = terms_.conjoin({use.path, bad, fails, is_null, arguments_});
      if (!isPossible(both)) continue;
      const Atom atom = check.pointer->asAtom();
      const std::string name =
          atom != nullptr && conditions::hasWord(atom)
              ? "'" + conditions::inWords(terms_.notEqual(check.pointer, terms_.constant(0))).substr(5) + "'"
              : "the pointer";
      if (check.by_callee != nullptr) {
        add(Kind::SourceSink, use, both, {check.range, check.by_callee->range},
            check.by_callee->name + " may return null, and the result is followed here without a check");
        reports_.back().belief = beliefOf(check);
      } else {
        add(Kind::Inconsistent, use, both, {check.range},
            name + " is checked for null at " + fileAndLine(check.range) + " and followed here without a check");
        reports_.back().belief = beliefOf(check);
      }
      return;
    }
  }

  /// Two pointers of the caller's that are one are the caller's affair, and what nobody knows is no report: only what
  /// is left of the condition without such literals.
  Formula surely(Formula formula) {
    if (formula->kind == FormulaKind::And || formula->kind == FormulaKind::Or) {
      if (const auto found = surely_.find(formula); found != surely_.end()) return found->second;
      std::vector<Formula> operands;
      for (Formula each : formula->operands) operands.push_back(surely(each));
      return surely_[formula] = formula->kind == FormulaKind::And ? terms_.conjoin(std::move(operands))
                                                                  : terms_.disjoin(std::move(operands));
    }
    if (!formula->isLiteral()) return formula;
    if (formula->has_choice) return terms_.no();
    const bool is_alias = formula->kind == FormulaKind::Equal && formula->term->summands.size() > 1 &&
                          std::any_of(formula->term->summands.begin(), formula->term->summands.end(),
                                      [](const auto& summand) { return conditions::isPointer(summand.atom); });
    return is_alias ? terms_.no() : formula;
  }

  void lookAtFreed(const ErrorCondition& use) {
    if (use.sure == nullptr) return;
    const Formula freed = terms_.conjoin({use.path, surely(use.sure), arguments_});
    if (isPossible(freed)) add(Kind::SourceSink, use, freed, frees(), "what was freed before is used here");
  }

  /// Numbers that the function makes up itself: no caller could avoid it.
  void lookAtNumbers(const ErrorCondition& use) {
    if (analysis_.overInputs(use.condition) != terms_.yes()) return;
    add(Kind::SourceSink, use, use.condition, {}, "whatever the arguments are, a number gets here for which this fails",
        true);
  }

  /// Only what an execution shows: two calls of unknown code may agree in what nobody here knows of.
  void lookAtUnset(const ErrorCondition& use) {
    const Formula unset = terms_.conjoin(use.condition, arguments_);
    if (isPossible(unset)) add(Kind::SourceSink, use, unset, {}, "the variable may have no value yet", true);
  }

  /// Nothing that a caller could pass helps.
  void findHopeless() {
    if (summary_.ok != terms_.no() || analysis_.classesOf(summary_).must != terms_.yes()) return;
    // Who passes what is required gets furthest.
    const auto isOne = [&](const ErrorCondition& use) {
      return use.kind && *use.kind != ErrorKind::Assert && *use.kind != ErrorKind::Uninitialized &&
             !use.is_callees_own && isPossible(terms_.conjoin(use.condition, arguments_));
    };
    // (Numbers that overflow are large ones: what else fails on the way concerns more.)
    auto last = std::find_if(summary_.met.rbegin(), summary_.met.rend(),
                             [&](const ErrorCondition& use) { return isOne(use) && *use.kind != ErrorKind::Overflow; });
    if (last == summary_.met.rend()) last = std::find_if(summary_.met.rbegin(), summary_.met.rend(), isOne);
    if (last == summary_.met.rend()) return;
    std::erase_if(reports_, [&](const Report& each) { return each.error == last->kind && each.place == last->range; });
    add(Kind::Must, *last, last->condition, {}, "whatever the function is given, it fails here");
  }

  void findEndless() {
    const conditions::Classes classes = analysis_.classesOf(summary_);
    if (classes.loops == terms_.no() || !isPossible(classes.loops)) return;
    const program::LoopStmt* first = nullptr;
    bool is_meant = false;
    SourceRange inner_call = procedure_.range;
    program::forEachStmt(procedure_.body, [&](const program::Stmt& stmt) {
      if (stmt.kind == StmtKind::Loop) {
        const auto& loop = program::as<program::LoopStmt>(stmt);
        if (first == nullptr) first = &loop;
        const bool is_for_ever = loop.condition == nullptr || loop.condition->kind == program::ExprKind::Constant;
        is_meant = is_meant || is_for_ever;
      }
      // What is not known may end the program.
      if (stmt.kind == StmtKind::Call) {
        const auto& call = program::as<program::CallStmt>(stmt);
        if (call.callee == &procedure_) inner_call = stmt.range;
        is_meant = is_meant || call.callee == nullptr || call.callee->is_external;
      }
    });
    if (is_meant) return;
    Report made;
    made.kind = Kind::Endless;
    made.procedure = &procedure_;
    made.place = first != nullptr ? first->range : inner_call;
    made.condition = conditions::inWords(analysis_.shortest(classes.loops));
    made.explanation =
        first != nullptr ? "the loop cannot end from these inputs" : "the recursion cannot end from these inputs";
    reports_.push_back(std::move(made));
  }

  /// Where the allocations are of which the formula says that they fail.
  std::vector<SourceRange> failuresIn(Formula formula) const {
    std::vector<SourceRange> places;
    for (Atom atom : conditions::atomsOf(formula)) {
      if (atom->kind != AtomKind::Symbol || !atom->is_choice) continue;
      const SourceRange& place = analysis_.entry().about(atom)->failed_at;
      if (place.isKnown() && std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
    return places;
  }

  /// May a callee have put the null there?
  bool callsForPointers() const {
    bool found = false;
    program::forEachStmt(procedure_.body, [&](const program::Stmt& stmt) {
      if (stmt.kind != StmtKind::Call) return;
      const auto& call = program::as<program::CallStmt>(stmt);
      if (call.callee == nullptr || call.callee->is_external) return;
      const auto& parameters = call.callee->parameters;
      found = found || call.callee->result->isPointer() ||
              std::any_of(parameters.begin(), parameters.end(), [](const program::Local* each) {
                return each->type->isPointer() && each->type->pointee->isPointer();
              });
    });
    return found;
  }

  std::vector<SourceRange> nullSources() const {
    std::vector<SourceRange> places;
    program::forEachStmt(procedure_.body, [&](const program::Stmt& stmt) {
      if (stmt.kind == StmtKind::Store && isNull(program::as<program::StoreStmt>(stmt).value))
        places.push_back(stmt.range);
      if (stmt.kind == StmtKind::StoreSlot && isNull(program::as<program::StoreSlotStmt>(stmt).value))
        places.push_back(stmt.range);
      if (stmt.kind != StmtKind::Assign) return;
      const auto& assignment = program::as<program::AssignStmt>(stmt);
      if (isNull(assignment.value) && assignment.target->name.front() != '%') places.push_back(stmt.range);
    });
    return places;
  }

  std::vector<SourceRange> frees() const {
    std::vector<SourceRange> places;
    program::forEachStmt(procedure_.body, [&](const program::Stmt& stmt) {
      if (stmt.kind == StmtKind::Free && program::as<program::FreeStmt>(stmt).how != program::FreeKind::ScopeEnd)
        places.push_back(stmt.range);
    });
    return places;
  }

  bool isReported(const ErrorCondition& use) const {
    return std::any_of(reports_.begin(), reports_.end(),
                       [&](const Report& each) { return each.error == use.kind && each.place == use.range; });
  }

  void add(Kind kind, const ErrorCondition& use, Formula condition, std::vector<SourceRange> related,
           std::string explanation, bool needs_execution = false) {
    Report made;
    made.kind = kind;
    made.error = use.kind;
    made.procedure = &procedure_;
    made.place = use.range;
    made.related = std::move(related);
    for (const SourceRange& each : use.origin) made.related.push_back(each);
    made.related.erase(std::remove(made.related.begin(), made.related.end(), made.place), made.related.end());
    // Nobody reads a longer one: less is said then.
    constexpr long kMostLeaves = 40;
    const Formula where = analysis_.overInputs(condition);
    const Formula shortest = where->leaves <= 4 * kMostLeaves ? analysis_.shortest(where) : where;
    made.condition = conditions::inWords(shortest->leaves <= kMostLeaves ? shortest : terms_.yes());
    made.explanation = std::move(explanation);
    made.needs_execution = needs_execution;
    reports_.push_back(std::move(made));
  }

  conditions::Analysis& analysis_;
  conditions::Terms& terms_;
  const program::Procedure& procedure_;
  const conditions::Summary& summary_;
  Formula arguments_ = nullptr;
  std::map<Formula, Formula> surely_;
  std::vector<Report> reports_;
};

}  // namespace

const char* spelling(Kind kind) {
  switch (kind) {
    case Kind::Must: return "must";
    case Kind::SourceSink: return "source-sink";
    case Kind::Inconsistent: return "inconsistent";
    case Kind::Endless: return "endless";
  }
  return "";
}

std::set<std::string> beliefsOf(const conditions::Summary& summary) {
  std::set<std::string> made;
  for (const NullCheck& each : summary.null_checks) {
    // That a callee may return null is no belief of who calls it.
    if (std::string belief = each.by_callee == nullptr ? beliefOf(each) : ""; !belief.empty())
      made.insert(std::move(belief));
  }
  return made;
}

std::vector<Report> reportsOf(conditions::Analysis& analysis, const program::Procedure& procedure) {
  return Finder(analysis, procedure).run();
}

}  // namespace weir::audit
