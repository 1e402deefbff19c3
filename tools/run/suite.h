// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A suite: many checks with their limits and the verdicts that are expected of them (docs/schema/suite.schema.json).
//
//   { "suite": "lists", "defaults": { "scope": 3, "timeout": 60 },
//     "sources": { "redis": { "folder": "cache/redis", "fetch": ["./fetch", "redis"] } },
//     "checks": [ { "name": "redis/adlist", "source": "redis", "spec": "redis/adlist.weir", "flags": ["-std=c11"],
//                   "expect": { "listJoin.tail": "violated" } } ] }
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weir::run {

struct SourceEntry {
  std::string name;
  std::string folder;              // absolute
  std::vector<std::string> fetch;  // empty: the folder must be there
  std::map<std::string, std::string> sha256;
};

struct CheckEntry {
  std::string name;
  std::string spec;  // absolute
  std::string source;
  std::vector<std::string> only;
  std::map<std::string, std::string> expect;
  std::vector<std::string> arguments;  // of weir check: scope, mode and the like
  std::vector<std::string> flags;
  double timeout_s = 60;
  long memory_mb = 4096;
};

struct Suite {
  std::string name;
  std::string folder;  // of the suite file, absolute
  std::vector<SourceEntry> sources;
  std::vector<CheckEntry> checks;
};

/// The suite in `path`; where it cannot be read or is not one: nothing, and every reason in `errors`.
std::optional<Suite> readSuite(const std::string& path, std::vector<std::string>& errors);

/// The folder is there and its checksums are right, after running `fetch` where it was missing. Otherwise why not.
std::optional<std::string> provide(const SourceEntry& source, const std::string& suite_folder);

}  // namespace weir::run
