// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/shared_prefixes.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tools/replay/embedded.h"

namespace weir::replay {
namespace {

namespace fs = std::filesystem;

std::string& sharedFolder() {
  static std::string folder;
  return folder;
}

/// Held by one process at a time.
class Lock {
 public:
  explicit Lock(const std::string& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
    if (file_ >= 0 && flock(file_, LOCK_EX) != 0) {
      close(file_);
      file_ = -1;
    }
  }
  ~Lock() {
    if (file_ >= 0) close(file_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  bool isHeld() const { return file_ >= 0; }

 private:
  int file_;
};

/// Is this the first time that the file is made?
bool isFirst(const std::string& path) {
  const int file = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

}  // namespace

SharedPrefixes::SharedPrefixes() : owner_(getpid()) {
  std::string name = (fs::temp_directory_path() / "weir-replays-XXXXXX").string();
  if (mkdtemp(name.data()) != nullptr) sharedFolder() = name;
}

SharedPrefixes::~SharedPrefixes() {
  if (getpid() != owner_ || sharedFolder().empty()) return;
  std::error_code ignored;
  fs::remove_all(sharedFolder(), ignored);
  sharedFolder().clear();
}

std::string precompiled(const std::string& prefix, const std::vector<std::string>& command,
                        const std::function<bool(const std::vector<std::string>&)>& run) {
  // A header that comes before all others is the compiler's business, and the user's.
  const bool has_own =
      std::ranges::any_of(command, [](const std::string& flag) { return flag.starts_with("-include"); });
  if (sharedFolder().empty() || has_own) return "";
  std::string key = prefix;
  for (const std::string& flag : command) key += '\0' + flag;
  const fs::path folder = fs::path(sharedFolder()) / std::to_string(std::hash<std::string>()(key));
  std::error_code ignored;
  fs::create_directory(folder, ignored);
  const auto file = [&](const char* name) { return (folder / name).string(); };
  if (isFirst(file("once"))) return "";
  const Lock lock(file("lock"));
  if (!lock.isHeld()) return "";
  if (isFirst(file("begun"))) {
    std::ofstream(file("prefix.h")) << prefix;
    std::ofstream(file("weir_replay.h")) << embedded::runtimeHeader();
    std::ofstream(file("weir_containers.h")) << embedded::runtimeContainers();
    std::vector<std::string> precompile = command;
    precompile.insert(precompile.end(), {"-x", "c++-header", file("prefix.h"), "-o", file("making.pch")});
    if (run(precompile)) fs::rename(file("making.pch"), file("prefix.pch"), ignored);
  }
  return fs::exists(file("prefix.pch"), ignored) ? file("prefix.pch") : "";
}

}  // namespace weir::replay
