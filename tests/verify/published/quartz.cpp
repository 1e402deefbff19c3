// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ports of the three methods. `clone` has the bug of Figure 7-4 (the listeners come out in the opposite order) and
// `updateWithNewCalendar` that of Figure 7-5 (the new firing time is not tried against the new calendar again).
#include "quartz.h"

NameSet* RAMJobStore::getJobNames(Name* groupName) {
  NameSet* names = new NameSet{nullptr};
  GroupEntry* group = jobsByGroup->entries;
  while (group != nullptr && group->key != groupName) group = group->next;
  if (group == nullptr) return names;
  for (JobEntry* entry = group->value->entries; entry != nullptr; entry = entry->next)
    names->first = new NameCell{entry->value->jobDetail->name, names->first};
  return names;
}

static JobDetail* clone(JobDetail* job) {
  JobDetail* copy = new JobDetail{job->name, job->group, nullptr};
  for (Listener* listener = job->listeners; listener != nullptr; listener = listener->next)
    copy->listeners = new Listener{listener->name, copy->listeners};
  return copy;
}

void RAMJobStore::storeJob(JobDetail* newJob, bool replaceExisting) {
  JobEntry* entry = jobsByFQN->entries;
  while (entry != nullptr && entry->key != newJob->name) entry = entry->next;
  if (entry != nullptr && !replaceExisting) return;
  JobWrapper* wrapper = new JobWrapper{newJob->name, clone(newJob)};
  if (entry != nullptr)
    entry->value = wrapper;
  else
    jobsByFQN->entries = new JobEntry{newJob->name, wrapper, jobsByFQN->entries};
}

static bool isExcluded(Calendar* calendar, Time* time) {
  for (TimeCell* cell = calendar->excluded; cell != nullptr; cell = cell->next)
    if (cell->time == time) return true;
  return false;
}

static void updateWithNewCalendar(Trigger* trigger, Calendar* calendar) {
  if (trigger->nextFireTime == nullptr) return;
  if (isExcluded(calendar, trigger->nextFireTime)) trigger->nextFireTime = trigger->alternative;
}

void RAMJobStore::storeCalendar(Name* name, Calendar* calendar, bool updateTriggers) {
  if (!updateTriggers) return;
  for (Trigger* trigger = triggers; trigger != nullptr; trigger = trigger->next)
    if (trigger->calendarName == name) updateWithNewCalendar(trigger, calendar);
}
