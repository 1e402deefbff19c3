// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the server learns of a document in a process of its own: reading a source with Clang takes longer than an editor
// waits, and a check longer still. What comes back is JSON.
//
//   {"diagnostics": [{"file", "line", "column", "end_line", "end_column", "severity", "message"}],
//    "classes": {"List": ["head", "count"]}, "methods": [{"name", "file", "line", "signature"}]}
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace weir::lsp {

struct Subject {
  std::string file;                         // on disk
  std::optional<std::string> text;          // of an editor
  std::map<std::string, std::string> open;  // other documents of the editor, by file
  std::vector<std::string> flags;
  std::string build_dir;
};

nlohmann::json analyse(const Subject& subject);

/// {"summary": "method List::push { … }"}: what the function does, found from its code.
nlohmann::json summarise(const Subject& subject, const std::string& method);

/// The results of a check as `weir check --json` has them, with "errors" where the input is wrong.
nlohmann::json check(const Subject& subject, const std::string& method);

/// Mistakes in the text of a specification alone, and the methods that it names: no source is read. Fast.
nlohmann::json glance(const std::string& file, const std::string& text);

}  // namespace weir::lsp
