// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/loop.h"

#include <algorithm>
#include <functional>
#include <ranges>

#include "ir/program/walk.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;
using solver::Answer;

namespace {

/// A site that was refined this often is inlined: by then most of its body has been asked for.
constexpr int kMostRefinements = 2;

std::string placeOf(const CallSiteRecord& site) {
  const SourceRange& range = site.stmt->range;
  const std::string file = range.file.substr(range.file.rfind('/') + 1);
  return file + ":" + std::to_string(range.begin.line);
}

/// Calls inside a refined callee: those that the refinement says something of are encoded with it, the others may do
/// anything their frame allows.
class UnsaidCalls : public CallPolicy {
 public:
  UnsaidCalls(Query& query, const std::string& site_path, const std::set<std::string>& said, Unsaid& unsaid)
      : query_(query), site_path_(site_path), said_(said), unsaid_(unsaid) {}

  bool encode(Encoder&, const Place& site, const Procedure& callee, const std::vector<Expr>&,
              const SymbolicState& state, Outcomes& outcomes) override {
    const std::string path = site.activation->path + "/" + std::to_string(site.stmt->id) + ":" + callee.name;
    const std::string relative = path.substr(site_path_.size());
    const auto first = said_.lower_bound(relative);
    if (first != said_.end() && first->starts_with(relative)) return false;
    const auto choose = [&](const std::string& key, auto make) {
      logic::Relation& relation = unsaid_[relative + "!" + key];
      if (relation == nullptr) {
        chosen_.push_back(make(key + "@" + path));
        relation = chosen_.back().relation;
      }
      return query_.context().relation(relation);
    };
    outcomes.normal.state = state;
    for (const int component : query_.relevance().of(callee).written) {
      outcomes.normal.state.heap[component] =
          query_.components().at(component).kind == Component::Kind::Uninitialized
              ? query_.components().atEntry()[component]
              : choose(query_.components().nameOf(component), [&](const std::string& name) {
                  return knownAt(path, chooseComponent(component, name, query_.components(), query_.model()));
                });
    }
    if (callee.result->isScalar())
      outcomes.normal.result =
          choose("return", [&](const std::string& name) { return chooseScalar(callee.result, name, query_.model()); });
    return true;
  }

  const std::vector<ChosenRelation>& chosen() const { return chosen_; }

 private:
  Query& query_;
  const std::string& site_path_;
  const std::set<std::string>& said_;
  Unsaid& unsaid_;
  std::vector<ChosenRelation> chosen_;
};

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
  encoded_ = before->encoded_;
  const Lessons lessons = before->lessons();
  for (const CallSiteRecord* site : before->sites_)
    if (lessons.bodies.contains(site->path)) encoded_.push_back(before->inferredAt(*site));
  for (const std::string& path : lessons.summaries) knowledge_[path].has_summary = true;
}

Lessons RefinementLoop::lessons() const {
  Lessons lessons = query_.calls().lessons();
  for (const auto& [path, knowledge] : knowledge_) {
    if (knowledge.inlined || !knowledge.said.empty())
      lessons.bodies.insert(path);
    else if (knowledge.has_summary)
      lessons.summaries.insert(path);
  }
  return lessons;
}

RefinementLoop::Result RefinementLoop::run(std::span<const solver::Label> breaking,
                                           const std::function<Judgement(const EntryState&)>& judge,
                                           const std::function<solver::Limits()>& limits) {
  Result result;
  for (;;) {
    ++round_;
    switch (query_.finder().solve(breaking, limits())) {
      case Answer::Unknown: result.end = End::OutOfLimits; return result;
      case Answer::Unsatisfiable: result.end = endWithNothingFound(limits()); return result;
      case Answer::Satisfiable: break;
    }
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
    switch (refineFirstInvalid(limits, result)) {
      case Progress::Refined:
      case Progress::AskAgain: break;
      case Progress::OutOfLimits: result.end = End::OutOfLimits; return result;
      case Progress::None: result.end = End::GaveUp; return result;
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
RefinementLoop::Progress RefinementLoop::refineFirstInvalid(const std::function<solver::Limits()>& limits,
                                                            Result& result) {
  const auto matters = [&](const CallSiteRecord& site) {
    return std::ranges::any_of(site.chosen, [&](logic::Relation relation) { return query_.isAskedFor(relation); });
  };
  const auto is_open = [&](const CallSiteRecord& site) { return !site.is_final && !knowledge_[site.path].inlined; };
  for (const CallSiteRecord* site : sites_ | std::views::reverse) {
    if (!is_open(*site) || !matters(*site)) continue;
    if (const Progress progress = recallSummary(*site, result); progress != Progress::None) return progress;
  }
  for (const bool with_all : {false, true}) {
    if (with_all)
      if (const Progress progress = returnFromOpened(result); progress != Progress::None) return progress;
    for (const CallSiteRecord* site : sites_) {
      if (!is_open(*site) || matters(*site) == with_all) continue;
      const bool opens = callsOthers(*site->callee);
      const Validation validation = validate(*site, query_, options_, limits(), !opens);
      switch (validation.kind) {
        case Validation::Kind::NotReached:
        case Validation::Kind::Valid: continue;
        case Validation::Kind::AskAgain: return Progress::AskAgain;
        case Validation::Kind::Unknown: return Progress::OutOfLimits;
        case Validation::Kind::Invalid: break;
      }
      result.events.push_back({round_, "invalid", placeOf(*site), site->callee->name, ""});
      if (opens)
        open(*site, result);
      else
        refine(*site, validation, result);
      return Progress::Refined;
    }
  }
  return Progress::None;
}

/// That an opened call returns was not said, since it depends on all that can go wrong in it. Where the counterexample
/// needs it not to return, it is said now.
RefinementLoop::Progress RefinementLoop::returnFromOpened(Result& result) {
  for (auto opened = returns_.begin(); opened != returns_.end(); ++opened) {
    const Expr returns = query_.context().fromFormula(opened->second);
    if (query_.demand({&returns, 1})) return Progress::AskAgain;
    if (query_.finder().valuesOf({&returns, 1}).front().contains({logic::Cell::ofInteger(1)})) continue;
    result.events.push_back({round_, "returns", placeOf(*opened->first), opened->first->callee->name, ""});
    query_.assertFormula(opened->second);
    returns_.erase(opened);
    return Progress::Refined;
  }
  return Progress::None;
}

std::vector<const CallSiteRecord*> RefinementLoop::iterationsOf(const CallSiteRecord& site) const {
  std::vector<const CallSiteRecord*> same;
  for (const CallSiteRecord* other : sites_)
    if (other->stmt == site.stmt && other->callee == site.callee) same.push_back(other);
  return same;
}

void RefinementLoop::open(const CallSiteRecord& site, Result& result) {
  ++knowledge_[site.path].refinements;
  ++result.refinements;
  ++refinements_;
  result.events.push_back({round_, "inlined", placeOf(site), site.callee->name, ""});
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

RefinementLoop::Progress RefinementLoop::recallSummary(const CallSiteRecord& site, Result& result) {
  if (site.summary.empty() || knowledge_[site.path].has_summary) return Progress::None;
  std::vector<Expr> facts;
  for (const Fact& fact : site.summary)
    if (std::ranges::any_of(fact.about, [&](logic::Relation relation) { return query_.isAskedFor(relation); }))
      facts.push_back(query_.context().fromFormula(fact.formula));
  if (query_.demand(facts)) return Progress::AskAgain;
  const std::vector<logic::TupleSet> values = query_.finder().valuesOf(facts);
  const logic::TupleSet yes{{logic::Cell::ofInteger(1)}};
  if (std::ranges::all_of(values, [&](const logic::TupleSet& value) { return value == yes; })) return Progress::None;
  result.events.push_back({round_, "summary", placeOf(site), site.callee->name, ""});
  for (const CallSiteRecord* iteration : iterationsOf(site)) {
    Knowledge& knowledge = knowledge_[iteration->path];
    if (knowledge.has_summary) continue;
    knowledge.has_summary = true;
    for (const Fact& fact : iteration->summary) query_.addFact(fact);
  }
  return Progress::Refined;
}

void RefinementLoop::refine(const CallSiteRecord& site, const Validation& invalid, Result& result) {
  Knowledge& knowledge = knowledge_[site.path];
  const bool is_news = learn(knowledge, invalid);
  ++knowledge.refinements;
  ++result.refinements;
  knowledge.inlined = knowledge.refinements >= kMostRefinements || !is_news;
  say(site, knowledge);
  std::string text;
  for (const LabelledConstraint& constraint : invalid.constraints)
    text += (text.empty() ? "" : "; ") + toString(constraint);
  result.events.push_back({round_, knowledge.inlined ? "inlined" : "refined", placeOf(site), site.callee->name, text});
  for (const CallSiteRecord* iteration : iterationsOf(site)) {
    Knowledge& shared = knowledge_[iteration->path];
    if (iteration == &site || shared.inlined) continue;
    if (knowledge.inlined) shared.inlined = true;
    if (learn(shared, invalid) || knowledge.inlined) say(*iteration, shared);
  }
}

bool RefinementLoop::learn(Knowledge& knowledge, const Validation& invalid) {
  const std::size_t before = knowledge.said.size();
  knowledge.said.insert(invalid.core.begin(), invalid.core.end());
  for (const LabelledConstraint& constraint : invalid.constraints) {
    const bool is_known = std::any_of(knowledge.constraints.begin(), knowledge.constraints.end(),
                                      [&](const auto& other) { return other.label == constraint.label; });
    if (!is_known) knowledge.constraints.push_back(constraint);
  }
  return knowledge.said.size() > before;
}

/// Asserts what is known of a call site.
void RefinementLoop::say(const CallSiteRecord& site, Knowledge& knowledge) {
  logic::Context& context = query_.context();
  SymbolicState entry = site.before;
  entry.active = context.truth(true);
  CoreSink sink(query_.model(), query_.components(), site.path, knowledge.said, knowledge.unsaid);
  UnsaidCalls calls(query_, site.path, knowledge.said, knowledge.unsaid);
  Sink definitions(context);
  Encoder encoder(query_.model(), query_.components(), knowledge.inlined ? definitions : static_cast<Sink&>(sink),
                  query_.encoderOptions(), knowledge.inlined ? nullptr : &calls);
  const Outcomes outcomes =
      encoder.encodeCall(*site.callee, site.arguments, entry, &site.callers.front(), site.path, site.stmt);
  for (const auto* made : {&sink.chosen(), &calls.chosen()})
    for (const ChosenRelation& chosen : *made) query_.choose(chosen);

  equate(site, outcomes);
  if (knowledge.inlined || knowledge.said.contains(kReturns))
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
