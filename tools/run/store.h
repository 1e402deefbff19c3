// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where runs of a suite are kept: one SQLite file, to which every result is added as it comes.
//
// A result is on disk before the next check is counted as done, so a run that is killed loses only what was running.
// The layout has a version; a file of a later one is refused, not guessed at.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weir::run {

struct StoredResult {
  std::string check = {};
  std::string method = {};
  std::string property = {};
  std::int64_t position = 0;  // in the suite, which is the order of every output
  std::string key = {};       // of all that can change the verdict; empty: not to be used again
  std::string verdict = {};
  std::string reason = {};
  double time_ms = 0;
  std::string json = {};  // the result as weir check wrote it
  bool reused = false;    // from an earlier run with the same key
  bool skipped = false;   // its source could not be had

  std::string name() const { return method + "." + property; }
};

struct StoredRun {
  std::int64_t id = 0;
  std::string suite = {};
  std::string weir = {};
  std::string shard = {};  // "2/4", or empty for a whole run
  std::string started = {};
  bool finished = false;
};

class Store {
 public:
  /// Makes the file where it is missing. Nothing, and the reason, where it cannot be used.
  static std::optional<Store> open(const std::string& path, std::string& error);
  Store(Store&&) noexcept;
  ~Store();

  std::int64_t beginRun(const std::string& suite, const std::string& weir, const std::string& shard);
  void finishRun(std::int64_t run);
  std::vector<StoredRun> runs(const std::string& suite) const;

  void put(std::int64_t run, const StoredResult& result);
  /// By position.
  std::vector<StoredResult> results(std::int64_t run) const;
  /// The latest result with this key.
  std::optional<StoredResult> byKey(const std::string& key) const;

  /// Small texts under a name, for what is costly to find out again (listings, checksums).
  std::optional<std::string> remembered(const std::string& name) const;
  void remember(const std::string& name, const std::string& text);

 private:
  struct Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace weir::run
