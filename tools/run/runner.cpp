// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/run/runner.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "tools/report/json.h"

namespace weir::run {
namespace {

using process::Finished;
using process::Process;
using process::ProcessSpec;

using Name = std::pair<std::string, std::string>;  // check, method.property

struct Job {
  const CheckEntry* check = nullptr;
  StoredResult result;
  double cost_ms = 0;
};

/// Keeps up to `jobs` processes running until the queue is empty. `started` gives the process of an item, `ended` takes
/// what it left. False where `stop` was raised; the processes are then dead.
template <typename Item>
bool runPool(std::deque<Item> queue, int jobs, const std::function<bool()>& stop,
             const std::function<ProcessSpec(const Item&)>& started,
             const std::function<void(Item&, Finished, size_t running)>& ended) {
  std::vector<std::pair<Item, Process>> running;
  while (!queue.empty() || !running.empty()) {
    if (stop()) return false;  // ~Process kills
    while (!queue.empty() && running.size() < static_cast<size_t>(jobs)) {
      ProcessSpec spec = started(queue.front());
      running.emplace_back(std::move(queue.front()), Process(spec));
      queue.pop_front();
    }
    bool any = false;
    std::vector<std::pair<Item, Process>> still;
    for (auto& [item, process] : running) {
      if (process.poll()) {
        any = true;
        ended(item, process.finish(), running.size() - 1);
      } else {
        still.emplace_back(std::move(item), std::move(process));
      }
    }
    running.swap(still);
    if (!any) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

class SuiteRun {
 public:
  SuiteRun(const Suite& suite, const Checker& checker, Store& store, const RunOptions& options,
           const ProgressSink& progress, const std::function<bool()>& stop)
      : suite_(suite), checker_(checker), store_(store), options_(options), progress_(progress), stop_(stop) {
    for (const StoredResult& r : options.costs) costs_[{r.check, r.name()}] = r.time_ms;
  }

  RunOutcome run() {
    chooseRun();
    if (!provideSources() || !list()) return interrupted();
    selectShard();
    reuse();
    if (!runJobs()) return interrupted();
    store_.finishRun(outcome_.run);
    return outcome_;
  }

 private:
  RunOutcome interrupted() {
    outcome_.interrupted = true;
    return outcome_;
  }

  std::string shardText() const {
    return options_.shard ? std::to_string(options_.shard->index) + "/" + std::to_string(options_.shard->count) : "";
  }

  void chooseRun() {
    if (options_.resume) {
      for (const StoredRun& r : store_.runs(suite_.name)) {
        if (!r.finished && r.shard == shardText() && r.weir == checker_.version) outcome_.run = r.id;
      }
    }
    if (outcome_.run == 0) outcome_.run = store_.beginRun(suite_.name, checker_.version, shardText());
  }

  void report(const std::string& latest, size_t running) {
    double left = 0;
    for (const Job& j : jobs_) left += j.cost_ms;
    const double share = jobs_.empty() ? 0 : std::max(0.0, left - done_cost_) / std::max(1, options_.jobs);
    progress_({.done = done_, .total = jobs_.size(), .running = running, .left_ms = share, .latest = latest});
  }

  bool wanted(const CheckEntry& check) const {
    return options_.only.empty() ||
           std::find(options_.only.begin(), options_.only.end(), check.name) != options_.only.end();
  }

  bool provideSources() {
    std::set<std::string> needed;
    for (const CheckEntry& c : suite_.checks) {
      if (wanted(c)) needed.insert(c.source);
    }
    for (const SourceEntry& s : suite_.sources) {
      if (stop_()) return false;
      if (!needed.contains(s.name)) continue;
      report("fetching " + s.name, 0);
      if (auto problem = provide(s, suite_.folder)) missing_[s.name] = *problem;
    }
    return true;
  }

  /// Finds the properties of each check, in the order of the suite.
  bool list() {
    std::map<const CheckEntry*, std::vector<ListedProperty>> listed;
    std::map<const CheckEntry*, std::string> problems;
    std::deque<const CheckEntry*> queue;
    for (const CheckEntry& c : suite_.checks) {
      if (!wanted(c)) continue;
      if (const auto gone = missing_.find(c.source); gone != missing_.end()) {
        problems[&c] = gone->second;
      } else if (auto kept = keptListing(c, checker_, store_)) {
        listed[&c] = std::move(*kept);
      } else {
        queue.push_back(&c);
      }
    }
    const bool ended = runPool<const CheckEntry*>(
        queue, options_.jobs, stop_, [&](const CheckEntry* c) { return listingProcess(*c, checker_); },
        [&](const CheckEntry* c, Finished finished, size_t running) {
          std::string error;
          if (auto properties = readListing(*c, checker_, finished, store_, error)) {
            listed[c] = std::move(*properties);
          } else {
            problems[c] = "the check cannot be listed: " + error;
          }
          report("reading " + c->name, running);
        });
    for (size_t i = 0; i < suite_.checks.size(); ++i) {
      const CheckEntry& c = suite_.checks[i];
      const auto position = static_cast<std::int64_t>(i) * 100000;
      if (problems.contains(&c)) addProblem(c, position, problems[&c]);
      if (listed.contains(&c)) addJobs(c, position, listed[&c]);
    }
    return ended;
  }

  void addJob(const CheckEntry& c, std::int64_t position, const ListedProperty& p) {
    Job job{
        .check = &c,
        .result = {.check = c.name, .method = p.method, .property = p.property, .position = position, .key = p.key}};
    const auto cost = costs_.find({c.name, job.result.name()});
    job.cost_ms = cost == costs_.end() ? 0 : cost->second;
    jobs_.push_back(std::move(job));
  }

  void addJobs(const CheckEntry& c, std::int64_t position, const std::vector<ListedProperty>& properties) {
    std::set<std::string> names;
    for (const ListedProperty& p : properties) {
      names.insert(p.method + "." + p.property);
      addJob(c, position++, p);
    }
    for (const auto& [name, verdict] : c.expect) {
      if (!names.contains(name)) addSettled(c, position++, name, "there is no such property", false);
    }
  }

  /// A check that cannot be run at all: each property that was expected of it is unknown.
  void addProblem(const CheckEntry& c, std::int64_t position, const std::string& why) {
    const bool skipped = missing_.contains(c.source);
    for (const auto& [name, verdict] : c.expect) addSettled(c, position++, name, why, skipped);
    if (c.expect.empty()) addSettled(c, position, "all.properties", why, skipped);
  }

  void addSettled(const CheckEntry& c, std::int64_t position, const std::string& name, const std::string& why,
                  bool skipped) {
    const size_t dot = name.rfind('.');
    addJob(c, position, {name.substr(0, dot), dot == std::string::npos ? "" : name.substr(dot + 1), ""});
    settleUnknown(jobs_.back().result, why);
    jobs_.back().result.skipped = skipped;
  }

  void selectShard() {
    if (!options_.shard) return;
    std::vector<Cost> work;
    for (const Job& j : jobs_) work.push_back({j.result.check + " " + j.result.name(), j.cost_ms});
    const std::vector<int> shards = assignShards(work, options_.shard->count);
    std::vector<Job> mine;
    for (size_t i = 0; i < jobs_.size(); ++i) {
      if (shards[i] == options_.shard->index) mine.push_back(std::move(jobs_[i]));
    }
    jobs_ = std::move(mine);
  }

  static void settleUnknown(StoredResult& r, const std::string& why) {
    results::CheckResult unknown{.method = r.method, .property = r.property, .reason = why};
    unknown.stats.time_ms = r.time_ms;
    r.verdict = "unknown";
    r.reason = why;
    r.json = report::toJsonValue(unknown).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  /// Takes what this run already has, what an earlier one found under the same key, and what needs no process.
  void reuse() {
    std::map<Name, StoredResult> have;
    for (StoredResult& r : store_.results(outcome_.run)) have[{r.check, r.name()}] = std::move(r);
    for (Job& job : jobs_) {
      const auto mine = have.find({job.result.check, job.result.name()});
      if (mine != have.end() && mine->second.key == job.result.key && !job.result.key.empty()) {
        settled(job);
        continue;
      }
      if (!job.result.verdict.empty()) {
        store_.put(outcome_.run, job.result);
        settled(job);
        continue;
      }
      if (options_.force) continue;
      if (auto earlier = store_.byKey(job.result.key)) {
        earlier->check = job.result.check;
        earlier->position = job.result.position;
        earlier->reused = true;
        store_.put(outcome_.run, *earlier);
        job.result = std::move(*earlier);
        ++outcome_.reused;
        settled(job);
      }
    }
  }

  void settled(Job& job) {
    ++done_;
    done_cost_ += job.cost_ms;
    job.check = nullptr;  // needs no process
  }

  bool runJobs() {
    report("", 0);
    std::deque<Job*> queue;
    for (Job& job : jobs_) {
      if (job.check) queue.push_back(&job);
    }
    // The longest first, so that the last process to end is a short one.
    std::stable_sort(queue.begin(), queue.end(), [](const Job* a, const Job* b) { return a->cost_ms > b->cost_ms; });
    return runPool<Job*>(
        queue, options_.jobs, stop_, [&](Job* job) { return process(*job); },
        [&](Job* job, Finished finished, size_t running) {
          read(*job, finished);
          store_.put(outcome_.run, job->result);
          settled(*job);
          report(job->result.check + " " + job->result.name() + ": " + job->result.verdict, running);
        });
  }

  ProcessSpec process(const Job& job) const {
    const CheckEntry& c = *job.check;
    ProcessSpec spec{
        .arguments = {checker_.program, "check", c.spec, "--only", job.result.name(), "--json", "/dev/fd/3"}};
    spec.arguments.insert(spec.arguments.end(), c.arguments.begin(), c.arguments.end());
    char timeout[32];
    std::snprintf(timeout, sizeof timeout, "%g", c.timeout_s);
    spec.arguments.insert(spec.arguments.end(), {"--timeout", timeout, "--memory", std::to_string(c.memory_mb)});
    if (!c.flags.empty()) spec.arguments.push_back("--");
    spec.arguments.insert(spec.arguments.end(), c.flags.begin(), c.flags.end());
    // weir keeps the limits itself and says what it knows; these are for when it does not.
    spec.timeout_s = c.timeout_s * 1.2 + 10;
    spec.memory_mb = c.memory_mb + c.memory_mb / 4;
    spec.wants_result = true;
    return spec;
  }

  static void read(Job& job, const Finished& finished) {
    StoredResult& r = job.result;
    r.time_ms = finished.time_ms;
    std::string error;
    if (auto run = finished.result.empty() ? std::nullopt : report::fromJson(finished.result, error)) {
      for (const results::CheckResult& found : run->results) {
        if (found.method != r.method || found.property != r.property) continue;
        r.verdict = toString(found.verdict);
        r.reason = found.reason.text;
        r.time_ms = found.stats.time_ms;
        r.json = report::toJsonValue(found).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        return;
      }
      error = "weir check gave no result for it";
    }
    // A limit is a fact about the property; a crash is one about weir, and is tried again the next time.
    if (!finished.timed_out && !finished.out_of_memory) r.key.clear();
    settleUnknown(r, error.empty() || !finished.ok() ? finished.explain() : error);
  }

  const Suite& suite_;
  const Checker& checker_;
  Store& store_;
  const RunOptions& options_;
  const ProgressSink& progress_;
  const std::function<bool()>& stop_;
  std::map<Name, double> costs_;
  std::map<std::string, std::string> missing_;
  std::vector<Job> jobs_;
  size_t done_ = 0;
  double done_cost_ = 0;
  RunOutcome outcome_;
};

}  // namespace

RunOutcome runSuite(const Suite& suite, const Checker& checker, Store& store, const RunOptions& options,
                    const ProgressSink& progress, const std::function<bool()>& stop) {
  return SuiteRun(suite, checker, store, options, progress, stop).run();
}

}  // namespace weir::run
