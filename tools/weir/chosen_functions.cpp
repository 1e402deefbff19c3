// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/chosen_functions.h"

#include <filesystem>

namespace weir::tools {
namespace {

/// Clang names a file `../a.c` by its whole path.
std::string pathOf(const std::string& file) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::weakly_canonical(file, error);
  return error ? file : whole.string();
}

}  // namespace

std::vector<const program::Procedure*> chosenFunctions(const program::Program& program, const std::string& name,
                                                       const std::string& file, Diagnostics& diagnostics) {
  std::vector<const program::Procedure*> chosen;
  if (name.empty()) {
    for (const program::Procedure* each : program.procedures()) {
      const bool is_users = !each->is_external && !each->is_implicit && each->whole_call == nullptr;
      if (is_users && pathOf(each->range.file) == pathOf(program.main_file)) chosen.push_back(each);
    }
    return chosen;
  }
  chosen = program.findProcedures(name);
  if (chosen.empty()) {
    std::vector<std::string> names;
    for (const program::Procedure* each : program.procedures()) names.push_back(each->name);
    std::string message = "no method '" + name + "'";
    if (const auto nearest = nearestName(name, names)) message += "; did you mean '" + *nearest + "'?";
    diagnostics.error({.file = file}, message);
  }
  return chosen;
}

}  // namespace weir::tools
