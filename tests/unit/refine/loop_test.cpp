// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/loop.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/refine/subject.h"

namespace weir::refine {
namespace {

constexpr const char* kCallerSource = R"(
  struct Cell { Cell* next; int value; int mark; };
  static void paint(Cell* c) { c->mark = c->mark + 1; }
  static int clamp(int x) { if (x < 0) return 0; if (x > 9) return 9; return x; }
  static void put(Cell* c, int x) { c->value = clamp(x); }
  int set(Cell* c, int x) { if (!c) return 0; paint(c); put(c, x); return c->value; }
  static int level(int x) { return x < 5 ? 1 : 2; }
  int twice(int x) { return level(x) + level(x); }
  static Cell* last(Cell* c) { while (c->next) c = c->next; return c; }
  static int down(int n) { return n <= 0 ? 0 : down(n - 1); }
  int zero(int n) { return down(n); }
  int zeroSoon(int n) { return n > 3 ? 0 : down(n); }
  int zeroOf(Cell* c) { return c ? 0 : 0; }
  Cell* append(Cell* c, Cell* d) { if (!c || !d) return nullptr; Cell* e = last(c); e->next = d; return e; }
)";
constexpr const char* kCallerSpecification = R"(
  method set {
    ensures links: all c: Cell | c.next' = c.next
    ensures range: return >= 0 and return <= 9
    ensures wrong: return >= 1
  }
  method twice { ensures even: return = 2 or return = 4  ensures low: return = 2 }
  method zero { ensures nothing: return = 0 }
  method zeroSoon { ensures nothing: return = 0 }
  method zeroOf { ensures nothing: return = 0 }
  method append { ensures linked: some return => return.next' = d  ensures first: some return => return = c }
)";

class Loop : public testing::Test {
 protected:
  PropertyOutcome run(const char* method, const char* label, Mode mode = Mode::Refine) {
    return subject_.run(method, label, withScope(3, 3, mode));
  }
  static bool isNeeded(const PropertyOutcome& outcome, const std::string& callee) {
    return std::ranges::any_of(outcome.inferred,
                               [&](const Inferred& one) { return one.callee == callee && one.needed; });
  }
  Subject subject_{kCallerSource, kCallerSpecification};
};

TEST_F(Loop, NeedsNoRefinementWhereSummariesSuffice) {
  const PropertyOutcome outcome = run("set", "links");
  EXPECT_EQ(outcome.verdict, Verdict::Holds);
  EXPECT_EQ(outcome.stats.refinements, 0);
}

TEST_F(Loop, LeavesACalleeAloneThatDoesNotMatter) {
  const PropertyOutcome outcome = run("set", "range", Mode::Frames);
  EXPECT_EQ(outcome.verdict, Verdict::Holds);
  EXPECT_FALSE(isNeeded(outcome, "paint"));
  EXPECT_TRUE(isNeeded(outcome, "put"));
}

// Turns that end at once: most answers then come from the other query, or after many turns.
TEST_F(Loop, TakingTurnsWithTheInlinedQueryChangesNoVerdict) {
  for (const std::int64_t conflicts : {1, 5, 50}) {
    CheckOptions options = withScope(3, 3, Mode::Refine);
    options.turn_conflicts = conflicts;
    EXPECT_EQ(subject_.run("set", "range", options).verdict, Verdict::Holds);
    EXPECT_EQ(subject_.run("set", "wrong", options).verdict, Verdict::Violated);
    EXPECT_EQ(subject_.run("twice", "even", options).verdict, Verdict::Proved);
    EXPECT_EQ(subject_.run("twice", "low", options).verdict, Verdict::Violated);
    EXPECT_EQ(subject_.run("append", "linked", options).verdict, Verdict::Holds);
  }
}

// What is said of a site is then no choice any more; where nothing was said all is as it was.
TEST_F(Loop, AnEncodingFromLessonsHasBodiesWhereOneWasNeeded) {
  const specs::MethodSpec& spec = subject_.spec("set");
  const CheckOptions options = withScope(3, 3, Mode::Frames);
  std::vector<logic::Formula> formulas;
  for (const specs::Property& property : spec.properties) formulas.push_back(property.formula());
  const CallTree tree(*spec.procedure);
  const auto sites = [&](Lessons lessons) {
    Query query(subject_.vocabulary(), tree, {}, formulas, options, {}, {.lessons = std::move(lessons)});
    std::vector<CallPath> paths;
    for (const CallSiteRecord& site : query.calls().sites()) paths.push_back(site.path);
    return paths;
  };
  const std::vector<CallPath> before = sites({});
  ASSERT_EQ(before.size(), 2U);  // paint, put
  const std::vector<CallPath> after = sites({.bodies = {before[1]}});
  ASSERT_EQ(after.size(), 2U);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_TRUE(before[1].leadsTo(after[1])) << after[1].text();  // clamp, called by put
}

// Turns that end at once: the loop goes on in another encoding, and reports what the first one needed.
TEST_F(Loop, ReportsWhatWasRefinedBeforeItWasEncodedAnew) {
  for (const std::int64_t conflicts : {1, 2, 1000}) {
    CheckOptions options = withScope(3, 3, Mode::Frames);
    options.turn_conflicts = conflicts;
    const PropertyOutcome outcome = subject_.run("set", "range", options);
    EXPECT_EQ(outcome.verdict, Verdict::Holds);
    EXPECT_TRUE(isNeeded(outcome, "put"));
    EXPECT_FALSE(isNeeded(outcome, "paint"));
    std::int64_t refinements = 0;
    for (const Inferred& one : outcome.inferred) refinements += one.refinements;
    EXPECT_EQ(refinements, outcome.stats.refinements);
  }
}

TEST_F(Loop, EndsWithAnErrorThatIsReal) {
  const PropertyOutcome outcome = run("set", "wrong");
  EXPECT_EQ(outcome.verdict, Verdict::Violated);
  EXPECT_TRUE(outcome.violation);
}

TEST_F(Loop, CountsItsRefinementsAsItReportsThem) {
  const PropertyOutcome outcome = run("twice", "even", Mode::Frames);
  EXPECT_EQ(outcome.verdict, Verdict::Proved);
  EXPECT_GE(outcome.stats.refinements, 1);
  const auto steps = std::ranges::count_if(
      outcome.events, [](const RefinementEvent& event) { return event.what == "refined" || event.what == "inlined"; });
  EXPECT_EQ(steps, outcome.stats.refinements);
}

// Proved is more than held in the scope: a recursion that was cut, in a callee too, or a heap leaves something out.
TEST_F(Loop, SaysProvedOnlyWhereTheScopeLeavesNothingOut) {
  for (const Mode mode : {Mode::Refine, Mode::Inline, Mode::Frames}) {
    EXPECT_EQ(run("zeroSoon", "nothing", mode).verdict, Verdict::Proved) << toString(mode);
    EXPECT_FALSE(run("zeroSoon", "nothing", mode).scope.isCut(Limit::Iterations)) << toString(mode);
    EXPECT_EQ(run("zero", "nothing", mode).verdict, Verdict::Holds) << toString(mode);
    EXPECT_TRUE(run("zero", "nothing", mode).scope.isCut(Limit::Iterations)) << toString(mode);
    EXPECT_EQ(run("zeroOf", "nothing", mode).verdict, Verdict::Holds) << toString(mode);
  }
}

TEST_F(Loop, SaysNothingIsInferredOfACalleeThatWasNotNeeded) {
  for (const Inferred& one : run("set", "links").inferred) {
    EXPECT_FALSE(one.needed) << one.callee;
    EXPECT_EQ(one.specification, "") << one.callee;
  }
}

TEST_F(Loop, SaysTheSameAsInliningInEveryMode) {
  const std::pair<const char*, const char*> all[] = {{"set", "links"},   {"set", "range"}, {"set", "wrong"},
                                                     {"twice", "even"},  {"twice", "low"}, {"append", "linked"},
                                                     {"append", "first"}};
  for (const auto& [method, label] : all) {
    const Verdict expected = run(method, label, Mode::Inline).verdict;
    for (const Mode mode : {Mode::Refine, Mode::Frames})
      EXPECT_EQ(run(method, label, mode).verdict, expected) << method << "." << label << " " << toString(mode);
  }
}

TEST_F(Loop, DoesNotDependOnWhatWasCheckedBefore) {
  const specs::MethodSpec& spec = subject_.spec("set");
  MethodCheck check(subject_.vocabulary(), subject_.specification(), spec, {}, withScope(3, 3, Mode::Refine));
  std::vector<Property> properties = check.properties();
  std::ranges::reverse(properties);
  for (const Property& property : properties) {
    const PropertyOutcome alone = run("set", property.label().c_str());
    const PropertyOutcome together = check.run(property);
    EXPECT_EQ(together.verdict, alone.verdict) << property.label();
    EXPECT_EQ(entryOf(together), entryOf(alone)) << property.label();
  }
}

TEST_F(Loop, SaysWhichLimitWasReached) {
  CheckOptions options = withScope(3, 3, Mode::Refine);
  options.timeout_seconds = 1e-9;
  const PropertyOutcome outcome = subject_.run("set", "range", options);
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(outcome.reason.text, "out of time after 1e-09 s");
}

}  // namespace
}  // namespace weir::refine
