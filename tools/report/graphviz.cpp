// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/graphviz.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

extern char** environ;

namespace weir::report {
namespace {

/// A file that has a descriptor and no name, holding `text`, read from its start.
int anonymousFile(const std::string& text) {
  char name[] = "/tmp/weir-dot-XXXXXX";
  const int fd = mkostemp(name, O_CLOEXEC);
  if (fd < 0) return -1;
  unlink(name);
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      close(fd);
      return -1;
    }
    done += static_cast<size_t>(n);
  }
  lseek(fd, 0, SEEK_SET);
  return fd;
}

/// All that comes out of `fd` until its end or the deadline; false at the deadline.
bool readAll(int fd, std::chrono::steady_clock::time_point deadline, std::string& text) {
  char buffer[1 << 16];
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    if (left <= 0) return false;
    pollfd ready{fd, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(left)) <= 0) continue;
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    text.append(buffer, static_cast<size_t>(n));
  }
}

}  // namespace

std::vector<nlohmann::json> runDot(const std::string& graphs, int seconds, std::string& problem) {
  const int input = anonymousFile(graphs);
  int output[2];
  if (input < 0 || pipe2(output, O_CLOEXEC) != 0) {
    if (input >= 0) close(input);
    problem = "no room for a temporary file";
    return {};
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  char program[] = "dot", format[] = "-Tjson0";
  char* arguments[] = {program, format, nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, program, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(input);
  close(output[1]);
  if (failed != 0) {
    close(output[0]);
    problem = "Graphviz (dot) is not installed";
    return {};
  }
  std::string text;
  const bool in_time = readAll(output[0], std::chrono::steady_clock::now() + std::chrono::seconds(seconds), text);
  close(output[0]);
  if (!in_time) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    problem = in_time ? "Graphviz (dot) failed" : "Graphviz (dot) took more than " + std::to_string(seconds) + " s";
    return {};
  }
  std::vector<nlohmann::json> documents;
  std::istringstream in(text);
  while (in >> std::ws && in.peek() != std::istringstream::traits_type::eof()) {
    nlohmann::json document;
    in >> document;
    documents.push_back(std::move(document));
  }
  return documents;
}

}  // namespace weir::report
