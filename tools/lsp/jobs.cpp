// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/lsp/jobs.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>

#include "tools/process/fork.h"

namespace weir::lsp {
namespace {

bool writeAll(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(fd, text.data() + done, text.size() - done);
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

Jobs::~Jobs() {
  while (!jobs_.empty()) end(jobs_.begin()->first);
}

void Jobs::start(const std::string& name, const Work& work, Done done) {
  cancel(name);
  const process::Fork fork = process::forkWorker([&](int fd, std::optional<process::BlockedStopSignals>& blocked) {
    blocked.reset();
    // The channel to the client is the server's alone.
    close(STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    try {
      const std::string text = work().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
      return writeAll(fd, text) ? 0 : 1;
    } catch (const std::exception& error) {
      fprintf(stderr, "weir: %s\n", error.what());
      return 70;
    }
  });
  jobs_[fork.output] = {name, fork.process, "", std::move(done)};
}

void Jobs::cancel(const std::string& name) {
  for (auto job = jobs_.begin(); job != jobs_.end(); ++job)
    if (job->second.name == name) return end(job->first);
}

std::vector<int> Jobs::outputs() const {
  std::vector<int> all;
  for (const auto& [output, job] : jobs_) all.push_back(output);
  return all;
}

void Jobs::read(int output) {
  const auto found = jobs_.find(output);
  if (found == jobs_.end()) return;
  char buffer[65536];
  const ssize_t count = ::read(output, buffer, sizeof buffer);
  if (count > 0) {
    found->second.text.append(buffer, static_cast<std::size_t>(count));
    return;
  }
  const Job job = std::move(found->second);
  jobs_.erase(found);
  close(output);
  process::waitFor(job.process);
  nlohmann::json answer = nlohmann::json::parse(job.text, nullptr, false);
  if (answer.is_discarded()) answer = nullptr;
  job.done(answer);
}

void Jobs::end(int output) {
  const pid_t process = jobs_.at(output).process;
  jobs_.erase(output);
  close(output);
  kill(process, SIGKILL);
  process::waitFor(process);
}

}  // namespace weir::lsp
