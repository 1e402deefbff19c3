// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/lsp/server.h"

#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tools/check/input.h"
#include "tools/lsp/json_access.h"

namespace weir::lsp {
namespace {

constexpr auto kQuiet = std::chrono::milliseconds(400);
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidRequest = -32600;

}  // namespace

Server::Server(Channel& channel, std::vector<std::string> flags, std::string build_dir, std::string version)
    : channel_(channel), flags_(std::move(flags)), build_dir_(std::move(build_dir)), version_(std::move(version)) {}

int Server::run() {
  while (!exited_) {
    std::vector<pollfd> waiting = {{channel_.readEnd(), POLLIN, 0}};
    for (const int output : jobs_.outputs()) waiting.push_back({output, POLLIN, 0});
    const int found = poll(waiting.data(), waiting.size(), millisecondsToWait());
    if (found > 0 && waiting[0].revents != 0) {
      if (!channel_.receive()) return shut_down_ ? 0 : 1;
      while (!exited_)
        if (const auto message = channel_.next())
          take(*message);
        else
          break;
    }
    for (std::size_t i = 1; found > 0 && i < waiting.size(); ++i)
      if (waiting[i].revents != 0) jobs_.read(waiting[i].fd);
    analyseDue();
  }
  return shut_down_ ? 0 : 1;
}

/// A message that is not as it should be costs itself alone.
void Server::take(const Json& message) {
  const Json id = message.is_object() && message.contains("id") ? message["id"] : Json();
  if (!message.is_object()) return channel_.refuse(nullptr, -32700, "this is no JSON");
  const std::string method = nameIn(message, "method");
  if (method.empty()) return;  // an answer to us
  const auto found = message.find("params");
  const Json parameters = found != message.end() && found->is_object() ? *found : Json::object();
  try {
    if (id.is_null())
      notification(method, parameters);
    else
      request(id, method, parameters);
  } catch (const Json::exception& error) {
    if (!id.is_null()) channel_.refuse(id, -32602, error.what());
  }
}

Json Server::capabilities() const {
  return {{"capabilities",
           {{"textDocumentSync", {{"openClose", true}, {"change", 1}, {"save", true}}},
            {"completionProvider", {{"triggerCharacters", {".", ":"}}}},
            {"hoverProvider", true},
            {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
            {"codeLensProvider", {{"resolveProvider", false}}},
            {"executeCommandProvider", {{"commands", {"weir.check"}}}}}},
          {"serverInfo", {{"name", "weir"}, {"version", version_}}}};
}

void Server::request(const Json& id, const std::string& method, const Json& parameters) {
  if (shut_down_) return channel_.refuse(id, kInvalidRequest, "the server is shut down");
  if (method == "initialize") return channel_.answer(id, capabilities());
  if (method == "shutdown") {
    shut_down_ = true;
    return channel_.answer(id, nullptr);
  }
  if (method == "textDocument/completion") return channel_.answer(id, completion(parameters));
  if (method == "textDocument/codeLens") return channel_.answer(id, lenses(parameters));
  if (method == "textDocument/codeAction") return channel_.answer(id, fixes(parameters));
  if (method == "textDocument/hover") return hover(id, parameters);
  if (method == "workspace/executeCommand") return execute(id, parameters);
  channel_.refuse(id, kMethodNotFound, "there is no " + method + " here");
}

void Server::notification(const std::string& method, const Json& parameters) {
  if (method == "exit") exited_ = true;
  if (method == "textDocument/didOpen") open(parameters);
  if (method == "textDocument/didChange") change(parameters);
  if (method == "textDocument/didSave") analyseLater(uriIn(parameters));
  if (method == "textDocument/didClose") close(uriIn(parameters));
}

void Server::open(const Json& parameters) {
  const Json& given = parameters.at("textDocument");
  Document& document = documents_[given.at("uri")];
  document.uri = given.at("uri");
  document.file = wholePath(fileOf(document.uri));
  document.text = given.at("text");
  document.is_specification = tools::isSpecFile(document.file);
  changed(document);
}

void Server::change(const Json& parameters) {
  Document* document = find(uriIn(parameters));
  const Json& changes = listIn(parameters, "contentChanges");
  if (document == nullptr || changes.empty()) return;
  document->text = changes.back().at("text");
  changed(*document);
}

void Server::changed(Document& document) {
  document.is_stale = true;
  if (document.is_specification) document.glance = glance(document.file, document.text);
  // Verdicts are of the text that was checked: of this one and of what is checked with it.
  document.results = Json::array();
  for (auto& [uri, other] : documents_)
    for (const Json& result : other.results)
      if (wholePath(nameIn(result.value("method_location", Json::object()), "file")) == document.file) {
        other.results = Json::array();
        break;
      }
  publish();
  analyseLater(document.uri);
}

void Server::close(const std::string& uri) {
  jobs_.cancel("analysis " + uri);
  jobs_.cancel("check " + uri);
  due_.erase(uri);
  documents_.erase(uri);
  publish();
}

void Server::analyseLater(const std::string& uri) {
  if (documents_.contains(uri)) due_[uri] = Clock::now() + kQuiet;
}

int Server::millisecondsToWait() const {
  if (due_.empty()) return -1;
  Clock::time_point first = Clock::time_point::max();
  for (const auto& [uri, when] : due_) first = std::min(first, when);
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(first - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left + 1, 0, 60000));
}

void Server::analyseDue() {
  for (auto due = due_.begin(); due != due_.end();) {
    if (due->second > Clock::now()) {
      ++due;
      continue;
    }
    const std::string uri = due->first;
    due = due_.erase(due);
    const Document* document = find(uri);
    if (document == nullptr) continue;
    const Subject subject = subjectOf(*document);
    jobs_.start(
        "analysis " + uri, [subject] { return analyse(subject); },
        [this, uri](const Json& answer) {
          Document* of = find(uri);
          if (of == nullptr || !answer.is_object()) return;
          // Where it cannot be read, the names are those of the last text that could be.
          const bool has_names = !answer["classes"].empty() || !answer["methods"].empty();
          if (has_names || of->analysis.empty()) of->analysis = answer;
          of->analysis["diagnostics"] = answer["diagnostics"];
          of->is_stale = false;
          publish();
        });
  }
}

Subject Server::subjectOf(const Document& document) const {
  Subject subject{.file = document.file, .text = document.text, .flags = flags_, .build_dir = build_dir_};
  // What is as it is on disk need not be read from here: a replay can then compile it.
  if (textOf(document.file) == document.text && std::filesystem::exists(document.file)) {
    std::ostringstream saved;
    saved << std::ifstream(document.file, std::ios::binary).rdbuf();
    if (saved.str() == document.text) subject.text.reset();
  }
  for (const auto& [uri, other] : documents_) {
    if (other.file == document.file) continue;
    std::ostringstream saved;
    saved << std::ifstream(other.file, std::ios::binary).rdbuf();
    if (saved.str() != other.text) subject.open[other.file] = other.text;
  }
  return subject;
}

Document* Server::find(const std::string& uri) {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : &found->second;
}
const Document* Server::find(const std::string& uri) const { return const_cast<Server*>(this)->find(uri); }

/// As the editor has it, else as it is on disk.
std::string Server::textOf(const std::string& file) const {
  for (const auto& [uri, document] : documents_)
    if (document.file == file) return document.text;
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void Server::execute(const Json& id, const Json& parameters) {
  const Json& arguments = listIn(parameters, "arguments");
  const std::string uri = !arguments.empty() && arguments[0].is_string() ? arguments[0].get<std::string>() : "";
  if (nameIn(parameters, "command") != "weir.check" || find(uri) == nullptr)
    return channel_.refuse(id, -32602, "weir.check takes the address of an open document, and a method");
  channel_.answer(id, nullptr);
  check(uri, arguments.size() > 1 && arguments[1].is_string() ? arguments[1].get<std::string>() : "");
}

void Server::check(const std::string& uri, const std::string& method) {
  const Subject subject = subjectOf(*find(uri));
  channel_.notify("weir/checking", {{"uri", uri}, {"method", method}});
  jobs_.start(
      "check " + uri, [subject, method] { return lsp::check(subject, method); },
      [this, uri, method](const Json& answer) { checked(uri, method, answer); });
}

void Server::checked(const std::string& uri, const std::string& method, const Json& answer) {
  Document* document = find(uri);
  if (document == nullptr) return;
  if (!answer.is_object()) {
    channel_.notify("window/showMessage", {{"type", 1}, {"message", "weir failed while it checked " + document->file}});
    return;
  }
  // What was known of other methods stays.
  Json kept = Json::array();
  for (const Json& old : document->results)
    if (!method.empty() && nameIn(old, "method") != method) kept.push_back(old);
  for (const Json& result : listIn(answer, "results")) {
    std::erase_if(kept.get_ref<Json::array_t&>(), [&](const Json& old) {
      return nameIn(old, "method") == nameIn(result, "method") && nameIn(old, "property") == nameIn(result, "property");
    });
    kept.push_back(result);
  }
  document->results = std::move(kept);
  if (!listIn(answer, "results").empty() || !document->analysis.is_object()) {
    publish();
  } else {
    document->analysis["diagnostics"] = answer.value("diagnostics", Json::array());
    publish();
  }
  channel_.notify("weir/checked", {{"uri", uri}, {"method", method}, {"results", listIn(answer, "results")}});
  channel_.send(
      {{"jsonrpc", "2.0"}, {"id", "weir" + std::to_string(next_id_++)}, {"method", "workspace/codeLens/refresh"}});
}

}  // namespace weir::lsp
