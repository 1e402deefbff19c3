// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of Quartz that Taghdiri's thesis checks (Figures 7-3 to 7-5), with its maps and sets as linked entries.
#pragma once

struct Name {
  int id;
};
struct Listener {
  Name* name;
  Listener* next;
};
struct JobDetail {
  Name* name;
  Name* group;
  Listener* listeners;
};
struct JobWrapper {
  Name* key;
  JobDetail* jobDetail;
};
struct JobEntry {
  Name* key;
  JobWrapper* value;
  JobEntry* next;
};
struct JobMap {
  JobEntry* entries;
};
struct GroupEntry {
  Name* key;
  JobMap* value;
  GroupEntry* next;
};
struct GroupMap {
  GroupEntry* entries;
};
struct NameCell {
  Name* name;
  NameCell* next;
};
struct NameSet {
  NameCell* first;
};
struct Time {
  int instant;
};
struct TimeCell {
  Time* time;
  TimeCell* next;
};
struct Calendar {
  TimeCell* excluded;
};
struct Trigger {
  Name* calendarName;
  Time* nextFireTime;
  Time* alternative;
  Trigger* next;
};
struct RAMJobStore {
  JobMap* jobsByFQN;
  GroupMap* jobsByGroup;
  Trigger* triggers;
  NameSet* getJobNames(Name* groupName);
  void storeJob(JobDetail* newJob, bool replaceExisting);
  void storeCalendar(Name* name, Calendar* calendar, bool updateTriggers);
};
