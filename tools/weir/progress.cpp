// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <ostream>

#include "tools/report/text.h"

namespace weir::tools {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 5s;

/// A line that wraps could not be taken back.
std::size_t columns() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

}  // namespace

Progress::Progress(std::ostream& err, bool live) : err_(err), live_(live) {}

Progress::~Progress() { clear(); }

void Progress::planned(std::size_t properties) { total_ = properties; }

void Progress::clear() {
  if (is_shown_) err_ << "\r\033[K" << std::flush;
  is_shown_ = false;
}

void Progress::show() {
  if (!live_ || (property_.empty() && stage_.empty())) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - property_begin_).count();
  std::string line =
      "[" + std::to_string(std::min(done_ + 1, total_)) + "/" + std::to_string(total_) + "] " + property_;
  if (!stage_.empty()) line += (property_.empty() ? "" : "  ") + stage_;
  // How long it has been is what a person who waits looks for: the rest gives way to it.
  const std::string since = seconds > 0 ? "  " + std::to_string(seconds) + " s" : "";
  const std::size_t most = columns();
  if (line.size() + since.size() > most) line.resize(most > since.size() ? most - since.size() : 0);
  line += since;
  if (is_shown_ && line == shown_) return;
  clear();
  err_ << line << std::flush;
  is_shown_ = true;
  shown_ = std::move(line);
}

void Progress::started(const std::string& property) {
  property_ = property;
  stage_.clear();
  property_begin_ = Clock::now();
  show();
}

/// Stages may follow each other fast: the next tick shows the last one.
void Progress::stage(const Stage& stage) { stage_ = stage.text(); }

void Progress::finished(const results::CheckResult& result) {
  ++done_;
  property_.clear();
  stage_.clear();
  clear();
  if (!live_ && Clock::now() - begin_ > kPatience)
    err_ << "[" << done_ << "/" << total_ << "] " << result.method << "." << result.property << ": "
         << results::toString(result.verdict) << " (" << report::shownTime(result.stats.time_ms) << ")\n"
         << std::flush;
}

void Progress::note(const std::string& line) {
  clear();
  err_ << line << "\n" << std::flush;
}

}  // namespace weir::tools
