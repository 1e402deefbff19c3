// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages of the language server protocol over two streams: a header with the length, then JSON.
//
//   Content-Length: 52\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"shutdown"}
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace weir::lsp {

using Json = nlohmann::json;

class Channel {
 public:
  Channel(int in, int out) : in_(in), out_(out) {}

  int readEnd() const { return in_; }
  /// Takes what has come; false at the end of the stream.
  bool receive();
  /// The next whole message. One that is no JSON is null.
  std::optional<Json> next();

  void send(const Json& message);
  void answer(const Json& id, Json result);
  void refuse(const Json& id, int code, const std::string& message);
  void notify(const std::string& method, Json parameters);

 private:
  int in_;
  int out_;
  std::string received_;
};

}  // namespace weir::lsp
