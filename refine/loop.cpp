// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/loop.h"

#include <algorithm>
#include <functional>
#include <ranges>

#include "ir/program/walk.h"
#include "refine/tuning.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;
using solver::Answer;

namespace {

std::string placeOf(const CallSiteRecord& site) { return fileAndLine(site.stmt->range); }

bool callsOthers(const Procedure& callee) {
  bool found = false;
  forEachStmt(callee.body, [&](const Stmt& stmt) { found = found || stmt.kind == StmtKind::Call; });
  return found;
}

}  // namespace

RefinementLoop::RefinementLoop(Query& query, const CheckOptions& options, const RefinementLoop* before)
    : query_(query), options_(options) {
  for (const CallSiteRecord& site : query.calls().sites()) sites_.push_back(&site);
  if (before == nullptr) return;
  round_ = before->round_;
  refinements_ = before->refinements_;
  encoded_ = before->encoded_;
  const Lessons lessons = before->lessons();
  for (const CallSiteRecord* site : before->sites_)
    if (lessons.bodies.contains(site->path)) encoded_.push_back(before->inferredAt(*site));
  for (const CallPath path : lessons.summaries) knowledge_[path].has_summary = true;
}

Lessons RefinementLoop::lessons() const {
  Lessons lessons = query_.calls().lessons();
  for (const auto& [path, knowledge] : knowledge_) {
    if (knowledge.inlined || !knowledge.core.empty())
      lessons.bodies.insert(path);
    else if (knowledge.has_summary)
      lessons.summaries.insert(path);
  }
  return lessons;
}

RefinementLoop::Result RefinementLoop::run(std::span<const solver::Label> breaking,
                                           const std::function<Judgement(const EntryState&)>& judge,
                                           const std::function<solver::Limits()>& limits, Reporter& reporter) {
  Result result;
  for (;;) {
    ++round_;
    reporter.solving(round_, refinements_, query_.finder().statistics().clauses);
    switch (query_.finder().solve(breaking, limits())) {
      case Answer::Unknown: result.end = End::OutOfLimits; return result;
      case Answer::Unsatisfiable: result.end = endWithNothingFound(limits()); return result;
      case Answer::Satisfiable: break;
    }
    reporter.executing();
    const EntryState entry = entryStateOf(query_.finder().instance(), query_.model(), query_.procedure());
    Judgement judgement = judge(entry);
    result.events.push_back({round_, "counterexample", "", "", judgement.reason.text});
    if (judgement.kind == Judgement::Kind::Breaks) {
      result.end = End::Real;
      result.violation = std::move(judgement.violation);
      result.reason = judgement.reason;
      return result;
    }
    if (judgement.returns) seen_.remember(query_);
    Lesson lesson;
    switch (findLesson(limits, reporter, lesson)) {
      case Search::Found:
        reporter.refining(lesson.site->callee->name, placeOf(*lesson.site));
        learn(lesson, result);
        break;
      case Search::AskAgain: break;
      case Search::OutOfLimits: result.end = End::OutOfLimits; return result;
      case Search::None: result.end = End::GaveUp; return result;
    }
  }
}

/// Should lessons exclude what the code does, the code itself is asked.
RefinementLoop::End RefinementLoop::endWithNothingFound(const solver::Limits& limits) {
  if (seen_.arePossible(query_, limits)) return End::NothingFound;
  INVARIANT(
      !options_.self_check,
      ("what was learnt of the calls of " + query_.procedure().name + " excludes an execution that was seen").c_str());
  return End::GaveUp;
}

/// Summaries come first, the one nearest to the property before the others: they are cheap, and often it alone is
/// needed. Then bodies, in the order of execution, since what follows a wrong call follows from a wrong state. Calls
/// that the property depends on come before the rest; if none of those is to blame, a call that cannot return is.
RefinementLoop::Search RefinementLoop::findLesson(const std::function<solver::Limits()>& limits, Reporter& reporter,
                                                  Lesson& lesson) {
  const auto matters = [&](const CallSiteRecord& site) {
    return std::ranges::any_of(site.chosen, [&](logic::Relation relation) { return query_.isAskedFor(relation); });
  };
  const auto is_open = [&](const CallSiteRecord& site) { return !site.is_final && !knowledge_[site.path].inlined; };
  for (const CallSiteRecord* site : sites_ | std::views::reverse) {
    if (!is_open(*site) || !matters(*site)) continue;
    const Search search = contradictsSummary(*site);
    if (search == Search::Found) lesson = {.kind = Lesson::Kind::Summary, .site = site};
    if (search != Search::None) return search;
  }
  for (const bool with_all : {false, true}) {
    if (with_all)
      if (const Search search = findReturn(lesson); search != Search::None) return search;
    for (const CallSiteRecord* site : sites_) {
      if (!is_open(*site) || matters(*site) == with_all) continue;
      const bool opens = callsOthers(*site->callee);
      reporter.validating(site->callee->name, placeOf(*site));
      Validation validation = validate(*site, query_, options_, limits(), !opens);
      switch (validation.kind) {
        case Validation::Kind::NotReached:
        case Validation::Kind::Valid: continue;
        case Validation::Kind::AskAgain: return Search::AskAgain;
        case Validation::Kind::Unknown: return Search::OutOfLimits;
        case Validation::Kind::Invalid: break;
      }
      lesson = {.kind = opens ? Lesson::Kind::Body : Lesson::Kind::Core, .site = site, .core = std::move(validation)};
      return Search::Found;
    }
  }
  return Search::None;
}

void RefinementLoop::learn(const Lesson& lesson, Result& result) {
  const CallSiteRecord& site = *lesson.site;
  const auto event = [&](const char* what, std::string text = "") {
    result.events.push_back({round_, what, placeOf(site), site.callee->name, std::move(text)});
  };
  switch (lesson.kind) {
    case Lesson::Kind::Summary: event("summary"); return learnSummary(site);
    case Lesson::Kind::Return: event("returns"); return learnReturn(site);
    case Lesson::Kind::Body:
      event("invalid");
      event("inlined");
      ++result.refinements;
      ++refinements_;
      return learnBody(site);
    case Lesson::Kind::Core: {
      event("invalid");
      ++result.refinements;
      ++refinements_;
      learnCore(site, lesson.core);
      std::string text;
      for (const LabelledConstraint& constraint : lesson.core.constraints)
        text += (text.empty() ? "" : "; ") + toString(constraint);
      return event(knowledge_[site.path].inlined ? "inlined" : "refined", text);
    }
  }
}

/// That an opened call returns was not learnt with its body, since it depends on all that can go wrong in it. Does the
/// counterexample need one not to return?
RefinementLoop::Search RefinementLoop::findReturn(Lesson& lesson) {
  for (const auto& [site, formula] : returns_) {
    const Expr returns = query_.context().fromFormula(formula);
    if (query_.demand({&returns, 1})) return Search::AskAgain;
    if (query_.finder().valuesOf({&returns, 1}).front().contains({logic::Cell::ofInteger(1)})) continue;
    lesson = {.kind = Lesson::Kind::Return, .site = site};
    return Search::Found;
  }
  return Search::None;
}

void RefinementLoop::learnReturn(const CallSiteRecord& site) {
  const auto opened = std::ranges::find(returns_, &site, &decltype(returns_)::value_type::first);
  query_.assertFormula(opened->second);
  returns_.erase(opened);
}

std::vector<const CallSiteRecord*> RefinementLoop::iterationsOf(const CallSiteRecord& site) const {
  std::vector<const CallSiteRecord*> same;
  for (const CallSiteRecord* other : sites_)
    if (other->stmt == site.stmt && other->callee == site.callee) same.push_back(other);
  return same;
}

void RefinementLoop::learnBody(const CallSiteRecord& site) {
  ++knowledge_[site.path].refinements;
  for (const CallSiteRecord* iteration : iterationsOf(site))
    if (!knowledge_[iteration->path].inlined) putBody(*iteration);
}

void RefinementLoop::putBody(const CallSiteRecord& site) {
  knowledge_[site.path].inlined = true;
  AbstractCalls& calls = query_.calls();
  const std::size_t known_sites = calls.sites().size();
  const std::size_t known_chosen = calls.chosen().size();
  const std::size_t known_facts = calls.facts().size();
  Sink definitions(query_.context());
  Encoder encoder(query_.model(), query_.components(), definitions, query_.encoderOptions(), &calls);
  const Outcomes outcomes =
      encoder.encodeCall(*site.callee, site.arguments, site.before, &site.callers.front(), site.path, site.stmt);
  for (std::size_t i = known_chosen; i < calls.chosen().size(); ++i) query_.choose(calls.chosen()[i]);
  for (std::size_t i = known_facts; i < calls.facts().size(); ++i) query_.addFact(calls.facts()[i]);
  equate(site, outcomes);
  returns_.emplace_back(&site, query_.context().implies(site.before.active, outcomes.normal.state.active));
  auto place = std::ranges::find(sites_, &site) + 1;
  for (std::size_t i = known_sites; i < calls.sites().size(); ++i) place = sites_.insert(place, &calls.sites()[i]) + 1;
}

RefinementLoop::Search RefinementLoop::contradictsSummary(const CallSiteRecord& site) {
  if (site.summary.empty() || knowledge_[site.path].has_summary) return Search::None;
  std::vector<Expr> facts;
  for (const Fact& fact : site.summary)
    if (std::ranges::any_of(fact.about, [&](logic::Relation relation) { return query_.isAskedFor(relation); }))
      facts.push_back(query_.context().fromFormula(fact.formula));
  if (query_.demand(facts)) return Search::AskAgain;
  const std::vector<logic::TupleSet> values = query_.finder().valuesOf(facts);
  const logic::TupleSet yes{{logic::Cell::ofInteger(1)}};
  const bool agrees = std::ranges::all_of(values, [&](const logic::TupleSet& value) { return value == yes; });
  return agrees ? Search::None : Search::Found;
}

void RefinementLoop::learnSummary(const CallSiteRecord& site) {
  for (const CallSiteRecord* iteration : iterationsOf(site)) {
    Knowledge& knowledge = knowledge_[iteration->path];
    if (knowledge.has_summary) continue;
    knowledge.has_summary = true;
    for (const Fact& fact : iteration->summary) query_.addFact(fact);
  }
}

void RefinementLoop::learnCore(const CallSiteRecord& site, const Validation& invalid) {
  Knowledge& knowledge = knowledge_[site.path];
  const bool is_news = add(invalid, knowledge);
  ++knowledge.refinements;
  knowledge.inlined = knowledge.refinements >= tuning::kMostRefinements || !is_news;
  assertKnowledge(site, knowledge);
  for (const CallSiteRecord* iteration : iterationsOf(site)) {
    Knowledge& shared = knowledge_[iteration->path];
    if (iteration == &site || shared.inlined) continue;
    if (knowledge.inlined) shared.inlined = true;
    if (add(invalid, shared) || knowledge.inlined) assertKnowledge(*iteration, shared);
  }
}

bool RefinementLoop::add(const Validation& invalid, Knowledge& knowledge) {
  const std::size_t before = knowledge.core.size();
  knowledge.core.insert(invalid.core.begin(), invalid.core.end());
  for (const LabelledConstraint& constraint : invalid.constraints) {
    const bool is_known = std::any_of(knowledge.constraints.begin(), knowledge.constraints.end(),
                                      [&](const auto& other) { return other.label == constraint.label; });
    if (!is_known) knowledge.constraints.push_back(constraint);
  }
  return knowledge.core.size() > before;
}

/// Asserts the cores that were learnt of a call site, or its body.
void RefinementLoop::assertKnowledge(const CallSiteRecord& site, Knowledge& knowledge) {
  logic::Context& context = query_.context();
  SymbolicState entry = site.before;
  entry.active = context.truth(true);
  CoreSink sink(query_.model(), query_.components(), site.path, knowledge.core, knowledge.left_open);
  Sink definitions(context);
  Encoder encoder(query_.model(), query_.components(), knowledge.inlined ? definitions : static_cast<Sink&>(sink),
                  query_.encoderOptions());
  const Outcomes outcomes =
      encoder.encodeCall(*site.callee, site.arguments, entry, &site.callers.front(), site.path, site.stmt);
  for (const ChosenRelation& chosen : sink.chosen()) query_.choose(chosen);

  equate(site, outcomes);
  if (knowledge.inlined || knowledge.core.contains(kReturns))
    query_.assertFormula(context.implies(site.before.active, outcomes.normal.state.active));
}

void RefinementLoop::equate(const CallSiteRecord& site, const Outcomes& outcomes) {
  logic::Context& context = query_.context();
  const Relevance& relevance = query_.relevance().of(*site.callee);
  // Each value is a fact of its own: what nobody depends on is not translated.
  const auto know = [&](Expr recorded, Expr value, const std::function<Expr(Expr)>& compared) {
    if (recorded->kind != logic::ExprKind::Relation || value == nullptr) return;  // exact already, or never returned
    if (std::ranges::find(site.chosen, recorded->relation) == site.chosen.end()) return;
    query_.addFact({context.implies(site.before.active, context.equal(compared(recorded), compared(value))),
                    {recorded->relation}});
  };
  for (const int component : relevance.written) {
    if (query_.components().at(component).kind == Component::Kind::Uninitialized) continue;
    const std::vector<Expr>& heap = outcomes.normal.state.heap;
    know(site.after[component], rowsKnownAt(site.path, component, heap[component], query_.components(), query_.model()),
         [&](Expr rows) {
           return relevance.ends_objects ? rowsOfLive(component, rows, heap, query_.components(), query_.model())
                                         : rows;
         });
  }
  if (site.result != nullptr) know(site.result, outcomes.normal.result, [](Expr value) { return value; });
}

std::vector<Inferred> RefinementLoop::inferred() const {
  std::vector<Inferred> all = encoded_;
  for (const CallSiteRecord* site : sites_)
    if (!site->is_final) all.push_back(inferredAt(*site));
  return all;
}

Inferred RefinementLoop::inferredAt(const CallSiteRecord& site) const {
  Inferred inferred{.call_site = placeOf(site), .callee = site.callee->name};
  inferred.needed = false;
  const auto known = knowledge_.find(site.path);
  if (known == knowledge_.end() || known->second.refinements == 0) return inferred;
  inferred.needed = true;
  inferred.refinements = known->second.refinements;
  inferred.inlined = known->second.inlined;
  for (const LabelledConstraint& constraint : known->second.constraints)
    inferred.specification += (inferred.specification.empty() ? "" : "\n") + toString(constraint);
  return inferred;
}

}  // namespace weir::refine
