// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/process/process.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <thread>

#include "support/invariant.h"
#include "tools/process/fork.h"
#include "tools/process/stack.h"

namespace weir::process {
namespace {

constexpr off_t kKeptErrors = 64 * 1024;
constexpr int kCannotStart = 127;

struct Descriptors {
  int in;
  int out;
  int err;
  int result;  // -1: it has none
};

/// What the child does between fork and exec; only calls that are safe there.
[[noreturn]] void becomeChild(char* const* arguments, char* const* environment, const char* folder,
                              const Descriptors& files, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kCannotStart);  // it died before the line above
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
  if (dup2(files.in, STDIN_FILENO) < 0 || dup2(files.out, STDOUT_FILENO) < 0 || dup2(files.err, STDERR_FILENO) < 0)
    _exit(kCannotStart);
  if (files.result >= 0 && dup2(files.result, 3) != 3) _exit(kCannotStart);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  restoreStackLimit();
  if (*folder && chdir(folder) != 0) _exit(kCannotStart);
  execvpe(arguments[0], arguments, environment);
  const char* message = strerror(errno);
  if (write(STDERR_FILENO, message, strlen(message)) < 0) _exit(kCannotStart);
  _exit(kCannotStart);
}

/// With null at the end, as exec wants them. The strings must stay.
std::vector<char*> pointersTo(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environmentWith(const std::map<std::string, std::string>& added) {
  std::vector<std::string> all;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string text = *one;
    if (!added.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : added) all.push_back(name + "=" + value);
  return all;
}

/// Where the program reads `text`.
int inputWith(const std::string& text) {
  if (text.empty()) return open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int fd = memfd_create("weir-in", MFD_CLOEXEC);
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  lseek(fd, 0, SEEK_SET);
  return fd;
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

/// The last error that was reported, without the lines of source that show where it is; else the last line.
std::string lastMessage(const std::string& text) {
  const size_t error = text.rfind(": error: ");
  if (error == std::string::npos) return lastLine(text);
  const size_t begin = text.rfind('\n', error) + 1;  // 0 where there is none
  return text.substr(begin, text.find('\n', error) - begin);
}

}  // namespace

std::string Finished::explain() const {
  const std::string line = lastMessage(err);
  const std::string message = line.empty() ? "" : ": " + line;
  if (!started) return "it could not be started" + message;
  if (out_of_memory) return "the memory limit was reached";
  if (timed_out) return "the time limit was reached";
  if (signal != 0) return "killed by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")" + message;
  return "exit status " + std::to_string(status) + message;
}

Process::Process(const ProcessSpec& spec)
    : start_(std::chrono::steady_clock::now()), timeout_s_(spec.timeout_s), memory_mb_(spec.memory_mb) {
  INVARIANT(!spec.arguments.empty(), "a process should have a program to run");
  const std::vector<std::string> environment = environmentWith(spec.environment);
  const std::vector<char*> arguments = pointersTo(spec.arguments), variables = pointersTo(environment);
  out_ = memfd_create("weir-out", MFD_CLOEXEC);
  err_ = spec.err_file.empty() ? memfd_create("weir-err", MFD_CLOEXEC)
                               : open(spec.err_file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  // Not 3 itself, which dup2 would then leave closed on exec.
  if (spec.wants_result) {
    const int low = memfd_create("weir-result", MFD_CLOEXEC);
    result_ = fcntl(low, F_DUPFD_CLOEXEC, 10);
    close(low);
  }
  const int in = inputWith(spec.input);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0)
    becomeChild(arguments.data(), variables.data(), spec.folder.c_str(), {in, out_, err_, result_}, parent);
  if (pid_ < 0) {
    ended_ = true;
    finished_.started = false;
    finished_.err = strerror(errno);
  } else {
    setpgid(pid_, pid_);  // whichever of the two comes first
  }
  if (in >= 0) close(in);
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
    waitFor(pid_);
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
  const std::optional<Ended> end = endOf(pid_);
  if (!end) return false;
  // What it started itself goes with it.
  ::kill(-pid_, SIGKILL);
  ended_ = true;
  finished_.time_ms = elapsed.count() * 1000;
  finished_.status = end->status;
  finished_.signal = end->signal;
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
  auto pause = std::chrono::microseconds(200);
  while (!process.poll()) {
    std::this_thread::sleep_for(pause);
    if (pause < std::chrono::milliseconds(5)) pause *= 2;
  }
  return process.finish();
}

}  // namespace weir::process
