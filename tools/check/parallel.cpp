// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/parallel.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "support/invariant.h"
#include "tools/report/json.h"

namespace weir::tools {
namespace {

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
  return nlohmann::json{{"run", report::toJson(run)}, {"failures", task.failures}}.dump();
}

bool unpack(const std::string& text, TaskResult& task) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("run")) return false;
  std::string error;
  auto run = report::fromJson(json.at("run").get<std::string>(), error);
  INVARIANT(run.has_value(), ("a worker should send results that can be read: " + error).c_str());
  task.results = std::move(run->results);
  task.failures = json.at("failures").get<std::vector<std::string>>();
  return true;
}

/// Ctrl-C for the process that starts the others. A handler writes into a pipe that is polled with the workers' own, so
/// that no signal is lost between a look at a flag and the wait. (No thread may be there when a process forks, which
/// rules out the watcher of interruption.h.)
class SignalPipe {
 public:
  SignalPipe() {
    INVARIANT(pipe2(ends_, O_CLOEXEC | O_NONBLOCK) == 0, "a pipe should be there for the signal handler");
    write_end_ = ends_[1];
    signals_ = 0;
    handle([](int) {
      const sig_atomic_t seen = signals_;
      signals_ = seen + 1;
      if (seen > 0) _exit(130);
      const char byte = 'i';
      const ssize_t written = write(write_end_, &byte, 1);
      static_cast<void>(written);
    });
  }
  ~SignalPipe() {
    handle(SIG_DFL);
    close(ends_[0]);
    close(ends_[1]);
  }
  SignalPipe(const SignalPipe&) = delete;
  SignalPipe& operator=(const SignalPipe&) = delete;

  int readEnd() const { return ends_[0]; }
  void drain() const {
    char byte = 0;
    while (read(ends_[0], &byte, 1) == 1) {
    }
  }

 private:
  static void handle(void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
  }

  static volatile sig_atomic_t signals_;
  static volatile int write_end_;
  int ends_[2] = {-1, -1};
};

volatile sig_atomic_t SignalPipe::signals_ = 0;
volatile int SignalPipe::write_end_ = -1;

/// Signals that arrive meanwhile wait. A new process begins with them blocked, until it has a handler of its own.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGINT);
    sigaddset(&both, SIGTERM);
    sigprocmask(SIG_BLOCK, &both, &before_);
  }
  ~BlockedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

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
    pid_t process = -1;
    {
      std::optional<BlockedSignals> blocked(std::in_place);
      process = fork();
      INVARIANT(process >= 0, "a worker should be started");
      if (process == 0) {
        close(ends[0]);
        work(ends[1], blocked);
      }
    }
    close(ends[1]);
    running_[ends[0]] = {process, next_++, ""};
  }

  [[noreturn]] void work(int fd, std::optional<BlockedSignals>& blocked) {
    // The terminal's Ctrl-C is for the first process alone, which passes it on: twice would mean "at once".
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    TaskEvents events;
    events.note = events_.note;
    int status = 0;
    try {
      Interruption interruption;
      blocked.reset();
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
    waiting.push_back({signals_.readEnd(), POLLIN, 0});
    if (poll(waiting.data(), waiting.size(), -1) < 0) return;  // a handler ran: its byte is there the next time
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
        running_[ready.fd].text.append(buffer, static_cast<std::size_t>(count));
      } else if (count == 0) {
        finish(ready.fd);
      }
    }
  }

  void stop() {
    stopped_ = true;
    for (const auto& [fd, worker] : running_) kill(worker.process, SIGINT);
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

  const SignalPipe signals_;
  const Input& input_;
  const std::vector<Task>& tasks_;
  const CheckRequest& request_;
  const TaskEvents& events_;
  std::vector<TaskResult> results_;
  std::map<int, Worker> running_;
  std::size_t next_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::vector<TaskResult> runParallel(const Input& input, const std::vector<Task>& tasks, const CheckRequest& request,
                                    const TaskEvents& events, bool& interrupted) {
  return Workers(input, tasks, request, events).run(interrupted);
}

}  // namespace weir::tools
