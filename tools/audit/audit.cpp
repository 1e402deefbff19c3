// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/audit/audit.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "audit/reports.h"
#include "frontend/frontend.h"
#include "tools/audit/confirm_finding.h"
#include "tools/audit/project.h"
#include "tools/audit/suppression.h"
#include "tools/process/fork.h"
#include "tools/process/signals.h"

namespace weir::tools {
namespace {

/// "a construct at a.c:3:4" without the place: constructs are counted.
std::string constructOf(const std::string& reason) {
  const size_t at = reason.rfind(" at ");
  return at == std::string::npos ? reason : reason.substr(0, at);
}

/// Code of the program, not of the system: headers included.
bool isAudited(const program::Procedure& procedure) {
  return !procedure.is_external && !procedure.is_implicit && procedure.whole_call == nullptr && !procedure.is_library &&
         procedure.range.isKnown();
}

Finding findingOf(const audit::Report& report) {
  Finding made;
  made.kind = audit::spelling(report.kind);
  made.error = report.error ? program::spelling(*report.error) : "";
  made.function = report.procedure->signature;
  made.place = toString(report.place);
  for (const SourceRange& each : report.related) {
    const std::string place = toString(each);
    if (std::find(made.related.begin(), made.related.end(), place) == made.related.end()) made.related.push_back(place);
  }
  made.condition = report.condition;
  made.explanation = report.explanation;
  made.belief = report.belief;
  return made;
}

/// In a process of its own.
AuditResult auditSource(const program::OtherSource& source, const std::vector<program::OtherSource>& others,
                        const AuditRequest& request) {
  AuditResult made;
  made.sources = 1;
  frontend::FrontendOptions options;
  options.file = source.file;
  options.flags = source.flags;
  options.others = others;
  std::ostringstream messages;
  options.clang_output = &messages;
  Diagnostics diagnostics;
  const auto program = frontend::readProgram(options, diagnostics);
  if (!program) {
    made.failures.push_back(source.file + ": does not compile");
    return made;
  }
  conditions::Limits limits;
  limits.seconds = request.function_seconds;
  limits.readable = false;
  limits.strong_updates = request.strong_updates;
  limits.simplify = request.simplify;
  limits.allocations_fail = request.allocations_fail;
  conditions::Analysis analysis(*program, limits);
  const std::filesystem::path main_file = std::filesystem::weakly_canonical(source.file);
  for (const program::Procedure* procedure : program->procedures()) {
    if (!isAudited(*procedure)) continue;
    // What another source defines is audited there.
    const auto isOf = [&](const program::OtherSource& other) {
      return std::filesystem::weakly_canonical(other.file) == std::filesystem::weakly_canonical(procedure->range.file);
    };
    if (std::any_of(others.begin(), others.end(), isOf)) continue;
    const conditions::Summary& summary = analysis.of(*procedure);
    ++made.functions;
    if (summary.not_understood.empty()) ++made.understood;
    std::set<std::string> constructs;
    for (const std::string& each : summary.not_understood) constructs.insert(constructOf(each));
    for (const std::string& each : constructs) ++made.not_understood[each];
    for (const std::string& each : audit::beliefsOf(summary)) ++made.beliefs[each];
    for (const audit::Report& report : audit::reportsOf(analysis, *procedure)) {
      if (isSuppressed(report.place)) continue;
      Finding finding = findingOf(report);
      if (request.confirm) {
        const Shown shown = confirmFinding(source, others, report, program->is_c);
        if (shown.kind == Shown::Kind::Refuted) continue;
        finding.confirmed = shown.kind == Shown::Kind::Confirmed;
        finding.confirmation = shown.explanation;
      }
      if (report.needs_execution && !finding.confirmed) continue;
      made.findings.push_back(std::move(finding));
    }
  }
  return made;
}

class Auditor {
 public:
  Auditor(const AuditRequest& request, const AuditEvents& events, run::Store* store)
      : request_(request), events_(events), store_(store), project_(request.sources, store) {}

  AuditRun run() {
    const size_t count = project_.sources().size();
    results_.resize(count);
    for (size_t i = 0; i < count; ++i) {
      if (const std::string& messages = project_.messagesOf(i); !messages.empty()) {
        results_[i].sources = 1;
        results_[i].failures.push_back(project_.sources()[i].file +
                                       ": does not compile: " + messages.substr(0, messages.find('\n')));
        ++done_;
      } else if (!remembered(i)) {
        queue_.push_back(i);
      }
    }
    while (!signals_->requested() && (!queue_.empty() || !running_.empty())) {
      while (!queue_.empty() && running_.size() < static_cast<size_t>(std::max(request_.jobs, 1))) start();
      gather();
    }
    stop();
    AuditRun made;
    made.reused = reused_;
    made.result = all();
    return made;
  }

 private:
  struct Worker {
    pid_t process = -1;
    size_t source = 0;
    std::string text;
  };

  std::string nameOf(size_t source) const {
    return "audit " + request_.version + " " + std::to_string(request_.function_seconds) + " s " +
           (request_.confirm ? "confirmed " : "") + (request_.strong_updates ? "" : "weak ") +
           (request_.simplify ? "" : "as they are ") + (request_.allocations_fail ? "failing " : "") +
           project_.keyOf(source);
  }

  bool remembered(size_t source) {
    if (store_ == nullptr) return false;
    const auto text = store_->remembered(nameOf(source));
    if (!text) return false;
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    if (json.is_discarded()) return false;
    results_[source] = json.get<AuditResult>();
    ++reused_;
    ++done_;
    return true;
  }

  void start() {
    const size_t source = queue_.front();
    queue_.pop_front();
    const process::Fork fork = process::forkWorker([&](int fd, std::optional<process::BlockedStopSignals>& blocked) {
      signals_.reset();  // they end this process
      blocked.reset();
      std::string text;
      try {
        text = nlohmann::json(auditSource(project_.sources()[source], project_.othersOf(source), request_)).dump();
      } catch (const std::exception& error) {
        AuditResult failed;
        failed.sources = 1;
        failed.failures.push_back(project_.sources()[source].file + ": weir failed: " + error.what());
        text = nlohmann::json(failed).dump();
      }
      for (size_t sent = 0; sent < text.size();) {
        const ssize_t count = write(fd, text.data() + sent, text.size() - sent);
        if (count <= 0) return 70;
        sent += static_cast<size_t>(count);
      }
      return 0;
    });
    running_[fork.output] = {fork.process, source, ""};
  }

  void gather() {
    std::vector<pollfd> waiting{{signals_->readEnd(), POLLIN, 0}};
    for (const auto& [fd, worker] : running_) waiting.push_back({fd, POLLIN, 0});
    if (poll(waiting.data(), waiting.size(), -1) <= 0) return;
    for (const pollfd& ready : waiting) {
      if (ready.revents == 0 || ready.fd == signals_->readEnd()) continue;
      char buffer[65536];
      const ssize_t count = read(ready.fd, buffer, sizeof buffer);
      if (count > 0) {
        running_[ready.fd].text.append(buffer, static_cast<size_t>(count));
      } else if (count == 0) {
        finish(ready.fd);
      }
    }
  }

  /// What is known is reported, and what was not looked at is said. A store has what is done.
  void stop() {
    for (const auto& [fd, worker] : running_) {
      kill(worker.process, SIGKILL);
      close(fd);
      process::waitFor(worker.process);
      queue_.push_back(worker.source);
    }
    running_.clear();
    for (const size_t source : queue_) {
      results_[source].sources = 1;
      results_[source].failures.push_back(project_.sources()[source].file + ": weir was stopped before it was done");
    }
    queue_.clear();
  }

  void finish(int fd) {
    const Worker worker = std::move(running_[fd]);
    running_.erase(fd);
    close(fd);
    const process::Ended ended = process::waitFor(worker.process);
    const auto json = nlohmann::json::parse(worker.text, nullptr, false);
    AuditResult& result = results_[worker.source];
    if (json.is_discarded() || ended.signal != 0 || ended.status != 0) {
      result.sources = 1;
      result.failures.push_back(project_.sources()[worker.source].file + ": weir failed: " + ended.explain());
    } else {
      result = json.get<AuditResult>();
      if (store_ != nullptr) store_->remember(nameOf(worker.source), worker.text);
    }
    ++done_;
    events_.progress(done_, results_.size(), all());
  }

  /// What stands in a header is found in every source that includes it, and told once.
  AuditResult all() const {
    AuditResult made;
    std::set<std::tuple<std::string, std::string, std::string>> seen;
    for (const AuditResult& each : results_) {
      made.sources += each.sources;
      made.functions += each.functions;
      made.understood += each.understood;
      for (const auto& [construct, count] : each.not_understood) made.not_understood[construct] += count;
      for (const auto& [belief, count] : each.beliefs) made.beliefs[belief] += count;
      made.failures.insert(made.failures.end(), each.failures.begin(), each.failures.end());
      for (const Finding& finding : each.findings) {
        if (seen.insert({finding.kind, finding.error, finding.place}).second) made.findings.push_back(finding);
      }
    }
    for (Finding& each : made.findings) {
      const auto belief = made.beliefs.find(each.belief);
      each.shown_by = belief != made.beliefs.end() ? belief->second : 0;
    }
    std::stable_sort(made.findings.begin(), made.findings.end(), [](const Finding& a, const Finding& b) {
      return std::pair(a.confirmed, a.shown_by) > std::pair(b.confirmed, b.shown_by);
    });
    return made;
  }

  std::optional<process::StopSignals> signals_{std::in_place};
  const AuditRequest& request_;
  const AuditEvents& events_;
  run::Store* store_;
  Project project_;
  std::vector<AuditResult> results_;
  std::deque<size_t> queue_;
  std::map<int, Worker> running_;
  size_t done_ = 0;
  size_t reused_ = 0;
};

}  // namespace

AuditRun runAudit(const AuditRequest& request, const AuditEvents& events) {
  if (request.store.empty()) return Auditor(request, events, nullptr).run();
  std::string error;
  std::optional<run::Store> store = run::Store::open(request.store, error);
  if (store) return Auditor(request, events, &*store).run();
  AuditRun failed;
  failed.error = error;
  return failed;
}

}  // namespace weir::tools
