// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/method_prover.h"

#include <algorithm>

#include "ir/program/elsewhere.h"
#include "ir/program/walk.h"
#include "prove/sufficient_formulas.h"
#include "tools/check/proof_conditions.h"
#include "tools/check/reachable.h"

namespace weir::tools {

namespace {

/// How many times as much a proof may cost where it is asked for.
constexpr std::int64_t kHardFactor = 20;
struct Ended {
  std::string reason;
};

void add(const prove::Proof& proof, results::CheckResult& result) {
  result.verdict = results::Verdict::Proved;
  result.proof = results::Proof{.method = proof.method, .cutoff = proof.cutoff};
  for (const prove::Proof::Invariant& invariant : proof.invariants)
    result.proof->invariants.push_back({fileAndLine(invariant.place), invariant.formula});
}

/// Is all code known that the procedure can run, and has no statement of it a property?
template <typename Predicate>
bool runsNo(const program::Program& program, const program::Procedure& procedure, const Predicate& predicate) {
  for (const program::Procedure* reached : reachableFrom(program, procedure)) {
    if (reached->is_external && !(reached->construct && reached->construct->changes_nothing)) return false;
    bool found = false;
    forEachStmt(reached->body, [&](const program::Stmt& stmt) {
      found |= stmt.kind == program::StmtKind::Unsupported || predicate(stmt);
      if (stmt.kind != program::StmtKind::Call) return;
      // What a caller hands over to be called may be code of another source.
      const auto& call = program::as<program::CallStmt>(stmt);
      found |= call.callee == nullptr || call.dispatch;
    });
    if (found) return false;
  }
  return true;
}

bool isOfElements(program::ExprRef expr) {
  using program::ExprKind;
  switch (expr->kind) {
    case ExprKind::PointerAdd:
    case ExprKind::PointerDiff:
    case ExprKind::PointerLess:
    case ExprKind::Extent:
    case ExprKind::OwnerOf:
    case ExprKind::SlotOwner: return true;
    default: break;
  }
  return (expr->field != nullptr && expr->field->type->isArray()) || std::ranges::any_of(expr->operands, isOfElements);
}

/// Can a statement come to a place that is outside of an object?
bool mayLeaveObject(const program::Stmt& stmt) {
  using program::StmtKind;
  bool may = stmt.kind == StmtKind::Free || stmt.kind == StmtKind::LoadSlot || stmt.kind == StmtKind::StoreSlot;
  if (stmt.kind == StmtKind::Load) may |= program::as<program::LoadStmt>(stmt).field->type->isArray();
  if (stmt.kind == StmtKind::Store) may |= program::as<program::StoreStmt>(stmt).field->type->isArray();
  if (stmt.kind == StmtKind::Allocate) may |= program::as<program::AllocateStmt>(stmt).extent != nullptr;
  return may || std::ranges::any_of(expressionsOf(stmt), isOfElements);
}

/// Is there no statement at which this error can happen? What a caller brings is alive, so it needs a statement that
/// ends an object for one to be used or freed after its end.
bool hasNoCodeFor(program::ErrorKind error, const program::Program& program, const program::Procedure& procedure) {
  using program::ErrorKind;
  if (error == ErrorKind::UseAfterFree || error == ErrorKind::DoubleFree)
    return runsNo(program, procedure, [](const program::Stmt& stmt) { return stmt.kind == program::StmtKind::Free; });
  if (error != ErrorKind::Bounds) return false;
  // An address that is made up has no object.
  if (const program::ClassDecl* globals = program.globalsClass())
    for (const program::Field* field : globals->fields)
      if (field->made_up_address && !program::isElsewhere(*field)) return false;
  return runsNo(program, procedure, mayLeaveObject);
}

/// Is it about memory of which the conditions of the inputs have the same idea: fields of one type each, and no
/// pointers to elements that come from the heap, which may be one past the end?
bool isPlain(const program::Program& program, const program::Procedure& procedure) {
  using program::StmtKind;
  const auto isOdd = [](const program::Field* field) {
    return field->is_shadowed || field->union_state != nullptr || field->is_volatile || field->made_up_address ||
           field->elementType()->isSlotPointer();
  };
  return runsNo(program, procedure, [&](const program::Stmt& stmt) {
    if (stmt.kind == StmtKind::Load) return isOdd(program::as<program::LoadStmt>(stmt).field);
    if (stmt.kind == StmtKind::Store) return isOdd(program::as<program::StoreStmt>(stmt).field);
    if (stmt.kind == StmtKind::LoadSlot) return program::as<program::LoadSlotStmt>(stmt).target->type->isSlotPointer();
    return stmt.kind == StmtKind::StoreSlot && program::as<program::StoreSlotStmt>(stmt).value->type->isSlotPointer();
  });
}

}  // namespace

void MethodProver::start() {
  if (lists_) return;
  prove::ProofOptions options;
  options.large_vocabulary = request_.prove == CheckRequest::Prove::Hard;
  if (request_.prove == CheckRequest::Prove::Hard) options.conflicts *= kHardFactor;
  options.writes_conditions = request_.recheck_proofs || !request_.dump_proofs.empty();
  options.checkpoint = [this] {
    if (interruption_.requested()) throw Ended{"it was interrupted"};
    if (seconds_ > 0 && spentSeconds() > seconds_) throw Ended{"the time is over"};
  };
  heaps_.emplace(vocabulary_, spec_, options);
  lists_.emplace(vocabulary_, spec_, options);
  // Loops over linked objects cost seconds where they are not proved, more than most checks: only where it is asked
  // for.
  options.large_vocabulary = false;
  if (request_.prove == CheckRequest::Prove::Hard) loops_.emplace(vocabulary_, spec_, options);
}

MethodProver::Answer MethodProver::ensured(logic::Formula formula) {
  Answer answer = heaps_->ensures(formula);
  if (std::holds_alternative<prove::Proof>(answer) || !heaps_->hasLoops()) return answer;
  answer = lists_->ensures(formula);
  return std::holds_alternative<prove::Proof>(answer) || !loops_ ? answer : loops_->ensures(formula);
}

/// Heaps first: the conditions know little of them, and those say why there is no proof.
MethodProver::Answer MethodProver::without(program::ErrorKind error) {
  Answer answer = error == program::ErrorKind::DivZero ? "it divides" : withoutByHeap(error);
  if (std::holds_alternative<prove::Proof>(answer)) return answer;
  if (!isPlain(vocabulary_.program(), *spec_.procedure)) return answer;
  if (!conditions_) conditions_.emplace(vocabulary_, spec_);
  Answer by_inputs = conditions_->withoutErrors();
  if (std::holds_alternative<prove::Proof>(by_inputs) || error == program::ErrorKind::Bounds) return by_inputs;
  return answer;
}

MethodProver::Answer MethodProver::withoutByHeap(program::ErrorKind error) {
  if (mayMeet(error, vocabulary_.program(), *spec_.procedure)) return "the code has a check for it";
  if (hasNoCodeFor(error, vocabulary_.program(), *spec_.procedure))
    return prove::Proof{.method = error == program::ErrorKind::Bounds ? "nothing is indexed" : "nothing is freed",
                        .invariants = {}};
  if (error == program::ErrorKind::Bounds) return "it is about elements or places, or it frees";
  Answer answer = heaps_->without(error);
  if (std::holds_alternative<prove::Proof>(answer) || !heaps_->hasLoops()) return answer;
  if (error == program::ErrorKind::NullDeref) answer = lists_->noNullDereference();
  return std::holds_alternative<prove::Proof>(answer) || !loops_ ? answer : loops_->without(error);
}

MethodProver::Answer MethodProver::without(program::HeapProperty property) {
  const std::vector<const program::Procedure*> reached = reachableFrom(vocabulary_.program(), *spec_.procedure);
  if (property == program::HeapProperty::Leak) {
    const auto makes = [](const program::Stmt& stmt) { return stmt.kind == program::StmtKind::Allocate; };
    if (runsNo(vocabulary_.program(), *spec_.procedure, makes))
      return prove::Proof{.method = "nothing is made", .invariants = {}};
    return ensured(prove::impliesNoLeak(*spec_.procedure, reached, vocabulary_));
  }
  const auto formula = prove::impliesNoCycle(reached, vocabulary_);
  if (!formula) return "objects have several links";
  if (heaps_->hasLoops())
    if (Answer answer = lists_->noNewCycle(); std::holds_alternative<prove::Proof>(answer)) return answer;
  return ensured(*formula);
}

std::string MethodProver::checkAgain(const prove::Proof& proof, const std::string& name,
                                     results::CheckResult& result) const {
  if (!request_.dump_proofs.empty() && !proof.conditions.empty())
    writeProofConditions(proof.conditions, request_.dump_proofs, name, result.text);
  if (!request_.recheck_proofs) return "";
  const std::string refuted = recheck(proof.conditions, seconds_, *result.proof);
  if (refuted.empty()) return "";
  result.verdict = results::Verdict::Holds;
  result.no_proof = "another engine refutes the proof that was found, at '" + refuted + "'";
  return "the proof of " + name + " is wrong: " + result.proof->recheck;
}

std::string MethodProver::strengthen(const refine::Property& property, const std::string& name,
                                     results::CheckResult& result) {
  using program::ErrorKind;
  if (request_.prove == CheckRequest::Prove::Off) return "";
  const specs::Property* specified = property.specified();
  if (specified != nullptr && specified->kind == specs::Property::Kind::Throws) return "";
  const auto error = property.error();
  if (error && error != ErrorKind::NullDeref && error != ErrorKind::UseAfterFree && error != ErrorKind::DoubleFree &&
      error != ErrorKind::Bounds && error != ErrorKind::DivZero)
    return "";
  start_ = Clock::now();
  seconds_ = request_.prove_seconds;
  if (request_.timeout_seconds > 0) {
    const double left = request_.timeout_seconds - result.stats.time_ms / 1000;
    if (left <= 0) return "";
    seconds_ = seconds_ > 0 ? std::min(seconds_, left) : left;
  }
  std::string wrong;
  try {
    start();
    const Answer answer = specified != nullptr ? ensured(specified->formula())
                          : error              ? without(*error)
                                               : without(*property.ofHeap());
    if (std::holds_alternative<std::string>(answer))
      result.no_proof = std::get<std::string>(answer);
    else {
      add(std::get<prove::Proof>(answer), result);
      result.proof->time_ms = spentSeconds() * 1000;
      wrong = checkAgain(std::get<prove::Proof>(answer), name, result);
    }
  } catch (const Ended& ended) {
    result.no_proof = ended.reason;
    heaps_.reset();
    lists_.reset();
    loops_.reset();
  }
  result.stats.time_ms += spentSeconds() * 1000;
  return wrong;
}

}  // namespace weir::tools
