// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/run/process.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <thread>

#include "support/invariant.h"

namespace weir::run {
namespace {

constexpr off_t kKeptErrors = 64 * 1024;
constexpr int kCannotStart = 127;

/// What the child does between fork and exec; only calls that are safe there.
[[noreturn]] void becomeChild(char* const* arguments, const char* folder, int out, int err, int result, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kCannotStart);  // it died before the line above
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  if (result >= 0 && dup2(result, 3) != 3) _exit(kCannotStart);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (*folder && chdir(folder) != 0) _exit(kCannotStart);
  execvp(arguments[0], arguments);
  const char* message = strerror(errno);
  if (write(STDERR_FILENO, message, strlen(message)) < 0) _exit(kCannotStart);
  _exit(kCannotStart);
}

std::string readBack(int fd, off_t most) {
  struct stat about{};
  if (fd < 0 || fstat(fd, &about) != 0) return "";
  off_t at = most > 0 && about.st_size > most ? about.st_size - most : 0;
  std::string text(static_cast<size_t>(about.st_size - at), '\0');
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = pread(fd, text.data() + done, text.size() - done, at + static_cast<off_t>(done));
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  text.resize(done);
  return text;
}

long residentMegabytes(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/statm");
  long pages = 0, resident = 0;
  in >> pages >> resident;
  return resident * (sysconf(_SC_PAGESIZE) / 1024) / 1024;
}

std::string lastLine(const std::string& text) {
  size_t end = text.find_last_not_of("\n ");
  if (end == std::string::npos) return "";
  const size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

}  // namespace

std::string Finished::explain() const {
  const std::string line = lastLine(err);
  const std::string said = line.empty() ? "" : ": " + line;
  if (!started) return "it could not be started" + said;
  if (out_of_memory) return "the memory limit was reached";
  if (timed_out) return "the time limit was reached";
  if (signal != 0) return "killed by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")" + said;
  return "exit status " + std::to_string(status) + said;
}

Process::Process(const ProcessSpec& spec)
    : start_(std::chrono::steady_clock::now()), timeout_s_(spec.timeout_s), memory_mb_(spec.memory_mb) {
  INVARIANT(!spec.arguments.empty(), "a process should have a program to run");
  std::vector<char*> arguments;
  for (const std::string& a : spec.arguments) arguments.push_back(const_cast<char*>(a.c_str()));
  arguments.push_back(nullptr);
  out_ = memfd_create("weir-out", MFD_CLOEXEC);
  err_ = memfd_create("weir-err", MFD_CLOEXEC);
  // Not 3 itself, which dup2 would then leave closed on exec.
  if (spec.wants_result) {
    const int low = memfd_create("weir-result", MFD_CLOEXEC);
    result_ = fcntl(low, F_DUPFD_CLOEXEC, 10);
    close(low);
  }
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) becomeChild(arguments.data(), spec.folder.c_str(), out_, err_, result_, parent);
  if (pid_ < 0) {
    ended_ = true;
    finished_.started = false;
    finished_.err = strerror(errno);
  } else {
    setpgid(pid_, pid_);  // whichever of the two comes first
  }
}

Process::Process(Process&& other) noexcept
    : pid_(other.pid_),
      out_(other.out_),
      err_(other.err_),
      result_(other.result_),
      ended_(other.ended_),
      finished_(std::move(other.finished_)),
      start_(other.start_),
      timeout_s_(other.timeout_s_),
      memory_mb_(other.memory_mb_) {
  other.pid_ = -1;
  other.out_ = other.err_ = other.result_ = -1;
}

Process::~Process() {
  if (pid_ > 0 && !ended_) {
    kill();
    waitpid(pid_, nullptr, 0);
  }
  if (out_ >= 0) close(out_);
  if (err_ >= 0) close(err_);
  if (result_ >= 0) close(result_);
}

void Process::kill() {
  if (pid_ > 0 && !ended_) ::kill(-pid_, SIGKILL);
}

bool Process::poll() {
  if (ended_) return true;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (elapsed.count() > timeout_s_ && !finished_.timed_out) {
    finished_.timed_out = true;
    kill();
  }
  if (memory_mb_ > 0 && !finished_.out_of_memory && residentMegabytes(pid_) > memory_mb_) {
    finished_.out_of_memory = true;
    kill();
  }
  int status = 0;
  const pid_t reaped = waitpid(pid_, &status, WNOHANG);
  if (reaped == 0 || (reaped < 0 && errno == EINTR)) return false;
  // What it started itself goes with it.
  ::kill(-pid_, SIGKILL);
  ended_ = true;
  finished_.time_ms = elapsed.count() * 1000;
  finished_.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  finished_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  finished_.started = finished_.status != kCannotStart;
  finished_.out = readBack(out_, 0);
  finished_.err = readBack(err_, kKeptErrors);
  finished_.result = readBack(result_, 0);
  return true;
}

Finished Process::finish() {
  INVARIANT(ended_, "only a process that has ended should be finished");
  return std::move(finished_);
}

Finished runToEnd(const ProcessSpec& spec) {
  Process process(spec);
  while (!process.poll()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return process.finish();
}

}  // namespace weir::run
