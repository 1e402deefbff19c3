// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles and links the program of a replay in a folder: the user's flags, the sanitizers, the runtime.
//
// A function that the source declares and another file defines is given a body that does what the case plans for it
// (its specification allows that), and where nothing is planned ends the run and says so. A variable of another file is
// given room.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/program/program.h"

namespace weir::replay {

enum class Sanitizer { Address, Memory };

class NativeBuild {
 public:
  /// Requires that `folder` exists. The source is expected in source().
  NativeBuild(const program::Program& program, Sanitizer sanitizer, program::CheckedErrors checked, std::string folder,
              std::set<std::string> without_effect = {});

  std::string source() const { return file(is_c_ ? "repro.c" : "repro.cpp"); }
  std::string executable() const { return file("repro"); }
  std::string file(const std::string& name) const { return folder_ + "/" + name; }
  /// For people: what to type in the folder, a command a line. The same wherever the folder is.
  std::string command() const;
  /// Builds the executable, in which something stands in for these names, and for others that nobody defines. Returns
  /// why it could not, or nothing.
  std::string build(const std::set<std::string>& elsewhere) const;

 private:
  using Command = std::vector<std::string>;
  Command commandFor(const program::OtherSource& other) const;
  std::string run(const Command& command) const;
  bool isCompiledFromPrefix() const;
  std::string link() const;
  std::string standInFor(std::set<std::string> names, const std::string& log) const;
  /// Is it a function that is assumed to have no effect? The linker's name of a C++ function has its name inside.
  bool isWithoutEffect(const std::string& symbol) const;
  /// The variable of another source that the linker knows by this name; null where there is none.
  const program::Field* variableNamed(const std::string& symbol) const;

  const program::Program& program_;
  Sanitizer sanitizer_;
  std::string folder_;
  bool is_c_;
  std::set<std::string> without_effect_;
  Command runtime_;
  Command compile_;
  std::vector<Command> others_;  // sources of the same program
  Command link_;
};

/// What a file of a build holds; nothing if there is none.
std::string textIn(const std::string& path);

}  // namespace weir::replay
