// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program from source text that stands in the test itself.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "frontend/frontend.h"

namespace weir::frontend {

/// The source in a file of its own, removed again at the end of the test.
class SourceFile {
 public:
  SourceFile(const std::string& name, const std::string& text)
      : directory_(std::filesystem::temp_directory_path() / ("weir_frontend_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(directory_);
    path_ = directory_ / name;
    std::ofstream(path_) << text;
  }
  ~SourceFile() { std::filesystem::remove_all(directory_); }
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;
  std::string path() const { return path_.string(); }
  std::filesystem::path directory() const { return directory_; }

 private:
  std::filesystem::path directory_;
  std::filesystem::path path_;
};

inline program::Program readText(const std::string& text, const std::string& name = "source.cpp",
                                 const std::vector<std::string>& flags = {}) {
  const SourceFile file(name, text);
  Diagnostics diagnostics;
  std::ostringstream messages;
  auto program = readProgram({.file = file.path(), .flags = flags, .clang_output = &messages}, diagnostics);
  if (!program) throw std::runtime_error("the test's source does not compile: " + messages.str());
  return std::move(*program);
}

/// The body of a procedure as it is printed, without its head and without line numbers.
inline std::string bodyOf(const program::Program& program, const std::string& name) {
  const auto found = program.findProcedures(name);
  if (found.size() != 1) return std::to_string(found.size()) + " procedures " + name;
  std::istringstream lines(program::toString(*found[0]));
  std::string result;
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line == "}") break;
    const std::size_t comment = line.find("  // line");
    if (inside) result += line.substr(0, comment) + "\n";
    if (line == "{" || line.rfind("{  //", 0) == 0) inside = true;
  }
  return result;
}

}  // namespace weir::frontend
