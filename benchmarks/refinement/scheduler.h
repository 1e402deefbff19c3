// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a job scheduler speaks of: names, jobs, calendars and triggers, after the description of the scheduler in
// section 7.2.1 of the thesis. Strings are interned, so that names are the same where their pointers are.
#pragma once
#include "containers.h"

struct Name {};

/// The name of a job or a trigger in its group.
class Key {
 public:
  Key(Name* name, Name* group) : name_(name), group_(group) {}
  Name* name() const { return name_; }
  Name* group() const { return group_; }
  bool equals(const Key* other) const { return name_ == other->name_ && group_ == other->group_; }

 private:
  Name* name_;
  Name* group_;
};

inline bool sameKey(const Key* a, const Key* b) { return a->equals(b); }

class JobDetail {
 public:
  JobDetail(Name* name, Name* group, bool durable) : name_(name), group_(group), durable_(durable) {}
  Name* name() const { return name_; }
  Name* group() const { return group_; }
  bool isDurable() const { return durable_; }
  bool isValid() const { return name_ != nullptr && group_ != nullptr; }
  void addListener(Name* listener) { listeners_.addLast(listener); }
  bool removeListener(Name* listener) { return listeners_.remove(listener); }

  JobDetail* clone() const {
    JobDetail* copy = new JobDetail(name_, group_, durable_);
    copy->copyListeners(listeners_);
    return copy;
  }

 private:
  void copyListeners(const List<Name>& listeners) {
#ifdef AS_FOUND
    for (Iterator<Name> i = listeners.iterator(); i.hasNext();) listeners_.addFirst(i.next());
#else
    for (Iterator<Name> i = listeners.iterator(); i.hasNext();) listeners_.addLast(i.next());
#endif
  }

  Name* name_;
  Name* group_;
  bool durable_;
  List<Name> listeners_;
};

using Time = int;
const Time never = -1;

struct Moment {
  Time at;
};

class Clock {
 public:
  Time now() const { return now_; }
  void advance(Time by) { now_ += by; }

 private:
  Time now_;
};

/// Says at what times nothing is to be fired.
class Calendar {
 public:
  virtual ~Calendar() {}
  virtual bool isTimeIncluded(Time t) const = 0;
};

/// Leaves out single times.
class HolidayCalendar : public Calendar {
 public:
  bool isTimeIncluded(Time t) const override { return !isExcluded(t); }
  void exclude(Moment* m) {
    if (!isExcluded(m->at)) excluded_.addFirst(m);
  }

 private:
  bool isExcluded(Time t) const {
    for (Iterator<Moment> i = excluded_.iterator(); i.hasNext();)
      if (i.next()->at == t) return true;
    return false;
  }

  List<Moment> excluded_;
};

/// Leaves out the times from one to another.
class RangeCalendar : public Calendar {
 public:
  bool isTimeIncluded(Time t) const override { return t < from_ || to_ < t; }
  void setRange(Time from, Time to) {
    from_ = from;
    to_ = to;
  }

 private:
  Time from_;
  Time to_;
};

/// Says when its job is to be fired.
class Trigger {
 public:
  virtual ~Trigger() {}
  Name* name() const { return name_; }
  Name* group() const { return group_; }
  Name* jobName() const { return job_name_; }
  Name* jobGroup() const { return job_group_; }
  Name* calendarName() const { return calendar_name_; }
  Time nextFireTime() const { return next_fire_time_; }
  Time previousFireTime() const { return previous_fire_time_; }
  bool mayFireAgain() const { return next_fire_time_ != never; }
  bool isForJob(const Name* name, const Name* group) const { return job_name_ == name && job_group_ == group; }
  bool usesCalendar(const Name* name) const { return calendar_name_ == name; }
  bool isValid() const {
    return name_ != nullptr && group_ != nullptr && (end_time_ == never || start_time_ <= end_time_);
  }

  void setJob(const JobDetail* job) {
    job_name_ = job->name();
    job_group_ = job->group();
  }

  /// The first time after `t` that the schedule has, whatever a calendar says, or `never`.
  virtual Time fireTimeAfter(Time t) const = 0;
  virtual void updateWithNewCalendar(const Calendar* calendar, Time now, Time threshold) = 0;
  virtual void updateAfterMisfire(const Calendar* calendar, Time now) = 0;

  Time computeFirstFireTime(const Calendar* calendar) {
    next_fire_time_ = firstIncluded(fireTimeAfter(start_time_ - 1), calendar);
    return next_fire_time_;
  }

  void triggered(const Calendar* calendar) {
    previous_fire_time_ = next_fire_time_;
    next_fire_time_ = firstIncluded(fireTimeAfter(next_fire_time_), calendar);
  }

 protected:
  bool isOver(Time t) const { return end_time_ != never && end_time_ < t; }

  Time firstIncluded(Time t, const Calendar* calendar) const {
    while (t != never && calendar != nullptr && !calendar->isTimeIncluded(t)) t = fireTimeAfter(t);
    return t;
  }

  static bool isLate(Time t, Time now, Time threshold) { return t != never && t < now && now - t >= threshold; }

  Name* name_;
  Name* group_;
  Name* job_name_;
  Name* job_group_;
  Name* calendar_name_;
  Time start_time_;
  Time end_time_;
  Time next_fire_time_;
  Time previous_fire_time_;
};

/// Fires at the start and then at even distances.
class SimpleTrigger : public Trigger {
 public:
  Time fireTimeAfter(Time t) const override {
    if (t < start_time_) return start_time_;
    if (interval_ <= 0) return never;
    Time next = t + interval_;
    return isOver(next) ? never : next;
  }

  void updateWithNewCalendar(const Calendar* calendar, Time now, Time threshold) override {
    next_fire_time_ = firstIncluded(fireTimeAfter(previous_fire_time_), calendar);
#ifdef AS_FOUND
    if (isLate(next_fire_time_, now, threshold)) next_fire_time_ = fireTimeAfter(next_fire_time_);
#else
    while (isLate(next_fire_time_, now, threshold))
      next_fire_time_ = firstIncluded(fireTimeAfter(next_fire_time_), calendar);
#endif
  }

  void updateAfterMisfire(const Calendar* calendar, Time now) override {
    Time next = firstIncluded(fireTimeAfter(now), calendar);
    next_fire_time_ = next;
  }

 private:
  Time interval_;
};

/// Fires at the times of a table.
class CronTrigger : public Trigger {
 public:
  Time fireTimeAfter(Time t) const override {
    Time next = never;
    for (Iterator<Moment> i = table_.iterator(); i.hasNext();) {
      Time at = i.next()->at;
      if (t < at && isEarlier(at, next)) next = at;
    }
    return isOver(next) ? never : next;
  }

  void updateWithNewCalendar(const Calendar* calendar, Time now, Time threshold) override {
    next_fire_time_ = firstIncluded(fireTimeAfter(previous_fire_time_), calendar);
#ifdef AS_FOUND
    if (isLate(next_fire_time_, now, threshold)) next_fire_time_ = fireTimeAfter(next_fire_time_);
#else
    while (isLate(next_fire_time_, now, threshold))
      next_fire_time_ = firstIncluded(fireTimeAfter(next_fire_time_), calendar);
#endif
  }

  void updateAfterMisfire(const Calendar* calendar, Time now) override {
    next_fire_time_ = firstIncluded(fireTimeAfter(now), calendar);
  }

 private:
  static bool isEarlier(Time t, Time than) { return than == never || t < than; }

  List<Moment> table_;
};
