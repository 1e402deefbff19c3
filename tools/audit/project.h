// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sources of a program, and for each those that define what it calls.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/source_index.h"
#include "tools/run/store.h"

namespace weir::tools {

class Project {
 public:
  /// Reads each source once, or not at all where `store` remembers it as it is now.
  Project(std::vector<program::OtherSource> sources, run::Store* store);

  const std::vector<program::OtherSource>& sources() const { return sources_; }
  /// The sources that define what this one needs, what those need, and so on: the nearest first, at most so many.
  std::vector<program::OtherSource> othersOf(size_t source) const;
  /// Of everything that can change what is found in it: its files, its flags, and those of the others.
  std::string keyOf(size_t source) const;
  /// What Clang says of a source that does not compile; empty where it does.
  const std::string& messagesOf(size_t source) const { return messages_[source]; }

 private:
  void index(size_t source, run::Store* store);
  std::vector<size_t> positionsOfOthers(size_t source) const;
  const std::string& checksum(const std::string& file) const;

  std::vector<program::OtherSource> sources_;
  std::vector<std::optional<frontend::SourceIndex>> indices_;
  std::vector<std::string> messages_;
  std::map<std::string, std::vector<size_t>> defined_in_;
  mutable std::map<std::string, std::string> checksums_;
};

}  // namespace weir::tools
