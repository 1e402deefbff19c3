// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tools/report/html.h"
#include "tools/report/json.h"
#include "tools/report/junit.h"
#include "tools/report/sarif.h"

namespace weir::report {
namespace {

bool writeAll(int fd, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

mode_t currentUmask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

bool fail(const std::string& path, int code, std::string& error) {
  error = "cannot write '" + path + "': " + std::strerror(code);
  return false;
}

}  // namespace

bool writeFile(const std::string& path, const std::string& text, std::string& error) {
  if (path == "-") return writeAll(STDOUT_FILENO, text) || fail("standard output", errno, error);
  std::error_code code;
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, code);
  if (code) return fail(path, code.value(), error);
  // A pipe or a device (/dev/stdout, /dev/fd/3) is written to and not replaced.
  if (path.starts_with("/dev/") ||
      (std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code))) {
    const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0) return fail(path, errno, error);
    const bool written = writeAll(fd, text);
    const int reason = errno;
    close(fd);
    return written || fail(path, reason, error);
  }
  std::string beside = path + ".XXXXXX";
  const int fd = mkostemp(beside.data(), O_CLOEXEC);
  if (fd < 0) return fail(path, errno, error);
  fchmod(fd, 0666 & ~currentUmask());
  const bool written = writeAll(fd, text) && fsync(fd) == 0;
  int reason = errno;
  const bool closed = close(fd) == 0;
  if (written && !closed) reason = errno;
  if (written && closed && rename(beside.c_str(), path.c_str()) == 0) return true;
  if (written && closed) reason = errno;
  unlink(beside.c_str());
  return fail(path, reason, error);
}

std::vector<std::string> writeOutputs(const results::RunResult& run, const OutputPaths& paths) {
  std::vector<std::string> errors;
  const auto write = [&](const std::string& path, const std::string& text) {
    std::string error;
    if (!writeFile(path, text, error)) errors.push_back(error);
  };
  if (!paths.json.empty()) write(paths.json, toJson(run));
  if (!paths.sarif.empty()) write(paths.sarif, toSarif(run));
  if (!paths.junit.empty()) write(paths.junit, toJunit(run));
  if (!paths.html.empty()) write(paths.html + "/index.html", toHtml(run));
  return errors;
}

}  // namespace weir::report
