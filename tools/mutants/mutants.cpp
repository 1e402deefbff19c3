// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/mutants/mutants.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "ir/program/model_class.h"
#include "tools/check/check.h"
#include "tools/check/plan.h"
#include "tools/check/reachable.h"
#include "tools/process/fork.h"
#include "tools/process/signals.h"
#include "tools/run/sha256.h"

namespace weir::mutants {
namespace {

using Json = nlohmann::ordered_json;
using results::Verdict;
using tools::CheckRequest;

const std::map<Fate, std::string>& names() {
  static const std::map<Fate, std::string> kNames = {{Fate::Noticed, "noticed"},
                                                     {Fate::Unnoticed, "not noticed"},
                                                     {Fate::Undecided, "not decided"},
                                                     {Fate::DoesNotCompile, "does not compile"}};
  return kNames;
}

std::string contentOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

bool isSameFile(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

/// What the code says, and what is asked of it.
struct Subject {
  std::string file;
  std::string text;
  std::vector<std::pair<std::string, SourceRange>> functions;  // whose code a property depends on
  std::map<std::string, std::vector<std::string>> fields;      // what may stand in a field's place
};

/// Fields of one class and one type, by name. A name that several classes have is exchanged in all of them.
std::map<std::string, std::vector<std::string>> exchangeableFields(const program::Program& program) {
  std::map<std::string, std::set<std::string>> found;
  for (const program::ClassDecl* class_decl : program.classes()) {
    if (class_decl->is_globals || class_decl->is_box || class_decl->is_array || program::isModelClass(*class_decl))
      continue;
    for (const program::Field* one : class_decl->fields)
      for (const program::Field* other : class_decl->fields)
        if (one != other && one->type == other->type && !one->name.empty() && !other->name.empty())
          found[one->name].insert(other->name);
  }
  std::map<std::string, std::vector<std::string>> fields;
  for (const auto& [name, others] : found) fields[name] = {others.begin(), others.end()};
  return fields;
}

std::optional<Subject> subjectOf(const CheckRequest& request, Diagnostics& diagnostics) {
  const auto input = tools::readInput({.file = request.file,
                                       .flags = request.flags,
                                       .build_dir = request.build_dir,
                                       .assumptions = request.assumptions},
                                      diagnostics);
  if (!input) return std::nullopt;
  const tools::Plan plan = tools::makePlan(*input, request, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  Subject subject{.file = input->program->main_file};
  subject.text = contentOf(subject.file);
  subject.fields = exchangeableFields(*input->program);
  std::set<const program::Procedure*> seen;
  for (const tools::Task& task : plan.tasks)
    for (const program::Procedure* procedure : tools::reachableFrom(*input->program, *task.spec->procedure))
      if (seen.insert(procedure).second && !procedure->is_implicit && procedure->range.isKnown() &&
          isSameFile(procedure->range.file, subject.file))
        subject.functions.emplace_back(procedure->name, procedure->range);
  return subject;
}

/// In a process of its own: a change can make the code do anything, to weir too.
Mutant tried(const MutantsRequest& request, const std::string& text, const std::vector<std::string>& properties,
             Mutant mutant) {
  CheckRequest check = request.check;
  check.source_text = text;
  check.only = properties;
  check.jobs = 1;
  check.replay = false;
  check.suggest = false;
  check.prove = CheckRequest::Prove::Off;
  check.until_violated = true;
  check.quiet = true;
  Diagnostics ignored;
  const tools::CheckRun run = tools::runCheck(check, ignored, {});
  if (ignored.hasErrors()) {
    mutant.fate = Fate::DoesNotCompile;
    return mutant;
  }
  mutant.fate = Fate::Unnoticed;
  for (const results::CheckResult& result : run.result.results) {
    if (result.verdict == Verdict::Violated) {
      mutant.fate = Fate::Noticed;
      mutant.by = result.method + "." + result.property;
      return mutant;
    }
    const bool is_decided =
        result.verdict == Verdict::Holds || result.verdict == Verdict::Proved || result.verdict == Verdict::Vacuous;
    // Where nothing returns any more the property says nothing: that is a change in itself.
    if (result.verdict == Verdict::Vacuous) {
      mutant.fate = Fate::Noticed;
      mutant.by = result.method + "." + result.property + " (vacuous)";
      return mutant;
    }
    if (is_decided || mutant.fate == Fate::Undecided) continue;
    mutant.fate = Fate::Undecided;
    mutant.by = result.method + "." + result.property + ": " + result.reason.text;
  }
  return mutant;
}

Json jsonOf(const Mutant& mutant) {
  return {{"line", mutant.change.line},  {"from", mutant.change.from},      {"to", mutant.change.to},
          {"function", mutant.function}, {"fate", names().at(mutant.fate)}, {"by", mutant.by}};
}

void readFate(const Json& json, Mutant& mutant) {
  for (const auto& [fate, name] : names())
    if (json.value("fate", "") == name) mutant.fate = fate;
  mutant.by = json.value("by", "");
}

class Pool {
 public:
  Pool(const MutantsRequest& request, MutantsRun& run, const MutantsEvents& events)
      : request_(request), run_(run), events_(events) {
    readStore();
  }

  void work() {
    for (Mutant& mutant : run_.mutants) {
      const auto known = known_.find(keyOf(mutant));
      if (known == known_.end()) {
        queue_.push_back(&mutant);
      } else {
        readFate(known->second, mutant);
        ++run_.reused;
      }
    }
    done_ = run_.reused;
    events_.progress(done_, run_.mutants.size());
    std::size_t next = 0;
    while (true) {
      while (next < queue_.size() && running_.size() < static_cast<std::size_t>(std::max(1, request_.check.jobs)) &&
             !run_.interrupted)
        start(*queue_[next++]);
      if (running_.empty()) break;
      gather();
    }
    // What was never tried is not among the results.
    if (run_.interrupted)
      std::erase_if(run_.mutants, [](const Mutant& each) { return each.by.empty() && each.fate == Fate::Undecided; });
  }

 private:
  struct Worker {
    pid_t process = -1;
    Mutant* mutant = nullptr;
    std::string text;
  };

  std::string keyOf(const Mutant& mutant) const {
    std::string text = request_.version + "\n" + applied(run_.text, mutant.change) + "\n";
    if (tools::isSpecFile(request_.check.file)) text += contentOf(request_.check.file);
    for (const std::string& flag : request_.check.flags) text += flag + "\n";
    for (const std::string& property : run_.properties) text += property + "\n";
    return run::sha256(text + std::to_string(request_.check.scope.value_or(0)));
  }

  void readStore() {
    if (request_.store.empty()) return;
    std::ifstream in(request_.store);
    for (std::string line; std::getline(in, line);) {
      const Json json = Json::parse(line, nullptr, false);
      // A line that a killed run left half written is tried again.
      if (json.is_object() && json.contains("key")) known_[json["key"]] = json;
    }
  }

  void start(Mutant& mutant) {
    const process::Fork fork = process::forkWorker([&](int fd, std::optional<process::BlockedStopSignals>& blocked) {
      blocked.reset();
      const Mutant result = tried(request_, applied(run_.text, mutant.change), run_.properties, mutant);
      const std::string text = jsonOf(result).dump(-1, ' ', false, Json::error_handler_t::replace);
      return write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1;
    });
    running_[fork.output] = {fork.process, &mutant, ""};
  }

  void gather() {
    std::vector<pollfd> waiting;
    for (const auto& [fd, worker] : running_) waiting.push_back({fd, POLLIN, 0});
    waiting.push_back({signals_.readEnd(), POLLIN, 0});
    if (poll(waiting.data(), waiting.size(), 500) <= 0) return;
    for (const pollfd& ready : waiting) {
      if (ready.revents == 0) continue;
      if (ready.fd == signals_.readEnd()) {
        signals_.drain();
        run_.interrupted = true;
        for (const auto& [fd, worker] : running_) kill(worker.process, SIGTERM);
        continue;
      }
      char buffer[4096];
      const ssize_t count = read(ready.fd, buffer, sizeof buffer);
      if (count > 0)
        running_[ready.fd].text.append(buffer, static_cast<std::size_t>(count));
      else if (count == 0)
        finish(ready.fd);
    }
  }

  void finish(int fd) {
    const Worker worker = running_[fd];
    running_.erase(fd);
    close(fd);
    const process::Ended ended = process::waitFor(worker.process);
    if (run_.interrupted) return;
    const Json json = Json::parse(worker.text, nullptr, false);
    if (json.is_object())
      readFate(json, *worker.mutant);
    else
      worker.mutant->by = "weir failed: " + ended.explain();
    if (!request_.store.empty()) {
      Json line = jsonOf(*worker.mutant);
      line["key"] = keyOf(*worker.mutant);
      std::ofstream(request_.store, std::ios::app) << line.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
    }
    events_.progress(++done_, run_.mutants.size());
  }

  const process::StopSignals signals_;
  const MutantsRequest& request_;
  MutantsRun& run_;
  const MutantsEvents& events_;
  std::map<std::string, Json> known_;
  std::vector<Mutant*> queue_;
  std::map<int, Worker> running_;
  std::size_t done_ = 0;
};

std::size_t countOf(const MutantsRun& run, Fate fate) {
  return static_cast<std::size_t>(
      std::count_if(run.mutants.begin(), run.mutants.end(), [&](const Mutant& each) { return each.fate == fate; }));
}

}  // namespace

MutantsRun runMutants(const MutantsRequest& request, Diagnostics& diagnostics, const MutantsEvents& events) {
  MutantsRun run;
  const auto subject = subjectOf(request.check, diagnostics);
  if (!subject) return run;
  run.file = subject->file;
  run.text = subject->text;
  CheckRequest whole = request.check;
  whole.replay = false;
  whole.suggest = false;
  whole.prove = CheckRequest::Prove::Off;
  const tools::CheckRun before = tools::runCheck(whole, diagnostics, {});
  if (diagnostics.hasErrors()) return run;
  for (const results::CheckResult& result : before.result.results) {
    const std::string name = result.method + "." + result.property;
    const bool holds = result.verdict == Verdict::Holds || result.verdict == Verdict::Proved;
    if (holds)
      run.properties.push_back(name);
    else
      run.left_out.push_back(name + " is " + results::toString(result.verdict));
  }
  run.interrupted = before.interrupted;
  if (run.properties.empty() || run.interrupted) return run;
  for (const auto& [function, range] : subject->functions)
    for (Change& change : changesOf(run.text, {range}, subject->fields)) {
      const bool is_there = std::ranges::any_of(run.mutants, [&](const Mutant& each) {
        return each.change.offset == change.offset && each.change.to == change.to;
      });
      if (!is_there) run.mutants.push_back({std::move(change), function, Fate::Undecided, ""});
    }
  Pool(request, run, events).work();
  return run;
}

int scoreOf(const MutantsRun& run) {
  const std::size_t noticed = countOf(run, Fate::Noticed);
  const std::size_t decided = noticed + countOf(run, Fate::Unnoticed);
  return decided == 0 ? 100 : static_cast<int>(100 * noticed / decided);
}

std::string mutantsText(const MutantsRun& run) {
  std::ostringstream out;
  for (const std::string& name : run.left_out) out << "left out: " << name << " of the code as it is\n";
  out << run.mutants.size() << (run.mutants.size() == 1 ? " change" : " changes");
  const char* separator = ": ";
  for (const auto& [fate, name] : names())
    if (const std::size_t count = countOf(run, fate); count > 0) {
      out << separator << count << " " << name;
      separator = ", ";
    }
  if (countOf(run, Fate::Noticed) + countOf(run, Fate::Unnoticed) > 0)
    out << "; score " << scoreOf(run) << "%\n";
  else
    out << ": there is nothing to judge the specification by\n";
  for (const Fate fate : {Fate::Unnoticed, Fate::Undecided}) {
    if (countOf(run, fate) == 0) continue;
    out << "\n" << names().at(fate) << ":\n";
    for (const Mutant& mutant : run.mutants) {
      if (mutant.fate != fate) continue;
      if (!mutant.by.empty()) out << mutant.by << "\n";
      out << diffOf(run.text, mutant.change, run.file);
    }
  }
  std::string idle;
  for (const std::string& property : run.properties) {
    const bool notices = std::ranges::any_of(run.mutants, [&](const Mutant& each) { return each.by == property; });
    if (!notices) idle += (idle.empty() ? "" : ", ") + property;
  }
  if (!idle.empty()) out << "\nno change was noticed first by: " << idle << "\n";
  if (run.interrupted) out << "\ninterrupted: this is what was tried until then\n";
  return out.str();
}

std::string mutantsJson(const MutantsRun& run, const std::string& version) {
  Json mutants = Json::array();
  for (const Mutant& mutant : run.mutants) mutants.push_back(jsonOf(mutant));
  const Json document = {{"weir", version},          {"file", run.file},
                         {"score", scoreOf(run)},    {"properties", run.properties},
                         {"left_out", run.left_out}, {"changes", std::move(mutants)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir::mutants
