// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_color_sinks.h>

namespace weir {

struct Log::Sink {
  // A logger of our own: spdlog's registry is a global.
  spdlog::logger logger{"weir", std::make_shared<spdlog::sinks::stderr_color_sink_mt>()};
};

namespace {

spdlog::level::level_enum spdlogLevel(LogLevel level) {
  switch (level) {
    case LogLevel::Error: return spdlog::level::err;
    case LogLevel::Warning: return spdlog::level::warn;
    case LogLevel::Info: return spdlog::level::info;
    case LogLevel::Debug: return spdlog::level::debug;
  }
  return spdlog::level::err;
}

}  // namespace

Log::Log(LogLevel level) : sink_(std::make_unique<Sink>()), level_(level) {
  // No time stamp: the same input gives the same text.
  sink_->logger.set_pattern("weir: %^%l%$: %v");
  sink_->logger.set_level(spdlog::level::trace);
  sink_->logger.flush_on(spdlog::level::trace);
}

Log::~Log() = default;

void Log::error(std::string_view message) { write(LogLevel::Error, message); }
void Log::warning(std::string_view message) { write(LogLevel::Warning, message); }
void Log::info(std::string_view message) { write(LogLevel::Info, message); }
void Log::debug(std::string_view message) { write(LogLevel::Debug, message); }

void Log::write(LogLevel level, std::string_view message) {
  if (writes(level)) sink_->logger.log(spdlogLevel(level), spdlog::string_view_t(message.data(), message.size()));
}

}  // namespace weir
