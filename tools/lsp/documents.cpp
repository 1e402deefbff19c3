// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/lsp/documents.h"

#include <cctype>
#include <cstdlib>

namespace weir::lsp {
namespace {

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// UTF-16 units of the first `bytes` of the line.
int unitsOf(const std::string& line, std::size_t bytes) {
  int units = 0;
  for (std::size_t i = 0; i < bytes && i < line.size(); ++i) {
    if (isContinuation(line[i])) continue;
    units += static_cast<unsigned char>(line[i]) >= 0xF0 ? 2 : 1;
  }
  return units;
}

std::size_t bytesOf(const std::string& line, int units) {
  std::size_t at = 0;
  for (int seen = 0; at < line.size() && seen < units;) {
    seen += static_cast<unsigned char>(line[at]) >= 0xF0 ? 2 : 1;
    do ++at;
    while (at < line.size() && isContinuation(line[at]));
  }
  return at;
}

}  // namespace

std::string fileOf(const std::string& uri) {
  const std::string start = "file://";
  std::string path = uri.starts_with(start) ? uri.substr(start.size()) : uri;
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '%' && i + 2 < path.size()) {
      out += static_cast<char>(std::strtol(path.substr(i + 1, 2).c_str(), nullptr, 16));
      i += 2;
    } else {
      out += path[i];
    }
  }
  return out;
}

std::string uriOf(const std::string& file) {
  static const char* const kDigits = "0123456789ABCDEF";
  std::string out = "file://";
  for (const char c : file) {
    if (isWordPart(c) || std::string("/-.~").find(c) != std::string::npos) {
      out += c;
    } else {
      out += '%';
      out += kDigits[static_cast<unsigned char>(c) >> 4];
      out += kDigits[static_cast<unsigned char>(c) & 15];
    }
  }
  return out;
}

std::string lineOf(const std::string& text, int line) {
  std::size_t begin = 0;
  for (int i = 0; i < line; ++i) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return "";
    ++begin;
  }
  std::string found = text.substr(begin, text.find('\n', begin) - begin);
  if (found.ends_with('\r')) found.pop_back();
  return found;
}

Json position(const std::string& text, int line, int column) {
  const int from_zero = line > 0 ? line - 1 : 0;
  const std::size_t bytes = column > 0 ? static_cast<std::size_t>(column) - 1 : 0;
  return {{"line", from_zero}, {"character", unitsOf(lineOf(text, from_zero), bytes)}};
}

Json range(const std::string& text, int line, int column, int end_line, int end_column) {
  const Json start = position(text, line, column);
  if (end_line > 0) return {{"start", start}, {"end", position(text, end_line, end_column)}};
  const std::string content = lineOf(text, line > 0 ? line - 1 : 0);
  std::size_t end = column > 0 ? static_cast<std::size_t>(column) - 1 : 0;
  const std::size_t begin = end;
  while (end < content.size() && isWordPart(content[end])) ++end;
  if (end == begin) end = content.size();
  return {{"start", start}, {"end", position(text, line, static_cast<int>(end) + 1)}};
}

std::string wordAt(const std::string& text, const Json& position) {
  const std::string line = lineOf(text, position.value("line", 0));
  const std::size_t at = bytesOf(line, position.value("character", 0));
  const auto belongs = [&](std::size_t i) { return isWordPart(line[i]) || line[i] == ':' || line[i] == '~'; };
  std::size_t begin = at, end = at;
  while (begin > 0 && belongs(begin - 1)) --begin;
  while (end < line.size() && belongs(end)) ++end;
  std::string word = line.substr(begin, end - begin);
  while (word.ends_with(':')) word.pop_back();
  while (word.starts_with(':')) word.erase(0, 1);
  return word;
}

std::string before(const std::string& text, const Json& position) {
  const std::string line = lineOf(text, position.value("line", 0));
  return line.substr(0, bytesOf(line, position.value("character", 0)));
}

}  // namespace weir::lsp
