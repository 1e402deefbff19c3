// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties from the literature, as they stand in tests/verify/published, on states made by hand: those that satisfy
// them, and those that the papers found to break them.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "program_text.h"
#include "sample_programs.h"
#include "specs/lang/library.h"

namespace weir::specs {
namespace {

std::string contentOf(const std::string& name) {
  std::ifstream stream("tests/verify/published/" + name);
  std::stringstream content;
  content << stream.rdbuf();
  return content.str();
}

struct Published : Lowered {
  explicit Published(const std::string& name)
      : Lowered(programOf(contentOf(name + ".h")),
                std::string(libraryText("heap").value()) + contentOf(name + ".weir")) {}

  bool holds(const std::string& method, const std::string& label, const logic::Instance& instance) {
    return logic::Evaluator(instance).evaluate(property(method, label).formula());
  }
  bool assumed(const std::string& name, const logic::Instance& instance) {
    for (const Requirement& requirement : method(name).requirements)
      if (!logic::Evaluator(instance).evaluate(requirement.formula())) return false;
    return true;
  }
};

/// A list of the given cells, each with value v or w, before and after.
HandState cells(Published& lowered, const std::string& values, const std::string& left) {
  HandState state(lowered.vocabulary);
  state.object("v", "Val");
  state.object("w", "Val");
  for (std::size_t i = 0; i < values.size(); ++i) state.object("c" + std::to_string(i), "List");
  std::string last;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string cell = "c" + std::to_string(i);
    state.field(cell, "val", std::string(1, values[i]));
    state.field(cell, "next", i + 1 < values.size() ? "c" + std::to_string(i + 1) : "");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (left[i] != '+') continue;
    if (!last.empty()) state.fieldAfter(last, "next", "c" + std::to_string(i));
    last = "c" + std::to_string(i);
  }
  if (!last.empty()) state.fieldAfter(last, "next", "");
  const program::Procedure& procedure = *lowered.method("removeValue").procedure;
  state.parameter(procedure, "l", "c0");
  state.parameter(procedure, "v", "v");
  return state;
}

TEST(PublishedTest, ListDeleteReadsWithoutMistakes) { EXPECT_EQ(Published("list_delete").messages(), ""); }

TEST(PublishedTest, ARemovedCellSatisfiesAllFiveSpecificationsOfListDelete) {
  Published lowered("list_delete");
  const HandState state = cells(lowered, "wvw", "+-+");
  const logic::Instance instance = state.instance();
  for (const char* label : {"noCellsAdded", "noValueAfter", "valueRemoved", "noCellMutated", "noCycleStarted"})
    EXPECT_TRUE(lowered.holds("removeValue", label, instance)) << label;
}

// The counterexample of Figure 2 of the paper: one cell, which holds v and stays.
TEST(PublishedTest, TheFirstCellThatStaysBreaksTheSecondAndThird) {
  Published lowered("list_delete");
  const HandState state = cells(lowered, "v", "+");
  const logic::Instance instance = state.instance();
  EXPECT_FALSE(lowered.holds("removeValue", "noValueAfter", instance));
  EXPECT_FALSE(lowered.holds("removeValue", "valueRemoved", instance));
  for (const char* label : {"noCellsAdded", "noCellMutated", "noCycleStarted"})
    EXPECT_TRUE(lowered.holds("removeValue", label, instance)) << label;
}

TEST(PublishedTest, TheSecondCellWithTheValueThatStaysBreaksTheSecondAndThird) {
  Published lowered("list_delete");
  const HandState state = cells(lowered, "wvv", "+-+");
  const logic::Instance instance = state.instance();
  EXPECT_FALSE(lowered.holds("removeValue", "noValueAfter", instance));
  EXPECT_FALSE(lowered.holds("removeValue", "valueRemoved", instance));
  EXPECT_TRUE(lowered.holds("removeValue", "noCellsAdded", instance));
}

TEST(PublishedTest, MutationsCyclesAndNewCellsBreakTheOthers) {
  Published lowered("list_delete");
  HandState state = cells(lowered, "ww", "++");
  state.fieldAfter("c0", "val", "v");
  state.fieldAfter("c1", "next", "c0");
  const logic::Instance instance = state.instance();
  EXPECT_FALSE(lowered.holds("removeValue", "noCellMutated", instance));
  EXPECT_FALSE(lowered.holds("removeValue", "noCycleStarted", instance));
  HandState grown = cells(lowered, "ww", "++");
  grown.object("new", "List", false, true);
  grown.fieldAfter("c1", "next", "new");
  const logic::Instance other = grown.instance();
  EXPECT_FALSE(lowered.holds("removeValue", "noCellsAdded", other));
}

/// A store with one group g of one job j, which is also in the map of all jobs.
HandState store(Published& lowered) {
  HandState state(lowered.vocabulary);
  state.object("s", "RAMJobStore");
  for (const char* name : {"g", "j", "x"}) state.object(name, "Name");
  state.object("groups", "GroupMap");
  state.object("group", "GroupEntry");
  for (const char* name : {"all", "ofGroup"}) state.object(name, "JobMap");
  for (const char* name : {"e0", "e1"}) state.object(name, "JobEntry");
  state.object("w", "JobWrapper");
  state.object("d", "JobDetail");
  state.field("s", "jobsByFQN", "all");
  state.field("s", "jobsByGroup", "groups");
  state.field("groups", "entries", "group");
  state.field("group", "key", "g");
  state.field("group", "value", "ofGroup");
  state.field("all", "entries", "e0");
  state.field("ofGroup", "entries", "e1");
  for (const char* entry : {"e0", "e1"}) {
    state.field(entry, "key", "j");
    state.field(entry, "value", "w");
  }
  state.field("w", "key", "j");
  state.field("w", "jobDetail", "d");
  state.field("d", "name", "j");
  state.field("d", "group", "g");
  return state;
}

TEST(PublishedTest, QuartzReadsWithoutMistakes) { EXPECT_EQ(Published("quartz").messages(), ""); }

TEST(PublishedTest, JobNamesAreThoseOfTheGroup) {
  Published lowered("quartz");
  const std::string method = "RAMJobStore::getJobNames";
  for (const char* name : {"j", "x"}) {
    HandState state = store(lowered);
    state.object("names", "NameSet", false, true);
    state.object("cell", "NameCell", false, true);
    state.fieldAfter("names", "first", "cell");
    state.fieldAfter("cell", "name", name);
    const program::Procedure& procedure = *lowered.method(method).procedure;
    state.parameter(procedure, "this", "s");
    state.parameter(procedure, "groupName", "g");
    state.result(procedure, "names");
    const logic::Instance instance = state.instance();
    EXPECT_TRUE(lowered.assumed(method, instance));
    EXPECT_EQ(lowered.holds(method, "names", instance), std::string(name) == "j");
  }
}

// The first bug: the clone's listeners are in another order.
TEST(PublishedTest, AStoredJobHasItsListenersInOrder) {
  Published lowered("quartz");
  const std::string method = "RAMJobStore::storeJob";
  for (const bool in_order : {true, false}) {
    HandState state = store(lowered);
    state.object("job", "JobDetail");
    for (const char* name : {"a", "b"}) state.object(name, "Listener");
    state.object("copy", "JobDetail", false, true);
    state.object("wrapper", "JobWrapper", false, true);
    for (const char* name : {"a2", "b2"}) state.object(name, "Listener", false, true);
    for (const char* job : {"job", "copy"}) {
      state.field(job, "name", "x");
      state.field(job, "group", "g");
    }
    state.field("job", "listeners", "a");
    state.field("a", "next", "b");
    state.field("a", "name", "g");
    state.field("b", "name", "j");
    state.fieldAfter("copy", "listeners", in_order ? "a2" : "b2");
    state.fieldAfter(in_order ? "a2" : "b2", "next", in_order ? "b2" : "a2");
    state.fieldAfter("a2", "name", "g");
    state.fieldAfter("b2", "name", "j");
    state.fieldAfter("wrapper", "jobDetail", "copy");
    state.object("entry", "JobEntry", false, true);
    state.fieldAfter("entry", "key", "x");
    state.fieldAfter("entry", "value", "wrapper");
    state.fieldAfter("entry", "next", "e0");
    state.fieldAfter("all", "entries", "entry");
    const program::Procedure& procedure = *lowered.method(method).procedure;
    state.parameter(procedure, "this", "s");
    state.parameter(procedure, "newJob", "job");
    state.parameter(procedure, "replaceExisting", "0");
    const logic::Instance instance = state.instance();
    EXPECT_TRUE(lowered.assumed(method, instance));
    EXPECT_EQ(lowered.holds(method, "stored", instance), in_order);
  }
}

// The second bug: the recomputed time is not in the new calendar.
TEST(PublishedTest, ANewFiringTimeIsNullOrInTheCalendar) {
  Published lowered("quartz");
  const std::string method = "RAMJobStore::storeCalendar";
  for (const char* after : {"now", "later", "never", ""}) {
    HandState state = store(lowered);
    for (const char* name : {"now", "later", "never"}) state.object(name, "Time");
    state.object("calendar", "Calendar");
    for (const char* name : {"x0", "x1"}) state.object(name, "TimeCell");
    state.field("calendar", "excluded", "x0");
    state.field("x0", "time", "now");
    state.field("x0", "next", "x1");
    state.field("x1", "time", "never");
    state.object("t", "Trigger");
    state.field("s", "triggers", "t");
    state.field("t", "nextFireTime", "now");
    state.fieldAfter("t", "nextFireTime", after);
    const program::Procedure& procedure = *lowered.method(method).procedure;
    state.parameter(procedure, "this", "s");
    state.parameter(procedure, "calendar", "calendar");
    state.parameter(procedure, "updateTriggers", "1");
    const logic::Instance instance = state.instance();
    EXPECT_TRUE(lowered.assumed(method, instance));
    EXPECT_EQ(lowered.holds(method, "fireTimes", instance), std::string(after) != "never") << after;
  }
}

}  // namespace
}  // namespace weir::specs
