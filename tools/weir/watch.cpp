// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/watch.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <thread>

#include "tools/check/list.h"
#include "tools/process/fork.h"
#include "tools/report/text.h"
#include "tools/weir/failure_report.h"

namespace weir::tools {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// Between two looks at the files: no editor's user notices it, and a look costs microseconds.
constexpr std::chrono::milliseconds kPause(200);

/// When a file was written last, and how large it is; zeros where it is not there.
struct Stamp {
  long long nanoseconds = 0;
  long long size = 0;
  bool operator==(const Stamp&) const = default;
};

Stamp stampOf(const std::string& file) {
  struct stat found = {};
  if (stat(file.c_str(), &found) != 0) return {};
  constexpr long long kSecond = 1'000'000'000;
  return {found.st_mtim.tv_sec * kSecond + found.st_mtim.tv_nsec, found.st_size};
}

long long nanosecondsNow() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

std::map<std::string, Stamp> stampsOf(const std::set<std::string>& files) {
  std::map<std::string, Stamp> stamps;
  for (const std::string& file : files) stamps[file] = stampOf(file);
  return stamps;
}

/// What may be wrong where the input cannot be read: which files that would have been is not known then.
std::set<std::string> sourcesBeside(const std::string& file) {
  static const std::set<std::string> kEndings = {".weir", ".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".hxx"};
  std::set<std::string> files = {file};
  std::error_code error;
  const fs::path folder = fs::path(file).parent_path();
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error))
    if (kEndings.contains(entry.path().extension())) files.insert((folder / entry.path().filename()).string());
  return files;
}

/// What is known of a property: all that its verdict depends on, and the verdict.
struct Known {
  std::string fingerprint;
  results::Verdict verdict = results::Verdict::Unknown;
};

class Watch {
 public:
  Watch(const CheckRequest& request, const CheckAndPrint& check, CommandContext& context)
      : request_(request), check_(check), context_(context) {}

  [[noreturn]] void run() {
    std::map<std::string, Stamp> before;  // when the round began
    while (true) {
      const long long begin = nanosecondsNow();
      round();
      if (files_.empty()) files_ = sourcesBeside(request_.file);
      for (const std::string& file : files_) {
        if (before.contains(file)) continue;
        // One that nobody knew of when the round began, and that was written since, may have been read before that.
        const Stamp stamp = stampOf(file);
        before[file] = stamp.nanoseconds > begin ? Stamp{} : stamp;
      }
      std::erase_if(before, [&](const auto& entry) { return !files_.contains(entry.first); });
      context_.out << summary() << "\n" << std::flush;
      changed_ = waitForChange(before);
      before = stampsOf(files_);
    }
  }

 private:
  /// In a process of its own: reads the input, says what is to be done, does it, and hands over what is known now.
  void round() {
    context_.out.flush();
    const process::Fork worker = process::forkWorker([&](int output, auto& blocked) {
      blocked.reset();
      const std::string answer = checkChanged().dump(-1, ' ', false, Json::error_handler_t::replace);
      std::size_t written = 0;
      while (written < answer.size()) {
        const ssize_t count = write(output, answer.data() + written, answer.size() - written);
        if (count <= 0) return 1;
        written += static_cast<std::size_t>(count);
      }
      return 0;
    });
    std::string answer;
    char buffer[4096];
    for (ssize_t count = 0; (count = read(worker.output, buffer, sizeof buffer)) > 0;) answer.append(buffer, count);
    close(worker.output);
    const process::Ended ended = process::waitFor(worker.process);
    const Json found = Json::parse(answer, nullptr, false);
    is_wrong_ = true;
    if (ended.status != 0 || !found.is_object()) {
      context_.err << "weir: error: the check ended by itself: " << ended.explain() << "\n";
      return;
    }
    learn(found);
  }

  void learn(const Json& found) {
    const Json& files = found.at("files");
    if (files.empty()) return;  // what was known stays
    is_wrong_ = false;
    files_ = files.get<std::set<std::string>>();
    std::map<std::string, Known> now;
    for (const auto& [name, fingerprint] : found.at("fingerprints").items()) {
      now[name] = {fingerprint, known_.contains(name) ? known_[name].verdict : results::Verdict::Unknown};
      if (const auto verdict = found.at("verdicts").find(name); verdict != found.at("verdicts").end())
        now[name].verdict = static_cast<results::Verdict>(verdict->get<int>());
    }
    known_ = std::move(now);
  }

  /// { "files": […], "fingerprints": { "f.null-deref": "9f86…" }, "verdicts": { "f.null-deref": 0 } }
  Json checkChanged() const {
    Json found = {{"files", Json::array()}, {"fingerprints", Json::object()}, {"verdicts", Json::object()}};
    Diagnostics diagnostics;
    const Json listing = Json::parse(listProperties(request_, "", diagnostics), nullptr, false);
    if (!listing.is_object()) {
      diagnostics.print(context_.err, context_.colour);
      return found;
    }
    CheckRequest request = request_;
    std::vector<std::string> changed;
    for (const Json& property : listing.at("properties")) {
      const std::string name = nameOf(property.at("method"), property.at("property"));
      const std::string fingerprint = property.at("fingerprint");
      found["fingerprints"][name] = fingerprint;
      const auto known = known_.find(name);
      if (known == known_.end() || known->second.fingerprint != fingerprint) changed.push_back(name);
    }
    const std::size_t all = listing.at("properties").size();
    if (!changed_.empty())
      context_.out << report::shownPath(changed_) << " changed: " << changed.size() << " of " << all
                   << (all == 1 ? " property" : " properties") << " to check\n";
    if (changed.size() < all) request.only = changed;
    Diagnostics of_check;
    if (!changed.empty()) {
      const CheckRun run = check_(request, of_check);
      for (const results::CheckResult& result : run.result.results)
        found["verdicts"][nameOf(result.method, result.property)] = static_cast<int>(result.verdict);
      if (!run.failures.empty()) reportFailures(run.failures, context_.err);
    }
    of_check.print(context_.err, context_.colour);
    if (!of_check.hasErrors()) found["files"] = listing.at("files");
    context_.out.flush();
    return found;
  }

  static std::string nameOf(const std::string& method, const std::string& property) { return method + "." + property; }

  std::string summary() const {
    std::string text = "watching " + std::to_string(files_.size()) + (files_.size() == 1 ? " file" : " files");
    if (is_wrong_) return text + ": the last check did not end";
    results::RunResult all;
    for (const auto& [name, known] : known_) {
      all.results.emplace_back();
      all.results.back().verdict = known.verdict;
    }
    return text + ": " + report::verdictCounts(all);
  }

  /// Returns one that changed, once all have stopped changing: an editor may write several, or one in steps.
  static std::string waitForChange(const std::map<std::string, Stamp>& before) {
    std::string changed;
    std::map<std::string, Stamp> last = before;
    while (true) {
      bool is_still = true;
      for (auto& [file, stamp] : last) {
        const Stamp now = stampOf(file);
        if (now != before.at(file)) changed = file;
        is_still = is_still && now == stamp;
        stamp = now;
      }
      if (is_still && !changed.empty()) return changed;
      std::this_thread::sleep_for(kPause);
    }
  }

  const CheckRequest& request_;
  const CheckAndPrint& check_;
  CommandContext& context_;
  std::set<std::string> files_;
  std::map<std::string, Known> known_;
  std::string changed_;  // the file that the round is for; empty in the first
  bool is_wrong_ = false;
};

}  // namespace

void watch(const CheckRequest& request, const CheckAndPrint& check, CommandContext& context) {
  Watch(request, check, context).run();
}

}  // namespace weir::tools
