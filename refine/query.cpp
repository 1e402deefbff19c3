// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/query.h"

#include <algorithm>

#include "ir/logic/substitute.h"
#include "ir/program/walk.h"
#include "refine/encode/compared_numbers.h"
#include "refine/tuning.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;
using Meaning = Vocabulary::Meaning;

namespace {

/// Nothing needs to write to raw memory to change it.
void countAsWritten(const ClassDecl* class_decl, Footprint& code) {
  for (const Field* field : allFields(class_decl))
    if (field->holdsParts())
      countAsWritten(field->elementType()->class_decl, code);
    else
      code.written.insert(field);
}

bool mayThrow(const Footprint& code) {
  bool found = false;
  for (const Procedure* procedure : code.procedures)
    forEachStmt(procedure->body, [&](const Stmt& stmt) { found = found || stmt.kind == StmtKind::Throw; });
  return found;
}

/// What specifications say of calls of trusted methods.
struct CallFormulas {
  std::vector<Formula> formulas;
  std::vector<FieldFrame> frames;
  bool may_free = false;

  void addFramesWithin(const Footprint& footprint, const Program& program) {
    for (const FieldFrame& frame : frames)
      if (const Formula kept = frameWithin(frame, footprint, program)) formulas.push_back(kept);
  }
};

CallFormulas formulasOfCalls(const specs::Specification* specification, const Footprint& code, Vocabulary& vocabulary,
                             std::set<const Procedure*>& trusted) {
  CallFormulas calls;
  if (specification == nullptr) return calls;
  for (const Procedure* callee : code.procedures) {
    const specs::MethodSpec* spec = specification->find(callee);
    if (callee == code.procedures.front() || spec == nullptr || !spec->trusted) continue;
    trusted.insert(callee);
    for (const specs::Requirement& requirement : spec->requirements) calls.formulas.push_back(requirement.formula());
    if (changesNothing(*spec)) continue;
    calls.may_free = true;
    for (const specs::Property& property : spec->properties) {
      const std::vector<FieldFrame> by_field = framesOf(property, vocabulary);
      calls.frames.insert(calls.frames.end(), by_field.begin(), by_field.end());
      if (by_field.empty()) calls.formulas.push_back(property.formula());
    }
  }
  return calls;
}

}  // namespace

Query::Query(Vocabulary& vocabulary, const CallTree& tree, std::vector<Formula> requirements,
             const std::vector<Formula>& formulas, const CheckOptions& options, CheckedErrors checked,
             AbstractCalls::Sources sources)
    : vocabulary_(vocabulary), context_(vocabulary.context()), procedure_(tree.procedure()) {
  const Procedure& procedure = procedure_;
  code_ = footprintOf(procedure, vocabulary);
  std::vector<Formula> mentioned;
  CallFormulas calls = formulasOfCalls(sources.specification, code_, vocabulary, trusted_);
  // A specification may change what no code in sight does.
  if (calls.may_free) code_.frees = true;
  if ((procedure.is_constructor || procedure.has_result_parameter) && mayThrow(code_)) code_.frees = true;
  if (procedure.is_constructor)
    for (const ClassDecl* dynamic : vocabulary.program().dynamicClasses(procedure.method_of))
      countAsWritten(dynamic, code_);
  if (procedure.has_result_parameter) code_.allocated.insert(procedure.parameters.back()->type->pointee->class_decl);
  unchanged_ = std::make_unique<UnchangedState>(vocabulary, code_);
  for (const Formula formula : requirements) mentioned.push_back(unchanged_->apply(formula));
  for (const Formula formula : formulas) mentioned.push_back(unchanged_->apply(formula));
  footprint_ = footprintOf(
      procedure, vocabulary,
      {.formulas = mentioned, .of_calls = calls.formulas, .frames = calls.frames, .links = options.needs_links});
  calls.addFramesWithin(footprint_, vocabulary.program());
  for (Formula& formula : mentioned) formula = withoutUnpointed(formula, vocabulary, footprint_);
  mentioned.insert(mentioned.end(), calls.formulas.begin(), calls.formulas.end());
  used_whole_ = fieldsUsedWhole(mentioned, vocabulary);
  footprint_.frees = footprint_.frees || code_.frees;

  model_ = std::make_unique<HeapModel>(vocabulary, footprint_, options.scope, procedure);
  for (const Field* field : footprint_.value_fields)
    choose({model_->garbage(field), [field](const HeapModel& of) { return of.anyGarbageOf(field); }});
  components_ = std::make_unique<Components>(*model_);
  sink_ = std::make_unique<Sink>(context_);
  encoder_options_.checked = checked;
  encoder_options_.checkpoint = options.checkpoint;
  relevance_ = std::make_unique<RelevanceTable>(*model_, *components_, trusted_);
  if (!sources.inline_bodies) {
    // Automatic objects have an atom for each place in the unrolled program. A callee that is looked into later must
    // find its own: encode everything once for their sake. Executions go on behind calls of what has no body.
    if (footprint_.allocates_automatic) {
      AbstractCalls::Sources bodies = sources;
      bodies.inline_bodies = true;
      AbstractCalls without_bodies(*model_, *components_, *relevance_, bodies);
      Encoder(*model_, *components_, *sink_, encoder_options_, &without_bodies).encodeRoot(tree);
    }
  }
  calls_ = std::make_unique<AbstractCalls>(*model_, *components_, *relevance_, sources);
  // Automatic objects are made while encoding: only then the universe is complete.
  if (sources.inline_bodies && !footprint_.allocates_automatic && !procedure.has_result_parameter)
    encoder_options_.is_reachable = [this, options, requirements](Formula active) {
      return isReachable(active, options, requirements);
    };
  encoder_ = std::make_unique<Encoder>(*model_, *components_, *sink_, encoder_options_, calls_.get());
  encoder_options_.is_reachable = {};
  outcomes_ = encoder_->encodeRoot(tree);
  definePostState();
  if (finder_ == nullptr) {
    // What a call that is looked into later does with numbers is not known yet.
    if (calls_->sites().empty() && calls_->chosen().empty() && calls_->facts().empty()) {
      std::vector<Formula> asked;
      for (const Formula formula : requirements) asked.push_back(prepared(formula));
      for (const Formula formula : formulas) asked.push_back(prepared(formula));
      narrowNumbers(asked);
    }
    options.reporter->translating();
    makeFinder(options, requirements);
  }
  addNewCalls();
}

/// Requires that the universe is complete.
void Query::makeFinder(const CheckOptions& options, const std::vector<Formula>& requirements) {
  finder_ = std::make_unique<solver::ModelFinder>(
      context_, model_->universe(),
      solver::Options{.back_end = options.back_end,
                      .break_symmetry = false,  // the entry state is in canonical numbering already
                      .check_answers = options.self_check,
                      .dump_directory = options.dump_directory,
                      .checkpoint = options.checkpoint,
                      .name = procedure_.name});
  model_->declare(*finder_);
  for (const Formula requirement : requirements) assertFormula(prepared(requirement));
}

/// Everything that this query can be asked about the code, and these formulas.
void Query::narrowNumbers(const std::vector<Formula>& asked) {
  ComparedNumbers numbers(*model_);
  for (const auto& [relation, value] : definitions_) {
    numbers.define(relation, value);
    const Meaning* meaning = vocabulary_.meaningOf(relation);
    if (meaning == nullptr || meaning->state != State::Post) continue;
    for (const ThrownExit& exit : outcomes_.thrown) numbers.define(relation, postValue(exit.state, *meaning));
  }
  numbers.add(outcomes_.normal.state.active);
  for (const ThrownExit& exit : outcomes_.thrown) numbers.add(exit.state.active);
  for (const ErrorSite& site : encoder_->errors()) numbers.add(site.condition);
  for (const StopSite& site : encoder_->stops()) numbers.add(site.condition);
  for (const Formula formula : asked) numbers.add(formula);
  model_->narrow(numbers.narrowed());
}

void Query::addNewCalls() {
  for (; added_chosen_ < calls_->chosen().size(); ++added_chosen_) choose(calls_->chosen()[added_chosen_]);
  for (; added_facts_ < calls_->facts().size(); ++added_facts_) addFact(calls_->facts()[added_facts_]);
}

/// Can an execution from a state that the requirements allow be among these? A few recursive calls cost less than
/// asking; what takes long to settle counts as reachable.
bool Query::isReachable(Formula active, const CheckOptions& options, const std::vector<Formula>& requirements) {
  if (++recursive_calls_ <= tuning::kUnaskedRecursiveCalls) return true;
  if (finder_ == nullptr) makeFinder(options, requirements);
  addNewCalls();
  solver::Limits limits{.conflicts = tuning::kConflictsToReach};
  if (options.memory_megabytes > 0) limits.memory_megabytes = static_cast<std::size_t>(options.memory_megabytes);
  return finder_->solve({labelled(active)}, limits) != solver::Answer::Unsatisfiable;
}

/// Integer rows of objects that are not live do not exist for a specification.
Formula Query::prepared(Formula formula) const {
  formula = withoutUnpointed(unchanged_->apply(formula), vocabulary_, footprint_);
  if (used_whole_.empty()) return formula;
  logic::Substitution substitution(context_);
  bool any = false;
  for (const Field* field : footprint_.value_fields) {
    if (!used_whole_.contains(field)) continue;
    const logic::Relation relation = vocabulary_.field(field, State::Pre);
    substitution.replace(relation, context_.domainRestrict(vocabulary_.liveObjects(field->owner, State::Pre),
                                                           context_.relation(relation)));
    any = true;
  }
  return any ? substitution.apply(formula) : formula;
}

Expr Query::postValue(const SymbolicState& state, const Meaning& meaning) const {
  switch (meaning.kind) {
    case Meaning::Kind::Live: return state.heap[components_->live(meaning.class_decl)];
    case Meaning::Kind::Extent: return state.heap[components_->extent(meaning.class_decl)];
    case Meaning::Kind::Field: {
      const Expr values = state.heap[components_->field(meaning.field)];
      // A dead object has no fields.
      const bool may_be_dead = code_.frees || used_whole_.contains(meaning.field);
      return may_be_dead ? context_.domainRestrict(encoder_->liveObjects(state, meaning.field->owner), values) : values;
    }
    default: UNREACHABLE("only live sets, extents and fields have a post-state");
  }
}

void Query::definePostState() {
  const SymbolicState& state = outcomes_.normal.state;
  const auto define = [&](logic::Relation relation) {
    definitions_[relation] = postValue(state, *vocabulary_.meaningOf(relation));
  };
  for (const ClassDecl* class_decl : footprint_.classes) {
    define(vocabulary_.live(class_decl, State::Post));
    if (class_decl->is_array) define(vocabulary_.extent(class_decl, State::Post));
  }
  for (const Field* field : footprint_.value_fields) define(vocabulary_.field(field, State::Post));
  if (procedure_.result->isScalar()) {
    const bool is_integer = procedure_.result->isInteger();
    const Expr nothing = context_.none(1, is_integer ? 1 : 0);
    definitions_[vocabulary_.result(&procedure_)] =
        outcomes_.normal.result == nullptr ? nothing : outcomes_.normal.result;
  }
  definitions_[vocabulary_.thrown(&procedure_)] = context_.none(1);
  Expr automatic = context_.none(1);
  for (int atom = 0; atom < model_->universe().size(); ++atom)
    if (model_->atom(atom).is_automatic) automatic = context_.unite(automatic, context_.atom(atom));
  definitions_[vocabulary_.automaticObjects()] = automatic;
  if (procedure_.has_result_parameter) {
    const Local* result = procedure_.parameters.back();
    definitions_[vocabulary_.parameter(result)] =
        context_.atom(model_->resultObject(result->type->pointee->class_decl));
  }
}

Formula Query::atReturn(Formula formula) const { return prepared(formula); }

Formula Query::atThrow(Formula formula, const ThrownExit& exit) const {
  formula = prepared(formula);
  logic::Substitution substitution(context_);
  for (const logic::Relation relation : relationsIn(formula)) {
    const Meaning* meaning = vocabulary_.meaningOf(relation);
    if (meaning == nullptr) continue;
    if (meaning->kind == Meaning::Kind::Thrown && !exit.type->isInteger()) substitution.replace(relation, exit.value);
    if (meaning->state == State::Post) substitution.replace(relation, postValue(exit.state, *meaning));
  }
  return substitution.apply(formula);
}

std::vector<std::pair<const Field*, Expr>> Query::fieldsAtExit(Formula formula, TypeRef thrown) const {
  const ThrownExit* exit = nullptr;
  for (const ThrownExit& candidate : outcomes_.thrown)
    if (candidate.type == thrown) exit = &candidate;
  std::vector<std::pair<const Field*, Expr>> fields;
  if (thrown != nullptr && exit == nullptr) return fields;
  for (const logic::Relation relation : relationsIn(prepared(formula))) {
    const Meaning* meaning = vocabulary_.meaningOf(relation);
    if (meaning == nullptr || meaning->kind != Meaning::Kind::Field || meaning->state != State::Post) continue;
    if (exit == nullptr && !isAskedFor(relation)) continue;
    fields.emplace_back(meaning->field,
                        exit == nullptr ? context_.relation(relation) : postValue(exit->state, *meaning));
  }
  return fields;
}

solver::Label Query::labelled(Formula formula) {
  const solver::Label label = next_label_++;
  mentioned_.add(formula);
  demandMentioned();
  finder_->assertLabelled(formula, label);
  return label;
}

void Query::assertFormula(Formula formula) {
  mentioned_.add(formula);
  demandMentioned();
  finder_->assertFormula(formula);
}

void Query::addFact(const Fact& fact) {
  const bool matters = fact.about.empty() ||
                       std::ranges::any_of(fact.about, [&](logic::Relation relation) { return isAskedFor(relation); });
  if (matters) return assertFormula(fact.formula);
  for (const logic::Relation relation : fact.about) facts_[relation].push_back(fact.formula);
}

bool Query::demand(std::span<const Expr> exprs) {
  for (const Expr expr : exprs) mentioned_.add(expr);
  return demandMentioned();
}

bool Query::demandMentioned() {
  std::vector<logic::Relation> defined;
  std::vector<Formula> known;
  bool any = false;
  // What is mentioned grows while it is walked: definitions and facts mention more.
  for (; demanded_ < mentioned_.relations().size(); ++demanded_) {
    const logic::Relation relation = mentioned_.relations()[demanded_];
    if (finder_->knows(relation)) continue;
    any = true;
    if (const auto definition = definitions_.find(relation); definition != definitions_.end()) {
      mentioned_.add(definition->second);
      defined.push_back(relation);
      continue;
    }
    const auto chosen = waiting_.find(relation);
    INVARIANT(chosen != waiting_.end(), "a relation should be chosen or defined before it is asked for");
    finder_->addRelation(relation, chosen->second.bound(*model_));
    waiting_.erase(chosen);
    const auto facts = facts_.find(relation);
    if (facts == facts_.end()) continue;
    for (const Formula fact : facts->second) {
      mentioned_.add(fact);
      known.push_back(fact);
    }
    facts_.erase(facts);
  }
  for (const logic::Relation relation : defined) finder_->define(relation, definitions_.at(relation));
  for (const Formula fact : known) finder_->assertFormula(fact);
  return any;
}

}  // namespace weir::refine
