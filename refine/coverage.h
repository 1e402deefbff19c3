// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a verdict rests on besides that nothing breaks the property: that something returns, that everything an
// execution reaches is understood, which limits of the scope some execution exceeds. Each is asked once for all
// properties.
#pragma once

#include "refine/judge.h"
#include "refine/queries.h"

namespace weir::refine {

class Coverage {
 public:
  /// Growing arrays changes the scope of the options.
  Coverage(program::Vocabulary& vocabulary, const specs::MethodSpec& spec, CheckOptions& options,
           program::CheckedErrors checked, Queries& queries, Budget& budget)
      : vocabulary_(vocabulary),
        context_(vocabulary.context()),
        spec_(spec),
        options_(options),
        checked_(checked),
        queries_(queries),
        budget_(budget) {}

  /// A property begins.
  void start();
  /// An execution was judged: what would have to be asked for later may be seen there.
  void note(const Judgement& judgement);

  // Of the executions within the scope that satisfy the requirements.
  bool returns();
  bool throws();
  bool requirementsHold();
  /// Something that weir does not understand and that an execution reaches; null: nothing.
  const StopSite* unsupported();
  /// A call of a function without a body that breaks the property if it throws; null: there is none.
  const UnseenThrow* thrownUnseen(const Property& property);

  // How many objects and elements of arrays there may be (sizes.cpp).
  bool sizesAreForced();
  /// Everything has to be asked again where it says yes.
  bool growArrays();

  /// The limits of the scope, for a query that decides.
  void describeObjects(const Query& query, PropertyOutcome& outcome) const;
  /// Which of them some execution exceeds, and whether the scope leaves anything out at all.
  void describe(PropertyOutcome& outcome);

 private:
  bool possible(Query& query, logic::Formula formula);
  bool returnsWithFewObjects();
  bool isSeen(Query& query, program::InterpreterOptions options,
              const std::function<bool(const program::Execution&, const program::Heap&)>& looks_so);
  bool isSeenToReturn(Query& query);
  logic::Formula stopsOf(Query& query, std::initializer_list<StopSite::Kind> kinds);
  void describeLoops(PropertyOutcome& outcome);
  std::uint64_t inlinedConflictsSpent();
  Cut isCut(std::initializer_list<StopSite::Kind> kinds, bool in_callees);
  bool isSeenToBeCut(Query& query, std::initializer_list<StopSite::Kind> kinds);
  std::optional<solver::Answer> askInlinedInPassing(const std::function<logic::Formula(Query&)>& formula);
  void withoutScope(PropertyOutcome& outcome) const;
  bool loopsInCallees();

  // sizes.cpp
  void describeCutSizes(PropertyOutcome& outcome);
  bool hasLongerArrayAtEntry(Query& query);
  void restart();

  // How large containers and strings may be (room.cpp).
  void describeRoom(const Query& query, PropertyOutcome& outcome) const;
  void describeCutRoom(PropertyOutcome& outcome);

  program::Vocabulary& vocabulary_;
  logic::Context& context_;
  const specs::MethodSpec& spec_;
  CheckOptions& options_;
  program::CheckedErrors checked_;
  Queries& queries_;
  Budget& budget_;
  std::int64_t conflicts_before_ = 0;  // of other properties
  std::int64_t inlined_conflicts_before_ = 0;
  std::optional<bool> returns_, throws_, requirements_hold_, longer_at_entry_;
  std::optional<Cut> loops_cut_, objects_cut_, extents_cut_, elements_cut_, characters_cut_;
  bool are_arrays_grown_ = false;     // as far as is worth it
  bool shrinks_arrays_next_ = false;  // it did not help
  std::optional<const StopSite*> unsupported_;
  int unsupported_of_ = 0;  // the generation of queries that it points into
};

}  // namespace weir::refine
