// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A job scheduler that keeps its jobs, triggers and calendars in memory. `AS_FOUND` puts back the two mistakes that are
// told of in section 7.2.1 of the thesis (scheduler.h): the copy of a job has its listeners in another order, and a
// trigger that a new calendar makes late is moved to a time that the calendar may exclude.
#include "scheduler.h"

class JobWrapper {
 public:
  explicit JobWrapper(JobDetail* job) : key_(job->name(), job->group()), job_(job) {}
  Key* key() { return &key_; }
  JobDetail* job() const { return job_; }
  void setJob(JobDetail* job) { job_ = job; }

 private:
  Key key_;
  JobDetail* job_;
};

enum class State { Waiting, Acquired, Complete, Paused, Blocked, PausedBlocked };

class TriggerWrapper {
 public:
  explicit TriggerWrapper(Trigger* trigger)
      : key_(trigger->name(), trigger->group()), trigger_(trigger), state_(State::Waiting) {}
  Key* key() { return &key_; }
  Trigger* trigger() const { return trigger_; }
  State state() const { return state_; }
  void setState(State state) { state_ = state; }
  bool isPaused() const { return state_ == State::Paused || state_ == State::PausedBlocked; }
  Time nextFireTime() const { return trigger_->nextFireTime(); }

 private:
  Key key_;
  Trigger* trigger_;
  State state_;
};

/// The triggers that wait, the next to be fired first.
class TriggerQueue {
 public:
  bool isEmpty() const { return first_ == nullptr; }

  void add(TriggerWrapper* w) {
    Link<TriggerWrapper>* before = nullptr;
    Link<TriggerWrapper>* link = first_;
    while (link != nullptr && !firesBefore(w, link->item)) {
      before = link;
      link = link->next;
    }
    Link<TriggerWrapper>* added = new Link<TriggerWrapper>(w, link);
    if (before == nullptr)
      first_ = added;
    else
      before->next = added;
  }

  bool remove(const TriggerWrapper* w) {
    Link<TriggerWrapper>* before = nullptr;
    for (Link<TriggerWrapper>* link = first_; link != nullptr; link = link->next) {
      if (link->item == w) {
        if (before == nullptr)
          first_ = link->next;
        else
          before->next = link->next;
        delete link;
        return true;
      }
      before = link;
    }
    return false;
  }

 private:
  static bool firesBefore(const TriggerWrapper* a, const TriggerWrapper* b) {
    return a->nextFireTime() < b->nextFireTime();
  }

  Link<TriggerWrapper>* first_ = nullptr;
};

class JobStore {
 public:
  // Jobs.

  JobDetail* retrieveJob(Name* name, Name* group) const {
    Key key(name, group);
    JobWrapper* w = jobs_.get(&key);
    return w == nullptr ? nullptr : w->job()->clone();
  }

  bool storeJob(const JobDetail* job, bool replace) {
    JobWrapper* known = jobWrapper(job->name(), job->group());
    if (known != nullptr) {
      if (!replace) return false;
      known->setJob(job->clone());
      return true;
    }
    JobWrapper* w = new JobWrapper(job->clone());
    jobGroup(job->group())->put(w->key(), w);
    jobs_.put(w->key(), w);
    return true;
  }

  /// Removes a job with all its triggers.
  bool removeJob(Name* name, Name* group) {
    List<Trigger>* triggers = triggersOfJob(name, group);
    for (Iterator<Trigger> i = triggers->iterator(); i.hasNext();) {
      Trigger* t = i.next();
      removeTrigger(t->name(), t->group());
    }
    Key key(name, group);
    Map<Key, JobWrapper>* jobs = jobs_by_group_.get(group);
    if (jobs != nullptr) {
      jobs->remove(&key);
      if (jobs->isEmpty()) jobs_by_group_.remove(group);
    }
    return jobs_.remove(&key) != nullptr;
  }

  List<Name>* jobNames(const Name* group) const {
    List<Name>* names = new List<Name>();
    Map<Key, JobWrapper>* jobs = jobs_by_group_.get(group);
    if (jobs == nullptr) return names;
    for (EntryIterator<Key, JobWrapper> i = jobs->entries(); i.hasNext();)
      names->addFirst(i.next()->value->job()->name());
    return names;
  }

  List<Name>* jobGroupNames() const {
    List<Name>* names = new List<Name>();
    for (EntryIterator<Name, Map<Key, JobWrapper>> i = jobs_by_group_.entries(); i.hasNext();)
      names->addFirst(i.next()->key);
    return names;
  }

  // Triggers.

  Trigger* retrieveTrigger(Name* name, Name* group) const {
    TriggerWrapper* w = triggerWrapper(name, group);
    return w == nullptr ? nullptr : w->trigger();
  }

  bool storeTrigger(Trigger* trigger, bool replace) {
    if (triggerWrapper(trigger->name(), trigger->group()) != nullptr) {
      if (!replace) return false;
      removeTrigger(trigger->name(), trigger->group());
    }
    if (jobWrapper(trigger->jobName(), trigger->jobGroup()) == nullptr) return false;
    TriggerWrapper* w = new TriggerWrapper(trigger);
    triggers_.addLast(w);
    triggerGroup(trigger->group())->put(w->key(), w);
    triggers_by_key_.put(w->key(), w);
    w->setState(initialState(trigger));
    if (w->state() == State::Waiting) waiting_.add(w);
    return true;
  }

  bool removeTrigger(Name* name, Name* group) {
    Key key(name, group);
    TriggerWrapper* w = triggers_by_key_.remove(&key);
    if (w == nullptr) return false;
    Map<Key, TriggerWrapper>* triggers = triggers_by_group_.get(group);
    if (triggers != nullptr) {
      triggers->remove(&key);
      if (triggers->isEmpty()) triggers_by_group_.remove(group);
    }
    triggers_.remove(w);
    waiting_.remove(w);
    return true;
  }

  bool storeJobAndTrigger(const JobDetail* job, Trigger* trigger) {
    return storeJob(job, false) && storeTrigger(trigger, false);
  }

  List<Name>* triggerNames(const Name* group) const {
    List<Name>* names = new List<Name>();
    Map<Key, TriggerWrapper>* triggers = triggers_by_group_.get(group);
    if (triggers == nullptr) return names;
    for (EntryIterator<Key, TriggerWrapper> i = triggers->entries(); i.hasNext();)
      names->addFirst(i.next()->value->trigger()->name());
    return names;
  }

  List<Trigger>* triggersOfJob(const Name* name, const Name* group) const {
    List<Trigger>* found = new List<Trigger>();
    for (Iterator<TriggerWrapper> i = triggers_.iterator(); i.hasNext();) {
      Trigger* t = i.next()->trigger();
      if (t->isForJob(name, group)) found->addFirst(t);
    }
    return found;
  }

  void pauseTrigger(Name* name, Name* group) {
    TriggerWrapper* w = triggerWrapper(name, group);
    if (w == nullptr || w->state() == State::Complete) return;
    w->setState(w->state() == State::Blocked ? State::PausedBlocked : State::Paused);
    waiting_.remove(w);
  }

  void resumeTrigger(Name* name, Name* group) {
    TriggerWrapper* w = triggerWrapper(name, group);
    if (w == nullptr || !w->isPaused()) return;
    w->setState(isBlocked(w->trigger()) ? State::Blocked : State::Waiting);
    applyMisfire(w);
    if (w->state() == State::Waiting) waiting_.add(w);
  }

  void resumeJob(const Name* name, const Name* group) {
    List<Trigger>* triggers = triggersOfJob(name, group);
    for (Iterator<Trigger> i = triggers->iterator(); i.hasNext();) {
      Trigger* t = i.next();
      resumeTrigger(t->name(), t->group());
    }
  }

  void resumeJobGroup(const Name* group) {
    List<Name>* names = jobNames(group);
    for (Iterator<Name> i = names->iterator(); i.hasNext();) resumeJob(i.next(), group);
  }

  // Calendars.

  Calendar* retrieveCalendar(const Name* name) const { return calendars_.get(name); }

  bool storeCalendar(Name* name, Calendar* calendar, bool replace, bool update_triggers) {
    bool known = calendars_.containsKey(name);
    if (known && !replace) return false;
    calendars_.put(name, calendar);
    if (known && update_triggers) updateTriggers(name, calendar);
    return true;
  }

  /// False where there is no such calendar or a trigger still uses it.
  bool removeCalendar(const Name* name) {
    if (isCalendarInUse(name)) return false;
    return calendars_.remove(name) != nullptr;
  }

 private:
  JobWrapper* jobWrapper(Name* name, Name* group) const {
    Key key(name, group);
    return jobs_.get(&key);
  }

  TriggerWrapper* triggerWrapper(Name* name, Name* group) const {
    Key key(name, group);
    return triggers_by_key_.get(&key);
  }

  Map<Key, JobWrapper>* jobGroup(Name* group) {
    Map<Key, JobWrapper>* jobs = jobs_by_group_.get(group);
    if (jobs == nullptr) {
      jobs = new Map<Key, JobWrapper>();
      jobs_by_group_.put(group, jobs);
    }
    return jobs;
  }

  Map<Key, TriggerWrapper>* triggerGroup(Name* group) {
    Map<Key, TriggerWrapper>* triggers = triggers_by_group_.get(group);
    if (triggers == nullptr) {
      triggers = new Map<Key, TriggerWrapper>();
      triggers_by_group_.put(group, triggers);
    }
    return triggers;
  }

  bool isBlocked(const Trigger* t) const {
    Key key(t->jobName(), t->jobGroup());
    for (Iterator<Key> i = blocked_jobs_.iterator(); i.hasNext();)
      if (i.next()->equals(&key)) return true;
    return false;
  }

  State initialState(const Trigger* t) const {
    bool blocked = isBlocked(t);
    if (paused_groups_.contains(t->group())) return blocked ? State::PausedBlocked : State::Paused;
    return blocked ? State::Blocked : State::Waiting;
  }

  void applyMisfire(TriggerWrapper* w) {
    Trigger* t = w->trigger();
    if (!t->mayFireAgain() || clock_->now() - t->nextFireTime() < misfire_threshold_) return;
    t->updateAfterMisfire(retrieveCalendar(t->calendarName()), clock_->now());
    if (!t->mayFireAgain()) w->setState(State::Complete);
  }

  List<TriggerWrapper>* triggersForCalendar(const Name* name) const {
    List<TriggerWrapper>* found = new List<TriggerWrapper>();
    for (Iterator<TriggerWrapper> i = triggers_.iterator(); i.hasNext();) {
      TriggerWrapper* w = i.next();
      if (w->trigger()->usesCalendar(name)) found->addFirst(w);
    }
    return found;
  }

  bool isCalendarInUse(const Name* name) const {
    for (Iterator<TriggerWrapper> i = triggers_.iterator(); i.hasNext();)
      if (i.next()->trigger()->usesCalendar(name)) return true;
    return false;
  }

  void updateTriggers(const Name* name, const Calendar* calendar) {
    List<TriggerWrapper>* wrappers = triggersForCalendar(name);
    for (Iterator<TriggerWrapper> i = wrappers->iterator(); i.hasNext();) {
      TriggerWrapper* w = i.next();
      bool waiting = waiting_.remove(w);
      w->trigger()->updateWithNewCalendar(calendar, clock_->now(), misfire_threshold_);
      if (waiting) waiting_.add(w);
    }
  }

  Map<Key, JobWrapper> jobs_;
  Map<Key, TriggerWrapper> triggers_by_key_;
  Map<Name, Map<Key, JobWrapper>> jobs_by_group_;
  Map<Name, Map<Key, TriggerWrapper>> triggers_by_group_;
  Map<Name, Calendar> calendars_;
  List<TriggerWrapper> triggers_;
  TriggerQueue waiting_;
  Set<Name> paused_groups_;
  Set<Key> blocked_jobs_;
  Clock* clock_;
  Time misfire_threshold_;
};

/// Hears of what is scheduled.
class SchedulerListener {
 public:
  virtual ~SchedulerListener() {}
  virtual void jobScheduled(const Trigger*) {}
};

class CountingListener : public SchedulerListener {
 public:
  void jobScheduled(const Trigger*) override { ++scheduled_; }

 private:
  int scheduled_ = 0;
};

class NextFireListener : public SchedulerListener {
 public:
  void jobScheduled(const Trigger* t) override {
    if (earliest_ == never || t->nextFireTime() < earliest_) earliest_ = t->nextFireTime();
  }

 private:
  Time earliest_ = never;
};

class Scheduler {
 public:
  /// The time at which the job will be fired first, or `never` where it could not be scheduled.
  Time scheduleJob(const JobDetail* job, Trigger* trigger) {
    if (!job->isValid() || !trigger->isValid()) return never;
    trigger->setJob(job);
    Calendar* calendar = calendarOf(trigger);
    if (calendar == nullptr && trigger->calendarName() != nullptr) return never;
    Time first = trigger->computeFirstFireTime(calendar);
    if (first == never) return never;
    if (!store_->storeJobAndTrigger(job, trigger)) return never;
    notifyScheduled(trigger);
    return first;
  }

 private:
  Calendar* calendarOf(const Trigger* t) const {
    return t->calendarName() == nullptr ? nullptr : store_->retrieveCalendar(t->calendarName());
  }

  void notifyScheduled(const Trigger* t) {
    for (Iterator<SchedulerListener> i = listeners_.iterator(); i.hasNext();) i.next()->jobScheduled(t);
  }

  JobStore* store_;
  List<SchedulerListener> listeners_;
};
