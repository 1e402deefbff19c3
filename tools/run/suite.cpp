// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/run/suite.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "support/diagnostics.h"
#include "tools/process/process.h"
#include "tools/report/schema.h"
#include "tools/run/embedded.h"
#include "tools/run/sha256.h"

namespace weir::run {
namespace {

using Json = nlohmann::json;

std::string absolutePath(const std::string& folder, const std::string& path) {
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

/// A check's own setting, else the suite's default.
const Json* setting(const Json& check, const Json& defaults, const char* key) {
  if (check.contains(key)) return &check.at(key);
  return defaults.contains(key) ? &defaults.at(key) : nullptr;
}

CheckEntry readCheck(const Json& json, const Json& defaults, const std::string& folder) {
  CheckEntry check;
  check.name = json.at("name");
  check.spec = absolutePath(folder, json.at("spec"));
  check.source = json.value("source", "");
  check.only = json.value("only", std::vector<std::string>());
  check.expect = json.value("expect", std::map<std::string, std::string>());
  for (const char* key : {"scope", "unroll"}) {
    if (const Json* n = setting(json, defaults, key)) {
      check.arguments.push_back(std::string("--") + key);
      check.arguments.push_back(n->dump());
    }
  }
  if (const Json* objects = setting(json, defaults, "objects"); objects && !objects->empty()) {
    std::string list;
    for (const auto& [name, n] : objects->items()) list += (list.empty() ? "" : ",") + name + "=" + n.dump();
    check.arguments.insert(check.arguments.end(), {"--objects", list});
  }
  if (const Json* mode = setting(json, defaults, "mode")) {
    check.arguments.insert(check.arguments.end(), {"--mode", mode->get<std::string>()});
  }
  if (const Json* more = setting(json, defaults, "arguments")) {
    for (const Json& argument : *more) check.arguments.push_back(argument);
  }
  if (const Json* flags = setting(json, defaults, "flags")) check.flags = flags->get<std::vector<std::string>>();
  if (const Json* timeout = setting(json, defaults, "timeout")) check.timeout_s = timeout->get<double>();
  if (const Json* memory = setting(json, defaults, "memory")) check.memory_mb = memory->get<long>();
  return check;
}

void checkNames(const Suite& suite, std::vector<std::string>& errors) {
  std::set<std::string> names;
  std::vector<std::string> sources;
  for (const SourceEntry& s : suite.sources) sources.push_back(s.name);
  for (const CheckEntry& c : suite.checks) {
    if (!names.insert(c.name).second) errors.push_back("checks: the name \"" + c.name + "\" is used twice");
    if (!c.source.empty() && std::find(sources.begin(), sources.end(), c.source) == sources.end()) {
      const auto near = nearestName(c.source, sources);
      errors.push_back("checks: \"" + c.name + "\" needs the source \"" + c.source + "\", which is not in sources" +
                       (near ? "; did you mean \"" + *near + "\"?" : ""));
    }
  }
}

}  // namespace

std::optional<Suite> readSuite(const std::string& path, std::vector<std::string>& errors) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) {
    errors.push_back("cannot be read");
    return std::nullopt;
  }
  Json json;
  try {
    json = Json::parse(text.str(), nullptr, true, true);
  } catch (const Json::parse_error& e) {
    errors.push_back(e.what());
    return std::nullopt;
  }
  errors = report::schemaErrors(Json::parse(embedded::suiteSchema()), json, true);
  if (!errors.empty()) return std::nullopt;

  Suite suite;
  suite.name = json.at("suite");
  suite.folder = std::filesystem::absolute(path).parent_path().lexically_normal().string();
  const Json sources = json.value("sources", Json::object());
  for (const auto& [name, s] : sources.items()) {
    suite.sources.push_back({name, absolutePath(suite.folder, s.at("folder")),
                             s.value("fetch", std::vector<std::string>()),
                             s.value("sha256", std::map<std::string, std::string>())});
  }
  const Json defaults = json.value("defaults", Json::object());
  for (const Json& c : json.at("checks")) suite.checks.push_back(readCheck(c, defaults, suite.folder));
  checkNames(suite, errors);
  if (!errors.empty()) return std::nullopt;
  return suite;
}

std::optional<std::string> provide(const SourceEntry& source, const std::string& suite_folder) {
  if (!std::filesystem::is_directory(source.folder)) {
    if (source.fetch.empty()) return "the folder " + source.folder + " is missing";
    const process::Finished fetched =
        process::runToEnd({.arguments = source.fetch, .folder = suite_folder, .timeout_s = 600, .memory_mb = 0});
    if (!fetched.ok()) return "fetching " + source.name + " failed: " + fetched.explain();
    if (!std::filesystem::is_directory(source.folder)) return "fetching " + source.name + " made no " + source.folder;
  }
  for (const auto& [file, want] : source.sha256) {
    const auto got = sha256OfFile(absolutePath(source.folder, file));
    if (!got) return file + " of " + source.name + " cannot be read";
    if (*got != want) return file + " of " + source.name + " has the checksum " + *got + ", not " + want;
  }
  return std::nullopt;
}

}  // namespace weir::run
