// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/parallel.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <nlohmann/json.hpp>

#include "support/invariant.h"
#include "tools/report/json.h"

namespace weir::tools {
namespace {

using Json = nlohmann::json;

void writeAll(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(fd, text.data() + done, text.size() - done);
    if (written <= 0 && errno != EINTR) return;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

std::string packed(const TaskResult& task) {
  refine::RunResult run;
  run.version = "0";
  run.results = task.results;
  return Json{{"run", report::toJson(run)}, {"failures", task.failures}}.dump();
}

bool unpack(const std::string& text, TaskResult& task) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("run")) return false;
  std::string error;
  auto run = report::fromJson(json.at("run").get<std::string>(), error);
  INVARIANT(run.has_value(), ("a worker should send results that can be read: " + error).c_str());
  task.results = std::move(run->results);
  task.failures = json.at("failures").get<std::vector<std::string>>();
  return true;
}

class Workers {
 public:
  Workers(const Input& input, const std::vector<Task>& tasks, const CheckRequest& request, const TaskEvents& events)
      : input_(input), tasks_(tasks), request_(request), events_(events), results_(tasks.size()) {}

  std::vector<TaskResult> run(bool& interrupted) {
    while (true) {
      while (next_ < tasks_.size() && running_.size() < static_cast<std::size_t>(request_.jobs) && !stopped_) start();
      if (running_.empty()) break;
      gather();
    }
    for (; next_ < tasks_.size(); ++next_)
      for (const std::string& label : tasks_[next_].labels)
        results_[next_].results.push_back(
            uncheckedResult(tasks_[next_], label, request_, "interrupted before it was checked"));
    interrupted = stopped_;
    return std::move(results_);
  }

  void stop() {
    stopped_ = true;
    for (const auto& [fd, worker] : running_) kill(worker.process, SIGINT);
  }

 private:
  struct Worker {
    pid_t process = -1;
    std::size_t task = 0;
    std::string text;
  };

  void start() {
    int ends[2];
    INVARIANT(pipe(ends) == 0, "a pipe should be there for a worker");
    for (const std::string& label : tasks_[next_].labels) events_.started(tasks_[next_].method + "." + label);
    const pid_t process = fork();
    INVARIANT(process >= 0, "a worker should be started");
    if (process == 0) {
      close(ends[0]);
      work(ends[1]);
    }
    close(ends[1]);
    running_[ends[0]] = {process, next_++, ""};
  }

  [[noreturn]] void work(int fd) {
    TaskEvents events;
    events.note = events_.note;
    int status = 0;
    try {
      Interruption interruption;
      writeAll(fd, packed(runTask(input_, tasks_[next_], request_, interruption, events)));
    } catch (const std::exception& error) {
      writeAll(STDERR_FILENO, std::string("weir: internal error: ") + error.what() + "\n");
      status = 70;
    }
    _exit(status);
  }

  void gather() {
    std::vector<pollfd> waiting;
    for (const auto& [fd, worker] : running_) waiting.push_back({fd, POLLIN, 0});
    if (poll(waiting.data(), waiting.size(), -1) < 0) return onSignal();
    for (const pollfd& ready : waiting) {
      if (ready.revents == 0) continue;
      char buffer[65536];
      const ssize_t count = read(ready.fd, buffer, sizeof buffer);
      if (count > 0) {
        running_[ready.fd].text.append(buffer, static_cast<std::size_t>(count));
      } else if (count == 0) {
        finish(ready.fd);
      }
    }
  }

  void finish(int fd) {
    const Worker worker = running_[fd];
    running_.erase(fd);
    close(fd);
    int status = 0;
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    const Task& task = tasks_[worker.task];
    TaskResult& result = results_[worker.task];
    if (!unpack(worker.text, result)) {
      const std::string how = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                                  : "exit " + std::to_string(WEXITSTATUS(status));
      result.failures.push_back(task.method + ": the process that checked it ended with " + how);
      for (const std::string& label : task.labels)
        result.results.push_back(uncheckedResult(task, label, request_, "weir failed: " + how));
    }
    for (const refine::CheckResult& one : result.results) events_.finished(one);
  }

  void onSignal();

  const Input& input_;
  const std::vector<Task>& tasks_;
  const CheckRequest& request_;
  const TaskEvents& events_;
  std::vector<TaskResult> results_;
  std::map<int, Worker> running_;
  std::size_t next_ = 0;
  bool stopped_ = false;
};

volatile sig_atomic_t interrupted_by = 0;

void remember(int signal) {
  if (interrupted_by != 0) _exit(130);
  interrupted_by = signal;
}

void Workers::onSignal() {
  if (interrupted_by != 0 && !stopped_) stop();
}

/// No thread may be there when a process forks, so that a plain handler, which ends the poll, has to do.
class SignalHandlers {
 public:
  SignalHandlers() {
    interrupted_by = 0;
    set(remember);
  }
  ~SignalHandlers() { set(SIG_DFL); }
  SignalHandlers(const SignalHandlers&) = delete;
  SignalHandlers& operator=(const SignalHandlers&) = delete;

 private:
  static void set(void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
  }
};

}  // namespace

std::vector<TaskResult> runParallel(const Input& input, const std::vector<Task>& tasks, const CheckRequest& request,
                                    const TaskEvents& events, bool& interrupted) {
  const SignalHandlers handlers;
  return Workers(input, tasks, request, events).run(interrupted);
}

}  // namespace weir::tools
