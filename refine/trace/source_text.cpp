// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/trace/source_text.h"

#include <cctype>
#include <fstream>

namespace weir::refine {
namespace {

constexpr std::size_t kLongest = 100;

std::string onOneLine(const std::string& text) {
  std::string line;
  for (unsigned char c : text) {
    if (std::isspace(c) == 0) {
      line += static_cast<char>(c);
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && (line.back() == ' ' || line.back() == ';')) line.pop_back();
  if (line.size() > kLongest) line = line.substr(0, kLongest - 3) + "...";
  return line;
}

/// "c" of "if (c) …", where the range is that of the whole statement.
std::string withoutKeyword(const std::string& line) {
  for (const char* keyword : {"if", "while", "switch"}) {
    if (!line.starts_with(keyword)) continue;
    const std::size_t open = line.find_first_not_of(' ', std::string(keyword).size());
    if (open == std::string::npos || line[open] != '(') continue;
    int depth = 0;
    for (std::size_t i = open; i < line.size(); ++i) {
      if (line[i] == '(') ++depth;
      if (line[i] == ')' && --depth == 0) return line.substr(open + 1, i - open - 1);
    }
  }
  return line;
}

}  // namespace

const std::vector<std::string>& SourceText::lines(const std::string& file) {
  const auto [entry, is_new] = files_.try_emplace(file);
  if (is_new) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) entry->second.push_back(line);
  }
  return entry->second;
}

std::string SourceText::of(const SourceRange& range) {
  if (!range.isKnown()) return "";
  const std::vector<std::string>& all = lines(range.file);
  const auto first = static_cast<std::size_t>(range.begin.line);
  const auto last = static_cast<std::size_t>(range.end.line < range.begin.line ? range.begin.line : range.end.line);
  std::string text;
  for (std::size_t number = first; number <= last && number <= all.size(); ++number) {
    std::string line = all[number - 1];
    if (number == last && range.end.column > 0) line = line.substr(0, static_cast<std::size_t>(range.end.column) - 1);
    if (number == first && range.begin.column > 0) {
      const auto skipped = static_cast<std::size_t>(range.begin.column) - 1;
      line = skipped < line.size() ? line.substr(skipped) : "";
    }
    text += line + "\n";
  }
  return withoutKeyword(onOneLine(text));
}

}  // namespace weir::refine
