// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of JSON that somebody else wrote: what is not there, or is something else, is empty.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace weir::lsp {

using Json = nlohmann::json;

inline std::string nameIn(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

inline int numberIn(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
}

inline const Json& listIn(const Json& object, const char* key) {
  static const Json kNone = Json::array();
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : kNone;
}

inline const Json& objectIn(const Json& object, const char* key) {
  static const Json kNone = Json::object();
  const auto found = object.find(key);
  return found != object.end() && found->is_object() ? *found : kNone;
}

/// The document that a request is about.
inline std::string uriIn(const Json& parameters) { return nameIn(objectIn(parameters, "textDocument"), "uri"); }

inline std::string wholePath(const std::string& file) {
  return std::filesystem::absolute(file).lexically_normal().string();
}

}  // namespace weir::lsp
