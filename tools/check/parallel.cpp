// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/parallel.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <map>
#include <optional>

#include "support/invariant.h"
#include "tools/check/worker_messages.h"
#include "tools/process/fork.h"
#include "tools/replay/shared_prefixes.h"

namespace weir::tools {
namespace {

using results::Cause;
using results::Reason;

using Clock = std::chrono::steady_clock;

/// What a limit may be exceeded by before the process that does not heed it is ended.
constexpr double kLimitShare = 1.1;
constexpr std::chrono::milliseconds kGrace{2000};
constexpr std::chrono::milliseconds kTick{250};

class Workers {
 public:
  Workers(const Input& input, const std::vector<Task>& tasks, const CheckRequest& request, const TaskEvents& events)
      : input_(input),
        tasks_(tasks),
        request_(request),
        events_(events),
        results_(tasks.size()),
        settled_(tasks.size()),
        open_jobs_(tasks.size(), 0) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const std::size_t count = tasks[i].labels.size();
      results_[i].results.resize(count);
      settled_[i].assign(count, false);
      Job job{.task = i};
      for (std::size_t label = 0; label < count; ++label) job.labels.push_back(label);
      ++open_jobs_[i];
      queue_.push_back(std::move(job));
    }
  }

  std::vector<TaskResult> run(bool& interrupted) {
    while (true) {
      while (!queue_.empty() && running_.size() < static_cast<std::size_t>(request_.jobs) && !stopped_) start();
      if (running_.empty()) break;
      gather();
    }
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      for (std::size_t label = 0; label < tasks_[task].labels.size(); ++label)
        if (!settled_[task][label]) settle(task, label, {Cause::Interrupted, "interrupted before it was checked"});
    interrupted = stopped_;
    open_jobs_.assign(tasks_.size(), 0);
    release();
    return std::move(results_);
  }

 private:
  /// Properties of one task for one process.
  struct Job {
    std::size_t task = 0;
    std::vector<std::size_t> labels;
    bool is_again = false;  // it had run out of memory, with others before it in the same process
  };
  struct Worker {
    pid_t process = -1;
    Job job;
    std::string text;                    // received, up to the last line break taken
    std::optional<std::size_t> current;  // the property that it is at
    Clock::time_point started;           // with it
    Clock::time_point ends_by = Clock::time_point::max();
    bool is_out_of_time = false;
    bool has_ended = false;  // all of its results have come
  };

  Task taskOf(const Job& job) const {
    Task task = tasks_[job.task];
    task.labels.clear();
    for (const std::size_t label : job.labels) task.labels.push_back(tasks_[job.task].labels[label]);
    return task;
  }

  void start() {
    const Job job = std::move(queue_.front());
    queue_.pop_front();
    const process::Fork fork = process::forkWorker(
        [&](int fd, std::optional<process::BlockedStopSignals>& blocked) { return work(job, fd, blocked); });
    Worker& worker = running_[fork.output];
    worker.process = fork.process;
    worker.job = job;
  }

  /// In the new process. A crash is for the first process to report.
  int work(const Job& job, int fd, std::optional<process::BlockedStopSignals>& blocked) {
    MessageWriter writer(fd);
    TaskEvents events;
    std::size_t next = 0;
    events.started = [&](const std::string&) { writer.started(job.labels[next]); };
    events.finished = [&](const results::CheckResult& result) { writer.result(job.labels[next++], result); };
    if (request_.jobs == 1 || request_.verbose)
      events.stage = [&](const std::string&, const Stage& stage) { writer.stage(stage); };
    events.note = [&](const std::string& line) { writer.note(line); };
    try {
      process::Interruption interruption;
      blocked.reset();
      writer.end(runTask(input_, taskOf(job), request_, interruption, events));
    } catch (const std::exception& error) {
      writer.failure(error.what());
      return 70;
    }
    return 0;
  }

  /// Until something happens that has to be looked at: a message, a signal, a limit.
  int millisecondsToWait() const {
    Clock::time_point until = Clock::time_point::max();
    for (const auto& [fd, worker] : running_) until = std::min(until, worker.ends_by);
    if (until == Clock::time_point::max()) return static_cast<int>(kTick.count());
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count() + 1, 0, kTick.count()));
  }

  void gather() {
    std::vector<pollfd> waiting;
    for (const auto& [fd, worker] : running_) waiting.push_back({fd, POLLIN, 0});
    waiting.push_back({signals_.readEnd(), POLLIN, 0});
    const int found = poll(waiting.data(), waiting.size(), millisecondsToWait());
    if (Clock::now() - last_tick_ >= kTick) {
      events_.tick();
      last_tick_ = Clock::now();
    }
    endLate();
    if (found <= 0) return;  // where a handler ran, its byte is there the next time
    for (const pollfd& ready : waiting) {
      if (ready.revents == 0) continue;
      if (ready.fd == signals_.readEnd()) {
        signals_.drain();
        stop();
        continue;
      }
      char buffer[65536];
      const ssize_t count = read(ready.fd, buffer, sizeof buffer);
      if (count > 0) {
        Worker& worker = running_[ready.fd];
        worker.text.append(buffer, static_cast<std::size_t>(count));
        take(worker);
      } else if (count == 0) {
        finish(ready.fd);
      }
    }
  }

  /// Not all code can look at a clock: what does not end by itself is ended, and costs one property.
  void endLate() {
    const Clock::time_point now = Clock::now();
    for (auto& [fd, worker] : running_) {
      if (now < worker.ends_by) continue;
      worker.is_out_of_time = true;
      worker.ends_by = Clock::time_point::max();
      kill(worker.process, SIGKILL);
    }
  }

  void stop() {
    stopped_ = true;
    for (auto& [fd, worker] : running_) {
      kill(worker.process, SIGINT);
      worker.ends_by = std::min(worker.ends_by, Clock::now() + kGrace);
    }
  }

  void take(Worker& worker) {
    std::size_t begin = 0;
    for (std::size_t end; (end = worker.text.find('\n', begin)) != std::string::npos; begin = end + 1)
      takeLine(worker, worker.text.substr(begin, end - begin));
    worker.text.erase(0, begin);
  }

  /// A result that cannot be read is a failure like any other.
  void takeLine(Worker& worker, const std::string& line) {
    try {
      take(worker, readMessage(line));
    } catch (const std::exception& error) {
      const std::size_t task = worker.job.task;
      results_[task].failures.push_back(tasks_[task].method + ": " + error.what());
      if (worker.current && !settled_[task][*worker.current])
        settle(task, *worker.current, std::string("weir failed: ") + error.what());
      worker.current.reset();
    }
  }

  void take(Worker& worker, Message message) {
    const std::size_t task = worker.job.task;
    switch (message.kind) {
      case Message::Kind::Started:
        worker.current = message.label;
        worker.started = Clock::now();
        if (!worker.job.is_again) events_.started(tasks_[task].method + "." + tasks_[task].labels[message.label]);
        if (request_.timeout_seconds > 0 && !stopped_)
          worker.ends_by = Clock::now() + kGrace +
                           std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(request_.timeout_seconds * kLimitShare));
        return;
      case Message::Kind::Result:
        worker.current.reset();
        if (!stopped_) worker.ends_by = Clock::time_point::max();
        results_[task].results[message.label] = std::move(message.results.front());
        settled_[task][message.label] = true;
        if (!worker.job.is_again) events_.finished(results_[task].results[message.label]);
        if (request_.until_violated && results_[task].results[message.label].verdict == results::Verdict::Violated)
          stop();
        return;
      case Message::Kind::Stage:
        events_.stage(worker.current ? nameOf(task, *worker.current) : tasks_[task].method, message.stage);
        return;
      case Message::Kind::Note: events_.note(message.text); return;
      case Message::Kind::Failure: results_[task].failures.push_back(tasks_[task].method + ": " + message.text); return;
      case Message::Kind::End:
        worker.has_ended = true;
        for (std::size_t i = 0; i < worker.job.labels.size(); ++i)
          results_[task].results[worker.job.labels[i]] = std::move(message.results[i]);
        for (std::string& failure : message.failures) results_[task].failures.push_back(std::move(failure));
        return;
    }
  }

  void finish(int fd) {
    const Worker worker = std::move(running_[fd]);
    running_.erase(fd);
    close(fd);
    const process::Ended ended = process::waitFor(worker.process);
    if (!worker.has_ended) endedEarly(worker, ended);
    events_.ended(tasks_[worker.job.task].method);
    checkAgain(worker.job);
    --open_jobs_[worker.job.task];
    release();
  }

  /// The tasks that are complete, in order: one that takes long keeps those after it back.
  void release() {
    for (; released_ < tasks_.size() && open_jobs_[released_] == 0; ++released_)
      events_.completed(released_, results_[released_]);
  }

  void checkAgain(const Job& job) {
    // It may have been what the properties before it had left behind that took the memory.
    if (job.labels.size() == 1 || stopped_) return;
    for (const std::size_t label : job.labels) {
      if (!settled_[job.task][label] || results_[job.task].results[label].reason.cause != Cause::Memory) continue;
      ++open_jobs_[job.task];
      queue_.push_front({job.task, {label}, true});
    }
  }

  /// What had come is kept, the property at hand is unknown, and those after it get a new process.
  void endedEarly(const Worker& worker, const process::Ended& ended) {
    const std::size_t task = worker.job.task;
    const std::string how = ended.explain();
    // The system ends processes so where memory is short, and does not report why.
    const bool is_out_of_memory = ended.signal == SIGKILL && !worker.is_out_of_time;
    const bool is_failure = !worker.is_out_of_time && !is_out_of_memory && !stopped_;
    if (worker.current) {
      settle(task, *worker.current,
             stopped_                ? Reason(Cause::Interrupted, "interrupted")
             : worker.is_out_of_time ? Reason::outOfTime(request_.timeout_seconds)
             : is_out_of_memory ? Reason(Cause::Memory, "out of memory: the system ended the process that checked it")
                                : Reason(Cause::Failure, "weir failed: " + how));
      results_[task].results[*worker.current].stats.time_ms =
          std::chrono::duration<double, std::milli>(Clock::now() - worker.started).count();
      if (is_failure) results_[task].failures.push_back(nameOf(task, *worker.current) + ": " + how);
    }
    Job rest{.task = task};
    for (const std::size_t label : worker.job.labels)
      if (!settled_[task][label]) rest.labels.push_back(label);
    if (worker.current && !rest.labels.empty()) {
      ++open_jobs_[task];
      queue_.push_front(std::move(rest));
      return;
    }
    // Before the first property, or after the last one, in a replay.
    for (const std::size_t label : rest.labels)
      if (!stopped_) settle(task, label, {Cause::Failure, "weir failed: " + how});
    if (worker.current || stopped_) return;
    results_[task].failures.push_back(tasks_[task].method + ": " + how + (rest.labels.empty() ? " in a replay" : ""));
    for (const std::size_t label : worker.job.labels)
      if (auto& found = results_[task].results[label].counterexample)
        found->replay = results::Replay{.reason = "weir failed: " + how};
  }

  void settle(std::size_t task, std::size_t label, const Reason& reason) {
    results_[task].results[label] = uncheckedResult(tasks_[task], tasks_[task].labels[label], request_, reason);
    settled_[task][label] = true;
    events_.finished(results_[task].results[label]);
  }

  std::string nameOf(std::size_t task, std::size_t label) const {
    return tasks_[task].method + "." + tasks_[task].labels[label];
  }

  /// No thread may be there when a process forks, which rules out an Interruption.
  const process::StopSignals signals_;
  const Input& input_;
  const std::vector<Task>& tasks_;
  const CheckRequest& request_;
  const TaskEvents& events_;
  std::vector<TaskResult> results_;
  std::vector<std::vector<bool>> settled_;  // by task and label
  std::vector<int> open_jobs_;              // by task: queued or running
  std::size_t released_ = 0;                // tasks, from the first on
  std::deque<Job> queue_;
  std::map<int, Worker> running_;
  Clock::time_point last_tick_ = Clock::now();
  bool stopped_ = false;
};

}  // namespace

std::vector<TaskResult> runParallel(const Input& input, const std::vector<Task>& tasks, const CheckRequest& request,
                                    const TaskEvents& events, bool& interrupted) {
  std::optional<replay::SharedPrefixes> shared;
  if (request.replay) shared.emplace();
  return Workers(input, tasks, request, events).run(interrupted);
}

}  // namespace weir::tools
