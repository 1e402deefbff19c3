// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/audit/project.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tools/run/sha256.h"

namespace weir::tools {
namespace {

/// Functions further away than this many sources are taken for unknown ones: what a source is read with must not grow
/// with the program.
constexpr size_t kMostOthers = 6;

nlohmann::json jsonOf(const frontend::SourceIndex& index) {
  return {{"c", index.is_c}, {"defined", index.defined}, {"needed", index.needed}, {"files", index.files}};
}

frontend::SourceIndex indexFrom(const nlohmann::json& json) {
  return {json.at("c"), json.at("defined"), json.at("needed"), json.at("files")};
}

}  // namespace

Project::Project(std::vector<program::OtherSource> sources, run::Store* store)
    : sources_(std::move(sources)), indices_(sources_.size()), messages_(sources_.size()) {
  for (size_t i = 0; i < sources_.size(); ++i) index(i, store);
  for (size_t i = 0; i < sources_.size(); ++i) {
    if (!indices_[i]) continue;
    for (const std::string& name : indices_[i]->defined) defined_in_[name].push_back(i);
  }
}

const std::string& Project::checksum(const std::string& file) const {
  const auto found = checksums_.find(file);
  if (found != checksums_.end()) return found->second;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return checksums_[file] = run::sha256(text.str());
}

/// What is remembered holds as long as none of its files has changed. A header that is new and found first is not seen:
/// who adds one begins a new store.
void Project::index(size_t source, run::Store* store) {
  std::string flags;
  for (const std::string& each : sources_[source].flags) flags += each + "\n";
  const std::string name = "audit index " + sources_[source].file + " " + run::sha256(flags);
  if (store != nullptr) {
    if (const auto text = store->remembered(name)) {
      const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
      bool is_same = json.is_object();
      if (is_same) {
        for (const auto& [file, sum] : json.at("sums").items())
          is_same = is_same && checksum(file) == sum.get<std::string>();
      }
      if (is_same) {
        indices_[source] = indexFrom(json.at("index"));
        return;
      }
    }
  }
  indices_[source] = frontend::indexOf(sources_[source], messages_[source]);
  if (store == nullptr || !indices_[source]) return;
  nlohmann::json sums = nlohmann::json::object();
  for (const std::string& file : indices_[source]->files) sums[file] = checksum(file);
  store->remember(name, nlohmann::json{{"index", jsonOf(*indices_[source])}, {"sums", sums}}.dump());
}

std::vector<size_t> Project::positionsOfOthers(size_t source) const {
  std::vector<size_t> found;
  std::set<size_t> seen{source};
  std::deque<size_t> open{source};
  while (!open.empty() && found.size() < kMostOthers) {
    const size_t at = open.front();
    open.pop_front();
    if (!indices_[at] || !indices_[at]->is_c) continue;
    for (const std::string& name : indices_[at]->needed) {
      const auto definition = defined_in_.find(name);
      if (definition == defined_in_.end() || definition->second.size() != 1) continue;
      const size_t other = definition->second.front();
      if (!seen.insert(other).second) continue;
      found.push_back(other);
      open.push_back(other);
      if (found.size() == kMostOthers) break;
    }
  }
  return found;
}

std::vector<program::OtherSource> Project::othersOf(size_t source) const {
  std::vector<program::OtherSource> made;
  for (size_t each : positionsOfOthers(source)) made.push_back(sources_[each]);
  return made;
}

std::string Project::keyOf(size_t source) const {
  std::string all;
  std::vector<size_t> positions = positionsOfOthers(source);
  positions.insert(positions.begin(), source);
  for (size_t each : positions) {
    all += sources_[each].file + "\n";
    for (const std::string& flag : sources_[each].flags) all += flag + "\n";
    if (!indices_[each]) continue;
    for (const std::string& file : indices_[each]->files) all += checksum(file) + "\n";
  }
  return run::sha256(all);
}

}  // namespace weir::tools
