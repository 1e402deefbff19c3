// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a procedure's body on abstract states (chapter 4 of the thesis), each statement once.
//
// Straight code is exact. Ways that part and meet again are told apart by their condition (state.h). A call puts the
// call site's state into the callee's summary (interval.h). A loop is run once, from symbols for the state at the
// start of an iteration, and solved (loop.h).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "abstraction/state.h"
#include "abstraction/summarizer.h"
#include "abstraction/symbols.h"
#include "abstraction/values.h"
#include "abstraction/written.h"
#include "ir/program/walk.h"

namespace weir::abstraction {

struct LoopRun;

class Analysis {
 public:
  using SummaryOf = std::function<const Summary&(const program::Procedure&)>;

  Analysis(program::Vocabulary& vocabulary, Symbols& symbols, Written& written, const Parameters& parameters,
           SummaryOf summary_of, Explain explain);

  Summary run(const program::Procedure& procedure);
  /// Allows whatever the procedure may do, by what it writes: where a recursion starts from.
  Summary anything(const program::Procedure& procedure);

 private:
  friend class LoopSolver;

  /// What is allocated between the start of the procedure, or of an iteration, and here.
  struct Scope {
    std::vector<Allocation> allocations;
    using Kind = std::pair<const program::ClassDecl*, bool>;  // and whether it is automatic
    std::map<Kind, int> counts, set_counts;
    std::map<Kind, logic::Relation> rests;  // what is not told apart
    bool is_iteration = false;
  };

  Flow run(const program::Body& body, State state, const Guard& here);
  Flow run(const program::Stmt& stmt, State state, const Guard& here);
  Flow branch(const program::IfStmt& stmt, const State& state, const Guard& here);
  Flow block(const program::BlockStmt& stmt, const State& state, const Guard& here);
  Flow attempt(const program::TryStmt& stmt, const State& state, const Guard& here);
  Flow loop(const program::LoopStmt& stmt, const State& state);
  State startOfIteration(const program::LoopStmt& stmt, const State& state, LoopRun& run_of);
  Flow iterate(const program::LoopStmt& stmt, State start, const std::string& exit_label);
  Flow call(const program::CallStmt& stmt, const State& state, const Guard& here);
  /// Goes on with `next` after `flow`'s normal way. Ensures: every other way out of either is kept.
  template <typename Next>
  Flow then(Flow flow, Next next);
  void keep(Flow& into, Flow&& from, const Guard& reached);

  std::vector<logic::Expr> newObjectsIn(const Rows& rows);

  // Memory.
  void load(const program::LoadStmt& stmt, State& state);
  void store(const program::StoreStmt& stmt, State& state);
  void store(State& state, const program::Field* field, const Bounds& object, const Bounds* index, const Bounds& value);
  void storeSlot(State& state, const Bounds& pointer, program::TypeRef pointee, const Bounds& value);
  Bounds loadSlot(const State& state, const Bounds& pointer, program::TypeRef pointee);
  void allocate(const program::AllocateStmt& stmt, State& state, const Guard& here);
  Bounds newObject(const program::ClassDecl* class_decl, bool is_automatic, const Guard& here);
  /// The set of all objects that were allocated beyond those that are told apart.
  logic::Expr restOf(const program::ClassDecl* class_decl, bool is_automatic);
  void makeLive(State& state, const program::ClassDecl* class_decl, const Bounds& object, bool zeroed,
                const Bounds* extent);
  void release(const program::FreeStmt& stmt, State& state);
  void kill(State& state, const program::ClassDecl* class_decl, const Bounds& objects);
  /// The object whose slot of this field the pointer is; empty where it is another slot.
  Bounds slotOwner(const Bounds& pointer, const program::Field* field);

  // Calls.
  Flow apply(const Summary& summary, const program::CallStmt& stmt, const std::vector<Bounds>& arguments,
             const State& state, const Guard& here);
  Rows evaluate(logic::Expr expr, logic::Relation base, Interval& interval, const State& state);
  Bounds allocated(const Allocation& allocation, const Guard& condition);
  std::vector<std::pair<Guard, const program::Procedure*>> targets(const program::CallStmt& stmt, const State& state,
                                                                   bool& is_complete);
  void opaque(const std::string& reason, const SourceRange& range);

  logic::Relation fieldRelation(const program::Field* field) { return vocabulary_.field(field, program::State::Pre); }
  logic::Relation liveRelation(const program::ClassDecl* class_decl) {
    return vocabulary_.live(class_decl, program::State::Pre);
  }
  void forgetLocals(Path& path);
  /// Loosens what reads the local in another way than as the owner of rows; false where that does not help.
  bool forgetsAfterLoosening(logic::Relation local, State& state);
  void finish(Summary& summary, Path path);
  void keepShort(Summary& summary);

  program::Vocabulary& vocabulary_;
  logic::Context& context_;
  Symbols& symbols_;
  Written& written_;
  Parameters parameters_;
  SummaryOf summary_of_;
  Explain explain_;
  States states_;
  Values values_;
  const program::Procedure* procedure_ = nullptr;
  std::vector<Scope> scopes_;
  std::vector<Opaque> opaque_;
};

template <typename Next>
Flow Analysis::then(Flow flow, Next next) {
  if (!flow.normal) return flow;
  Path path = std::move(*flow.normal);
  flow.normal.reset();
  const Guard reached = path.taken;
  keep(flow, next(std::move(path)), reached);
  return flow;
}

}  // namespace weir::abstraction
