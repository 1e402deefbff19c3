// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/lsp/channel.h"

#include <strings.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace weir::lsp {

bool Channel::receive() {
  char buffer[65536];
  const ssize_t count = read(in_, buffer, sizeof buffer);
  if (count < 0) return errno == EINTR;
  received_.append(buffer, static_cast<std::size_t>(count));
  return count > 0;
}

std::optional<Json> Channel::next() {
  const std::size_t end = received_.find("\r\n\r\n");
  if (end == std::string::npos) return std::nullopt;
  std::size_t length = 0;
  for (std::size_t at = 0; at < end; at = received_.find("\r\n", at) + 2) {
    constexpr const char* kLength = "Content-Length:";
    constexpr std::size_t kSize = 15;
    if (received_.size() > at + kSize && strncasecmp(received_.data() + at, kLength, kSize) == 0)
      length = std::strtoul(received_.data() + at + kSize, nullptr, 10);
    if (received_.find("\r\n", at) >= end) break;
  }
  if (received_.size() < end + 4 + length) return std::nullopt;
  Json message = Json::parse(received_.substr(end + 4, length), nullptr, false);
  received_.erase(0, end + 4 + length);
  if (message.is_discarded()) message = nullptr;
  return message;
}

void Channel::send(const Json& message) {
  const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string whole = "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
  for (std::size_t done = 0; done < whole.size();) {
    const ssize_t count = write(out_, whole.data() + done, whole.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // the client is gone; the end of its stream will tell
    done += static_cast<std::size_t>(count);
  }
}

void Channel::answer(const Json& id, Json result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}
void Channel::refuse(const Json& id, int code, const std::string& message) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}
void Channel::notify(const std::string& method, Json parameters) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}});
}

}  // namespace weir::lsp
