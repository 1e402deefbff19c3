// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/progress.h"

#include <ostream>

#include "tools/report/text.h"

namespace weir::tools {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 5s;

}  // namespace

Progress::Progress(std::ostream& err, bool live, bool ticks) : err_(err), live_(live) {
  if (live && ticks) ticker_ = std::thread([this] { tick(); });
}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    clear();
  }
  wake_.notify_all();
  if (ticker_.joinable()) ticker_.join();
}

void Progress::planned(std::size_t properties) { total_ = properties; }

void Progress::clear() {
  if (is_shown_) err_ << "\r\033[K" << std::flush;
  is_shown_ = false;
}

void Progress::show() {
  if (!live_ || property_.empty() || ended_) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - property_begin_).count();
  clear();
  err_ << "[" << done_ + 1 << "/" << total_ << "] " << property_;
  if (seconds > 0) err_ << "  " << seconds << " s";
  err_ << std::flush;
  is_shown_ = true;
}

void Progress::tick() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    wake_.wait_for(lock, 1s);
    show();
  }
}

void Progress::started(const std::string& property) {
  const std::lock_guard lock(mutex_);
  property_ = property;
  property_begin_ = Clock::now();
  show();
}

void Progress::finished(const refine::CheckResult& result) {
  const std::lock_guard lock(mutex_);
  ++done_;
  property_.clear();
  clear();
  if (!live_ && Clock::now() - begin_ > kPatience)
    err_ << "[" << done_ << "/" << total_ << "] " << result.method << "." << result.property << ": "
         << refine::toString(result.verdict) << " (" << report::shownTime(result.stats.time_ms) << ")\n"
         << std::flush;
}

void Progress::note(const std::string& line) {
  const std::lock_guard lock(mutex_);
  clear();
  err_ << line << "\n" << std::flush;
}

}  // namespace weir::tools
