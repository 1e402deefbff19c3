// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the editor has open, and places in it. The protocol counts lines and UTF-16 units from 0, weir lines and bytes
// from 1.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace weir::lsp {

using Json = nlohmann::json;

struct Document {
  std::string uri;
  std::string file;
  std::string text;
  Json glance = Json::object();    // of a specification's text
  Json analysis = Json::object();  // the last that could be made; of an older text, perhaps
  Json results = Json::array();    // of the last check of this text
  bool is_specification = false;
  bool is_stale = true;  // the analysis is of an older text
};

std::string fileOf(const std::string& uri);
std::string uriOf(const std::string& file);

/// The line, without its end; empty behind the last one.
std::string lineOf(const std::string& text, int line);
Json position(const std::string& text, int line, int column);
/// A place without an end is the word that begins there.
Json range(const std::string& text, int line, int column, int end_line = 0, int end_column = 0);
/// The word at a position of the protocol, `::` and template arguments included: "List<int>::push".
std::string wordAt(const std::string& text, const Json& position);
/// What stands on the line before a position.
std::string before(const std::string& text, const Json& position);

}  // namespace weir::lsp
