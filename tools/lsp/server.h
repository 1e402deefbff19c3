// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The language server: what an editor shows of a specification and of the source it is about.
//
//   while writing       mistakes in the specification, completion of its words, classes, fields and methods
//   at each method      "check", and the verdicts after it
//   where it is wrong   the violation, its execution as related places, the precondition it lacks as a quick fix
//   under the pointer   what the function does, found from its code
//
// It answers from what it knows; reading and checking is done by other processes (jobs.h), and what they find is sent
// when it comes.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/lsp/analysis.h"
#include "tools/lsp/channel.h"
#include "tools/lsp/documents.h"
#include "tools/lsp/jobs.h"

namespace weir::lsp {

class Server {
 public:
  Server(Channel& channel, std::vector<std::string> flags, std::string build_dir, std::string version);

  /// Until the client asks to exit or is gone. The status that weir exits with.
  int run();

 private:
  using Clock = std::chrono::steady_clock;

  void take(const Json& message);
  void request(const Json& id, const std::string& method, const Json& parameters);
  void notification(const std::string& method, const Json& parameters);
  Json capabilities() const;

  void open(const Json& parameters);
  void change(const Json& parameters);
  void changed(Document& document);
  void close(const std::string& uri);
  void analyseLater(const std::string& uri);
  void analyseDue();
  int millisecondsToWait() const;

  void execute(const Json& id, const Json& parameters);
  void check(const std::string& uri, const std::string& method);
  void checked(const std::string& uri, const std::string& method, const Json& answer);
  void hover(const Json& id, const Json& parameters);
  Json completion(const Json& parameters) const;
  Json lenses(const Json& parameters) const;
  Json fixes(const Json& parameters) const;

  Subject subjectOf(const Document& document) const;
  Document* find(const std::string& uri);
  const Document* find(const std::string& uri) const;
  std::string textOf(const std::string& file) const;
  void publish();
  void addMistakes(const Document& document, const Json& diagnostics, std::map<std::string, Json>& by_file) const;
  void addAlerts(const Document& document, std::map<std::string, Json>& by_file) const;
  Json alert(const Json& result) const;
  std::string verdictsOf(const std::string& method) const;
  Json lens(const std::string& uri, const std::string& method, int line, const std::string& text) const;

  Channel& channel_;
  std::vector<std::string> flags_;
  std::string build_dir_;
  std::string version_;
  std::map<std::string, Document> documents_;
  std::map<std::string, Clock::time_point> due_;  // documents to be analysed when nothing more is written
  std::set<std::string> published_;               // files that have diagnostics now
  Jobs jobs_;
  bool shut_down_ = false;
  bool exited_ = false;
  int next_id_ = 1;
};

}  // namespace weir::lsp
