// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/queries.h"

namespace weir::refine {

using namespace program;
using logic::Formula;

namespace {

/// What was spent, which stays spent when a query goes.
void add(const solver::Statistics& one, solver::Statistics& sum) {
  sum.solver_calls += one.solver_calls;
  sum.conflicts += one.conflicts;
  sum.translation_seconds += one.translation_seconds;
  sum.sat_seconds += one.sat_seconds;
}

}  // namespace

Queries::Queries(Vocabulary& vocabulary, const specs::Specification& specification, const specs::MethodSpec& spec,
                 const CheckOptions& options, CheckedErrors checked, Budget& budget)
    : vocabulary_(vocabulary),
      specification_(specification),
      spec_(spec),
      tree_(*spec.procedure),
      options_(options),
      checked_(checked),
      budget_(budget) {}

std::unique_ptr<Query> Queries::make(bool abstract_calls, Lessons lessons) {
  reporter().encoding(abstract_calls);
  std::vector<Formula> requirements, formulas;
  for (const specs::Requirement& requirement : spec_.requirements) requirements.push_back(requirement.formula());
  for (const specs::Property& property : spec_.properties) formulas.push_back(property.formula());
  if (abstract_calls && options_.mode == Mode::Refine && summarizer_ == nullptr)
    summarizer_ = std::make_unique<abstraction::Summarizer>(vocabulary_);
  const AbstractCalls::Sources sources{.inline_bodies = !abstract_calls,
                                       .summarizer = summarizer_.get(),
                                       .specification = &specification_,
                                       .lessons = std::move(lessons),
                                       .reporter = &reporter()};
  return std::make_unique<Query>(vocabulary_, tree_, std::move(requirements), formulas, options_, checked_, sources);
}

void Queries::put(std::unique_ptr<Query> query, std::unique_ptr<Query>& in_place_of) {
  const std::lock_guard lock(guard_);
  if (query != nullptr && budget_.isInterrupted()) query->finder().interrupt();
  in_place_of.swap(query);
}

Query& Queries::inlined() {
  if (inlined_ == nullptr) put(make(false), inlined_);
  return *inlined_;
}

Query& Queries::abstract() {
  if (abstract_ == nullptr) {
    put(make(true), abstract_);
    loop_ = std::make_unique<RefinementLoop>(*abstract_, options_);
  }
  return *abstract_;
}

bool Queries::encodeLessons() {
  Lessons lessons = loop_->lessons();
  if (lessons == abstract_->calls().lessons()) return false;
  const solver::Statistics used = abstract_->finder().statistics();
  auto query = make(true, std::move(lessons));
  auto loop = std::make_unique<RefinementLoop>(*query, options_, loop_.get());
  loop_ = std::move(loop);
  put(std::move(query), abstract_);
  ++generation_;
  add(used, replaced_);
  return true;
}

void Queries::dropInlined() {
  if (inlined_ != nullptr) add(inlined_->finder().statistics(), replaced_);
  put(nullptr, inlined_);
  ++generation_;
}

void Queries::forget() {
  for (const auto* query : {&inlined_, &abstract_})
    if (*query != nullptr) add((*query)->finder().statistics(), replaced_);
  loop_.reset();
  put(nullptr, inlined_);
  put(nullptr, abstract_);
  ++generation_;
}

void Queries::interrupt() {
  const std::lock_guard lock(guard_);
  budget_.interrupt();
  for (Query* query : {inlined_.get(), abstract_.get()})
    if (query != nullptr) query->finder().interrupt();
}

solver::Statistics Queries::statistics() const {
  solver::Statistics sum = replaced_;
  for (const auto* query : {&inlined_, &abstract_}) {
    if (*query == nullptr) continue;
    const solver::Statistics one = (*query)->finder().statistics();
    sum.variables += one.variables;
    sum.clauses += one.clauses;
    add(one, sum);
  }
  return sum;
}

double Queries::shareOfInlined() {
  const auto clauses = [](Query& query) { return static_cast<double>(query.finder().statistics().clauses) + 1; };
  return clauses(abstract()) / clauses(inlined());
}

}  // namespace weir::refine
