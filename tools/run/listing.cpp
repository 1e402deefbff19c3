// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/run/listing.h"

#include <sys/stat.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "tools/run/sha256.h"

namespace weir::run {
namespace {

using Json = nlohmann::json;

/// Size and time of a file; "" where there is none.
std::string stamp(const std::string& path) {
  struct stat about{};
  if (stat(path.c_str(), &about) != 0) return "";
  return std::to_string(about.st_size) + " " + std::to_string(about.st_mtim.tv_sec) + "." +
         std::to_string(about.st_mtim.tv_nsec);
}

bool changedSince(const std::string& path, double time) {
  struct stat about{};
  return stat(path.c_str(), &about) != 0 || static_cast<double>(about.st_mtim.tv_sec) >= time;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& w : words) text += std::to_string(w.size()) + ":" + w + " ";
  return text;
}

/// What the listing depends on besides its files.
std::string listingName(const CheckEntry& check, const Checker& checker) {
  return "listing " + sha256(checker.identity + "\n" + check.spec + "\n" + joined(check.only) + "\n" +
                             joined(check.arguments) + "\n" + joined(check.flags));
}

std::vector<ListedProperty> withKeys(const Json& listing, const CheckEntry& check, const Checker& checker) {
  std::vector<ListedProperty> out;
  for (const Json& p : listing.at("properties")) {
    const std::string key = sha256(checker.identity + "\n" + p.at("fingerprint").get<std::string>() + "\n" +
                                   p.at("method").get<std::string>() + "\n" + p.at("property").get<std::string>() +
                                   "\n" + joined(check.arguments) + "\n" + std::to_string(check.timeout_s) + " " +
                                   std::to_string(check.memory_mb));
    out.push_back({p.at("method"), p.at("property"), key});
  }
  return out;
}

}  // namespace

std::optional<Checker> findChecker(const std::string& program, Store& store, std::string& error) {
  const process::Finished asked = process::runToEnd({.arguments = {program, "--version"}, .timeout_s = 30});
  if (!asked.ok()) {
    error = "cannot run '" + program + " --version': " + asked.explain();
    return std::nullopt;
  }
  std::string version = asked.out.substr(0, asked.out.find('\n'));
  // The binary is large; its checksum is asked for once.
  const std::string name = "program " + program + " " + stamp(program);
  auto digest = store.remembered(name);
  if (!digest) {
    digest = sha256OfFile(program).value_or("");
    store.remember(name, *digest);
  }
  return Checker{program, version, version + " " + *digest};
}

std::optional<std::vector<ListedProperty>> keptListing(const CheckEntry& check, const Checker& checker,
                                                       const Store& store) {
  const auto text = store.remembered(listingName(check, checker));
  if (!text) return std::nullopt;
  const Json listing = Json::parse(*text);
  for (const auto& [file, was] : listing.at("stamps").items()) {
    if (stamp(file) != was.get<std::string>()) return std::nullopt;
  }
  return withKeys(listing, check, checker);
}

process::ProcessSpec listingProcess(const CheckEntry& check, const Checker& checker) {
  process::ProcessSpec spec;
  spec.arguments = {checker.program, "check", check.spec, "--list"};
  for (const std::string& only : check.only) spec.arguments.insert(spec.arguments.end(), {"--only", only});
  spec.arguments.insert(spec.arguments.end(), check.arguments.begin(), check.arguments.end());
  if (!check.flags.empty()) spec.arguments.push_back("--");
  spec.arguments.insert(spec.arguments.end(), check.flags.begin(), check.flags.end());
  spec.timeout_s = check.timeout_s * 1.2 + 5;
  spec.memory_mb = check.memory_mb;
  return spec;
}

std::optional<std::vector<ListedProperty>> readListing(const CheckEntry& check, const Checker& checker,
                                                       const process::Finished& finished, Store& store,
                                                       std::string& error) {
  if (!finished.ok()) {
    error = finished.explain();
    return std::nullopt;
  }
  try {
    Json listing = Json::parse(finished.out);
    Json stamps = Json::object();
    bool changed_meanwhile = false;
    const double began = static_cast<double>(std::time(nullptr)) - finished.time_ms / 1000 - 1;
    for (const std::string file : listing.at("files")) {
      stamps[file] = stamp(file);
      changed_meanwhile = changed_meanwhile || changedSince(file, began);
    }
    listing["stamps"] = std::move(stamps);
    auto properties = withKeys(listing, check, checker);
    // A file that was saved while it was being read may have been read in its old form.
    if (!changed_meanwhile)
      store.remember(listingName(check, checker), listing.dump(-1, ' ', false, Json::error_handler_t::replace));
    return properties;
  } catch (const Json::exception& e) {
    error = std::string("its list cannot be read: ") + e.what();
    return std::nullopt;
  }
}

}  // namespace weir::run
