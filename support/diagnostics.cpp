// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/diagnostics.h"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <utility>

namespace weir {
namespace {

const char* const kReset = "\033[0m";

const char* colourOf(Severity severity) {
  switch (severity) {
    case Severity::Error: return "\033[1;31m";
    case Severity::Warning: return "\033[1;35m";
    case Severity::Note: return "\033[1;36m";
  }
  return "";
}

const char* nameOf(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
  }
  return "";
}

std::optional<std::string> lineOf(const SourceRange& range) {
  std::ifstream file(range.file);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (number == range.begin.line) return line;
  return std::nullopt;
}

std::string caretFor(const SourceRange& range, const std::string& line) {
  std::string caret;
  const int column = std::max(range.begin.column, 1);
  for (int i = 1; i < column; ++i) caret += i <= static_cast<int>(line.size()) && line[i - 1] == '\t' ? '\t' : ' ';
  caret += '^';
  if (range.end.line == range.begin.line)
    for (int i = column + 1; i < range.end.column; ++i) caret += '~';
  return caret;
}

}  // namespace

void Diagnostics::error(SourceRange range, std::string message) {
  all_.push_back({Severity::Error, std::move(range), std::move(message)});
  ++errors_;
}

void Diagnostics::warning(SourceRange range, std::string message) {
  all_.push_back({Severity::Warning, std::move(range), std::move(message)});
}

void Diagnostics::note(SourceRange range, std::string message) {
  all_.push_back({Severity::Note, std::move(range), std::move(message)});
}

void Diagnostics::print(std::ostream& out, bool colour) const {
  for (const Diagnostic& diagnostic : all_) {
    const std::string place = toString(diagnostic.range);
    if (!place.empty()) out << place << ": ";
    if (colour) out << colourOf(diagnostic.severity);
    out << nameOf(diagnostic.severity) << ": ";
    if (colour) out << kReset;
    out << diagnostic.message << '\n';
    if (!diagnostic.range.isKnown()) continue;
    if (const auto line = lineOf(diagnostic.range)) {
      out << "  " << *line << '\n';
      if (diagnostic.range.begin.column != 0) out << "  " << caretFor(diagnostic.range, *line) << '\n';
    }
  }
}

std::optional<std::string> nearestName(std::string_view name, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    // Edit distance, one row at a time; two letters swapped are one edit, as they are one slip of the fingers.
    std::vector<std::size_t> before_last(candidate.size() + 1);
    std::vector<std::size_t> last(candidate.size() + 1);
    std::vector<std::size_t> row(candidate.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= name.size(); ++i) {
      before_last = std::exchange(last, row);
      row[0] = i;
      for (std::size_t j = 1; j < row.size(); ++j) {
        const std::size_t substituted = last[j - 1] + (name[i - 1] != candidate[j - 1] ? 1 : 0);
        row[j] = std::min({last[j] + 1, row[j - 1] + 1, substituted});
        const bool are_swapped = i > 1 && j > 1 && name[i - 1] == candidate[j - 2] && name[i - 2] == candidate[j - 1];
        if (are_swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace weir
