// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results as JSON and back: json_fields.h lists the keys, docs/schema/result.schema.json is made from it.
//
//   { "weir": "0.1.0", "schema": 1, "results": [ { "method": "Stack::pop", "property": "leak", "verdict": "holds", … }
//   ] }
//
// Every other form of a result is made from this one, so what is not in it is not shown. Writing and reading back gives
// the same result.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "results/result.h"

namespace weir::report {

/// The document, indented, with a newline at its end; bytes that are not UTF-8 are replaced.
std::string toJson(const results::RunResult& run);

nlohmann::ordered_json toJsonValue(const results::RunResult& run);
nlohmann::ordered_json toJsonValue(const results::CheckResult& result);
nlohmann::ordered_json toJsonValue(const results::Value& value);

/// Reads what toJson wrote. Where the text is not such a document: nothing, and `error` says where and why.
std::optional<results::RunResult> fromJson(std::string_view text, std::string& error);

/// What every document of toJson conforms to: docs/schema/result.schema.json.
nlohmann::ordered_json resultSchema();

/// The value as the text forms show it: null, true, -3, Node0, &Node0.next, compare, [1, 2], {a, b}, ?.
std::string shownValue(const results::Value& value);

}  // namespace weir::report
