// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/worker_messages.h"

#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "support/invariant.h"
#include "tools/report/json.h"

namespace weir::tools {
namespace {

using Json = nlohmann::json;

void writeLine(int fd, const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(fd, text.data() + done, text.size() - done);
    if (written <= 0 && errno != EINTR) return;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

std::string packed(std::vector<results::CheckResult> results) {
  results::RunResult run;
  run.version = "0";
  run.results = std::move(results);
  return report::toJson(run);
}

std::vector<results::CheckResult> unpacked(const Json& text) {
  std::string error;
  auto run = report::fromJson(text.get<std::string>(), error);
  INVARIANT(run.has_value(), ("a worker should send results that can be read: " + error).c_str());
  return std::move(run->results);
}

}  // namespace

void MessageWriter::started(std::size_t label) const { writeLine(fd_, {{"started", label}}); }

void MessageWriter::stage(const Stage& stage) const {
  writeLine(fd_, {{"stage", stage.what},
                  {"round", stage.round},
                  {"refinements", stage.refinements},
                  {"clauses", stage.clauses},
                  {"since_ms", stage.since_ms}});
}

void MessageWriter::note(const std::string& line) const { writeLine(fd_, {{"note", line}}); }

void MessageWriter::result(std::size_t label, const results::CheckResult& result) const {
  writeLine(fd_, {{"result", label}, {"run", packed({result})}});
}

void MessageWriter::failure(const std::string& what) const { writeLine(fd_, {{"failure", what}}); }

void MessageWriter::end(const TaskResult& task) const {
  writeLine(fd_, {{"end", packed(task.results)}, {"failures", task.failures}});
}

Message readMessage(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  INVARIANT(json.is_object(), "a worker should send lines of JSON");
  if (json.contains("started")) return {.kind = Message::Kind::Started, .label = json.at("started")};
  if (json.contains("stage"))
    return {
        .kind = Message::Kind::Stage,
        .stage = {json.at("stage"), json.at("round"), json.at("refinements"), json.at("clauses"), json.at("since_ms")}};
  if (json.contains("result"))
    return {.kind = Message::Kind::Result, .label = json.at("result"), .results = unpacked(json.at("run"))};
  if (json.contains("failure")) return {.kind = Message::Kind::Failure, .text = json.at("failure")};
  if (json.contains("end"))
    return {.kind = Message::Kind::End, .results = unpacked(json.at("end")), .failures = json.at("failures")};
  return {.kind = Message::Kind::Note, .text = json.at("note")};
}

}  // namespace weir::tools
