// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/failure_report.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <ostream>

#include "tools/process/signals.h"

namespace weir::tools {
namespace {

// Everything that the handler needs is made beforehand: it may neither allocate nor lock.
struct Prepared {
  std::string path;    // of the file
  std::string header;  // of the file
  std::string advice;  // behind the message
  std::vector<std::string> files;
};

Prepared& prepared() {
  static Prepared* const kPrepared = new Prepared;  // never destroyed: a crash may come after main
  return *kPrepared;
}

void put(int fd, const char* text, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(fd, text, size);
    if (written <= 0) return;
    text += written;
    size -= static_cast<std::size_t>(written);
  }
}
void put(int fd, const char* text) { put(fd, text, std::strlen(text)); }
void put(int fd, const std::string& text) { put(fd, text.data(), text.size()); }

void putFile(int fd, const std::string& path) {
  const int from = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) return;
  put(fd, "\n==== ");
  put(fd, path);
  put(fd, " ====\n");
  char buffer[4096];
  for (ssize_t count; (count = read(from, buffer, sizeof buffer)) > 0;)
    put(fd, buffer, static_cast<std::size_t>(count));
  close(from);
}

/// False where the file cannot be written.
bool writeReport(const char* message, std::size_t size) {
  const Prepared& all = prepared();
  const int fd = open(all.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  put(fd, all.header);
  put(fd, message, size);
  put(fd, "\n");
  for (const std::string& file : all.files) putFile(fd, file);
  close(fd);
  return true;
}

void report(int signal) {
  const char* message = process::nameOfCrash(signal);
  put(STDERR_FILENO, "weir: internal error: ");
  put(STDERR_FILENO, message);
  put(STDERR_FILENO, "\n");
  if (writeReport(message, std::strlen(message))) {
    put(STDERR_FILENO, prepared().advice);
  } else {
    put(STDERR_FILENO, "This is a mistake of weir's, please report it.\n");
  }
  _exit(70);
}

}  // namespace

void mentionInReports(const std::string& file) { prepared().files.push_back(file); }

void reportCrashes(const std::vector<std::string>& command_line) {
  const char* folder = std::getenv("TMPDIR");
  Prepared& all = prepared();
  all.path = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/weir-failure-" +
             std::to_string(getpid()) + ".txt";
  all.header = "weir " WEIR_VERSION "\n";
  for (const std::string& word : command_line) all.header += (&word == &command_line.front() ? "" : " ") + word;
  all.header += "\n";
  all.advice = "This is a mistake of weir's. Please report it with " + all.path +
               ", which has the command line, the messages, the specification and the source in it.\n";
  process::onCrash(report);
}

void reportFailures(const std::vector<std::string>& messages, std::ostream& err) {
  std::string all;
  for (const std::string& message : messages) {
    err << "weir: internal error: " << message << "\n";
    all += message + "\n";
  }
  if (writeReport(all.data(), all.size())) {
    err << prepared().advice;
  } else {
    err << "This is a mistake of weir's, please report it.\n";
  }
}

}  // namespace weir::tools
